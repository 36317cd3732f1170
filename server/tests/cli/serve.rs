//! The server as a process of its own, over TCP: how it starts, what it says, how it ends, and what it does with requests
//! that no library would send.

#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Lines, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::bench::Bench;

const LOOPBACK: &str = "127.0.0.1:0";

/// A server that runs, and its first token.
struct Served {
    child: Child,
    port: u16,
    token: String,
    said: Said,
}

/// The lines of its standard output.
type Said = Lines<BufReader<ChildStdout>>;

impl Served {
    /// Starts it over a store without tokens.
    fn start(bench: &Bench, bind: &str, more: &[&str]) -> Self {
        let mut served = Self::start_again(bench, bind, more);
        let token = served.said.by_ref().map_while(Result::ok).find(|line| line.trim().starts_with("scrap_")).unwrap();
        served.token = token.trim().to_owned();
        served
    }

    /// Starts it over a store that has tokens.
    fn start_again(bench: &Bench, bind: &str, more: &[&str]) -> Self {
        let mut command = bench.command(&["serve", "--bind", bind]);
        command.args(more).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut said: Said = BufReader::new(child.stdout.take().unwrap()).lines();
        // It listens by the time it says so.
        let first = said.next().unwrap().unwrap();
        let port = first.rsplit(|char: char| !char.is_ascii_digit()).find(|part| !part.is_empty()).unwrap();
        Self { child, port: port.parse().unwrap(), token: String::new(), said }
    }

