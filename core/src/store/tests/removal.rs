//! Removal for good, and what comes back after it.

use super::*;
use crate::entry::Envelope;
use crate::fields::Role;

fn import(store: &mut Store, body: &str, now: i64) -> Imported {
    let photo = Attachment {
        name: "photo.png".into(),
        mime: "image/png".into(),
        size: 3,
        blob: BlobHash([5; 32]),
        role: Role::Attachment,
    };
    let page = ImportPage {
        content: content("Tea", body),
        made_by: MadeBy::Import,
        attachments: vec![photo],
        born: None,
        twin: false,
    };
    let mut batch = store.batch().unwrap();
    let imported = batch.import(page, at(now)).unwrap();
    batch.commit().unwrap();
    imported
}

#[test]
fn a_purged_page_comes_back_whole_from_its_file() {
    let mut store = store();
    let page = PageId::of_import("notes", "tea");
    for round in 0..3 {
        let now = 100 * round;
        let expected = if round == 0 { Imported::New(page) } else { Imported::Back(page) };
        assert_eq!(import(&mut store, "leaves\n", now + 10), expected);
        assert_eq!(import(&mut store, "leaves\n", now + 20), Imported::Same(page));
        let shown = store.page(page).unwrap().unwrap();
        assert!(!shown.fields.trashed);
        assert_eq!(store.files(&shown).unwrap().len(), 1, "round {round}");
        store.purge(page, at(now + 30)).unwrap();
        assert!(store.page(page).unwrap().is_none());
        assert!(store.blobs().unwrap().is_empty());
    }
}

#[test]
fn a_purge_keeps_what_an_entry_of_a_newer_scrap_needs_until_that_is_removed_too() {
    let mut store = store();
    let shared = "shared by both\n";
    store.save(draft(PAGE, &[], "Tea", shared), at(10)).unwrap();
    let other = PageId([2; 16]);
    let (text, blob) = (BlobHash::of(shared.as_bytes()), BlobHash([6; 32]));
    let newer = |page| Envelope {
        version: 9,
        page,
        kind: 40,
        time: Some(at(20)),
        parents: vec![],
        texts: vec![text],
        blobs: vec![blob],
    };
    let mut batch = store.batch().unwrap();
    batch.receive(&newer(other).encode()).unwrap();
    batch.receive(&newer(PAGE).encode()).unwrap();
    batch.commit().unwrap();
    let texts = |store: &Store| {
        let mut texts = Vec::new();
        let text = |hash, _: &str| {
            texts.push(hash);
            Ok::<(), StoreError>(())
        };
        store.export_log(text, |_, _| Ok(())).unwrap();
        texts
    };
    store.purge(PAGE, at(30)).unwrap();
    assert_eq!(texts(&store), [text], "the other page's entry needs it");
    assert_eq!(store.blobs().unwrap(), [(blob, None)]);
    store.purge(other, at(40)).unwrap();
    assert_eq!(texts(&store), []);
    assert_eq!(store.blobs().unwrap(), []);
}

#[test]
fn a_purge_takes_tag_names_that_no_page_has() {
    let mut store = store();
    store.save(draft(PAGE, &[], "Tea", "#secret\n"), at(10)).unwrap();
    store.purge(PAGE, at(20)).unwrap();
    let tags: i64 = store.connection().query_row("SELECT count(*) FROM tag", [], |row| row.get(0)).unwrap();
    assert_eq!(tags, 0);
}

#[test]
fn one_folder_in_two_spellings_is_one_page_and_twins_in_one_folder_are_two() {
    let (composed, apart) = ("caf\u{e9}", "cafe\u{301}");
    let take = |store: &mut Store, path: &str, body: &str, twin: bool| {
        let mut content = content("Tea", body);
        content.fields.path = Some(path.into());
        let page = ImportPage { content, made_by: MadeBy::Import, attachments: vec![], born: None, twin };
        let mut batch = store.batch().unwrap();
        let imported = batch.import(page, at(10)).unwrap();
        batch.commit().unwrap();
        imported
    };
    let page = PageId::of_import("notes", composed);
    let mut store = store();
    assert_eq!(take(&mut store, apart, "x\n", false), Imported::New(page));
    assert_eq!(take(&mut store, composed, "x\n", false), Imported::Same(page));
    assert_eq!(take(&mut store, composed, "x\n", true), Imported::Same(page));
    let Imported::New(other) = take(&mut store, apart, "y\n", true) else { panic!("a twin is a page of its own") };
    assert_ne!(other, page);
    assert_eq!(crate::interchange::twins([composed, apart, "tea"]), [composed, apart].into());
}
