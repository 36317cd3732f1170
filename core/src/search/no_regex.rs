//! No regex at all, in the shape of `regex`: for an app whose readers would wait for an engine that few of them use.

use std::ops::Range;

use crate::query::Code;

/// A regex that can be looked for: there is none.
#[derive(Debug, Clone)]
pub(crate) enum Pattern {}

/// Why a regex is not looked for, as a problem says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unusable {
    /// The kind of problem.
    pub code: Code,
    /// What is wrong and what to do.
    pub message: String,
}

impl Pattern {
    /// Says that there is none.
    pub fn new(_: &str) -> Result<Self, Unusable> {
        let message = "a regex is not in the app yet, so nothing matches this. Write the text that you look for between \
                       single quotes, or search on the command line";
        Err(Unusable { code: Code::NoRegex, message: message.to_owned() })
    }

    /// Where the line's first match starts.
    pub fn first(&self, _: &str) -> Option<usize> {
        match *self {}
    }

    /// The matches that start in a part of the line.
    pub fn spans(&self, _: &str, _: Range<usize>) -> Vec<Range<usize>> {
        match *self {}
    }
}
