//! Where a literal stands in a text, in any case: linear in both, whatever they are.

use std::collections::VecDeque;
use std::ops::Range;

use memchr::memmem;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::decompose_canonical;

/// The one character beyond ASCII whose lower case is an ASCII letter, `k`.
const KELVIN: char = '\u{212A}';

/// The places where `literal` stands in `text`, in any case, in order and apart from each other. Every character is
/// compared as its simple lower case; beyond ASCII, composed and decomposed spellings are one.
pub(crate) fn find<'a>(literal: &str, text: &'a str) -> Box<dyn Iterator<Item = Range<usize>> + 'a> {
    if !literal.is_ascii() {
        return Box::new(InCharacters::new(literal.chars().nfd().map(lower).collect(), text, true));
    }
    let literal = literal.to_ascii_lowercase();
    if literal.contains('k') && text.contains(KELVIN) {
        return Box::new(InCharacters::new(literal.chars().collect(), text, false));
    }
    Box::new(in_bytes(literal, text))
}

/// A literal in ASCII: lower case of ASCII moves no byte.
fn in_bytes(literal: String, text: &str) -> impl Iterator<Item = Range<usize>> + use<> {
    let text = text.to_ascii_lowercase();
    let length = literal.len();
    let finder = memmem::Finder::new(&literal).into_owned();
    let mut at = 0;
    std::iter::from_fn(move || {
        if length == 0 {
            return None;
        }
        let start = at + finder.find(text.as_bytes().get(at..)?)?;
        at = start + length;
        Some(start..at)
    })
}

/// Knuth, Morris and Pratt's search over folded characters. A character of the text may fold to several, and a match
/// starts with the first of them.
struct InCharacters<'a> {
    wanted: Vec<char>,
    /// For each length of a beginning of `wanted`, the longest shorter beginning that it ends with.
    falls_to: Vec<usize>,
    /// How much of `wanted` the text before `at` ends with.
    held: usize,
    text: &'a str,
    at: usize,
    decomposes: bool,
    /// The character at hand, folded.
    parts: Vec<char>,
    /// Of the last folded characters, as many as `wanted` has: the byte at which each one's character starts, if it is
    /// the first of it.
    starts: VecDeque<Option<usize>>,
}

impl<'a> InCharacters<'a> {
    fn new(wanted: Vec<char>, text: &'a str, decomposes: bool) -> Self {
        let mut falls_to = vec![0; wanted.len() + 1];
        let mut held = 0;
        for (length, c) in (2..).zip(wanted.iter().skip(1)) {
            held = next_held(&wanted, &falls_to, held, *c);
            falls_to[length] = held;
        }
        let starts = VecDeque::with_capacity(wanted.len() + 1);
        Self { wanted, falls_to, held: 0, text, at: 0, decomposes, parts: Vec::new(), starts }
    }

    fn fold(&mut self, c: char) {
        self.parts.clear();
        let parts = &mut self.parts;
        if c.is_ascii() || !self.decomposes {
            parts.push(lower(c));
        } else {
            decompose_canonical(c, |part| parts.push(lower(part)));
        }
    }
}

impl Iterator for InCharacters<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        if self.wanted.is_empty() {
            return None;
        }
        while let Some(c) = self.text.get(self.at..)?.chars().next() {
            let mut start = Some(self.at);
            self.at += c.len_utf8();
            self.fold(c);
            for part in &self.parts {
                self.starts.push_back(start.take());
                if self.starts.len() > self.wanted.len() {
                    self.starts.pop_front();
                }
                self.held = next_held(&self.wanted, &self.falls_to, self.held, *part);
                if self.held == self.wanted.len()
                    && let Some(&Some(start)) = self.starts.front()
                {
                    self.held = 0;
                    self.starts.clear();
                    return Some(start..self.at);
                }
            }
        }
        None
    }
}

/// How much of `wanted` is held once `c` follows a text that ends with its first `held` characters.
fn next_held(wanted: &[char], falls_to: &[usize], mut held: usize, c: char) -> usize {
    loop {
        if wanted.get(held) == Some(&c) {
            return held + 1;
        }
        if held == 0 {
            return 0;
        }
        held = falls_to[held];
    }
}

fn lower(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What [`find`] gives, place by place.
    fn naive(literal: &str, text: &str) -> Vec<Range<usize>> {
        let ascii = literal.is_ascii();
        let fold = |c: char| -> Vec<char> {
            if ascii { vec![lower(c)] } else { std::iter::once(c).nfd().map(lower).collect() }
        };
        let wanted: Vec<char> =
            if ascii { literal.chars().map(lower).collect() } else { literal.chars().nfd().map(lower).collect() };
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(c) = text[at..].chars().next().filter(|_| !wanted.is_empty()) {
            let ends = text[at..].char_indices().map(|(offset, c)| (at + offset + c.len_utf8(), c));
            let mut rest = ends.flat_map(|(end, c)| fold(c).into_iter().map(move |part| (end, part)));
            let end = wanted.iter().try_fold(at, |_, w| rest.next().filter(|(_, c)| c == w).map(|(end, _)| end));
            match end {
                Some(end) => {
                    found.push(at..end);
                    at = end;
                }
                None => at += c.len_utf8(),
            }
        }
        found
    }

    fn check(literal: &str, text: &str) {
        assert_eq!(find(literal, text).collect::<Vec<_>>(), naive(literal, text), "{literal:?} in {text:?}");
    }

    #[test]
    fn only_the_kelvin_sign_becomes_an_ascii_letter() {
        let others: Vec<char> = ('\u{80}'..=char::MAX).filter(|&c| lower(c).is_ascii()).collect();
        assert_eq!(others, [KELVIN]);
    }

    #[test]
    fn what_folds_to_several_characters_is_found_from_its_first() {
        for (literal, text) in [
            ("e\u{301}", "ée\u{301}É"),
            ("\u{301}", "é\u{301}e\u{301}"),
            ("\u{301}e", "e\u{301}ée"),
            ("각", "각각각"),
            ("ṩ", "s\u{323}\u{307}ṩṡ\u{323}"),
            ("10k", "10\u{212A} 10K"),
            ("K", "\u{212A}k"),
            ("é c", "é ç é c"),
            ("", "x"),
        ] {
            check(literal, text);
        }
    }

    #[test]
    fn text_that_repeats_costs_no_more_than_its_length() {
        let ascii = format!("{}b", "a".repeat(199));
        let wide = format!("{}β", "α".repeat(199));
        let kelvin = format!("{}\u{212A}", "k".repeat(2_000_000));
        assert_eq!(find(&ascii, &"A".repeat(4_000_000)).count(), 0);
        assert_eq!(find(&wide, &"Α".repeat(1_000_000)).count(), 0);
        assert_eq!(find(&format!("{}b", "k".repeat(199)), &kelvin).count(), 0);
    }

    proptest! {
        #[test]
        fn it_finds_what_a_look_at_every_place_finds(
            literal in "([abkKé]|e\u{301}|\u{301}|[ṩ\u{307}\u{323}s]){1,5}",
            text in "([abkKAÉ\u{212A}é]|e\u{301}|\u{301}|[ṩ\u{307}\u{323}s]){0,40}",
        ) {
            check(&literal, &text);
        }

        #[test]
        fn it_finds_what_is_cut_from_a_text(text in "\\PC{1,30}", at in 0..30_usize, length in 1..6_usize) {
            let literal: String = text.chars().skip(at).take(length).collect();
            check(&literal, &text);
            check(&literal, &text.to_uppercase());
        }
    }
}
