//! Sections: their order, their counts, and that every hit is in one.

use proptest::prelude::*;

use super::*;
use crate::fields::{Fields, Priority};
use crate::store::Basis;
use crate::time::When;

/// Sections with their counts and the titles in them, as a search shows them.
fn sections(store: &Store, query: &str) -> Vec<String> {
    let answer = store.search(query, options()).unwrap();
    assert!(!answer.problems.iter().any(|problem| problem.span.start == problem.span.end), "{query}");
    let mut shown: Vec<String> = answer.sections.iter().map(|at| format!("{} {}:", at.label, at.count)).collect();
    for hit in &answer.hits {
        let at = answer.sections.iter().position(|at| Some(&at.key) == hit.section.as_ref()).unwrap();
        shown[at].push_str(&format!(" {}", hit.at.title));
    }
    shown
}

fn edit(store: &mut Store, page: u8, at: Instant, edit: impl FnOnce(&mut Fields)) {
    store.edit(PageId([page; 16]), Basis::now(MadeBy::User, at), |content| edit(&mut content.fields)).unwrap();
}

/// A day before or after the one that the searches are of.
fn day(after: i64) -> Day {
    Day::from_number(options().today.number() + after)
}

#[test]
fn sections_stand_in_their_order_and_name_their_pages() {
    let mut store = store(&[
        ("Ärger #b/x", "tea"),
        ("apple #B", "tea"),
        ("7 things", "tea"),
        ("Zen #a #b", "tea"),
        ("“quoted”", "tea"),
    ]);
    edit(&mut store, 2, Instant::from_ms(90_000), |fields| fields.kind = Some(Kind::Todo));
    edit(&mut store, 4, Instant::from_ms(90_001), |fields| fields.personal = Some(true));
    assert_eq!(sections(&store, "group:letter"), ["A 2: apple Ärger", "Z 1: Zen", "# 2: “quoted” 7 things"]);
    assert_eq!(sections(&store, "tea group:tag"), ["a 1: Zen", "B 2: apple Ärger", "Untagged 2: “quoted” 7 things"]);
    assert_eq!(sections(&store, "group:type"), ["Note 4: Zen “quoted” 7 things Ärger", "Todo 1: apple"]);
    assert_eq!(sections(&store, "group:area -zen"), ["Work 4: apple “quoted” 7 things Ärger"]);
    assert_eq!(sections(&store, "group:area"), ["Personal 1: Zen", "Work 4: apple “quoted” 7 things Ärger"]);
    assert_eq!(
        sections(&store, "group:letter -sort:title"),
        ["A 2: Ärger apple", "Z 1: Zen", "# 2: “quoted” 7 things"]
    );
    assert_eq!(sections(&store, "group:tag group:area tea zen"), ["Personal 1: Zen"], "the last one counts");
    assert_eq!(sections(&store, "nothing group:tag"), [""; 0]);
    assert_eq!(store.search("tea", options()).unwrap().sections, []);
}

#[test]
fn days_and_what_is_next_have_sections_of_their_own() {
    let titles: Vec<String> = (0..9).map(|n| format!("P{n}")).collect();
    let mut store = store(&titles.iter().map(|title| (title.as_str(), "x")).collect::<Vec<_>>());
    let long_ago = Instant::from_ms(day(-30).number() * 86_400_000);
    let dues = [Some(-1), Some(0), Some(1), Some(2), Some(7), Some(8), None, Some(-3), None];
    for (page, due) in (1_u8..).zip(dues) {
        edit(&mut store, page, long_ago, |fields| {
            fields.kind = Some(Kind::Todo);
            fields.due = due.map(day).map(When::Day);
        });
    }
    edit(&mut store, 3, long_ago, |fields| fields.status = Some("In progress".into()));
    edit(&mut store, 4, long_ago, |fields| fields.priority = Some(Priority::High));
    edit(&mut store, 8, long_ago, |fields| fields.status = Some("done".into()));
    edit(&mut store, 9, Instant::from_ms(day(-7).number() * 86_400_000), |fields| fields.summary = Some("s".into()));
    assert_eq!(
        sections(&store, "group:due sort:title"),
        [
            "Overdue 2: P0 P7",
            "Today 1: P1",
            "Tomorrow 1: P2",
            "This week 2: P3 P4",
            "Later 1: P5",
            "No due day 2: P6 P8"
        ]
    );
    assert_eq!(
        sections(&store, "group:now sort:title"),
        [
            "Overdue 1: P0",
            "Due today 1: P1",
            "In progress 1: P2",
            "High priority 1: P3",
            "Changed in the last 7 days 1: P8",
            "Everything else 4: P4 P5 P6 P7"
        ]
    );
}

