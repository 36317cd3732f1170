//! Reading pages back: one page whole, its history, its links both ways, its files. What a
//! reference to a page means is `lookup`'s.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Row};

use super::derive::feature;
use super::links::origin;
use super::{Store, StoreError, apply, log};
use crate::entry::{self, Entry, Envelope, Received, What};
use crate::fields::{Fields, MadeBy, Role};
use crate::id::{BlobHash, EntryId, PageId};
use crate::markdown;
use crate::merge::{Conflict, Content, View};
use crate::time::Instant;

/// A page as it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// What it is called, and where it stands.
    pub at: PageRef,
    /// The revision that an edit of it names as its base.
    pub heads: Vec<EntryId>,
    /// The fields, merged.
    pub fields: Fields,
    /// The body, merged.
    pub body: String,
    /// The text of a head has not arrived: the body is not what was saved.
    pub text_missing: bool,
    /// What could not be merged.
    pub conflicts: Vec<Conflict>,
    /// All tags, the body's own included, in order.
    pub tags: Vec<String>,
    /// When it was made: as given, else its first revision's time.
    pub created: Instant,
    /// When it was edited last: as given, else its shown head's time.
    pub updated: Instant,
    /// Who wrote its first revision.
    pub made_by: MadeBy,
}

/// A page's names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRef {
    /// For ever.
    pub id: PageId,
    /// The title as shown.
    pub title: String,
    /// The source, empty for none.
    pub source: String,
    /// The path as shown, with `~` and four characters where another page keeps the path.
    pub path: String,
}

/// One entry of a page's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryRow {
    /// Its id.
    pub entry: EntryId,
    /// When it was written.
    pub time: Instant,
    /// By whom.
    pub made_by: MadeBy,
    /// What it continues.
    pub parents: Vec<EntryId>,
    /// It is one of the page's heads.
    pub head: bool,
    /// It was purged: only this row is left of it.
    pub purged: bool,
}

/// A link of a page's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkRow {
    /// The other page; nothing if the link dangles.
    pub page: Option<PageRef>,
    /// The target as written, without label; in `[[…]]` with `#` and what follows, which may be a part of the name.
    pub target: String,
    /// The 1-based line in the body of the page that links; 0 for front matter and write-ups.
    pub line: u32,
}

/// A file of a page's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRow {
    /// Its entry.
    pub entry: EntryId,
    /// Its path in the source, or its name.
    pub name: String,
    /// Its media type.
    pub mime: String,
    /// Its length in bytes.
    pub size: u64,
    /// Its bytes.
    pub blob: BlobHash,
    /// What it is to the page.
    pub role: Role,
}

pub(super) const REF: &str = "k.id, p.title, p.source, coalesce(p.shown_path, p.path)";

pub(super) fn page_ref(row: &Row<'_>, at: usize) -> rusqlite::Result<PageRef> {
    Ok(PageRef { id: PageId(row.get(at)?), title: row.get(at + 1)?, source: row.get(at + 2)?, path: row.get(at + 3)? })
}

