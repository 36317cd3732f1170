//! What a search finds, in which order, and what it shows.

mod complete;
mod facets;
mod health;
mod lists;
mod plans;
mod raw;
mod section;

use super::*;
use crate::fields::{Fields, Kind, MadeBy};
use crate::id::{DeviceId, PageId};
use crate::merge::Content;
use crate::store::Draft;

fn options() -> Options {
    Options { limit: 20, today: Day::new(2026, 3, 1).unwrap(), freeze: None }
}

/// A store with a page for each (title, fields, body), edited in this order.
fn store(pages: &[(&str, &str)]) -> Store {
    let mut store = Store::in_memory(DeviceId([1; 16])).unwrap();
    let mut batch = store.batch().unwrap();
    for (n, (title, body)) in (1_u8..).zip(pages) {
        let (title, tags) = title.split_once('#').map_or((*title, ""), |(title, tags)| (title.trim(), tags));
        let fields = Fields {
            title: Some(title.to_owned()),
            path: Some(title.to_lowercase()),
            tags: tags.split('#').filter(|tag| !tag.is_empty()).map(|tag| tag.trim().to_owned()).collect(),
            ..Fields::default()
        };
        let content = Content { fields, body: (*body).to_owned() };
        let page = PageId([n; 16]);
        let draft = Draft { page, parents: vec![], content, made_by: MadeBy::User, import: false, request: None };
        batch.save(draft, Instant::from_ms(i64::from(n) * 1000)).unwrap();
    }
    batch.commit().unwrap();
    store
}

fn titles(store: &Store, query: &str) -> Vec<String> {
    let answer = store.search(query, options()).unwrap();
    assert!(answer.exact);
    assert_eq!(answer.total, answer.hits.len() as u64, "{query}");
    answer.hits.into_iter().map(|hit| hit.at.title).collect()
}

fn marked(store: &Store, query: &str) -> String {
    let answer = store.search(query, options()).unwrap();
    let segments = answer.hits.first().map(|hit| hit.snippet.clone()).unwrap_or_default();
    segments.iter().map(|s| if s.hit { format!("[{}]", s.text) } else { s.text.clone() }).collect()
}

#[test]
fn words_meet_by_prefix_or_stem_anywhere_on_the_page() {
    let store = store(&[
        ("Organization", "We plan the kitchen."),
        ("Donors", "An organ donor. Pancakes with flour."),
        ("Code", "foo_bar(1) calls getUserName in C++ v1.2.3"),
    ]);
    assert_eq!(titles(&store, "organiz"), ["Organization"]);
    assert_eq!(titles(&store, "organizations"), ["Organization", "Donors"]);
    assert_eq!(titles(&store, "\"organ donor\""), ["Donors"]);
    assert_eq!(titles(&store, "\"organs donor\""), [""; 0]);
    assert_eq!(titles(&store, "kitchen organization"), ["Organization"]);
    assert_eq!(titles(&store, "organ -pancakes"), ["Organization"]);
    assert_eq!(titles(&store, "organ -pancake"), ["Organization", "Donors"]);
    for query in ["foo_bar(", "foo_b", "username", "name", "C++", "1.2.3", "v1.2"] {
        assert_eq!(titles(&store, query), ["Code"], "{query}");
    }
}

#[test]
fn titles_come_before_tags_and_tags_before_the_text() {
    let store = store(&[
        ("Cake", "An apple a day."),
        ("Pie #apple", "x"),
        ("Apple tart", "x"),
        ("Apple", "x"),
        ("Soup", "apples and apples and apples"),
    ]);
    assert_eq!(titles(&store, "apple"), ["Apple", "Apple tart", "Pie", "Cake", "Soup"]);
}