    /// What comes back for these bytes, until the server closes the connection.
    fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], self.port))).unwrap();
        // The server may answer and close before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A request with these lines after the first two.
    fn ask(&self, line: &str, more: &str) -> String {
        self.raw(&format!("{line} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n{more}\r\n", self.port))
    }

    fn search(&self, query: &str, token: &str) -> String {
        self.ask(&format!("GET /api/search?q={query}"), &format!("Authorization: Bearer {token}\r\n"))
    }

    /// Tells it to end, and gives what it wrote to standard error.
    fn stop(mut self, signal: &str) -> String {
        assert!(Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap().success());
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        said
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn status(answer: &str) -> &str {
    answer.get(9..12).unwrap_or_default()
}

#[test]
fn a_first_start_makes_a_token_that_opens_the_search_and_a_signal_ends_it() {
    let bench = Bench::new("serve_first");
    bench.ok(&["new", "--title", "Wombat", "--body", "A marsupial."]);
    let served = Served::start(&bench, LOOPBACK, &[]);
    assert_eq!(served.token.len(), "scrap_".len() + 64);
    assert_eq!(status(&served.ask("GET /healthz", "")), "200");
    let found = served.search("wombat", &served.token);
    assert!(found.contains("\"title\":\"Wombat\""), "{found}");
    let token = served.token.clone();
    let log = served.stop("-TERM");
    assert!(log.contains("route=\"/api/search\" status=200"), "{log}");
    for secret in ["wombat", "Wombat", token.as_str()] {
        assert!(!log.contains(secret), "{log}");
    }
    let tokens = bench.json(&["token", "list", "--json"])["tokens"].clone();
    assert_eq!((&tokens[0]["scope"], tokens.as_array().unwrap().len()), (&"sync".into(), 1));
    let again = Served::start_again(&bench, LOOPBACK, &[]);
    assert_eq!(status(&again.search("wombat", &token)), "200");
    assert_eq!(bench.json(&["token", "list", "--json"])["tokens"].as_array().unwrap().len(), 1, "it has one");
    again.stop("-INT");
}

#[test]
fn tokens_are_made_listed_and_revoked_while_it_runs() {
    let bench = Bench::new("serve_tokens");
    let made = bench.json(&["token", "new", "script", "--json"]);
    let token = made["token"].as_str().unwrap();
    let served = Served::start_again(&bench, LOOPBACK, &[]);
    assert_eq!(status(&served.search("x", token)), "200");
    assert_eq!(bench.run(&["token", "new", "script"]).status, 2);
    assert_eq!(bench.run(&["token", "new", "a\nb"]).status, 2);
    let listed = bench.ok(&["token", "list"]);
    assert!(listed.contains("script  read") && !listed.contains(token), "{listed}");
    bench.ok(&["token", "revoke", "script"]);
    assert_eq!(status(&served.search("x", token)), "401");
    assert_eq!(bench.run(&["token", "revoke", "script"]).status, 1);
}

#[test]
fn pages_that_another_process_imports_are_found() {
    let bench = Bench::new("serve_import");
    let served = Served::start(&bench, LOOPBACK, &[]);
    for n in 0..500 {
        bench.write(&format!("in/{n}.md"), format!("page {n} about bilbies\n"));
    }
    let mut import = bench.command(&["import", "in"]).stdout(Stdio::null()).spawn().unwrap();
    loop {
        let over = import.try_wait().unwrap();
        let found = served.search("bilbies", &served.token);
        assert_eq!(status(&found), "200", "{found}");
        if let Some(ended) = over {
            assert!(ended.success());
            assert!(found.contains("\"total\":500"), "{found}");
            break;
        }
    }
}

#[test]
fn requests_that_no_library_would_send_are_refused_and_it_goes_on() {
    let bench = Bench::new("serve_hostile");
    let served = Served::start(&bench, LOOPBACK, &[]);
    let host = format!("Host: localhost:{}\r\n", served.port);
    let auth = format!("Authorization: Bearer {}\r\n", served.token);
    let long = "a".repeat(100_000);
    for (expected, request) in [
        ("431", format!("GET /healthz HTTP/1.1\r\n{host}X: {long}\r\n\r\n")),
        ("431", format!("GET /healthz HTTP/1.1\r\n{host}{}\r\n", "X: y\r\n".repeat(500))),
        ("431", format!("GET /{long} HTTP/1.1\r\n{host}\r\n")),
        ("421", "GET /healthz HTTP/1.0\r\n\r\n".to_owned()),
        ("421", format!("GET /healthz HTTP/1.1\r\n{host}Host: evil.example\r\nConnection: close\r\n\r\n")),
        ("421", format!("GET http://evil.example/healthz HTTP/1.1\r\n{host}Connection: close\r\n\r\n")),
        ("400", format!("POST / HTTP/1.1\r\n{host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab")),
        ("413", format!("POST / HTTP/1.1\r\n{host}Content-Length: 99999999\r\n\r\n")),
        ("405", format!("POST / HTTP/1.1\r\n{host}Content-Length: 999\r\n\r\nslow")),
        ("400", format!("GET /\0 HTTP/1.1\r\n{host}\r\n")),
        ("404", format!("GET /assets/../x HTTP/1.1\r\n{host}Connection: close\r\n\r\n")),
        ("404", format!("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n{host}Connection: close\r\n\r\n")),
        ("401", format!("GET /api/search HTTP/1.1\r\n{host}{auth}{auth}Connection: close\r\n\r\n")),
    ] {
        let answer = served.raw(&request);
        assert_eq!(status(&answer), expected, "{}: {answer}", request.get(..60).unwrap_or(&request));
    }
    // Two lengths of one body: whatever the second one hides is never read as a request.
    let hidden = format!("GET /healthz HTTP/1.1\r\n{host}\r\n");
    let chunked =
        format!("POST / HTTP/1.1\r\n{host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{hidden}");
    assert!(!served.raw(&chunked).contains("ok\n"));
    assert_eq!(status(&served.ask("GET /healthz", "")), "200");
}

#[test]
fn what_stands_in_its_way_is_said_with_what_to_do() {
    let bench = Bench::new("serve_refused");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let ran = bench.run(&["serve", "--bind", &taken.local_addr().unwrap().to_string()]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("is taken") && ran.err.contains("--bind 127.0.0.1:"), "{ran:?}");
    assert!(!bench.dir.join("data").exists(), "nothing is made");
    for (option, value) in [("--bind", "localhost"), ("--public-url", "notes.example.org"), ("--proxy", "proxy")] {
        assert_eq!(bench.run(&["serve", option, value]).status, 2, "{option} {value}");
    }
}

#[test]
fn an_address_that_others_reach_is_warned_of() {
    let bench = Bench::new("serve_open");
    let open = Served::start(&bench, "0.0.0.0:0", &[]);
    assert_eq!(status(&open.ask("GET /healthz", "")), "200");
    assert!(open.stop("-TERM").contains("can be reached from other machines"));
    let named = Served::start_again(&bench, LOOPBACK, &["--public-url", "https://notes.example.org"]);
    let public = "GET /healthz HTTP/1.1\r\nHost: notes.example.org\r\nConnection: close\r\n\r\n";
    assert_eq!(status(&named.raw(public)), "200");
    assert!(!named.stop("-TERM").contains("can be reached"));
}
