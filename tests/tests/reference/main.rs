//! The query language a second time, in plain Rust over plain pages, and a property that holds the engine against it:
//! whatever the pages and the query are, both find the same. It is written from what the language promises, without SQL
//! and without an index, and slow where that is simple.
//!
//! Ways through: `drawn` draws pages and queries, `meets` says whether a page meets a condition, `links` who links to
//! whom. Order, snippets and sections are the tables' (`tests/data/query`).

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, reason = "helpers of tests stop at the first surprise, as tests do")]

mod drawn;
mod links;
mod meets;

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use scrap_core::fields::Kind;
use scrap_core::query::{Filter, Node, Query, Term, parse};
use scrap_core::search::Options;
use scrap_core::search::health::Finds;
use scrap_core::store::Store;
use scrap_core::time::Day;
use scrap_tests::tables::pages;

use self::drawn::Drawn;
use self::meets::World;

/// Today in every draw.
fn today() -> Day {
    Day::new(2026, 3, 10).unwrap()
}

fn store(drawn: &[Drawn]) -> Store {
    let pages: Vec<_> = drawn.iter().map(|drawn| drawn.page.clone()).collect();
    pages::open(&pages, today()).unwrap()
}

/// The names of the pages that the engine finds.
fn found(store: &Store, drawn: &[Drawn], query: &str) -> BTreeSet<String> {
    let answer = store.search(query, Options { limit: 100, today: today(), freeze: None }).unwrap();
    if answer.exact {
        assert_eq!(answer.total, answer.hits.len() as u64, "{query}");
    }
    let name = |id| drawn.iter().find(|drawn| pages::id(&drawn.page.name) == id).unwrap().page.name.clone();
    answer.hits.iter().map(|hit| name(hit.at.id)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn the_engine_finds_what_the_language_promises(
        pages in drawn::pages(),
        queries in prop::collection::vec(drawn::query(), 8),
    ) {
        let store = store(&pages);
        let world = World::new(&pages, today());
        for query in queries {
            let read = parse(&query).unwrap();
            let wanted: BTreeSet<String> = world.matching(&read).into_iter().collect();
            prop_assert_eq!(found(&store, &pages, &query), wanted, "{}", query);
        }
    }

    #[test]
    fn facets_and_checks_count_what_the_language_promises(pages in drawn::pages(), query in drawn::query()) {
        let store = store(&pages);
        let world = World::new(&pages, today());
        let read = parse(&query).unwrap();
        if !asks_for_kind(&read) && read.leaves().iter().all(|leaf| leaf.term.is_some_and(|term| !term.is_grep())) {
            let facets = store.facets(&query, today()).unwrap();
            let matching = world.matching(&read);
            let kind = |name: &String| world.page(name).kind();
            for kind_of in Kind::ALL {
                let wanted = matching.iter().filter(|name| kind(name) == *kind_of).count() as u64;
                let told = facets.kinds.iter().find(|(kind, _)| kind == kind_of).map_or(0, |(_, count)| *count);
                prop_assert_eq!(told, wanted, "{} of `{}`", kind_of.name(), query);
            }
            prop_assert_eq!(facets.personal + facets.work, matching.len() as u64);
        }
        for (check, count) in store.health(today()).unwrap().counts {
            let filter = match check.finds {
                Finds::Is(flag) => Filter::Is(flag),
                Finds::Has(has) => Filter::Has(has),
            };
            let wanted = world.live().filter(|page| world.meets_filter(page, &filter)).count() as u64;
            prop_assert_eq!(count, wanted, "{}", check.id);
        }
    }
}

fn asks_for_kind(query: &Query) -> bool {
    query.leaves().iter().any(|leaf| matches!(leaf.term, Some(Term::Filter(Filter::Kind(_))) | None))
}

/// What the draws must reach: a filter that never finds anything would agree with everything.
#[test]
fn the_draws_meet_every_filter() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut unmet: BTreeSet<String> =
        drawn::filters().into_iter().filter(|filter| !drawn::NEVER.contains(&filter.as_str())).collect();
    for _ in 0..400 {
        let pages = drawn::pages().new_tree(&mut runner).unwrap().current();
        let world = World::new(&pages, today());
        unmet.retain(|filter| {
            let query = parse(filter).unwrap();
            let [Node::Term(_, Term::Filter(filter))] = query.conjuncts() else { return false };
            // The engine's part of it has tables: nothing is drawn that has a conflict or no text.
            let left_out = meets::NOT_DRAWN.contains(filter);
            !left_out && !world.all().any(|page| world.meets_filter(page, filter))
        });
    }
    assert_eq!(unmet, BTreeSet::new());
}
