//! What compiles a pattern and runs it: two engines of the same authors and syntax, one for speed and all of Unicode, the
//! other for its size. Both are linear in the text.

use std::ops::Range;

use super::NESTING;
use super::dialect::Spelling;

/// A compiled pattern of the full engine takes so many bytes at the most, and as many again for what it remembers while
/// it matches.
#[cfg(feature = "regex")]
const SIZE: usize = 1 << 20;

/// The same for the small engine, which walks the whole pattern at every character.
#[cfg(any(test, not(feature = "regex")))]
const LITE_SIZE: usize = 1 << 17;

/// An engine with one pattern in it.
pub(crate) trait Engine: Sized {
    /// How patterns are written for it.
    const SPELLING: Spelling;

    /// Compiles a pattern; else why not, in a few words.
    fn build(pattern: &str) -> Result<Self, String>;

    /// The first match from the byte `at` on, which is a character's first.
    fn find_at(&self, text: &str, at: usize) -> Option<Range<usize>>;
}

/// The full engine.
#[cfg(feature = "regex")]
#[derive(Debug, Clone)]
pub(crate) struct Full(regex::bytes::Regex);

#[cfg(feature = "regex")]
impl Engine for Full {
    const SPELLING: Spelling = Spelling { edge: ("(?-u:\\", ")"), nests: true };

    fn build(pattern: &str) -> Result<Self, String> {
        let mut builder = regex::bytes::RegexBuilder::new(pattern);
        let built = builder.size_limit(SIZE).dfa_size_limit(SIZE).nest_limit(NESTING).build();
        built.map(Self).map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => TOO_LARGE.to_owned(),
            // The crate draws the pattern and an arrow before it says what is wrong.
            error => last_line(&error.to_string()),
        })
    }

    fn find_at(&self, text: &str, at: usize) -> Option<Range<usize>> {
        self.0.find_at(text.as_bytes(), at).map(|found| found.range())
    }
}

/// The small engine.
#[cfg(any(test, not(feature = "regex")))]
#[derive(Debug, Clone)]
pub(crate) struct Lite(regex_lite::Regex);

#[cfg(any(test, not(feature = "regex")))]
impl Engine for Lite {
    const SPELLING: Spelling = Spelling { edge: ("\\", ""), nests: false };

    fn build(pattern: &str) -> Result<Self, String> {
        let built = regex_lite::RegexBuilder::new(pattern).size_limit(LITE_SIZE).nest_limit(NESTING).build();
        built.map(Self).map_err(|error| {
            let reason = last_line(&error.to_string());
            if reason.contains("size") { TOO_LARGE.to_owned() } else { reason }
        })
    }

    fn find_at(&self, text: &str, at: usize) -> Option<Range<usize>> {
        self.0.find_at(text, at).map(|found| found.range())
    }
}

const TOO_LARGE: &str = "it is too large: repeat less, or smaller parts";

fn last_line(message: &str) -> String {
    message.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
}
