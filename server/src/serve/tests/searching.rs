//! `/api/search`, and the tokens that open it.

use axum::Router;
use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use scrap_core::store::Scope;
use scrap_core::wire::{FacetsReply, HealthReply, SearchReply};
use tower::ServiceExt as _;

use super::super::auth;
use super::super::peer::Peer;
use super::{Bench, ask};
use crate::data::now;
use crate::token;

fn reply(answer: &super::Answer) -> SearchReply {
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "application/json"), "{answer:?}");
    serde_json::from_slice(&answer.body).unwrap()
}

#[tokio::test]
async fn hits_come_as_the_contract_has_them_and_a_cursor_leads_on() {
    let bench = Bench::new();
    for (number, title) in (1..).zip(["Wombat one", "Wombat two", "Wombat three", "Quokka"]) {
        bench.save(number, title, &format!("{title} is a marsupial."));
    }
    let first = reply(&bench.get("/api/search?q=wombat&limit=2").await);
    assert_eq!((first.hits.len(), first.total, first.exact), (2, 3, true));
    let rest = reply(&bench.get(&format!("/api/search?cursor={}", first.cursor.unwrap())).await);
    assert_eq!((rest.hits.len(), rest.cursor), (1, None));
    let marked: Vec<&str> =
        rest.hits[0].snippet.iter().filter(|part| part.hit).map(|part| part.text.as_str()).collect();
    assert_eq!(marked, ["Wombat"]);
}

#[tokio::test]
async fn hits_come_while_another_writes_and_say_that_they_have_no_cursor() {
    let bench = Bench::new();
    for number in 1..=3 {
        bench.save(number, "Wombat", "");
    }
    let mut other = bench.data.open().unwrap();
    let writing = other.batch().unwrap();
    for _ in 0..2 {
        let found = reply(&bench.get("/api/search?q=wombat&limit=2").await);
        assert_eq!((found.hits.len(), found.total, found.cursor), (2, 3, None));
        assert_eq!(found.problems[0].code, "no-cursor");
    }
    assert!(reply(&bench.get("/api/search?q=wombat").await).problems.is_empty(), "all hits are there");
    drop(writing);
}

#[tokio::test]
async fn an_empty_query_finds_nothing() {
    let bench = Bench::new();
    bench.save(1, "Wombat", "");
    for path in ["/api/search", "/api/search?q=", "/api/search?q=%20%09", "/api/search?limit=5"] {
        let found = reply(&bench.get(path).await);
        assert_eq!((found.hits.len(), found.total, found.cursor), (0, 0, None), "{path}");
    }
    assert_eq!(reply(&bench.get("/api/search?q=sort:updated").await).total, 1);
}

#[tokio::test]
async fn what_cannot_be_asked_is_refused_with_its_code() {
    let bench = Bench::new();
    let words = |count: usize| (0..count).map(|n| format!("w{n}")).collect::<Vec<_>>().join("+");
    for (query, code) in [
        (format!("q={}", words(65)), "too_many_terms"),
        (format!("q={}", "a".repeat(4_097)), "query_too_long"),
        ("q=a&limit=0".into(), "bad_limit"),
        ("q=a&limit=1001".into(), "bad_limit"),
        ("q=a&limit=-1".into(), "bad_parameter"),
        ("q=a&limit=99999999999999999999".into(), "bad_parameter"),
        ("q=a&q=b".into(), "bad_parameter"),
        ("q=a&offset=3".into(), "bad_parameter"),
        ("q=a&today=tomorrow".into(), "bad_today"),
        ("cursor=nonsense".into(), "bad_cursor"),
        ("cursor=".into(), "bad_cursor"),
        ("q=a&cursor=nonsense".into(), "query_and_cursor"),
    ] {
        let answer = bench.get(&format!("/api/search?{query}")).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, code), "{query}");
    }
    assert_eq!(bench.get(&format!("/api/search?q={}", words(64))).await.status, StatusCode::OK);
}

#[tokio::test]
async fn today_is_the_askers() {
    let bench = Bench::new();
    bench.save(1, "Wombat", "Made on the first day of 1970.");
    let total = async |today| reply(&bench.get(&format!("/api/search?q=before:0d&today={today}")).await).total;
    let (then, later) = (total("1970-01-01").await, total("1970-01-03").await);
    assert_eq!((then, later), (0, 1));
}

#[tokio::test]
async fn a_revoked_token_opens_nothing_from_the_next_request_on() {
    let bench = Bench::new();
    assert_eq!(bench.get("/api/search").await.status, StatusCode::OK);
    assert!(bench.data.open().unwrap().revoke_token("read").unwrap());
    assert_eq!(bench.get("/api/search").await.code(), "wrong_token");
}

