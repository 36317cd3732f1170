//! The headers that every answer has, whatever it is and whoever asked.

use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

/// What the app may load and do: its own files, pictures that it makes itself, and one policy for the few places that
/// turn text into script addresses (its worker and its service worker).
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types scrap";

/// Photos are taken in the app; nothing else of the device is its business.
const PERMISSIONS: &str = "camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), \
    bluetooth=(), midi=(), display-capture=(), browsing-topics=()";

const ALWAYS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
];

/// Puts them on.
pub async fn put(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    put_on(response.headers_mut());
    response
}

fn put_on(headers: &mut HeaderMap) {
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // What says nothing of its own about caches is somebody's pages, or an error.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}
