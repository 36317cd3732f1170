//! The addresses that the server answers, each with who may ask; and what every request passes on its way, the first at
//! the bottom. What an address does stands in its module.

use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use scrap_core::store::Scope;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

use super::problem::Problem;
use super::{Site, app, auth, facets, gate, headers, health, log, problem, search};

/// The most that a request may carry, where its route does not say otherwise.
const BODY: usize = 64 * 1024;

/// The most time that a request may take.
const TIME: Duration = Duration::from_secs(15);

/// Everything that the server answers.
pub fn router(site: Site) -> Router {
    let needs = |scope: Scope| from_fn_with_state(scope, auth::require);
    let api = Router::new()
        .route("/search", get(search::search).route_layer(needs(Scope::Read)))
        .route("/search/facets", get(facets::facets).route_layer(needs(Scope::Read)))
        .route("/health", get(health::health).route_layer(needs(Scope::Read)))
        .fallback(|| async { Problem::not_found() })
        // Without a token nobody learns which addresses there are.
        .layer(from_fn_with_state(site.clone(), auth::authenticate));
    let all = Router::new()
        .route("/healthz", get(health::healthz))
        .nest("/api", api)
        .fallback(app::serve)
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, TIME))
        .layer(RequestBodyLimitLayer::new(BODY))
        .layer(from_fn_with_state(site.clone(), gate::keep))
        .layer(from_fn(log::write))
        .with_state(site);
    // Around the router, which still puts a header on what its own layers refuse.
    Router::new().fallback_service(all).layer(from_fn(problem::dress)).layer(from_fn(headers::put))
}
