//! Mends of a store's health, and the pins.

use super::*;
use crate::entry::File;
use crate::fields::{Kind, Role};
use crate::pins::{BadPin, Change, PinTo, destination};
use crate::search::health::CHECKS;
use crate::time::Day;

fn mend(store: &mut Store, page: PageId, mend: &Mend) -> Result<Mended, MendError> {
    store.mend(page, mend, MadeBy::User, at(1_000))
}

/// How many pages a check finds.
fn count(store: &Store, id: &str) -> u64 {
    let counts = store.health(Day::parse("2026-03-10").unwrap()).unwrap().counts;
    counts.into_iter().find(|(check, _)| check.id == id).unwrap().1
}

/// Undoes a mend.
fn undo(store: &mut Store, mended: &Mended) {
    let mut batch = store.batch().unwrap();
    for (page, revision) in &mended.before {
        batch.restore(*page, *revision, at(2_000)).unwrap();
    }
    batch.commit().unwrap();
}

fn other(number: u8) -> PageId {
    PageId([number; 16])
}

#[test]
fn a_mend_takes_the_page_from_its_check_and_can_be_undone() {
    let mut store = store();
    let mut todo = draft(other(2), &[], "Old", "[[Tea]]\n");
    todo.content.fields.kind = Some(Kind::Todo);
    store.save(todo, at(10)).unwrap();
    store
        .save(draft(PAGE, &[], "Tea", "See [[gone]] and [that](lost.md \"t\"), `[[code]]`, [[Old]].\r\n"), at(10))
        .unwrap();
    store.save(draft(other(3), &[], "Lone", "x"), at(10)).unwrap();
    let mends = [
        ("stale", other(2), Mend::Close),
        ("dangling", PAGE, Mend::Unlink),
        ("orphan", other(3), Mend::LinkFrom(PAGE)),
        ("untagged", other(3), Mend::Tag(" #new/one ".to_owned())),
    ];
    assert!(mends.iter().all(|(id, ..)| CHECKS.iter().any(|check| check.id == *id)));
    for (check, page, change) in mends {
        let found = count(&store, check);
        let mended = mend(&mut store, page, &change).unwrap();
        assert_eq!(count(&store, check), found - 1, "{check}");
        undo(&mut store, &mended);
        assert_eq!(count(&store, check), found, "{check} is back");
    }
    mend(&mut store, PAGE, &Mend::Unlink).unwrap();
    assert_eq!(body_of(&store, PAGE), "See gone and that, `[[code]]`, [[Old]].\r\n");
    mend(&mut store, other(3), &Mend::LinkFrom(PAGE)).unwrap();
    assert_eq!(body_of(&store, PAGE), "See gone and that, `[[code]]`, [[Old]].\r\n- [[Lone]]\r\n");
}

#[test]
fn a_page_whose_title_is_not_its_own_is_linked_by_its_id() {
    let mut store = store();
    for number in [2, 3] {
        let mut page = draft(other(number), &[], "Twin [a]", "x\n");
        page.content.fields.path = Some(format!("twin{number}"));
        store.save(page, at(10)).unwrap();
    }
    store.save(draft(PAGE, &[], "Tea", ""), at(10)).unwrap();
    mend(&mut store, other(3), &Mend::LinkFrom(PAGE)).unwrap();
    assert_eq!(store.backlinks(other(3)).unwrap().len(), 1);
    assert_eq!(store.backlinks(other(2)).unwrap().len(), 0);
}

#[test]
fn duplicates_are_merged_into_one_page() {
    let mut store = store();
    store.save(draft(PAGE, &[], "Scan", "first\n"), at(10)).unwrap();
    let mut copy = draft(other(2), &[], "Scan 2", "second\n");
    copy.content.fields.tags = vec!["receipts".into()];
    store.save(copy, at(10)).unwrap();
    store.save(draft(other(3), &[], "Box", "[[Scan 2]]\n"), at(10)).unwrap();
    for (page, blobs) in [(PAGE, vec![1]), (other(2), vec![1, 2])] {
        let mut batch = store.batch().unwrap();
        for blob in blobs {
            let file = File {
                after: vec![],
                name: format!("{blob}.jpg"),
                mime: "image/jpeg".into(),
                size: 3,
                blob: BlobHash([blob; 32]),
                role: Role::Capture,
            };
            let entry = batch.add_file(page, file).unwrap();
            batch.edit(page, Basis::now(MadeBy::User, at(20)), |content| content.fields.files.push(entry)).unwrap();
        }
        batch.commit().unwrap();
    }
    assert_eq!(count(&store, "duplicate"), 2);
    let mended = mend(&mut store, PAGE, &Mend::Merge).unwrap();
    assert_eq!(count(&store, "duplicate"), 0);
    let page = store.page(PAGE).unwrap().unwrap();
    assert_eq!(page.body, "first\n\nsecond\n");
    assert_eq!((page.tags.as_slice(), store.files(&page).unwrap().len()), (&["receipts".to_owned()][..], 2));
    assert_eq!(store.backlinks(PAGE).unwrap().len(), 1, "a link to the other's name leads here");
    assert!(store.page(other(2)).unwrap().unwrap().fields.trashed);
    undo(&mut store, &mended);
    assert_eq!(count(&store, "duplicate"), 2);
    assert_eq!(body_of(&store, PAGE), "first\n");
}

