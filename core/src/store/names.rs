//! What a page answers to: its path's last part, title and aliases, and what it was called before. Links elsewhere
//! depend on these names, so a name that comes, goes or changes its page marks the links that use it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rusqlite::{Connection, OptionalExtension, params};

use super::apply::Fold;
use super::derive::{self, Derived, feature};
use super::{StoreError, links, log};
use crate::entry;
use crate::id::PageId;
use crate::interchange::leaf_of_path;
use crate::markdown;
use crate::text;

/// Bits of `name.kinds`.
pub(super) mod kind {
    pub const LEAF: u8 = 1;
    pub const TITLE: u8 = 2;
    pub const ALIAS: u8 = 4;
    pub const FORMER_LEAF: u8 = 8;
    pub const FORMER_TITLE: u8 = 16;
    pub const ALL: [u8; 5] = [LEAF, TITLE, ALIAS, FORMER_LEAF, FORMER_TITLE];
}

/// Names being gathered: each key once, with all that it is.
#[derive(Default)]
struct Names {
    kinds: BTreeMap<String, u8>,
    /// Under which other keys links may be kept that mean one of these names.
    others: BTreeSet<String>,
}

impl Names {
    fn put(&mut self, name: &str, kind: u8) {
        let key = text::fold(name);
        if !key.is_empty() {
            links::mark_shorter(&key, &mut self.others);
            *self.kinds.entry(key).or_default() |= kind;
        }
    }

    fn put_path(&mut self, path: &str, kind: u8) {
        self.put(leaf_of_path(path), kind);
        // A link may name folders too, and what stands before a `#` in one of them is what it is kept under.
        for folder in path.split('/').filter(|folder| folder.contains('#')) {
            links::mark_shorter(&text::fold(folder), &mut self.others);
        }
    }

    fn into_keys(self) -> impl Iterator<Item = String> {
        self.kinds.into_keys().chain(self.others)
    }

    fn put_former(&mut self, connection: &Connection, page: i64, title: &str, path: &str) -> Result<(), StoreError> {
        for (former_title, former_path) in former(connection, page)? {
            if former_title != title {
                self.put(&former_title, kind::FORMER_TITLE);
            }
            if former_path != path {
                self.put_path(&former_path, kind::FORMER_LEAF);
            }
        }
        Ok(())
    }
}

/// The titles and paths that superseded revisions of the page had.
pub(super) fn former(connection: &Connection, page: i64) -> Result<Vec<(String, String)>, StoreError> {
    let mut find = connection
        .prepare_cached("SELECT DISTINCT title, path FROM revision_name WHERE page = ?1 ORDER BY title, path")?;
    let rows = find.query_map([page], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Takes the page's names away and adds them to `dirty`, with its id, which links may use too. Whether it has a row.
pub(super) fn take(connection: &Connection, page: i64, dirty: &mut BTreeSet<String>) -> Result<bool, StoreError> {
    let Some(keys) = written_keys(connection, page)? else { return Ok(false) };
    let mut delete = connection.prepare_cached("DELETE FROM name WHERE key = ?1 AND page = ?2")?;
    for key in keys {
        delete.execute(params![key, page])?;
        dirty.insert(key);
    }
    dirty.insert(log::page_id(connection, page)?.to_string());
    Ok(true)
}

/// The keys that the page's row as it stands was written with: there is no index from a page to its names, which would
/// be as large as the names.
fn written_keys(connection: &Connection, page: i64) -> Result<Option<Vec<String>>, StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT p.title, p.path, p.features, p.merged, e.bytes FROM page p JOIN entry e ON e.seq = p.seq WHERE p.key = ?1",
    )?;
    let row = find
        .query_row([page], |row| {
            let features: u32 = row.get(2)?;
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                features & feature::ALIASED != 0,
                row.get::<_, Option<Vec<u8>>>(3)?,
                row.get::<_, Option<Vec<u8>>>(4)?,
            ))
        })
        .optional()?;
    let Some((title, path, aliased, merged, bytes)) = row else { return Ok(None) };
    let mut names = Names::default();
    names.put_path(&path, kind::LEAF);
    names.put(&title, kind::TITLE);
    let fields = match (aliased, merged, bytes) {
        (false, _, Some(_)) => None,
        (_, Some(merged), _) => Some(entry::decode_fields(&merged)?),
        (_, None, Some(bytes)) => Some(log::decode_revision(&bytes)?.fields),
        // What said its names was purged: they are looked for one by one.
        (_, None, None) => {
            let mut find = connection.prepare("SELECT key FROM name WHERE page = ?1")?;
            let keys: Vec<String> = find.query_map([page], |row| row.get(0))?.collect::<Result<_, _>>()?;
            keys.iter().for_each(|key| links::mark_shorter(key, &mut names.others));
            return Ok(Some(keys.into_iter().chain(names.others).collect()));
        }
    };
    for alias in fields.iter().flat_map(|fields| &fields.aliases) {
        names.put(alias, kind::ALIAS);
    }
    names.put_former(connection, page, &title, &path)?;
    Ok(Some(names.into_keys().collect()))
}

/// Writes the page's names and adds them to `dirty`.
pub(super) fn write(
    connection: &Connection,
    page: i64,
    fold: &Fold,
    derived: &Derived,
    dirty: &mut BTreeSet<String>,
) -> Result<(), StoreError> {
    remember_superseded(connection, page, fold)?;
    let mut names = Names::default();
    names.put_path(&derived.path, kind::LEAF);
    names.put(&derived.title, kind::TITLE);
    for alias in &fold.view.content.fields.aliases {
        names.put(alias, kind::ALIAS);
    }
    names.put_former(connection, page, &derived.title, &derived.path)?;
    let mut insert = connection.prepare_cached("INSERT INTO name (key, page, kinds) VALUES (?1, ?2, ?3)")?;
    for (key, kinds) in &names.kinds {
        insert.execute(params![key, page, kinds])?;
    }
    dirty.extend(names.into_keys());
    dirty.insert(log::page_id(connection, page)?.to_string());
    Ok(())
}

/// Forgets what the revisions of a page that is gone were called.
pub(super) fn forget(connection: &Connection, page: i64) -> Result<(), StoreError> {
    connection.prepare_cached("DELETE FROM revision_name WHERE page = ?1")?.execute([page])?;
    Ok(())
}

/// Reads the names of revisions that are heads no more, each once.
fn remember_superseded(connection: &Connection, page: i64, fold: &Fold) -> Result<(), StoreError> {
    if fold.alone {
        return Ok(());
    }
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
         WHERE n.key = ?1 AND n.kinds & 1 ORDER BY p.created, k.id",
    )?;
    let mut update = connection.prepare_cached("UPDATE page SET shown_path = ?2 WHERE key = ?1")?;
    for key in dirty {
        let mut taken = HashSet::new();
        let mut rows = find.query([key])?;
        while let Some(row) = rows.next()? {
            let (page, source, path): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let shown: Option<String> = row.get(3)?;
            let settled = if taken.insert((source, path.clone())) {
                None
            } else {
                Some(format!("{path}~{}", PageId(row.get(4)?).tail()))
            };
            if settled != shown {
                update.execute(params![page, settled])?;
            }
        }
    }
    Ok(())
}
