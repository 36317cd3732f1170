//! The full-text row of a page: which of its texts goes into which column. How a text becomes tokens is `text`'s.

use rusqlite::{Connection, params};

use super::StoreError;
use super::apply::Fold;
use super::derive::Derived;
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
    name(&lines(std::iter::once(&derived.title).chain(&fields.aliases)), stemmer, title);
    name(&lines(derived.tags.iter().map(|tag| &tag.name)), stemmer, tags);
    name(fields.summary.as_deref().unwrap_or_default(), stemmer, summary);
    if fold.view.conflicts.is_empty() {
        column(&derived.document.text, stemmer, body);
    } else {
        // Both sides of a conflict can be found.
        let sides = fold.view.conflicts.iter().map(|conflict| markdown::read(&conflict.earlier).text);
        let texts: Vec<String> = std::iter::once(derived.document.text.clone()).chain(sides).collect();
        column(&lines(texts.iter()), stemmer, body);
    }
    if let Some(part) = &derived.writeup {
        column(&markdown::read(&part.text).text, stemmer, writeup);
    }
    let read = derived.readings.iter().map(|part| &part.text).chain(&derived.file_names);
    column(&lines(read), stemmer, files);
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

fn lines<'a>(texts: impl Iterator<Item = &'a String>) -> String {
    let mut all = String::new();
    for text in texts {
        all.push_str(text);
        all.push('\n');
    }
    all
}
