//! The checks of a store's health on the command line.

use crate::bench::Bench;

#[test]
fn health_counts_and_says_what_to_do_with_status_0() {
    let bench = Bench::new("health");
    bench.write("notes/a.md", "[[Nobody]]\n");
    bench.write("notes/b.md", "---\nkind: todo\nupdated: 2026-01-01\n---\n## Open questions\n\n1. [ ] why?\n");
    bench.ok(&["import", "notes"]);
    let health = bench.json(&["health", "--json", "--today", "2026-03-02"]);
    for check in health["checks"].as_array().unwrap() {
        let found = bench.json(&["search", check["query"].as_str().unwrap(), "--json", "--today", "2026-03-02"]);
        assert_eq!(found["total"], check["count"], "{check}");
    }
    let count =
        |id: &str| health["checks"].as_array().unwrap().iter().find(|c| c["id"] == id).unwrap()["count"].clone();
    assert_eq!((count("dangling"), count("open-questions"), count("stale")), (1.into(), 1.into(), 0.into()));
    let table = bench.ok(&["health", "--today", "2026-03-03"]);
    assert!(table.contains("has:dangling") && table.contains("Do it, close it"), "{table}");
    assert_eq!(bench.run(&["health", "--today", "soon"]).status, 2);
}
