//! `GET /healthz`: whether the server can answer from its store, for whoever watches the process, so without a token and
//! saying nothing about the pages. `GET /api/health`: what could be better about the pages.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use scrap_core::wire::HealthReply;
use serde::Deserialize;

use super::Site;
use super::problem::Problem;
use super::search::{day_of, json};

/// Reads from the store.
pub async fn healthz(State(site): State<Site>) -> Result<&'static str, Problem> {
    site.pool.read(|store| store.change_number()).await??;
    Ok("ok\n")
}

/// What can be asked about the pages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The day from which todos are stale, instead of the server's.
    today: Option<String>,
}

/// Counts what every check finds.
pub async fn health(
    State(site): State<Site>,
    params: Result<Query<Params>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(params) = params.map_err(|_| Problem::refused("bad_parameter", "only today may be given, once"))?;
    let today = day_of(params.today.as_deref())?;
    let health = site.pool.read(move |store| store.health(today)).await??;
    json(&HealthReply::from(health))
}
