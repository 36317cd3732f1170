//! The order of the hits, tier by tier: a tier is asked how well its pages match only while the tiers before it have not
//! filled the hits that are wanted.

use std::collections::HashSet;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::expression::{self, Columns, Expression, Meet};
use super::{Plan, SearchError};
use crate::query::{Node, Sort, SortKey, Term};
use crate::text::{self, Stemmer};

/// The weights of the index's columns in bm25: first letters, title, tags, summary, body, write-up, files.
const BM25: &str = "bm25(page_fts, 1.0, 10.0, 5.0, 3.0, 1.0, 1.0, 1.0)";

/// The latest edit, then the path: the order of pages that nothing else tells apart.
const LATEST: &str = "p.updated DESC, p.source, p.path, p.key";

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
            None => from.latest(connection, wanted),
            Some(sort) => {
                let pages = from.ordered(connection, &order_of(sort.value), wanted)?;
                Ok(Ranked { pages, total: from.count(connection)? })
            }
        };
    }
    if let Some(sort) = plan.query.sort {
        let Some(from) = From::of(connection, plan)? else { return Ok(Ranked { pages: Vec::new(), total: 0 }) };
        let from = from.with_pages();
        return Ok(Ranked {
            pages: from.ordered(connection, &order_of(sort.value), wanted)?,
            total: from.count(connection)?,
        });
    }
    Tiers { connection, plan, stemmer: Stemmer::default(), wanted, written: None }.rank()
}

/// How many pages match.
pub(super) fn count(connection: &Connection, plan: &Plan<'_>) -> Result<u64, SearchError> {
    From::of(connection, plan)?.map_or(Ok(0), |from| from.count(connection))
}

/// Which of `pages` match still, in their order.
pub(super) fn still_match(connection: &Connection, plan: &Plan<'_>, pages: &[i64]) -> Result<Vec<i64>, SearchError> {
    let Some(from) = From::of(connection, plan)? else { return Ok(Vec::new()) };
    let mut from = from.with_pages();
    let list: Vec<String> = pages.iter().map(ToString::to_string).collect();
    from.condition.push_str(&format!(" AND p.key IN ({})", list.join(",")));
    let found: HashSet<i64> = from.ordered(connection, "p.key", pages.len())?.into_iter().collect();
    Ok(pages.iter().copied().filter(|page| found.contains(page)).collect())
}

fn order_of(sort: Sort) -> String {
    let (first, second) = if sort.reversed { ("DESC", "ASC") } else { ("ASC", "DESC") };
    let key = match sort.key {
        SortKey::Updated => format!("p.updated {second}"),
        SortKey::Created => format!("p.created {second}"),
        SortKey::Title => format!("title_key(p.title) {first}"),
        SortKey::Due => format!("p.due IS NULL, p.due {first}"),
        SortKey::Priority => format!("p.priority IS NULL, p.priority {first}"),
    };
    format!("{key}, {LATEST}")
}

/// What a search selects from: the index, the pages, or both joined.
struct From {
    tables: &'static str,
    key: &'static str,
    condition: String,
    values: Vec<Value>,
}

const JOINED: &str = "page_fts CROSS JOIN page p ON p.key = page_fts.rowid";

impl From {
    fn pages(plan: &Plan<'_>) -> Self {
        let super::condition::Sql { text, values } = plan.condition.clone();
        Self { tables: "page p", key: "p.key", condition: text, values }
    }

    /// Nothing if no page can match.
    fn of(connection: &Connection, plan: &Plan<'_>) -> Result<Option<Self>, SearchError> {
        if plan.words.is_empty() {
            return Ok(Some(Self::pages(plan)));
        }
        let expression = expression::all(&plan.words, Columns::ALL, Meet::Start, &mut Stemmer::default());
        expression.map(|expression| Self::matching(connection, plan, &expression)).transpose()
    }

    fn matching(connection: &Connection, plan: &Plan<'_>, expression: &Expression) -> Result<Self, SearchError> {
        let mut from = Self {
            tables: JOINED,
            key: "page_fts.rowid",
            condition: format!("page_fts MATCH ? AND {}", plan.condition.text),
            values: vec![Value::Text(expression.to_string())],
        };
        from.values.extend(plan.condition.values.iter().cloned());
        // With no filter and an empty trash the index says all, and the pages need not be read.
        if plan.only_words && !any_trashed(connection)? {
            from.tables = "page_fts";
            from.condition = "page_fts MATCH ?".to_owned();
        }
        Ok(from)
    }

    fn with_pages(mut self) -> Self {
        if self.tables == "page_fts" {
            self.tables = JOINED;
        }
        self
    }

