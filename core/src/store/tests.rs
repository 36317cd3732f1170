//! The laws of the fold, and the promises of saves: order-free, idempotent, nothing lost.

mod damage;
mod history;
mod links;
mod mend;
mod removal;

use self::history::{Event, take};
use super::*;
use crate::entry::{Entry, Revision, Stamp, What};
use crate::fields::{Fields, MadeBy};
use crate::id::{BlobHash, EntryId, PageId};
use crate::merge::Content;
use crate::time::{Instant, When};

const PAGE: PageId = PageId([1; 16]);

fn at(ms: i64) -> Instant {
    Instant::from_ms(ms)
}

fn store() -> Store {
    Store::in_memory(DeviceId([9; 16])).unwrap()
}

fn content(title: &str, body: &str) -> Content {
    let fields = Fields {
        title: Some(title.into()),
        path: Some(title.to_lowercase()),
        source: Some("notes".into()),
        ..Fields::default()
    };
    Content { fields, body: body.into() }
}

fn draft(page: PageId, parents: &[EntryId], title: &str, body: &str) -> Draft {
    let parents = parents.to_vec();
    Draft { page, parents, content: content(title, body), made_by: MadeBy::User, import: false, request: None }
}

fn body_of(store: &Store, page: PageId) -> String {
    store.page(page).unwrap().unwrap().body
}

fn revision(page: PageId, time: i64, parents: Vec<EntryId>, title: &str, body: &str) -> (Vec<u8>, String) {
    let stamp = Stamp { time: at(time), device: DeviceId([2; 16]), made_by: MadeBy::User };
    let Content { fields, body } = content(title, body);
    let revision = Revision { parents, stamp, import: false, fields, body: BlobHash::of(body.as_bytes()) };
    (Entry { page, what: What::Page(revision) }.encode().unwrap(), body)
}

#[test]
fn two_edits_of_one_page_are_both_shown() {
    let mut store = store();
    let base = store.save(draft(PAGE, &[], "Tea", "one\ntwo\nthree\n"), at(10)).unwrap();
    store.save(draft(PAGE, &[base.entry], "Tea", "ONE\ntwo\nthree\n"), at(20)).unwrap();
    store.save(draft(PAGE, &[base.entry], "Tea", "one\ntwo\nTHREE\n"), at(30)).unwrap();
    let page = store.page(PAGE).unwrap().unwrap();
    assert_eq!(page.body, "ONE\ntwo\nTHREE\n");
    assert_eq!(page.heads.len(), 2);
    assert!(page.conflicts.is_empty());
    let merged =
        store.edit(PAGE, Basis::now(MadeBy::User, at(40)), |content| content.fields.tags.push("x".into())).unwrap();
    assert_eq!(store.page(PAGE).unwrap().unwrap().heads, [merged.entry]);
}

#[test]
fn a_tag_does_not_settle_an_open_conflict() {
    let mut store = store();
    let base = store.save(draft(PAGE, &[], "Tea", "one\n"), at(10)).unwrap();
    store.save(draft(PAGE, &[base.entry], "Tea", "mine\n"), at(20)).unwrap();
    store.save(draft(PAGE, &[base.entry], "Tea", "theirs\n"), at(30)).unwrap();
    store.edit(PAGE, Basis::now(MadeBy::User, at(40)), |content| content.fields.tags.push("x".into())).unwrap();
    let page = store.page(PAGE).unwrap().unwrap();
    assert_eq!((page.body.as_str(), page.tags.as_slice()), ("theirs\n", &["x".to_owned()][..]));
    assert_eq!(page.conflicts.len(), 1);
    assert_eq!(page.conflicts[0].earlier, "mine\n");
    let settles = Basis { resolves: true, ..Basis::now(MadeBy::User, at(50)) };
    store.edit(PAGE, settles, |content| content.body = "both\n".into()).unwrap();
    let page = store.page(PAGE).unwrap().unwrap();
    assert_eq!((page.body.as_str(), page.conflicts.len(), page.heads.len()), ("both\n", 0, 1));
}

#[test]
fn a_clock_years_ahead_neither_stops_nor_wins_everything() {
    let mut store = store();
    let years = 3 * 365 * 86_400_000;
    let ahead = store.save(draft(PAGE, &[], "Tea", "from the future\n"), at(years)).unwrap();
    store.save(draft(PAGE, &[ahead.entry], "Tea", "from now\n"), at(1_000)).unwrap();
    assert_eq!(body_of(&store, PAGE), "from now\n");
    let other = PageId([2; 16]);
    store.save(draft(other, &[], "Soup", "x\n"), at(1_000)).unwrap();
    assert_eq!(store.history(other).unwrap()[0].time, at(1_000));
}

