//! `%% comments %%`, as in Obsidian.

use std::ops::Range;

use super::{HIDDEN, Ranges};

/// The comments of `text`, in order. One that starts a line may hold blank lines; one within a line ends in the same
/// paragraph. A sign without its other half hides nothing, and signs in code are text.
pub(super) fn find(text: &str, start: usize, opaque: &[Range<usize>]) -> Vec<Range<usize>> {
    let signs = signs(text, start, opaque);
    let mut comments = Vec::new();
    let mut rest = &signs[..];
    while let [open, close, ..] = *rest {
        let inner = text.get(open + 2..close).unwrap_or_default();
        if starts_line(text, open) || !has_blank_line(inner) {
            comments.push(open..close + 2);
            rest = rest.get(2..).unwrap_or_default();
        } else {
            rest = rest.get(1..).unwrap_or_default();
        }
    }
    comments
}

fn signs(text: &str, start: usize, opaque: &[Range<usize>]) -> Vec<usize> {
    let mut opaque = Ranges::new(opaque);
    let mut signs = Vec::new();
    let mut at = start;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find("%%")) {
        at += found;
        match opaque.end_around(at) {
            Some(end) => at = end,
            None => {
                signs.push(at);
                at += 2;
            }
        }
    }
    signs
}

/// Whether only blanks and quote signs stand before `at` on its line.
fn starts_line(text: &str, at: usize) -> bool {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    before.iter().rev().find(|b| !matches!(b, b' ' | b'\t' | b'>')).is_none_or(|b| matches!(b, b'\n' | b'\r'))
}

fn has_blank_line(text: &str) -> bool {
    let mut lines = text.split('\n');
    // The first and the last are parts of lines with signs on them.
    lines.next();
    lines.next_back();
    lines.any(|line| line.trim().is_empty())
}

/// Hides a comment: a line of its own becomes blank, so that no paragraph is left there; within a line something stays,
/// so that the words after it do not become code by their indentation.
pub(super) fn hide(bytes: &mut [u8], comment: Range<usize>) {
    let mut at = comment.start;
    while at < comment.end {
        let rest = bytes.get(at..comment.end).unwrap_or_default();
        let end = at + rest.iter().position(is_line_end).unwrap_or(rest.len());
        let before = bytes.get(..at).unwrap_or_default().iter().rev().find(|b| !is_blank(b));
        let after = bytes.get(end..).unwrap_or_default().iter().find(|b| !is_blank(b));
        let alone = before.is_none_or(is_line_end) && after.is_none_or(is_line_end);
        if let Some(part) = bytes.get_mut(at..end) {
            part.fill(if alone { b' ' } else { HIDDEN });
        }
        at = end + 1;
    }
}

fn is_blank(byte: &&u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}
