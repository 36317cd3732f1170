//! Who gets in: every name × origin × token × method × address, each with what must come of it. A request passes the
//! columns in this order, and the first that refuses decides.

use axum::body::Body;
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};

use super::{Bench, ask};

/// A name, and whether it is ours.
const HOSTS: &[(&str, bool)] = &[
    ("localhost:7377", true),
    ("127.0.0.1:7377", true),
    ("[::1]:7377", true),
    ("notes.example.org", true),
    ("localhost", false),
    ("evil.example:7377", false),
    ("evil.example", false),
    ("", false),
];

const ORIGINS: &[(Option<&str>, bool)] = &[
    (None, true),
    (Some("http://localhost:7377"), true),
    (Some("https://notes.example.org"), true),
    (Some("http://notes.example.org"), false),
    (Some("https://evil.example"), false),
    (Some("null"), false),
];

/// A credential, and the code that it gets where one is needed.
const TOKENS: &[(Option<&str>, &str)] = &[
    (None, "no_token"),
    (Some("Bearer "), "no_token"),
    (Some("Basic cmVhZDpyZWFk"), "no_token"),
    (Some("read"), "no_token"),
    (Some("Bearer scrap_wrong"), "wrong_token"),
    (Some("Bearer READ"), "wrong_token"),
    (Some("Bearer read"), ""),
    (Some("bearer write"), ""),
    (Some("Bearer sync"), ""),
];

const METHODS: &[&str] = &["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PURGE"];

/// An address, whether it needs a token, and what it says to GET and HEAD, and to every other method.
const ROUTES: &[(&str, bool, &str, &str)] = &[
    ("/", false, "", "method_not_allowed"),
    ("/sw.js", false, "", "method_not_allowed"),
    ("/assets/app-0123.wasm", false, "", "method_not_allowed"),
    ("/assets/gone", false, "not_found", "not_found"),
    ("/healthz", false, "", "method_not_allowed"),
    ("/api/search?q=wombat", true, "", "method_not_allowed"),
    ("/api/search?limit=0", true, "bad_limit", "method_not_allowed"),
    ("/api/search/facets?q=wombat", true, "", "method_not_allowed"),
    ("/api/health", true, "", "method_not_allowed"),
    ("/api", true, "not_found", "not_found"),
    ("/api/gone", true, "not_found", "not_found"),
    ("/api/search/gone", true, "not_found", "not_found"),
];

#[tokio::test]
async fn every_cell_of_the_matrix_gets_what_it_must() {
    let bench = Bench::new();
    bench.save(1, "Wombat", "A marsupial.");
    let mut cells = 0;
    for &(host, ours) in HOSTS {
        for &(origin, own) in ORIGINS {
            for &(token, refusal) in TOKENS {
                for &method in METHODS {
                    for &(path, guarded, to_readers, to_others) in ROUTES {
                        let said = match (ours, own, guarded && !refusal.is_empty()) {
                            (false, ..) => "unknown_host",
                            (_, false, _) => "foreign_origin",
                            (_, _, true) => refusal,
                            _ if matches!(method, "GET" | "HEAD") => to_readers,
                            _ => to_others,
                        };
                        let mut request = ask(method, path);
                        request.headers_mut().unwrap().insert(HOST, host.parse().unwrap());
                        if let Some(origin) = origin {
                            request = request.header(ORIGIN, origin);
                        }
                        if let Some(token) = token {
                            request = request.header(AUTHORIZATION, token);
                        }
                        let answer = bench.send(request.body(Body::empty()).unwrap()).await;
                        let cell = format!("{method} {path} as {token:?} at {host} from {origin:?}");
                        assert_eq!(answer.status.as_u16(), status_of(said), "{cell}: {answer:?}");
                        assert_has_its_headers(&answer, said, &cell);
                        if method != "HEAD" && !said.is_empty() {
                            assert_eq!(answer.code(), said, "{cell}");
                        }
                        cells += 1;
                    }
                }
            }
        }
    }
    assert_eq!(cells, HOSTS.len() * ORIGINS.len() * TOKENS.len() * METHODS.len() * ROUTES.len());
}

fn status_of(said: &str) -> u16 {
    match said {
        "" => 200,
        "unknown_host" => 421,
        "foreign_origin" => 403,
        "no_token" | "wrong_token" => 401,
        "method_not_allowed" => 405,
        "bad_limit" => 422,
        _ => 404,
    }
}

fn assert_has_its_headers(answer: &super::Answer, said: &str, cell: &str) {
    let policy = answer.header("content-security-policy");
    for part in ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"] {
        assert!(policy.contains(part), "{cell}");
    }
    assert_eq!(answer.header("x-content-type-options"), "nosniff", "{cell}");
    assert_eq!(answer.header("referrer-policy"), "no-referrer", "{cell}");
    assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin", "{cell}");
    assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin", "{cell}");
    assert!(answer.header("permissions-policy").starts_with("camera=(self)"), "{cell}");
    assert_eq!(answer.header("access-control-allow-origin"), "", "{cell}");
    assert_ne!(answer.header("cache-control"), "", "{cell}");
    assert_eq!(answer.header("allow"), if said == "method_not_allowed" { "GET,HEAD" } else { "" }, "{cell}");
    assert_eq!(answer.header("www-authenticate").is_empty(), !said.ends_with("_token"), "{cell}");
}
