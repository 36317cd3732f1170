//! The fold: from an entry that came in to the page's rows and its place in the index, in one transaction.
//!
//! A page's rows depend on the set of its entries alone, never on the order in which they came, because each refold
//! reads them anew from the log.

use std::collections::HashSet;

use rusqlite::{Connection, OptionalExtension, params};

use super::derive::{self, Derived};
use super::log::{self, Arrival};
use super::{Batch, StoreError, index, links, names};
use crate::entry::{Entry, MAX_BODY_BYTES, Received, What};
use crate::fields::MadeBy;
use crate::id::{BlobHash, EntryId};
use crate::merge::{self, Content, Head, View};
use crate::time::Instant;

impl Batch<'_> {
    /// Takes in an entry, and folds it. Taking it in again changes nothing.
    ///
    /// # Errors
    /// [`StoreError::Entry`] if the bytes are no entry; [`StoreError::Sqlite`].
    pub fn receive(&mut self, bytes: &[u8]) -> Result<Arrival, StoreError> {
        let received = Entry::decode(bytes)?;
        let page = match log::insert(&self.transaction, bytes, &received)? {
            Ok(page) => page,
            Err(arrival) => return Ok(arrival),
        };
        if let Received::Known(Entry { what: What::Purge(purge), .. }) = &received {
            log::blank_out(&self.transaction, page, &purge.blanks)?;
        }
        self.refold(page)?;
        Ok(Arrival::New)
    }

    /// Takes in a text that entries name, before or after them, and gives its hash.
    ///
    /// # Errors
    /// [`StoreError::BodyTooLarge`]; [`StoreError::Sqlite`].
    pub fn receive_text(&mut self, content: &str) -> Result<BlobHash, StoreError> {
        if content.len() > MAX_BODY_BYTES {
            return Err(StoreError::BodyTooLarge { bytes: content.len() });
        }
        let hash = BlobHash::of(content.as_bytes());
        for page in log::put_text(&self.transaction, hash, content)? {
            self.refold(page)?;
        }
        Ok(hash)
    }

    /// Drops those of the texts that no entry names: what a log brought of entries that were removed here for good.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn forget_texts(&mut self, texts: HashSet<BlobHash>) -> Result<(), StoreError> {
        log::forget_texts(&self.transaction, texts)
    }

    /// Makes the page's rows anew from its entries.
    pub(super) fn refold(&mut self, page: i64) -> Result<(), StoreError> {
        let connection = &*self.transaction;
        let existed = names::take(connection, page, &mut self.dirty)?;
        if existed {
            derive::clear(connection, page)?;
        }
        let fold = fold(connection, page)?;
        if let Some(fold) = &fold {
            let derived = Derived::of(connection, page, fold)?;
            derive::write(connection, page, fold, &derived)?;
            names::write(connection, page, fold, &derived, &mut self.dirty)?;
            links::write(connection, page, &derived, &mut self.dirty)?;
            index::write(connection, page, existed, fold, &derived, self.indexer)?;
        } else if existed {
            index::remove(connection, page)?;
            names::forget(connection, page)?;
        }
        Ok(())
    }
}

/// What a page's entries come to.
pub(super) struct Fold {
    /// The heads, by (time, id): the last one is shown.
    pub heads: Vec<EntryId>,
    /// The page has one revision and always had.
    pub alone: bool,
    /// The shown head's entry.
    pub seq: i64,
    /// Fields and body, merged.
    pub view: View,
    /// The first revision's author.
    pub made_by: MadeBy,
    /// The first revision's time.
    pub first: Instant,
    /// The shown head's time.
    pub last: Instant,
    /// Claude changed the text after the first revision.
    pub claude_edited: bool,
    /// A purge does not know these heads: the page is in the trash, as edited elsewhere after its removal.
    pub removed_elsewhere: bool,
    /// A head's body has not arrived.
    pub body_missing: bool,
}

/// Folds the page's revisions; nothing if it has none.
pub(super) fn fold(connection: &Connection, page: i64) -> Result<Option<Fold>, StoreError> {
    let rows = heads(connection, page)?;
    let Some(shown) = rows.last() else { return Ok(None) };
    let (seq, last) = (shown.seq, shown.time);
    let heads: Vec<EntryId> = rows.iter().map(|row| row.id).collect();
    let body_missing = rows.iter().any(|row| row.body.is_none());
    let first = first_revision(connection, page)?;
    let removed_elsewhere = unknown_purge(connection, page, &heads)?;
    let contents: Vec<Head> = rows.into_iter().map(HeadRow::into_head).collect::<Result<_, _>>()?;
    let mut view = merged_view(connection, page, contents)?;
    view.content.fields.trashed |= removed_elsewhere;
    Ok(Some(Fold {
        heads,
        alone: !first.several,
        seq,
        view,
        made_by: first.made_by,
        first: first.time,
        last,
        claude_edited: first.several && claude_edited(connection, page)?,
        removed_elsewhere,
        body_missing,
    }))
}