#[tokio::test]
async fn a_tokens_use_is_noted() {
    let bench = Bench::new();
    assert_eq!(bench.get("/api/search").await.status, StatusCode::OK);
    // The note is written behind the answer; the next writer comes after it.
    tokio::task::yield_now().await;
    bench.site.pool.write(|_| ()).await.unwrap();
    let used = bench.data.open().unwrap().token(&token::hash("read")).unwrap().unwrap().used;
    assert!(used.is_some_and(|used| used <= now()));
}

#[tokio::test]
async fn wrong_tokens_are_slowed_and_shut_out_nobody_who_was_in() {
    let bench = Bench::new();
    let here = Peer([192, 0, 2, 1].into());
    let ask_here = async |token: &str| {
        let request = ask("GET", "/api/search").extension(here).header(AUTHORIZATION, format!("Bearer {token}"));
        bench.send(request.body(Body::empty()).unwrap()).await
    };
    assert_eq!(ask_here("read").await.status, StatusCode::OK);
    let mut codes = Vec::new();
    for number in 0..10_000 {
        codes.push(ask_here(&format!("scrap_{number}")).await.status.as_u16());
    }
    assert_eq!(codes[..10], [401; 10]);
    assert!(codes[10..].iter().all(|code| *code == 429 || *code == 401));
    assert!(codes.iter().filter(|code| **code == 401).count() < 100, "a few a minute");
    let refused = ask_here("scrap_wrong").await;
    assert_eq!((refused.code().as_str(), refused.header("retry-after").is_empty()), ("too_many_attempts", false));
    assert_eq!(ask_here("read").await.status, StatusCode::OK, "known already");
    assert_eq!(ask_here("write").await.code(), "too_many_attempts", "not known yet");
    assert_eq!(bench.get("/api/search").await.status, StatusCode::OK, "another address");
}

#[tokio::test]
async fn a_body_past_the_limit_is_refused() {
    let bench = Bench::new();
    let request =
        ask("POST", "/api/search").header(AUTHORIZATION, "Bearer read").header("content-length", 64 * 1024 + 1);
    let answer = bench.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::PAYLOAD_TOO_LARGE, "body_too_large"));
}

#[tokio::test]
async fn a_scope_opens_what_the_narrower_ones_open() {
    let bench = Bench::new();
    for needed in Scope::ALL {
        let router = Router::new()
            .route("/x", get(|| async {}).route_layer(from_fn_with_state(needed, auth::require)))
            .layer(from_fn_with_state(bench.site.clone(), auth::authenticate));
        for given in Scope::ALL {
            let request = ask("GET", "/x").header(AUTHORIZATION, format!("Bearer {}", given.name()));
            let answer = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
            let expected = if given >= needed { StatusCode::OK } else { StatusCode::FORBIDDEN };
            assert_eq!(answer.status(), expected, "{} where {} is needed", given.name(), needed.name());
        }
    }
}

#[tokio::test]
async fn health_counts_what_a_search_for_it_finds() {
    let bench = Bench::new();
    bench.save(1, "Wombat", "[[Nobody]]");
    let health: HealthReply = serde_json::from_slice(&bench.get("/api/health").await.body).unwrap();
    let dangling = health.checks.iter().find(|check| check.id == "dangling").unwrap();
    let found = reply(&bench.get(&format!("/api/search?q={}", dangling.query)).await);
    assert_eq!((dangling.count, found.total, health.change), (1, 1, found.change));
    for (query, code) in [("today=soon", "bad_today"), ("q=x", "bad_parameter")] {
        let answer = bench.get(&format!("/api/health?{query}")).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, code), "{query}");
    }
}

#[tokio::test]
async fn facets_are_those_of_the_hits() {
    let bench = Bench::new();
    for (number, body) in (1..).zip(["#animals/big wombat", "#animals wombat", "#plants"]) {
        bench.save(number, "Page", body);
    }
    let facets = async |query: &str| -> FacetsReply {
        serde_json::from_slice(&bench.get(&format!("/api/search/facets?{query}")).await.body).unwrap()
    };
    let tags = |reply: &FacetsReply| {
        reply.tags.iter().map(|tag| format!("{} {}", tag.query, tag.count)).collect::<Vec<_>>().join(", ")
    };
    let found = facets("q=wombat").await;
    assert_eq!(tags(&found), "tag:animals 2, tag:animals/big 1");
    assert_eq!(found.change, reply(&bench.get("/api/search?q=wombat").await).change);
    assert_eq!(tags(&facets("").await), "tag:animals 2, tag:animals/big 1, tag:plants 1");
    for (query, code) in [("today=soon", "bad_today"), ("limit=1", "bad_parameter")] {
        assert_eq!(bench.get(&format!("/api/search/facets?{query}")).await.code(), code, "{query}");
    }
}
