//! The log's tables: entries, their parents and the texts they name. Folding them is `apply`'s.

use rusqlite::{Connection, OptionalExtension, params};

use super::StoreError;
use crate::entry::{Blank, Entry, Received, What};
use crate::id::{BlobHash, EntryId, PageId};
use crate::merge::graph::Graph;

/// What became of an entry that came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// It is in the log now.
    New,
    /// It was there already, whole or as the blank that a purge left.
    Known,
}

/// The short number of a page, given to it now if it has none.
pub(super) fn page_key(connection: &Connection, page: PageId) -> Result<i64, StoreError> {
    if let Some(key) = known_page_key(connection, page)? {
        return Ok(key);
    }
    connection.prepare_cached("INSERT INTO page_key (id) VALUES (?1)")?.execute([&page.0[..]])?;
    Ok(connection.last_insert_rowid())
}

pub(super) fn known_page_key(connection: &Connection, page: PageId) -> Result<Option<i64>, StoreError> {
    let mut find = connection.prepare_cached("SELECT key FROM page_key WHERE id = ?1")?;
    Ok(find.query_row([&page.0[..]], |row| row.get(0)).optional()?)
}

pub(super) fn page_id(connection: &Connection, key: i64) -> Result<PageId, StoreError> {
    let mut find = connection.prepare_cached("SELECT id FROM page_key WHERE key = ?1")?;
    Ok(PageId(find.query_row([key], |row| row.get(0))?))
}

/// Keeps a text, and gives the pages that were waiting for it.
pub(super) fn put_text(connection: &Connection, hash: BlobHash, content: &str) -> Result<Vec<i64>, StoreError> {
    let mut find = connection.prepare_cached("SELECT key, content IS NULL FROM text WHERE hash = ?1")?;
    let found = find.query_row([&hash.0[..]], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, bool>(1)?))).optional()?;
    match found {
        None => {
            let mut insert = connection.prepare_cached("INSERT INTO text (hash, content) VALUES (?1, ?2)")?;
            insert.execute(params![&hash.0[..], content])?;
            Ok(Vec::new())
        }
        Some((key, true)) => {
            connection.prepare_cached("UPDATE text SET content = ?2 WHERE key = ?1")?.execute(params![key, content])?;
            let mut waiting = connection.prepare_cached("SELECT DISTINCT page FROM entry WHERE text = ?1")?;
            Ok(waiting.query_map([key], |row| row.get(0))?.collect::<Result<_, _>>()?)
        }
        Some((_, false)) => Ok(Vec::new()),
    }
}

/// The number of a text that an entry names, whether it has arrived or not.
fn text_key(connection: &Connection, hash: BlobHash) -> Result<i64, StoreError> {
    let mut find = connection.prepare_cached("SELECT key FROM text WHERE hash = ?1")?;
    if let Some(key) = find.query_row([&hash.0[..]], |row| row.get(0)).optional()? {
        return Ok(key);
    }
    connection.prepare_cached("INSERT INTO text (hash) VALUES (?1)")?.execute([&hash.0[..]])?;
    Ok(connection.last_insert_rowid())
}

/// Appends an entry, unless it or its blank is there, and gives its page.
pub(super) fn insert(connection: &Connection, bytes: &[u8], received: &Received) -> Result<Option<i64>, StoreError> {
    let id = EntryId::of(bytes);
    let (page, version, entry) = match received {
        Received::Known(entry) => (entry.page, crate::entry::VERSION, Some(entry)),
        Received::Newer { version, page } => (*page, *version, None),
    };
    let page = page_key(connection, page)?;
    let text = match entry.and_then(Entry::text) {
        Some(hash) => Some(text_key(connection, hash)?),
        None => None,
    };
    let stamp = entry.and_then(Entry::stamp);
    let mut insert = connection.prepare_cached(
        "INSERT INTO entry (id, page, version, kind, time, made_by, text, bytes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (id) DO NOTHING",
    )?;
    let added = insert.execute(params![
        &id.0[..],
        page,
        version.min(i64::MAX as u64) as i64,
        entry.map(|e| e.what.code()),
        stamp.map(|s| s.time.ms()),
        stamp.map(|s| s.made_by.code()),
        text,
        bytes,
    ])?;
    if added == 0 {
        return Ok(None);
    }
    let seq = connection.last_insert_rowid();
    insert_parents(connection, seq, entry.map_or(&[], Entry::parents))?;
    Ok(Some(page))
}

