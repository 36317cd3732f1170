//! What was typed, cut as the index is: the sequences of tokens that a full-text phrase is made of.

use super::token::{Kind, walk};

/// A phrase to look for as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Phrase {
    /// Its tokens in order; none if it has no letter or digit.
    pub tokens: Vec<String>,
    /// Whether the last token is a prefix: only for one that ends in a single character of a run without blanks, which
    /// may stand anywhere in such a run.
    pub open_end: bool,
}

/// The tokens of one typed word, for a phrase whose last token is a prefix. Empty if it has no letter or digit.
///
/// They are the index's tokens, but that a run without blanks of two or more characters at the word's end is left at
/// its pairs: what follows it in the text is not known. Beside this phrase a word of one token also matches by stem
/// (`S` being [`Stemmer::stem_or_self`](super::Stemmer::stem_or_self) of it, the token `S` or the indexed stem `S`) and
/// as the prefix of an inner word.
#[must_use]
pub fn query_tokens(word: &str) -> Vec<String> {
    collect(word).0
}

/// The tokens of a phrase that is meant exactly: whole words as written, not stemmed.
#[must_use]
pub fn phrase_tokens(phrase: &str) -> Phrase {
    let (tokens, last) = collect(phrase);
    Phrase { tokens, open_end: last == Some(Kind::Lone) }
}

fn collect(text: &str) -> (Vec<String>, Option<Kind>) {
    let mut tokens = Vec::new();
    let mut last = None;
    walk(text, |token| {
        tokens.push(token.folded.to_owned());
        last = Some(token.kind);
    });
    if last == Some(Kind::Tail) {
        tokens.pop();
    }
    (tokens, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_at_the_end_is_left_at_its_pairs() {
        let table = [
            ("程", "程"),
            ("编程", "编程"),
            ("数据库", "数据 据库"),
            ("AI编程", "ai 编程"),
            ("编程AI", "编程 程 ai"),
            ("你好，世界", "你好 好 世界"),
            ("foo_bar(", "foo bar"),
            ("v1.2", "v 1 2"),
            ("--", ""),
        ];
        for (word, want) in table {
            assert_eq!(query_tokens(word).join(" "), want, "{word}");
            assert_eq!(phrase_tokens(word).tokens.join(" "), want, "{word}");
        }
        assert!(phrase_tokens("程").open_end && phrase_tokens("AI编").open_end);
        assert!(!phrase_tokens("编程").open_end && !phrase_tokens("rust").open_end);
    }
}
