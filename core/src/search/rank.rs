//! The order of the hits. Only what can still reach the first hits is ranked: a tier is asked when the ones before it
//! do not fill them.

use std::collections::HashSet;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::expression::{self, Columns, Meet};
use super::{Plan, SearchError};
use crate::fields::Kind;
use crate::query::{Node, Sort, SortKey, Term};
use crate::text::{self, Stemmer, phrase_tokens, query_tokens};

/// The weights of the index's columns in bm25: title, tags, summary, body, write-up, files.
const BM25: &str = "bm25(page_fts, 10.0, 5.0, 3.0, 1.0, 1.0, 1.0)";

/// The latest edit, then the path: the order of pages that nothing else tells apart.
const LATEST: &str = "p.updated DESC, p.source, p.path, p.key";

/// Pages in order, as short numbers, with how many match.
pub(super) struct Ranked {
    pub pages: Vec<i64>,
    pub total: u64,
}

/// The first `wanted` pages in order, and the exact number of all.
pub(super) fn rank(connection: &Connection, plan: &Plan<'_>, wanted: usize) -> Result<Ranked, SearchError> {
    let mut stemmer = Stemmer::default();
    let Some(from) = From::of(plan, &mut stemmer) else { return Ok(Ranked { pages: Vec::new(), total: 0 }) };
    let total = from.count(connection)?;
    let pages = match (plan.query.sort, plan.words.is_empty()) {
        (Some(sort), _) => from.ordered(connection, &order_of(sort.value), wanted)?,
        (None, true) => from.ordered(connection, LATEST, wanted)?,
        (None, false) => Tiers { connection, plan, stemmer, wanted: wanted.min(total as usize) }.rank()?,
    };
    Ok(Ranked { pages, total })
}

/// How many pages match.
pub(super) fn count(connection: &Connection, plan: &Plan<'_>) -> Result<u64, SearchError> {
    From::of(plan, &mut Stemmer::default()).map_or(Ok(0), |from| from.count(connection))
}

