//! Cursors into hit lists that were frozen at their first page, so that later pages neither repeat nor skip while the
//! store changes.

use super::{Freeze, SearchError};
use crate::store::{KEPT_MS, Store};
use crate::time::Instant;

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

/// A place in a frozen list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cursor {
    pub id: [u8; 16],
    /// How many of its pages were looked at.
    pub at: usize,
    /// More pages matched than the list has.
    pub cut: bool,
}

impl std::fmt::Display for Cursor {
    /// 32 hexadecimal digits, how many pages were looked at, and `c` for a list that was cut.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.id.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        write!(f, "-{}{}", self.at, if self.cut { "c" } else { "" })
    }
}

impl std::str::FromStr for Cursor {
    type Err = BadCursor;

    fn from_str(cursor: &str) -> Result<Self, BadCursor> {
        let (digits, at) = cursor.trim().split_once('-').ok_or(BadCursor::Unknown)?;
        let mut id = [0; 16];
        if digits.len() != 32 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(BadCursor::Unknown);
        }
        for (at, byte) in id.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).map_err(|_| BadCursor::Unknown)?;
        }
        let (at, cut) = at.strip_suffix('c').map_or((at, false), |at| (at, true));
        Ok(Self { id, at: at.parse().map_err(|_| BadCursor::Unknown)?, cut })
    }
}

/// Keeps the list, and gives the cursor to its first page; nothing if it has none.
pub(super) fn freeze(
    store: &Store,
    freeze: Freeze,
    query: &str,
    pages: &[i64],
    cut: bool,
) -> Result<Option<String>, SearchError> {
    if pages.is_empty() {
        return Ok(None);
    }
    store.freeze(freeze.id, freeze.now, query, pages)?;
    Ok(Some(Cursor { id: freeze.id, at: 0, cut }.to_string()))
}

/// The query and the pages of the list that `cursor` leads into.
pub(super) fn read(store: &Store, cursor: Cursor, now: Instant) -> Result<(String, Vec<i64>), SearchError> {
    let frozen = store.frozen(cursor.id)?.ok_or(BadCursor::Unknown)?;
    if now.ms() - frozen.time.ms() > KEPT_MS {
        return Err(BadCursor::Expired.into());
    }
    if cursor.at > frozen.pages.len() {
        return Err(BadCursor::Unknown.into());
    }
    Ok((frozen.query, frozen.pages))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_and_nothing_else_is_one() {
        for cut in [false, true] {
            let cursor = Cursor { id: [171; 16], at: 20, cut };
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        for text in ["", "-", "ab-1", "é-1", &format!("{}-x", "ab".repeat(16)), &format!("{}-1", "zz".repeat(16))] {
            assert_eq!(text.parse::<Cursor>(), Err(BadCursor::Unknown), "{text}");
        }
    }
}
