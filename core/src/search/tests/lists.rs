//! Lists of hits that are scrolled through while pages come, change and go.

use super::*;

#[test]
fn a_cursor_leads_through_a_frozen_list() {
    let names: Vec<String> = (0..30).map(|n| format!("Ledger {n}")).collect();
    let pages: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "ledger")).collect();
    let mut store = store(&pages);
    let now = Instant::from_ms(1_000_000);
    let first = Options { limit: 10, freeze: Some(Freeze { id: [5; 16], now }), ..options() };
    let answer = store.search("ledger", first).unwrap();
    assert_eq!(
        store.search_on(answer.cursor.as_deref().unwrap(), 10, options().today, now).unwrap_err().code(),
        "bad_cursor",
        "the list is not kept yet"
    );
    store.keep_list(answer.list.as_ref().unwrap()).unwrap();
    let mut seen: Vec<PageId> = answer.hits.iter().map(|hit| hit.at.id).collect();
    let mut batch = store.batch().unwrap();
    let gone = PageId([15; 16]);
    batch.set_trashed(gone, true, MadeBy::User, now).unwrap();
    batch.commit().unwrap();
    let mut cursor = answer.cursor;
    while let Some(at) = cursor {
        let next = store.search_on(&at, 10, options().today, now).unwrap();
        seen.extend(next.hits.iter().map(|hit| hit.at.id));
        cursor = next.cursor;
    }
    let mut once = seen.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), seen.len());
    assert_eq!((seen.len(), seen.contains(&gone)), (29, false));
    assert_eq!(store.search_on("nonsense", 10, options().today, now).unwrap_err().code(), "bad_cursor");
}

#[test]
fn what_is_shown_already_is_not_in_the_rest() {
    let names: Vec<String> = (0..30).map(|n| format!("Ledger {n}")).collect();
    let pages: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "ledger |a|")).collect();
    let store = store(&pages);
    let freeze = Freeze { id: [5; 16], now: Instant::from_ms(1_000_000) };
    for query in ["ledger", "'|a|'"] {
        let first = store.search(query, Options { limit: 10, ..options() }).unwrap();
        let mut seen: Vec<PageId> = first.hits.iter().map(|hit| hit.at.id).collect();
        let list = store.freeze_rest(query, options().today, freeze, &seen).unwrap().unwrap();
        let mut cursor = list.cursor();
        while let Some(at) = cursor {
            assert!(list.has(&at));
            let next = store.search_in(&list, &at, 7, options().today).unwrap();
            seen.extend(next.hits.iter().map(|hit| hit.at.id));
            cursor = next.cursor;
        }
        let once: HashSet<PageId> = seen.iter().copied().collect();
        assert_eq!((once.len(), seen.len()), (30, 30), "{query}");
        assert_eq!(store.freeze_rest(query, options().today, freeze, &seen).unwrap(), None);
    }
}

#[test]
fn a_list_that_was_cut_says_so_on_every_page() {
    let names: Vec<String> = (0..30).map(|n| format!("Ledger {n}")).collect();
    let pages: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "ledger |a|")).collect();
    let store = store(&pages);
    let now = Instant::from_ms(1_000_000);
    let first = Options { limit: 10, freeze: Some(Freeze { id: [5; 16], now }), ..options() };
    let is_cut = |answer: &Answer| answer.problems.iter().any(|problem| problem.code == query::Code::ListCut);
    for query in ["ledger", "ledger '|a|'", ""] {
        for (most, cut, seen) in [(15, true, 25), (20, false, 30), (10_000, false, 30)] {
            let mut answer = store.search_freezing(query, first, most).unwrap();
            answer.list.iter().for_each(|list| store.keep_list(list).unwrap());
            let mut hits = answer.hits.len();
            while let Some(at) = answer.cursor.take() {
                assert_eq!(is_cut(&answer), cut, "{query} {most}");
                answer = store.search_on(&at, 10, options().today, now).unwrap();
                hits += answer.hits.len();
            }
            assert_eq!((is_cut(&answer), hits), (cut, seen), "{query} {most}");
        }
    }
    // What was looked at before the first page was full needs no place in the list.
    let rare = store.search_freezing("'Ledger 0'", first, 10).unwrap();
    assert_eq!((rare.hits.len(), rare.cursor), (1, None));
}
