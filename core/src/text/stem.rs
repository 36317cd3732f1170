//! English stems (Snowball's Porter 2), the index's second look at a word.

use std::collections::HashMap;

use rust_stemmers::Algorithm;

/// Words remembered before the memory is given up and started over: most texts have fewer, and it stays near 8 MB.
const REMEMBERED: usize = 1 << 16;

/// Stems words and remembers what it stemmed: a text says the same words again and again.
///
/// Two words share a stem when [`stem_or_self`](Self::stem_or_self) of both is equal; it is not always a prefix of the
/// word (`dying` is `die`).
pub struct Stemmer {
    inner: rust_stemmers::Stemmer,
    /// A word's stem as a place in `stems`, `None` where it is its own stem.
    words: HashMap<Box<str>, Option<u32>>,
    places: HashMap<Box<str>, u32>,
    stems: Vec<(Box<str>, u32)>,
    /// The number of the column being written, against which `stems` holds the last column that had each.
    column: u32,
}

impl Default for Stemmer {
    fn default() -> Self {
        Self::new()
    }
}

impl Stemmer {
    /// A stemmer that remembers nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            inner: rust_stemmers::Stemmer::create(Algorithm::English),
            words: HashMap::new(),
            places: HashMap::new(),
            stems: Vec::new(),
            column: 0,
        }
    }

    /// The stem of a folded token of three or more letters a to z, where it differs from the token.
    pub fn stem(&mut self, token: &str) -> Option<&str> {
        let place = self.place(token)?;
        self.stems.get(place as usize).map(|(stem, _)| &**stem)
    }

    /// The stem, or the token itself where that is its stem or it has none.
    pub fn stem_or_self<'a>(&'a mut self, token: &'a str) -> &'a str {
        self.stem(token).unwrap_or(token)
    }

    /// Starts a column for [`stem_once`](Self::stem_once).
    pub(super) fn start_column(&mut self) {
        self.column = self.column.wrapping_add(1);
        // At the wrap an old column's number would come again.
        if self.column == 0 || self.words.len() >= REMEMBERED {
            self.forget();
        }
    }

    /// The stem of `token` where it differs and this column did not have it yet.
    pub(super) fn stem_once(&mut self, token: &str) -> Option<&str> {
        let place = self.place(token)?;
        let (stem, seen) = self.stems.get_mut(place as usize)?;
        if *seen == self.column {
            return None;
        }
        *seen = self.column;
        Some(stem)
    }

    fn forget(&mut self) {
        self.words.clear();
        self.places.clear();
        self.stems.clear();
        self.column = 1;
    }

    fn place(&mut self, token: &str) -> Option<u32> {
        if token.len() < 3 {
            return None;
        }
        if let Some(place) = self.words.get(token) {
            return *place;
        }
        if !token.bytes().all(|b| b.is_ascii_lowercase()) {
            return None;
        }
        let stem = self.inner.stem(token);
        let place = if stem == token {
            None
        } else if let Some(&place) = self.places.get(&*stem) {
            Some(place)
        } else {
            let place = u32::try_from(self.stems.len()).ok()?;
            self.stems.push((stem.as_ref().into(), 0));
            self.places.insert(stem.into(), place);
            Some(place)
        };
        // A column that fills the memory keeps its stems, which it is about to write anyway, but no more words.
        if self.words.len() < REMEMBERED {
            self.words.insert(token.into(), place);
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_is_told_where_it_differs() {
        let mut stemmer = Stemmer::new();
        let table = [
            ("organizations", Some("organ")),
            ("organ", None),
            ("running", Some("run")),
            ("dying", Some("die")),
            ("is", None),
            ("as", None),
            ("naïves", None),
            ("10s", None),
            ("caresses", Some("caress")),
        ];
        for _ in 0..2 {
            for (word, want) in table {
                assert_eq!(stemmer.stem(word), want, "{word}");
            }
        }
        assert_eq!(stemmer.stem_or_self("organ"), "organ");
        assert_eq!(stemmer.stem_or_self("organs"), "organ");
    }

    #[test]
    fn a_column_has_each_stem_once_however_many_words_share_it() {
        let mut stemmer = Stemmer::new();
        for _ in 0..2 {
            stemmer.start_column();
            assert_eq!(stemmer.stem_once("runs"), Some("run"));
            assert_eq!(stemmer.stem_once("running"), None);
            assert_eq!(stemmer.stem_once("runs"), None);
        }
    }

    #[test]
    fn a_full_memory_still_gives_each_stem_once() {
        let mut stemmer = Stemmer::new();
        stemmer.start_column();
        let letters = |mut n: usize| {
            let mut word = String::from("b");
            for _ in 0..4 {
                word.push(char::from(b'a' + (n % 26) as u8));
                n /= 26;
            }
            word + "ings"
        };
        for n in 0..REMEMBERED + 100 {
            stemmer.stem_once(&letters(n));
        }
        assert!(stemmer.words.len() <= REMEMBERED);
        assert_eq!(stemmer.stem_once("jumping"), Some("jump"));
        assert_eq!(stemmer.stem_once("jumped"), None);
        stemmer.start_column();
        assert!(stemmer.words.is_empty(), "the next column starts over");
    }
}
