//! The text by character: where a word, a phrase, a literal or a regex that starts at a place ends. No meaning is given
//! to anything here. Every end is found in time that the way to it pays for, so reading a text is linear.

use super::Span;

/// The text of a query, addressed by character.
pub struct Text<'a> {
    text: &'a str,
    chars: Vec<char>,
    /// The byte where each character starts, and the length of the text.
    offsets: Vec<usize>,
    /// Whether a `)` here stands at a term's edge: before a blank, a bracket that does or opens, or the end.
    closes: Vec<bool>,
    /// For each place, where the next `'` that ends a literal stands.
    ends: LiteralEnds,
    #[cfg(test)]
    pub steps: std::cell::Cell<usize>,
}

/// For each place, the next run of quote signs that can end a literal: (start of the run, its length).
#[derive(Default)]
struct LiteralEnds {
    /// A run of `'` that leaves one over, at an edge.
    straight: Vec<Option<(usize, usize)>>,
    /// One `'` at an edge with a backslash before it, for a literal that ends in a backslash.
    escaped: Vec<Option<(usize, usize)>>,
    /// A `’` at an edge.
    curly: Vec<Option<(usize, usize)>>,
}

/// Signs that exclude what they are glued to.
pub fn is_sign(c: char) -> bool {
    matches!(c, '-' | '!' | '\u{2013}' | '\u{2212}')
}

/// The dash that phones make of two.
pub const EM_DASH: char = '\u{2014}';

/// Signs that open and close a phrase.
pub fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}')
}

/// Signs that may open a literal.
pub fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2018}')
}

