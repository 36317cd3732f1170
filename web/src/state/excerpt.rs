//! A hit's line cut to what a screen shows, with its matches marked.

use scrap_core::wire::{LineView, SegmentView};

/// Before the first match stand so many characters at most, so that it shows on a phone.
const BEFORE: usize = 24;

/// A line is cut after so many characters.
const MOST: usize = 240;

/// The line in pieces, from a little before its first match on. Spans that do not fit the text mark nothing.
#[must_use]
pub fn of_line(line: &LineView) -> Vec<SegmentView> {
    let text = line.text.as_str();
    let first = line.spans.first().map_or(0, |span| span.0);
    let indent = text.len() - text.trim_start().len();
    let start = start(text, first).max(indent.min(first));
    let mut out = Out { left: MOST, segments: Vec::new() };
    if start > indent {
        out.add("…", false);
    }
    let mut at = start;
    for &(from, to) in &line.spans {
        let (Some(between), Some(found)) = (text.get(at..from), text.get(from..to)) else { continue };
        out.add(between, false);
        out.add(found, true);
        at = to;
    }
    out.add(text.get(at..).unwrap_or_default(), false);
    out.segments
}

/// A snippet without the title that it begins with: the title stands above it already.
#[must_use]
pub fn below(title: &str, snippet: Vec<SegmentView>) -> Vec<SegmentView> {
    let whole: String = snippet.iter().map(|segment| segment.text.as_str()).collect();
    let Some(rest) = whole.strip_prefix(title).filter(|rest| rest.starts_with(char::is_whitespace)) else {
        return snippet;
    };
    let mut skip = whole.len() - rest.trim_start().len();
    let mut left = Vec::new();
    for SegmentView { text, hit } in snippet {
        let here = skip.min(text.len());
        skip -= here;
        let text = text.get(here..).unwrap_or_default().to_owned();
        if !text.is_empty() {
            left.push(SegmentView { text, hit });
        }
    }
    left
}

fn start(text: &str, first: usize) -> usize {
    let before = text.get(..first).unwrap_or_default();
    if before.chars().count() <= BEFORE * 2 {
        return 0;
    }
    before.char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at)
}

struct Out {
    left: usize,
    segments: Vec<SegmentView>,
}

impl Out {
    fn add(&mut self, text: &str, hit: bool) {
        if self.left == 0 || text.is_empty() {
            return;
        }
        let mut chars = text.chars();
        let mut text: String = chars.by_ref().take(self.left).collect();
        self.left -= text.chars().count();
        if chars.next().is_some() {
            text.push('…');
            self.left = 0;
        }
        self.segments.push(SegmentView { text, hit });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, spans: &[(usize, usize)]) -> String {
        let line = LineView { n: 1, part: "body".into(), text: text.into(), spans: spans.to_vec() };
        of_line(&line).into_iter().map(|part| if part.hit { format!("[{}]", part.text) } else { part.text }).collect()
    }

    #[test]
    fn matches_are_marked_and_indents_left_out() {
        assert_eq!(shown("    let foo = foo();", &[(8, 11), (14, 17)]), "let [foo] = [foo]();");
        assert_eq!(shown("|---|", &[(0, 5)]), "[|---|]");
        assert_eq!(shown("  x", &[(0, 3)]), "[  x]");
        assert_eq!(shown("no match", &[]), "no match");
    }

    #[test]
    fn a_far_match_is_brought_near_and_a_long_line_is_cut() {
        let far = format!("{}needle{}", "é".repeat(500), "x".repeat(500));
        let shown = shown(&far, &[(1_000, 1_006)]);
        assert!(shown.starts_with(&format!("…{}[needle]x", "é".repeat(24))), "{shown}");
        assert!(shown.ends_with("x…") && shown.chars().count() < 260);
    }

    #[test]
    fn a_snippet_does_not_repeat_the_title() {
        let shown = |parts: &[(&str, bool)]| {
            let parts = parts.iter().map(|&(text, hit)| SegmentView { text: text.into(), hit });
            let left = below("Green tea", parts.collect());
            left.into_iter().map(|part| format!("{}{}", part.text, if part.hit { "!" } else { "" })).collect::<String>()
        };
        assert_eq!(shown(&[("Green tea is hot", false)]), "is hot");
        assert_eq!(shown(&[("Green ", false), ("tea", true), (" is ", false), ("tea", true)]), "is tea!");
        assert_eq!(shown(&[("Green teapots", false)]), "Green teapots");
        assert_eq!(shown(&[("Green tea", true)]), "Green tea!", "the title alone stays");
        assert_eq!(shown(&[]), "");
    }

    #[test]
    fn spans_that_do_not_fit_mark_nothing() {
        assert_eq!(shown("é", &[(1, 2), (0, 9), (5, 2)]), "é");
    }
}