#[test]
fn a_list_goes_on_in_the_section_where_it_stopped() {
    let pages: Vec<(String, &str)> = (0..30).map(|n| (format!("{} {n}", ["Apple", "Bean"][n % 2]), "tea")).collect();
    let store = store(&pages.iter().map(|(title, body)| (title.as_str(), *body)).collect::<Vec<_>>());
    let freeze = Some(Freeze { id: [3; 16], now: Instant::from_ms(0) });
    let mut answer = store.search("tea group:letter", Options { limit: 7, freeze, ..options() }).unwrap();
    let (list, all) = (answer.list.clone().unwrap(), answer.sections.clone());
    let mut keys = Vec::new();
    loop {
        assert_eq!(answer.sections, all, "whole counts on every part");
        keys.extend(answer.hits.iter().map(|hit| hit.section.clone().unwrap()));
        let Some(cursor) = answer.cursor else { break };
        answer = store.search_in(&list, &cursor, 7, options().today).unwrap();
    }
    assert_eq!(keys, [vec!["a"; 15], vec!["b"; 15]].concat());
}

#[test]
fn a_page_that_changes_stays_in_the_section_where_it_stood() {
    let pages: Vec<(String, &str)> = (0..9).map(|n| (format!("P{n}"), "tea")).collect();
    let mut store = store(&pages.iter().map(|(title, body)| (title.as_str(), *body)).collect::<Vec<_>>());
    for page in 7..=9 {
        edit(&mut store, page, Instant::from_ms(50_000), |fields| fields.kind = Some(Kind::Todo));
    }
    let now = Instant::from_ms(0);
    let first = Options { limit: 2, freeze: Some(Freeze { id: [3; 16], now }), ..options() };
    let answer = store.search("group:type sort:title", first).unwrap();
    store.keep_list(answer.list.as_ref().unwrap()).unwrap();
    edit(&mut store, 4, Instant::from_ms(60_000), |fields| fields.kind = Some(Kind::Image));
    for page in 7..=9 {
        edit(&mut store, page, Instant::from_ms(60_000), |fields| fields.kind = None);
    }
    let rest = store.search_on(&answer.cursor.unwrap(), 20, options().today, now).unwrap();
    let keys: Vec<&str> = rest.hits.iter().filter_map(|hit| hit.section.as_deref()).collect();
    assert_eq!(keys, [["note"; 4].as_slice(), &["todo"; 3]].concat());
    let named: Vec<String> = rest.sections.iter().map(|at| format!("{} {}", at.label, at.count)).collect();
    assert_eq!(named, ["Note 8", "Image 1", "Todo 0"]);
    let shown: Vec<PageId> = answer.hits.iter().map(|hit| hit.at.id).collect();
    let freeze = Freeze { id: [4; 16], now };
    let list = store.freeze_rest("group:type sort:title", options().today, freeze, &shown).unwrap().unwrap();
    let rest = store.search_in(&list, &list.cursor().unwrap(), 20, options().today).unwrap();
    let keys: Vec<&str> = rest.hits.iter().filter_map(|hit| hit.section.as_deref()).collect();
    assert_eq!(keys, [["note"; 6].as_slice(), &["image"]].concat());
}

#[test]
fn a_tag_may_be_called_as_a_section_is() {
    let store = store(&[("A #untagged", "x"), ("B", "x")]);
    assert_eq!(sections(&store, "group:tag"), ["untagged 1: A", "Untagged 1: B"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn sections_part_the_hits_and_keep_their_order(
        pages in prop::collection::vec(("[a-cÄ7 ]{1,4}( #[ab](/[ab])?){0,2}", 0..4_u8, prop::option::of(-9..12_i64)), 1..12),
        group in prop::sample::select(query::Group::ALL.to_vec()),
        sort in prop::sample::select(vec!["", "sort:title", "-sort:created", "tea"]),
    ) {
        let named: Vec<(&str, &str)> = pages.iter().map(|(title, ..)| (title.as_str(), "tea")).collect();
        let mut store = store(&named);
        for (n, (_, kind, due)) in (1_u8..).zip(&pages) {
            edit(&mut store, n, Instant::from_ms(i64::from(n) * 1_000), |fields| {
                fields.kind = Kind::of_code(*kind);
                fields.due = due.map(day).map(When::Day);
            });
        }
        let plain = store.search(sort, options()).unwrap();
        let answer = store.search(&format!("{sort} group:{}", group.name()), options()).unwrap();
        prop_assert_eq!(answer.total, plain.total);
        prop_assert_eq!(answer.sections.iter().map(|at| at.count).sum::<u64>(), plain.total);
        let mut hits = answer.hits.iter();
        for at in &answer.sections {
            prop_assert!(at.count > 0);
            // The hits of one section stand together, in the order that they have without sections.
            let ids: Vec<PageId> = hits.by_ref().take(at.count as usize).map(|hit| hit.at.id).collect();
            let alike = answer.hits.iter().filter(|hit| hit.section.as_ref() == Some(&at.key));
            prop_assert_eq!(&ids, &alike.map(|hit| hit.at.id).collect::<Vec<_>>());
            let order: Vec<PageId> = plain.hits.iter().map(|hit| hit.at.id).filter(|id| ids.contains(id)).collect();
            prop_assert_eq!(ids, order);
        }
        prop_assert!(hits.next().is_none());
    }
}
