//! What a page answers to: its path's last part, title and aliases, and what it was called before. Links elsewhere
//! depend on these names, so a name that comes, goes or changes its page marks the links that use it.

use std::collections::BTreeSet;

use rusqlite::{Connection, params};

use super::apply::Fold;
use super::derive::{self, Derived};
use super::{StoreError, log};
use crate::markdown;
use crate::text;

/// Kinds of `name.kind`, best first.
pub(super) mod kind {
    pub const LEAF: i64 = 0;
    pub const TITLE: i64 = 1;
    pub const ALIAS: i64 = 2;
    pub const FORMER_LEAF: i64 = 3;
    pub const FORMER_TITLE: i64 = 4;
}

/// A path's last part.
pub(super) fn leaf(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Adds the page's names as they stand to `dirty`, and its id, which links may use too. Whether the page has a row.
pub(super) fn mark_dirty(connection: &Connection, page: i64, dirty: &mut BTreeSet<String>) -> Result<bool, StoreError> {
    let mut known = connection.prepare_cached("SELECT EXISTS (SELECT 1 FROM page WHERE key = ?1)")?;
    if !known.query_row([page], |row| row.get(0))? {
        return Ok(false);
    }
    let mut find = connection.prepare_cached("SELECT key FROM name WHERE page = ?1")?;
    let keys = find.query_map([page], |row| row.get::<_, String>(0))?;
    for key in keys {
        dirty.insert(key?);
    }
    dirty.insert(log::page_id(connection, page)?.to_string());
    Ok(true)
}

/// Writes the page's names.
pub(super) fn write(connection: &Connection, page: i64, fold: &Fold, derived: &Derived) -> Result<(), StoreError> {
    let mut insert = connection
        .prepare_cached("INSERT INTO name (key, kind, page, path) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING")?;
    let mut put = |name: &str, kind: i64, path: &str| -> Result<(), StoreError> {
        let key = text::fold(name);
        if !key.is_empty() {
            insert.execute(params![key, kind, page, path])?;
        }
        Ok(())
    };
    put(leaf(&derived.path), kind::LEAF, "")?;
    put(&derived.title, kind::TITLE, "")?;
    for alias in &fold.view.content.fields.aliases {
        put(alias, kind::ALIAS, "")?;
    }
    remember_superseded(connection, page, fold)?;
    let mut former = connection.prepare_cached("SELECT DISTINCT title, path FROM revision_name WHERE page = ?1")?;
    let rows = former.query_map([page], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    for row in rows {
        let (title, path) = row?;
        if title != derived.title {
            put(&title, kind::FORMER_TITLE, "")?;
        }
        if path != derived.path {
            put(leaf(&path), kind::FORMER_LEAF, &text::fold(&path))?;
        }
    }
    Ok(())
}

/// Forgets what the revisions of a page that is gone were called.
pub(super) fn forget(connection: &Connection, page: i64) -> Result<(), StoreError> {
    connection.prepare_cached("DELETE FROM revision_name WHERE page = ?1")?.execute([page])?;
    Ok(())
}

/// Reads the names of revisions that are heads no more, each once.
fn remember_superseded(connection: &Connection, page: i64, fold: &Fold) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "DELETE FROM revision_name WHERE page = ?1
             AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.seq = revision_name.seq AND bytes IS NOT NULL)",
        )?
        .execute([page])?;
    let mut find = connection.prepare_cached(
        "SELECT e.seq, e.id, e.bytes, t.content FROM entry e JOIN text t ON t.key = e.text
         WHERE e.page = ?1 AND e.kind = 0 AND e.bytes IS NOT NULL AND t.content IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM revision_name n WHERE n.seq = e.seq)",
    )?;
    let mut insert =
        connection.prepare_cached("INSERT INTO revision_name (seq, page, title, path) VALUES (?1, ?2, ?3, ?4)")?;
    let mut rows = find.query([page])?;
    while let Some(row) = rows.next()? {
        if fold.heads.iter().any(|head| row.get_ref(1).is_ok_and(|id| id.as_blob() == Ok(&head.0[..]))) {
            continue;
        }
        let bytes: Vec<u8> = row.get(2)?;
        let fields = log::decode_revision(&bytes)?.fields;
        let body: String = row.get(3)?;
        let heading = if fields.title.is_none() { markdown::read(&body).title } else { None };
        let title = derive::title(&fields, heading.as_deref());
        insert.execute(params![row.get::<_, i64>(0)?, page, title, fields.path.unwrap_or_default()])?;
    }
    Ok(())
}

/// Settles which page shows a path that several claim, for the paths whose last part is in `dirty`: the smallest
/// (created, id) keeps it, and the others show it with `~` and the last four characters of their id.
pub(super) fn settle_paths(connection: &Connection, dirty: &BTreeSet<String>) -> Result<(), StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT p.key, p.source, p.path, p.shown_path, k.id
         FROM name n JOIN page p ON p.key = n.page JOIN page_key k ON k.key = p.key
         WHERE n.key = ?1 AND n.kind = 0 ORDER BY p.created, k.id",
    )?;
    let mut update = connection.prepare_cached("UPDATE page SET shown_path = ?2 WHERE key = ?1")?;
    for key in dirty {
        let mut taken = std::collections::HashSet::new();
        let mut rows = find.query([key])?;
        while let Some(row) = rows.next()? {
            let (page, source, path): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let shown: Option<String> = row.get(3)?;
            let settled = if taken.insert((source, path.clone())) {
                None
            } else {
                Some(format!("{path}~{}", crate::id::PageId(row.get(4)?).tail()))
            };
            if settled != shown {
                update.execute(params![page, settled])?;
            }
        }
    }
    Ok(())
}
