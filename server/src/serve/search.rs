//! `GET /api/search`: what [`wire::SearchReply`](SearchReply) says, in JSON.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use scrap_core::search::{Freeze, List, MAX_LIMIT, Options};
use scrap_core::store::Store;
use scrap_core::time::Day;
use scrap_core::wire::{ProblemView, SearchReply};
use serde::Deserialize;

use super::Site;
use super::problem::Problem;
use crate::data::{now, random};
use crate::search::today;

/// Hits where no number is given.
const LIMIT: usize = 20;

/// What can be asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The query. Without text it finds nothing.
    #[serde(default)]
    q: String,
    /// So many hits.
    limit: Option<usize>,
    /// Where an earlier answer ended, instead of a query.
    cursor: Option<String>,
    /// The day that relative dates mean, instead of the server's.
    today: Option<String>,
}

/// Answers a search.
pub async fn search(
    State(site): State<Site>,
    params: Result<Query<Params>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(params) = params.map_err(|_| {
        Problem::refused("bad_parameter", "q, limit, cursor and today may be given, each once, and limit is a number")
    })?;
    let asked = Asked::of(params)?;
    let (mut reply, list) = site.pool.read(move |store| asked.answer(store)).await??;
    if let Some(list) = list
        && !site.pool.keep(list).await
    {
        reply.cursor = None;
        reply.problems.push(without_cursor());
    }
    json(&reply)
}

/// An answer as JSON.
pub fn json(reply: &impl serde::Serialize) -> Result<Response, Problem> {
    let body = serde_json::to_vec(reply).map_err(|_| Problem::internal("the answer could not be written"))?;
    Ok(([(CONTENT_TYPE, "application/json")], body).into_response())
}

/// The day that `today` says, or the server's.
pub fn day_of(given: Option<&str>) -> Result<Day, Problem> {
    let Some(text) = given else { return Ok(today()) };
    Day::parse(text).ok_or_else(|| Problem::refused("bad_today", "today is a day, written as 2026-03-01"))
}

/// What is asked, read.
#[derive(Debug)]
struct Asked {
    what: What,
    limit: usize,
    today: Day,
}

#[derive(Debug)]
enum What {
    Query(String),
    Cursor(String),
}

impl Asked {
    fn of(params: Params) -> Result<Self, Problem> {
        let limit = params.limit.unwrap_or(LIMIT);
        if limit == 0 || limit > MAX_LIMIT {
            return Err(Problem::refused("bad_limit", format!("limit is 1 to {MAX_LIMIT}")));
        }
        let today = day_of(params.today.as_deref())?;
        let what = match params.cursor {
            Some(_) if !params.q.is_empty() => {
                let detail = "a cursor goes on with the query it came from: give it alone, or the query alone";
                return Err(Problem::refused("query_and_cursor", detail));
            }
            Some(cursor) => What::Cursor(cursor),
            None => What::Query(params.q),
        };
        Ok(Self { what, limit, today })
    }

    /// The reply, and the list that its cursor leads into once it is kept.
    fn answer(self, store: &Store) -> Result<(SearchReply, Option<List>), Problem> {
        let query = match self.what {
            What::Cursor(cursor) => {
                return Ok((store.search_on(&cursor, self.limit, self.today, now())?.into(), None));
            }
            What::Query(query) if query.trim().is_empty() => return Ok((nothing(store.change_number()?), None)),
            What::Query(query) => query,
        };
        let id = random().map_err(|_| Problem::internal("the system gives no random numbers"))?;
        let freeze = Some(Freeze { id, now: now() });
        let mut answer = store.search(&query, Options { limit: self.limit, today: self.today, freeze })?;
        let list = answer.list.take();
        Ok((answer.into(), list))
    }
}

/// An empty query finds nothing: whoever wants all pages says so, with `sort:updated`.
fn nothing(change: i64) -> SearchReply {
    let (hits, total, exact, cursor) = (Vec::new(), 0, true, None);
    SearchReply {
        hits,
        total,
        exact,
        sections: Vec::new(),
        tokens: Vec::new(),
        problems: Vec::new(),
        explain: None,
        unmeasured: 0,
        cursor,
        change,
    }
}

fn without_cursor() -> ProblemView {
    ProblemView {
        code: "no-cursor".to_owned(),
        severity: "note".to_owned(),
        message: "another program is writing to the store, so there is no cursor to the other hits: ask again"
            .to_owned(),
        start: 0,
        end: 0,
        suggestion: None,
    }
}