#[test]
fn filters_narrow_and_combine_with_or() {
    let store = store(&[("A #work/clients", "tea"), ("B #workshop", "tea"), ("C", "tea milk")]);
    assert_eq!(titles(&store, "tag:work"), ["A"]);
    assert_eq!(titles(&store, "tag:clients tea"), ["A"]);
    assert_eq!(titles(&store, "tag:workshop OR milk"), ["C", "B"]);
    assert_eq!(titles(&store, "tea -tag:work sort:title"), ["B", "C"]);
    assert_eq!(titles(&store, "-tea"), [""; 0]);
    assert_eq!(titles(&store, "-tag:work tea"), ["C", "B"]);
    assert_eq!(titles(&store, "-tag:work -tag:workshop -tag:nothing"), ["C"]);
    assert_eq!(titles(&store, "milk OR (-tag:work -tag:clients)"), ["C", "B"]);
    assert_eq!(titles(&store, "-(tag:work OR tag:workshop)"), ["C"]);
    assert_eq!(titles(&store, "-tag:work tag:workshop"), ["B"]);
    assert_eq!(titles(&store, "is:untagged"), ["C"]);
    assert_eq!(titles(&store, "kind:todo"), [""; 0]);
    assert_eq!(titles(&store, ""), ["C", "B", "A"]);
}

#[test]
fn the_latest_edits_come_first_of_few_pages_and_of_many() {
    let names: Vec<String> = (0..1_200).map(|n| format!("Page {n} #even{}", n % 2)).collect();
    let mut store = Store::in_memory(DeviceId([1; 16])).unwrap();
    let mut batch = store.batch().unwrap();
    for (n, name) in (0_i64..).zip(&names) {
        let (title, tag) = name.split_once(" #").unwrap();
        let mut id = [0; 16];
        id[..8].copy_from_slice(&n.to_be_bytes());
        let fields = Fields { title: Some(title.into()), tags: vec![tag.into()], ..Fields::default() };
        let content = Content { fields, body: String::new() };
        let draft =
            Draft { page: PageId(id), parents: vec![], content, made_by: MadeBy::User, import: false, request: None };
        batch.save(draft, Instant::from_ms(1_000 + n * 7 % 1_200)).unwrap();
    }
    batch.commit().unwrap();
    let found = |query: &str| {
        let answer = store.search(query, Options { limit: 3, ..options() }).unwrap();
        (answer.total, answer.hits.into_iter().map(|hit| hit.updated.ms()).collect::<Vec<_>>())
    };
    assert_eq!(found(""), (1_200, vec![2_199, 2_198, 2_197]));
    assert_eq!(found("tag:even0"), (600, vec![2_198, 2_196, 2_194]));
    assert_eq!(found("-tag:even0"), (600, vec![2_199, 2_197, 2_195]));
}

#[test]
fn a_snippet_is_the_place_with_the_most_of_the_words() {
    let far = "Nothing of it here. ".repeat(40);
    let store = store(&[("Zoo", &format!("Apes, apes and apes.\n\n{far}\n\nOne ape eats figs.\n\n{far}\n\nFigs."))]);
    assert!(marked(&store, "ape fig").contains("One [ape] eats [figs]."), "{}", marked(&store, "ape fig"));
}

#[test]
fn a_long_page_shows_a_word_wherever_it_stands_and_on_its_line() {
    let line = "Some words that fill a line.\n";
    let place = |before: usize| format!("{}[A tamarin][1]!\n{}\n\n[1]: /x\n", line.repeat(before), line.repeat(9_000));
    for before in [0, 20, 400, 4_000, 8_000] {
        let store = store(&[("Zoo", &place(before))]);
        let answer = store.search("tamarin", options()).unwrap();
        assert_eq!(answer.hits[0].line, before as u32 + 1);
        assert!(marked(&store, "tamarin").contains("A [tamarin]!"), "{}", marked(&store, "tamarin"));
    }
}

#[test]
fn a_snippet_shows_the_words_where_they_stand() {
    let long = format!("{}\n\nThe tamarin sits here.\n", "Nothing much. ".repeat(500));
    let store = store(&[("Page", &long), ("中文", "AI编程很有趣，（数据库）也是。")]);
    assert!(marked(&store, "tamarin").contains("The [tamarin] sits here."), "{}", marked(&store, "tamarin"));
    let answer = store.search("tamarin", options()).unwrap();
    assert_eq!(answer.hits[0].line, 3);
    assert_eq!(marked(&store, "数据库"), "AI编程很有趣，（[数据库]）也是。");
    assert_eq!(marked(&store, "程"), "AI编[程]很有趣，（数据库）也是。");
}

