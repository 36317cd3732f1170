//! Pages by number: the same number always gives the same page, so that what a killed process wrote can be checked.

use scrap_core::fields::{Fields, MadeBy};
use scrap_core::id::{EntryId, PageId};
use scrap_core::merge::Content;
use scrap_core::store::{Draft, ImportPage};
use scrap_core::time::Instant;

/// 2026-03-01 at noon.
pub const NOW: Instant = Instant::from_ms(1_772_366_400_000);

const SOURCE: &str = "numbers";

/// A page that links to the one before it, with a body of some kilobytes that no other page has.
#[must_use]
pub fn content(number: u32) -> Content {
    let fields = Fields {
        title: Some(format!("Page {number}")),
        path: Some(format!("page-{number}")),
        source: Some(SOURCE.to_owned()),
        tags: vec![format!("tag{}", number % 7)],
        ..Fields::default()
    };
    let words: String =
        (0..300).map(|n| format!("word{} ", (number.wrapping_mul(31).wrapping_add(n * n)) % 5_000)).collect();
    Content { fields, body: format!("# Page {number}\n\n[[Page {}]] #inline\n\n{words}\n", number.wrapping_sub(1)) }
}

/// The page as its author would save it.
#[must_use]
pub fn draft(number: u32) -> Draft {
    let parents: Vec<EntryId> = Vec::new();
    let made_by = MadeBy::User;
    Draft { page: id(number), parents, content: content(number), made_by, import: false, request: None }
}

/// The page as an import brings it.
#[must_use]
pub fn import(number: u32) -> ImportPage {
    ImportPage { content: content(number), made_by: MadeBy::Import, attachments: Vec::new(), born: None, twin: false }
}

/// The page's id, saved or imported.
#[must_use]
pub fn id(number: u32) -> PageId {
    PageId::of_import(SOURCE, &format!("page-{number}"))
}
