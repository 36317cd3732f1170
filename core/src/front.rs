//! Front matter: where it ends, what it says of a page, and how a change is written back into it.
//!
//! YAML between `---` and `---` or `...`, TOML between `+++` and `+++`, at the very start of a text. Reading never
//! fails: what is not understood is kept as text and reported with its line. Files and their encodings are not dealt
//! with here (`interchange`), nor are inline `#tags` and links of the body.

mod edit;
mod entry;
mod fence;
mod fields;
mod lines;
mod render;
mod salvage;
mod toml;
mod value;
mod yaml;

use std::fmt;

use crate::fields::{Fields, MadeBy};

pub use edit::rewrite;
pub use fence::{LIMIT, oversized, split};

/// Something in a front matter that was not understood; it stays in the text as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The line in the file, from 1.
    pub line: u32,
    /// The key it concerns; empty if it is about the whole.
    pub key: String,
    /// What is wrong and what was done about it, as the end of a sentence about the key.
    pub message: String,
}

impl fmt::Display for Problem {
    /// ``line 3: `due` is no date; kept as text``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        if !self.key.is_empty() {
            write!(f, "`{}` ", self.key.escape_debug())?;
        }
        f.write_str(&self.message)
    }
}

/// What a front matter says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parsed {
    /// The fields it sets. `path`, `source`, `files`, `front` and `original` are not its business and stay empty.
    pub fields: Fields,
    /// Who wrote the page, where it says so.
    pub made_by: Option<MadeBy>,
    /// Every text in it that holds `[[`, nested ones too, in reading order.
    pub links: Vec<String>,
    /// What was not understood, in the order of lines.
    pub problems: Vec<Problem>,
}

/// Reads a front matter as [`split`] gives it, fences included. Anything else says nothing, a lone byte-order mark too.
#[must_use]
pub fn parse(front: &str) -> Parsed {
    fields::read(&entry::Document::read(front))
}

#[cfg(test)]
mod tests;
