//! Regexes beside literals: what a query with raw terms finds, shows and says.

use super::*;

fn found(store: &Store, query: &str) -> Vec<String> {
    let answer = store.search(query, options()).unwrap();
    assert!(answer.problems.is_empty() && !answer.exact, "{query}: {:?}", answer.problems);
    let lines = |hit: &Hit| hit.lined.lines.iter().map(|l| format!("{} {:?}", l.number, l.spans)).collect::<Vec<_>>();
    answer.hits.iter().map(|hit| format!("{}: {}", hit.at.title, lines(hit).join(", "))).collect()
}

#[test]
fn a_regex_finds_lines_with_every_kind_of_end() {
    let store = store(&[
        ("Unix", "one total\ntwo\n\ntotal three\n"),
        ("Windows", "one total\r\ntwo\r\n\r\ntotal three\r\n"),
        ("Old", "one\rtotal"),
        ("Other", "TOTAL"),
    ]);
    assert_eq!(found(&store, "/total$/ sort:title"), ["Old: 2 [0..5]", "Unix: 1 [4..9]", "Windows: 1 [4..9]"]);
    assert_eq!(found(&store, "/^total/ -old sort:title"), ["Unix: 4 [0..5]", "Windows: 4 [0..5]"]);
    assert_eq!(found(&store, "/^$/ sort:title"), ["Unix: 3 []", "Windows: 3 []"], "the end of a text is no line");
    assert_eq!(found(&store, "/(?i)^total$/ -old"), ["Other: 1 [0..5]"]);
    assert_eq!(found(&store, "three /t.o/ 'THREE' /^one/ sort:title")[0], "Unix: 1 [0..3], 2 [0..3], 4 [6..11]");
    assert_eq!(found(&store, "in:title /^O/ sort:title"), ["Old: 1 [0..1]", "Other: 1 [0..1]"]);
}

#[test]
fn a_line_that_is_cut_shows_the_match() {
    let body = format!("{}x=42{}", "\u{e4} ".repeat(5_000), " y".repeat(5_000));
    let store = store(&[("Long", &body)]);
    let hits = store.search(r"/x=\d+/", options()).unwrap().hits;
    let line = &hits[0].lined.lines[0];
    assert_eq!(&line.text[line.spans[0].clone()], "x=42");
    assert!(line.text.starts_with('\u{2026}') && line.text.ends_with('\u{2026}') && line.text.chars().count() < 220);
}

#[test]
fn a_regex_that_cannot_be_looked_for_matches_nothing_and_says_why() {
    let store = store(&[("Page", "a(b")]);
    for (query, code) in [
        ("/(/", query::Code::BadRegex),
        ("page /a(?=b)/", query::Code::BadRegex),
        ("/a/ OR page", query::Code::GrepMisplaced),
        ("page -/a/", query::Code::GrepMisplaced),
        ("is:trash /a/", query::Code::GrepInTrash),
        ("/a/ /b/ 'c' /d/ /e/", query::Code::GrepTooMany),
    ] {
        let answer = store.search(query, options()).unwrap();
        assert!(answer.problems.iter().any(|problem| problem.code == code), "{query}: {:?}", answer.problems);
        let nothing = !matches!(code, query::Code::GrepMisplaced);
        assert_eq!(answer.total == 0 && answer.hits.is_empty(), nothing, "{query}");
    }
    let explanation = store.explain("page /x+/", options().today, &mut || false).unwrap();
    assert_eq!(explanation.parts.iter().map(|part| (part.alone, part.without)).collect::<Vec<_>>(), [(1, 0), (0, 1)]);
}

#[test]
fn a_regex_that_is_slow_elsewhere_takes_time_in_proportion_to_the_text() {
    let store = store(&[("Page", &"a".repeat(200_000)), ("Lines", &"aaaaaaaaaaaa\n".repeat(10_000))]);
    for query in ["/^(a|aa)+$x/", "/(a*)*b/", "/.*.*=.*/", "/(?s).*[^A-Z]|[A-Z]b/"] {
        let answer = store.search(query, options()).unwrap();
        assert!(answer.hits.len() <= 2, "{query}");
    }
}
