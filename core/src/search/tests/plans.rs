//! Common queries go by an index, and what a page is asked for is looked up, not gone through for each page.

use super::*;
use crate::search::sql::From;

/// The steps of SQLite's plan.
fn steps(store: &Store, query: &str) -> Vec<String> {
    let query = query::parse(query).unwrap();
    let plan = Plan::of(&query, options().today);
    From::of(store.connection(), &plan).unwrap().unwrap().steps(store.connection())
}

const PAGE: &str = "SEARCH p USING INTEGER PRIMARY KEY (rowid=?)";

#[test]
fn common_queries_do_not_go_through_every_page() {
    let store = store(&[("A", "x")]);
    for (query, way) in [
        ("cat", "SCAN page_fts VIRTUAL TABLE"),
        ("cat kind:note after:1w -dog", PAGE),
        ("cat tag:a", PAGE),
        ("tag:a", "SEARCH page_tag USING COVERING INDEX page_tag_by_tag (tag=?)"),
        ("tag:a tag:b -tag:c", PAGE),
        ("cat OR tag:a", PAGE),
        ("is:trash", "SCAN p USING COVERING INDEX page_in_trash"),
        ("link:x", "SEARCH l USING COVERING INDEX link_by_resolved (resolved=?)"),
        ("link:x", "SEARCH n USING PRIMARY KEY (key=?)"),
        ("has:dangling", PAGE),
        ("has:pdf", PAGE),
        ("image:photo", PAGE),
        ("after:1w", "SEARCH p USING COVERING INDEX page_by_updated (updated>?)"),
        ("is:stale", "SEARCH p USING COVERING INDEX page_by_updated (updated<?)"),
        ("path:a/b", "SEARCH p USING INDEX page_by_folder (folder=? AND trashed=?)"),
        ("is:duplicate", "SEARCH f USING INDEX file_by_blob (blob=?)"),
        ("is:duplicate", PAGE),
    ] {
        let steps = steps(&store, query);
        assert!(steps.iter().any(|step| step.starts_with(way)), "{query}: {steps:#?}");
        assert!(!steps.iter().any(|step| step == "SCAN p"), "{query}: {steps:#?}");
    }
}

#[test]
fn no_query_makes_a_set_anew_for_each_page() {
    let store = store(&[("A", "x")]);
    let filters = query::keys::KEYS.iter().flat_map(|row| {
        row.values.iter().map(|value| format!("{}:{}", row.key.name(), value.name)).collect::<Vec<_>>()
    });
    for query in filters.filter(|query| !["sort:", "group:", "date:", "in:"].iter().any(|key| query.starts_with(key))) {
        let steps = steps(&store, &query);
        // What hangs on the page at hand is found by an index.
        let depends = steps.iter().position(|step| step.starts_with("CORRELATED"));
        let inside = steps.iter().skip(depends.unwrap_or(steps.len()));
        assert!(!inside.clone().any(|step| step.starts_with("SCAN")), "{query}: {steps:#?}");
    }
}
