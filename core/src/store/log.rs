//! The log's tables: entries, their parents and the texts they name. Folding them is `apply`'s.

use std::collections::HashSet;

use rusqlite::{Connection, OptionalExtension, params};

use super::{Store, StoreError};
use crate::entry::{Blank, Entry, Envelope, Received, VERSION, What};
use crate::id::{BlobHash, EntryId, PageId};
use crate::merge::graph::Graph;
use crate::time::Instant;

/// What became of an entry that came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// It is in the log now.
    New,
    /// It was there already.
    Known,
    /// It was there and was removed for good: its blank is left. The texts it names may be unwanted now.
    Removed,
}

/// The number of a purge's kind.
pub(super) const PURGE: u64 = 5;

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

impl Store {
    /// The short number of a page, which is this store's alone.
    pub(crate) fn page_number(&self, page: PageId) -> Result<Option<i64>, StoreError> {
        known_page_key(self.connection(), page)
    }
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

/// What an entry's row says beside its bytes, so that they need not be read. An entry of a newer version has no kind here,
/// which keeps it out of every fold.
struct Columns {
    version: i64,
    kind: Option<i64>,
    time: Option<i64>,
    made_by: Option<u8>,
    text: Option<i64>,
}

impl Columns {
    fn of(connection: &Connection, received: &Received) -> Result<Self, StoreError> {
        Ok(match received {
            Received::Known(entry) => Self {
                version: number(VERSION),
                kind: Some(number(entry.what.code())),
                time: entry.stamp().map(|stamp| stamp.time.ms()),
                made_by: entry.stamp().map(|stamp| stamp.made_by.code()),
                text: entry.text().map(|hash| text_key(connection, hash)).transpose()?,
            },
            Received::Newer(envelope) => Self {
                version: number(envelope.version),
                kind: None,
                time: envelope.time.map(Instant::ms),
                made_by: None,
                text: None,
            },
        })
    }
}

/// SQLite's integers have a sign. Versions and kinds past it are all the same to this crate.
fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// Appends an entry and gives its page, or says that it or its blank is there.
pub(super) fn insert(
    connection: &Connection,
    bytes: &[u8],
    received: &Received,
) -> Result<Result<i64, Arrival>, StoreError> {
    let id = EntryId::of(bytes);
    let (page, parents) = match received {
        Received::Known(entry) => (entry.page, entry.parents()),
        Received::Newer(envelope) => (envelope.page, envelope.parents.as_slice()),
    };
    let page = page_key(connection, page)?;
    let Columns { version, kind, time, made_by, text } = Columns::of(connection, received)?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO entry (id, page, version, kind, time, made_by, text, bytes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (id) DO NOTHING",
    )?;
    if insert.execute(params![&id.0[..], page, version, kind, time, made_by, text, bytes])? == 0 {
        let mut find = connection.prepare_cached("SELECT bytes IS NULL FROM entry WHERE id = ?1")?;
        let removed = find.query_row([&id.0[..]], |row| row.get(0))?;
        return Ok(Err(if removed { Arrival::Removed } else { Arrival::Known }));
    }
    insert_parents(connection, connection.last_insert_rowid(), parents)?;
    Ok(Ok(page))
}

/// Reads the rows of all entries anew from their bytes: those that a newer scrap wrote have their place in the fold once
/// this one has grown to understand them.
pub(super) fn read_anew(connection: &Connection) -> Result<(), StoreError> {
    let mut find = connection.prepare("SELECT seq, page, bytes FROM entry WHERE bytes IS NOT NULL")?;
    let mut update = connection.prepare(
        "UPDATE entry SET version = ?2, kind = ?3, time = ?4, made_by = ?5, text = ?6 WHERE seq = ?1
             AND (version, kind, time, made_by, text) IS NOT (?2, ?3, ?4, ?5, ?6)",
    )?;
    let mut purges = Vec::new();
    let mut rows = find.query([])?;
    while let Some(row) = rows.next()? {
        // A damaged entry stays as it is: a check names it.
        let Ok(received) = Entry::parse(row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?) else { continue };
        let Columns { version, kind, time, made_by, text } = Columns::of(connection, &received)?;
        update.execute(params![row.get::<_, i64>(0)?, version, kind, time, made_by, text])?;
        if let Received::Known(Entry { what: What::Purge(purge), .. }) = received {
            purges.push((row.get(1)?, purge.blanks));
        }
    }
    purges.into_iter().try_for_each(|(page, blanks): (i64, Vec<Blank>)| blank_out(connection, page, &blanks))
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
/// Only this page's entries are touched, and no purge.
pub(super) fn blank_out(connection: &Connection, page: i64, blanks: &[Blank]) -> Result<(), StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT bytes FROM entry WHERE id = ?1 AND page = ?2 AND kind IS NOT 5 AND bytes IS NOT NULL",
    )?;
    let mut take = connection.prepare_cached(
        "UPDATE entry SET bytes = NULL, text = NULL, made_by = NULL, kind = ?2, time = ?3 WHERE id = ?1",
    )?;
    let mut leave = connection.prepare_cached(
        "INSERT INTO entry (id, page, version, kind, time) VALUES (?1, ?2, 1, ?3, ?4) ON CONFLICT (id) DO NOTHING",
    )?;
    let mut texts = HashSet::new();
    for blank in blanks.iter().filter(|blank| blank.kind != PURGE) {
        let (id, kind) = (&blank.id.0[..], number(blank.kind));
        let known: Option<Vec<u8>> = find.query_row(params![id, page], |row| row.get(0)).optional()?;
        if let Some(bytes) = known {
            texts.extend(Envelope::read(&bytes)?.texts);
            take.execute(params![id, kind, blank.time.ms()])?;
        } else if leave.execute(params![id, page, kind, blank.time.ms()])? == 1 {
            insert_parents(connection, connection.last_insert_rowid(), &blank.parents)?;
        }
    }
    forget_texts(connection, texts)
}