#[test]
fn no_query_is_the_index_s_own_syntax() {
    let store = store(&[("Page", "AND OR NOT NEAR title col")]);
    for query in ["\"", "NEAR(a b)", "col:", "*", "a*", "^a", "title : x", "a AND b", "{title}", "-", "\u{0}", "(((("] {
        store.search(query, options()).unwrap();
    }
    for depth in [16, 40, 60] {
        let nested = format!("{}a{}", "(b OR (a ".repeat(depth / 2 - 1), "))".repeat(depth / 2 - 1));
        store.search(&nested, options()).unwrap();
    }
    let excluded: String = (0..60).map(|n| format!("-x{n} ")).collect();
    assert_eq!(titles(&store, &format!("near {excluded}")), ["Page"]);
    assert_eq!(titles(&store, "NEAR col"), ["Page"]);
    let refused = store.search(&"a ".repeat(65), options()).unwrap_err();
    assert_eq!(refused.code(), "too_many_terms");
}

#[test]
fn kinds_are_asked_for_by_name() {
    let mut store = store(&[("A", "x")]);
    let basis = crate::store::Basis::now(MadeBy::User, Instant::from_ms(5_000));
    store.edit(PageId([1; 16]), basis, |content| content.fields.kind = Some(Kind::Todo)).unwrap();
    assert_eq!(titles(&store, "KIND:Todo"), ["A"]);
}

#[test]
fn raw_terms_are_found_in_the_stored_text_and_shown_by_line() {
    let store = store(&[
        ("Table", "A table here:\n\n|a|b|\n|---|---|\n|1|2|\n"),
        ("Draft", "a draft table\n\n|c|\n|---|\n"),
        ("Call", "foo_bar(1)\nfoo_bar (2)\n"),
    ]);
    let found = |query: &str| {
        let answer = store.search(query, options()).unwrap();
        assert!(!answer.exact);
        let mut found: Vec<String> =
            answer.hits.iter().map(|hit| format!("{}:{}", hit.at.title, hit.lined.lines[0].number)).collect();
        found.sort();
        found
    };
    assert_eq!(found("'|---|'"), ["Draft:4", "Table:4"]);
    assert_eq!(found("table '|---|' -draft"), ["Table:4"]);
    assert_eq!(found("'FOO_BAR('"), ["Call:1"]);
    assert_eq!(found("in:title 'all'"), ["Call:1"]);
    assert!(found("'nowhere'").is_empty());
}

#[test]
fn the_side_of_a_conflict_that_is_not_shown_is_found_and_shown() {
    let mut store = store(&[("Table", "one\ntwo\n"), ("Other", "two\n")]);
    let page = PageId([1; 16]);
    let parents = store.page(page).unwrap().unwrap().heads;
    for (time, title, body) in [(10, "Ta|ble", "one\nkayak |---|\nmore\n"), (20, "Tab|le", "one\nferry\n")] {
        let fields = Fields { title: Some(title.into()), ..store.page(page).unwrap().unwrap().fields };
        let content = Content { fields, body: body.into() };
        let parents = parents.clone();
        let draft = Draft { page, parents, content, made_by: MadeBy::User, import: false, request: None };
        store.save(draft, Instant::from_ms(time * 1000)).unwrap();
    }
    assert_eq!(store.page(page).unwrap().unwrap().conflicts.len(), 2);
    let found = |query: &str| -> Vec<(literal::Part, u32, String)> {
        let hits = store.search(query, options()).unwrap().hits;
        hits.into_iter().flat_map(|hit| hit.lined.lines).map(|l| (l.part, l.number, l.text)).collect()
    };
    let side = |line: u32, text: &str| (literal::Part::Conflict, line, text.to_owned());
    assert_eq!(found("'|---|'"), [side(2, "kayak |---|")]);
    assert_eq!(found("'more'"), [side(2, "more")]);
    assert_eq!(found("in:title 'ta|ble'"), [side(1, "Ta|ble")]);
    assert!(found("in:title '|---|'").is_empty() && found("in:file '|---|'").is_empty());
    assert_eq!(found("'ferry'"), [(literal::Part::Body, 2, "ferry".to_owned())]);
    assert!(marked(&store, "kayak").contains("[kayak]"), "{}", marked(&store, "kayak"));
}

