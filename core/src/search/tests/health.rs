//! What each check finds and does not, and that its count is the number of its hits.

use proptest::prelude::*;

use super::*;
use crate::entry::{Derived, Entry, File, Related, Stamp, What, Writeup};
use crate::fields::{Reading, Role};
use crate::id::{BlobHash, EntryId};
use crate::search::health::CHECKS;
use crate::store::Basis;

const PROMPT: u64 = crate::entry::WRITEUP_PROMPT;

/// Pages by their titles, which are their paths too; entries beside them are added in the order of the calls.
struct Bench {
    store: Store,
    clock: i64,
}

impl Bench {
    fn new(pages: &[(&str, &str)]) -> Self {
        Self { store: store(pages), clock: 100_000 }
    }

    fn page(&self, title: &str) -> PageId {
        let found = self.store.search(&format!("in:title \"{title}\""), options()).unwrap();
        found.hits.iter().find(|hit| hit.at.title == title).unwrap().at.id
    }

    fn edit(&mut self, title: &str, edit: impl FnOnce(&mut Content)) {
        self.clock += 1_000;
        let basis = Basis::now(MadeBy::User, Instant::from_ms(self.clock));
        self.store.edit(self.page(title), basis, edit).unwrap();
    }

    fn trash(&mut self, title: &str) {
        self.edit(title, |content| content.fields.trashed = true);
    }

    fn stamp(&mut self) -> Stamp {
        self.clock += 1_000;
        Stamp { time: Instant::from_ms(self.clock), device: DeviceId([1; 16]), made_by: MadeBy::Claude }
    }

    fn add(&mut self, title: &str, what: What, text: &str) -> EntryId {
        let bytes = Entry { page: self.page(title), what }.encode().unwrap();
        let mut batch = self.store.batch().unwrap();
        batch.receive_text(text).unwrap();
        batch.receive(&bytes).unwrap();
        batch.commit().unwrap();
        EntryId::of(&bytes)
    }

    fn write_up(&mut self, title: &str, prompt_version: u64, text: &str) {
        let inputs = self.store.page(self.page(title)).unwrap().unwrap().heads;
        let (stamp, hash) = (self.stamp(), BlobHash::of(text.as_bytes()));
        self.add(title, What::Writeup(Writeup { replaces: vec![], stamp, prompt_version, inputs, text: hash }), text);
    }

    fn relate(&mut self, from: &str, to: &str, picked: bool) {
        let (stamp, target) = (self.stamp(), self.page(to));
        self.add(from, What::Related(Related { replaces: vec![], stamp, target, picked }), "");
    }

    /// Hangs a file on the page.
    fn file(&mut self, title: &str, name: &str, mime: &str, role: Role, bytes: &[u8]) -> EntryId {
        let blob = BlobHash::of(bytes);
        let file = File { blob, name: name.into(), mime: mime.into(), size: bytes.len() as u64, role, after: vec![] };
        let entry = self.add(title, What::File(file), "");
        self.edit(title, |content| content.fields.files.push(entry));
        entry
    }

    fn read_file(&mut self, title: &str, file: EntryId, text: &str) {
        let (stamp, hash) = (self.stamp(), BlobHash::of(text.as_bytes()));
        let derived = Derived { replaces: vec![], stamp, file, reading: Reading::Text, image_kind: None, text: hash };
        self.add(title, What::Derived(derived), text);
    }

    #[track_caller]
    fn check(&self, query: &str, expected: &str) {
        let mut found = titles(&self.store, query);
        found.sort();
        assert_eq!(found.join(" "), expected, "{query}");
        assert_counts_are_hits(&self.store);
    }
}

#[track_caller]
fn assert_counts_are_hits(store: &Store) {
    let health = store.health(options().today).unwrap();
    assert_eq!(health.counts.len(), CHECKS.len());
    for (check, count) in health.counts {
        let found = store.search(check.query, Options { limit: 0, ..options() }).unwrap();
        assert_eq!((count, health.change), (found.total, found.change), "{}", check.id);
    }
}

#[test]
fn a_check_s_query_is_its_filter() {
    use crate::query::Filter;
    use crate::search::health::Finds;
    for check in CHECKS {
        let filter = match check.finds {
            Finds::Is(flag) => Filter::Is(flag),
            Finds::Has(has) => Filter::Has(has),
        };
        assert_eq!(check.query, filter.to_string());
        assert_eq!(check.query.split_once(':').unwrap().1, check.id);
        assert!(query::parse(check.query).unwrap().problems.is_empty());
    }
}

