//! The term that somebody is about to type: what stands before the caret, and what of the text a completion replaces.

use super::{Key, Span};

/// What is being typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Typing<'a> {
    /// What a completion replaces: the term up to its end, without a sign that excludes it.
    pub span: Span,
    /// The part before the caret.
    pub what: Typed<'a>,
}

/// A term as far as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed<'a> {
    /// A word, which may become a key.
    Word(&'a str),
    /// A value behind its key; behind `#`, a tag. Without the quote before it.
    Value(Key, &'a str),
}

/// What is typed at `caret`, a byte of `text`; nothing between terms, in a phrase or a raw term, and where `caret` is no
/// place of the text. One pass.
#[must_use]
pub fn typing(text: &str, caret: usize) -> Option<Typing<'_>> {
    let (before, after) = (text.get(..caret)?, text.get(caret..)?);
    let (mut start, mut quoted) = (0, false);
    for (at, c) in before.char_indices() {
        if c == '"' {
            quoted = !quoted;
        } else if !quoted && (c.is_whitespace() || (c == '(' && at == start)) {
            start = at + c.len_utf8();
        }
    }
    let signs = before[start..].len() - before[start..].trim_start_matches(['-', '!', '(']).len();
    start += signs;
    let term = &before[start..];
    let rest = if quoted { after.find('"').map(|at| at + 1) } else { after.find([' ', '\t', '\n', ')']) };
    let span = Span { start, end: caret + rest.unwrap_or(after.len()) };
    let what = match (term.strip_prefix('#'), term.split_once(':')) {
        (Some(tag), _) => Typed::Value(Key::Tag, tag),
        (_, Some((key, value))) => {
            let value = value.strip_prefix('"').unwrap_or(value);
            Typed::Value(Key::named(key)?, value)
        }
        _ if term.is_empty() || term.starts_with(['"', '\'', '/']) => return None,
        _ => Typed::Word(term),
    };
    Some(Typing { span, what })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The text with `|` for the caret, and what is replaced there.
    fn at(text: &str) -> Option<(String, Typed<'static>)> {
        let caret = text.find('|').unwrap();
        let text: &'static str = text.replacen('|', "", 1).leak();
        typing(text, caret).map(|found| (text[found.span.start..found.span.end].to_owned(), found.what))
    }

    #[test]
    fn the_term_before_the_caret_is_the_one_that_is_typed() {
        let value = |span: &str, key, value| Some((span.to_owned(), Typed::Value(key, value)));
        let table = [
            ("tea ki|", Some(("ki".to_owned(), Typed::Word("ki")))),
            ("tea ki|nd pot", Some(("kind".to_owned(), Typed::Word("ki")))),
            ("tag:re|", value("tag:re", Key::Tag, "re")),
            ("tea -tag:|", value("tag:", Key::Tag, "")),
            ("(TAG:a/b|)", value("TAG:a/b", Key::Tag, "a/b")),
            ("-(kind:n|", value("kind:n", Key::Kind, "n")),
            ("source:\"my no|tes\" x", value("source:\"my notes\"", Key::Source, "my no")),
            ("due:<=tod|", value("due:<=tod", Key::Due, "<=tod")),
            ("#re|c", value("#rec", Key::Tag, "re")),
            ("tea |", None),
            ("|", None),
            ("\"olive oi|", None),
            ("'|-|'", None),
            ("http://x|", None),
            ("main(a|", Some(("main(a".to_owned(), Typed::Word("main(a")))),
        ];
        for (text, typed) in table {
            assert_eq!(at(text), typed, "{text}");
        }
        assert_eq!(typing("é", 1), None);
        assert_eq!(typing("a", 9), None);
    }

    proptest! {
        #[test]
        fn what_a_completion_replaces_is_a_part_of_the_text_with_the_caret_in_it(
            text in "[-a-c:\"'#( )/é<]{0,20}",
            caret in 0_usize..30,
        ) {
            if let Some(found) = typing(&text, caret) {
                prop_assert!(text.get(found.span.start..found.span.end).is_some());
                prop_assert!(found.span.start <= caret && caret <= found.span.end);
            }
        }
    }
}
