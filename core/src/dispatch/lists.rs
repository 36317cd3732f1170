//! Hit lists that an app scrolls through, kept in memory: an app that starts anew searches anew. A list is made when
//! somebody scrolls; while they type, the first hits are all that is asked for.

use std::collections::VecDeque;

use crate::id::PageId;
use crate::search::{BadCursor, Freeze, List, Options, cursor_of};
use crate::store::Store;
use crate::time::{Day, Instant};
use crate::wire::{ErrorView, SearchReply};

/// Of the lists, the latest so many are kept: what a few tabs and the way back need.
const MOST: usize = 8;

/// The lists, the latest last.
#[derive(Default)]
pub(super) struct Lists(VecDeque<Kept>);

enum Kept {
    /// The first hits were given.
    Begun { id: [u8; 16], query: String, shown: Vec<PageId> },
    /// More were asked for.
    Made(List),
}

impl Lists {
    /// The first hits, with a cursor if there may be more.
    pub(super) fn search(
        &mut self,
        store: &Store,
        query: String,
        limit: usize,
        today: Day,
        id: [u8; 16],
    ) -> Result<SearchReply, ErrorView> {
        let mut answer = store.search(&query, Options { limit, today, freeze: None })?;
        let shown: Vec<PageId> = answer.hits.iter().map(|hit| hit.at.id).collect();
        if answer.total > shown.len() as u64 && shown.len() >= limit {
            answer.cursor = Some(cursor_of(id));
            self.keep(Kept::Begun { id, query, shown });
        }
        Ok(answer.into())
    }

    /// The next hits.
    pub(super) fn more(
        &mut self,
        store: &Store,
        cursor: &str,
        limit: usize,
        today: Day,
        now: Instant,
    ) -> Result<SearchReply, ErrorView> {
        let found = self.0.iter().position(|kept| match kept {
            Kept::Begun { id, .. } => cursor == cursor_of(*id),
            Kept::Made(list) => list.has(cursor),
        });
        let kept = found.and_then(|at| self.0.remove(at)).ok_or(BadCursor::Expired)?;
        let list = match kept {
            Kept::Made(list) => list,
            Kept::Begun { id, query, shown } => match store.freeze_rest(&query, today, Freeze { id, now }, &shown)? {
                Some(list) => list,
                None => return Ok(store.search(&query, Options { limit: 0, today, freeze: None })?.into()),
            },
        };
        let answer = store.search_in(&list, cursor, limit, today);
        self.keep(Kept::Made(list));
        Ok(answer?.into())
    }

    fn keep(&mut self, kept: Kept) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(kept);
    }
}

impl From<BadCursor> for ErrorView {
    fn from(bad: BadCursor) -> Self {
        super::error("bad_cursor", bad.to_string())
    }
}
