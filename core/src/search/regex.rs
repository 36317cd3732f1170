//! A regex of the search box, compiled: which line it matches, and where. Each line is looked at by itself, so `^` and
//! `$` are its ends and time is linear in the text, times the size of the pattern, which its engine bounds.

mod dialect;
mod engine;
#[cfg(test)]
mod tests;

use std::ops::Range;

use self::engine::Engine;
use crate::query::Code;

/// The engine of this build.
#[cfg(feature = "regex")]
type Chosen = engine::Full;
#[cfg(not(feature = "regex"))]
type Chosen = engine::Lite;

/// Brackets nest so deep at the most.
const NESTING: u32 = 64;

/// A regex, compiled by an engine.
#[derive(Debug, Clone)]
pub(crate) struct Compiled<E>(E);

/// A regex that can be looked for, by the engine of this build.
pub(crate) type Pattern = Compiled<Chosen>;

/// Why a regex is not looked for, as a problem says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unusable {
    /// The kind of problem.
    pub code: Code,
    /// What is wrong and what to do.
    pub message: String,
}

impl<E: Engine> Compiled<E> {
    /// The pattern in RE2's syntax, `\w`, `\d`, `\s` and `\b` of ASCII; case counts.
    pub fn new(text: &str) -> Result<Self, Unusable> {
        E::build(&dialect::translated(text, &E::SPELLING)).map(Self).map_err(|reason| {
            let message = format!("this regex cannot be looked for, so nothing matches: {reason}");
            Unusable { code: Code::BadRegex, message }
        })
    }

    /// Where the line's first match starts, on a character.
    pub fn first(&self, line: &str) -> Option<usize> {
        Some(line.floor_char_boundary(self.0.find_at(line, 0)?.start))
    }

    /// The matches that start in `window`, up to its end, that are not empty.
    pub fn spans(&self, line: &str, window: Range<usize>) -> Vec<Range<usize>> {
        let (mut spans, mut at) = (Vec::new(), line.ceil_char_boundary(window.start));
        let text = line.get(..window.end).unwrap_or(line);
        while at <= text.len()
            && let Some(found) = self.0.find_at(text, at)
        {
            let (start, end) = (line.floor_char_boundary(found.start), line.ceil_char_boundary(found.end));
            if start < end && !found.is_empty() {
                spans.push(start..end);
            }
            // An empty match at the end leads past it, which no boundary does.
            at = end.max(found.start + 1);
            at += (at..text.len()).take_while(|at| !text.is_char_boundary(*at)).count();
        }
        spans
    }
}
