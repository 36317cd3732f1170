//! `GET /api/search/facets`: what the pages of a query are, in JSON. An empty query counts every page: it is where a
//! reader begins to choose.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use scrap_core::wire::FacetsReply;
use serde::Deserialize;

use super::Site;
use super::problem::Problem;
use super::search::{day_of, json};

/// What can be asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The query.
    #[serde(default)]
    q: String,
    /// The day that relative dates mean, instead of the server's.
    today: Option<String>,
}

/// Counts kinds, tags and areas.
pub async fn facets(
    State(site): State<Site>,
    params: Result<Query<Params>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(Params { q, today }) =
        params.map_err(|_| Problem::refused("bad_parameter", "q and today may be given, each once"))?;
    let today = day_of(today.as_deref())?;
    let facets = site.pool.read(move |store| store.facets(&q, today)).await??;
    json(&FacetsReply::from(facets))
}
