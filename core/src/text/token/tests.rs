//! How text is cut, and that every prefix of a word finds it.

use super::*;
use crate::text::query_tokens;
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;

/// The tokens of `text` with blanks between, `+` and `#` shown as typed.
fn shown(text: &str) -> String {
    tokens(text).join(" ").replace(PLUS, "+").replace(HASH, "#")
}

fn tokens(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for_each_token(text, |token, _| all.push(token.to_owned()));
    all
}

#[test]
fn text_is_cut_as_people_look_for_it() {
    let table = [
        ("Hello, World!", "hello world"),
        ("lab_albumin_urine_mgl", "lab albumin urine mgl"),
        ("v1.2.3 V2 vacuum 5v1", "v 1 2 3 v 2 vacuum 5v1"),
        ("10.20.0.12 3.14 -36.331", "10 20 0 12 3 14 36 331"),
        ("jana.muster@example.org", "jana muster example org"),
        ("it's it’s O’Brien", "it s it s o brien"),
        ("C++ C# F#. c++11 (c++)", "c++ c# f# c++11 c++"),
        ("a+b issue#42 #tag x+++y", "a b issue 42 tag x y"),
        ("wsl --shutdown", "wsl shutdown"),
        ("Łódź Straße café", "lodz strasse cafe"),
        ("Wan\u{ad}der\u{ad}kar\u{ad}te\u{ad} zero\u{200b}width", "wanderkarte zerowidth"),
        ("\u{feff}word no\u{a0}break", "word no break"),
        ("½ cup, №5, m²", "1 2 cup 5 m2"),
        ("程序员", "程序 序员 员"),
        ("AI编程很有趣，（数据库）", "ai 编程 程很 很有 有趣 趣 数据 据库 库"),
        ("用Rust编程 C#编", "用 rust 编程 程 c# 编"),
        ("第1章", "第 1 章"),
        ("ラーメン ﾗｰﾒﾝ", "ラー ーメ メン ン ラー ーメ メン ン"),
        ("ｶﾞ", "ガ"),
        ("서울에서", "서울 울에 에서 서"),
        ("ไทย", "ไท ทย ย"),
        ("हिन्दी", "हिन्दी"),
        ("می\u{200c}خواهم", "میخواهم"),
        ("\u{1F468}\u{200D}\u{1F469} family", "family"),
        ("\u{e00b} \u{301} ()", ""),
    ];
    for (text, want) in table {
        assert_eq!(shown(text), want, "{text}");
    }
}

#[test]
fn a_long_token_keeps_its_first_characters() {
    assert_eq!(tokens(&"a".repeat(1000)), ["a".repeat(TOKEN_CHARS)]);
    assert_eq!(tokens(&"ж".repeat(1000)), ["ж".repeat(TOKEN_CHARS)]);
}

#[test]
fn spans_hold_what_the_token_came_from() {
    let text = "Die Wan\u{ad}der, C++; 数据库 ｶﾞｯ";
    let mut parts = Vec::new();
    for_each_token(text, |_, span| parts.push(&text[span]));
    assert_eq!(parts, ["Die", "Wan\u{ad}der", "C++", "数据", "据库", "库", "ｶﾞｯ", "ｯ"]);
}

/// Whether the phrase stands in the tokens, its last token as a prefix: what the full-text table does with it.
pub(crate) fn holds(tokens: &[String], phrase: &[String]) -> bool {
    let Some((last, first)) = phrase.split_last() else { return false };
    tokens
        .windows(phrase.len())
        .any(|window| window.split_last().is_some_and(|(end, start)| start == first && end.starts_with(last.as_str())))
}

