//! Cursors into hit lists that were frozen at their first page, so that later pages neither repeat nor skip while the
//! store changes.

use super::SearchError;
use super::section::Runs;
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

/// The pages of a query that come after its first hits, in an order that stays. A cursor leads into it once it is kept:
/// in the store by [`Store::keep_list`], or wherever whoever asked keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    pub(crate) id: [u8; 16],
    pub(crate) time: Instant,
    pub(crate) query: String,
    /// Pages by their short numbers.
    pub(crate) pages: Vec<i64>,
    /// Which of them are in which section.
    pub(crate) runs: Runs,
    /// More pages matched than the list has.
    pub(crate) cut: bool,
}

/// The cursor to the first page of the list that is to be made under `id`.
pub(crate) fn cursor_of(id: [u8; 16]) -> String {
    Cursor { id, at: 0, cut: false }.to_string()
}

impl List {
    /// Whether `cursor` leads into this list.
    #[must_use]
    pub fn has(&self, cursor: &str) -> bool {
        cursor.parse::<Cursor>().is_ok_and(|cursor| cursor.id == self.id)
    }

    /// Leaves out pages, and keeps the others in their sections.
    pub(super) fn retain(&mut self, stays: impl Fn(i64) -> bool) {
        let kept: Vec<bool> = self.pages.iter().map(|page| stays(*page)).collect();
        self.runs = self.runs.kept(&kept);
        self.pages.retain(|page| stays(*page));
    }

    /// The cursor to its first page; nothing if it has none.
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        (!self.pages.is_empty()).then(|| Cursor { id: self.id, at: 0, cut: self.cut }.to_string())
    }
}

/// The list that `cursor` leads into, from the store.
pub(super) fn read(store: &Store, cursor: Cursor, now: Instant) -> Result<List, SearchError> {
    let list = store.list(cursor.id, cursor.cut)?.ok_or(BadCursor::Unknown)?;
    if now.ms() - list.time.ms() > KEPT_MS {
        return Err(BadCursor::Expired.into());
    }
    Ok(list)
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
