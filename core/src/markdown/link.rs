//! What a link points to: a page, a file, or something outside. Which page that is in the store is decided elsewhere.

use crate::id::PageId;
use crate::interchange::leaf_of_path;

use super::scan::{Wikilink, wikilink_at};

/// Where a link to a page points.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// `[[…]]`: a path, a part of one, a title or an alias, as written.
    Name(String),
    /// A Markdown link's path, percent signs decoded once: relative to the page's folder, or with `/` in front to the
    /// source's root.
    Relative(String),
    /// `scrap:ID`.
    Id(PageId),
    /// The page itself: `[[#heading]]` or `[x](#heading)`.
    Own,
}

/// A link to a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageLink {
    /// The page.
    pub target: Target,
    /// What follows the first `#`, as written but for percent signs: a heading's text or slug, or a block's name. A name
    /// that has a `#` of its own, as in `[[C# notes]]` or `[[Issue #7]]`, is the target, `#` and this.
    pub fragment: Option<String>,
    /// The line of the body, from 1.
    pub line: u32,
    /// The byte of the body at which the link starts.
    pub offset: usize,
    /// `![[…]]` or `![](…)`: shown in place.
    pub embed: bool,
}

/// A link to a file or picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileLink {
    /// Its path or name as a page link's would be.
    pub target: Target,
    /// The line of the body, from 1.
    pub line: u32,
    /// The byte of the body at which the link starts.
    pub offset: usize,
    /// Shown in place, as a picture is.
    pub embed: bool,
}

/// The pages that `[[…]]` in a front matter value link to, with what follows `#`. Files and addresses are left out.
#[must_use]
pub fn link_targets_in(value: &str) -> Vec<(Target, Option<String>)> {
    let mut targets = Vec::new();
    let mut at = 0;
    while let Some(found) = value.get(at..).and_then(|rest| rest.find("[[")) {
        at += found;
        match wikilink_at(value, at) {
            Some(link) => {
                if let Some(Aim::Page(target, fragment)) = aim_of_wikilink(value, &link) {
                    targets.push((target, fragment));
                }
                at = link.range.end;
            }
            None => at += 1,
        }
    }
    targets
}

/// What a link is to us.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Aim {
    Page(Target, Option<String>),
    File(Target),
}

/// `None` for an address outside.
pub(super) fn aim_of_wikilink(source: &str, link: &Wikilink) -> Option<Aim> {
    let written = source.get(link.target.clone())?.trim();
    let lower = written.get(..11).unwrap_or(written).to_ascii_lowercase();
    let scheme =
        ["mailto:", "javascript:", "data:", "vbscript:", "tel:"].iter().any(|scheme| lower.starts_with(scheme));
    if scheme || is_address(written) {
        return None;
    }
    let (name, fragment) = match written.split_once('#') {
        Some((name, fragment)) => (name, Some(fragment.to_owned())),
        None => (written, None),
    };
    let trimmed = name.trim_end();
    if let Some(id) = page_id(trimmed) {
        return Some(Aim::Page(Target::Id(id), fragment));
    }
    Some(match trimmed {
        "" => Aim::Page(Target::Own, fragment),
        file if names_file(file) => Aim::File(Target::Name(file.to_owned())),
        // The blank before a `#` is a part of the name, if the `#` is.
        _ => Aim::Page(Target::Name(name.to_owned()), fragment),
    })
}

/// What a Markdown link's destination aims at; `None` for an address outside and for an empty destination.
pub(super) fn aim_of_destination(destination: &str) -> Option<Aim> {
    // Browsers drop these before they look for a scheme, so `java\nscript:` is one.
    let destination: String = destination.chars().filter(|c| !c.is_control()).collect();
    let destination = destination.trim();
    let (path, fragment) = match destination.split_once('#') {
        Some((path, fragment)) => (path, Some(percent_decoded(fragment))),
        None => (destination, None),
    };
    if let Some(id) = page_id(path) {
        return Some(Aim::Page(Target::Id(id), fragment));
    }
    if path.is_empty() {
        return fragment.map(|fragment| Aim::Page(Target::Own, Some(fragment)));
    }
    if path.starts_with("//") || has_scheme(path) {
        return None;
    }
    let path = percent_decoded(path);
    Some(if names_file(&path) {
        Aim::File(Target::Relative(path))
    } else {
        Aim::Page(Target::Relative(path), fragment)
    })
}

fn page_id(path: &str) -> Option<PageId> {
    let (scheme, id) = path.split_at_checked(6)?;
    if !scheme.eq_ignore_ascii_case("scrap:") {
        return None;
    }
    id.parse().ok()
}

/// Whether text starts as an address does: a scheme and `://`.
fn is_address(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| is_scheme(scheme))
}

fn has_scheme(path: &str) -> bool {
    path.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme))
}