/// Words of every sort, composed; the law speaks of prefixes in characters as people see them.
fn any_word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z]{2,12}",
        "[a-zéüßłøčşİıåæŒñ]{2,10}",
        "[а-яёйА-Я]{2,10}",
        "[α-ωάέήίΑ-Ω]{2,8}",
        "[一-龥]{2,6}",
        "[ぁ-ゖァ-ヺー]{2,6}",
        "[가-힣]{2,5}",
        "[ก-ฮะ-ฺเ-๎]{2,8}",
        "[अ-हा-्]{2,8}",
        "[ا-يً-ْ]{2,8}",
        "[A-Za-z]{1,4}[一-龥가-힣]{1,4}[a-z0-9]{0,3}",
        "[a-z]{2,6}([A-Z][a-z]{1,6}){1,3}[0-9]{0,2}",
        "[a-z]{1,5}(_[a-z0-9]{1,5}){1,3}",
        "v?[0-9]{1,3}(\\.[0-9]{1,3}){1,3}",
        "[a-z]{2,6}(\\.[a-z]{2,6})?@[a-z]{2,8}\\.[a-z]{2,3}",
        "[A-Za-z]{1,2}(\\+\\+|#)",
        "c\\+\\+[0-9]{1,2}",
        "[\u{ad}\u{200b}a-zＡ-Ｚﬁ½]{2,8}",
        "[a-z]{60,90}",
        "[^\\s+#\\p{M}\u{ff9e}\u{ff9f}\u{1160}-\u{11ff}\u{3130}-\u{318f}\u{d7b0}-\u{d7ff}\u{ffa0}-\u{ffdc}]{2,8}",
    ]
    .prop_map(|word| word.nfc().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn every_prefix_of_two_characters_finds_its_word(
        before in proptest::collection::vec(any_word(), 0..4),
        word in any_word(),
        after in proptest::collection::vec(any_word(), 0..3),
        cut in 2_usize..80,
    ) {
        let text = [&before[..], std::slice::from_ref(&word), &after[..]].concat().join(" ");
        let prefix: String = word.chars().take(cut).collect();
        // A sign in the middle of a word parts it, at its end it belongs to it: only there the law has an exception.
        prop_assume!(prefix == word || !prefix.ends_with(['+', '#']) || prefix.starts_with("c+"));
        let asked = query_tokens(&prefix);
        prop_assume!(!asked.is_empty());
        prop_assert!(holds(&tokens(&text), &asked), "{:?} in {:?}", asked, tokens(&text));
    }

    #[test]
    fn every_substring_of_a_run_finds_it(run in "[一-龥ぁ-ゖ가-힣]{2,8}", from in 0_usize..7, len in 1_usize..8) {
        let part: String = run.chars().skip(from % run.chars().count()).take(len).collect();
        prop_assert!(holds(&tokens(&run), &query_tokens(&part)));
    }

    #[test]
    fn passing_over_words_changes_nothing_else(text in "([a-eA-E0-9vé程 +#._-]|\\PC){0,40}", first in "[a-e0-9v]") {
        let wanted = |byte: u8| byte == first.as_bytes()[0];
        let (mut all, mut some) = (Vec::new(), Vec::new());
        walk(&text, |token| all.push((token.folded.to_owned(), token.span, token.head_end, token.kind)));
        walk_wanted(&text, wanted, |token| some.push((token.folded.to_owned(), token.span, token.head_end, token.kind)));
        prop_assert_eq!(all.len(), some.len());
        for (whole, told) in all.into_iter().zip(some) {
            if told.0.is_empty() {
                prop_assert!(!wanted(whole.0.as_bytes()[0]), "{}", whole.0);
                prop_assert_eq!((whole.1, whole.2, whole.3), (told.1, told.2, told.3));
            } else {
                prop_assert_eq!(whole, told);
            }
        }
    }

    #[test]
    fn tokens_hold_nothing_that_separates(text in "(\\PC|[ -~]|\\p{M}){0,40}") {
        let mut start = 0;
        for_each_token(&text, |token, span| {
            assert!(!token.is_empty() && token.chars().count() <= TOKEN_CHARS);
            assert!(token.chars().all(|c| !c.is_ascii() || c.is_ascii_digit() || c.is_ascii_lowercase()), "{token:?}");
            assert!(!token.contains(char::is_whitespace), "{token:?}");
            assert!(span.start >= start && !text[span.clone()].is_empty());
            start = span.start;
        });
    }
}
