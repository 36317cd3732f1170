//! Hit lists frozen at their first page, kept in a local table for a day.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};
use crate::search::{List, Runs};
use crate::time::Instant;

/// A frozen list is kept for 24 hours.
pub(crate) const KEPT_MS: i64 = 24 * 3_600_000;

/// Of the frozen lists, the latest so many are kept.
const MAX_LISTS: i64 = 200;

impl Store {
    /// Keeps a list for a day, so that its cursor leads somewhere, and forgets those that are too old. This is a write.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn keep_list(&self, list: &List) -> Result<(), StoreError> {
        let bytes: Vec<u8> = list.pages.iter().flat_map(|page| page.to_le_bytes()).collect();
        let connection = self.connection();
        connection.execute("DELETE FROM local_hits WHERE time < ?1", [list.time.ms() - KEPT_MS])?;
        connection.execute(
            "DELETE FROM local_hits WHERE id IN (SELECT id FROM local_hits ORDER BY time DESC LIMIT -1 OFFSET ?1)",
            [MAX_LISTS],
        )?;
        connection.execute(
            "INSERT OR REPLACE INTO local_hits (id, time, query, pages, sections) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![&list.id[..], list.time.ms(), list.query, bytes, list.runs.to_text()],
        )?;
        Ok(())
    }

    /// The list kept under `id`; whether it was cut is the cursor's to know.
    pub(crate) fn list(&self, id: [u8; 16], cut: bool) -> Result<Option<List>, StoreError> {
        let find = "SELECT time, query, pages, sections FROM local_hits WHERE id = ?1";
        let mut find = self.connection().prepare_cached(find)?;
        let found = find.query_row([&id[..]], |row| {
            let bytes: Vec<u8> = row.get(2)?;
            let pages = bytes.as_chunks().0.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect();
            let runs = Runs::of_text(row.get_ref(3)?.as_str()?);
            Ok(List { id, time: Instant::from_ms(row.get(0)?), query: row.get(1)?, pages, runs, cut })
        });
        Ok(found.optional()?)
    }
}
