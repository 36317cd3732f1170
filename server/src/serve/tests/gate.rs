//! Names and origins, one by one.

use std::net::SocketAddr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Uri};

use super::super::gate::{Gate, PublicUrl};

fn gate(bound: &str, public: Option<&str>) -> Gate {
    let public = public.map(|url| url.parse::<PublicUrl>().unwrap());
    Gate::new(bound.parse::<SocketAddr>().unwrap(), public.as_ref())
}

/// The code of the refusal, or nothing.
fn check(gate: &Gate, uri: &str, hosts: &[&str], origins: &[&str]) -> &'static str {
    let mut headers = HeaderMap::new();
    for (name, values) in [(HOST, hosts), (ORIGIN, origins)] {
        for value in values {
            headers.append(&name, value.parse().unwrap());
        }
    }
    gate.check(&uri.parse::<Uri>().unwrap(), &headers).err().map_or("", |problem| problem.code)
}

#[test]
fn names_of_this_machine_need_the_bound_port() {
    let gate = gate("127.0.0.1:7377", None);
    for host in ["localhost:7377", "127.0.0.1:7377", "[::1]:7377", "LocalHost:7377"] {
        assert_eq!(check(&gate, "/", &[host], &[]), "", "{host}");
    }
    for host in [
        "",
        "localhost",
        "localhost:80",
        "127.0.0.1",
        "127.0.0.1:7378",
        "127.0.0.2:7377",
        "0.0.0.0:7377",
        "localhost.:7377",
        "localhost:7377.evil.example",
        "evil.example:7377",
        "user@localhost:7377",
        "::1:7377",
        "localhost:7377 ",
        "localhost:07377",
    ] {
        assert_eq!(check(&gate, "/", &[host], &[]), "unknown_host", "{host:?}");
    }
    assert_eq!(check(&gate, "/", &[], &[]), "unknown_host");
    assert_eq!(check(&gate, "/", &["localhost:7377", "localhost:7377"], &[]), "unknown_host");
    assert_eq!(check(&gate, "http://localhost:7377/", &["localhost:7377"], &[]), "");
    assert_eq!(check(&gate, "http://evil.example/", &["localhost:7377"], &[]), "unknown_host");
}

#[test]
fn the_schemes_own_port_may_be_said_or_left_out() {
    let on_80 = gate("127.0.0.1:80", None);
    assert_eq!(check(&on_80, "/", &["localhost"], &["http://localhost"]), "");
    assert_eq!(check(&on_80, "/", &["[::1]:80"], &[]), "");
    let public = gate("127.0.0.1:7377", Some("https://Notes.example.org:443/"));
    for host in ["notes.example.org", "notes.example.org:443", "localhost:7377"] {
        assert_eq!(check(&public, "/", &[host], &["https://notes.example.org"]), "", "{host}");
    }
    for host in ["notes.example.org:80", "notes.example.org:7377", "example.org", "x.notes.example.org"] {
        assert_eq!(check(&public, "/", &[host], &[]), "unknown_host", "{host}");
    }
    let other = gate("127.0.0.1:7377", Some("http://192.0.2.1:8080"));
    assert_eq!(check(&other, "/", &["192.0.2.1:8080"], &["http://192.0.2.1:8080"]), "");
    assert_eq!(check(&other, "/", &["192.0.2.1"], &[]), "unknown_host");
}

#[test]
fn every_origin_that_is_named_must_be_ours() {
    let gate = gate("127.0.0.1:7377", Some("https://notes.example.org"));
    let origin = |origins: &[&str]| check(&gate, "/", &["localhost:7377"], origins);
    assert_eq!(origin(&["http://localhost:7377"]), "");
    assert_eq!(origin(&["https://notes.example.org"]), "");
    for foreign in [
        "null",
        "",
        "http://localhost",
        "https://localhost:7377",
        "http://notes.example.org",
        "https://notes.example.org:444",
        "https://notes.example.org.evil.example",
        "https://evil.example",
        "HTTPS://NOTES.EXAMPLE.ORG",
    ] {
        assert_eq!(origin(&[foreign]), "foreign_origin", "{foreign:?}");
    }
    assert_eq!(origin(&["http://localhost:7377", "https://evil.example"]), "foreign_origin");
}

#[test]
fn a_public_url_is_an_origin_and_nothing_more() {
    for (text, shown) in [
        ("https://notes.example.org", "https://notes.example.org"),
        ("https://NOTES.example.org:443/", "https://notes.example.org"),
        ("http://[2001:db8::1]:8080", "http://[2001:db8::1]:8080"),
        ("http://10.0.0.1:80", "http://10.0.0.1"),
    ] {
        assert_eq!(text.parse::<PublicUrl>().unwrap().to_string(), shown);
    }
    for text in [
        "",
        "notes.example.org",
        "ftp://notes.example.org",
        "https://notes.example.org/scrap",
        "https://notes.example.org/?x",
        "https://me@notes.example.org",
        "https://",
        "https://notes.example.org:",
        "https://notes example.org",
    ] {
        assert!(text.parse::<PublicUrl>().is_err(), "{text}");
    }
}
