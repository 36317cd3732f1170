//! What a source holds: which of its pages came from files, which of those an import has not met again, and which paths
//! are free.

use std::collections::HashSet;

use rusqlite::params;

use super::{PageRef, Store, StoreError, log, read};
use crate::entry::What;
use crate::id::{EntryId, PageId};
use crate::interchange::leaf_of_path;
use crate::text;

impl Store {
    /// Whether a revision of the page came from a file, the trash included.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn is_import(&self, page: PageId) -> Result<bool, StoreError> {
        let Some(key) = log::known_page_key(self.connection(), page)? else { return Ok(false) };
        let mut find = self.connection().prepare_cached(
            "SELECT bytes FROM entry WHERE page = ?1 AND kind = 0 AND bytes IS NOT NULL ORDER BY seq",
        )?;
        let mut rows = find.query([key])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
            if log::decode_revision(bytes)?.import {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The pages of `source` that came from files, outside the trash, without those in `met`; by path.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn imports_not_met(&self, source: &str, met: &HashSet<PageId>) -> Result<Vec<PageRef>, StoreError> {
        let mut find = self.connection().prepare_cached(&format!(
            "SELECT {} FROM page p JOIN page_key k ON k.key = p.key WHERE p.source = ?1 AND p.trashed = 0
             ORDER BY p.path, k.id",
            read::REF
        ))?;
        let rows = find.query_map([source], |row| read::page_ref(row, 0))?;
        let mut missing = Vec::new();
        for page in rows {
            let page = page?;
            if !met.contains(&page.id) && self.is_import(page.id)? {
                missing.push(page);
            }
        }
        Ok(missing)
    }

    /// Whether a page of `source`, in the trash or not, has `path`, in any case of its letters.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn path_is_taken(&self, source: &str, path: &str) -> Result<bool, StoreError> {
        let mut find = self.connection().prepare_cached(
            "SELECT p.path FROM name n JOIN page p ON p.key = n.page WHERE n.key = ?1 AND n.kinds & 1 AND p.source = ?2",
        )?;
        let wanted = text::fold(path);
        let mut rows = find.query(params![text::fold(leaf_of_path(path)), source])?;
        while let Some(row) = rows.next()? {
            if text::fold(&row.get::<_, String>(0)?) == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The page's readings, write-up and related picks that nothing replaces, the earliest first.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn enrichments(&self, page: PageId) -> Result<Vec<(EntryId, What)>, StoreError> {
        let Some(key) = log::known_page_key(self.connection(), page)? else { return Ok(Vec::new()) };
        let mut find = self.connection().prepare_cached(
            "SELECT id, bytes FROM entry WHERE page = ?1 AND bytes IS NOT NULL AND seq IN (
                 SELECT seq FROM reading WHERE page = ?1 AND current = 1
                 UNION SELECT seq FROM writeup WHERE page = ?1 AND current = 1
                 UNION SELECT seq FROM related WHERE page = ?1 AND current = 1) ORDER BY time, id",
        )?;
        let mut rows = find.query([key])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?;
            found.push((EntryId(row.get(0)?), log::decode(bytes)?.what));
        }
        Ok(found)
    }

    /// How many pages there are, the trash included.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn page_count(&self) -> Result<u64, StoreError> {
        let count: i64 = self.connection().query_row("SELECT count(*) FROM page", [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }
}