/// What stands before a term and is not seen: pasted marks of order and of joining.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether there is a letter or a digit to look up.
pub fn has_word(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

impl<'a> Text<'a> {
    pub fn new(text: &'a str) -> Self {
        let chars: Vec<char> = text.chars().collect();
        let offsets = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let mut closes = vec![false; chars.len()];
        for i in (0..chars.len()).rev() {
            closes[i] = chars[i] == ')'
                && match chars.get(i + 1) {
                    None | Some('(') => true,
                    Some(')') => closes[i + 1],
                    Some(c) => c.is_whitespace(),
                };
        }
        let ends = LiteralEnds::new(&chars);
        Self {
            text,
            chars,
            offsets,
            closes,
            ends,
            #[cfg(test)]
            steps: std::cell::Cell::default(),
        }
    }

    /// The character at `at`, if the text goes on so far.
    pub fn at(&self, at: usize) -> Option<char> {
        #[cfg(test)]
        self.steps.set(self.steps.get() + 1);
        self.chars.get(at).copied()
    }

    /// How many characters there are.
    pub fn len(&self) -> usize {
        self.chars.len()
    }

    fn offset(&self, at: usize) -> usize {
        self.offsets.get(at).copied().unwrap_or(self.text.len())
    }

    pub fn span(&self, start: usize, end: usize) -> Span {
        Span { start: self.offset(start), end: self.offset(end) }
    }

    pub fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(self.offset(start)..self.offset(end)).unwrap_or("")
    }

    /// The place after `at` while characters satisfy `skip`.
    pub fn skip(&self, mut at: usize, skip: impl Fn(char) -> bool) -> usize {
        while self.at(at).is_some_and(&skip) {
            at += 1;
        }
        at
    }

    /// Where the word that starts at `start` ends: at a blank, at the end, or, inside a bracket, at a `)` that stands at
    /// an edge and that the word itself did not open.
    pub fn word_end(&self, start: usize, in_bracket: bool) -> usize {
        let (mut at, mut opened) = (start, 0_usize);
        while let Some(c) = self.at(at) {
            match c {
                '(' => opened += 1,
                ')' if opened > 0 => opened -= 1,
                ')' if in_bracket && self.closes.get(at) == Some(&true) => break,
                c if c.is_whitespace() => break,
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// The next quote sign from `start`, or the end of the text.
    pub fn phrase_end(&self, start: usize) -> usize {
        self.skip(start, |c| !is_quote(c))
    }

    /// What the literal that opens at `open` says and where it ends, after its closing quote; `None` if nothing
    /// closes it.
    pub fn literal(&self, open: usize) -> Option<(String, usize)> {
        if self.at(open) == Some('\u{2018}') {
            let (close, _) = next(&self.ends.curly, open + 1)?;
            return Some((self.slice(open + 1, close).to_owned(), close + 1));
        }
        // The run that opens: its first sign opens, pairs after it are quotes, and one left over at an edge closes.
        let run = self.skip(open, |c| c == '\'') - open;
        let after = open + run;
        if run.is_multiple_of(2) && self.is_edge(after) {
            return Some(("'".repeat(run / 2 - 1), after));
        }
        if let Some((start, length)) = next(&self.ends.straight, after) {
            return Some((self.unescaped(open + 1, start + length - 1), start + length));
        }
        let (close, _) = next(&self.ends.escaped, after)?;
        Some((self.unescaped(open + 1, close - 1) + "\\", close + 1))
    }

    /// A blank, a `)` or the end.
    fn is_edge(&self, at: usize) -> bool {
        self.at(at).is_none_or(|c| c.is_whitespace() || c == ')')
    }

    /// The inside of a literal: `''` and `\'` are a quote, and of backslashes before a quote every second one goes.
    fn unescaped(&self, start: usize, end: usize) -> String {
        let mut out = String::new();
        let mut at = start;
        while at < end {
            let slashes = self.skip(at, |c| c == '\\').min(end) - at;
            let quote = at + slashes == end || self.at(at + slashes) == Some('\'');
            out.extend(std::iter::repeat_n('\\', if quote { slashes / 2 } else { slashes }));
            at += slashes;
            if at >= end {
                break;
            }
            if slashes % 2 == 1 && quote {
                out.push('\'');
                at += 1;
            } else if self.at(at) == Some('\'') {
                out.push('\'');
                at += if at + 1 < end && self.at(at + 1) == Some('\'') { 2 } else { 1 };
            } else {
                out.extend(self.at(at));
                at += 1;
            }
        }
        out
    }

    /// The pattern of the regex that opens at `open`, `\/` read as `/`, and where it ends, after its slash; `None` when
    /// the first bare slash is not at an edge or there is none.
    pub fn regex(&self, open: usize) -> Option<(String, usize)> {
        let mut pattern = String::new();
        let mut at = open + 1;
        loop {
            match self.at(at)? {
                '/' => break,
                '\\' => {
                    let escaped = self.at(at + 1)?;
                    if escaped != '/' {
                        pattern.push('\\');
                    }
                    pattern.push(escaped);
                    at += 2;
                }
                c => {
                    pattern.push(c);
                    at += 1;
                }
            }
        }
        (self.is_edge(at + 1) && !pattern.is_empty()).then_some((pattern, at + 1))
    }
}

fn next(ends: &[Option<(usize, usize)>], at: usize) -> Option<(usize, usize)> {
    ends.get(at).copied().flatten()
}

impl LiteralEnds {
    fn new(chars: &[char]) -> Self {
        if !chars.iter().any(|c| matches!(c, '\'' | '\u{2019}')) {
            return Self::default();
        }
        let none = vec![None; chars.len() + 1];
        let mut ends = Self { straight: none.clone(), escaped: none.clone(), curly: none };
        let (mut run, mut edge) = (0, false);
        for at in (0..chars.len()).rev() {
            ends.straight[at] = ends.straight[at + 1];
            ends.escaped[at] = ends.escaped[at + 1];
            ends.curly[at] = ends.curly[at + 1];
            let edge_after = chars.get(at + 1).is_none_or(|c| c.is_whitespace() || *c == ')');
            if chars[at] == '\u{2019}' && edge_after {
                ends.curly[at] = Some((at, 1));
            }
            if chars[at] != '\'' {
                run = 0;
                continue;
            }
            if run == 0 {
                edge = edge_after;
            }
            run += 1;
            if edge && (at == 0 || chars[at - 1] != '\'') {
                let slashes = chars[..at].iter().rev().take_while(|c| **c == '\\').count();
                // An odd backslash takes the run's first quote; what is left must be odd to leave one that closes.
                if !(run - slashes % 2).is_multiple_of(2) {
                    ends.straight[at] = Some((at, run));
                } else if slashes % 2 == 1 && run == 1 {
                    ends.escaped[at] = Some((at, run));
                }
            }
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_end_at_a_quote_before_an_edge() {
        let table = [
            ("'|---|'", Some(("|---|", ""))),
            ("'foo_bar(' x", Some(("foo_bar(", " x"))),
            ("'a)b') c", Some(("a)b", ") c"))),
            ("'don't' x", Some(("don't", " x"))),
            ("'it''s'", Some(("it's", ""))),
            (r"'it\'s'", Some(("it's", ""))),
            (r"'a\b'", Some((r"a\b", ""))),
            (r"'C:\'", Some((r"C:\", ""))),
            (r"'C:\\'", Some((r"C:\", ""))),
            (r"'a\\b'", Some((r"a\\b", ""))),
            (r"'dogs\' bone' x", Some(("dogs' bone", " x"))),
            ("''", Some(("", ""))),
            ("''''", Some(("'", ""))),
            ("'''a'", Some(("'a", ""))),
            ("'a'''", Some(("a'", ""))),
            ("' two  blanks '", Some((" two  blanks ", ""))),
            ("‘it’s’ x", Some(("it’s", " x"))),
            ("'it’s'", Some(("it’s", ""))),
            ("'unclosed", None),
            ("'tis so", None),
            ("‘x'", None),
            ("'", None),
        ];
        for (text, want) in table {
            let scanned = Text::new(text);
            let got = scanned.literal(0).map(|(inside, end)| (inside, scanned.slice(end, scanned.len())));
            assert_eq!(got.as_ref().map(|(a, b)| (a.as_str(), *b)), want, "{text}");
        }
    }

    #[test]
    fn a_regex_ends_at_its_first_bare_slash_or_is_none() {
        let table = [
            ("/a.b/", Some("a.b")),
            ("/a b/ c", Some("a b")),
            (r"/\/usr\/bin/", Some("/usr/bin")),
            (r"/\\/", Some(r"\\")),
            (r"/\d+/)", Some(r"\d+")),
            ("/usr/bin/", None),
            ("/usr", None),
            ("//", None),
            ("/", None),
            (r"/a\", None),
        ];
        for (text, want) in table {
            assert_eq!(Text::new(text).regex(0).map(|(p, _)| p).as_deref(), want, "{text}");
        }
    }
}
