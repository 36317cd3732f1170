//! The tokenizer: text to the tokens that the full-text table gets, separated by blanks.
//!
//! That table's own tokenizer is SQLite's `ascii`, for which every ASCII character but letters and digits separates and
//! every other character belongs to a token. So a token here holds ASCII letters and digits, letters, digits and marks
//! beyond ASCII, and [`PLUS`] and [`HASH`] in place of `+` and `#`; never a blank.

use std::ops::Range;

use super::class::{is_alphanumeric, is_ignorable, is_mark, is_unspaced, joins_before};
use super::fold::fold_into;

/// Characters kept of a token: what follows is not told apart, so that a page of one word cannot make a term of it.
/// What is typed is cut the same way, so every prefix of a longer word finds it too.
pub const TOKEN_CHARS: usize = 64;

/// What `+` is in a token, as in `C++`.
pub(super) const PLUS: char = '\u{E00B}';

/// What `#` is in a token, as in `C#`.
pub(super) const HASH: char = '\u{E00C}';

/// How a token came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word, or a part of one between signs.
    Word,
    /// Two neighbours in a run without blanks.
    Pair,
    /// The last character of such a run, after the pairs.
    Tail,
    /// The only character of such a run.
    Lone,
}

pub(super) struct Token<'a> {
    pub folded: &'a str,
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// Where its first character ends in the text: for a pair, where a mark on that character ends.
    pub head_end: usize,
    pub kind: Kind,
}

/// Calls `f` with every token of `text`, folded, and the bytes of `text` it came from, in order of their starts.
///
/// Text is cut at everything that is no letter, digit or mark, so `foo_bar`, `3.14` and `user@host` are several tokens
/// in a row. Beyond that: a `v` before a digit is a token (`v1.2.3` is `v 1 2 3`); `+` and `#` after a word belong to
/// it where they end it or are `++` (`C++`, `c++11`, `F#`, but `a+b` is two); a run of Chinese, Japanese, Korean, Thai,
/// Lao, Khmer or Burmese gives overlapping pairs, then its last character (`程序员` is `程序 序员 员`); where folding yields
/// signs (`½`), the parts are tokens that share their bytes. Of a token over [`TOKEN_CHARS`] the first ones are kept,
/// so any prefix up to that length finds it. A prefix that ends in a sign finds its word only where the sign is part of
/// it: `issue#` does not find `issue#42`. Time is linear in `text`.
pub fn for_each_token(text: &str, mut f: impl FnMut(&str, Range<usize>)) {
    walk(text, |token| f(token.folded, token.span));
}

pub(super) fn walk(text: &str, f: impl FnMut(Token<'_>)) {
    walk_wanted(text, |_| true, f);
}

/// As [`walk`], but a plain word (ASCII letters and digits, no capital after the first) whose first byte, in lower case,
/// is not `wanted` is told without its text: it is there, and nobody asks for it.
pub(super) fn walk_wanted(text: &str, wanted: impl Fn(u8) -> bool, mut f: impl FnMut(Token<'_>)) {
    let bytes = text.as_bytes();
    let mut buffer = String::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii() {
            if !byte.is_ascii_alphanumeric() {
                at += 1;
            } else if matches!(byte, b'v' | b'V') && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
                f(Token { folded: "v", span: at..at + 1, head_end: at + 1, kind: Kind::Word });
                at += 1;
            } else if !wanted(byte.to_ascii_lowercase())
                && let Some(end) = plain_word_end(bytes, at)
            {
                f(Token { folded: "", span: at..end, head_end: end, kind: Kind::Word });
                at = end;
            } else {
                at = word(text, at, &mut buffer, &mut f);
            }
            continue;
        }
        let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else { return };
        if is_unspaced(c) {
            at = run(text, at, &mut buffer, &mut f);
        } else if is_alphanumeric(c) {
            at = word(text, at, &mut buffer, &mut f);
        } else {
            at += c.len_utf8();
        }
    }
}

/// Where the word that starts at `start` ends, if it is plain: one token, with nothing inside.
fn plain_word_end(bytes: &[u8], start: usize) -> Option<usize> {
    let rest = bytes.get(start..)?;
    let length = rest.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    let goes_on = rest.get(length).is_some_and(|b| !b.is_ascii() || matches!(b, b'+' | b'#'));
    let capitals = rest.get(1..length)?.iter().any(u8::is_ascii_uppercase);
    (!goes_on && !capitals).then_some(start + length)
}

