//! A line for each request, on standard error: which route, what came of it, how long it took. Never its query, its path
//! (which may name a page), its token or its address.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

/// Starts the log. `SCRAP_LOG` says how much of it: `warn`, `info` (the default), `debug`.
pub fn start() {
    let level = std::env::var("SCRAP_LOG").ok().and_then(|level| level.parse().ok()).unwrap_or(Level::INFO);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false).with_target(false);
    // What the libraries say of requests is not for the log: it may quote them.
    let ours = Targets::new().with_target("scrap", level);
    let _ = tracing_subscriber::registry().with(lines.with_filter(ours)).try_init();
}

/// Writes the line of a request.
pub async fn write(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = method(&request);
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let route = route.as_ref().map_or("app", MatchedPath::as_str);
    let (status, ms) = (response.status().as_u16(), begun.elapsed().as_millis());
    match status {
        500.. => tracing::warn!(method, route, status, ms, "answered"),
        _ => tracing::info!(method, route, status, ms, "answered"),
    }
    response
}

/// The method, if it is one: others are whatever the client wrote.
fn method(request: &Request) -> &'static str {
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
        .into_iter()
        .find(|method| request.method() == method)
        .unwrap_or("other")
}
