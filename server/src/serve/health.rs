//! `GET /healthz`: whether the server can answer from its store. For whoever watches the process, so without a token, and
//! saying nothing about the pages.

use axum::extract::State;

use super::Site;
use super::problem::Problem;

/// Reads from the store.
pub async fn healthz(State(site): State<Site>) -> Result<&'static str, Problem> {
    site.pool.read(|store| store.change_number()).await??;
    Ok("ok\n")
}
