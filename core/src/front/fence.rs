//! Where front matter ends and the body begins.

use super::lines::{Lines, bare};
use super::{salvage, toml, yaml};

/// The longest front matter, fences and byte-order mark included, in bytes.
pub const LIMIT: usize = 32 * 1024;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// What stands between the fences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    Yaml,
    Toml,
}

/// A fenced block at the start of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fenced {
    pub(super) syntax: Syntax,
    /// Where the line after the opening fence begins.
    pub(super) open_end: usize,
    /// Where the closing fence begins.
    pub(super) close: usize,
    /// Where the closing fence's line end ends.
    pub(super) end: usize,
}

/// The front matter, byte-order mark and both fences' line ends included, and the body: joined they are `text`.
///
/// The front is empty if there is none, and a byte-order mark alone if only that stands before the body. Rules around
/// prose are no front matter, nor is what passes [`LIMIT`] (see [`oversized`]).
#[must_use]
pub fn split(text: &str) -> (&str, &str) {
    let end = match fenced(text) {
        Some(block) if block.end <= LIMIT && says_something(text, &block) => block.end,
        _ => mark_len(text),
    };
    text.split_at(end)
}

/// Whether `text` begins with fences that hold more than [`LIMIT`] bytes, which therefore stay in the body.
#[must_use]
pub fn oversized(text: &str) -> bool {
    fenced(text).is_some_and(|block| {
        // Only what reads as keys is missed by anyone: two rules far apart are just rules.
        let first = text[block.open_end..block.close].lines().find(|line| !line.trim().is_empty());
        block.end > LIMIT && first.is_some_and(|line| salvage::looks_like_key(line, block.syntax))
    })
}

/// The block between the fences, whatever it holds; linear in the text.
pub(super) fn fenced(text: &str) -> Option<Fenced> {
    let start = mark_len(text);
    let rest = &text[start..];
    let syntax = match rest.get(..3)? {
        "---" => Syntax::Yaml,
        "+++" => Syntax::Toml,
        _ => return None,
    };
    let line_end = |from: usize| {
        let tail = &text.as_bytes()[from..];
        let at = tail.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        at.map_or(text.len(), |at| from + at + 1 + usize::from(tail[at..].starts_with(b"\r\n")))
    };
    let open_end = line_end(start);
    if open_end == text.len() || !is_fence(&text[start..open_end], &["---", "+++"]) {
        return None;
    }
    let closing: &[&str] = if syntax == Syntax::Yaml { &["---", "..."] } else { &["+++"] };
    let mut close = open_end;
    while close < text.len() {
        let end = line_end(close);
        if is_fence(&text[close..end], closing) {
            return Some(Fenced { syntax, open_end, close, end });
        }
        close = end;
    }
    None
}

fn is_fence(line: &str, fences: &[&str]) -> bool {
    fences.contains(&bare(line).trim_end_matches([' ', '\t']))
}

/// The bytes of a byte-order mark at the start.
pub(super) fn mark_len(text: &str) -> usize {
    if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 }
}

/// Whether the block is keys with values, or nothing at all, rather than prose between two rules.
fn says_something(text: &str, block: &Fenced) -> bool {
    let inner = &text[block.open_end..block.close];
    let read = match block.syntax {
        Syntax::Yaml => yaml::is_mapping(inner),
        Syntax::Toml => toml::is_document(inner),
    };
    read.unwrap_or_else(|| {
        let lines = Lines::of(inner);
        let tops = lines.ranges().map(|range| &inner[range]).filter(|line| salvage::is_top(line));
        let (all, keys) = tops.fold((0, 0), |(all, keys), line| {
            (all + 1, keys + usize::from(salvage::looks_like_key(line, block.syntax)))
        });
        // Broken front matter is mostly keys; prose has a colon here and there.
        keys * 2 > all
    })
}