/// RFC 3986's scheme; a single letter is a drive.
fn is_scheme(text: &str) -> bool {
    text.len() > 1
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// `%20` and the like decoded, once. What is no percent code stays, and so does all of it if the bytes are no UTF-8.
pub(super) fn percent_decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = (first == b'%')
            .then(|| tail.first_chunk::<2>())
            .flatten()
            .and_then(|&[high, low]| Some(char::from(high).to_digit(16)? << 4 | char::from(low).to_digit(16)?));
        match code.and_then(|code| u8::try_from(code).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Whether a label says how large a picture is: `300`, `300x200`.
pub(super) fn is_size(label: &str) -> bool {
    label.trim().bytes().all(|b| b.is_ascii_digit() || b == b'x')
}

/// Whether a path's last part ends as files do. A list decides, since titles have dots too: `Roadmap v2.0` is a page.
fn names_file(path: &str) -> bool {
    let name = leaf_of_path(path);
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let extension = extension.to_ascii_lowercase();
    !stem.is_empty() && FILE_EXTENSIONS.binary_search(&extension.as_str()).is_ok()
}

/// Sorted. `md` and `markdown` are pages.
const FILE_EXTENSIONS: &[&str] = &[
    "3gp",
    "7z",
    "aac",
    "avif",
    "bash",
    "bib",
    "bmp",
    "bz2",
    "c",
    "canvas",
    "cc",
    "cfg",
    "conf",
    "cpp",
    "cs",
    "css",
    "csv",
    "db",
    "diff",
    "doc",
    "docx",
    "drawio",
    "eml",
    "epub",
    "excalidraw",
    "flac",
    "gif",
    "go",
    "gpx",
    "gz",
    "h",
    "heic",
    "heif",
    "hpp",
    "htm",
    "html",
    "ico",
    "ics",
    "ini",
    "ipynb",
    "java",
    "jpeg",
    "jpg",
    "js",
    "json",
    "jsonl",
    "jsx",
    "key",
    "kml",
    "kt",
    "log",
    "lua",
    "m4a",
    "m4v",
    "mkv",
    "mobi",
    "mov",
    "mp3",
    "mp4",
    "mpeg",
    "mpg",
    "odp",
    "ods",
    "odt",
    "ogg",
    "ogv",
    "opus",
    "pages",
    "patch",
    "pdf",
    "php",
    "pl",
    "png",
    "ppt",
    "pptx",
    "ps",
    "psd",
    "py",
    "r",
    "rar",
    "rb",
    "rs",
    "rst",
    "rtf",
    "scss",
    "sh",
    "sql",
    "sqlite",
    "svg",
    "swift",
    "tar",
    "tex",
    "tgz",
    "tif",
    "tiff",
    "toml",
    "ts",
    "tsv",
    "tsx",
    "txt",
    "vcf",
    "wav",
    "webm",
    "webp",
    "wmv",
    "xls",
    "xlsx",
    "xml",
    "xz",
    "yaml",
    "yml",
    "zip",
    "zst",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_extensions_are_sorted() {
        assert!(FILE_EXTENSIONS.is_sorted());
    }

    #[test]
    fn destinations_aim_at_pages_files_or_outside() {
        let page = |path: &str, fragment: Option<&str>| {
            Some(Aim::Page(Target::Relative(path.to_owned()), fragment.map(str::to_owned)))
        };
        let file = |path: &str| Some(Aim::File(Target::Relative(path.to_owned())));
        let id = PageId([7; 16]);
        let table = [
            ("b.md", page("b.md", None)),
            ("../b%20c.md#Part%20two", page("../b c.md", Some("Part two"))),
            ("50%2525%20off.md", page("50%25 off.md", None)),
            ("a%zz%4.md", page("a%zz%4.md", None)),
            ("a%ff.md", page("a%ff.md", None)),
            ("/top", page("/top", None)),
            ("notes/v2.0", page("notes/v2.0", None)),
            ("img/a.PNG", file("img/a.PNG")),
            ("x.pdf#page=2", file("x.pdf")),
            ("#part", Some(Aim::Page(Target::Own, Some("part".to_owned())))),
            (&format!("scrap:{id}#x"), Some(Aim::Page(Target::Id(id), Some("x".to_owned())))),
            ("scrap:short", None),
            ("https://example.org/a.md", None),
            ("mailto:a@example.org", None),
            ("JavaScript:alert(1)", None),
            ("java\nscript:alert(1)", None),
            ("search:kind:todo", None),
            ("//example.org/a", None),
            ("", None),
        ];
        for (destination, want) in table {
            assert_eq!(aim_of_destination(destination), want, "{destination}");
        }
    }

    #[test]
    fn front_matter_values_link_by_name() {
        let named = |text: &str| Target::Name(text.to_owned());
        assert_eq!(link_targets_in("[[Acme]]"), [(named("Acme"), None)]);
        assert_eq!(
            link_targets_in("with [[Nils Example|Nils]] [[a#b]] [[x.pdf]] [[https://example.org]] [[ ]] [[open"),
            [(named("Nils Example"), None), (named("a"), Some("b".to_owned()))]
        );
    }
}
