//! The full-text row of a page: which of its texts goes into which column. How a text becomes tokens is `text`'s.

use rusqlite::{Connection, params};

use super::apply::Fold;
use super::derive::Derived;
use super::{Store, StoreError};
use crate::markdown;
use crate::text::Stemmer;
use crate::text::index::{self, column, name};

/// A token that every page has among its tags, so that the index can answer "every page but".
pub(crate) const EVERY_PAGE: &str = "\u{E002}page";

/// What indexing keeps between pages: the stemmer's memory, and room for the columns.
#[derive(Default)]
pub(super) struct Indexer {
    stemmer: Stemmer,
    columns: [String; 7],
}

/// A step of a merge reads and writes about so many of the index's pages: some milliseconds of work.
const STEP: i64 = 128;

impl Store {
    /// Joins the index's segments a step at a time, each kept by itself: every segment is a place more in which a word is
    /// looked up. `begin` is for the first step. False when nothing is left to join. Worth it after many changes.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`]: the index is as it was.
    pub fn merge_index(&mut self, begin: bool) -> Result<bool, StoreError> {
        let changes = || self.connection.query_row("SELECT total_changes()", [], |row| row.get::<_, i64>(0));
        let before = changes()?;
        let step = if begin { -STEP } else { STEP };
        self.connection.execute("INSERT INTO page_fts (page_fts, rank) VALUES ('merge', ?1)", [step])?;
        // One change is the command itself.
        Ok(changes()? - before >= 2)
    }

    /// As [`Store::merge_index`], to the end.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`]: the steps before are kept.
    pub fn merge_whole_index(&mut self) -> Result<(), StoreError> {
        let mut more = self.merge_index(true)?;
        while more {
            more = self.merge_index(false)?;
        }
        Ok(())
    }
}

/// Whether so many changes among so many pages make a merge of the index worth its time.
#[must_use]
pub fn is_worth_merging(changed: u64, pages: u64) -> bool {
    changed >= 500.max(pages / 20)
}

/// Puts the page's row into the index, in place of the one it had.
pub(super) fn write(
    connection: &Connection,
    page: i64,
    existed: bool,
    fold: &Fold,
    derived: &Derived,
    indexer: &mut Indexer,
) -> Result<(), StoreError> {
    let Indexer { stemmer, columns } = indexer;
    columns.iter_mut().for_each(String::clear);
    let [title, tags, summary, body, writeup, files, initials] = columns;
    let fields = &fold.view.content.fields;
    name(&apart(std::iter::once(&derived.title).chain(&fields.aliases)), stemmer, title);
    name(&apart(derived.tags.iter().map(|tag| &tag.name)), stemmer, tags);
    name(fields.summary.as_deref().unwrap_or_default(), stemmer, summary);
    if fold.view.conflicts.is_empty() {
        column(&derived.document.text, stemmer, body);
    } else {
        // Both sides of a conflict can be found.
        let sides = fold.view.conflicts.iter().map(|conflict| markdown::read(&conflict.earlier).text);
        let texts: Vec<String> = std::iter::once(derived.document.text.clone()).chain(sides).collect();
        column(&apart(texts.iter()), stemmer, body);
    }
    if let Some(part) = &derived.writeup {
        column(&markdown::read(&part.text).text, stemmer, writeup);
    }
    let read = derived.readings.iter().map(|part| &part.text).chain(&derived.file_names);
    column(&apart(read), stemmer, files);
    index::initials([&*title, &*tags, &*summary, &*body, &*writeup, &*files].into_iter().map(String::as_str), initials);
    tags.push(' ');
    tags.push_str(EVERY_PAGE);
    if existed {
        remove(connection, page)?;
    }
    let mut insert = connection.prepare_cached(
        "INSERT INTO page_fts (rowid, title, tags, summary, body, writeup, files, initials)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    insert.execute(params![page, &*title, &*tags, &*summary, &*body, &*writeup, &*files, &*initials])?;
    Ok(())
}

/// Takes the page's row out of the index.
pub(super) fn remove(connection: &Connection, page: i64) -> Result<(), StoreError> {
    connection.prepare_cached("DELETE FROM page_fts WHERE rowid = ?1")?.execute([page])?;
    Ok(())
}

/// The texts one after the other, apart from each other.
fn apart<'a>(texts: impl Iterator<Item = &'a String>) -> String {
    let mut all = String::new();
    for (at, text) in texts.enumerate() {
        if at > 0 {
            all.push(index::GAP);
        }
        all.push_str(text);
    }
    all
}
