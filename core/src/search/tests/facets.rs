//! Every count of a facet is the number of hits once its term is in the query.

use proptest::prelude::*;

use super::*;
use crate::search::facets::{Facets, MAX_TAGS};
use crate::store::Basis;
use crate::wire::{FacetView, FacetsReply};

fn facets(store: &Store, query: &str) -> Facets {
    store.facets(query, options().today).unwrap()
}

fn tags(store: &Store, query: &str) -> String {
    let facets = facets(store, query);
    assert_eq!(facets.more_tags, 0);
    facets.tags.iter().map(|tag| format!("{} {}", tag.segments.join("/"), tag.count)).collect::<Vec<_>>().join(", ")
}

fn edit(store: &mut Store, page: u8, edit: impl FnOnce(&mut Fields)) {
    let basis = Basis::now(MadeBy::User, Instant::from_ms(90_000));
    store.edit(PageId([page; 16]), basis, |content| edit(&mut content.fields)).unwrap();
}

/// What a tap gives: the query with the facet's term in it.
#[track_caller]
fn assert_taps_give_the_counts(store: &Store, query: &str) {
    let reply = FacetsReply::from(facets(store, query));
    let total = |query: &str| store.search(query, Options { limit: 0, ..options() }).unwrap().total;
    let with = |facet: &FacetView| total(&format!("{query} {}", facet.query));
    for facet in reply.tags.iter().chain(&reply.areas) {
        assert_eq!(facet.count, with(facet), "{query} and {}", facet.query);
    }
    assert_eq!(reply.areas.iter().map(|area| area.count).sum::<u64>(), total(query), "{query}");
    // Another kind takes the place of the one that is asked for.
    let (kinds, others): (Vec<&str>, Vec<&str>) = query.split(' ').partition(|term| term.starts_with("kind:"));
    let others = others.join(" ");
    for facet in &reply.kinds {
        assert_eq!(facet.count, total(&format!("{others} {}", facet.query)), "{query} and {}", facet.query);
    }
    assert_eq!(reply.kinds.iter().map(|kind| kind.count).sum::<u64>(), total(&others), "{query} without {kinds:?}");
}

#[test]
fn a_tag_counts_for_those_it_is_under_and_a_page_once() {
    let mut store = store(&[
        ("A #plants/tea", "tea"),
        ("B #plants/tea #plants #second", "tea"),
        ("C #Plants", "x"),
        ("D #solo", "tea"),
        ("E #work/plants", "x"),
        ("F", "tea"),
    ]);
    edit(&mut store, 4, |fields| fields.trashed = true);
    // `tag:plants` finds `work/plants` too.
    assert_eq!(tags(&store, ""), "Plants 4, Plants/tea 2, second 1, work 1, work/plants 1");
    assert_eq!(tags(&store, "tea"), "plants 2, plants/tea 2, second 1");
    assert_eq!(tags(&store, "is:trash"), "solo 1");
    assert_eq!(tags(&store, "-tag:plants"), "");
    assert_eq!(tags(&store, "tag:"), "", "what says nothing finds nothing");
    for query in ["", "tea", "is:trash", "tag:plants", "tea OR x", "-second"] {
        let query = if query.contains("OR") { format!("({query})") } else { query.to_owned() };
        assert_taps_give_the_counts(&store, &query);
    }
}

#[test]
fn kinds_are_counted_as_if_none_was_asked_for() {
    let mut store = store(&[("A", "tea"), ("B", "tea"), ("C", "tea"), ("D", "x")]);
    edit(&mut store, 2, |fields| fields.kind = Some(Kind::Todo));
    edit(&mut store, 3, |fields| fields.kind = Some(Kind::Image));
    let kinds = |query: &str| facets(&store, query).kinds;
    let all = [(Kind::Note, 1), (Kind::Todo, 1), (Kind::Image, 1)];
    assert_eq!(kinds("tea"), all);
    assert_eq!(kinds("kind:todo tea"), all);
    assert_eq!(kinds("kind:todo kind:note tea"), all);
    assert_eq!(kinds("-kind:todo tea"), [(Kind::Note, 1), (Kind::Image, 1)]);
    assert_eq!(kinds("tea (kind:todo OR is:personal)"), [(Kind::Todo, 1)]);
    let personal = facets(&store, "kind:todo tea");
    assert_eq!((personal.personal, personal.work), (0, 1), "the other facets keep it");
}

#[test]
fn the_largest_tags_are_named_and_the_rest_counted() {
    let names: Vec<String> = (0..MAX_TAGS + 30).map(|n| format!("Page {n} #t{n} #all/t{n}")).collect();
    let pages: Vec<(&str, &str)> = names.iter().take(255).map(|name| (name.as_str(), "x")).collect();
    let store = store(&pages);
    let facets = facets(&store, "");
    assert_eq!((facets.tags.len(), facets.more_tags), (MAX_TAGS, 2 * pages.len() + 1 - MAX_TAGS));
    assert_eq!((facets.tags[0].segments.join("/"), facets.tags[0].count), ("all".to_owned(), pages.len() as u64));
}

#[test]
fn a_raw_term_is_not_counted_and_facets_say_so() {
    let store = store(&[("A #x", "a|b"), ("B #x", "c")]);
    let facets = facets(&store, "tag:x 'a|b'");
    assert_eq!((facets.exact, facets.work), (false, 2));
    let whole = store.facets("tag:x", options().today).unwrap();
    assert_eq!((whole.exact, whole.change), (true, facets.change));
}

#[test]
fn a_tag_of_a_thousand_segments_is_counted_to_a_depth() {
    let deep = vec!["a"; 1_000].join("/");
    let store = store(&[(&format!("A #{deep}"), "x"), ("B #a/b", "x")]);
    let tags = facets(&store, "").tags;
    assert_eq!(tags.len(), super::super::facets::DEPTH + 1);
    assert_taps_give_the_counts(&store, "");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_tap_gives_as_many_hits_as_its_facet_says(
        pages in prop::collection::vec(("( #[abÄ](/[abä]){0,2}){0,3}", "[xyz ]{0,4}", 0..4_u8, any::<bool>()), 1..8),
        query in "(kind:note |kind:todo |tag:a |-tag:b |x |is:personal |-y ){0,3}",
    ) {
        let titles: Vec<String> = pages.iter().enumerate().map(|(n, (tags, ..))| format!("Page {n}{tags}")).collect();
        let named: Vec<(&str, &str)> = titles.iter().map(String::as_str).zip(pages.iter().map(|p| p.1.as_str())).collect();
        let mut store = store(&named);
        for (n, (_, _, kind, personal)) in (1_u8..).zip(&pages) {
            edit(&mut store, n, |fields| {
                fields.kind = Kind::of_code(*kind);
                fields.personal = Some(*personal);
            });
        }
        assert_taps_give_the_counts(&store, query.trim());
    }
}
