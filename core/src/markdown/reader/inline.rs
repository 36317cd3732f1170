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
        let (text, at) = code_within(self.source.body, code, &range);
        self.words.push(text, at);
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
        html_parts(lines, |part| match part {
            HtmlPart::Markup { markup, .. } => self.markup(markup),
            HtmlPart::Text { text, place, line } => self.html_text(text, place, line),
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

    /// The marker of a callout at the start of a quote's first paragraph: its word is seen.
    pub(super) fn callout(&mut self, at: usize) {
        let source = self.source;
        let Some(marker) = callout_marker(&source.text, at) else { return };
        self.words.push(source.text.get(marker.kind.clone()).unwrap_or_default(), marker.kind.start);
        self.words.blank();
        self.done = marker.end;
    }
}

/// What is in a code span, as typed, and where it stands; `range` has the backticks.
pub(in crate::markdown) fn code_within<'a>(body: &'a str, code: &'a str, range: &Range<usize>) -> (&'a str, usize) {
    let written = body.get(range.clone()).unwrap_or_default();
    let ticks = written.bytes().take_while(|&b| b == b'`').count();
    let inner = written.get(ticks..written.len().saturating_sub(ticks)).unwrap_or_default();
    match inner.find(code) {
        Some(at) => (code, range.start + ticks + at),
        // A line end in it, or something hidden: what is typed counts.
        None => (inner, range.start + ticks),
    }
}

/// The marker of a callout: `[!WARNING]`, `[!note]-`.
pub(in crate::markdown) struct Callout {
    /// The word in it.
    pub kind: Range<usize>,
    /// The sign that says that it folds, `-` or `+`.
    pub fold: Option<u8>,
    /// Where the marker ends.
    pub end: usize,
}

/// The marker at `at`, where the first paragraph of a quote starts.
pub(in crate::markdown) fn callout_marker(text: &str, at: usize) -> Option<Callout> {
    let rest = text.get(at..)?.strip_prefix("[!")?;
    let end = rest.bytes().take(CALLOUT_BYTES).position(|b| matches!(b, b']' | b'\n' | b'\r'))?;
    let kind = rest.get(..end)?;
    if kind.is_empty() || rest.as_bytes().get(end) != Some(&b']') || kind.contains('[') {
        return None;
    }
    let fold = rest.as_bytes().get(end + 1).copied().filter(|sign| matches!(sign, b'-' | b'+'));
    let start = at + 2;
    Some(Callout { kind: start..start + end, fold, end: start + end + 1 + usize::from(fold.is_some()) })
}

/// A part of an HTML block.
pub(in crate::markdown) enum HtmlPart<'a> {
    /// A tag, comment or instruction, and about where it stands in the body.
    Markup { markup: &'a str, at: usize },
    /// A part of a line between them, which stands in the body at `place`, or somewhere in `line`.
    Text { text: &'a str, place: Option<usize>, line: &'a Range<usize> },
}

/// The parts of an HTML block of these lines, each with where it stands in the body. Time is linear.
pub(in crate::markdown) fn html_parts(lines: Vec<(String, Range<usize>)>, mut f: impl FnMut(HtmlPart<'_>)) {
    let mut html = String::new();
    // Where each line starts in `html` and where it stands in the body.
    let mut places: Vec<(usize, Range<usize>)> = Vec::with_capacity(lines.len());
    for (line, range) in lines {
        places.push((html.len(), range));
        html.push_str(&line);
    }
    let mut places = &places[..];
    pieces(&html, |piece| {
        let (Piece::Markup(range) | Piece::Text(range)) = &piece;
        let mut at = range.start;
        while at < range.end {
            while places.get(1).is_some_and(|(start, _)| *start <= at) {
                places = places.get(1..).unwrap_or_default();
            }
            let Some((start, line)) = places.first() else { return };
            if matches!(piece, Piece::Markup(_)) {
                let markup = html.get(range.clone()).unwrap_or_default();
                return f(HtmlPart::Markup { markup, at: (line.start + (at - start)).min(line.end) });
            }
            let line_end = places.get(1).map_or(html.len(), |(start, _)| *start);
            let end = line_end.min(range.end);
            let place = (line_end - start == line.len()).then_some(line.start + (at - start));
            f(HtmlPart::Text { text: html.get(at..end).unwrap_or_default(), place, line });
            at = end;
        }
    });
}
