//! What a hit shows: its names, tags, and the place of its text that tells best why it matches, cut from what is stored.

use std::ops::Range;

use rusqlite::{Connection, OptionalExtension};

use super::SearchError;
use crate::fields::Kind;
use crate::id::PageId;
use crate::markdown;
use crate::query::{Query, Term};
use crate::store::{PageRef, view_texts};
use crate::text::matcher::{Matcher, Needle};
use crate::time::Instant;

use super::Hit;
use super::literal::Lined;

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
    let matcher = Matcher::new(&needles(query));
    pages.iter().filter_map(|&page| hit(connection, &matcher, page).transpose()).collect()
}

/// What the query asks to be found, whatever column it is narrowed to.
fn needles(query: &Query) -> Vec<Needle> {
    let wanted = query.leaves().into_iter().filter(|leaf| !leaf.excluded);
    wanted
        .filter_map(|leaf| match leaf.term {
            Some(Term::Word(word)) => Some(Needle::Word(word.clone())),
            Some(Term::Phrase(phrase)) => Some(Needle::Phrase(phrase.clone())),
            _ => None,
        })
        .collect()
}

fn hit(connection: &Connection, matcher: &Matcher, page: i64) -> Result<Option<Hit>, SearchError> {
    let mut find = connection.prepare_cached(
        "SELECT k.id, p.title, p.source, coalesce(p.shown_path, p.path), p.kind, p.updated
         FROM page p JOIN page_key k ON k.key = p.key WHERE p.key = ?1",
    )?;
    let found = find
        .query_row([page], |row| {
            let at = PageRef { id: PageId(row.get(0)?), title: row.get(1)?, source: row.get(2)?, path: row.get(3)? };
            Ok((at, Kind::of_code(row.get(4)?).unwrap_or(Kind::Note), Instant::from_ms(row.get(5)?)))
        })
        .optional()?;
    let Some((at, kind, updated)) = found else { return Ok(None) };
    let mut tags = connection.prepare_cached(
        "SELECT t.name FROM page_tag pt JOIN tag t ON t.key = pt.tag WHERE pt.page = ?1 ORDER BY pt.ord",
    )?;
    let tags = tags.query_map([page], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let (snippet, line) = snippet(connection, matcher, page)?;
    Ok(Some(Hit { at, kind, tags, updated, snippet, line, lined: Lined::default() }))
}

/// The best window of the page's texts, and the line of the body that its first mark stands on.
fn snippet(connection: &Connection, matcher: &Matcher, page: i64) -> Result<(Vec<Segment>, u32), SearchError> {
    let texts = view_texts(connection, page)?;
    let document = markdown::read(&texts.body);
    if !matcher.is_empty() {
        let marks = matcher.find(&document.text);
        if let Some(window) = best_window(&document.text, &marks) {
            let line =
                marks.iter().find(|mark| mark.start >= window.start).map_or(0, |mark| document.line_of(mark.start));
            return Ok((segments(&document.text, window, &marks), line));
        }
        for text in &texts.others {
            let marks = matcher.find(text);
            if let Some(window) = best_window(text, &marks) {
                return Ok((segments(text, window, &marks), 0));
            }
        }
    }
    if let Some(summary) = texts.summary.as_deref().filter(|summary| !summary.trim().is_empty()) {
        let marks = matcher.find(summary);
        return Ok((segments(summary, window_from(summary, 0), &marks), 0));
    }
    Ok((segments(&document.text, window_from(&document.text, 0), &[]), 0))
}

/// The window with the most marks in it, the first of equals.
fn best_window(text: &str, marks: &[Range<usize>]) -> Option<Range<usize>> {
    let mut best: Option<(usize, usize)> = None;
    let mut end = 0;
    for (at, mark) in marks.iter().enumerate() {
        end = end.max(at);
        while end < marks.len() && marks[end].end <= mark.start + LENGTH - BEFORE {
            end += 1;
        }
        let held = end - at;
        if best.is_none_or(|(_, most)| held > most) {
            best = Some((mark.start, held));
        }
    }
    let (start, _) = best?;
    Some(window_from(text, start))
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
fn segments(text: &str, window: Range<usize>, marks: &[Range<usize>]) -> Vec<Segment> {
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
        let (start, end) = (mark.start.max(at), mark.end.min(window.end));
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
