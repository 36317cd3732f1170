//! Finds the words of a query in a text again, by the rules of the index: for snippets and marks. It decides nothing
//! about which pages match.

use std::ops::Range;

use super::inner::inner_words;
use super::query::{phrase_tokens, query_tokens};
use super::stem::Stemmer;
use super::token::{Kind, Token, walk_wanted};

/// Words beyond this are not looked for: a query has no more terms.
pub const NEEDLES: usize = 64;

/// What to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Needle {
    /// A typed word: what starts with it, shares its stem, or has it inside.
    Word(String),
    /// A phrase, word for word.
    Phrase(String),
}

/// The needles of one query, made ready.
pub struct Matcher {
    needles: Vec<Sequence>,
    /// The first bytes of every token and stem that is looked for.
    firsts: [bool; 256],
    /// What a text stems, the next one stems again.
    stemmer: Stemmer,
}

/// Where a needle, or several, stand in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Its bytes.
    pub range: Range<usize>,
    /// The needles that it is of, a bit each, in the order of those that can match.
    pub needles: u64,
}

/// A sequence of tokens with its state on the way through a text (Knuth, Morris and Pratt).
struct Sequence {
    tokens: Vec<String>,
    /// How many tokens still match when the one after the first `n` does not.
    fallback: Vec<usize>,
    /// The last token is a prefix.
    open_end: bool,
    /// The stem to look for, for a typed word of one token.
    stem: Option<String>,
}

impl Matcher {
    /// A matcher for up to [`NEEDLES`] needles. Those without a letter or digit match nothing.
    #[must_use]
    pub fn new(needles: &[Needle]) -> Self {
        let mut stemmer = Stemmer::new();
        let sequences = needles.iter().take(NEEDLES).map(|needle| match needle {
            Needle::Word(word) => {
                let tokens = query_tokens(word);
                let stem = match &tokens[..] {
                    [one] => Some(stemmer.stem_or_self(one).to_owned()),
                    _ => None,
                };
                Sequence::new(tokens, true, stem)
            }
            Needle::Phrase(phrase) => {
                let phrase = phrase_tokens(phrase);
                Sequence::new(phrase.tokens, phrase.open_end, None)
            }
        });
        let needles: Vec<Sequence> = sequences.filter(|sequence| !sequence.tokens.is_empty()).collect();
        let mut firsts = [false; 256];
        for word in needles.iter().flat_map(|needle| needle.tokens.iter().chain(&needle.stem)) {
            firsts[usize::from(first_byte(word))] = true;
        }
        Self { needles, firsts, stemmer }
    }

    /// Whether there is nothing to look for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.needles.is_empty()
    }

    /// A bit for each needle that can match.
    #[must_use]
    pub fn all_needles(&self) -> u64 {
        (0..self.needles.len()).fold(0, |all, at| all | 1 << at)
    }

    /// Where the needles stand in `text`: byte ranges at character boundaries, in order, apart from each other. A match
    /// within a word marks the whole word, but in a run without blanks only the characters asked for. Time is linear in
    /// the text, times the needles.
    #[must_use]
    pub fn find(&mut self, text: &str) -> Vec<Mark> {
        let mut found: Vec<Mark> = Vec::new();
        if self.is_empty() {
            return found;
        }
        let Self { needles, firsts, stemmer } = self;
        let longest = needles.iter().map(|n| n.tokens.len()).max().unwrap_or(1);
        // Where the last tokens started, by their number: what a match of several reaches back to.
        let mut starts = vec![0; longest];
        let mut states = vec![0; needles.len()];
        let mut started = false;
        let mut count = 0_usize;
        let wanted = |first: u8| firsts[usize::from(first)];
        walk_wanted(text, wanted, |token| {
            starts[count % longest] = token.span.start;
            count += 1;
            // Most words begin like none that is looked for. What an identifier has inside begins with a capital there.
            if !firsts[usize::from(first_byte(token.folded))] && !may_have_inner_words(text, &token) {
                if started {
                    states.fill(0);
                    started = false;
                }
                return;
            }
            for (at, (needle, state)) in needles.iter().zip(&mut states).enumerate() {
                if let Some(end) = needle.step(state, text, &token, stemmer) {
                    let start = starts[(count + longest - needle.tokens.len()) % longest];
                    found.push(Mark { range: start..end, needles: 1 << at });
                }
                started |= *state > 0;
            }
        });
        merge(found)
    }
}

