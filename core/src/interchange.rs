//! Files in, files out: what a Markdown file says of a page, and the bytes that a page is exported as.
//!
//! Pure: folders are walked, times are read and files are written elsewhere. What stands in a front matter is `front`'s
//! business.

mod attach;
mod encoding;
mod export;
pub mod names;
mod path;

use crate::fields::{Fields, MadeBy};
use crate::front::{self, Problem};

pub use attach::{Files, joined};
pub use encoding::{Decoded, Text, decode};
pub use export::{PageOut, file_of_page};
pub use names::{slug_path, why_no_path};
pub use path::{
    file_name_of, is_hidden, is_markdown, leaf_of_path, mime_of, path_of_file, place, title_of_path, twins,
};

/// The longest body, in bytes of UTF-8.
pub const BODY_LIMIT: usize = 16 * 1024 * 1024;

/// A page as a file says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePage {
    /// With `path` and `front` set; `created` and `updated` only as the front matter says; `source`, `files` and
    /// `original` are the importer's to set.
    pub fields: Fields,
    /// The text after the front matter, to the byte where the file was UTF-8.
    pub body: String,
    /// Whether the bytes have to be kept beside the text, since they are not its UTF-8.
    pub original: bool,
    /// The encoding that was read, by its usual name.
    pub encoding: &'static str,
    /// What was not understood, in the order of lines.
    pub problems: Vec<Problem>,
    /// Who wrote the page, where the front matter says so.
    pub made_by: Option<MadeBy>,
    /// Texts of the front matter that hold links (`[[…]]`).
    pub links: Vec<String>,
}

/// Why a file is no page. It can still come in as a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAPage {
    /// The name has no Markdown extension.
    #[error("this is no Markdown file by its name; it can come in as a file")]
    NotMarkdown,
    /// The bytes are no text.
    #[error("this is no text in spite of its name; it can come in as a file")]
    Binary,
    /// The text passes [`BODY_LIMIT`].
    #[error("the text is over 16 MiB, more than a page can hold; it can come in as a file")]
    TooLarge,
}

/// Reads a Markdown file; `path_in_folder` has `/` between its parts and is kept as it is.
///
/// # Errors
///
/// [`NotAPage`] if the file is none; nothing in its front matter makes it fail.
pub fn page_of_file(path_in_folder: &str, bytes: &[u8]) -> Result<FilePage, NotAPage> {
    let path = path_of_file(path_in_folder).ok_or(NotAPage::NotMarkdown)?;
    // UTF-16 and Windows-1252 may become up to three times as long in UTF-8, and half as long at best.
    if bytes.len() > 2 * (BODY_LIMIT + front::LIMIT) {
        return Err(NotAPage::TooLarge);
    }
    let Decoded::Text(text) = decode(bytes) else { return Err(NotAPage::Binary) };
    let (front, body) = front::split(&text.text);
    if body.len() > BODY_LIMIT {
        return Err(NotAPage::TooLarge);
    }
    let read = front::parse(front);
    let mut problems = read.problems;
    let about_file = |message: &str| Problem { line: 1, key: String::new(), message: message.to_owned() };
    if front::oversized(&text.text) {
        problems.push(about_file("the front matter is over 32 KiB; it stays in the body as text"));
    }
    let none = front.trim_start_matches('\u{feff}').is_empty();
    if none && !front::oversized(&text.text) && looks_like_front_matter(&text.text) {
        problems.push(about_file("what stands between the fences is no front matter; it stays in the body as text"));
    }
    if text.lossy {
        problems.push(about_file("some bytes are no text; they show as �, and the file is kept as it came"));
    }
    problems.sort_by_key(|problem| problem.line);
    let front = (!front.is_empty()).then(|| front.to_owned());
    Ok(FilePage {
        fields: Fields { path: Some(path), front, ..read.fields },
        body: body.to_owned(),
        original: text.text.as_bytes() != bytes,
        encoding: text.encoding,
        problems,
        made_by: read.made_by,
        links: read.links,
    })
}

/// Whether a text begins as front matter does and is none: between rules stand lines that look like keys.
fn looks_like_front_matter(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    let (fence, sign) = match lines.next().map(str::trim_end) {
        Some("---") => ("---", ':'),
        Some("+++") => ("+++", '='),
        _ => return false,
    };
    let mut keys = false;
    for line in lines.take(1_000) {
        if line.trim_end() == fence {
            return keys;
        }
        keys |= line.contains(sign);
    }
    false
}

#[cfg(test)]
mod tests;
