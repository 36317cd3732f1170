//! Hit lists frozen at their first page, so that later pages neither repeat nor skip while the store changes.

use rusqlite::{Connection, OptionalExtension, params};

use super::{Freeze, Plan, SearchError, rank};
use crate::time::Instant;

/// A frozen list is kept for 24 hours.
const KEPT_MS: i64 = 24 * 3_600_000;

/// Of the frozen lists, the latest so many are kept.
const MAX_LISTS: i64 = 200;

/// The cursor leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadCursor {
    /// No search gave it.
    #[error("this is no cursor of a search: give it exactly as the last answer had it")]
    Unknown,
    /// Its list is older than a day.
    #[error("this cursor's list is older than 24 hours: search again")]
    Expired,
}

/// A list, and how far it was read.
pub(super) struct Frozen {
    id: [u8; 16],
    pub query: String,
    pages: Vec<i64>,
    at: usize,
}

/// Keeps the list, and gives the cursor behind its first `shown` pages; nothing if there are no more.
pub(super) fn freeze(
    connection: &Connection,
    freeze: Freeze,
    query: &str,
    pages: &[i64],
    shown: usize,
) -> Result<Option<String>, SearchError> {
    if pages.len() <= shown {
        return Ok(None);
    }
    let bytes: Vec<u8> = pages.iter().flat_map(|page| (*page as u32).to_le_bytes()).collect();
    connection.execute("DELETE FROM local_hits WHERE time < ?1", [freeze.now.ms() - KEPT_MS])?;
    connection.execute(
        "DELETE FROM local_hits WHERE id IN (SELECT id FROM local_hits ORDER BY time DESC LIMIT -1 OFFSET ?1)",
        [MAX_LISTS],
    )?;
    connection.execute(
        "INSERT OR REPLACE INTO local_hits (id, time, query, pages) VALUES (?1, ?2, ?3, ?4)",
        params![&freeze.id[..], freeze.now.ms(), query, bytes],
    )?;
    Ok(Some(written(freeze.id, shown)))
}

/// 32 hexadecimal digits and how many pages were shown.
fn written(id: [u8; 16], at: usize) -> String {
    let id: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{id}-{at}")
}

fn parse(cursor: &str) -> Option<([u8; 16], usize)> {
    let (id, at) = cursor.trim().split_once('-')?;
    if id.len() != 32 || !id.is_ascii() {
        return None;
    }
    let mut bytes = [0; 16];
    for (byte, digits) in bytes.iter_mut().zip(id.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some((bytes, at.parse().ok()?))
}

/// The list that `cursor` leads into.
pub(super) fn read(connection: &Connection, cursor: &str, now: Instant) -> Result<Frozen, SearchError> {
    let (id, at) = parse(cursor).ok_or(BadCursor::Unknown)?;
    let mut find = connection.prepare_cached("SELECT time, query, pages FROM local_hits WHERE id = ?1")?;
    let found = find
        .query_row([&id[..]], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, Vec<u8>>(2)?)))
        .optional()?;
    let (time, query, bytes) = found.ok_or(BadCursor::Unknown)?;
    if now.ms() - time > KEPT_MS {
        return Err(BadCursor::Expired.into());
    }
    let pages: Vec<i64> = bytes.as_chunks::<4>().0.iter().map(|bytes| i64::from(u32::from_le_bytes(*bytes))).collect();
    if at > pages.len() {
        return Err(BadCursor::Unknown.into());
    }
    Ok(Frozen { id, query, pages, at })
}

impl Frozen {
    /// The next `limit` pages that still match, and the cursor behind them.
    pub(super) fn page(
        self,
        connection: &Connection,
        plan: &Plan<'_>,
        limit: usize,
    ) -> Result<(Vec<i64>, Option<String>), SearchError> {
        let mut shown = Vec::new();
        let mut at = self.at;
        while shown.len() < limit && at < self.pages.len() {
            let end = (at + limit - shown.len()).min(self.pages.len());
            shown.extend(rank::still_match(connection, plan, &self.pages[at..end])?);
            at = end;
        }
        let more = at < self.pages.len();
        Ok((shown, more.then(|| written(self.id, at))))
    }
}
