//! The query language's tables, natively: every case, and that every part of the language has its cases.

#![cfg(not(target_arch = "wasm32"))]

use std::collections::BTreeMap;
use std::fs;

use scrap_core::query::keys::KEYS;
use scrap_core::query::{Flag, Group, Has, SortKey};
use scrap_tests::tables::{Covered, TABLES, covered, run};

#[test]
fn every_query_finds_what_its_table_says() {
    let mut faults = Vec::new();
    for (name, text) in TABLES {
        let found = run(text).unwrap_or_else(|why| vec![why]);
        faults.extend(found.into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(faults.is_empty(), "{} cases:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_file_is_a_table() {
    let mut files: Vec<String> = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/data/query"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut tables: Vec<&str> = TABLES.iter().map(|(name, _)| *name).collect();
    tables.sort_unstable();
    assert_eq!(files, tables);
}

/// A hit, a near miss and an edge for every row of the language, of which the code's own tables say what there is.
#[test]
fn every_part_of_the_language_has_its_cases() {
    let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut cases = 0;
    for (_, text) in TABLES {
        for Covered { row, is } in covered(text).unwrap() {
            assert!(["hit", "near miss", "edge"].contains(&is.as_str()), "{row} is no `{is}`");
            seen.entry(row).or_default().push(is);
            cases += 1;
        }
    }
    let named = |key: &str, names: Vec<&str>| names.into_iter().map(|name| format!("{key}:{name}")).collect::<Vec<_>>();
    let mut rows: Vec<String> = KEYS.iter().map(|entry| format!("{}:", entry.key.name())).collect();
    rows.retain(|row| !["is:", "has:", "sort:", "group:"].contains(&row.as_str()));
    rows.extend(named("is", Flag::ALL.iter().map(|flag| flag.name()).collect()));
    rows.extend(named("has", Has::ALL.iter().map(|has| has.name()).collect()));
    rows.extend(named("sort", SortKey::ALL.iter().map(|sort| sort.name()).collect()));
    rows.extend(named("group", Group::ALL.iter().map(|group| group.name()).collect()));
    rows.extend(
        ["is:", "word", "prefix", "stem", "phrase", "not", "OR", "( )", "'literal'", "/regex/"].map(str::to_owned),
    );
    let missing: Vec<String> = rows
        .iter()
        .flat_map(|row| ["hit", "near miss", "edge"].map(|is| (row, is)))
        .filter(|(row, is)| !seen.get(*row).is_some_and(|there| there.iter().any(|one| one == is)))
        .map(|(row, is)| format!("{row} {is}"))
        .collect();
    assert!(missing.is_empty(), "no case for: {}", missing.join(", "));
    assert!(cases >= 250, "{cases} cases are not the whole language");
}