/// Which of `pages` match still.
pub(super) fn still_match(connection: &Connection, plan: &Plan<'_>, pages: &[i64]) -> Result<Vec<i64>, SearchError> {
    let Some(mut from) = From::of(plan, &mut Stemmer::default()) else { return Ok(Vec::new()) };
    let list: Vec<String> = pages.iter().map(ToString::to_string).collect();
    from.sql.push_str(&format!(" AND p.key IN ({})", list.join(",")));
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

/// What a search selects from: the index joined with the pages, or the pages alone.
struct From {
    sql: String,
    values: Vec<Value>,
}

impl From {
    /// Nothing if no page can match.
    fn of(plan: &Plan<'_>, stemmer: &mut Stemmer) -> Option<Self> {
        let condition = &plan.condition;
        if plan.words.is_empty() {
            return Some(Self { sql: format!("page p WHERE {}", condition.text), values: condition.values.clone() });
        }
        let expression = expression::all(&plan.words, Columns::ALL, Meet::Start, stemmer)?;
        Some(Self::matching(plan, expression))
    }

    fn matching(plan: &Plan<'_>, expression: String) -> Self {
        let mut values = vec![Value::Text(expression)];
        values.extend(plan.condition.values.iter().cloned());
        let condition = &plan.condition.text;
        let sql =
            format!("page_fts CROSS JOIN page p ON p.key = page_fts.rowid WHERE page_fts MATCH ? AND {condition}");
        Self { sql, values }
    }

    fn count(&self, connection: &Connection) -> Result<u64, SearchError> {
        let mut find = connection.prepare_cached(&format!("SELECT count(*) FROM {}", self.sql))?;
        let count: i64 = find.query_row(params_from_iter(&self.values), |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    fn ordered(&self, connection: &Connection, order: &str, wanted: usize) -> Result<Vec<i64>, SearchError> {
        let sql = format!("SELECT p.key FROM {} ORDER BY {order} LIMIT {wanted}", self.sql);
        let mut find = connection.prepare_cached(&sql)?;
        let pages = find.query_map(params_from_iter(&self.values), |row| row.get(0))?;
        Ok(pages.collect::<Result<_, _>>()?)
    }
}

/// A page of a tier, with what orders it. Smaller is better.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    not_exact_title: bool,
    not_topic: bool,
    not_as_written: bool,
    /// bm25 in millionths: the index gives better matches smaller numbers.
    score: i64,
    older: std::cmp::Reverse<i64>,
    source: String,
    path: String,
    page: i64,
}

struct Tiers<'a> {
    connection: &'a Connection,
    plan: &'a Plan<'a>,
    stemmer: Stemmer,
    wanted: usize,
}

impl Tiers<'_> {
    fn rank(mut self) -> Result<Vec<i64>, SearchError> {
        let title = exact_title(&self.plan.words);
        let mut pages = Vec::new();
        let mut seen = HashSet::new();
        for (tier, columns) in [Columns::TITLE, Columns::TITLE_TAGS_SUMMARY, Columns::ALL].into_iter().enumerate() {
            if pages.len() >= self.wanted {
                break;
            }
            let Some(expression) = expression::all(&self.plan.words, columns, Meet::Start, &mut self.stemmer) else {
                continue;
            };
            let written = self.as_written(&expression)?;
            let mut places = self.places(expression, tier, title.as_deref(), &written)?;
            places.retain(|place| seen.insert(place.page));
            places.sort_unstable();
            pages.extend(places.into_iter().map(|place| place.page));
        }
        pages.truncate(self.wanted);
        Ok(pages)
    }

    /// The pages of the tier that hold every word as it was typed.
    fn as_written(&mut self, tier: &str) -> Result<HashSet<i64>, SearchError> {
        let Some(whole) = expression::all(&self.plan.words, Columns::ALL, Meet::Whole, &mut self.stemmer) else {
            return Ok(HashSet::new());
        };
        let mut find = self.connection.prepare_cached("SELECT rowid FROM page_fts WHERE page_fts MATCH ?1")?;
        let pages = find.query_map([format!("{tier} AND {whole}")], |row| row.get(0))?;
        Ok(pages.collect::<Result<_, _>>()?)
    }

    fn places(
        &self,
        expression: String,
        tier: usize,
        title: Option<&str>,
        written: &HashSet<i64>,
    ) -> Result<Vec<Place>, SearchError> {
        let from = From::matching(self.plan, expression);
        let sql = format!("SELECT p.key, {BM25}, p.title, p.kind, p.updated, p.source, p.path FROM {}", from.sql);
        let mut find = self.connection.prepare_cached(&sql)?;
        let mut rows = find.query(params_from_iter(&from.values))?;
        let mut places = Vec::new();
        while let Some(row) = rows.next()? {
            let page: i64 = row.get(0)?;
            let exact = tier == 0 && title.is_some_and(|wanted| row.get_ref(2).is_ok_and(|t| is_title(t, wanted)));
            let topic = tier < 2 && row.get::<_, u8>(3)? == Kind::Topic.code();
            places.push(Place {
                not_exact_title: !exact,
                not_topic: !topic,
                not_as_written: !written.contains(&page),
                score: (row.get::<_, f64>(1)? * 1e6).round() as i64,
                older: std::cmp::Reverse(row.get(4)?),
                source: row.get(5)?,
                path: row.get(6)?,
                page,
            });
        }
        Ok(places)
    }
}

fn is_title(value: rusqlite::types::ValueRef<'_>, wanted: &str) -> bool {
    value.as_str().is_ok_and(|title| title_tokens(title) == wanted)
}

fn title_tokens(title: &str) -> String {
    let mut tokens = String::new();
    text::for_each_token(title, |token, _| {
        tokens.push_str(token);
        tokens.push(' ');
    });
    tokens
}

/// The tokens of a title that is just the words of the query, in their order.
fn exact_title(words: &[&Node]) -> Option<String> {
    let mut tokens = String::new();
    for node in words {
        let of_term = match node {
            Node::Term(_, Term::Word(word)) => query_tokens(word),
            Node::Term(_, Term::Phrase(phrase)) => phrase_tokens(phrase).tokens,
            Node::Not(_) => continue,
            _ => return None,
        };
        for token in of_term {
            tokens.push_str(&token);
            tokens.push(' ');
        }
    }
    Some(tokens)
}
