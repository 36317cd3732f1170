//! Queries on the command line: what they give, what is refused, and with which status.

use crate::bench::Bench;

fn tools(name: &str) -> Bench {
    let bench = Bench::new(name);
    bench.write(
        "tools/tar.md",
        "---\ntags: [shell]\nupdated: 2026-02-01\n---\n# tar\n\nUnpack with tar -xvf archive.\n",
    );
    bench.write("tools/zip.md", "---\nupdated: 2026-03-01\n---\n# zip\n\nA zip archive.\n");
    bench.write("tools/due.md", "---\nkind: todo\ndue: 2026-03-05\nupdated: 2026-01-01\n---\nPay the bill.\n");
    bench.ok(&["import", "tools"]);
    bench
}

#[test]
fn a_hit_has_the_fields_of_the_contract() {
    let bench = tools("search_json");
    let found = bench.json(&["search", "archive", "tar", "--json"]);
    assert_eq!((&found["total"], &found["exact"]), (&1.into(), &true.into()));
    let hit = &found["hits"][0];
    assert_eq!((&hit["source"], &hit["path"], &hit["title"]), (&"tools".into(), &"tar".into(), &"tar".into()));
    assert_eq!((&hit["kind"], &hit["tags"][0]), (&"note".into(), &"shell".into()));
    assert_eq!(hit["updated"], "2026-02-01T00:00:00Z");
    let marked: Vec<&str> = hit["snippet"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|part| part["hit"] == true)
        .map(|part| part["text"].as_str().unwrap())
        .collect();
    assert!(marked.contains(&"archive"), "{hit}");
}

#[test]
fn a_query_with_a_dash_in_front_goes_after_two_dashes_and_without_says_so() {
    let bench = tools("search_dash");
    assert_eq!(bench.paths("-tag:shell kind:note"), ["zip"]);
    let ran = bench.run(&["search", "-na"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("-- -na") || ran.err.contains("-- -n"), "{ran:?}");
    assert!(bench.ok(&["search", "tar -xvf"]).contains("no page matches"), "a word may be excluded without it");
}

#[test]
fn today_can_be_set_and_must_be_a_day() {
    let bench = tools("search_today");
    let due = |today: &str| bench.json(&["search", "due:today", "--json", "--today", today])["total"].clone();
    assert_eq!((due("2026-03-05"), due("2026-03-06")), (1.into(), 0.into()));
    assert_eq!(bench.run(&["search", "due:today", "--today", "tomorrow"]).status, 2);
}

#[test]
fn an_empty_query_lists_the_latest_first_and_a_cursor_goes_on() {
    let bench = tools("search_cursor");
    let first = bench.json(&["search", "--json", "--limit", "2"]);
    let paths = |found: &serde_json::Value| -> Vec<String> {
        found["hits"].as_array().unwrap().iter().map(|hit| hit["path"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(paths(&first), ["zip", "tar"]);
    let rest = bench.json(&["search", "--json", "--cursor", first["cursor"].as_str().unwrap()]);
    assert_eq!(paths(&rest), ["due"]);
    assert_eq!(rest["cursor"], serde_json::Value::Null);
    assert_eq!(bench.run(&["search", "--cursor", "nonsense"]).status, 2);
}

#[test]
fn a_query_past_a_limit_is_refused_with_status_2_and_a_code() {
    let bench = tools("search_limits");
    let words = |count: usize| (0..count).map(|n| format!("w{n}")).collect::<Vec<_>>().join(" ");
    let filters = |count: usize| (0..count).map(|n| format!("-tag:t{n}")).collect::<Vec<_>>().join(" ");
    for (fits, passes, code) in [
        (words(64), words(65), "too_many_terms"),
        (filters(64), filters(65), "too_many_filters"),
        ("é".repeat(4096), "é".repeat(4097), "query_too_long"),
    ] {
        assert_eq!(bench.run(&["search", "--json", "--", &fits]).status, 0);
        let ran = bench.run(&["search", "--json", "--", &passes]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        let error: serde_json::Value = serde_json::from_str(&ran.err).unwrap();
        assert_eq!(error["code"], code);
    }
}

#[test]
fn problems_of_a_query_are_told_beside_the_hits() {
    let bench = tools("search_problems");
    let ran = bench.run(&["search", "tga:shell"]);
    assert_eq!(ran.status, 0);
    assert!(ran.err.contains("tag:shell"), "{ran:?}");
    assert_eq!(bench.json(&["search", "tga:shell", "--json"])["problems"][0]["code"], "unknown-key");
}

#[test]
fn a_search_without_a_store_says_how_to_make_one() {
    let bench = Bench::new("search_no_store");
    let ran = bench.run(&["search", "x"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("scrap import"), "{ran:?}");
    assert!(!bench.dir.join("data").exists(), "a search makes nothing");
}

#[test]
fn facets_count_what_a_search_for_them_finds() {
    let bench = tools("search_facets");
    bench.write("tools/bat.md", "---\ntags: [shell/bash, shell]\n---\n# bat\n\nShow an archive.\n");
    bench.ok(&["import", "tools"]);
    let facets = bench.json(&["search", "--facets", "--json", "archive"]);
    for facet in ["kinds", "tags", "areas"].into_iter().flat_map(|name| facets[name].as_array().unwrap()) {
        let query = format!("archive {}", facet["query"].as_str().unwrap());
        assert_eq!(bench.json(&["search", "--json", &query])["total"], facet["count"], "{query}");
    }
    assert_eq!(facets["tags"][0], serde_json::json!({ "value": "shell", "query": "tag:shell", "count": 2 }));
    let table = bench.ok(&["search", "--facets"]);
    assert!(table.contains("1  kind:todo") && table.contains("1  tag:shell/bash"), "{table}");
    assert_eq!(bench.ok(&["search", "--facets", "nowhere"]), "no page matches\n");
    assert_eq!(bench.run(&["search", "--facets", "--limit", "3"]).status, 2);
}

#[test]
fn sections_have_headings_and_regexes_find_lines() {
    let bench = tools("search_sections");
    let found = bench.json(&["search", "--json", "group:type sort:title"]);
    assert_eq!(found["sections"][0], serde_json::json!({ "key": "note", "label": "Note", "count": 2 }));
    assert_eq!((&found["hits"][1]["section"], &found["hits"][2]["section"]), (&"note".into(), &"todo".into()));
    let text = bench.ok(&["search", "group:type"]);
    assert!(text.contains("Note (2)") && text.contains("Todo (1)"), "{text}");
    let found = bench.json(&["search", "--json", r"/tar -\w+f/ archive"]);
    assert_eq!((&found["hits"][0]["path"], found["hits"].as_array().unwrap().len()), (&"tar".into(), 1));
    assert_eq!(found["hits"][0]["lines"][0]["text"], "Unpack with tar -xvf archive.");
    let ran = bench.run(&["search", "/(/"]);
    assert!(ran.status == 0 && ran.err.contains("unclosed group"), "{ran:?}");
}

#[test]
fn the_syntax_is_printed_without_a_store() {
    let bench = Bench::new("search_syntax");
    let syntax = bench.ok(&["search", "--syntax"]);
    assert!(syntax.contains("### `due:`") && syntax.contains("| `orphan` |"), "{syntax}");
    assert_eq!(bench.run(&["search", "--syntax", "tea"]).status, 2);
}
