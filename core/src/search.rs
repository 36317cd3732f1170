//! Search: a query text to hits in their order. The stages stand in one function, [`Store::search`]; matching is SQL's and
//! the full-text index's, reading the query is `query`'s.
//!
//! Order: the tier (the words hold in the title alone; in title, tags and summary; anywhere), the exact title, a topic
//! page (in the first two tiers), all words as written, bm25 over the tier's columns rounded to 1e-6, the latest edit,
//! the path. Without words to rank by, the latest edit comes first, and so it does where all words stand under one OR
//! with a filter.

pub mod complete;
mod cursor;
pub mod explain;
mod expression;
pub mod facets;
pub mod health;
pub mod literal;
mod look;
mod rank;
mod raw;
mod regex;
pub mod section;
mod snippet;
mod sql;
#[cfg(test)]
mod tests;
mod underway;

use std::collections::HashSet;

use self::raw::RawTerm;
use self::sql::condition;
use crate::id::PageId;
use crate::markdown::tree::Wanted;
use crate::query::{self, Node, Query, Term, TooLarge};
use crate::store::{PageRef, Store, StoreError, raw_texts};
use crate::text::matcher::Matcher;
use crate::time::{Day, Instant};

pub(crate) use self::cursor::cursor_of;
pub use self::cursor::{BadCursor, List};
pub(crate) use self::section::Runs;
pub use self::section::Section;
pub use self::snippet::Segment;
pub(crate) use self::underway::Underway;

/// Hits of one page, at the most.
pub const MAX_LIMIT: usize = 1_000;

/// A frozen hit list leads to so many more pages at the most; [`query::Code::ListCut`] says when it was cut there.
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
    /// How many pages match.
    pub total: u64,
    /// `total` is exact. With a raw term it counts the pages that were still to be scanned for it.
    pub exact: bool,
    /// What `group:` made of all hits, in order; nothing without it.
    pub sections: Vec<Section>,
    /// The query's filters, order and sections; nothing further on in a list.
    pub tokens: Vec<query::tokens::Token>,
    /// What there is to say about the query's text.
    pub problems: Vec<query::Problem>,
    /// Leads to the next hits, if there are more and the list was frozen and is kept.
    pub cursor: Option<String>,
    /// What was frozen: the cursor leads nowhere until [`Store::keep_list`] has it.
    pub list: Option<List>,
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
    /// The lines that hold the query's raw terms.
    pub lined: literal::Lined,
    /// The key of the section that it is in.
    pub section: Option<String>,
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
        self.search_freezing(text, options, MAX_FROZEN)
    }

    /// As [`Store::search`], with a frozen list of `most` pages at the most.
    fn search_freezing(&self, text: &str, options: Options, most: usize) -> Result<Answer, SearchError> {
        let _held = self.hold()?;
        self.search_out(self.begin_search(text, options, most)?)
    }

    /// The next hits of a list that the store keeps. Pages that no longer match, or are gone, are left out; none comes
    /// twice.
    ///
    /// # Errors
    /// [`SearchError::Cursor`] for a cursor that is none, or whose list is older than 24 hours; [`SearchError::Store`].
    pub fn search_on(&self, cursor: &str, limit: usize, today: Day, now: Instant) -> Result<Answer, SearchError> {
        self.search_in(&cursor::read(self, cursor.parse()?, now)?, cursor, limit, today)
    }

    /// As [`Store::search_on`], in a list that is kept elsewhere.
    ///
    /// # Errors
    /// [`SearchError::Cursor`] for a cursor that leads elsewhere; [`SearchError::Store`].
    pub fn search_in(&self, list: &List, cursor: &str, limit: usize, today: Day) -> Result<Answer, SearchError> {
        let _held = self.hold()?;
        self.search_out(self.begin_search_in(list, cursor, limit, today)?)
    }

    /// The rest of a search, without a pause.
    fn search_out(&self, mut search: Underway) -> Result<Answer, SearchError> {
        while !self.go_on(&mut search, &mut || false)? {}
        self.finish(search)
    }

    /// The list of what comes after hits that are shown already, for whoever asked for those alone: while somebody types,
    /// most hits are never scrolled through.
    ///
    /// # Errors
    /// As [`Store::search`].
    pub fn freeze_rest(
        &self,
        text: &str,
        today: Day,
        freeze: Freeze,
        shown: &[PageId],
    ) -> Result<Option<List>, SearchError> {
        let _held = self.hold()?;
        let answer = self.search(text, Options { limit: 0, today, freeze: Some(freeze) })?;
        let Some(mut list) = answer.list else { return Ok(None) };
        let shown = shown.iter().map(|page| self.page_number(*page)).collect::<Result<HashSet<_>, _>>()?;
        list.retain(|page| !shown.contains(&Some(page)));
        Ok(Some(list).filter(|list| !list.pages.is_empty()))
    }
}

