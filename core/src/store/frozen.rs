//! Hit lists frozen at their first page, kept in a local table for a day.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};
use crate::time::Instant;

/// A frozen list is kept for 24 hours.
pub(crate) const KEPT_MS: i64 = 24 * 3_600_000;

/// Of the frozen lists, the latest so many are kept.
const MAX_LISTS: i64 = 200;

/// A list as it was frozen.
pub(crate) struct Frozen {
    pub time: Instant,
    pub query: String,
    /// Pages by their short numbers, in order.
    pub pages: Vec<i64>,
}

impl Store {
    /// Keeps a list of pages under `id`, and forgets the lists that are too old.
    pub(crate) fn freeze(&self, id: [u8; 16], now: Instant, query: &str, pages: &[i64]) -> Result<(), StoreError> {
        let bytes: Vec<u8> = pages.iter().flat_map(|page| page.to_le_bytes()).collect();
        let connection = self.connection();
        connection.execute("DELETE FROM local_hits WHERE time < ?1", [now.ms() - KEPT_MS])?;
        connection.execute(
            "DELETE FROM local_hits WHERE id IN (SELECT id FROM local_hits ORDER BY time DESC LIMIT -1 OFFSET ?1)",
            [MAX_LISTS],
        )?;
        connection.execute(
            "INSERT OR REPLACE INTO local_hits (id, time, query, pages) VALUES (?1, ?2, ?3, ?4)",
            params![&id[..], now.ms(), query, bytes],
        )?;
        Ok(())
    }

    /// The list kept under `id`.
    pub(crate) fn frozen(&self, id: [u8; 16]) -> Result<Option<Frozen>, StoreError> {
        let mut find = self.connection().prepare_cached("SELECT time, query, pages FROM local_hits WHERE id = ?1")?;
        let found = find.query_row([&id[..]], |row| {
            let bytes: Vec<u8> = row.get(2)?;
            let pages = bytes.as_chunks().0.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect();
            Ok(Frozen { time: Instant::from_ms(row.get(0)?), query: row.get(1)?, pages })
        });
        Ok(found.optional()?)
    }
}
