//! The words as they are gathered, with where each stands in the body.

/// Maps bytes of a document's text to bytes of its body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Positions {
    /// From this byte of the text on, this byte of the body on. Both ascend.
    runs: Vec<(u32, u32)>,
}

impl Positions {
    /// The byte of the body at which the byte `offset` of the text stands, or where what stands before it ends. Between
    /// characters of the text it is between characters of the body.
    #[must_use]
    pub fn body_of(&self, offset: usize) -> usize {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        let next = self.runs.partition_point(|&(text, _)| text <= offset);
        let Some(&(text, body)) = next.checked_sub(1).and_then(|at| self.runs.get(at)) else { return 0 };
        let there = body.saturating_add(offset - text);
        self.runs.get(next).map_or(there, |&(_, limit)| there.min(limit)) as usize
    }

    fn add(&mut self, text: usize, body: usize) {
        let (Ok(text), Ok(body)) = (u32::try_from(text), u32::try_from(body)) else { return };
        if let Some(&(from, to)) = self.runs.last() {
            // Text that goes on where it was needs no run of its own.
            if body.checked_sub(to) == text.checked_sub(from) {
                return;
            }
        }
        self.runs.push((text, body));
    }
}

/// The text under construction.
#[derive(Default)]
pub(super) struct Words {
    pub text: String,
    pub positions: Positions,
    /// A blank or line end to write before the next words.
    gap: Option<char>,
    /// Where the body's part ends that the text's last words came from.
    body_end: usize,
}

impl Words {
    /// Appends what stands in the body at `at`, byte for byte.
    pub fn push(&mut self, written: &str, at: usize) {
        if written.is_empty() {
            return;
        }
        self.close_gap();
        self.positions.add(self.text.len(), at);
        if written.bytes().any(|b| b.is_ascii_control() || b == 0xC2) {
            self.push_without_controls(written, at);
        } else {
            self.text.push_str(written);
        }
        self.body_end = at + written.len();
    }

    /// Appends prose that stands in the body at `at`: blanks where words are apart already are left out.
    pub fn push_prose(&mut self, written: &str, at: usize) {
        let apart = self.gap.is_some() || self.text.chars().next_back().is_none_or(char::is_whitespace);
        let words = if apart { written.trim_start_matches([' ', '\t']) } else { written };
        self.push(words, at + (written.len() - words.len()));
    }

    fn push_without_controls(&mut self, written: &str, at: usize) {
        for (index, c) in written.char_indices() {
            if !c.is_control() || c == '\n' {
                self.text.push(c);
                continue;
            }
            self.text.push(' ');
            if c.len_utf8() > 1 {
                self.positions.add(self.text.len(), at + index + c.len_utf8());
            }
        }
    }

    /// Appends words that the body spells otherwise, in the bytes from `at` to `end`.
    pub fn push_other(&mut self, words: &str, at: usize, end: usize) {
        if words.is_empty() {
            return;
        }
        self.close_gap();
        self.positions.add(self.text.len(), at);
        self.text.extend(words.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }));
        self.positions.add(self.text.len(), end);
        self.body_end = end;
    }

    /// Keeps the next words apart from the last ones by a blank.
    pub fn blank(&mut self) {
        self.gap = self.gap.or(Some(' '));
    }

    /// Keeps the next words apart from the last ones by a line end.
    pub fn line(&mut self) {
        self.gap = Some('\n');
    }

    /// Whether a word would start here.
    pub fn at_word_start(&self) -> bool {
        self.gap.is_some() || self.text.chars().next_back().is_none_or(starts_word)
    }

    fn close_gap(&mut self) {
        let Some(gap) = self.gap.take() else { return };
        let apart = if gap == '\n' { self.text.ends_with('\n') } else { self.text.ends_with(char::is_whitespace) };
        if !self.text.is_empty() && !apart {
            self.positions.add(self.text.len(), self.body_end);
            self.text.push(gap);
        }
    }
}

/// Whether a `#` after `c` may start a tag.
pub(super) fn starts_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | ',')
}