impl Store {
    /// The page, in the trash or not; nothing if there is none of this id.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn page(&self, id: PageId) -> Result<Option<Page>, StoreError> {
        let connection = self.connection();
        let Some(key) = log::known_page_key(connection, id)? else { return Ok(None) };
        let mut find = connection.prepare_cached(&format!(
            "SELECT {REF}, p.made_by, p.created, p.updated FROM page p JOIN page_key k ON k.key = p.key WHERE p.key = ?1"
        ))?;
        let found = find
            .query_row([key], |row| {
                let made_by = MadeBy::of_code(row.get(4)?).unwrap_or(MadeBy::User);
                Ok((page_ref(row, 0)?, made_by, row.get(5)?, row.get(6)?))
            })
            .optional()?;
        let Some((at, made_by, created, updated)) = found else { return Ok(None) };
        let View { content, conflicts } = view(connection, key)?;
        let (heads, text_missing) = heads(connection, key)?;
        Ok(Some(Page {
            at,
            heads,
            fields: content.fields,
            body: content.body,
            text_missing,
            conflicts,
            tags: tags(connection, key)?,
            created: Instant::from_ms(created),
            updated: Instant::from_ms(updated),
            made_by,
        }))
    }

    pub(super) fn refs(&self, sql: &str, values: impl rusqlite::Params) -> Result<Vec<PageRef>, StoreError> {
        let mut find = self.connection().prepare_cached(sql)?;
        let rows = find.query_map(values, |row| page_ref(row, 0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Every page outside the trash, by (source, path, id).
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn pages(&self) -> Result<Vec<PageRef>, StoreError> {
        self.refs(
            &format!(
                "SELECT {REF} FROM page p JOIN page_key k ON k.key = p.key WHERE p.trashed = 0
                 ORDER BY p.source, p.path, k.id"
            ),
            [],
        )
    }

    /// The page's revisions and blanks, the latest first.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn history(&self, id: PageId) -> Result<Vec<HistoryRow>, StoreError> {
        let connection = self.connection();
        let Some(key) = log::known_page_key(connection, id)? else { return Ok(Vec::new()) };
        let (heads, _) = heads(connection, key)?;
        let mut find = connection.prepare_cached(
            "SELECT seq, id, time, made_by, bytes IS NULL FROM entry WHERE page = ?1 AND kind = 0 ORDER BY time DESC, id DESC",
        )?;
        let mut parents =
            connection.prepare_cached("SELECT parent FROM entry_parent WHERE child = ?1 ORDER BY parent")?;
        let mut rows = find.query([key])?;
        let mut history = Vec::new();
        while let Some(row) = rows.next()? {
            let entry = EntryId(row.get(1)?);
            let seq: i64 = row.get(0)?;
            history.push(HistoryRow {
                entry,
                time: Instant::from_ms(row.get::<_, Option<i64>>(2)?.unwrap_or(0)),
                made_by: row.get::<_, Option<u8>>(3)?.and_then(MadeBy::of_code).unwrap_or(MadeBy::User),
                parents: parents.query_map([seq], |row| Ok(EntryId(row.get(0)?)))?.collect::<Result<_, _>>()?,
                head: heads.contains(&entry),
                purged: row.get(4)?,
            });
        }
        Ok(history)
    }

    /// A revision's content; nothing if it is not here.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn revision(&self, page: PageId, entry: EntryId) -> Result<Option<Content>, StoreError> {
        let Some(key) = log::known_page_key(self.connection(), page)? else { return Ok(None) };
        apply::revision_content(self.connection(), key, entry)
    }

    /// Where the page's own text and front matter link to, in order.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn links(&self, id: PageId) -> Result<Vec<LinkRow>, StoreError> {
        self.link_rows(
            &format!(
                "SELECT l.target, l.line, p.key IS NOT NULL, {REF} FROM link l
                 LEFT JOIN page p ON p.key = l.resolved LEFT JOIN page_key k ON k.key = p.key
                 WHERE l.page = (SELECT key FROM page_key WHERE id = ?1) ORDER BY l.ord"
            ),
            id,
        )
    }

    /// The links from other pages to this one, by their page's title.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn backlinks(&self, id: PageId) -> Result<Vec<LinkRow>, StoreError> {
        self.link_rows(
            &format!(
                "SELECT l.target, l.line, 1, {REF} FROM link l JOIN page p ON p.key = l.page
                 JOIN page_key k ON k.key = p.key
                 WHERE l.resolved = (SELECT key FROM page_key WHERE id = ?1) AND l.page <> l.resolved AND p.trashed = 0
                 ORDER BY p.title, k.id, l.ord"
            ),
            id,
        )
    }

    /// The links of the page's body with the byte at which each starts, in order; their page is nothing where it is in
    /// the trash, too.
    pub(super) fn body_links(&self, page: &Page) -> Result<Vec<(usize, LinkRow)>, StoreError> {
        let starts: Vec<usize> = markdown::read(&page.body).links.into_iter().map(|link| link.offset).collect();
        let mut find = self.connection().prepare_cached(&format!(
            "SELECT l.ord, l.target, l.line, p.trashed = 0, {REF} FROM link l
             LEFT JOIN page p ON p.key = l.resolved LEFT JOIN page_key k ON k.key = p.key
             WHERE l.page = (SELECT key FROM page_key WHERE id = ?1) AND l.origin = ?2 ORDER BY l.ord"
        ))?;
        let rows = find.query_map((&page.at.id.0[..], origin::BODY), |row| {
            let there = row.get::<_, Option<bool>>(3)?.unwrap_or(false);
            let page = if there { Some(page_ref(row, 4)?) } else { None };
            Ok((row.get::<_, u32>(0)? as usize, LinkRow { page, target: row.get(1)?, line: row.get(2)? }))
        })?;
        let mut links = Vec::new();
        for row in rows {
            let (at, link) = row?;
            // A body's links are numbered as the reader gives them.
            if let Some(&start) = starts.get(at) {
                links.push((start, link));
            }
        }
        Ok(links)
    }

    fn link_rows(&self, sql: &str, id: PageId) -> Result<Vec<LinkRow>, StoreError> {
        let mut find = self.connection().prepare_cached(sql)?;
        let rows = find.query_map([&id.0[..]], |row| {
            let page = if row.get(2)? { Some(page_ref(row, 3)?) } else { None };
            Ok(LinkRow { page, target: row.get(0)?, line: row.get(1)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The files that the page has now, in its order.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn files(&self, page: &Page) -> Result<Vec<FileRow>, StoreError> {
        let mut find = self.connection().prepare_cached("SELECT bytes FROM entry WHERE id = ?1 AND kind = 1")?;
        let mut files = Vec::new();
        for &entry in &page.fields.files {
            let bytes: Option<Option<Vec<u8>>> = find.query_row([&entry.0[..]], |row| row.get(0)).optional()?;
            let Some(Some(bytes)) = bytes else { continue };
            if let What::File(file) = log::decode(&bytes)?.what {
                let entry::File { name, mime, size, blob, role, .. } = file;
                files.push(FileRow { entry, name, mime, size, blob, role });
            }
        }
        Ok(files)
    }

    /// Every blob that an entry names, with its length where an entry says it: what must lie beside the store.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn blobs(&self) -> Result<Vec<(BlobHash, Option<u64>)>, StoreError> {
        let mut find = self.connection().prepare_cached("SELECT bytes FROM entry WHERE bytes IS NOT NULL")?;
        let mut rows = find.query([])?;
        let mut blobs = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
            for blob in Envelope::read(bytes)?.blobs {
                // Only a file's entry says how long it is.
                let size = match Entry::parse(bytes)? {
                    Received::Known(Entry { what: What::File(file), .. }) => Some(file.size),
                    _ => None,
                };
                let known: &mut Option<u64> = blobs.entry(blob).or_default();
                *known = known.or(size);
            }
        }
        Ok(blobs.into_iter().collect())
    }
}

pub(super) fn tags(connection: &Connection, page: i64) -> Result<Vec<String>, StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT t.name FROM page_tag pt JOIN tag t ON t.key = pt.tag WHERE pt.page = ?1 ORDER BY pt.ord",
    )?;
    Ok(find.query_map([page], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// The page's heads by (time, id), the shown one last, and whether a text of theirs is missing. CROSS JOIN keeps SQLite
/// from going through all revisions of the page for each of them.
fn heads(connection: &Connection, page: i64) -> Result<(Vec<EntryId>, bool), StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT e.id, t.content IS NULL FROM entry e LEFT JOIN text t ON t.key = e.text
         WHERE e.page = ?1 AND e.kind = 0 AND e.bytes IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM entry_parent p CROSS JOIN entry child ON child.seq = p.child
             WHERE p.parent = e.id AND child.page = ?1 AND child.kind = 0)
         ORDER BY e.time, e.id",
    )?;
    let mut missing = false;
    let heads = find.query_map([page], |row| {
        missing |= row.get::<_, bool>(1)?;
        Ok(EntryId(row.get(0)?))
    })?;
    let heads = heads.collect::<Result<_, _>>()?;
    Ok((heads, missing))
}