#[test]
fn raw_terms_never_look_into_the_trash_and_say_so() {
    let mut store = store(&[("Here", "foo_bar("), ("Gone", "foo_bar(")]);
    let mut batch = store.batch().unwrap();
    batch.set_trashed(PageId([2; 16]), true, MadeBy::User, Instant::from_ms(9_000)).unwrap();
    batch.commit().unwrap();
    assert_eq!(titles(&store, "is:trash"), ["Gone"]);
    for query in ["is:trash 'foo_bar('", "in:body 'foo_bar(' is:trash", "is:trash /foo/"] {
        let answer = store.search(query, options()).unwrap();
        assert_eq!((answer.hits.len(), answer.total), (0, 0), "{query}");
        assert_eq!(answer.problems[0].code, query::Code::GrepInTrash);
    }
}

#[test]
fn nothing_found_is_explained() {
    let store = store(&[("A #work", "tar archive"), ("B", "tea")]);
    let explained = |query: &str| {
        let explanation = store.explain(query, options().today, &mut || false).unwrap();
        assert_eq!(explanation.unmeasured, 0);
        explanation
            .parts
            .iter()
            .map(|p| format!("{} {} {}", &query[p.span.start..p.span.end], p.alone, p.without))
            .collect::<Vec<_>>()
    };
    assert_eq!(explained("tar tag:wor"), ["tar 1 0", "tag:wor 0 1"]);
    assert_eq!(explained("tar -archive"), ["tar 1 1", "archive 1 1"]);
    assert_eq!(explained("'tea'"), ["'tea' 1 0"]);
    assert!(explained("").is_empty());
    let instead =
        |query: &str| store.explain(query, options().today, &mut || false).unwrap().parts.pop().unwrap().instead;
    assert_eq!(instead("tar -archive"), Some(("\"-archive\"".to_owned(), 1)));
    assert_eq!(instead("'Tär'"), Some(("\"Tär\"".to_owned(), 1)));
}

#[test]
fn an_explanation_ends_when_it_is_told_to_and_says_what_it_did_not_measure() {
    let store = store(&[("A", "tar archive"), ("B", "tea"), ("C", "tea")]);
    let measured = |query: &str, allowed: usize| {
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            asked > allowed
        };
        let explanation = store.explain(query, options().today, &mut stop).unwrap();
        (explanation.parts.len(), explanation.unmeasured)
    };
    let many: String = (0..60).map(|n| format!("x{n} ")).collect();
    assert_eq!(measured(&many, usize::MAX), (60, 0));
    assert_eq!([0, 1, 2, 5, 6].map(|allowed| measured(&many, allowed)), [(0, 60), (0, 60), (1, 59), (2, 58), (3, 57)]);
    // One look before the texts, and one for each of the three; the other way to write it is no part of the measure.
    assert_eq!([3, 4, 5].map(|allowed| measured("'tea'", allowed)), [(0, 1), (1, 0), (1, 0)]);
}

#[test]
fn what_says_nothing_finds_nothing() {
    let store = store(&[("A", "x")]);
    for query in ["(", "-()", "|---|", "tag:", "\"\""] {
        let answer = store.search(query, options()).unwrap();
        assert_eq!((answer.total, answer.hits.len()), (0, 0), "{query}");
        assert!(!answer.problems.is_empty(), "{query}");
    }
    assert_eq!(titles(&store, "sort:title"), ["A"]);
}

#[test]
fn every_prefix_of_every_word_finds_its_page() {
    let words = [
        "organizational",
        "relativity",
        "business",
        "universities",
        "running",
        "sanitized",
        "Łódź",
        "Straße",
        "café",
        "getUserName",
        "TLSListener",
        "foo_bar_baz",
        "v1.2.3",
        "10.20.0.12",
        "jana.muster@example.org",
        "don't",
        "O’Brien",
        "C++",
        "数据库",
        "東京都",
        "ประเทศไทย",
        "서울에서",
        "Ελλάδα",
        "йогурт",
        "--dry-run",
        "Émile",
    ];
    let pages: Vec<(String, String)> =
        words.iter().enumerate().map(|(n, word)| (format!("Page {n}"), format!("before {word} after"))).collect();
    let pages: Vec<(&str, &str)> = pages.iter().map(|(title, body)| (title.as_str(), body.as_str())).collect();
    let store = store(&pages);
    for (n, word) in words.iter().enumerate() {
        let word = word.trim_start_matches('-');
        for (end, c) in word.char_indices().skip(1) {
            let prefix = &word[..end + c.len_utf8()];
            let found = titles(&store, prefix);
            assert!(found.contains(&format!("Page {n}")), "{prefix} of {word} found {found:?}");
        }
    }
}
