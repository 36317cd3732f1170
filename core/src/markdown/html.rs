//! Raw HTML to its text. Nothing is rendered from here, so nothing is made safe; only tags and comments are told from
//! words.

use std::ops::Range;

/// A part of raw HTML.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Words, entities not decoded.
    Text(Range<usize>),
    /// A tag, comment or instruction.
    Markup(Range<usize>),
}

/// Cuts `html` into pieces that follow each other and cover it. What opens and never closes is text. Time is linear.
pub(super) fn pieces(html: &str, mut f: impl FnMut(Piece)) {
    let mut closers = Closers::default();
    let mut text = 0;
    let mut at = 0;
    while let Some(found) = html.get(at..).and_then(|rest| rest.find('<')) {
        at += found;
        match closers.markup_end(html, at) {
            Some(end) => {
                if text < at {
                    f(Piece::Text(text..at));
                }
                f(Piece::Markup(at..end));
                at = end;
                text = end;
            }
            None => at += 1,
        }
    }
    if text < html.len() {
        f(Piece::Text(text..html.len()));
    }
}

/// What is known not to follow any more: a search that failed once is not tried again.
#[derive(Default)]
struct Closers {
    missing: Vec<&'static str>,
    missing_quotes: Vec<u8>,
}

impl Closers {
    fn markup_end(&mut self, html: &str, at: usize) -> Option<usize> {
        let rest = html.get(at..)?;
        for (open, close) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] {
            if rest.starts_with(open) {
                return self.find(html, at + open.len(), close);
            }
        }
        let name = rest.get(1..)?.trim_start_matches(['/', '!']);
        if rest.len() - name.len() > 2 || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        self.tag_end(html, at + 1)
    }

    fn find(&mut self, html: &str, from: usize, close: &'static str) -> Option<usize> {
        if self.missing.contains(&close) {
            return None;
        }
        let found = html.get(from..).and_then(|rest| rest.find(close));
        if found.is_none() {
            self.missing.push(close);
        }
        found.map(|found| from + found + close.len())
    }

    /// The end of a tag: the first `>` outside of quotes, with no `<` before it.
    fn tag_end(&mut self, html: &str, from: usize) -> Option<usize> {
        let bytes = html.as_bytes();
        let mut at = from;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'>' => return Some(at + 1),
                b'<' => return None,
                b'"' | b'\'' if !self.missing_quotes.contains(&byte) => {
                    let close = bytes.get(at + 1..).and_then(|rest| rest.iter().position(|&b| b == byte));
                    match close {
                        Some(length) => at += length + 1,
                        None => self.missing_quotes.push(byte),
                    }
                }
                _ => {}
            }
            at += 1;
        }
        None
    }
}

/// The name of a tag such as `<br/>` or `</li>`, as written; empty for comments and the like.
pub(super) fn tag_name(markup: &str) -> &str {
    let name = markup.trim_start_matches(['<', '/']);
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    name.get(..end).unwrap_or_default()
}

/// Whether words on both sides of the tag stay one word: emphasis and the like, comments, instructions.
pub(super) fn joins_words(markup: &str) -> bool {
    let name = tag_name(markup);
    name.is_empty() || INLINE_TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(name))
}

const INLINE_TAGS: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd",
    "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
];

/// The character that an entity at the start of `text` stands for, and its length. The commonest names only: raw HTML
/// in notes has few, and an unknown one stays as written.
pub(super) fn entity(text: &str) -> Option<(char, usize)> {
    let body = text.strip_prefix('&')?;
    let end = body.bytes().take(10).position(|b| b == b';')?;
    let name = body.get(..end)?;
    let c = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{A0}',
        "shy" => '\u{AD}',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        "middot" => '·',
        "copy" => '©',
        "rarr" => '→',
        "larr" => '←',
        "times" => '×',
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((c, end + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, want: &str) {
        let mut text = String::new();
        pieces(html, |piece| match piece {
            Piece::Text(range) => text += &html[range],
            Piece::Markup(range) => text += if joins_words(&html[range]) { "" } else { "|" },
        });
        assert_eq!(text, want, "{html}");
    }

    #[test]
    fn tags_and_comments_are_told_from_words() {
        check("<ul><li>moon</li><li>sun</li></ul>", "||moon||sun||");
        check("a<b>b</b>c<BR/>d", "abc|d");
        check("<img alt=\"a > b\" title='<'>x", "|x");
        check("<!-- a <b> -->x<!---->y<?php a ?>z<![CDATA[q]]>w<!DOCTYPE html>v", "xyzwv");
        check("a < b, 1 <2, <- <", "a < b, 1 <2, <- <");
        check("<!-- open <b>x</b>", "<!-- open x");
        check("<a title=\"open>x</a> <i", "x <i");
        check("<a <b>x", "<a x");
    }

    #[test]
    fn entities_are_decoded() {
        assert_eq!(entity("&amp; x"), Some(('&', 5)));
        assert_eq!(entity("&#233;"), Some(('é', 6)));
        assert_eq!(entity("&#xE9;"), Some(('é', 6)));
        for text in ["&", "&;", "&nope;", "& amp;", "&#xD800;", "&#99999999999;", "x"] {
            assert_eq!(entity(text), None, "{text}");
        }
    }
}