#[test]
fn an_orphan_has_no_link_either_way() {
    let mut bench = Bench::new(&[
        ("A", "[[B]]"),
        ("B", "x"),
        ("Self", "[[Self]] and [here](#x)"),
        ("Nowhere", "[[Gone with the wind]]"),
        ("To trash", "[[Bin]]"),
        ("Bin", "[[From bin]]"),
        ("From bin", "x"),
        ("Picker", "x"),
        ("Picked", "x"),
        ("Dropper", "x"),
        ("Board", "x"),
        ("Source", "x"),
        ("Topic", "x"),
        ("Reviewed", "x"),
        ("Front", "x"),
    ]);
    bench.trash("Bin");
    bench.relate("Picker", "Picked", true);
    bench.relate("Dropper", "Picked", false);
    bench.relate("Dropper", "Dropper", true);
    bench.relate("Nowhere", "To trash", false);
    bench.edit("Topic", |content| {
        content.fields.kind = Some(Kind::Topic);
        content.fields.sources = vec!["[[Source]]".into()];
    });
    bench.edit("Front", |content| {
        content.fields.props.insert("up".into(), "[[A]]".into());
    });
    bench.write_up("Board", PROMPT, "See [[B]].");
    let fields = Fields { title: Some("Review".into()), ..Fields::default() };
    let content = Content { fields, body: "[[Reviewed]]".into() };
    let (page, made_by) = (PageId([99; 16]), MadeBy::Gc);
    let draft = Draft { page, parents: vec![], content, made_by, import: false, request: None };
    bench.store.save(draft, Instant::from_ms(99_000)).unwrap();
    bench.check("is:orphan", "Dropper From bin Nowhere Reviewed Self To trash");
    bench.trash("Picker");
    bench.check("is:orphan", "Dropper From bin Nowhere Picked Reviewed Self To trash");
    // Neither a topic nor a page of gc wants tags.
    bench.check("is:untagged kind:topic", "");
    bench.check("is:untagged Review", "Reviewed");
}

#[test]
fn a_dangling_link_stands_in_the_page_s_own_text() {
    let mut bench = Bench::new(&[
        ("Fine", "[[Other]], [[Fine]], [out](https://example.org), `[[Code]]`"),
        ("Other", "x"),
        ("Gone", "[[No such page]]"),
        ("Relative", "[x](missing.md)"),
        ("To bin", "[[Bin]]"),
        ("Bin", "[[No such page]]"),
        ("Front", "x"),
        ("Board", "x"),
        ("Topic", "x"),
    ]);
    bench.trash("Bin");
    bench.edit("Front", |content| {
        content.fields.props.insert("up".into(), "[[Nobody]]".into());
    });
    bench.edit("Topic", |content| {
        content.fields.kind = Some(Kind::Topic);
        content.fields.sources = vec!["[[Nobody]]".into()];
    });
    bench.write_up("Board", PROMPT, "See [[Nobody]].");
    bench.check("has:dangling", "Front Gone Relative To bin");
}

#[test]
fn a_write_up_is_outdated_when_the_board_or_the_prompt_has_moved_on() {
    let titles = ["Fresh", "Edited", "Tagged", "Drawn", "Read", "Old prompt", "Gone link", "Bin link", "Note", "None"];
    let pages: Vec<(&str, &str)> = titles.iter().map(|title| (*title, "x")).chain([("Bin", "x")]).collect();
    let mut bench = Bench::new(&pages);
    for title in titles.into_iter().filter(|title| *title != "Note") {
        bench.edit(title, |content| content.fields.kind = Some(Kind::Whiteboard));
    }
    let scan = bench.file("Read", "scan.pdf", "application/pdf", Role::Capture, b"scan");
    for title in ["Fresh", "Edited", "Tagged", "Drawn", "Read", "Note"] {
        bench.write_up(title, PROMPT, "See [[Fresh]].");
    }
    bench.write_up("Old prompt", PROMPT - 1, "x");
    bench.write_up("Gone link", PROMPT, "[[Nobody]]");
    bench.write_up("Bin link", PROMPT, "[[Bin]]");
    bench.check("is:outdated", "Gone link Old prompt");
    bench.trash("Bin");
    bench.edit("Edited", |content| content.body.push('y'));
    bench.edit("Note", |content| content.body.push('y'));
    bench.edit("Tagged", |content| content.fields.tags.push("x".into()));
    bench.file("Drawn", "board.svg", "image/svg+xml", Role::Drawing, b"drawing");
    bench.read_file("Read", scan, "words");
    bench.check("is:outdated", "Bin link Drawn Edited Gone link Old prompt Read");
}

