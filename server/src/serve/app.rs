//! The web app: files that the build put into the binary, each in up to three forms. Whatever address the app shows
//! itself under, a browser that asks for a page gets its first file, and the app takes it from there.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};

use super::Site;
use super::encoding::{self, Encoding};
use super::problem::Problem;

/// A file of the app.
#[derive(Debug)]
pub struct File {
    /// Its address without the first slash.
    pub name: &'static str,
    /// Its media type.
    pub mime: &'static str,
    /// The hash of its bytes.
    pub tag: &'static str,
    /// As it is.
    pub plain: &'static [u8],
    /// Through Brotli.
    pub br: Option<&'static [u8]>,
    /// Through gzip.
    pub gz: Option<&'static [u8]>,
}

/// The files of the app, in the order of their names; none in a binary that was built without it.
#[derive(Debug, Clone, Copy)]
pub struct App(&'static [File]);

/// What this binary brings.
pub const EMBEDDED: App = App::new(include!(concat!(env!("OUT_DIR"), "/app.rs")));

const FIRST: &str = "index.html";

const WITHOUT_APP: &str = "scrap is running, and this binary was built without the web app.\n\n\
    To build it with the app, in a clone of scrap:\n\n    cargo xtask run\n\n\
    The search at /api/search answers as it is.\n";

/// Addresses below these are never a page of the app, whatever a browser asks for.
const NOT_PAGES: [&str; 4] = ["api", "assets", "healthz", "mcp"];

impl App {
    /// An app of these files, sorted by name.
    pub const fn new(files: &'static [File]) -> Self {
        Self(files)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Compared byte by byte, never decoded or resolved: there is no way out of the table.
    fn find(self, name: &str) -> Option<&'static File> {
        self.0.binary_search_by(|file| file.name.cmp(name)).ok().map(|at| &self.0[at])
    }
}

/// Answers whatever no route of the API does.
pub async fn serve(State(site): State<Site>, request: Request) -> Response {
    let name = request.uri().path();
    let name = name.strip_prefix('/').unwrap_or(name);
    let is_page = is_page(request.uri().path(), request.headers());
    let file = site.app.find(name).or_else(|| if is_page { site.app.find(FIRST) } else { None });
    let bare = site.app.is_empty() && name.is_empty();
    if file.is_none() && !bare {
        return Problem::not_found().into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET,HEAD")]).into_response();
    }
    match file {
        Some(file) => send(file, request.headers()),
        None => ([(CACHE_CONTROL, "no-cache")], WITHOUT_APP).into_response(),
    }
}

/// Whether a browser asks for a page to show, at an address that the app may know.
fn is_page(path: &str, headers: &HeaderMap) -> bool {
    let name = path.strip_prefix('/').unwrap_or(path);
    if name.is_empty() {
        return true;
    }
    let first = name.split('/').next().unwrap_or_default();
    let last = name.rsplit('/').next().unwrap_or_default();
    let wants_html = headers.get_all(ACCEPT).iter().any(|accept| {
        accept.to_str().is_ok_and(|accept| accept.split(',').any(|range| range.trim().starts_with("text/html")))
    });
    wants_html && !last.contains('.') && !NOT_PAGES.contains(&first)
}

fn send(file: &File, headers: &HeaderMap) -> Response {
    let form = |encoding: Encoding| match encoding {
        Encoding::Brotli => file.br,
        Encoding::Gzip => file.gz,
        Encoding::Identity => Some(file.plain),
    };
    let encoding = encoding::best(headers, |encoding| form(encoding).is_some());
    // Each form has a tag of its own: they are different bytes.
    let tag = format!("\"{}-{}\"", file.tag, encoding.name());
    let is_known =
        headers.get_all(IF_NONE_MATCH).iter().any(|known| known.to_str().is_ok_and(|known| names(known, &tag)));

    let bytes = form(encoding).unwrap_or(file.plain);
    let mut response = Response::new(if is_known { Body::empty() } else { Body::from(bytes) });
    let put = response.headers_mut();
    put.insert(CACHE_CONTROL, HeaderValue::from_static(cache(file.name)));
    // The first file also answers where another client gets an error.
    put.insert(
        VARY,
        HeaderValue::from_static(if file.name == FIRST { "accept, accept-encoding" } else { "accept-encoding" }),
    );
    if let Ok(tag) = tag.parse() {
        put.insert(ETAG, tag);
    }
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    put.insert(CONTENT_TYPE, HeaderValue::from_static(file.mime));
    put.insert(CONTENT_LENGTH, bytes.len().into());
    if encoding != Encoding::Identity {
        put.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
    }
    response
}

/// Names under `assets/` carry the hash of their content; everything else is asked for anew.
fn cache(name: &str) -> &'static str {
    if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
}

/// Whether an `If-None-Match` names the tag, or any. It is compared weakly, as the standard says: a proxy may have made
/// the tag weak.
fn names(known: &str, tag: &str) -> bool {
    let tags = || known.split(',').map(|known| known.trim());
    known.trim() == "*" || tags().any(|known| known.strip_prefix("W/").unwrap_or(known) == tag)
}
