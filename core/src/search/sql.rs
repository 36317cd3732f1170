//! The SQL of a search: what it selects from, its conditions and orders. What is asked, and in which steps, is `rank`'s.

pub(super) mod condition;
mod facets;
pub(super) mod health;
mod section;
mod values;
pub(super) mod words;

use std::cmp::Reverse;
use std::collections::HashSet;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

pub(super) use self::facets::tag;
pub(super) use self::section::traits;
pub(super) use self::values::values;
use super::expression::{self, Columns, Expression, Meet};
use super::{Plan, SearchError};
use crate::query::{Sort, SortKey};
use crate::text::Stemmer;

/// The weights of the index's columns in bm25: first letters, title, tags, summary, body, write-up, files.
const BM25: &str = "bm25(page_fts, 1.0, 10.0, 5.0, 3.0, 1.0, 1.0, 1.0)";

/// Up to so many matches are read at once and put in order.
const FEW: usize = 1_000;

/// And up to one page in so many: of more, the first ones are met soon on the way from the latest edit back.
const MANY: usize = 16;

/// The latest edit, then the path: the order of pages that nothing else tells apart.
const LATEST: &str = "p.updated DESC, p.source, p.path, p.key";

/// The `ORDER BY` of a `sort:`.
pub(super) fn order_of(sort: Sort) -> String {
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
pub(super) struct From {
    tables: &'static str,
    key: &'static str,
    condition: String,
    values: Vec<Value>,
}

const JOINED: &str = "page_fts CROSS JOIN page p ON p.key = page_fts.rowid";

impl From {
    /// The pages that meet the plan's conditions, which has no words.
    pub(super) fn pages(plan: &Plan<'_>) -> Self {
        Self::where_(plan.condition.clone())
    }

    /// The pages that meet a condition.
    fn where_(condition::Sql { text, values }: condition::Sql) -> Self {
        Self { tables: "page p", key: "p.key", condition: text, values }
    }

    /// Nothing if no page can match.
    pub(super) fn of(connection: &Connection, plan: &Plan<'_>) -> Result<Option<Self>, SearchError> {
        if plan.words.is_empty() {
            return Ok(Some(Self::pages(plan)));
        }
        let expression = expression::all(&plan.words, Columns::ALL, Meet::Start, &mut Stemmer::default());
        expression.map(|expression| Self::matching(connection, plan, &expression)).transpose()
    }

    /// The pages that meet `expression` and the plan's other conditions.
    pub(super) fn matching(
        connection: &Connection,
        plan: &Plan<'_>,
        expression: &Expression,
    ) -> Result<Self, SearchError> {
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

    /// Joined with the pages, for an order that hangs on them.
    pub(super) fn with_pages(mut self) -> Self {
        if self.tables == "page_fts" {
            self.tables = JOINED;
        }
        self
    }

    /// How many pages match.
    pub(super) fn count(&self, connection: &Connection) -> Result<u64, SearchError> {
        let mut find =
            connection.prepare_cached(&format!("SELECT count(*) FROM {} WHERE {}", self.tables, self.condition))?;
        let count: i64 = find.query_row(params_from_iter(&self.values), |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    /// How SQLite goes about it: the steps of its plan.
    #[cfg(test)]
    pub(super) fn steps(&self, connection: &Connection) -> Vec<String> {
        let Self { tables, key, condition, values } = self;
        let sql = format!("EXPLAIN QUERY PLAN SELECT {key} FROM {tables} WHERE {condition}");
        let mut find = connection.prepare(&sql).unwrap();
        find.query_map(params_from_iter(values), |row| row.get(3)).unwrap().map(Result::unwrap).collect()
    }

    /// Up to `most` matches, in no order.
    pub(super) fn some(&self, connection: &Connection, most: usize) -> Result<Vec<i64>, SearchError> {
        let Self { tables, key, condition, values } = self;
        let mut find =
            connection.prepare_cached(&format!("SELECT {key} FROM {tables} WHERE {condition} LIMIT {most}"))?;
        let pages = find.query_map(params_from_iter(values), |row| row.get(0))?;
        Ok(pages.collect::<Result<_, _>>()?)
    }

    /// The first `wanted` matches in an order.
    pub(super) fn ordered(&self, connection: &Connection, order: &str, wanted: usize) -> Result<Vec<i64>, SearchError> {
        let Self { tables, key, condition, values } = self;
        let sql = format!("SELECT {key} FROM {tables} WHERE {condition} ORDER BY {order} LIMIT {wanted}");
        let mut find = connection.prepare_cached(&sql)?;
        let pages = find.query_map(params_from_iter(values), |row| row.get(0))?;
        Ok(pages.collect::<Result<_, _>>()?)
    }

    /// The first `wanted` matches, the latest edit first, and the number of all.
    pub(super) fn latest(mut self, connection: &Connection, wanted: usize) -> Result<(Vec<i64>, u64), SearchError> {
        let few = FEW.max(pages_at_most(connection)? / MANY);
        let some = self.some(connection, few)?;
        if some.len() < few {
            // These are all: a condition that goes through every page is not asked again.
            return Ok((sorted(connection, &some, wanted)?, some.len() as u64));
        }
        let total = self.count(connection)?;
        if total >= (wanted as u64).saturating_mul(8) {
            self.tables = "page p INDEXED BY page_by_updated";
        }
        Ok((self.ordered(connection, LATEST, wanted)?, total))
    }

    /// Only those of `pages`.
    pub(super) fn among(mut self, pages: &[i64]) -> Self {
        let list: Vec<String> = pages.iter().map(ToString::to_string).collect();
        self = self.with_pages();
        self.condition.push_str(&format!(" AND p.key IN ({})", list.join(",")));
        self
    }

    /// Every match with its bm25 in millionths: better matches have smaller numbers.
    pub(super) fn scored(&self, connection: &Connection) -> Result<Vec<(i64, i64)>, SearchError> {
        let Self { tables, key, condition, values } = self;
        let mut find = connection.prepare_cached(&format!("SELECT {key}, {BM25} FROM {tables} WHERE {condition}"))?;
        let rows = find.query_map(params_from_iter(values), |row| Ok((row.get(0)?, millionths(row.get(1)?))))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// The first `wanted` of `pages`, the latest edit first. The statement is not kept: it is another one each time.
fn sorted(connection: &Connection, pages: &[i64], wanted: usize) -> Result<Vec<i64>, SearchError> {
    let list: Vec<String> = pages.iter().map(ToString::to_string).collect();
    let list = list.join(",");
    let mut find = connection
        .prepare(&format!("SELECT p.key FROM page p WHERE p.key IN ({list}) ORDER BY {LATEST} LIMIT {wanted}"))?;
    let pages = find.query_map([], |row| row.get(0))?;
    Ok(pages.collect::<Result<_, _>>()?)
}

fn millionths(score: f64) -> i64 {
    (score * 1e6).round() as i64
}

fn any_trashed(connection: &Connection) -> Result<bool, SearchError> {
    let mut find = connection.prepare_cached("SELECT EXISTS (SELECT 1 FROM page WHERE trashed = 1)")?;
    Ok(find.query_row([], |row| row.get(0))?)
}

/// No fewer than all pages, and not many more.
pub(super) fn pages_at_most(connection: &Connection) -> Result<usize, SearchError> {
    let mut find = connection.prepare_cached("SELECT coalesce(max(key), 0) FROM page")?;
    let last: i64 = find.query_row([], |row| row.get(0))?;
    Ok(usize::try_from(last).unwrap_or(usize::MAX))
}

/// The pages that meet an expression of the index.
pub(super) fn matching(connection: &Connection, expression: &Expression) -> Result<HashSet<i64>, SearchError> {
    let mut find = connection.prepare_cached("SELECT rowid FROM page_fts WHERE page_fts MATCH ?1")?;
    Ok(find.query_map([expression.to_string()], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// The pages whose title is `folded`.
pub(super) fn titled(connection: &Connection, folded: &str) -> Result<HashSet<i64>, SearchError> {
    let mut find = connection.prepare_cached("SELECT page FROM name WHERE key = ?1 AND kinds & 2")?;
    Ok(find.query_map([folded], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// The topic pages.
pub(super) fn topics(connection: &Connection) -> Result<HashSet<i64>, SearchError> {
    let mut find = connection.prepare_cached("SELECT key FROM page WHERE kind = 7")?;
    Ok(find.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// What orders pages that nothing else tells apart: the latest edit, the source, the path.
pub(super) type Last = (Reverse<i64>, String, String);

/// What orders `page` among its equals.
pub(super) fn last(connection: &Connection, page: i64) -> Result<Last, SearchError> {
    let mut find = connection.prepare_cached("SELECT updated, source, path FROM page WHERE key = ?1")?;
    Ok(find.query_row([page], |row| Ok((Reverse(row.get(0)?), row.get(1)?, row.get(2)?)))?)
}