#[test]
fn a_repeated_request_applies_once() {
    let mut store = store();
    let mut first = draft(PAGE, &[], "Tea", "x\n");
    first.request = Some([7; 16]);
    let saved = store.save(first.clone(), at(10)).unwrap();
    assert_eq!(store.save(first, at(99)).unwrap(), saved);
    assert_eq!(store.history(PAGE).unwrap().len(), 1);
}

#[test]
fn a_refused_save_leaves_the_store_as_it_was() {
    let mut store = store();
    store.save(draft(PAGE, &[], "Tea", "x\n"), at(10)).unwrap();
    let before = store.dump().unwrap();
    let mut large = draft(PageId([2; 16]), &[], "Large", "y\n");
    large.content.fields.summary = Some("z".repeat(70_000));
    assert_eq!(store.save(large, at(20)).unwrap_err().code(), "entry_too_large");
    let long = "z".repeat(crate::entry::MAX_BODY_BYTES + 1);
    assert_eq!(store.save(draft(PageId([3; 16]), &[], "Long", &long), at(20)).unwrap_err().code(), "body_too_large");
    assert_eq!(store.dump().unwrap(), before);
}

#[test]
fn trash_undo_and_removal_for_good() {
    let mut store = store();
    let first = store.save(draft(PAGE, &[], "Tea", "secret\n"), at(10)).unwrap();
    let mut batch = store.batch().unwrap();
    batch.set_trashed(PAGE, true, MadeBy::User, at(20)).unwrap();
    batch.commit().unwrap();
    assert!(store.page(PAGE).unwrap().unwrap().fields.trashed);
    let mut batch = store.batch().unwrap();
    batch.restore(PAGE, first.entry, at(30)).unwrap();
    batch.commit().unwrap();
    assert!(!store.page(PAGE).unwrap().unwrap().fields.trashed);
    store.purge(PAGE, at(40)).unwrap();
    assert_eq!(store.page(PAGE).unwrap(), None);
    let left: i64 = store.connection().query_row("SELECT count(*) FROM text", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 0);
    assert!(store.history(PAGE).unwrap().iter().all(|row| row.purged));
}

#[test]
fn a_long_history_is_removed_whole() {
    let (mut store, mut scratch) = (store(), store());
    let mut batch = store.batch().unwrap();
    let mut parents = Vec::new();
    for n in 0..900 {
        let saved = batch.save(draft(PAGE, &parents, "Tea", &format!("{n}\n")), at(n)).unwrap();
        parents = vec![saved.entry];
    }
    batch.commit().unwrap();
    store.purge(PAGE, at(5_000)).unwrap();
    assert_eq!(store.page(PAGE).unwrap(), None);
    assert!(store.history(PAGE).unwrap().iter().all(|row| row.purged));
    assert_eq!(store.check(&mut scratch).unwrap().faults, []);
}

#[test]
fn an_edit_that_a_removal_did_not_know_stays_in_the_trash() {
    let mut here = store();
    let first = here.save(draft(PAGE, &[], "Tea", "x\n"), at(10)).unwrap();
    here.purge(PAGE, at(20)).unwrap();
    let (edit, text) = revision(PAGE, 15, vec![first.entry], "Tea", "edited elsewhere\n");
    take(&mut here, &[Event { text: Some(text), entry: Some(edit) }]);
    let page = here.page(PAGE).unwrap().unwrap();
    assert_eq!((page.body.as_str(), page.fields.trashed), ("edited elsewhere\n", true));
    here.edit(PAGE, Basis::now(MadeBy::User, at(30)), |content| content.fields.tags.push("x".into())).unwrap();
    assert!(!here.page(PAGE).unwrap().unwrap().fields.trashed);
}

#[test]
fn a_newer_schema_is_refused_and_left_alone() {
    let connection = store().into_connection();
    connection.pragma_update(None, "user_version", 99).unwrap();
    let refused = Store::open(connection, Journal::Memory, DeviceId([0; 16]));
    assert_eq!(refused.err().map(|error| error.code()), Some("newer_schema"));
    let other = Connection::open_in_memory().unwrap();
    other.execute_batch("CREATE TABLE theirs (x)").unwrap();
    let refused = Store::open(other, Journal::Memory, DeviceId([0; 16]));
    assert_eq!(refused.err().map(|error| error.code()), Some("not_a_store"));
}

