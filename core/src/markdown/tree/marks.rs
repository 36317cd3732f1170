//! Where matches stand in a body. Words and phrases are looked for in the document's text, as snippets do it, and raw
//! terms in the body as it is stored.

use std::ops::Range;

use crate::markdown::Document;
use crate::search::literal::places;
use crate::text::matcher::Matcher;

/// A body has so many marks at the most; matches after those are not marked.
pub const MAX_MARKS: usize = 5_000;

/// So many matches are placed: a raw term may stand mostly where nothing shows, as `|` does in tables.
const MAX_PLACES: usize = 100_000;

/// What to mark.
#[derive(Default)]
pub struct Wanted {
    matcher: Option<Matcher>,
    literals: Vec<String>,
}

/// Parts of a body that match, in order and apart from each other.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub ranges: Vec<Range<usize>>,
    /// There were more.
    pub more: bool,
}

impl Wanted {
    /// What `matcher` finds in the words, and every place of `literals`, in any case.
    #[must_use]
    pub fn new(matcher: Matcher, literals: Vec<String>) -> Self {
        Self { matcher: Some(matcher), literals }
    }

    /// The bytes of `body` that match. Time is linear in the body, times the needles.
    pub(super) fn places(&mut self, body: &str, document: &Document) -> Marks {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        if let Some(matcher) = &mut self.matcher {
            let positions = &document.positions;
            let of_words = matcher.find(&document.text).into_iter();
            ranges.extend(of_words.map(|mark| positions.body_of(mark.range.start)..positions.body_of(mark.range.end)));
        }
        for literal in &self.literals {
            ranges.extend(places(literal, body).take(MAX_PLACES + 1));
        }
        ranges.sort_unstable_by_key(|range| (range.start, range.end));
        let mut marks = Marks::default();
        for range in ranges.into_iter().filter(|range| !range.is_empty()) {
            let full = marks.ranges.len() == MAX_PLACES;
            match marks.ranges.last_mut() {
                // Only those that overlap are one: two words may stand side by side.
                Some(last) if range.start < last.end => last.end = last.end.max(range.end),
                _ if full => {
                    marks.more = true;
                    break;
                }
                _ => marks.ranges.push(range),
            }
        }
        marks
    }
}
