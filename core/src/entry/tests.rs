//! The log's bytes: one entry has one id, and bytes from outside are never trusted.

use std::collections::BTreeMap;

use proptest::option;
use proptest::prelude::*;

use super::*;
use crate::fields::{Kind, Later, Media, Priority};
use crate::time::{Day, When};

fn when() -> impl Strategy<Value = When> {
    prop_oneof![
        any::<i64>().prop_map(|ms| When::Instant(Instant::from_ms(ms))),
        (-800_000_i64..800_000).prop_map(|n| When::Day(Day::from_number(n))),
    ]
}

fn one_of<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    proptest::sample::select(all)
}

prop_compose! {
    fn some_fields()(
        title in option::of(".{0,12}"), aliases in prop::collection::vec(".{0,6}", 0..3),
        kind in option::of(one_of(Kind::ALL)), tags in prop::collection::vec("[a-z/]{1,6}", 0..3),
        (summary, status, personal) in (option::of(".{0,9}"), option::of("[a-z]{1,5}"), any::<Option<bool>>()),
        (due, created, updated) in (option::of(when()), option::of(when()), option::of(when())),
        priority in option::of(one_of(Priority::ALL)),
        (media, later) in (option::of(one_of(Media::ALL)), option::of(one_of(Later::ALL))),
        (path, source) in (option::of("[a-z/]{0,9}"), option::of("[a-z]{0,4}")),
        files in prop::collection::vec(any::<[u8; 32]>().prop_map(EntryId), 0..3),
        props in prop::collection::btree_map(".{0,30}", "[0-9]{1,4}", 0..4),
        (trashed, front) in (any::<bool>(), option::of("(---\n)?.{0,20}")),
        original in option::of(any::<[u8; 32]>().prop_map(BlobHash)),
    ) -> Fields {
        Fields {
            title, aliases, kind, tags, summary, status, personal, due, priority, media, later, path, source, files,
            sources: Vec::new(), trashed, created, updated, props, front, original,
        }
    }
}

prop_compose! {
    fn entry()(
        page: [u8; 16], device: [u8; 16], time: i64, body: [u8; 32], fields in some_fields(),
        parents in prop::collection::btree_set(any::<[u8; 32]>().prop_map(EntryId), 0..4),
        import: bool, made_by in one_of(MadeBy::ALL),
    ) -> Entry {
        let stamp = Stamp { time: Instant::from_ms(time), device: DeviceId(device), made_by };
        let parents = parents.into_iter().collect();
        Entry { page: PageId(page), what: What::Page(Revision { parents, stamp, import, fields, body: BlobHash(body) }) }
    }
}

fn some_ids() -> impl Strategy<Value = Vec<EntryId>> {
    prop::collection::btree_set(any::<[u8; 32]>().prop_map(EntryId), 0..4).prop_map(|ids| ids.into_iter().collect())
}

prop_compose! {
    fn some_stamp()(device: [u8; 16], time: i64, made_by in one_of(MadeBy::ALL)) -> Stamp {
        Stamp { time: Instant::from_ms(time), device: DeviceId(device), made_by }
    }
}

fn some_blanks() -> impl Strategy<Value = Vec<Blank>> {
    prop::collection::btree_map(any::<[u8; 32]>(), (any::<u64>(), some_ids(), any::<i64>()), 0..3).prop_map(|blanks| {
        let blank =
            |(id, (kind, parents, time))| Blank { id: EntryId(id), kind, parents, time: Instant::from_ms(time) };
        blanks.into_iter().map(blank).collect()
    })
}

/// What stands beside revisions: every kind but theirs.
fn other_entry() -> impl Strategy<Value = Entry> {
    let parts = (some_ids(), some_stamp(), any::<[u8; 32]>(), any::<u64>(), ".{0,9}", some_blanks(), some_ids());
    (0..5, any::<[u8; 16]>(), parts).prop_map(|(kind, page, (replaces, stamp, hash, number, text, blanks, inputs))| {
        let page = PageId(page);
        let what = match kind {
            0 => What::File(File {
                after: replaces,
                name: text,
                mime: "image/png".into(),
                size: number,
                blob: BlobHash(hash),
                role: Role::ALL[number as usize % Role::ALL.len()],
            }),
            1 => What::Derived(Derived {
                replaces,
                stamp,
                file: EntryId(hash),
                reading: Reading::ALL[number as usize % Reading::ALL.len()],
                image_kind: ImageKind::ALL.get(number as usize % 16).copied(),
                text: BlobHash(hash),
            }),
            2 => What::Writeup(Writeup { replaces, stamp, prompt_version: number, inputs, text: BlobHash(hash) }),
            3 => What::Related(Related { replaces, stamp, target: page, picked: number.is_multiple_of(2) }),
            _ => What::Purge(Purge { stamp, blanks }),
        };
        Entry { page, what }
    })
}

