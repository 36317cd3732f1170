//! Who asks, and what they may do: `Authorization: Bearer` with a token of this store.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use scrap_core::store::{Scope, TokenHash};

use super::Site;
use super::attempts::Attempts;
use super::peer::Peer;
use super::problem::Problem;
use crate::data::now;
use crate::token;

/// A token's last use is noted at most so often: a write for each request would be one too many.
const NOTED_EACH: Duration = Duration::from_secs(60);

/// Tokens whose last use is remembered.
const MOST_KNOWN: usize = 1_000;

/// Who has asked so far.
#[derive(Debug, Default)]
pub struct Callers {
    attempts: Mutex<Attempts>,
    /// Tokens that were right, and when their use was last noted.
    known: Mutex<HashMap<TokenHash, Instant>>,
}

/// Lets in who brings a token, and lets the handler know what it may do.
pub async fn authenticate(State(site): State<Site>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().map_or(Peer::UNKNOWN, |peer| *peer);
    match scope_of(&site, peer.0, request.headers()).await {
        Ok(scope) => {
            request.extensions_mut().insert(Granted(scope));
            next.run(request).await
        }
        Err(refusal) => refusal.into_response(),
    }
}

/// Lets on only whose token holds the scope. It stands on single routes, behind [`authenticate`].
pub async fn require(State(needed): State<Scope>, request: Request, next: Next) -> Response {
    match request.extensions().get::<Granted>() {
        Some(Granted(scope)) if *scope >= needed => next.run(request).await,
        _ => Refusal::TooNarrow(needed).into_response(),
    }
}

/// What the request's token may do.
#[derive(Debug, Clone, Copy)]
struct Granted(Scope);

async fn scope_of(site: &Site, address: IpAddr, headers: &HeaderMap) -> Result<Scope, Refusal> {
    let hash = token::hash(bearer(headers).ok_or(Refusal::NoToken)?);
    let callers = &site.callers;
    // Whoever was let in before is not kept out by what others at its address try.
    if !lock(&callers.known).contains_key(&hash)
        && let Some(wait) = lock(&callers.attempts).wait(address, Instant::now())
    {
        return Err(Refusal::TooMany(wait));
    }
    let found = site.pool.read(move |store| store.token(&hash)).await;
    let Some(token) = found.map_err(Problem::from)?.map_err(Problem::from)? else {
        lock(&callers.known).remove(&hash);
        lock(&callers.attempts).note(address, Instant::now());
        return Err(Refusal::WrongToken);
    };
    note_use(site, hash);
    Ok(token.scope)
}

/// Notes the token's use, now and then, and without letting the request wait: another process may be writing.
fn note_use(site: &Site, hash: TokenHash) {
    let mut known = lock(&site.callers.known);
    if known.get(&hash).is_some_and(|noted| noted.elapsed() < NOTED_EACH) {
        return;
    }
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    known.insert(hash, Instant::now());
    let site = site.clone();
    tokio::spawn(async move {
        let noted = site.pool.write(move |store| store.note_token_use(&hash, now())).await;
        if !matches!(noted, Ok(Ok(()))) {
            tracing::debug!("the use of a token could not be noted");
        }
    });
}

/// The token of the one `Authorization` header.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    Some(token.trim()).filter(|token| scheme.eq_ignore_ascii_case("bearer") && !token.is_empty())
}

/// Why somebody is not let in.
enum Refusal {
    NoToken,
    WrongToken,
    TooMany(Duration),
    TooNarrow(Scope),
    Other(Problem),
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self::Other(problem)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (challenge, problem) = match self {
            Self::NoToken => (
                "Bearer realm=\"scrap\"",
                Problem::new(
                    StatusCode::UNAUTHORIZED,
                    "no_token",
                    "this needs a token: send `Authorization: Bearer` with one that `scrap token new` made",
                ),
            ),
            Self::WrongToken => (
                "Bearer realm=\"scrap\", error=\"invalid_token\"",
                Problem::new(
                    StatusCode::UNAUTHORIZED,
                    "wrong_token",
                    "this store knows no such token, or it was revoked: `scrap token new` makes one",
                ),
            ),
            Self::TooNarrow(needed) => (
                "Bearer realm=\"scrap\", error=\"insufficient_scope\"",
                Problem::new(
                    StatusCode::FORBIDDEN,
                    "scope",
                    format!("this needs a token of the scope {}: `scrap token new` makes one", needed.name()),
                ),
            ),
            Self::TooMany(wait) => {
                let detail = "too many wrong tokens came from this address: wait before you try another";
                let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_attempts", detail);
                return Problem { retry_after: Some(wait.as_secs() + 1), ..problem }.into_response();
            }
            Self::Other(problem) => return problem.into_response(),
        };
        let mut response = problem.into_response();
        response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
        response
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
