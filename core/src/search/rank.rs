//! The order of the hits, tier by tier: a tier is asked how well its pages match only while the tiers before it have not
//! filled the hits that are wanted.

use std::collections::HashSet;

use rusqlite::Connection;

use super::expression::{self, Columns, Meet};
use super::sql::{self, From};
use super::{Plan, SearchError};
use crate::query::{Node, Term};
use crate::text::{self, Stemmer};

/// Pages in order, as short numbers, with how many match.
#[derive(Default)]
pub(super) struct Ranked {
    pub pages: Vec<i64>,
    pub total: u64,
}

/// The first `wanted` pages in order, and the exact number of all.
pub(super) fn rank(connection: &Connection, plan: &Plan<'_>, wanted: usize) -> Result<Ranked, SearchError> {
    if plan.words.is_empty() {
        let from = From::pages(plan);
        return match plan.query.sort {
            None => from.latest(connection, wanted).map(|(pages, total)| Ranked { pages, total }),
            Some(sort) => {
                let pages = from.ordered(connection, &sql::order_of(sort.value), wanted)?;
                Ok(Ranked { pages, total: from.count(connection)? })
            }
        };
    }
    if let Some(sort) = plan.query.sort {
        let Some(from) = From::of(connection, plan)? else { return Ok(Ranked { pages: Vec::new(), total: 0 }) };
        let from = from.with_pages();
        return Ok(Ranked {
            pages: from.ordered(connection, &sql::order_of(sort.value), wanted)?,
            total: from.count(connection)?,
        });
    }
    Tiers { connection, plan, stemmer: Stemmer::default(), wanted }.rank()
}

/// How many pages match.
pub(super) fn count(connection: &Connection, plan: &Plan<'_>) -> Result<u64, SearchError> {
    From::of(connection, plan)?.map_or(Ok(0), |from| from.count(connection))
}

/// Every page that matches, in no order.
pub(super) fn unordered(connection: &Connection, plan: &Plan<'_>) -> Result<Vec<i64>, SearchError> {
    From::of(connection, plan)?.map_or(Ok(Vec::new()), |from| from.some(connection, i64::MAX as usize))
}

/// Which of `pages` match still, in their order.
pub(super) fn still_match(connection: &Connection, plan: &Plan<'_>, pages: &[i64]) -> Result<Vec<i64>, SearchError> {
    let Some(from) = From::of(connection, plan)? else { return Ok(Vec::new()) };
    let found: HashSet<i64> = from.among(pages).some(connection, pages.len())?.into_iter().collect();
    Ok(pages.iter().copied().filter(|page| found.contains(page)).collect())
}

/// What orders the pages of a tier before their dates and paths do. Smaller is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    tier: u8,
    not_exact_title: bool,
    not_topic: bool,
    not_as_written: bool,
    score: i64,
}

struct Tiers<'a> {
    connection: &'a Connection,
    plan: &'a Plan<'a>,
    stemmer: Stemmer,
    wanted: usize,
}

impl Tiers<'_> {
    fn rank(mut self) -> Result<Ranked, SearchError> {
        // A filter leaves nothing more often than words do: then no tier is asked.
        let mut total = if self.plan.only_words { None } else { Some(count(self.connection, self.plan)?) };
        if total == Some(0) {
            return Ok(Ranked::default());
        }
        let mut places = self.names()?;
        let mut seen: HashSet<i64> = places.iter().map(|(page, _)| *page).collect();
        // In the last tier those that hold the words as written come first, so the others are asked how well they match
        // only if there is room left.
        for meet in [Meet::Whole, Meet::Start] {
            if places.len() >= self.wanted {
                break;
            }
            let scored = self.scored(Columns::ALL, meet)?;
            if meet == Meet::Start {
                total = Some(scored.len() as u64);
            }
            let not_as_written = meet == Meet::Start;
            let place = |score| Place { tier: 2, not_exact_title: true, not_topic: true, not_as_written, score };
            places
                .extend(scored.into_iter().filter(|(page, _)| seen.insert(*page)).map(|(p, score)| (p, place(score))));
        }
        let total = total.map_or_else(|| count(self.connection, self.plan), Ok)?;
        Ok(Ranked { pages: self.ordered(places)?, total })
    }

    /// The pages of the first two tiers, as far as they are wanted.
    fn names(&mut self) -> Result<Vec<(i64, Place)>, SearchError> {
        let mut scored = Vec::new();
        let mut seen = HashSet::new();
        for (tier, columns) in [(0, Columns::TITLE), (1, Columns::TITLE_TAGS_SUMMARY)] {
            if scored.len() < self.wanted {
                let of_tier = self.scored(columns, Meet::Start)?.into_iter().filter(|(page, _)| seen.insert(*page));
                scored.extend(of_tier.map(|(page, score)| (tier, page, score)));
            }
        }
        if scored.is_empty() {
            return Ok(Vec::new());
        }
        let written = match expression::all(&self.plan.words, Columns::ALL, Meet::Whole, &mut self.stemmer) {
            Some(whole) => sql::matching(self.connection, &whole)?,
            None => HashSet::new(),
        };
        let (exact, topics) = (self.exact_titles()?, sql::topics(self.connection)?);
        let place = |tier, page: i64, score| Place {
            tier,
            not_exact_title: tier > 0 || !exact.contains(&page),
            not_topic: !topics.contains(&page),
            not_as_written: !written.contains(&page),
            score,
        };
        Ok(scored.into_iter().map(|(tier, page, score)| (page, place(tier, page, score))).collect())
    }

    /// The pages that hold the words in `columns`, with how well they do.
    fn scored(&mut self, columns: Columns, meet: Meet) -> Result<Vec<(i64, i64)>, SearchError> {
        match expression::all(&self.plan.words, columns, meet, &mut self.stemmer) {
            Some(expression) => From::matching(self.connection, self.plan, &expression)?.scored(self.connection),
            None => Ok(Vec::new()),
        }
    }

    /// The pages whose title is the words of the query and nothing else.
    fn exact_titles(&self) -> Result<HashSet<i64>, SearchError> {
        let mut words = Vec::new();
        for node in &self.plan.words {
            match node {
                Node::Term(_, Term::Word(text) | Term::Phrase(text)) => words.push(text.as_str()),
                Node::Not(_) => {}
                _ => return Ok(HashSet::new()),
            }
        }
        sql::titled(self.connection, &text::fold(&words.join(" ")))
    }

    /// The first pages in order. Dates and paths are read only of those that could be among them.
    fn ordered(&self, mut places: Vec<(i64, Place)>) -> Result<Vec<i64>, SearchError> {
        places.sort_unstable_by_key(|(_, place)| *place);
        if let Some(&(_, last)) = places.get(self.wanted.saturating_sub(1)) {
            let end = places.partition_point(|(_, place)| *place <= last);
            places.truncate(end);
        }
        let mut pages = Vec::with_capacity(places.len());
        for run in places.chunk_by(|(_, one), (_, other)| one == other) {
            let mut equals = Vec::with_capacity(run.len());
            for &(page, _) in run {
                let last = if run.len() > 1 { Some(sql::last(self.connection, page)?) } else { None };
                equals.push((last, page));
            }
            equals.sort_unstable();
            pages.extend(equals.into_iter().map(|(_, page)| page));
        }
        pages.truncate(self.wanted);
        Ok(pages)
    }
}
