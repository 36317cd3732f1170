//! The laws of the fold over random histories: forks, merges, criss-crosses, parents that never come, removals beside
//! edits, texts that come late, files with readings, and entries that only a newer scrap understands.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::*;
use crate::entry::{Blank, Derived, Envelope, File, Purge, Received, Related, Writeup};
use crate::fields::{Reading, Role};
use crate::merge::View;

/// One thing that comes to a store: an entry with the text it names, or either alone.
#[derive(Debug, Clone, Default)]
pub(super) struct Event {
    pub text: Option<String>,
    pub entry: Option<Vec<u8>>,
}

pub(super) fn take(store: &mut Store, events: &[Event]) {
    let mut batch = store.batch().unwrap();
    for event in events {
        if let Some(text) = &event.text {
            batch.receive_text(text).unwrap();
        }
        if let Some(entry) = &event.entry {
            batch.receive(entry).unwrap();
        }
    }
    batch.commit().unwrap();
}

/// What a step of a history does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Save,
    Trash,
    /// A save that never reaches the store, though others continue it.
    Lose,
    Purge,
    File,
    Read,
    WriteUp,
    Relate,
    Newer,
}

const ACTS: &[Act] = &[
    Act::Save,
    Act::Save,
    Act::Save,
    Act::Save,
    Act::Save,
    Act::Trash,
    Act::Lose,
    Act::Purge,
    Act::File,
    Act::Read,
    Act::WriteUp,
    Act::Relate,
    Act::Newer,
];

/// What was written of one page so far.
#[derive(Default)]
struct Past {
    revisions: Vec<EntryId>,
    files: Vec<EntryId>,
    readings: Vec<EntryId>,
    writeups: Vec<EntryId>,
    related: Vec<EntryId>,
    blanks: HashMap<EntryId, Blank>,
}

impl Past {
    fn all(&self) -> Vec<EntryId> {
        let mut all: Vec<EntryId> = self.blanks.keys().copied().collect();
        all.sort_unstable();
        all
    }
}

#[derive(Debug, Clone)]
struct Step {
    page: u8,
    time: i64,
    picks: Vec<prop::sample::Index>,
    name: usize,
    line: String,
    act: Act,
}

prop_compose! {
    fn step()(
        page in 0..3_u8, time in 0..40_i64, picks in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
        name in 0..4_usize, line in "[ab]{1}(\r?\n[a-c])?", act in prop::sample::select(ACTS),
    ) -> Step {
        Step { page, time, picks, name, line, act }
    }
}

