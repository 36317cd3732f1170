//! Search: a query text to hits in their order. The stages stand in one function, [`Store::search`]; matching is SQL's and
//! the full-text index's, reading the query is `query`'s.
//!
//! Order: the tier (the words hold in the title alone; in title, tags and summary; anywhere), the exact title, a topic
//! page (in the first two tiers), all words as written, bm25 over the tier's columns rounded to 1e-6, the latest edit,
//! the path. Without words to rank by, the latest edit comes first.

mod condition;
mod cursor;
mod expression;
mod rank;
mod snippet;
#[cfg(test)]
mod tests;

use crate::query::{self, Query, TooLarge};
use crate::store::{PageRef, Store, StoreError};
use crate::time::{Day, Instant};

pub use self::cursor::BadCursor;
pub use self::snippet::Segment;

/// Hits of one page, at the most.
pub const MAX_LIMIT: usize = 1_000;

/// A frozen hit list has so many pages at the most, and its cursor says when it was cut there.
pub const MAX_FROZEN: usize = 10_000;

/// How to search.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// How many hits to give, up to [`MAX_LIMIT`].
    pub limit: usize,
    /// The day that relative dates hang on.
    pub today: Day,
    /// Freeze the whole order, so that a cursor leads through it while pages come and change.
    pub freeze: Option<Freeze>,
}

/// What a frozen list needs from outside.
#[derive(Debug, Clone, Copy)]
pub struct Freeze {
    /// The list's name: 16 random bytes.
    pub id: [u8; 16],
    /// Now: lists are kept for 24 hours.
    pub now: Instant,
}

/// What a search gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The first hits, in order.
    pub hits: Vec<Hit>,
    /// How many pages match, exactly.
    pub total: u64,
    /// What there is to say about the query's text.
    pub problems: Vec<query::Problem>,
    /// Leads to the next hits, if there are more and the list was frozen.
    pub cursor: Option<String>,
    /// The store's change number: hits, facets and explanation of one number agree.
    pub change: i64,
}

/// A page that matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// Its names.
    pub at: PageRef,
    /// What it is.
    pub kind: crate::fields::Kind,
    /// Its tags.
    pub tags: Vec<String>,
    /// Its last edit.
    pub updated: Instant,
    /// The place that shows best why it matches, else its summary or its beginning.
    pub snippet: Vec<Segment>,
    /// The 1-based line of the body where the snippet's first mark stands; 0 when it is not in the body.
    pub line: u32,
}

/// Why a search was refused.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The query is past a limit.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The cursor leads nowhere.
    #[error(transparent)]
    Cursor(#[from] BadCursor),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SearchError {
    /// A name for the error that stays.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooLarge(error) => error.code(),
            Self::Cursor(_) => "bad_cursor",
            Self::Store(error) => error.code(),
        }
    }
}

impl From<rusqlite::Error> for SearchError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error.into())
    }
}

impl Store {
    /// Searches. An empty query gives every page, the latest edit first.
    ///
    /// # Errors
    /// [`SearchError::TooLarge`] past the limits of a query; [`SearchError::Store`].
    pub fn search(&self, text: &str, options: Options) -> Result<Answer, SearchError> {
        let limit = options.limit.min(MAX_LIMIT);
        let change = self.change_number()?;
        let query = query::parse(text)?;
        let plan = Plan::of(&query, options.today);
        let wanted = if options.freeze.is_some() { MAX_FROZEN } else { limit };
        let ranked = rank::rank(self.connection(), &plan, wanted)?;
        let shown = &ranked.pages[..limit.min(ranked.pages.len())];
        let hits = snippet::hits(self.connection(), &query, shown)?;
        let cursor = match options.freeze {
            Some(freeze) => cursor::freeze(self.connection(), freeze, text, &ranked.pages, limit)?,
            None => None,
        };
        Ok(Answer { hits, total: ranked.total, problems: query.problems, cursor, change })
    }

    /// The next hits of a frozen list. Pages that no longer match, or are gone, are left out; none comes twice.
    ///
    /// # Errors
    /// [`SearchError::Cursor`] for a cursor that is none, or whose list is older than 24 hours; [`SearchError::Store`].
    pub fn search_on(&self, cursor: &str, limit: usize, today: Day, now: Instant) -> Result<Answer, SearchError> {
        let frozen = cursor::read(self.connection(), cursor, now)?;
        let change = self.change_number()?;
        let query = query::parse(&frozen.query)?;
        let plan = Plan::of(&query, today);
        let (pages, next) = frozen.page(self.connection(), &plan, limit.min(MAX_LIMIT))?;
        let hits = snippet::hits(self.connection(), &query, &pages)?;
        let total = rank::count(self.connection(), &plan)?;
        Ok(Answer { hits, total, problems: Vec::new(), cursor: next, change })
    }
}

/// A query made ready to be asked: which part ranks, and which only chooses.
pub(crate) struct Plan<'q> {
    query: &'q Query,
    /// Conditions on the words of a page: the index answers them, and ranks by them.
    words: Vec<&'q query::Node>,
    /// Every other condition, as SQL over `page p`.
    condition: condition::Sql,
    /// There is no other condition than words, and none on the trash.
    only_words: bool,
}

impl<'q> Plan<'q> {
    fn of(query: &'q Query, today: Day) -> Self {
        let (words, others): (Vec<_>, Vec<_>) = query.conjuncts().iter().partition(|node| expression::is_text(node));
        let mut condition = condition::Sql::default();
        condition.push(if query.in_trash() { "p.trashed = 1" } else { "p.trashed = 0" });
        let only_words = others.is_empty() && !query.in_trash();
        for node in others {
            condition.and(condition::of(node, query, today));
        }
        Self { query, words, condition, only_words }
    }
}
