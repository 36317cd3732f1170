//! What one column of the full-text table gets: the words as written, then their marked stems and inner words, so that
//! a phrase over written words never reaches across them.

use std::collections::HashSet;

use super::inner::inner_words;
use super::stem::Stemmer;
use super::token::{Kind, walk};

/// Stands before a stem in the index.
pub const STEM: char = '\u{E000}';

/// Stands before an inner word in the index.
pub const INNER: char = '\u{E001}';

/// Stands before the first letter of a word in the index: see [`initials`].
pub const INITIAL: char = '\u{E003}';

/// Stands before each token of a title, tag or summary, a second time: see [`name`].
pub const NAMED: char = '\u{E004}';

/// Stands between two texts of one column, so that no phrase reaches from one alias, tag or file into the next.
pub const GAP: char = '\u{E005}';

/// Whether pages are indexed by the first letters `c` of their words. Characters of runs without blanks are not: there,
/// one character is a prefix of few pairs.
#[must_use]
pub fn has_initial(c: char) -> bool {
    c < '\u{E00}'
}

/// Appends the first letter of each word in `columns`, as [`column()`] wrote them, once, after [`INITIAL`]. One typed letter
/// is the prefix of a thousand words, and to join their lists is the slowest thing an index can be asked; this is one
/// list.
pub fn initials<'a>(columns: impl Iterator<Item = &'a str>, out: &mut String) {
    let mut ascii = [false; 128];
    let mut others = std::collections::BTreeSet::new();
    for token in columns.flat_map(|column| column.split(' ')) {
        let mut letters = token.chars();
        match letters.next() {
            Some(INNER) => note(letters.next(), &mut ascii, &mut others),
            first => note(first, &mut ascii, &mut others),
        }
    }
    let letters = (0_u8..128).filter(|c| ascii[usize::from(*c)]).map(char::from).chain(others);
    for letter in letters {
        separate(out);
        out.push(INITIAL);
        out.push(letter);
    }
}

fn note(letter: Option<char>, ascii: &mut [bool; 128], others: &mut std::collections::BTreeSet<char>) {
    match letter {
        Some(c) if c.is_ascii() => ascii[c as usize] = true,
        Some(c) if has_initial(c) => {
            others.insert(c);
        }
        _ => {}
    }
}

/// Appends what the full-text column for `text` gets to `out`: every token in order with a blank between, then each
/// stem that differs from its token once, after [`STEM`], and each inner word once, after [`INNER`]. What [`GAP`] parts in
/// `text` it parts in the column too.
pub fn column(text: &str, stemmer: &mut Stemmer, out: &mut String) {
    // Written words of English come out about as long as they went in.
    out.reserve(text.len() + text.len() / 4);
    let mut extra = String::new();
    let mut inner = HashSet::new();
    stemmer.start_column();
    for (at, text) in text.split(GAP).enumerate() {
        if at > 0 {
            push_marked(GAP, "", out);
        }
        walk(text, |token| {
            separate(out);
            out.push_str(token.folded);
            if token.kind != Kind::Word {
                return;
            }
            if let Some(stem) = stemmer.stem_once(token.folded) {
                push_marked(STEM, stem, &mut extra);
            }
            inner_words(text.get(token.span).unwrap_or_default(), |word| {
                if !inner.contains(word) {
                    push_marked(INNER, word, &mut extra);
                    inner.insert(word.to_owned());
                }
            });
        });
    }
    if !extra.is_empty() {
        separate(out);
        out.push_str(&extra);
    }
}

/// Appends what the full-text column for `text`, a title, tags or a summary, gets: as [`column()`], then each of those
/// tokens once, after [`NAMED`]. Most words stand in thousands of bodies and a few titles, and the index has one list for
/// both: whether a title has a word is read off a list of its own.
pub fn name(text: &str, stemmer: &mut Stemmer, out: &mut String) {
    let start = out.len();
    column(text, stemmer, out);
    let mut seen = HashSet::new();
    let mut named = String::new();
    let tokens = out.get(start..).unwrap_or_default().split(' ');
    for token in tokens.filter(|token| !token.is_empty() && !token.starts_with(GAP)) {
        if seen.insert(token) {
            push_marked(NAMED, token, &mut named);
        }
    }
    if !named.is_empty() {
        separate(out);
        out.push_str(&named);
    }
}

fn push_marked(mark: char, word: &str, out: &mut String) {
    separate(out);
    out.push(mark);
    out.push_str(word);
}

fn separate(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, want: &str) {
        let mut out = String::new();
        column(text, &mut Stemmer::new(), &mut out);
        assert_eq!(out.replace(STEM, "=").replace(INNER, "~"), want, "{text}");
    }

    #[test]
    fn stems_and_inner_words_stand_once_after_what_is_written() {
        check("Running runs, he ran.", "running runs he ran =run");
        check("getUserName and setUserName", "getusername and setusername =getusernam ~username ~name =setusernam");
        check("程序 v1.2", "程序 序 v 1 2");
        check("Big cats\u{e005}runs", "big cats \u{e005} runs =cat =run");
        check("", "");
        check("?!", "");
    }

    #[test]
    fn a_name_has_its_tokens_twice() {
        let mut out = String::new();
        name("Cats, cats", &mut Stemmer::new(), &mut out);
        assert_eq!(out.replace(STEM, "=").replace(NAMED, "!"), "cats cats =cat !cats !=cat");
    }

    #[test]
    fn columns_follow_each_other_with_a_blank() {
        let (mut stemmer, mut out) = (Stemmer::new(), String::new());
        column("cats", &mut stemmer, &mut out);
        column("cats", &mut stemmer, &mut out);
        assert_eq!(out.replace(STEM, "="), "cats =cat cats =cat");
    }
}
