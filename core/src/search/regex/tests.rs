//! What the dialect takes and matches, as RE2 would, and that no pattern takes long.

use super::engine::{Full, Lite};
use super::*;

/// What matches in a line, in brackets; `!` and the reason where the regex is refused.
fn marked<E: Engine>(pattern: &str, line: &str) -> String {
    let pattern = match Compiled::<E>::new(pattern) {
        Ok(pattern) => pattern,
        Err(unusable) => return format!("!{}", unusable.message),
    };
    let (mut text, mut at) = (String::new(), 0);
    let spans = pattern.spans(line, 0..line.len());
    assert_eq!(pattern.first(line).is_none(), pattern.0.find_at(line, 0).is_none());
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
        assert_eq!(marked::<Full>(pattern, line), wanted, "{pattern} in {line}");
        let lite = marked::<Lite>(pattern, line);
        if UNICODE.contains(&pattern) {
            assert!(lite.starts_with('!') || lite == line, "{pattern} is refused or finds nothing: {lite}");
        } else {
            assert_eq!(lite, wanted, "{pattern} in {line}, with the small engine");
        }
    }
}

/// What the small engine does not know: classes of Unicode's, and case beyond ASCII.
const UNICODE: [&str; 3] = ["(?i)stra\u{df}e", r"\pL+", r"[\p{Greek}\x{41}]+\PL"];

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
        let full = marked::<Full>(pattern, "a");
        assert!(full.contains(reason), "{pattern}: {full}");
        let lite = marked::<Lite>(pattern, "a");
        assert!(lite.starts_with('!') && lite.len() > 70, "{pattern}: {lite}");
    }
    for pattern in ["(".repeat(200), format!("{}a{}", "(".repeat(90), ")".repeat(90))] {
        assert!(marked::<Full>(&pattern, "a").starts_with('!') && marked::<Lite>(&pattern, "a").starts_with('!'));
    }
    assert!(marked::<Lite>("(((a{1000}){1000}){1000})", "a").contains("too large"));
}

#[test]
fn a_window_shows_only_what_is_in_it() {
    let line = "ab ab \u{e9}ab ab";
    let (full, lite) = (Compiled::<Full>::new("ab").unwrap(), Compiled::<Lite>::new("ab").unwrap());
    for spans in [full.spans(line, 3..10), lite.spans(line, 3..10)] {
        assert_eq!(spans, [3..5, 8..10]);
    }
    assert!(full.spans(line, 4..9).is_empty() && lite.spans(line, 4..9).is_empty());
}

proptest::proptest! {
    #[test]
    fn nothing_that_is_typed_panics(pattern in r"([\[\](){}*+?|.^$\\/&~:,-]|[a-z0-9]|\\[a-zA-Z<>]|é|\[:[a-z^]*:\]){0,20}", line in "[a-c&~é\\[\\]{} -]{0,12}") {
        let spans = |first: Option<usize>, spans: Vec<Range<usize>>| {
            assert!(spans.is_empty() || first.is_some());
            assert!(spans.iter().all(|span| !line[span.clone()].is_empty()));
            spans
        };
        let full = Compiled::<Full>::new(&pattern).map(|full| spans(full.first(&line), full.spans(&line, 0..line.len())));
        let lite = Compiled::<Lite>::new(&pattern).map(|lite| spans(lite.first(&line), lite.spans(&line, 0..line.len())));
        // Where both take a pattern they find the same.
        if let (Ok(full), Ok(lite)) = (full, lite) {
            proptest::prop_assert_eq!(full, lite);
        }
    }
}
