//! Front matter that is broken as a whole, read key by key: what parses alone counts, the rest is kept as text.

use std::ops::Range;

use super::Problem;
use super::entry::{Document, Entry, Fault};
use super::fence::Syntax;
use super::lines::{Lines, bare};
use super::value::Value;
use super::{toml, yaml};

/// Reads `inner` of the document's front matter in pieces, each from one top-level key to the next.
pub(super) fn read(document: &mut Document<'_>, inner: Range<usize>, lines: &Lines, whole: &Fault) {
    let front = document.front;
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut stray = None;
    for range in lines.ranges().filter(|range| inner.start <= range.start && range.end <= inner.end) {
        let line = &front[range.clone()];
        if document.syntax == Syntax::Toml && line.starts_with('[') {
            // A table's keys are not the page's; the rest belongs to tables.
            break;
        }
        if looks_like_key(line, document.syntax) {
            pieces.push(range);
        } else if !is_top(line) {
            if let Some(piece) = pieces.last_mut() {
                piece.end = range.end;
            }
        } else if stray.is_none() {
            stray = Some(range.start);
        }
    }
    if let (Syntax::Toml, Some(last)) = (document.syntax, pieces.last()) {
        document.insert_at = last.end;
    }
    let mut reported = false;
    for piece in pieces {
        let mut entry = alone(document, piece.clone(), lines);
        if entry.is_none() {
            // The key's own line may be sound where the lines under it are not.
            let first = piece.start..lines.end(piece.start).min(piece.end);
            entry = alone(document, first.clone(), lines).filter(|entry| entry.value != Value::Null);
            if let Some(entry) = entry.as_mut().filter(|_| first.end < piece.end) {
                let message = format!("could not be read with the lines under `{}`; those are left out", entry.key);
                let line = lines.number(first.end);
                document.problems.push(Problem { line, key: entry.key.clone(), message });
                reported = true;
            }
        }
        let entry = entry.unwrap_or_else(|| as_text(document, piece, lines, whole));
        reported |= entry.fault.is_some();
        document.entries.push(entry);
    }
    if let Some(at) = stray {
        let message = "this line is no key with a value; it was left out".to_owned();
        document.problems.push(Problem { line: lines.number(at), key: String::new(), message });
    } else if !reported {
        let message = format!("the front matter could not be read as a whole, only key by key: {}", whole.message);
        document.problems.push(Problem { line: lines.number(whole.at), key: String::new(), message });
    }
}

/// A line that begins at the margin and is neither blank, a comment nor a list's item or end.
pub(super) fn is_top(line: &str) -> bool {
    let line = bare(line);
    let inner = line.starts_with([' ', '\t', '#', ']', '}']) || line == "-" || line.starts_with("- ");
    !line.is_empty() && !inner
}

/// Whether a line begins with what can be a key and its `:` or `=`.
pub(super) fn looks_like_key(line: &str, syntax: Syntax) -> bool {
    let line = bare(line);
    if !is_top(line) || line.starts_with(['{', '[', '<', '%', '|', '>', '!']) {
        return false;
    }
    match syntax {
        Syntax::Yaml => line.find(':').is_some_and(|at| {
            let after = line.as_bytes().get(at + 1);
            at > 0 && after.is_none_or(|byte| matches!(byte, b' ' | b'\t'))
        }),
        Syntax::Toml => line.find('=').is_some_and(|at| !line[..at].trim().is_empty()),
    }
}

/// The one entry that a piece is by itself.
fn alone(document: &Document<'_>, piece: Range<usize>, lines: &Lines) -> Option<Entry> {
    let mut entries = match document.syntax {
        Syntax::Yaml => yaml::read(document.front, piece, lines).ok()?.entries,
        Syntax::Toml => toml::read(document.front, piece, lines).ok()?.entries,
    };
    if entries.len() == 1 { entries.pop() } else { None }
}

/// A piece that cannot be read: the key before its sign, the rest as text.
fn as_text(document: &Document<'_>, piece: Range<usize>, lines: &Lines, whole: &Fault) -> Entry {
    let written = &document.front[piece.clone()];
    let sign = if document.syntax == Syntax::Yaml { ':' } else { '=' };
    let colon = written.find(sign).map_or(written.len(), |at| at + 1);
    let key = written[..colon].trim_end_matches(sign).trim().trim_matches(['"', '\'']);
    let rest = &written[colon..];
    let start = piece.start + colon + (rest.len() - rest.trim_start().len());
    let place = start..(piece.start + colon + rest.trim_end().len()).max(start);
    let at_fault = if piece.contains(&whole.at) { format!(": {}", whole.message) } else { String::new() };
    Entry {
        key: key.to_owned(),
        value: Value::Text(document.front[place.clone()].to_owned()),
        line: lines.number(piece.start),
        colon: piece.start + colon,
        place,
        lines: vec![piece],
        items: None,
        fault: Some(format!("could not be read and is kept as text{at_fault}")),
    }
}
