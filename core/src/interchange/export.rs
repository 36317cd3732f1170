//! A page as the bytes of a Markdown file.

use crate::fields::{Fields, Kind, MadeBy};
use crate::front;

use super::encoding::{Decoded, decode, encode};

/// A page on its way out.
#[derive(Debug, Clone, Copy)]
pub struct PageOut<'a> {
    /// The page's fields; `front` is the front matter that is changed as little as can be.
    pub fields: &'a Fields,
    /// The page's text.
    pub body: &'a str,
    /// The bytes of the file that `fields.original` names.
    pub original: Option<&'a [u8]>,
    /// The title that the exported file has without a front matter: its first heading, else its file name.
    pub derived_title: &'a str,
    /// Whether the page came from a file. Then dates are only written where its front matter had them.
    pub imported: bool,
    /// Who wrote the page, written into a front matter that is new. `None` leaves it out.
    pub made_by: Option<MadeBy>,
}

/// The bytes that came in if nothing was changed, else with only those lines changed that a change concerns.
///
/// A page whose file was not UTF-8 keeps its encoding, unless its text has characters now which that cannot hold.
#[must_use]
pub fn file_of_page(page: &PageOut<'_>) -> Vec<u8> {
    let front = page.fields.front.as_deref().unwrap_or_default();
    let line_end = line_end_of(page.body);
    let made_by = page.made_by.filter(|_| !page.imported);
    let new_front = front::rewrite(front, &told(page, front), made_by, line_end);
    let text = join(new_front, page.body, line_end);
    let Some(original) = page.original else { return text.into_bytes() };
    match decode(original) {
        Decoded::Text(read) if read.text == text => original.to_vec(),
        Decoded::Text(read) => encode(&text, read.encoding).unwrap_or_else(|| text.into_bytes()),
        Decoded::Binary => text.into_bytes(),
    }
}

/// The fields that have to stand in the front matter.
fn told(page: &PageOut<'_>, front: &str) -> Fields {
    let now = front::parse(front).fields;
    let mut told = page.fields.clone();
    // The file says these by itself.
    if now.title.is_none() && told.title.as_deref() == Some(page.derived_title) {
        told.title = None;
    }
    if now.kind.is_none() && told.kind == Some(Kind::Note) {
        told.kind = None;
    }
    let made_here = !page.imported && front.trim_start_matches('\u{feff}').is_empty();
    told.created = told.created.filter(|_| made_here || now.created.is_some());
    told.updated = told.updated.filter(|_| made_here || now.updated.is_some());
    told
}

/// Front and body as one text that splits into the same two again.
fn join(mut front: String, body: &str, line_end: &str) -> String {
    let mark_only = front.trim_start_matches('\u{feff}').is_empty();
    if !mark_only && !body.is_empty() && !front.ends_with(['\n', '\r']) {
        front.push_str(line_end);
    }
    let text = front + body;
    if !mark_only || front::split(&text).1 == body {
        return text;
    }
    // A body that looks like front matter itself needs one before it, if an empty one.
    let mark = &text[..text.len() - body.len()];
    format!("{mark}---{line_end}---{line_end}{body}")
}

/// The first line end of a text, LF if it has none.
fn line_end_of(text: &str) -> &'static str {
    match text.find(['\n', '\r']).map(|at| &text[at..]) {
        Some(rest) if rest.starts_with("\r\n") => "\r\n",
        Some(rest) if rest.starts_with('\r') => "\r",
        _ => "\n",
    }
}
