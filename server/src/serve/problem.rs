//! What a request is told when it is not answered: `application/problem+json` (RFC 9457) with a code that stays. Every
//! error of a handler becomes a [`Problem`]; what the libraries under it refuse is put into the same form here.

use axum::extract::Request;
use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rusqlite::ErrorCode;
use scrap_core::search::SearchError;
use scrap_core::store::StoreError;

use super::pool::Undone;

const MEDIA_TYPE: HeaderValue = HeaderValue::from_static("application/problem+json");

/// Why a request is not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The status.
    pub status: StatusCode,
    /// The kind, for ever.
    pub code: &'static str,
    /// What is wrong, and what to do.
    pub detail: String,
    /// After so many seconds the same request may go through.
    pub retry_after: Option<u64>,
}

impl Problem {
    /// A problem of this status and kind.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self { status, code, detail: detail.into(), retry_after: None }
    }

    /// The request is understood, and asks for what cannot be.
    pub fn refused(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }

    /// The server failed, and says as much as helps.
    pub fn internal(detail: &str) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail)
    }

    /// There is nothing at this address.
    pub fn not_found() -> Self {
        Self::of_status(StatusCode::NOT_FOUND)
    }

    /// The server cannot now, and may be able to after so many seconds.
    fn later(code: &'static str, seconds: u64, detail: impl Into<String>) -> Self {
        let problem = Self::new(StatusCode::SERVICE_UNAVAILABLE, code, detail);
        Self { retry_after: Some(seconds), ..problem }
    }

    /// What a status says that came without words.
    fn of_status(status: StatusCode) -> Self {
        let (code, detail) = match status {
            StatusCode::NOT_FOUND => ("not_found", "there is nothing at this address"),
            StatusCode::METHOD_NOT_ALLOWED => {
                ("method_not_allowed", "this address does not take this method: the header Allow names those it takes")
            }
            StatusCode::PAYLOAD_TOO_LARGE => ("body_too_large", "the request's body is larger than this address takes"),
            StatusCode::SERVICE_UNAVAILABLE => {
                return Self::later("timeout", 1, "this took too long and was given up: ask for less, or try again");
            }
            _ if status.is_server_error() => ("internal", "the server failed: its log says more"),
            _ => ("bad_request", "the request is not one that this address understands"),
        };
        Self::new(status, code, detail)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::json!({
            "type": "about:blank",
            "title": self.status.canonical_reason().unwrap_or_default(),
            "status": self.status.as_u16(),
            "code": self.code,
            "detail": self.detail,
        });
        let mut response = (self.status, [(CONTENT_TYPE, MEDIA_TYPE)], body.to_string()).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<Undone> for Problem {
    fn from(undone: Undone) -> Self {
        match undone {
            Undone::Busy => Self::later("busy", 1, "too many requests at once: try again in a moment"),
            Undone::Failed => Self::of_status(StatusCode::INTERNAL_SERVER_ERROR),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        if is_busy(&error) {
            return Self::later("busy", 2, error.to_string());
        }
        // Not the error's text: it may repeat the query.
        tracing::error!(code = error.code(), sqlite = ?sqlite_code(&error), "the store failed");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error.code(), error.to_string())
    }
}

/// Whether another process writes to the store and has not finished in time.
pub fn is_busy(error: &StoreError) -> bool {
    matches!(sqlite_code(error), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn sqlite_code(error: &StoreError) -> Option<ErrorCode> {
    match error {
        StoreError::Sqlite(error) => error.sqlite_error_code(),
        _ => None,
    }
}

impl From<SearchError> for Problem {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Store(error) => error.into(),
            SearchError::TooLarge(_) | SearchError::Cursor(_) => Self::refused(error.code(), error.to_string()),
        }
    }
}

/// Gives every error that came from elsewhere (a method that no route takes, a body past the limit, time that ran out) the
/// form of a problem. What such an error said is dropped: it may repeat the request.
pub async fn dress(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let status = response.status();
    if status != StatusCode::METHOD_NOT_ALLOWED {
        // A route names its methods whenever it does not take one, also to those who may not know it.
        response.headers_mut().remove(ALLOW);
    }
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_error || response.headers().get(CONTENT_TYPE) == Some(&MEDIA_TYPE) {
        return response;
    }
    let (parts, _) = response.into_parts();
    let mut dressed = Problem::of_status(status).into_response();
    if let Some(methods) = parts.headers.get(ALLOW) {
        dressed.headers_mut().insert(ALLOW, methods.clone());
    }
    dressed
}
