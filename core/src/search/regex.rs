//! A regex of the search box, compiled: which line it matches, and where. Each line is looked at by itself, so `^` and
//! `$` are its ends and time is linear in the text, times the size of the pattern, which [`SIZE`] bounds.
//!
//! Its twin for builds without the crate is `no_regex`.

mod dialect;
#[cfg(test)]
mod tests;

use std::ops::Range;

use regex::bytes::{Regex, RegexBuilder};

use crate::query::Code;

/// A compiled pattern takes so many bytes at the most, and as many again for what it remembers while it matches.
const SIZE: usize = 1 << 20;

/// Brackets nest so deep at the most.
const NESTING: u32 = 64;

/// A regex that can be looked for.
#[derive(Debug, Clone)]
pub(crate) struct Pattern(Regex);

/// Why a regex is not looked for, as a problem says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unusable {
    /// The kind of problem.
    pub code: Code,
    /// What is wrong and what to do.
    pub message: String,
}

impl Pattern {
    /// The pattern in RE2's syntax, `\w`, `\d`, `\s` and `\b` of ASCII; case counts.
    pub fn new(text: &str) -> Result<Self, Unusable> {
        let translated = dialect::translated(text);
        let built = RegexBuilder::new(&translated).size_limit(SIZE).dfa_size_limit(SIZE).nest_limit(NESTING).build();
        built.map(Self).map_err(|error| {
            let reason = match error {
                regex::Error::CompiledTooBig(_) => "it is too large: repeat less, or smaller parts".to_owned(),
                // The crate draws the pattern and an arrow before it says what is wrong.
                error => error.to_string().lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned(),
            };
            let message = format!("this regex cannot be looked for, so nothing matches: {reason}");
            Unusable { code: Code::BadRegex, message }
        })
    }

    /// Where the line's first match starts, on a character.
    pub fn first(&self, line: &str) -> Option<usize> {
        let found = self.0.find(line.as_bytes())?;
        Some(line.floor_char_boundary(found.start()))
    }

    /// The matches that start in `window`, up to its end, that are not empty.
    pub fn spans(&self, line: &str, window: Range<usize>) -> Vec<Range<usize>> {
        let (mut spans, mut at) = (Vec::new(), window.start);
        let text = line.get(..window.end).unwrap_or(line).as_bytes();
        while at <= text.len()
            && let Some(found) = self.0.find_at(text, at)
        {
            let (start, end) = (line.floor_char_boundary(found.start()), line.ceil_char_boundary(found.end()));
            if start < end && !found.is_empty() {
                spans.push(start..end);
            }
            at = end.max(found.start() + 1);
        }
        spans
    }
}