/// The view of some of the page's revisions; one alone needs no past.
fn merged_view(connection: &Connection, page: i64, heads: Vec<Head>) -> Result<View, StoreError> {
    if heads.len() < 2 {
        let content = heads.into_iter().next().map(|head| head.content).unwrap_or_default();
        return Ok(View { content, conflicts: Vec::new() });
    }
    let graph = log::graph(connection, page)?;
    let mut failure = None;
    let view = merge::merge(heads, &graph, |id| {
        revision_content(connection, page, id).unwrap_or_else(|error| {
            failure = Some(error);
            None
        })
    });
    failure.map_or(Ok(view), Err)
}

/// What the page showed when `heads` were its heads.
pub(super) fn view_at(connection: &Connection, page: i64, heads: &[EntryId]) -> Result<View, StoreError> {
    let mut find = connection.prepare_cached("SELECT time FROM entry WHERE id = ?1 AND page = ?2")?;
    let mut contents = Vec::new();
    for &id in heads {
        let content = revision_content(connection, page, id)?.ok_or(StoreError::UnknownBase(id))?;
        let time = find.query_row(params![&id.0[..], page], |row| row.get(0))?;
        contents.push(Head { id, time: Instant::from_ms(time), content });
    }
    merged_view(connection, page, contents)
}

struct HeadRow {
    seq: i64,
    id: EntryId,
    time: Instant,
    bytes: Vec<u8>,
    body: Option<String>,
}

impl HeadRow {
    fn into_head(self) -> Result<Head, StoreError> {
        let fields = log::decode_revision(&self.bytes)?.fields;
        let content = Content { fields, body: self.body.unwrap_or_default() };
        Ok(Head { id: self.id, time: self.time, content })
    }
}

/// The revisions that no known revision or blank of the page continues, by (time, id). CROSS JOIN keeps SQLite from
/// going through all revisions of the page for each of them.
fn heads(connection: &Connection, page: i64) -> Result<Vec<HeadRow>, StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT e.seq, e.id, e.time, e.bytes, t.content
         FROM entry e LEFT JOIN text t ON t.key = e.text
         WHERE e.page = ?1 AND e.kind = 0 AND e.bytes IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM entry_parent p CROSS JOIN entry child ON child.seq = p.child
             WHERE p.parent = e.id AND child.page = ?1 AND child.kind = 0)
         ORDER BY e.time, e.id",
    )?;
    let rows = find.query_map([page], |row| {
        Ok(HeadRow {
            seq: row.get(0)?,
            id: EntryId(row.get(1)?),
            time: Instant::from_ms(row.get(2)?),
            bytes: row.get(3)?,
            body: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

struct First {
    time: Instant,
    made_by: MadeBy,
    several: bool,
}

fn first_revision(connection: &Connection, page: i64) -> Result<First, StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT time, made_by, (SELECT count(*) FROM entry WHERE page = ?1 AND kind = 0) FROM entry
         WHERE page = ?1 AND kind = 0 AND bytes IS NOT NULL ORDER BY time, id LIMIT 1",
    )?;
    let first = find.query_row([page], |row| {
        Ok(First {
            time: Instant::from_ms(row.get(0)?),
            made_by: MadeBy::of_code(row.get(1)?).unwrap_or(MadeBy::User),
            several: row.get::<_, i64>(2)? > 1,
        })
    })?;
    Ok(first)
}

/// Whether a revision by Claude changed the text of the one it continues.
fn claude_edited(connection: &Connection, page: i64) -> Result<bool, StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT EXISTS (
             SELECT 1 FROM entry e JOIN entry_parent p ON p.child = e.seq JOIN entry before ON before.id = p.parent
             WHERE e.page = ?1 AND e.kind = 0 AND e.made_by = 1 AND e.bytes IS NOT NULL
                 AND before.bytes IS NOT NULL AND e.text IS NOT before.text)",
    )?;
    Ok(find.query_row([page], |row| row.get(0))?)
}

/// Whether the page was purged by someone who did not know all of its heads.
fn unknown_purge(connection: &Connection, page: i64, heads: &[EntryId]) -> Result<bool, StoreError> {
    let purges = log::purges(connection, page)?;
    if purges.is_empty() {
        return Ok(false);
    }
    let known = log::graph(connection, page)?.ancestry(heads);
    Ok(purges.iter().any(|purge| !known.contains(purge)))
}

/// A revision's content; nothing if it is missing, purged, or its body has not arrived.
pub(super) fn revision_content(connection: &Connection, page: i64, id: EntryId) -> Result<Option<Content>, StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT e.bytes, t.content FROM entry e JOIN text t ON t.key = e.text
         WHERE e.id = ?1 AND e.page = ?2 AND e.kind = 0 AND e.bytes IS NOT NULL AND t.content IS NOT NULL",
    )?;
    let found = find
        .query_row(params![&id.0[..], page], |row| Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, String>(1)?)))
        .optional()?;
    let Some((bytes, body)) = found else { return Ok(None) };
    Ok(Some(Content { fields: log::decode_revision(&bytes)?.fields, body }))
}