/// Drops those of the texts that no entry names. Goes through all entries once, if there is a text to drop.
pub(super) fn forget_texts(connection: &Connection, mut texts: HashSet<BlobHash>) -> Result<(), StoreError> {
    if texts.is_empty() {
        return Ok(());
    }
    for hash in texts_of_newer(connection)? {
        texts.remove(&hash);
    }
    let mut named = connection.prepare_cached("SELECT DISTINCT text FROM entry WHERE text IS NOT NULL")?;
    let named: HashSet<i64> = named.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut find = connection.prepare_cached("SELECT key FROM text WHERE hash = ?1")?;
    let mut forget = connection.prepare_cached("DELETE FROM text WHERE key = ?1")?;
    for hash in texts {
        let key: Option<i64> = find.query_row([&hash.0[..]], |row| row.get(0)).optional()?;
        if let Some(key) = key.filter(|key| !named.contains(key)) {
            forget.execute([key])?;
        }
    }
    Ok(())
}

/// The texts that entries of newer versions need.
pub(super) fn texts_of_newer(connection: &Connection) -> Result<HashSet<BlobHash>, StoreError> {
    let mut find = connection.prepare_cached("SELECT bytes FROM entry WHERE kind IS NULL AND bytes IS NOT NULL")?;
    let mut rows = find.query([])?;
    let mut texts = HashSet::new();
    while let Some(row) = rows.next()? {
        texts.extend(Envelope::read(row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?)?.texts);
    }
    Ok(texts)
}

/// The page's purges, in ascending order.
pub(super) fn purges(connection: &Connection, page: i64) -> Result<Vec<EntryId>, StoreError> {
    let mut find = connection.prepare_cached("SELECT id FROM entry WHERE page = ?1 AND kind = 5 ORDER BY id")?;
    Ok(find.query_map([page], |row| Ok(EntryId(row.get(0)?)))?.collect::<Result<_, _>>()?)
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
        Received::Newer(_) => Err(crate::entry::BadEntry::Shape("a version that is not folded").into()),
    }
}

/// The revision that `bytes` hold.
pub(super) fn decode_revision(bytes: &[u8]) -> Result<crate::entry::Revision, StoreError> {
    match decode(bytes)?.what {
        What::Page(revision) => Ok(revision),
        _ => Err(crate::entry::BadEntry::Shape("not a revision").into()),
    }
}
