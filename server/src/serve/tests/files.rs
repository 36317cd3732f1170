//! The app's files: forms, tags, caches, and which addresses are pages of the app.

use axum::body::Body;
use axum::http::StatusCode;

use super::{Answer, App, Bench, ask};

async fn get(bench: &Bench, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = headers.iter().fold(ask("GET", path), |request, (name, value)| request.header(*name, *value));
    bench.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_file_comes_in_the_form_that_the_client_likes() {
    let bench = Bench::new();
    for (wishes, form, body) in [
        ("gzip, br", "br", "wasm br"),
        ("gzip", "gzip", "wasm gz"),
        ("br;q=0.1, gzip;q=0.2", "gzip", "wasm gz"),
        ("deflate", "", "wasm as it is"),
    ] {
        let answer = get(&bench, "/assets/app-0123.wasm", &[("accept-encoding", wishes)]).await;
        assert_eq!((answer.status, answer.header("content-encoding")), (StatusCode::OK, form), "{wishes}");
        assert_eq!(answer.body, body.as_bytes());
        assert_eq!(answer.header("content-length"), body.len().to_string());
        assert_eq!(answer.header("content-type"), "application/wasm");
        assert_eq!(answer.header("vary"), "accept-encoding");
    }
}

#[tokio::test]
async fn only_what_is_hashed_is_kept_for_ever() {
    let bench = Bench::new();
    let cache = async |path| get(&bench, path, &[]).await.header("cache-control").to_owned();
    assert_eq!(cache("/assets/app-0123.wasm").await, "public, max-age=31536000, immutable");
    assert_eq!(cache("/").await, "no-cache");
    assert_eq!(cache("/sw.js").await, "no-cache");
    assert_eq!(cache("/assets/gone.wasm").await, "no-store");
}

#[tokio::test]
async fn a_known_form_is_not_sent_again() {
    let bench = Bench::new();
    let path = "/assets/app-0123.wasm";
    let br = get(&bench, path, &[("accept-encoding", "br")]).await.header("etag").to_owned();
    let plain = get(&bench, path, &[]).await.header("etag").to_owned();
    assert!(br.starts_with('"') && br != plain);
    for (known, is_known) in [
        (br.as_str(), true),
        (&format!("W/{br}"), true),
        (&format!("\"x\", {br}"), true),
        ("*", true),
        (&plain, false),
        ("\"x\"", false),
        (br.trim_matches('"'), false),
        ("", false),
    ] {
        let answer = get(&bench, path, &[("accept-encoding", "br"), ("if-none-match", known)]).await;
        let (status, body) = if is_known { (StatusCode::NOT_MODIFIED, "") } else { (StatusCode::OK, "wasm br") };
        assert_eq!((answer.status, answer.body.as_slice()), (status, body.as_bytes()), "{known}");
        assert_eq!((answer.header("etag"), answer.header("vary")), (br.as_str(), "accept-encoding"));
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
    }
}

#[tokio::test]
async fn a_browser_gets_the_app_at_its_addresses_and_nowhere_else() {
    let bench = Bench::new();
    let html = [("accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")];
    for path in ["/", "/p/til/vim", "/p/5kzm6cp5ns8ncyw5paz0q4yq7c?q=a.b", "/health", "/settings", "/apix", "/%2e%2e/x"]
    {
        let answer = get(&bench, path, &html).await;
        assert_eq!((answer.status, answer.body.as_slice()), (StatusCode::OK, &b"<!doctype html>"[..]), "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("vary"), "accept, accept-encoding");
    }
    for path in [
        "/gone.js",
        "/p/a.md",
        "/assets/gone",
        "/assets/../x",
        "/assets/../index.html",
        "/assets/%2e%2e/x",
        "/../Cargo.toml",
        "/..",
        "/INDEX.HTML",
        "//index.html",
        "/mcp",
        "/healthz/x",
    ] {
        let answer = get(&bench, path, &html).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::NOT_FOUND, "not_found"), "{path}");
    }
    for (path, accept) in [("/p/til/vim", "*/*"), ("/health", "application/json"), ("/settings", "")] {
        assert_eq!(get(&bench, path, &[("accept", accept)]).await.code(), "not_found", "{path} as {accept}");
    }
}

#[tokio::test]
async fn without_an_app_the_first_page_says_so() {
    let bench = Bench::with_app(App::new(&[]));
    let answer = get(&bench, "/", &[("accept", "text/html")]).await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "text/plain; charset=utf-8"));
    assert!(String::from_utf8(answer.body).unwrap().contains("without the web app"));
    assert_eq!(get(&bench, "/settings", &[("accept", "text/html")]).await.code(), "not_found");
}