/// A query made ready to be asked: which part ranks, and which only chooses.
pub(crate) struct Plan<'q> {
    query: &'q Query,
    /// Conditions on the words of a page: the index answers them, and ranks by them.
    words: Vec<&'q Node>,
    /// Every other condition, as SQL over `page p`.
    condition: condition::Sql,
    /// There is no other condition than words, and none on the trash.
    only_words: bool,
    /// Raw terms, which the stored text is scanned for once the rest has chosen.
    raw: Vec<RawTerm<'q>>,
}

impl<'q> Plan<'q> {
    fn of(query: &'q Query, today: Day) -> Self {
        Self::over(query, &query.conjuncts().iter().collect::<Vec<_>>(), today)
    }

    /// The plan of some of the query's conditions.
    fn over(query: &'q Query, conjuncts: &[&'q Node], today: Day) -> Self {
        // Words beside filters under one OR, `tag:x OR cat`, only choose: the filters hold in the title alone as anywhere,
        // so the first tier would be every page of theirs, read and sorted by many thousands for the first few hits.
        let (mut words, mut others): (Vec<&Node>, Vec<&Node>) =
            conjuncts.iter().partition(|node| expression::is_text(node));
        // Words that are only excluded rank nothing: they choose, as a filter does.
        if words.iter().all(|node| matches!(node, Node::Not(_))) {
            others.append(&mut words);
        }
        let mut condition = condition::Sql::default();
        condition.push(if query.in_trash() { "p.trashed = 1" } else { "p.trashed = 0" });
        let only_words = others.is_empty() && !query.in_trash();
        if let Some(others) = condition::all(&others, query, today) {
            condition.and(others);
        }
        let mut terms = Vec::new();
        for term in others.iter().filter_map(|node| RawTerm::of(node)) {
            match term {
                Ok(term) => terms.push(term),
                Err(_) => condition.push(" AND 0"),
            }
        }
        Self { query, words, condition, only_words, raw: terms }
    }

    /// Whether pages have to be read to know that they match.
    fn scans(&self) -> bool {
        !self.raw.is_empty()
    }

    /// Of the pages that the rest of the query chose, how many hold the raw terms; nothing once `stop` says so.
    fn count_scanned(&self, store: &Store, stop: &mut dyn FnMut() -> bool) -> Result<Option<u64>, SearchError> {
        let mut count = 0;
        for page in rank::unordered(store.connection(), self)? {
            if stop() {
                return Ok(None);
            }
            count += u64::from(self.scan(store, page)?.is_some());
        }
        Ok(Some(count))
    }

    /// The lines of the page that hold the raw terms; nothing if one of them is nowhere.
    fn scan(&self, store: &Store, page: i64) -> Result<Option<literal::Lined>, SearchError> {
        Ok(raw::scan(&self.raw, &raw_texts(store.connection(), page)?))
    }
}

/// Whether something was typed and none of it is a condition or an order.
fn says_nothing(query: &Query, text: &str) -> bool {
    query.is_empty() && query.sort.is_none() && query.group.is_none() && !text.trim().is_empty()
}

/// What the parser had to say, and which regexes cannot be looked for.
fn problems_of(query: &Query) -> Vec<query::Problem> {
    let mut problems = query.problems.clone();
    for leaf in query.leaves() {
        if let Some(Term::Regex(text)) = leaf.term
            && let Err(regex::Unusable { code, message }) = regex::Pattern::new(text)
        {
            problems.push(query::Problem { span: leaf.span, code, message, suggestion: None });
        }
    }
    problems
}

/// The frozen list of `text` has `kept` pages, though more match.
fn list_cut(text: &str, kept: usize) -> query::Problem {
    let message = format!(
        "the cursor leads to {kept} pages after the first hits and no further: narrow the query to see the rest"
    );
    let span = query::Span { start: 0, end: text.len() };
    query::Problem { span, code: query::Code::ListCut, message, suggestion: None }
}

/// What to mark in the body of a page that `query` finds: its words and phrases as snippets mark them, and its raw terms,
/// whatever column they are narrowed to.
#[must_use]
pub fn wanted(query: &Query) -> Wanted {
    let literals = query.leaves().into_iter().filter(|leaf| !leaf.excluded).filter_map(|leaf| match leaf.term {
        Some(Term::Literal(text)) => Some(text.clone()),
        _ => None,
    });
    Wanted::new(Matcher::new(&snippet::needles(query)), literals.collect())
}