proptest! {
    #[test]
    fn an_entry_of_any_kind_reads_back(entry in prop_oneof![entry(), other_entry()]) {
        let bytes = entry.encode().unwrap();
        prop_assert_eq!(Envelope::read(&bytes), Ok(entry.envelope()));
        prop_assert_eq!(Entry::decode(&bytes), Ok(Received::Known(entry)));
    }

    #[test]
    fn a_changed_byte_is_another_entry_or_none(entry in prop_oneof![entry(), other_entry()], at: prop::sample::Index, to: u8) {
        let bytes = entry.encode().unwrap();
        let mut other = bytes.clone();
        let at = at.index(bytes.len());
        other[at] = to;
        if let Ok(Received::Known(read)) = Entry::decode(&other) {
            prop_assert_eq!(read.encode().unwrap(), other);
        }
    }

    #[test]
    fn bytes_from_outside_never_panic(bytes: Vec<u8>) {
        let _ = Entry::decode(&bytes);
    }

    #[test]
    fn merged_fields_read_back(fields in some_fields()) {
        prop_assert_eq!(decode_fields(&encode_fields(&fields)), Ok(fields));
    }
}

fn stamp() -> Stamp {
    Stamp { time: Instant::from_ms(1_700_000_000_000), device: DeviceId([2; 16]), made_by: MadeBy::User }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The bytes are a promise to every store there is: this table may grow, its rows never change.
#[test]
fn the_bytes_of_version_1_stay() {
    let id = EntryId([7; 32]);
    let page = PageId([1; 16]);
    let text = BlobHash([3; 32]);
    let props = BTreeMap::from([("b".to_owned(), "1".to_owned()), ("aa".to_owned(), "[]".to_owned())]);
    let fields = Fields {
        title: Some("Tea".into()),
        tags: vec!["a/b".into()],
        due: Some(When::Day(Day::from_number(20_000))),
        created: Some(When::Instant(Instant::from_ms(-1))),
        props,
        ..Fields::default()
    };
    let whats = [
        What::Page(Revision { parents: vec![id], stamp: stamp(), import: false, fields, body: text }),
        What::File(File {
            after: vec![],
            name: "a.png".into(),
            mime: "image/png".into(),
            size: 300,
            blob: text,
            role: Role::Drawing,
        }),
        What::Derived(Derived {
            replaces: vec![],
            stamp: stamp(),
            file: id,
            reading: Reading::Ocr,
            image_kind: None,
            text,
        }),
        What::Writeup(Writeup { replaces: vec![id], stamp: stamp(), prompt_version: 2, inputs: vec![id], text }),
        What::Related(Related { replaces: vec![], stamp: stamp(), target: page, picked: false }),
        What::Purge(Purge {
            stamp: stamp(),
            blanks: vec![Blank { id, kind: 0, parents: vec![], time: Instant::from_ms(5) }],
        }),
    ];
    let lines: Vec<String> = whats.map(|what| hex(&Entry { page, what }.encode().unwrap())).into();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_newer_entry_says_what_it_needs_and_a_broken_one_is_told_from_it() {
    let (parent, text, blob) = (EntryId([7; 32]), BlobHash([3; 32]), BlobHash([4; 32]));
    let envelope = Envelope {
        version: 2,
        page: PageId([9; 16]),
        kind: 77,
        time: Some(Instant::from_ms(-5)),
        parents: vec![parent],
        texts: vec![text, blob],
        blobs: vec![blob],
    };
    let mut bytes = envelope.encode();
    assert_eq!(Entry::decode(&bytes), Ok(Received::Newer(envelope.clone())));
    // A newer version may have more items than this one.
    bytes[0] += 1;
    bytes.push(0x01);
    assert_eq!(Entry::decode(&bytes), Ok(Received::Newer(envelope)));
    bytes[1] = 0;
    assert!(Entry::decode(&bytes).is_err());
}

#[test]
fn a_field_set_past_the_limit_is_refused() {
    let fields = Fields { summary: Some("x".repeat(MAX_ENTRY_BYTES)), ..Fields::default() };
    let revision = Revision { parents: vec![], stamp: stamp(), import: false, fields, body: BlobHash([0; 32]) };
    let entry = Entry { page: PageId([0; 16]), what: What::Page(revision) };
    assert!(matches!(entry.encode(), Err(BadEntry::TooLarge { .. })));
}
