//! A front matter as its top-level keys, each with its value and the place where it stands.

use std::ops::Range;

use super::Problem;
use super::fence::{self, Syntax};
use super::lines::{Lines, ending};
use super::value::Value;
use super::{salvage, toml, yaml};

/// One top-level key with its value. All ranges are bytes of the front matter.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) value: Value,
    /// The line of the key in the file.
    pub(super) line: u32,
    /// The whole lines that it takes, several ranges for a TOML table in pieces.
    pub(super) lines: Vec<Range<usize>>,
    /// Just after the `:` or `=`.
    pub(super) colon: usize,
    /// The value without the comment after it; empty at `colon` if none is written.
    pub(super) place: Range<usize>,
    /// The items of a list, where each can be changed by itself.
    pub(super) items: Option<Items>,
    /// Why it was kept as text.
    pub(super) fault: Option<String>,
}

/// A list's items, one range for each of its values.
#[derive(Debug, Clone)]
pub(super) struct Items {
    /// In brackets, or one to a line.
    pub(super) flow: bool,
    pub(super) places: Vec<Range<usize>>,
}

/// A front matter, read.
pub(super) struct Document<'a> {
    pub(super) front: &'a str,
    pub(super) syntax: Syntax,
    /// Whether there are fences at all.
    pub(super) fenced: bool,
    pub(super) entries: Vec<Entry>,
    /// What concerns no single entry.
    pub(super) problems: Vec<Problem>,
    /// Where a new key goes: the start of a line.
    pub(super) insert_at: usize,
    /// Blanks before each key.
    pub(super) indent: String,
    /// Whether each key stands on lines of its own.
    pub(super) by_line: bool,
}

impl<'a> Document<'a> {
    /// Never fails: a text without fences has no entries.
    pub(super) fn read(front: &'a str) -> Self {
        let mut document = Self {
            front,
            syntax: Syntax::Yaml,
            fenced: false,
            entries: Vec::new(),
            problems: Vec::new(),
            insert_at: front.len(),
            indent: String::new(),
            by_line: true,
        };
        let Some(block) = fence::fenced(front).filter(|block| block.end == front.len()) else {
            return document;
        };
        document.fenced = true;
        document.syntax = block.syntax;
        document.insert_at = block.close;
        let lines = Lines::of(front);
        let inner = block.open_end..block.close;
        match block.syntax {
            Syntax::Yaml => match yaml::read(front, inner.clone(), &lines) {
                Ok(read) => {
                    document.entries = read.entries;
                    document.by_line = !read.flow;
                    if let Some(first) = document.entries.first().and_then(|entry| entry.lines.first()) {
                        let blanks = front[first.start..].bytes().take_while(|byte| *byte == b' ').count();
                        document.indent = " ".repeat(blanks);
                    }
                }
                Err(fault) => salvage::read(&mut document, inner, &lines, &fault),
            },
            Syntax::Toml => match toml::read(front, inner.clone(), &lines) {
                Ok(read) => {
                    document.entries = read.entries;
                    document.insert_at = read.insert_at;
                }
                Err(fault) => salvage::read(&mut document, inner, &lines, &fault),
            },
        }
        document
    }

    /// The line end that a line inserted at `at` takes: that of the line before.
    pub(super) fn line_end(&self, at: usize) -> &'a str {
        let before = self.front.get(..at).unwrap_or(self.front);
        let end = ending(before);
        let end = if end.ends_with("\r\n") {
            "\r\n"
        } else if end.ends_with('\n') {
            "\n"
        } else if end.ends_with('\r') {
            "\r"
        } else {
            ""
        };
        if end.is_empty() { "\n" } else { end }
    }
}

/// Why a whole front matter could not be read, and where: a byte of the front matter.
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) message: String,
}
