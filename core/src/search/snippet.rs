//! What a hit shows: its names, tags, and the place of its text that tells best why it matches, cut from what is stored.

use std::ops::Range;

use rusqlite::Connection;

use super::literal::Lined;
use super::{Hit, SearchError, look};
use crate::markdown;
use crate::query::{Query, Term};
use crate::store::{Shown, shown};
use crate::text::matcher::{Mark, Matcher, NEEDLES, Needle};

/// A snippet is about so many characters long.
const LENGTH: usize = 200;

/// How much of it stands before the first mark.
const BEFORE: usize = 60;

/// A piece of a snippet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// The text, plain.
    pub text: String,
    /// It is one of the words searched for.
    pub hit: bool,
}

/// The hits for `pages`, in their order.
pub(super) fn hits(connection: &Connection, query: &Query, pages: &[i64]) -> Result<Vec<Hit>, SearchError> {
    let mut matcher = Matcher::new(&needles(query));
    let mut hits = Vec::with_capacity(pages.len());
    for &page in pages {
        let Some(shown) = shown(connection, page)? else { continue };
        let (snippet, line) = snippet(&shown, &mut matcher);
        let Shown { at, kind, tags, updated, .. } = shown;
        hits.push(Hit { at, kind, tags, updated, snippet, line, lined: Lined::default(), section: None });
    }
    Ok(hits)
}

/// What the query asks to be found, whatever column it is narrowed to.
pub(super) fn needles(query: &Query) -> Vec<Needle> {
    let wanted = query.leaves().into_iter().filter(|leaf| !leaf.excluded);
    wanted
        .filter_map(|leaf| match leaf.term {
            Some(Term::Word(word)) => Some(Needle::Word(word.clone())),
            Some(Term::Phrase(phrase)) => Some(Needle::Phrase(phrase.clone())),
            _ => None,
        })
        .collect()
}

/// The best window of the page's texts, and the line of the body that its first mark stands on.
fn snippet(shown: &Shown, matcher: &mut Matcher) -> (Vec<Segment>, u32) {
    let every = matcher.all_needles();
    let mut first = None;
    let looks = if matcher.is_empty() { 0 } else { usize::MAX };
    for beginning in look::beginnings(&shown.body).take(looks) {
        let document = markdown::read(&beginning.text);
        let marks = matcher.find(&document.text);
        if let Some((window, needles)) = best_window(&document.text, &marks)
            && document.positions.body_of(window.end) < beginning.bytes
            && (needles == every || !beginning.wants_all)
        {
            let mark = marks.iter().find(|mark| mark.range.start >= window.start);
            let line = mark.map_or(0, |mark| document.line_of(mark.range.start));
            return (segments(&document.text, window, &marks), line);
        }
        first.get_or_insert(document);
    }
    for text in &shown.others {
        let marks = matcher.find(text);
        if let Some((window, _)) = best_window(text, &marks) {
            return (segments(text, window, &marks), 0);
        }
    }
    if let Some(summary) = shown.summary.as_deref().filter(|summary| !summary.trim().is_empty()) {
        let marks = matcher.find(summary);
        return (segments(summary, window_from(summary, 0), &marks), 0);
    }
    let text = match (first, look::beginnings(&shown.body).next()) {
        (Some(document), _) => document.text,
        (None, Some(beginning)) => markdown::read(&beginning.text).text,
        (None, None) => String::new(),
    };
    (segments(&text, window_from(&text, 0), &[]), 0)
}

/// The window with the most needles in it, of these the one with the most marks, and of equals the first; and its
/// needles, a bit each.
fn best_window(text: &str, marks: &[Mark]) -> Option<(Range<usize>, u64)> {
    let mut best: Option<((u32, usize), usize, u64)> = None;
    let mut held = Held { of_needle: [0; NEEDLES], needles: 0 };
    let mut end = 0;
    for (at, mark) in marks.iter().enumerate() {
        while end < marks.len() && (end == at || marks[end].range.end <= mark.range.start + LENGTH - BEFORE) {
            held.count(marks[end].needles, 1);
            end += 1;
        }
        let worth = (held.needles.count_ones(), end - at);
        if best.is_none_or(|(most, ..)| worth > most) {
            best = Some((worth, mark.range.start, held.needles));
        }
        held.count(mark.needles, -1);
    }
    let (_, start, needles) = best?;
    Some((window_from(text, start), needles))
}

/// How many marks of each needle stand in a window, and which needles have one.
struct Held {
    of_needle: [i32; NEEDLES],
    needles: u64,
}

impl Held {
    fn count(&mut self, needles: u64, change: i32) {
        let mut rest = needles;
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            self.of_needle[at] += change;
            let bit = 1 << at;
            self.needles = if self.of_needle[at] > 0 { self.needles | bit } else { self.needles & !bit };
        }
    }
}

/// About [`LENGTH`] characters that hold `at`, from a word's start to a word's end where there is one near.
fn window_from(text: &str, at: usize) -> Range<usize> {
    let before = text[..at].char_indices().rev().nth(BEFORE - 1).map_or(0, |(start, _)| start);
    let start = match text[before..at].find(char::is_whitespace) {
        Some(blank) if before > 0 => before + blank,
        _ => before,
    };
    let limit = text[start..].char_indices().nth(LENGTH).map_or(text.len(), |(end, _)| start + end);
    let end = match text[start..limit].rfind(char::is_whitespace) {
        Some(blank) if limit < text.len() && start + blank > at + (limit - at) / 2 => start + blank,
        _ => limit,
    };
    start..end
}

/// The window as plain and marked pieces. Line ends and other blanks show as one blank; `…` stands where it is cut.
fn segments(text: &str, window: Range<usize>, marks: &[Mark]) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut push = |piece: &str, hit: bool| {
        if !piece.is_empty() {
            segments.push(Segment { text: piece.to_owned(), hit });
        }
    };
    let mut at = window.start;
    if window.start > 0 {
        push("…", false);
    }
    for mark in marks {
        let (start, end) = (mark.range.start.max(at), mark.range.end.min(window.end));
        if start >= end {
            continue;
        }
        push(&text[at..start], false);
        push(&text[start..end], true);
        at = end;
    }
    push(&text[at..window.end], false);
    if window.end < text.trim_end().len() {
        push("…", false);
    }
    squeeze(segments)
}

/// One blank for each run of blanks, across the pieces too.
fn squeeze(segments: Vec<Segment>) -> Vec<Segment> {
    let mut blank = true;
    let mut squeezed = Vec::with_capacity(segments.len());
    for segment in segments {
        let mut text = String::with_capacity(segment.text.len());
        for c in segment.text.chars() {
            let is_blank = c.is_whitespace() || c.is_control();
            if !is_blank {
                text.push(c);
            } else if !blank {
                text.push(' ');
            }
            blank = is_blank;
        }
        if !text.is_empty() {
            squeezed.push(Segment { text, hit: segment.hit });
        }
    }
    if let Some(last) = squeezed.last_mut() {
        last.text.truncate(last.text.trim_end().len());
    }
    squeezed.retain(|segment| !segment.text.is_empty());
    squeezed
}