#[test]
fn a_duplicate_was_captured_and_is_on_another_page_too() {
    let mut bench = Bench::new(&[("One", ""), ("Two", ""), ("Attached", ""), ("Alone", ""), ("Bin", ""), ("Twin", "")]);
    for (title, role, bytes) in [
        ("One", Role::Capture, "photo"),
        ("Two", Role::Capture, "photo"),
        ("Attached", Role::Attachment, "photo"),
        ("Alone", Role::Capture, "other"),
        ("Bin", Role::Capture, "gone"),
        ("Twin", Role::Capture, "gone"),
    ] {
        bench.file(title, "a.jpg", "image/jpeg", role, bytes.as_bytes());
    }
    bench.check("is:duplicate", "Bin One Twin Two");
    bench.trash("Bin");
    bench.check("is:duplicate", "One Two");
}

#[test]
fn a_file_with_a_text_that_nobody_read_is_not_indexed() {
    let mut bench = Bench::new(&[("Pdf", ""), ("Photo", ""), ("Csv", "")]);
    let pdf = bench.file("Pdf", "a.pdf", "application/pdf", Role::Capture, b"1");
    bench.file("Photo", "a.jpg", "image/jpeg", Role::Capture, b"2");
    bench.file("Csv", "a.csv", "text/csv", Role::Attachment, b"3");
    bench.check("is:unindexed", "Csv Pdf");
    bench.read_file("Pdf", pdf, "words");
    bench.check("is:unindexed", "Csv");
}

#[test]
fn a_stale_todo_is_open_and_was_left_alone_for_60_days() {
    let day = |day: i64| Instant::from_ms(day * 86_400_000);
    let today = options().today.number();
    let mut bench = Bench::new(&[]);
    for (n, (title, kind, status, due, age)) in (1_u8..)
        .zip([
            ("Old", Kind::Todo, None, None, 61),
            ("Overdue", Kind::Todo, Some("in progress"), Some(-1), 61),
            ("Due", Kind::Todo, None, Some(0), 61),
            ("Later", Kind::Todo, None, Some(9), 61),
            ("Done", Kind::Todo, Some("Done"), None, 61),
            ("Fresh", Kind::Todo, None, None, 60),
            ("Note", Kind::Note, None, None, 61),
        ])
        .collect::<Vec<_>>()
    {
        let fields = Fields {
            title: Some(title.into()),
            kind: Some(kind),
            status: status.map(str::to_owned),
            due: due.map(|days| crate::time::When::Day(Day::from_number(today + days))),
            ..Fields::default()
        };
        let content = Content { fields, body: String::new() };
        let (page, made_by) = (PageId([n; 16]), MadeBy::User);
        let draft = Draft { page, parents: vec![], content, made_by, import: false, request: None };
        bench.store.save(draft, day(today - age)).unwrap();
    }
    bench.check("is:stale", "Old Overdue");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_check_counts_what_its_query_finds(
        bodies in prop::collection::vec(r"(\[\[[A-D]\]\] |# Open questions\n\n|- \[[ x]\] a\n|#tag |text ){0,4}", 1..6),
        trashed in prop::collection::vec(any::<bool>(), 6),
    ) {
        let titles = ["A", "B", "C", "D", "E", "F"];
        let pages: Vec<(&str, &str)> = titles.into_iter().zip(bodies.iter().map(String::as_str)).collect();
        let mut store = store(&pages);
        let mut batch = store.batch().unwrap();
        for (n, _) in (1_u8..).zip(&pages).filter(|(n, _)| trashed[usize::from(*n)]) {
            batch.set_trashed(PageId([n; 16]), true, MadeBy::User, Instant::from_ms(50_000)).unwrap();
        }
        batch.commit().unwrap();
        assert_counts_are_hits(&store);
    }
}