fn insert_parents(connection: &Connection, child: i64, parents: &[EntryId]) -> Result<(), StoreError> {
    let mut insert =
        connection.prepare_cached("INSERT INTO entry_parent (parent, child) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?;
    for parent in parents {
        insert.execute(params![&parent.0[..], child])?;
    }
    Ok(())
}

/// Takes the bytes of the purged entries away, with the texts that no other entry names, and leaves what stays of them.
/// Only this page's entries are touched.
pub(super) fn blank_out(connection: &Connection, page: i64, blanks: &[Blank]) -> Result<(), StoreError> {
    let mut find = connection.prepare_cached("SELECT text FROM entry WHERE id = ?1 AND page = ?2 AND kind IS NOT 5")?;
    let mut take = connection.prepare_cached("UPDATE entry SET bytes = NULL, text = NULL WHERE id = ?1")?;
    let mut leave = connection.prepare_cached(
        "INSERT INTO entry (id, page, version, kind, time) VALUES (?1, ?2, 1, 0, ?3) ON CONFLICT (id) DO NOTHING",
    )?;
    let mut texts: Vec<i64> = Vec::new();
    for blank in blanks {
        let known = find.query_row(params![&blank.id.0[..], page], |row| row.get::<_, Option<i64>>(0)).optional()?;
        if let Some(text) = known {
            take.execute([&blank.id.0[..]])?;
            texts.extend(text);
        } else if leave.execute(params![&blank.id.0[..], page, blank.time.ms()])? == 1 {
            insert_parents(connection, connection.last_insert_rowid(), &blank.parents)?;
        }
    }
    let mut forget = connection
        .prepare_cached("DELETE FROM text WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE text = ?1)")?;
    for text in texts {
        forget.execute([text])?;
    }
    Ok(())
}

/// The page's revisions, blanks and purges, and who continues whom.
pub(super) fn graph(connection: &Connection, page: i64) -> Result<Graph, StoreError> {
    let mut graph = Graph::default();
    let mut rows = connection.prepare_cached("SELECT seq, id FROM entry WHERE page = ?1 AND kind IN (0, 5)")?;
    let mut parents = connection.prepare_cached("SELECT parent FROM entry_parent WHERE child = ?1")?;
    let entries = rows.query_map([page], |row| Ok((row.get::<_, i64>(0)?, EntryId(row.get(1)?))))?;
    for entry in entries {
        let (seq, id) = entry?;
        let of_entry = parents.query_map([seq], |row| Ok(EntryId(row.get(0)?)))?.collect::<Result<_, _>>()?;
        graph.insert(id, of_entry);
    }
    Ok(graph)
}

/// Reads an entry that this crate wrote or took in: its bytes were checked then.
pub(super) fn decode(bytes: &[u8]) -> Result<Entry, StoreError> {
    match Entry::parse(bytes)? {
        Received::Known(entry) => Ok(entry),
        Received::Newer { .. } => Err(crate::entry::BadEntry::Shape("a version that is not folded").into()),
    }
}

/// The revision that `bytes` hold.
pub(super) fn decode_revision(bytes: &[u8]) -> Result<crate::entry::Revision, StoreError> {
    match decode(bytes)?.what {
        What::Page(revision) => Ok(revision),
        _ => Err(crate::entry::BadEntry::Shape("not a revision").into()),
    }
}