/// The page's fields and body as the fold merged them, and what it could not merge.
fn view(connection: &Connection, page: i64) -> Result<View, StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT p.merged, e.bytes, coalesce(p.merged_body, t.content, ''), p.features
         FROM page p JOIN entry e ON e.seq = p.seq LEFT JOIN text t ON t.key = e.text WHERE p.key = ?1",
    )?;
    let (merged, bytes, body, features) = find.query_row([page], |row| {
        Ok((row.get::<_, Option<Vec<u8>>>(0)?, row.get::<_, Vec<u8>>(1)?, row.get(2)?, row.get::<_, u32>(3)?))
    })?;
    let fields = match merged {
        Some(merged) => entry::decode_fields(&merged)?,
        None => log::decode_revision(&bytes)?.fields,
    };
    let conflicts = if features & feature::CONFLICT == 0 { Vec::new() } else { conflicts(connection, page)? };
    Ok(View { content: Content { fields, body }, conflicts })
}

/// What of the page could not be merged, in order.
pub(super) fn conflicts(connection: &Connection, page: i64) -> Result<Vec<Conflict>, StoreError> {
    let mut find =
        connection.prepare_cached("SELECT field, line, earlier, later FROM conflict WHERE page = ?1 ORDER BY ord")?;
    let rows = find.query_map([page], |row| {
        Ok(Conflict { field: row.get(0)?, line: row.get(1)?, earlier: row.get(2)?, later: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// What raw terms are looked for in: the stored text, as it is.
pub(crate) struct RawTexts {
    pub title: String,
    pub body: String,
    pub files: Vec<String>,
    /// The sides of conflicts that are not shown: what may be asked for with the title and the body.
    pub conflicts: Vec<Conflict>,
}

/// The stored texts of a page.
pub(crate) fn raw_texts(connection: &Connection, page: i64) -> Result<RawTexts, StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT p.title, coalesce(p.merged_body, t.content, ''), p.features FROM page p JOIN entry e ON e.seq = p.seq
         LEFT JOIN text t ON t.key = e.text WHERE p.key = ?1",
    )?;
    let (title, body, features) =
        find.query_row([page], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, u32>(2)?)))?;
    let mut texts = RawTexts { title, body, files: Vec::new(), conflicts: Vec::new() };
    if features & feature::CONFLICT != 0 {
        texts.conflicts = conflicts(connection, page)?;
    }
    if features & feature::PARTS != 0 {
        let mut parts = connection.prepare_cached(
            "SELECT t.content FROM chunk c JOIN entry e ON e.seq = c.seq JOIN text t ON t.key = e.text
             WHERE c.page = ?1 AND c.part = 2 AND t.content IS NOT NULL ORDER BY c.ord",
        )?;
        texts.files = parts.query_map([page], |row| row.get(0))?.collect::<Result<_, _>>()?;
    }
    Ok(texts)
}
