//! One part of a path that Linux, macOS and Windows all take.

use crate::interchange::path::is_markdown;

/// The longest file name, in bytes: ext4's limit, the strictest of the three.
pub(super) const NAME_LIMIT: usize = 255;
/// Room for an extension and for what tells two names apart.
const SPARE: usize = 16;

const UNTITLED: &str = "untitled";

/// The text as a file or folder name: at most 255 bytes, not hidden, no device's name, never empty or `..`.
///
/// Slashes, colons and bars become hyphens; what else no name may have goes.
#[must_use]
pub fn safe_component(text: &str) -> String {
    shortened(text, NAME_LIMIT)
}

/// The path of a page that was made in scrap: its title as a name, with room for `.md`. No title makes a folder, and
/// none ends in a Markdown extension, which would be taken for the file's own.
#[must_use]
pub fn slug_path(title: &str) -> String {
    let mut name = shortened(title, NAME_LIMIT - SPARE);
    while is_markdown(&name) {
        let stem = name.rsplit_once('.').map_or("", |(stem, _)| stem).to_owned();
        name = safe_component(&stem);
    }
    name
}

/// [`safe_component`] within `limit` bytes.
pub(super) fn shortened(text: &str, limit: usize) -> String {
    let mut name = String::with_capacity(text.len().min(limit));
    for char in text.trim_start_matches(|char: char| char == '.' || char.is_whitespace()).chars() {
        let char = match char {
            '/' | '\\' | ':' | '|' => Some('-'),
            '<' | '>' | '"' | '?' | '*' => None,
            // Signs that turn the writing direction make a name read as another one.
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => None,
            '\n' | '\r' | '\t' => Some(' '),
            _ if char.is_control() => None,
            _ => Some(char),
        };
        if let Some(char) = char {
            if name.len() + char.len_utf8() > limit {
                break;
            }
            name.push(char);
        }
    }
    // What was dropped may have stood before a dot or blank.
    let trimmed = name.trim_start_matches(|char: char| char == '.' || char.is_whitespace());
    let trimmed = trimmed.trim_end_matches(|char: char| char == '.' || char.is_whitespace());
    if trimmed.is_empty() {
        return UNTITLED.to_owned();
    }
    if !is_device(trimmed) {
        return trimmed.to_owned();
    }
    let mut name = format!("_{trimmed}");
    while name.len() > limit {
        name.pop();
    }
    name
}

/// Names that Windows gives to devices, whatever extension follows.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_uppercase();
    let numbered = |prefix: &str| {
        stem.strip_prefix(prefix).is_some_and(|rest| {
            let mut chars = rest.chars();
            matches!((chars.next(), chars.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
        })
    };
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$") || numbered("COM") || numbered("LPT")
}