#[test]
fn what_would_change_nothing_is_refused() {
    let mut store = store();
    store.save(draft(PAGE, &[], "Tea", "[[Tea]] [x](#y)\n"), at(10)).unwrap();
    let before = store.page(PAGE).unwrap();
    for (change, code) in [
        (Mend::Unlink, "nothing_to_mend"),
        (Mend::LinkFrom(PAGE), "nothing_to_mend"),
        (Mend::Merge, "nothing_to_mend"),
        (Mend::LinkFrom(other(9)), "unknown_page"),
        (Mend::Tag(" # ".into()), "bad_tag"),
    ] {
        assert_eq!(mend(&mut store, PAGE, &change).unwrap_err().code(), code, "{change:?}");
    }
    assert_eq!(store.page(PAGE).unwrap(), before);
}

fn pin(store: &mut Store, name: &str, to: &PinTo) {
    let change = Change::Add { name: name.to_owned(), destination: destination(to) };
    store.change_pins(&change, None, at(1_000)).unwrap();
}

#[test]
fn pins_are_kept_in_the_page_of_pins() {
    let mut store = store();
    assert_eq!(store.pins().unwrap(), Pinned::default());
    store.save(draft(PAGE, &[], "Tea", "x\n"), at(10)).unwrap();
    pin(&mut store, "Todos", &PinTo::Search("kind:todo -is:done".into()));
    pin(&mut store, "The tea", &PinTo::Page(crate::markdown::Target::Id(PAGE)));
    let pinned = store.pins().unwrap();
    let told: Vec<_> =
        pinned.pins.iter().map(|(pin, page)| (pin.name.as_str(), page.as_ref().map(|page| page.id))).collect();
    assert_eq!(told, [("Todos", None), ("The tea", Some(PAGE))]);
    let page = pinned.page.unwrap();
    assert_eq!((page.title.as_str(), page.path.as_str()), ("Pins", "pinned"));
    assert_eq!(store.page(page.id).unwrap().unwrap().fields.kind, Some(Kind::Pinned));
    let unknown = store.change_pins(&Change::Remove(7), None, at(1_000)).unwrap_err();
    assert_eq!(unknown.code(), BadPin::Unknown(7).code());
    assert_eq!(store.pins().unwrap().pins.len(), 2, "what is refused changes nothing");
    // A change of what was seen before another one keeps both.
    store.change_pins(&Change::Move { from: 1, to: 0 }, None, at(2_000)).unwrap();
    store.change_pins(&Change::Rename(1, "The best tea".into()), Some(&pinned.heads), at(3_000)).unwrap();
    let names: Vec<String> = store.pins().unwrap().pins.into_iter().map(|(pin, _)| pin.name).collect();
    assert!(names.contains(&"The best tea".to_owned()) && names.len() >= 2, "{names:?}");
}

#[test]
fn pins_of_two_devices_come_together() {
    let (mut one, mut two) = (store(), Store::in_memory(DeviceId([8; 16])).unwrap());
    pin(&mut one, "One", &PinTo::Search("one".into()));
    pin(&mut two, "Two", &PinTo::Search("two".into()));
    two.copy_log_to(&mut one).unwrap();
    let names: Vec<String> = one.pins().unwrap().pins.into_iter().map(|(pin, _)| pin.name).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    let change = Change::Move { from: 0, to: 1 };
    one.change_pins(&change, None, at(4_000)).unwrap();
    assert!(one.page(PageId::of_import("", "pinned")).unwrap().unwrap().conflicts.is_empty(), "both are kept now");
    assert_eq!(one.pins().unwrap().pins.len(), 2);
    let mut batch = one.batch().unwrap();
    batch.set_trashed(PageId::of_import("", "pinned"), true, MadeBy::User, at(5_000)).unwrap();
    batch.commit().unwrap();
    assert_eq!(one.pins().unwrap(), Pinned::default());
    pin(&mut one, "Three", &PinTo::Search("three".into()));
    assert_eq!(one.pins().unwrap().pins.len(), 1);
}