impl Step {
    /// Some of `of`, in ascending order.
    fn pick(&self, of: &[EntryId]) -> Vec<EntryId> {
        let mut ids: Vec<EntryId> = self.picks.iter().filter(|_| !of.is_empty()).map(|pick| *pick.get(of)).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The entry of this step and its text, if it can be made after that past.
    fn event(&self, past: &mut Past) -> Option<Event> {
        let page = PageId([self.page; 16]);
        let stamp = Stamp { time: at(self.time), device: DeviceId([3; 16]), made_by: MadeBy::User };
        let prose = format!("{} by a reader\n", self.line);
        let text = BlobHash::of(prose.as_bytes());
        let (what, prose) = match self.act {
            Act::Save | Act::Trash | Act::Lose => {
                let title = ["Ant", "Bee", "ant", "Cat"][self.name];
                let body = format!("# {title}\n{}\n[[bee]] #tag{}\n", self.line, self.time);
                let Content { mut fields, body } = content(title, &body);
                fields.trashed = self.act == Act::Trash;
                fields.files = self.pick(&past.files);
                let parents = self.pick(&past.revisions);
                let hash = BlobHash::of(body.as_bytes());
                (What::Page(Revision { parents, stamp, import: false, fields, body: hash }), Some(body))
            }
            Act::Purge => {
                let blanks: Vec<Blank> = self.pick(&past.all()).iter().map(|id| past.blanks[id].clone()).collect();
                let bytes = Entry { page, what: What::Purge(Purge { stamp, blanks }) }.encode().unwrap();
                return Some(Event { text: None, entry: Some(bytes) });
            }
            Act::File => {
                let (name, mime) = (format!("{}.png", self.name), "image/png".to_owned());
                let file = File {
                    after: vec![],
                    name,
                    mime,
                    size: 3,
                    blob: BlobHash([self.name as u8; 32]),
                    role: Role::Capture,
                };
                (What::File(file), None)
            }
            Act::Read => {
                let replaces = self.pick(&past.readings);
                let file = *self.pick(&past.files).first()?;
                (
                    What::Derived(Derived { replaces, stamp, file, reading: Reading::Ocr, image_kind: None, text }),
                    Some(prose),
                )
            }
            Act::WriteUp => {
                let replaces = self.pick(&past.writeups);
                (What::Writeup(Writeup { replaces, stamp, prompt_version: 1, inputs: vec![], text }), Some(prose))
            }
            Act::Relate => {
                let replaces = self.pick(&past.related);
                let target = PageId([self.name as u8; 16]);
                (What::Related(Related { replaces, stamp, target, picked: self.time % 2 == 0 }), None)
            }
            Act::Newer => {
                let parents = self.pick(&past.revisions);
                let kind = self.name as u64 * 3;
                let envelope = Envelope {
                    version: 2,
                    page,
                    kind,
                    time: Some(stamp.time),
                    parents,
                    texts: vec![text],
                    blobs: vec![],
                };
                return Some(Event { text: Some(prose), entry: Some(past.keep(&envelope, envelope.encode())) });
            }
        };
        let entry = Entry { page, what };
        let bytes = past.keep(&entry.envelope(), entry.encode().unwrap());
        Some(if self.act == Act::Lose { Event::default() } else { Event { text: prose, entry: Some(bytes) } })
    }
}

impl Past {
    fn keep(&mut self, envelope: &Envelope, bytes: Vec<u8>) -> Vec<u8> {
        let id = EntryId::of(&bytes);
        let time = envelope.time.unwrap_or(at(0));
        let parents = envelope.parents.clone();
        self.blanks.insert(id, Blank { id, kind: envelope.kind, parents, time });
        match (envelope.version, envelope.kind) {
            (1, 0) => self.revisions.push(id),
            (1, 1) => self.files.push(id),
            (1, 2) => self.readings.push(id),
            (1, 3) => self.writeups.push(id),
            (1, 4) => self.related.push(id),
            _ => {}
        }
        bytes
    }
}

fn history() -> impl Strategy<Value = Vec<Event>> {
    prop::collection::vec(step(), 1..16).prop_map(|steps| {
        let mut pasts: [Past; 3] = Default::default();
        steps.iter().filter_map(|step| step.event(&mut pasts[usize::from(step.page)])).collect()
    })
}

fn entries(events: &[Event]) -> impl Iterator<Item = (EntryId, Received)> {
    events.iter().filter_map(|event| event.entry.as_ref()).map(|b| (EntryId::of(b), Entry::decode(b).unwrap()))
}

fn purged(events: &[Event]) -> HashSet<EntryId> {
    entries(events)
        .filter_map(|(_, received)| match received {
            Received::Known(Entry { what: What::Purge(purge), .. }) => Some(purge.blanks),
            _ => None,
        })
        .flatten()
        .map(|blank| blank.id)
        .collect()
}

fn shuffle<T>(mut items: Vec<T>, seed: u64) -> Vec<T> {
    let mut state = seed | 1;
    for at in (1..items.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        items.swap(at, (state >> 33) as usize % (at + 1));
    }
    items
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_order_of_entries_gives_equal_dumps(events in history(), seed: u64) {
        let mut straight = store();
        take(&mut straight, &events);
        let mut parts = events.clone();
        if purged(&events).is_empty() {
            // With nothing removed in between, a text may come long before or after its entries.
            let alone = |event: &Event| [Event { entry: None, ..event.clone() }, Event { text: None, ..event.clone() }];
            parts = events.iter().flat_map(alone).collect();
        }
        let shuffled = shuffle(parts, seed);
        let mut other = store();
        for event in shuffled.chunks(2) {
            take(&mut other, event);
            take(&mut other, event);
        }
        prop_assert_eq!(straight.dump().unwrap(), other.dump().unwrap());
    }

    #[test]
    fn a_rebuild_changes_nothing_and_folds_what_was_not_understood(events in history()) {
        let mut one = store();
        take(&mut one, &events);
        let before = one.dump().unwrap();
        // As a scrap would have kept version 1 if it had known none but version 0.
        let forget = "UPDATE entry SET version = 1, kind = NULL, time = NULL, made_by = NULL, text = NULL WHERE bytes NOT NULL";
        one.connection().execute_batch(forget).unwrap();
        one.rebuild().unwrap();
        prop_assert_eq!(one.dump().unwrap(), before);
        let report = one.check(&mut store()).unwrap();
        prop_assert!(report.faults.is_empty(), "{:?}", report.faults);
    }

    #[test]
    fn every_line_that_anyone_saved_can_be_reached_unless_purged(events in history()) {
        let mut one = store();
        take(&mut one, &events);
        let purged = purged(&events);
        for (id, received) in entries(&events) {
            let Received::Known(Entry { page, what: What::Page(revision) }) = received else { continue };
            let kept = one.revision(page, id).unwrap();
            if purged.contains(&id) {
                prop_assert_eq!(kept, None);
            } else {
                prop_assert_eq!(kept.map(|content| BlobHash::of(content.body.as_bytes())), Some(revision.body));
                prop_assert!(one.history(page).unwrap().iter().any(|row| row.entry == id));
            }
        }
        // What a head says and the page does not show, another head took away from a common past, or a conflict keeps.
        for page in one.pages().unwrap() {
            let shown = one.page(page.id).unwrap().unwrap();
            let key = log::known_page_key(one.connection(), page.id).unwrap().unwrap();
            let fold = apply::fold(one.connection(), key).unwrap().unwrap();
            let read = (&shown.heads, &shown.fields, &shown.body, &shown.conflicts);
            let View { content, conflicts } = &fold.view;
            prop_assert_eq!(read, (&fold.heads, &content.fields, &content.body, conflicts));
            let kept = |line: &str| {
                shown.body.lines().any(|l| l == line)
                    || shown.conflicts.iter().any(|c| c.earlier.lines().any(|l| l == line))
            };
            let content = |id: &EntryId| one.revision(page.id, *id).unwrap();
            let heads: Vec<Content> = shown.heads.iter().filter_map(content).collect();
            prop_assert_eq!(heads.len(), shown.heads.len());
            let rows = one.history(page.id).unwrap();
            let earlier: Vec<Content> =
                rows.iter().map(|row| row.entry).filter(|id| !shown.heads.contains(id)).filter_map(|id| content(&id)).collect();
            for line in heads.iter().flat_map(|head| head.body.lines()) {
                let was_there_before = earlier.iter().any(|past| past.body.lines().any(|l| l == line));
                prop_assert!(kept(line) || was_there_before, "{line} of {heads:?}");
            }
        }
    }

    #[test]
    fn a_purge_leaves_no_text_that_nothing_names(events in history()) {
        let mut one = store();
        take(&mut one, &events);
        let (purged, mut named) = (purged(&events), HashSet::new());
        for bytes in events.iter().filter_map(|event| event.entry.as_ref()) {
            if !purged.contains(&EntryId::of(bytes)) {
                named.extend(Envelope::read(bytes).unwrap().texts);
            }
        }
        let mut left = HashSet::new();
        one.export_log::<StoreError>(|hash, _| { left.insert(hash); Ok(()) }, |_, _| Ok(())).unwrap();
        prop_assert_eq!(&left, &named);
        // What an older log brings back of them goes when the log is in.
        let mut batch = one.batch().unwrap();
        let mut removed = HashSet::new();
        for event in &events {
            if let Some(text) = &event.text {
                batch.receive_text(text).unwrap();
            }
            if let Some(bytes) = &event.entry && batch.receive(bytes).unwrap() == Arrival::Removed {
                removed.extend(Envelope::read(bytes).unwrap().texts);
            }
        }
        batch.forget_texts(removed).unwrap();
        batch.commit().unwrap();
        let texts: i64 = one.connection().query_row("SELECT count(*) FROM text", [], |row| row.get(0)).unwrap();
        prop_assert_eq!(texts as usize, named.len());
    }

    #[test]
    fn a_store_checks_clean_after_any_history(events in history()) {
        let mut one = store();
        take(&mut one, &events);
        let report = one.check(&mut store()).unwrap();
        prop_assert!(report.faults.is_empty(), "{:?}", report.faults);
    }
}
