//! Code, raw HTML and callout markers.

use std::ops::Range;

use super::Reader;
use crate::markdown::html::{Piece, joins_words, pieces, tag_name};

/// The bytes within which a callout's marker must end.
const CALLOUT_BYTES: usize = 100;

impl Reader<'_> {
    /// A line of a code block, as typed.
    pub(super) fn code_line(&mut self, text: &str, range: Range<usize>) {
        match self.source.body.get(range.clone()) {
            Some(written) if written.len() == text.len() => self.words.push(written, range.start),
            _ => self.words.push_other(text, range.start, range.end),
        }
    }

    /// Code within a line: `range` has the backticks.
    pub(super) fn code(&mut self, code: &str, range: Range<usize>) {
        self.fresh_line = false;
        let body = self.source.body;
        let written = body.get(range.clone()).unwrap_or_default();
        let ticks = written.bytes().take_while(|&b| b == b'`').count();
        let inner = written.get(ticks..written.len().saturating_sub(ticks)).unwrap_or_default();
        match inner.find(code) {
            Some(at) => self.words.push(code, range.start + ticks + at),
            // A line end in it, or something hidden: what is typed counts.
            None => self.words.push(inner, range.start + ticks),
        }
        self.content(code);
    }

    /// A tag or comment within a line, or between the texts of an HTML block.
    pub(super) fn markup(&mut self, markup: &str) {
        let name = tag_name(markup);
        self.document.features.table |= name.eq_ignore_ascii_case("table");
        self.document.features.link |= name.eq_ignore_ascii_case("a") && markup.contains("href");
        if !joins_words(markup) {
            self.words.blank();
        }
    }

    /// An HTML block at its end.
    pub(super) fn html_block(&mut self) {
        self.words.line();
        let Some(lines) = self.html.take() else { return };
        let mut html = String::new();
        // Where each line starts in `html` and where it stands in the body.
        let mut places: Vec<(usize, Range<usize>)> = Vec::with_capacity(lines.len());
        for (line, range) in lines {
            places.push((html.len(), range));
            html.push_str(&line);
        }
        let mut places = &places[..];
        pieces(&html, |piece| match piece {
            Piece::Markup(markup) => self.markup(html.get(markup).unwrap_or_default()),
            Piece::Text(text) => {
                let mut at = text.start;
                while at < text.end {
                    while places.get(1).is_some_and(|(start, _)| *start <= at) {
                        places = places.get(1..).unwrap_or_default();
                    }
                    let line_end = places.get(1).map_or(html.len(), |(start, _)| *start);
                    let end = line_end.min(text.end);
                    let Some((start, range)) = places.first() else { return };
                    let place = (line_end - start == range.len()).then_some(range.start + (at - start));
                    self.html_text(html.get(at..end).unwrap_or_default(), place, range);
                    at = end;
                }
            }
        });
        self.words.line();
    }

    /// A part of a line between tags, which stands in the body at `place`, or somewhere in `line`. Blanks around it
    /// only part words.
    fn html_text(&mut self, text: &str, place: Option<usize>, line: &Range<usize>) {
        let words = text.trim();
        let lead = text.len() - text.trim_start().len();
        if lead > 0 {
            self.words.blank();
        }
        match place {
            Some(place) => self.written(place + lead..place + lead + words.len(), true),
            None => {
                self.words.push_other(words, line.start, line.end);
                self.content(words);
            }
        }
        if text.ends_with('\n') {
            self.words.line();
        } else if text.ends_with(char::is_whitespace) {
            self.words.blank();
        }
    }

    /// The marker of a callout, `[!WARNING]`, `[!note]-`, at the start of a quote's first paragraph: its word is seen.
    pub(super) fn callout(&mut self, at: usize) {
        let Some(rest) = self.source.text.get(at..).and_then(|rest| rest.strip_prefix("[!")) else { return };
        let Some(end) = rest.bytes().take(CALLOUT_BYTES).position(|b| matches!(b, b']' | b'\n' | b'\r')) else {
            return;
        };
        let kind = rest.get(..end).unwrap_or_default();
        if kind.is_empty() || rest.as_bytes().get(end) != Some(&b']') || kind.contains('[') {
            return;
        }
        self.words.push(kind, at + 2);
        self.words.blank();
        let folded = matches!(rest.as_bytes().get(end + 1), Some(b'-' | b'+'));
        self.done = at + 2 + end + 1 + usize::from(folded);
    }
}
