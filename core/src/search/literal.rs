//! Lines of a page's stored text that hold a raw term: a literal in any case, or what a regex matches. A plain scan, for
//! the few hits of a page.

mod find;

use std::ops::Range;

use self::find::find;
pub(crate) use self::find::find as places;
use super::raw::Raw;
use super::regex::Pattern;
use crate::markdown::lines::Lines;

/// A shown line has so many characters at the most.
const SHOWN: usize = 200;

/// Of a page, so many matching lines are shown.
const MAX_LINES: usize = 5;

/// Of a page, so many matching lines are counted.
pub const MAX_COUNTED: usize = 1_000;

/// Where in a page a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Its title.
    Title,
    /// Its body.
    Body,
    /// The side of a conflict in title or body that is not shown.
    Conflict,
    /// The text read from one of its files.
    File,
}

/// A line that holds a raw term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1, in its part. A conflict's side has the number of the line of the body that shows in its
    /// place, or 1 for the title.
    pub number: u32,
    /// Where it stands.
    pub part: Part,
    /// The line, cut to about 200 characters around its first match, `…` where it is cut.
    pub text: String,
    /// The matches, in bytes of `text`.
    pub spans: Vec<Range<usize>>,
}

/// The matching lines of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lined {
    /// The first of them.
    pub lines: Vec<Line>,
    /// How many there are, up to [`MAX_COUNTED`].
    pub matches: usize,
}

impl Lined {
    /// Adds the lines that hold `raw` of the side of a conflict that is not shown; the other stands at `line`.
    pub(super) fn scan_side(&mut self, raw: &Raw<'_>, text: &str, line: u32) {
        let before = self.lines.len();
        self.scan(raw, Part::Conflict, text);
        self.lines.iter_mut().skip(before).for_each(|found| found.number = line.max(1));
    }

    /// Adds the lines of `text` that hold `raw`.
    pub(super) fn scan(&mut self, raw: &Raw<'_>, part: Part, text: &str) {
        match raw {
            Raw::Literal(literal) => self.scan_for(literal, part, text),
            Raw::Regex(pattern) => self.scan_lines(pattern, part, text),
        }
    }

    fn scan_lines(&mut self, pattern: &Pattern, part: Part, text: &str) {
        let (mut at, mut number) = (0, 0);
        while at < text.len() {
            number += 1;
            let rest = text.as_bytes().get(at..).unwrap_or_default();
            let end = at + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            let line = text.get(at..end).unwrap_or_default();
            if let Some(found) = pattern.first(line) {
                if self.matches == MAX_COUNTED {
                    return;
                }
                self.matches += 1;
                if self.lines.len() < MAX_LINES {
                    let cut = Cut::new(line, 0..line.len(), found);
                    let spans = pattern.spans(line, cut.window.clone()).into_iter();
                    let spans = spans.map(|span| cut.moved(span)).collect();
                    self.lines.push(Line { number, part, text: cut.text, spans });
                }
            }
            let ends = text.as_bytes().get(end..).unwrap_or_default();
            at = end + if ends.starts_with(b"\r\n") { 2 } else { 1 };
        }
    }

    fn scan_for(&mut self, literal: &str, part: Part, text: &str) {
        let lines = Lines::new(text);
        let mut last = 0;
        for found in find(literal, text) {
            let number = lines.line_of(found.start);
            if number == last {
                continue;
            }
            last = number;
            if self.matches == MAX_COUNTED {
                return;
            }
            self.matches += 1;
            if self.lines.len() < MAX_LINES {
                let Cut { text, .. } = Cut::new(text, line_around(text, found.start), found.start);
                let spans = find(literal, &text).collect();
                self.lines.push(Line { number, part, text, spans });
            }
        }
    }
}

/// The line that holds the byte `at`, without its end.
fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let end = text[at..].find(['\n', '\r']).map_or(text.len(), |end| at + end);
    start..end.max(start)
}

/// What shows of a line.
struct Cut {
    /// The bytes of the text that show.
    window: Range<usize>,
    /// As they show.
    text: String,
    /// How many bytes stand before them.
    before: usize,
}

impl Cut {
    /// About [`SHOWN`] characters of the line around `at`, `…` where it is cut.
    fn new(text: &str, line: Range<usize>, at: usize) -> Self {
        let before =
            text[line.start..at].char_indices().rev().nth(SHOWN / 3).map_or(line.start, |(i, _)| line.start + i);
        let after = text[before..line.end].char_indices().nth(SHOWN).map_or(line.end, |(i, _)| before + i);
        let mut shown = String::new();
        if before > line.start {
            shown.push('…');
        }
        let cut = shown.len();
        // A control character must not reach a terminal, and takes as many bytes as the blank that stands for it.
        shown.extend(text[before..after].chars().map(|c| if c.is_ascii_control() { ' ' } else { c }));
        if after < line.end {
            shown.push('…');
        }
        Self { window: before..after, text: shown, before: cut }
    }

    /// Where a range of the window shows.
    fn moved(&self, range: Range<usize>) -> Range<usize> {
        let place = |at: usize| at - self.window.start + self.before;
        place(range.start)..place(range.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(literal: &str, text: &str) -> Vec<String> {
        let mut lined = Lined::default();
        lined.scan(&Raw::Literal(literal), Part::Body, text);
        assert_eq!(lined.matches, lined.lines.len());
        lined.lines.iter().map(|line| format!("{}:{}:{:?}", line.number, line.text, line.spans)).collect()
    }

    #[test]
    fn a_literal_is_found_as_it_is_in_any_case() {
        assert_eq!(lines("|---|", "a\n|---|---|\n"), ["2:|---|---|:[0..5]"]);
        assert_eq!(lines("ÇA", "x\r\nça va, Ça\r\n"), ["2:ça va, Ça:[0..3, 8..11]"]);
        assert_eq!(lines("a\\b", "A\\B"), ["1:A\\B:[0..3]"]);
        assert_eq!(lines("aab", "aaab"), ["1:aaab:[1..4]"]);
        assert_eq!(lines("x", "one\rx\rtwo"), ["2:x:[0..1]"]);
        assert_eq!(lines("é", "cafe\u{301} Café É"), ["1:cafe\u{301} Café É:[3..6, 10..12, 13..15]"]);
        assert_eq!(lines("e\u{301}", "café"), ["1:café:[3..5]"]);
        assert!(lines("total", "tota").is_empty());
    }

    #[test]
    fn a_long_line_is_cut_around_the_match() {
        let text = format!("{}needle{}", "ä".repeat(50_000), "b".repeat(50_000));
        let mut lined = Lined::default();
        lined.scan(&Raw::Literal("needle"), Part::Body, &text);
        let line = &lined.lines[0];
        assert_eq!(&line.text[line.spans[0].clone()], "needle");
        assert!(line.text.starts_with('…') && line.text.ends_with('…'));
        assert!(line.text.chars().count() < 220);
    }

    #[test]
    fn lines_are_counted_up_to_a_bound() {
        let mut lined = Lined::default();
        lined.scan(&Raw::Literal("x"), Part::Body, &"x\n".repeat(3_000));
        assert_eq!((lined.lines.len(), lined.matches), (5, 1_000));
    }
}