#[test]
fn pages_that_claim_one_path_are_told_apart() {
    let mut store = store();
    store.save(draft(PageId([2; 16]), &[], "Tea", "x\n"), at(20)).unwrap();
    store.save(draft(PAGE, &[], "Tea", "y\n"), at(10)).unwrap();
    let paths: Vec<String> = store.pages().unwrap().into_iter().map(|page| page.path).collect();
    assert_eq!(paths, ["tea".to_owned(), format!("tea~{}", PageId([2; 16]).tail())]);
    assert_eq!(store.lookup(&paths[1], Trash::Last).unwrap().id, PageId([2; 16]));
}

#[test]
fn an_import_updates_merges_and_never_repeats() {
    let mut store = store();
    let import = |text: &str| ImportPage {
        content: content("Tea", text),
        made_by: MadeBy::Import,
        attachments: vec![],
        born: Some(When::Instant(at(text.len() as i64))),
        twin: false,
    };
    let run = |store: &mut Store, text: &str, now| {
        let mut batch = store.batch().unwrap();
        let imported = batch.import(import(text), at(now)).unwrap();
        batch.commit().unwrap();
        imported
    };
    let page = PageId::of_import("notes", "tea");
    assert_eq!(run(&mut store, "one\ntwo\nthree\n", 10), Imported::New(page));
    assert_eq!(run(&mut store, "one\ntwo\nthree\n", 20), Imported::Same(page));
    store.edit(page, Basis::now(MadeBy::User, at(30)), |content| content.body = "ONE\ntwo\nthree\n".into()).unwrap();
    assert_eq!(run(&mut store, "one\ntwo\nthree\n", 40), Imported::Same(page));
    assert_eq!(run(&mut store, "one\ntwo\nTHREE\n", 50), Imported::Changed(page));
    assert_eq!(body_of(&store, page), "ONE\ntwo\nTHREE\n");
    assert_eq!(run(&mut store, "one\ntwo\nTHREE\nfour\n", 60), Imported::Changed(page));
    let created = store.page(page).unwrap().unwrap().created;
    assert_eq!(created, at(14), "a file that is written anew is no new page");
}

#[test]
fn imports_that_were_not_met_again_are_named_and_taken_paths_too() {
    let mut store = store();
    store.save(Draft { import: true, ..draft(PAGE, &[], "Tea", "x\n") }, at(10)).unwrap();
    store.save(draft(PageId([2; 16]), &[], "Made here", "y\n"), at(20)).unwrap();
    let named = |met: &[PageId]| -> Vec<PageId> {
        let missing = store.imports_not_met("notes", &met.iter().copied().collect()).unwrap();
        missing.into_iter().map(|page| page.id).collect()
    };
    assert_eq!(named(&[]), [PAGE]);
    assert_eq!(named(&[PAGE]), []);
    assert!(store.imports_not_met("other", &std::collections::HashSet::new()).unwrap().is_empty());
    assert!(store.path_is_taken("notes", "TEA").unwrap());
    assert!(!store.path_is_taken("other", "tea").unwrap());
    assert!(!store.path_is_taken("notes", "a/tea").unwrap());
}

#[test]
fn a_store_of_an_older_scrap_is_folded_anew() {
    let mut store = store();
    store.save(draft(PAGE, &[], "Tea", "[[Nobody]]\n"), at(10)).unwrap();
    let fold = store.dump().unwrap();
    let connection = store.into_connection();
    connection
        .execute_batch(
            "DROP INDEX page_by_due; DROP INDEX page_by_priority; DROP INDEX page_by_media; DROP INDEX page_by_later;
             DROP INDEX page_by_folder; DROP INDEX page_by_updated; CREATE INDEX page_by_updated ON page (updated);
             ALTER TABLE page DROP COLUMN folder; DROP TABLE folder;
             ALTER TABLE link DROP COLUMN origin; ALTER TABLE writeup DROP COLUMN behind;
             ALTER TABLE local_hits DROP COLUMN sections; DELETE FROM local_setting WHERE name = 'fold';
             UPDATE page SET title = 'as folded then'; PRAGMA user_version = 5",
        )
        .unwrap();
    let store = Store::open(connection, Journal::Memory, DeviceId([9; 16])).unwrap();
    assert_eq!(store.dump().unwrap(), fold);
    let connection = store.into_connection();
    connection.execute("DELETE FROM local_setting WHERE name = 'fold'", []).unwrap();
    let refused = Store::open_to_read(connection).err().map(|error| error.code());
    assert_eq!(refused, Some("older_schema"), "what only reads cannot fold");
}
