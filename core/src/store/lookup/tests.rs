//! References to pages: each kind of name, the order between them, and what is said when none or several answer.

use super::*;
use crate::fields::{Fields, MadeBy};
use crate::id::{DeviceId, EntryId};
use crate::merge::Content;
use crate::store::{Draft, Saved};
use crate::time::Instant;

struct Shelf(Store);

impl Shelf {
    fn new() -> Self {
        Self(Store::in_memory(DeviceId([9; 16])).unwrap())
    }

    fn put(&mut self, id: u8, source: &str, path: &str, title: &str) -> Saved {
        self.put_after(id, vec![], source, path, title)
    }

    fn put_after(&mut self, id: u8, parents: Vec<EntryId>, source: &str, path: &str, title: &str) -> Saved {
        let fields = Fields {
            title: Some(title.into()),
            path: Some(path.into()),
            source: Some(source.into()),
            aliases: vec![format!("alias of {id}")],
            ..Fields::default()
        };
        let content = Content { fields, body: format!("{id}\n") };
        let page = PageId([id; 16]);
        let draft = Draft { page, parents, content, made_by: MadeBy::User, import: false, request: None };
        self.0.save(draft, Instant::from_ms(i64::from(id))).unwrap()
    }

    fn trash(&mut self, id: u8) {
        let mut batch = self.0.batch().unwrap();
        batch.set_trashed(PageId([id; 16]), true, MadeBy::User, Instant::from_ms(100)).unwrap();
        batch.commit().unwrap();
    }

    /// The page's number, or the numbers of the pages that are asked back.
    fn meant(&self, name: &str, trash: Trash) -> Result<u8, Vec<u8>> {
        match self.0.lookup(name, trash) {
            Ok(page) => Ok(page.id.0[0]),
            Err(LookupError::Ambiguous { pages, .. }) => Err(pages.iter().map(|page| page.id.0[0]).collect()),
            Err(LookupError::Unknown { .. }) => Err(Vec::new()),
            Err(error) => panic!("{error}"),
        }
    }

    fn find(&self, name: &str) -> Result<u8, Vec<u8>> {
        self.meant(name, Trash::Last)
    }
}

#[test]
fn a_path_is_found_as_it_is_typed_whatever_it_holds() {
    let mut shelf = Shelf::new();
    shelf.put(1, "in", "a~b", "One");
    shelf.put(2, "in", "sub~x/c~d~e", "Two");
    shelf.put(3, "in", "~", "Three");
    shelf.put(4, "in", "clash", "Four");
    shelf.put(5, "in", "clash", "Five");
    shelf.put(6, "in", "x~y", "Six");
    shelf.put(7, "in", "x~y", "Seven");
    shelf.put(8, "", "bare", "Eight");
    let tail = |id: u8| PageId([id; 16]).tail();
    for (name, page) in [
        ("in/a~b", 1),
        ("in/a~b.md", 1),
        ("a~b", 1),
        ("in/sub~x/c~d~e", 2),
        ("in/~", 3),
        ("in/clash", 4),
        (&format!("in/clash~{}", tail(5)), 5),
        (&format!("in/clash~{}.md", tail(5)), 5),
        ("in/x~y", 6),
        (&format!("in/x~y~{}", tail(7)), 7),
        (&PageId([7; 16]).to_string(), 7),
        ("bare", 8),
    ] {
        assert_eq!(shelf.find(name), Ok(page), "{name}");
    }
}

#[test]
fn the_better_kind_of_name_wins_and_equal_ones_are_asked_back() {
    let mut shelf = Shelf::new();
    shelf.put(1, "in", "one", "Tea");
    shelf.put(2, "in", "two", "tea");
    shelf.put(3, "in", "three", "Tea");
    assert_eq!(shelf.find("tea"), Ok(2), "written so");
    assert_eq!(shelf.find("Tea"), Err(vec![1, 3]));
    assert_eq!(shelf.find("TEA"), Err(vec![1, 3, 2]));
    assert_eq!(shelf.find("Alias of 3"), Ok(3));
    shelf.put(4, "in", "four", "in/one");
    assert_eq!(shelf.find("in/one"), Ok(1), "a path goes before a title");
    shelf.put(5, "in", "deep/down", "Five");
    shelf.put(6, "other", "deep/down", "Six");
    assert_eq!(shelf.find("down"), Err(vec![5, 6]));
    assert_eq!(shelf.find("IN/deep/down.md"), Ok(5));
}

#[test]
fn what_a_page_was_called_before_comes_last() {
    let mut shelf = Shelf::new();
    let saved = shelf.put(1, "in", "old/place", "Otter");
    shelf.put_after(1, vec![saved.entry], "in", "new", "River");
    assert_eq!((shelf.find("otter"), shelf.find("in/old/place"), shelf.find("place")), (Ok(1), Ok(1), Ok(1)));
    assert_eq!(shelf.find("other/place"), Err(vec![]));
    shelf.put(2, "in", "x", "Otter");
    assert_eq!(shelf.find("otter"), Ok(2));
}

#[test]
fn a_page_in_the_trash_steps_back_unless_it_counts() {
    let mut shelf = Shelf::new();
    shelf.put(1, "in", "one", "Tea");
    shelf.put(2, "in", "two", "Tea");
    shelf.trash(1);
    assert_eq!(shelf.find("Tea"), Ok(2));
    assert_eq!(shelf.meant("Tea", Trash::Counts), Err(vec![1, 2]));
    assert_eq!(shelf.find("in/one"), Ok(1));
    shelf.trash(2);
    assert_eq!(shelf.find("Tea"), Err(vec![1, 2]));
}

#[test]
fn an_unknown_name_offers_the_nearest_and_a_common_one_ten_pages() {
    let mut shelf = Shelf::new();
    shelf.put(1, "in", "otter pond", "Otter pond");
    shelf.put(2, "in", "badger", "Badger\nset");
    let said = |name: &str| {
        let error = shelf.0.lookup(name, Trash::Last).unwrap_err();
        (error.code(), error.to_string())
    };
    for near in ["otter pnod", "in/oter pond", "otter p", "Oter pond.md"] {
        let (code, text) = said(near);
        assert!(code == "unknown_page" && text.contains("  in/otter pond  Otter pond"), "{text}");
    }
    assert_eq!(said("nothing like it").1.lines().count(), 1);
    assert_eq!(said("").0, "unknown_page");
    assert_eq!(said("\n~/.md").1.lines().count(), 1);
    for id in 10..30 {
        shelf.put(id, "in", &format!("many/{id}"), "Many");
    }
    let error = shelf.0.lookup("many", Trash::Last).unwrap_err();
    assert_eq!(error.code(), "ambiguous_page");
    assert_eq!(error.to_string().lines().count(), 12, "{error}");
    assert!(error.to_string().contains("20 pages"), "{error}");
}
