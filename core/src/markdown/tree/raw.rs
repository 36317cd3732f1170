//! Raw HTML: eight tags become nodes, without what they carry but for a picture's source, words and size; comments are
//! not shown, and every other tag is text.

use std::ops::Range;

use super::build::Tag;
use super::link::{outside, pixels};
use super::walk::Walker;
use crate::markdown::html::{entity, tag_name};
use crate::markdown::link::{Aim, aim_of_destination};
use crate::markdown::reader::{HtmlPart, html_parts};
use crate::wire::tree::{LinkTo, Node};

impl Walker<'_> {
    /// A tag or comment within a line.
    pub(super) fn inline_tag(&mut self, markup: &str) {
        self.fresh_line = false;
        if !markup.starts_with("<!--") && !self.phrase(markup) {
            self.nodes.text(markup);
        }
    }

    /// An HTML block.
    pub(super) fn html_block(&mut self, lines: Vec<(String, Range<usize>)>) {
        html_parts(lines, |part| match part {
            HtmlPart::Markup { markup, at } => self.block_tag(markup, at),
            HtmlPart::Text { text, place, line } => self.html_text(text, place, line),
        });
        self.nodes.end_inline_tags();
        self.nodes.close_tag(Tag::Summary);
    }

    fn block_tag(&mut self, markup: &str, at: usize) {
        if markup.starts_with("<!--") {
            return;
        }
        let line = Some(self.document.lines.line_of(at));
        let name = tag_name(markup).to_ascii_lowercase();
        let closes = markup.starts_with("</");
        let taken = match (name.as_str(), closes) {
            ("details", false) => {
                self.nodes.end_inline_tags();
                self.open_tag(Node::Details, Tag::Details, line)
            }
            ("details", true) => {
                let open = self.nodes.has_tag(Tag::Details);
                self.nodes.close_tag(Tag::Details);
                open
            }
            ("summary", false) if self.nodes.has_tag(Tag::Details) && !self.nodes.has_tag(Tag::Summary) => {
                self.nodes.end_inline_tags();
                self.open_tag(Node::Summary, Tag::Summary, line)
            }
            ("summary", true) => {
                let open = self.nodes.has_tag(Tag::Summary);
                self.nodes.close_tag(Tag::Summary);
                open
            }
            _ => {
                self.in_paragraph(at);
                self.phrase(markup)
            }
        };
        if !taken {
            self.in_paragraph(at);
            self.nodes.text(markup);
        }
    }

    /// Text between tags needs something around it.
    fn in_paragraph(&mut self, at: usize) {
        if !self.nodes.has_tag(Tag::Paragraph) && !self.nodes.has_tag(Tag::Summary) {
            let line = Some(self.document.lines.line_of(at));
            self.open_tag(Node::Paragraph, Tag::Paragraph, line);
        }
    }

    /// A part of a line between tags, which stands in the body at `place`, or somewhere in `line`.
    fn html_text(&mut self, text: &str, place: Option<usize>, line: &Range<usize>) {
        let words = text.trim();
        let lead = text.len() - text.trim_start().len();
        if words.is_empty() {
            if self.nodes.has_tag(Tag::Paragraph) || self.nodes.has_tag(Tag::Summary) {
                self.nodes.text(if text.contains('\n') { "\n" } else { " " });
            }
            return;
        }
        self.in_paragraph(place.map_or(line.start, |place| place + lead));
        if lead > 0 {
            self.nodes.text(" ");
        }
        match place {
            Some(place) => self.written(place + lead..place + lead + words.len(), true),
            None => self.nodes.spelt(words, line.clone()),
        }
        if text.ends_with('\n') {
            self.nodes.text("\n");
        } else if text.ends_with(char::is_whitespace) {
            self.nodes.text(" ");
        }
        self.end_address();
    }

    /// A tag that stands in a line; whether it is one that is drawn.
    fn phrase(&mut self, markup: &str) -> bool {
        let name = tag_name(markup).to_ascii_lowercase();
        let (node, tag) = match name.as_str() {
            "br" => {
                self.nodes.leaf(Node::Break, None);
                return true;
            }
            "img" if !markup.starts_with("</") => {
                self.picture(markup);
                return true;
            }
            "kbd" => (Node::Kbd, Tag::Kbd),
            "sub" => (Node::Sub, Tag::Sub),
            "sup" => (Node::Sup, Tag::Sup),
            _ => return false,
        };
        if markup.starts_with("</") {
            let open = self.nodes.has_tag(tag);
            self.nodes.close_tag(tag);
            return open;
        }
        self.open_tag(node, tag, None)
    }

    fn picture(&mut self, markup: &str) {
        let source = attribute(markup, "src").unwrap_or_default();
        let alternative = attribute(markup, "alt").unwrap_or_default();
        let size = (attribute(markup, "width"), attribute(markup, "height"));
        let size = (size.0.as_deref().and_then(pixels), size.1.as_deref().and_then(pixels));
        let (to, found) = match aim_of_destination(&source) {
            Some(aim @ Aim::File(_)) => self.aimed(&aim, 0),
            Some(Aim::Page(..)) => (LinkTo::Nothing { target: source }, None),
            None => (outside(&source), None),
        };
        self.open_image(to, found, Some(size));
        self.nodes.text(&alternative);
        self.end_link();
    }
}

/// The value of a tag's attribute, the first of its name, entities decoded.
fn attribute(markup: &str, wanted: &str) -> Option<String> {
    let mut rest = markup.get(1 + tag_name(markup).len()..)?;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/')).unwrap_or(rest.len());
        let (name, after) = rest.split_at_checked(end)?;
        if name.is_empty() && !after.starts_with('=') {
            return None;
        }
        let (value, after) = match after.trim_start().strip_prefix('=') {
            Some(after) => value(after.trim_start()),
            None => ("", after),
        };
        if name.eq_ignore_ascii_case(wanted) {
            return Some(decoded(value));
        }
        rest = after;
    }
}

/// A value, quoted or not, and what follows it.
fn value(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote) {
            return inner.split_once(quote).unwrap_or((inner, ""));
        }
    }
    text.split_at(text.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(text.len()))
}

fn decoded(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut from = 0;
    for (amp, _) in text.match_indices('&') {
        let Some((c, length)) = text.get(amp..).and_then(entity) else { continue };
        decoded.push_str(text.get(from..amp).unwrap_or_default());
        decoded.push(c);
        from = amp + length;
    }
    decoded.push_str(text.get(from..).unwrap_or_default());
    decoded
}
