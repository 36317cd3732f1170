//! What the dialect takes and matches, as RE2 would, and that no pattern takes long.

use super::*;

/// What matches in a line, in brackets; `!` and the reason where the regex is refused.
fn marked(pattern: &str, line: &str) -> String {
    let pattern = match Pattern::new(pattern) {
        Ok(pattern) => pattern,
        Err(unusable) => return format!("!{}", unusable.message),
    };
    let (mut text, mut at) = (String::new(), 0);
    let spans = pattern.spans(line, 0..line.len());
    assert_eq!(pattern.first(line).is_none(), pattern.0.find(line.as_bytes()).is_none());
    for span in spans {
        text.push_str(&format!("{}[{}]", &line[at..span.start], &line[span.clone()]));
        at = span.end;
    }
    text + &line[at..]
}

#[test]
fn a_regex_matches_as_re2_would() {
    for (pattern, line, wanted) in [
        ("a.c", "abc ABC a\u{e9}c", "[abc] ABC [a\u{e9}c]"),
        ("(?i)stra\u{df}e", "STRA\u{1e9e}E", "[STRA\u{1e9e}E]"),
        (r"\w+", "caf\u{e9} x_1", "[caf]\u{e9} [x_1]"),
        (r"\bcafé\b", "caf\u{e9}", "caf\u{e9}"),
        (r"\b\x{e4}", "a\u{e4} \u{e4}", "a[\u{e4}] \u{e4}"),
        (r"\d+\D", "12a\u{663}", "[12a]\u{663}"),
        (r"\S+", "a\u{a0}b c", "[a\u{a0}b] [c]"),
        (r"[\w.-]+@", "a.b-c@", "[a.b-c@]"),
        (r"[^\W_]+", "ab_c", "[ab]_[c]"),
        (r"\pL+", "\u{e9}\u{e8}1", "[\u{e9}\u{e8}]1"),
        (r"[\p{Greek}\x{41}]+\PL", "αA1", "[αA1]"),
        (r"[[:alpha:]]+", "ab1", "[ab]1"),
        ("[[a]+", "[a]", "[[a]]"),
        ("[a&&b]+", "a&b", "[a&b]"),
        ("[]a]+", "a]b", "[a]]b"),
        ("[^]a]", "]b", "][b]"),
        ("a{,5}", "a{,5}", "[a{,5}]"),
        ("a{2}", "aaa", "[aa]a"),
        ("{|}", "{}", "[{][}]"),
        (r"\Qa.b*\E+", "a.b**", "[a.b**]"),
        (r"\<word\>", "<word> word", "[<word>] word"),
        ("^a|b$", "aab", "[a]a[b]"),
        ("x*", "abc", "abc"),
        (r"\Ba", "\u{e9}a ba", "\u{e9}a b[a]"),
    ] {
        let found = marked(pattern, line);
        assert_eq!(found, wanted, "{pattern} in {line}");
    }
}

#[test]
fn what_cannot_be_looked_for_is_refused_with_a_reason() {
    for (pattern, reason) in [
        ("(", "unclosed group"),
        ("a(?=b)", "look-around"),
        (r"(a)\1", "backreferences are not supported"),
        ("[a--b]", "invalid character class range"),
        ("*", "repetition operator missing expression"),
        (r"\C", "unrecognized escape sequence"),
        ("(((a{1000}){1000}){1000})", "too large"),
        (r"\pL{446}", "too large"),
    ] {
        assert!(marked(pattern, "a").contains(reason), "{pattern}: {}", marked(pattern, "a"));
    }
    assert!(marked(&"(".repeat(200), "a").starts_with('!'));
    assert!(marked(&format!("{}a{}", "(".repeat(90), ")".repeat(90)), "a").starts_with('!'));
}

#[test]
fn a_window_shows_only_what_is_in_it() {
    let pattern = Pattern::new("ab").unwrap();
    let line = "ab ab \u{e9}ab ab";
    assert_eq!(pattern.spans(line, 3..10), [3..5, 8..10]);
    assert!(pattern.spans(line, 4..9).is_empty());
}

proptest::proptest! {
    #[test]
    fn nothing_that_is_typed_panics(pattern in r"([\[\](){}*+?|.^$\\/&~:,-]|[a-z0-9]|\\[a-zA-Z<>]|é|\[:[a-z^]*:\]){0,20}", line in "[a-c&~é\\[\\]{} -]{0,12}") {
        if let Ok(pattern) = Pattern::new(&pattern) {
            let first = pattern.first(&line);
            let spans = pattern.spans(&line, 0..line.len());
            proptest::prop_assert!(spans.is_empty() || first.is_some());
            for span in spans {
                proptest::prop_assert!(!line[span].is_empty());
            }
        }
    }
}
