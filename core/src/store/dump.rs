//! The fold as text, keyed by page id and entry hash, so that two stores with the same entries can be compared: row
//! numbers, the order of arrival and the index's segments leave no trace in it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rusqlite::types::ValueRef;

use super::{Store, StoreError};
use crate::id::PageId;

/// Each derived table with its columns; numbers of this store are replaced by the ids they stand for.
const TABLES: &[(&str, &str)] = &[
    (
        "page",
        "SELECT t.key, hex((SELECT id FROM entry WHERE entry.seq = t.seq)), made_by, claude_edited, title, kind, status,
             personal, due, priority, media, later, source, path, shown_path, created, updated, trashed, features,
             hex(merged), merged_body FROM page t ORDER BY t.key",
    ),
    ("conflict", "SELECT page, ord, field, line, earlier, later FROM conflict ORDER BY page, ord"),
    ("tag", "SELECT page, ord, name, folded, inline FROM page_tag t JOIN tag ON tag.key = t.tag ORDER BY page, ord"),
    ("name", "SELECT page, key, kinds FROM name ORDER BY page, key"),
    (
        "link",
        "SELECT page, ord, shape, target, leaf, whole, line, origin, hex((SELECT id FROM page_key k WHERE k.key = t.resolved))
         FROM link t ORDER BY page, ord",
    ),
    (
        "file",
        "SELECT t.page, hex(e.id), hex(blob), name, mime, size, role, current
         FROM file t JOIN entry e ON e.seq = t.seq ORDER BY t.page, e.id",
    ),
    (
        "reading",
        "SELECT t.page, hex(e.id), hex((SELECT id FROM entry f WHERE f.seq = t.file)), reading, image_kind, current
         FROM reading t JOIN entry e ON e.seq = t.seq ORDER BY t.page, e.id",
    ),
    (
        "writeup",
        "SELECT t.page, hex(e.id), prompt_version, current, behind FROM writeup t JOIN entry e ON e.seq = t.seq
         ORDER BY t.page, e.id",
    ),
    (
        "related",
        "SELECT t.page, hex(e.id), hex(target), picked, current FROM related t JOIN entry e ON e.seq = t.seq
         ORDER BY t.page, e.id",
    ),
    ("chunk", "SELECT t.page, ord, part, hex(e.id) FROM chunk t JOIN entry e ON e.seq = t.seq ORDER BY t.page, ord"),
    (
        "revision",
        "SELECT t.page, hex(e.id), title, path FROM revision_name t JOIN entry e ON e.seq = t.seq ORDER BY t.page, e.id",
    ),
];

impl Store {
    /// What is folded of each page, its index row included. Equal for equal sets of entries and texts.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn dump(&self) -> Result<BTreeMap<PageId, String>, StoreError> {
        let mut by_key: BTreeMap<i64, String> = BTreeMap::new();
        for (table, sql) in TABLES {
            let mut find = self.connection().prepare(sql)?;
            let columns = find.column_count();
            let mut rows = find.query([])?;
            while let Some(row) = rows.next()? {
                let dump = by_key.entry(row.get(0)?).or_default();
                dump.push_str(table);
                for column in 1..columns {
                    match row.get_ref(column)? {
                        ValueRef::Text(text) => {
                            let _ = write!(dump, " {:?}", String::from_utf8_lossy(text));
                        }
                        ValueRef::Integer(number) => {
                            let _ = write!(dump, " {number}");
                        }
                        _ => dump.push_str(" -"),
                    }
                }
                dump.push('\n');
            }
        }
        for (key, terms) in self.index_digests()? {
            let _ = writeln!(by_key.entry(key).or_default(), "index {terms:032x}");
        }
        let mut pages = BTreeMap::new();
        for (key, dump) in by_key {
            let id: Option<[u8; 16]> = rusqlite::OptionalExtension::optional(self.connection().query_row(
                "SELECT id FROM page_key WHERE key = ?1",
                [key],
                |row| row.get(0),
            ))?;
            pages.insert(PageId(id.unwrap_or_default()), dump);
        }
        Ok(pages)
    }

    /// A digest of the tokens that each page has in the index, with their columns and places. A sum, because they come
    /// in the order of terms, not of pages.
    fn index_digests(&self) -> Result<BTreeMap<i64, u128>, StoreError> {
        let connection = self.connection();
        connection.execute_batch(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.page_term USING fts5vocab(main, page_fts, instance)",
        )?;
        let mut digests: BTreeMap<i64, u128> = BTreeMap::new();
        let mut find = connection.prepare("SELECT doc, term, col, \"offset\" FROM temp.page_term")?;
        let mut rows = find.query([])?;
        let mut occurrence = Vec::new();
        while let Some(row) = rows.next()? {
            occurrence.clear();
            for column in [1, 2] {
                occurrence.extend_from_slice(row.get_ref(column)?.as_bytes().map_err(rusqlite::Error::from)?);
                occurrence.push(0);
            }
            occurrence.extend_from_slice(&row.get::<_, i64>(3)?.to_le_bytes());
            let digest = digests.entry(row.get(0)?).or_default();
            *digest = digest.wrapping_add(wide_hash(&occurrence));
        }
        Ok(digests)
    }
}

/// FNV-1a of 128 bits: fast on the few bytes of a token, and nobody attacks a store's own check.
fn wide_hash(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
        (hash ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    })
}
