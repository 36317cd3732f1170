//! Hit lists that an app scrolls through, kept in memory: an app that starts anew searches anew. A list is made when
//! somebody scrolls; while they type, the first hits are all that is asked for.

use std::collections::VecDeque;

use crate::id::PageId;
use crate::search::{BadCursor, Freeze, List, MAX_FROZEN, Options, Underway, cursor_of};
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

/// A search under way, and what to note of it once it is done: the list's name, the query and how many hits.
pub(super) struct Searching {
    search: Underway,
    first: Option<([u8; 16], String, usize)>,
}

impl Lists {
    /// Begins the search for the first hits; their list is made under `id` when more are asked for.
    pub(super) fn search(
        store: &Store,
        query: String,
        limit: usize,
        today: Day,
        id: [u8; 16],
    ) -> Result<Searching, ErrorView> {
        let search = store.begin_search(&query, Options { limit, today, freeze: None }, MAX_FROZEN)?;
        Ok(Searching { search, first: Some((id, query, limit)) })
    }

    /// Begins the search for the next hits.
    pub(super) fn more(
        &mut self,
        store: &Store,
        cursor: &str,
        limit: usize,
        today: Day,
        now: Instant,
    ) -> Result<Searching, ErrorView> {
        let found = self.0.iter().position(|kept| match kept {
            Kept::Begun { id, .. } => cursor == cursor_of(*id),
            Kept::Made(list) => list.has(cursor),
        });
        let kept = found.and_then(|at| self.0.remove(at)).ok_or(BadCursor::Expired)?;
        let list = match kept {
            Kept::Made(list) => list,
            Kept::Begun { id, query, shown } => match store.freeze_rest(&query, today, Freeze { id, now }, &shown)? {
                Some(list) => list,
                None => {
                    let none = Options { limit: 0, today, freeze: None };
                    return Ok(Searching { search: store.begin_search(&query, none, MAX_FROZEN)?, first: None });
                }
            },
        };
        let search = store.begin_search_in(&list, cursor, limit, today);
        self.keep(Kept::Made(list));
        Ok(Searching { search: search?, first: None })
    }

    /// Goes on with a search: what it gives, or the search again if `pause` came first.
    pub(super) fn go_on(
        &mut self,
        store: &Store,
        mut searching: Searching,
        pause: &mut dyn FnMut() -> bool,
    ) -> Result<Result<SearchReply, Searching>, ErrorView> {
        if !store.go_on(&mut searching.search, pause)? {
            return Ok(Err(searching));
        }
        let mut answer = store.finish(searching.search)?;
        if let Some((id, query, limit)) = searching.first {
            let shown: Vec<PageId> = answer.hits.iter().map(|hit| hit.at.id).collect();
            if answer.total > shown.len() as u64 && shown.len() >= limit {
                answer.cursor = Some(cursor_of(id));
                self.keep(Kept::Begun { id, query, shown });
            }
        }
        Ok(Ok(answer.into()))
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