    fn count(&self, connection: &Connection) -> Result<u64, SearchError> {
        let mut find =
            connection.prepare_cached(&format!("SELECT count(*) FROM {} WHERE {}", self.tables, self.condition))?;
        let count: i64 = find.query_row(params_from_iter(&self.values), |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    fn ordered(&self, connection: &Connection, order: &str, wanted: usize) -> Result<Vec<i64>, SearchError> {
        let Self { tables, key, condition, values } = self;
        let sql = format!("SELECT {key} FROM {tables} WHERE {condition} ORDER BY {order} LIMIT {wanted}");
        let mut find = connection.prepare_cached(&sql)?;
        let pages = find.query_map(params_from_iter(values), |row| row.get(0))?;
        Ok(pages.collect::<Result<_, _>>()?)
    }

    /// The first `wanted` matches, the latest edit first, and the number of all.
    fn latest(mut self, connection: &Connection, wanted: usize) -> Result<Ranked, SearchError> {
        let total = self.count(connection)?;
        if total == 0 || wanted == 0 {
            return Ok(Ranked { pages: Vec::new(), total });
        }
        // Where many match, the first ones are met soon on the way from the latest edit back; where few do, that way
        // leads through the whole index, and sorting them is quicker.
        if total >= 8 * wanted as u64 {
            self.tables = "page p INDEXED BY page_by_updated";
        }
        Ok(Ranked { pages: self.ordered(connection, LATEST, wanted)?, total })
    }

    /// Every match with its bm25 in millionths: better matches have smaller numbers.
    fn scored(&self, connection: &Connection) -> Result<Vec<(i64, i64)>, SearchError> {
        let Self { tables, key, condition, values } = self;
        let mut find = connection.prepare_cached(&format!("SELECT {key}, {BM25} FROM {tables} WHERE {condition}"))?;
        let rows = find.query_map(params_from_iter(values), |row| Ok((row.get(0)?, millionths(row.get(1)?))))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

fn millionths(score: f64) -> i64 {
    (score * 1e6).round() as i64
}

fn any_trashed(connection: &Connection) -> Result<bool, SearchError> {
    let mut find = connection.prepare_cached("SELECT EXISTS (SELECT 1 FROM page WHERE trashed = 1)")?;
    Ok(find.query_row([], |row| row.get(0))?)
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
    /// The pages that hold every word as it was typed, once they were asked for.
    written: Option<HashSet<i64>>,
}

impl Tiers<'_> {
    fn rank(mut self) -> Result<Ranked, SearchError> {
        let mut places: Vec<(i64, Place)> = Vec::new();
        let mut seen = HashSet::new();
        let mut total = None;
        for (tier, columns) in [(0, Columns::TITLE), (1, Columns::TITLE_TAGS_SUMMARY), (2, Columns::ALL)] {
            if places.len() >= self.wanted {
                break;
            }
            let Some(expression) = self.expression(columns, Meet::Start) else { continue };
            let mut scored = From::matching(self.connection, self.plan, &expression)?.scored(self.connection)?;
            if columns == Columns::ALL {
                total = Some(scored.len() as u64);
            }
            scored.retain(|(page, _)| seen.insert(*page));
            self.place(&mut places, tier, &scored)?;
        }
        let total = match total {
            Some(total) => total,
            None => count(self.connection, self.plan)?,
        };
        Ok(Ranked { pages: self.ordered(places)?, total })
    }

    fn expression(&mut self, columns: Columns, meet: Meet) -> Option<Expression> {
        expression::all(&self.plan.words, columns, meet, &mut self.stemmer)
    }

    fn place(&mut self, places: &mut Vec<(i64, Place)>, tier: u8, scored: &[(i64, i64)]) -> Result<(), SearchError> {
        if scored.is_empty() {
            return Ok(());
        }
        let written = match self.written.take() {
            Some(written) => written,
            None => self.as_written()?,
        };
        let exact = if tier == 0 { self.exact_titles()? } else { HashSet::new() };
        let topics = if tier < 2 { self.topics()? } else { HashSet::new() };
        places.extend(scored.iter().map(|&(page, score)| {
            let not_as_written = !written.contains(&page);
            let (not_exact_title, not_topic) = (!exact.contains(&page), !topics.contains(&page));
            (page, Place { tier, not_exact_title, not_topic, not_as_written, score })
        }));
        self.written = Some(written);
        Ok(())
    }

    /// The pages that hold every word as it was typed.
    fn as_written(&mut self) -> Result<HashSet<i64>, SearchError> {
        let Some(whole) = self.expression(Columns::ALL, Meet::Whole) else { return Ok(HashSet::new()) };
        self.set("SELECT rowid FROM page_fts WHERE page_fts MATCH ?1", &whole.to_string())
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
        self.set("SELECT page FROM name WHERE key = ?1 AND kinds & 2", &text::fold(&words.join(" ")))
    }

    fn topics(&self) -> Result<HashSet<i64>, SearchError> {
        let mut find = self.connection.prepare_cached("SELECT key FROM page WHERE kind = 7")?;
        Ok(find.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
    }

    fn set(&self, sql: &str, value: &str) -> Result<HashSet<i64>, SearchError> {
        let mut find = self.connection.prepare_cached(sql)?;
        let pages = find.query_map([value], |row| row.get(0))?;
        Ok(pages.collect::<Result<_, _>>()?)
    }

    /// The first pages in order. Dates and paths are read only of those that could be among them.
    fn ordered(&self, mut places: Vec<(i64, Place)>) -> Result<Vec<i64>, SearchError> {
        places.sort_unstable_by_key(|(_, place)| *place);
        if let Some(&(_, last)) = places.get(self.wanted.saturating_sub(1)) {
            let end = places.partition_point(|(_, place)| *place <= last);
            places.truncate(end);
        }
        let mut find = self.connection.prepare_cached("SELECT updated, source, path FROM page WHERE key = ?1")?;
        let mut pages = Vec::with_capacity(places.len());
        for run in places.chunk_by(|(_, one), (_, other)| one == other) {
            let mut equals = Vec::with_capacity(run.len());
            for &(page, _) in run {
                let key = if run.len() == 1 {
                    (std::cmp::Reverse(0_i64), String::new(), String::new())
                } else {
                    find.query_row([page], |row| Ok((std::cmp::Reverse(row.get(0)?), row.get(1)?, row.get(2)?)))?
                };
                equals.push((key, page));
            }
            equals.sort_unstable();
            pages.extend(equals.into_iter().map(|(_, page)| page));
        }
        pages.truncate(self.wanted);
        Ok(pages)
    }
}
