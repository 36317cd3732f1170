//! What is marked, and the same laws that the index holds.

use super::*;
use proptest::prelude::*;

fn word(text: &str) -> Needle {
    Needle::Word(text.to_owned())
}

fn phrase(text: &str) -> Needle {
    Needle::Phrase(text.to_owned())
}

/// `text` with marks around what is found.
fn marked(needles: &[Needle], text: &str) -> String {
    let mut shown = String::new();
    let mut at = 0;
    for Mark { range, .. } in Matcher::new(needles).find(text) {
        shown += &text[at..range.start];
        shown += "[";
        shown += &text[range.clone()];
        shown += "]";
        at = range.end;
    }
    shown + &text[at..]
}

#[test]
fn marks_lie_on_what_was_asked_for() {
    let table = [
        (vec![word("run")], "Running, he ran a run.", "[Running], he ran a [run]."),
        (vec![word("organizations")], "an organ, organized", "an [organ], [organized]"),
        (vec![word("die")], "dying", "[dying]"),
        (vec![word("user"), word("fing")], "getUserName openWithFingerprint", "[getUserName] [openWithFingerprint]"),
        (vec![word("1.2")], "v1.2.3 and 1 2", "v[1.2].3 and [1 2]"),
        (vec![word("foo_bar(")], "foo_barn foo bar foo", "[foo_barn] [foo bar] foo"),
        (vec![word("C++")], "c c++ C++20 C#", "c [c++] [C++20] C#"),
        (vec![word("cafe")], "Ein Café, cafe\u{301}s", "Ein [Café], [cafe\u{301}s]"),
        (vec![word("wanderkarte")], "Die Wan\u{ad}der\u{ad}kar\u{ad}te.", "Die [Wan\u{ad}der\u{ad}kar\u{ad}te]."),
        (vec![word("编程")], "AI编程很", "AI[编程]很"),
        (vec![word("程")], "AI编程很，程", "AI编[程]很，[程]"),
        (vec![word("AI编程")], "AI编程很", "[AI编程]很"),
        (vec![word("京都")], "東京都で", "東[京都]で"),
        (vec![word("数据库")], "（数据库）", "（[数据库]）"),
        (vec![phrase("程")], "编程很", "编[程]很"),
        (vec![phrase("organ donor")], "organ donors, organ donor", "organ donors, [organ donor]"),
        (vec![phrase("new")], "news of new", "news of [new]"),
        (vec![phrase("a a b")], "a a a b a b", "a [a a b] a b"),
        (vec![word("a"), phrase("a b")], "a b", "[a b]"),
        (vec![word("½")], "½ cup", "[½] cup"),
        (vec![word("--"), phrase("")], "a -- b", "a -- b"),
        (vec![], "a", "a"),
    ];
    for (needles, text, want) in table {
        assert_eq!(marked(&needles, text), want, "{needles:?} in {text}");
    }
}

#[test]
fn a_phrase_of_one_word_over_and_over_stays_linear() {
    let text = "a ".repeat(200_000);
    let found = Matcher::new(&[phrase(&"a ".repeat(2000)), word(&"a.".repeat(2000))]).find(&text);
    assert_eq!(found, [Mark { range: 0..text.len() - 1, needles: 3 }]);
}

proptest! {
    #[test]
    fn marks_are_in_order_apart_and_at_characters(
        text in "([a-c程序员ก-ฮ่้é½ +#A-C]|\\PC){0,40}",
        words in proptest::collection::vec("[a-c程序éก+#A-C ]{0,4}", 0..5),
    ) {
        let needles: Vec<Needle> = words.iter().flat_map(|w| [word(w), phrase(w)]).collect();
        let mut end = None;
        for Mark { range, .. } in Matcher::new(&needles).find(&text) {
            prop_assert!(text.get(range.clone()).is_some_and(|part| !part.is_empty()));
            prop_assert!(end.is_none_or(|end| range.start > end));
            end = Some(range.end);
        }
    }

    #[test]
    fn a_phrase_is_found_where_its_tokens_stand_in_a_row(
        text in "[a-b程](( |,|)[a-b程]){0,20}",
        asked in "[a-b程](( |)[a-b程]){0,4}",
    ) {
        let mut tokens = Vec::new();
        super::super::for_each_token(&text, |token, _| tokens.push(token.to_owned()));
        let found = !Matcher::new(&[word(&asked)]).find(&text).is_empty();
        prop_assert_eq!(found, super::super::token::tests::holds(&tokens, &query_tokens(&asked)));
    }
}