impl Sequence {
    fn new(tokens: Vec<String>, open_end: bool, stem: Option<String>) -> Self {
        let mut fallback = vec![0; tokens.len()];
        let mut matched = 0;
        for at in 1..tokens.len() {
            while matched > 0 && tokens[at] != tokens[matched] {
                matched = fallback[matched - 1];
            }
            if tokens[at] == tokens[matched] {
                matched += 1;
            }
            fallback[at] = matched;
        }
        Self { tokens, fallback, open_end, stem }
    }

    /// Takes the next token; gives where the match ends in the text if this token completes one. `state` is how many of
    /// the tokens before the last one match up to here.
    fn step(&self, state: &mut usize, text: &str, token: &Token<'_>, stemmer: &mut Stemmer) -> Option<usize> {
        let last = self.tokens.len() - 1;
        let end = (*state == last).then(|| self.end(text, token, stemmer)).flatten();
        // The last token is tried above; the state only counts the ones before it.
        while *state > 0 && (*state == last || self.tokens[*state] != token.folded) {
            *state = self.fallback[*state - 1];
        }
        if last > 0 && self.tokens[*state] == token.folded {
            *state += 1;
        }
        end
    }

    /// Where the match ends if `token` is what the last one asks for.
    fn end(&self, text: &str, token: &Token<'_>, stemmer: &mut Stemmer) -> Option<usize> {
        let asked = &self.tokens[self.tokens.len() - 1];
        if token.folded == asked {
            return Some(token.span.end);
        }
        if self.open_end && token.folded.starts_with(asked.as_str()) {
            // One character asked for, a pair found: only the first is meant.
            return Some(if token.kind == Kind::Pair { token.head_end } else { token.span.end });
        }
        let stem = self.stem.as_deref()?;
        // A stem keeps its word's first letter, so most words need no stemming.
        if stem.as_bytes().first() == token.folded.as_bytes().first() && stemmer.stem_or_self(token.folded) == stem {
            return Some(token.span.end);
        }
        let mut inside = false;
        if token.kind == Kind::Word {
            let written = text.get(token.span.clone()).unwrap_or_default();
            inner_words(written, |word| inside |= word.starts_with(asked.as_str()));
        }
        inside.then_some(token.span.end)
    }
}

fn first_byte(word: &str) -> u8 {
    word.as_bytes().first().copied().unwrap_or_default()
}

/// Whether the word, as written, has a letter beyond ASCII or a capital after its first.
fn may_have_inner_words(text: &str, token: &Token<'_>) -> bool {
    let written = text.as_bytes().get(token.span.clone()).unwrap_or_default();
    token.kind == Kind::Word && written.iter().skip(1).any(|b| b.is_ascii_uppercase() || !b.is_ascii())
}

/// The marks in order, those that touch or overlap made one.
fn merge(mut marks: Vec<Mark>) -> Vec<Mark> {
    marks.sort_unstable_by_key(|mark| (mark.range.start, mark.range.end));
    let mut merged: Vec<Mark> = Vec::with_capacity(marks.len());
    for mark in marks {
        match merged.last_mut() {
            Some(last) if mark.range.start <= last.range.end => {
                last.range.end = last.range.end.max(mark.range.end);
                last.needles |= mark.needles;
            }
            _ => merged.push(mark),
        }
    }
    merged
}

#[cfg(test)]
mod tests;
