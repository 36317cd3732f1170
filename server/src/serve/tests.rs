//! The server without a socket: requests put straight into its router, over a store in a folder of its own.

mod files;
mod gate;
mod matrix;
mod searching;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::Router;
use axum::body::Body;
use axum::http::header::{AUTHORIZATION, HOST};
use axum::http::{Request, Response, StatusCode, request};
use http_body_util::BodyExt as _;
use scrap_core::fields::{Fields, MadeBy};
use scrap_core::id::PageId;
use scrap_core::merge::Content;
use scrap_core::store::{Draft, Scope};
use scrap_core::time::Instant;
use tower::ServiceExt as _;

use super::app::{App, File};
use super::auth::Callers;
use super::gate::Gate;
use super::peer::Peer;
use super::pool::Pool;
use super::{Parts, Site, router};
use crate::data::{Data, now};
use crate::token;

/// An app of three files.
static FILES: [File; 3] = [
    File {
        name: "assets/app-0123.wasm",
        mime: "application/wasm",
        tag: "aa",
        plain: b"wasm as it is",
        br: Some(b"wasm br"),
        gz: Some(b"wasm gz"),
    },
    File {
        name: "index.html",
        mime: "text/html; charset=utf-8",
        tag: "bb",
        plain: b"<!doctype html>",
        br: None,
        gz: Some(b"html gz"),
    },
    File { name: "sw.js", mime: "text/javascript; charset=utf-8", tag: "cc", plain: b"// sw", br: None, gz: None },
];

/// A running server, and a token of each scope.
struct Bench {
    router: Router,
    site: Site,
    data: Data,
    _folder: tempfile::TempDir,
}

impl Bench {
    /// A server over an empty store.
    fn new() -> Self {
        Self::with_app(App::new(&FILES))
    }

    fn with_app(app: App) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = Data::at(Some(folder.path().to_owned())).unwrap();
        let store = data.open_or_make().unwrap();
        for scope in Scope::ALL {
            assert!(store.add_token(&token::hash(scope.name()), scope.name(), scope, now()).unwrap());
        }
        let bound = SocketAddr::from((Ipv4Addr::LOCALHOST, 7377));
        let public = "https://notes.example.org".parse().unwrap();
        let gate = Gate::new(bound, Some(&public));
        let pool = Pool::open(&data).unwrap();
        let site = Site(Arc::new(Parts { pool, gate, callers: Callers::default(), app }));
        Self { router: router::router(site.clone()), site, data, _folder: folder }
    }

    /// Saves a page with this text.
    fn save(&self, number: u8, title: &str, body: &str) {
        let fields = Fields { title: Some(title.to_owned()), ..Fields::default() };
        let content = Content { fields, body: body.to_owned() };
        let (page, made_by) = (PageId([number; 16]), MadeBy::User);
        let draft = Draft { page, parents: vec![], content, made_by, import: false, request: None };
        self.data.open().unwrap().save(draft, Instant::from_ms(i64::from(number))).unwrap();
    }

    async fn send(&self, request: Request<Body>) -> Answer {
        Answer::of(self.router.clone().oneshot(request).await.unwrap()).await
    }

    /// A `GET` with the token that only reads.
    async fn get(&self, path: &str) -> Answer {
        self.send(ask("GET", path).header(AUTHORIZATION, "Bearer read").body(Body::empty()).unwrap()).await
    }
}

/// A request by a known name, from an address that no other request has.
fn ask(method: &str, path: &str) -> request::Builder {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let peer = Peer(IpAddr::V4(NEXT.fetch_add(1, Ordering::Relaxed).into()));
    Request::builder().method(method).uri(path).header(HOST, "localhost:7377").extension(peer)
}

/// What came back.
#[derive(Debug)]
struct Answer {
    status: StatusCode,
    headers: axum::http::HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    async fn of(response: Response<Body>) -> Self {
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        Self { status: parts.status, headers: parts.headers, body }
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The code of a problem, which must say all that a problem says.
    fn code(&self) -> String {
        assert_eq!(self.header("content-type"), "application/problem+json", "{self:?}");
        let problem = self.json();
        assert_eq!(problem["status"], self.status.as_u16());
        assert_eq!(problem["title"], self.status.canonical_reason().unwrap());
        assert!(problem["type"].is_string() && problem["detail"].is_string());
        problem["code"].as_str().unwrap().to_owned()
    }
}
