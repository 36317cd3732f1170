//! What is offered while somebody types.

use super::*;
use crate::search::complete::MOST;

/// What is offered at the `|` of a text: the part it replaces, and the completions.
fn offered(store: &Store, text: &str) -> (String, Vec<String>) {
    let caret = text.find('|').unwrap();
    let text = text.replacen('|', "", 1);
    match store.complete(&text, caret).unwrap() {
        Some((span, found)) => {
            (text[span.start..span.end].to_owned(), found.into_iter().map(|completion| completion.text).collect())
        }
        None => (String::new(), Vec::new()),
    }
}

#[test]
fn keys_and_their_values_are_offered_from_their_beginnings() {
    let store = store(&[]);
    let table: [(&str, &str, &[&str]); 9] = [
        ("tea ki|", "ki", &["kind:"]),
        ("so|", "so", &["source:", "sort:"]),
        ("k|", "", &[]),
        ("kind:no|", "kind:no", &["kind:note"]),
        ("kind:la|", "kind:la", &["kind:consume"]),
        ("-is:or|", "is:or", &["is:orphan"]),
        ("has:open_|", "has:open_", &["has:open-questions"]),
        ("due:<to|", "due:<to", &["due:<today", "due:<tomorrow"]),
        ("kind:note|", "", &[]),
    ];
    for (text, part, found) in table {
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(offered(&store, text), (part.to_owned(), found), "{text}");
    }
    assert_eq!(offered(&store, "is:|").1.len(), MOST);
}

#[test]
fn tags_are_offered_by_any_part_the_most_used_first() {
    let store = store(&[
        ("One #recipes/soup #tea", "x"),
        ("Two #recipes/cake", "x"),
        ("Three #Drinks/Tea", "x"),
        ("Four #two words", "x"),
    ]);
    assert_eq!(offered(&store, "tag:rec|").1, ["tag:recipes", "tag:recipes/cake", "tag:recipes/soup"]);
    assert_eq!(offered(&store, "#te|").1, ["tag:Drinks/Tea", "tag:tea"]);
    assert_eq!(offered(&store, "tag:soup|").1, ["tag:recipes/soup"]);
    assert_eq!(offered(&store, "tag:none|").1, [""; 0]);
}

#[test]
fn titles_are_offered_for_links() {
    let store = store(&[("Green tea", "x"), ("Black tea", "x"), ("Greens", "x")]);
    assert_eq!(offered(&store, "link:gre|").1, ["link:\"Green tea\"", "link:Greens"]);
    assert_eq!(offered(&store, "link:\"green t|").1, ["link:\"Green tea\""]);
}