/// Tells the token or tokens of the word that starts at `start`; gives where to go on.
fn word(text: &str, start: usize, buffer: &mut String, f: &mut impl FnMut(Token<'_>)) -> usize {
    buffer.clear();
    let mut ascii = true;
    let mut from = start;
    let end = loop {
        let (to, plain) = letters_end(text, from);
        let letters = text.get(from..to).unwrap_or_default();
        if plain {
            let written = buffer.len();
            buffer.push_str(letters);
            if let Some(new) = buffer.get_mut(written..) {
                new.make_ascii_lowercase();
            }
        } else {
            ascii = false;
            fold_into(letters, buffer);
        }
        let rest = text.as_bytes().get(to..).unwrap_or_default();
        let signs = rest.iter().take_while(|b| matches!(b, b'+' | b'#')).count();
        if signs == 0 {
            break to;
        }
        let goes_on = text
            .get(to + signs..)
            .and_then(|rest| rest.chars().next())
            .is_some_and(|c| is_alphanumeric(c) && !is_unspaced(c));
        if goes_on && rest.get(..signs) != Some(b"++") {
            break to;
        }
        buffer.extend(rest.iter().take(signs).map(|&b| if b == b'+' { PLUS } else { HASH }));
        from = to + signs;
        if !goes_on {
            break from;
        }
    };
    let span = start..end;
    if ascii {
        // Letters and digits alone, or with the signs just written: nothing left to cut at.
        f(Token { folded: cut(buffer), head_end: span.end, span, kind: Kind::Word });
        return end;
    }
    let parts = buffer.split(|c| !(is_alphanumeric(c) || is_mark(c) || matches!(c, PLUS | HASH)));
    for part in parts.filter(|part| !part.is_empty()) {
        f(Token { folded: cut(part), head_end: span.end, span: span.clone(), kind: Kind::Word });
    }
    end
}

/// Where the letters, digits and marks from `start` on end, and whether all are ASCII.
fn letters_end(text: &str, start: usize) -> (usize, bool) {
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    let ascii = rest.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    if rest.get(ascii).is_none_or(u8::is_ascii) {
        return (start + ascii, true);
    }
    let mut end = start + ascii;
    let tail = text.get(end..).unwrap_or_default();
    let from = end;
    for (at, c) in tail.char_indices() {
        if is_ignorable(c) {
            // Part of the word only if the word goes on.
            continue;
        }
        if is_unspaced(c) || !(is_alphanumeric(c) || is_mark(c)) {
            break;
        }
        end = from + at + c.len_utf8();
    }
    (end, end == from)
}

/// The first characters of an overlong token.
fn cut(token: &str) -> &str {
    if token.len() <= TOKEN_CHARS {
        return token;
    }
    token.char_indices().nth(TOKEN_CHARS).and_then(|(at, _)| token.get(..at)).unwrap_or(token)
}

/// Tells the pairs and the last character of the run without blanks that starts at `start`; gives where it ends.
fn run(text: &str, start: usize, buffer: &mut String, f: &mut impl FnMut(Token<'_>)) -> usize {
    let mut pairs = Pairs { last: None, many: false, f };
    let mut folded = String::new();
    let mut cluster = start;
    let tail = text.get(start..).unwrap_or_default();
    let mut chars = tail.char_indices().map(|(at, c)| (start + at, c)).peekable();
    let mut end = start;
    while let Some(&(at, c)) = chars.peek() {
        if !(is_unspaced(c) || (at > start && joins_before(c))) {
            break;
        }
        chars.next();
        end = at + c.len_utf8();
        if chars.peek().is_some_and(|&(_, next)| joins_before(next)) {
            continue;
        }
        let span = cluster..end;
        cluster = end;
        folded.clear();
        fold_into(text.get(span.clone()).unwrap_or_default(), &mut folded);
        for c in folded.chars().filter(|&c| is_alphanumeric(c) || is_mark(c)) {
            pairs.push(c, span.clone(), buffer);
        }
    }
    pairs.finish(buffer);
    end
}

/// The characters of a run as they come, told in pairs.
struct Pairs<'a, F> {
    last: Option<(char, Range<usize>)>,
    many: bool,
    f: &'a mut F,
}

impl<F: FnMut(Token<'_>)> Pairs<'_, F> {
    fn push(&mut self, c: char, span: Range<usize>, buffer: &mut String) {
        if let Some((before, its)) = self.last.take() {
            self.many = true;
            buffer.clear();
            buffer.push(before);
            buffer.push(c);
            (self.f)(Token { folded: buffer, span: its.start..span.end, head_end: its.end, kind: Kind::Pair });
        }
        self.last = Some((c, span));
    }

    fn finish(self, buffer: &mut String) {
        if let Some((c, span)) = self.last {
            buffer.clear();
            buffer.push(c);
            let kind = if self.many { Kind::Tail } else { Kind::Lone };
            (self.f)(Token { folded: buffer, head_end: span.end, span, kind });
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
