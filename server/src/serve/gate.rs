//! Which names the server answers to, and whose browser pages it answers. A page of a stranger can make a name of its own
//! point at this machine (DNS rebinding), so a request that calls the server by an unknown name is refused, whatever else
//! it brings; so is one that a page of another origin sent.

use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Site;
use super::problem::Problem;

/// Names of this machine for itself.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The names and origins that are ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gate {
    /// As a `Host` header has them.
    hosts: Vec<String>,
    /// As an `Origin` header has them.
    origins: Vec<String>,
}

/// Where the server is reached from outside: a scheme and a host, with a port if it is not the scheme's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl {
    secure: bool,
    /// Without the scheme's own port.
    host: String,
}

impl Gate {
    /// The loopback names with the bound port, and the public URL's.
    pub fn new(bound: SocketAddr, public: Option<&PublicUrl>) -> Self {
        let mut gate = Self { hosts: Vec::new(), origins: Vec::new() };
        for name in LOOPBACK {
            gate.add(false, &format!("{name}:{}", bound.port()));
        }
        if let Some(public) = public {
            gate.add(public.secure, &public.host);
        }
        gate
    }

    /// A host; its port may be left out or said where it is the scheme's own.
    fn add(&mut self, secure: bool, host: &str) {
        let (scheme, port) = if secure { ("https", ":443") } else { ("http", ":80") };
        let short = host.strip_suffix(port).unwrap_or(host);
        self.hosts.push(short.to_owned());
        if !has_port(short) {
            self.hosts.push(format!("{short}{port}"));
        }
        self.origins.push(format!("{scheme}://{short}"));
    }

    /// Whether the request may come in.
    pub fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        let hosts: Vec<_> = headers.get_all(HOST).iter().map(|host| host.to_str().unwrap_or_default()).collect();
        // A request line with a whole address says the name a second time.
        let named = hosts.iter().copied().chain(uri.authority().map(Authority::as_str));
        let known = |name: &str| self.hosts.iter().any(|host| host.eq_ignore_ascii_case(name));
        if hosts.len() != 1 || !named.into_iter().all(known) {
            return Err(Problem::new(
                StatusCode::MISDIRECTED_REQUEST,
                "unknown_host",
                "this server does not answer to that name: use http://localhost with its port, or start it with \
                 --public-url and the address that you use",
            ));
        }
        let mut origins = headers.get_all(ORIGIN).iter();
        if origins.all(|origin| self.origins.iter().any(|ours| ours.as_bytes() == origin.as_bytes())) {
            return Ok(());
        }
        Err(Problem::new(
            StatusCode::FORBIDDEN,
            "foreign_origin",
            "a browser page of another address sent this, and only the app's own may",
        ))
    }
}

fn has_port(host: &str) -> bool {
    host.rsplit_once(':').is_some_and(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()))
}

impl std::str::FromStr for PublicUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let uri: Uri = text.parse().map_err(|_| "write it as https://notes.example.org")?;
        let secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err("it starts with https:// or http://"),
        };
        if !matches!(uri.path(), "" | "/") || uri.query().is_some() {
            return Err("it has nothing after the host: the app stands at the root of an address of its own");
        }
        let authority = uri.authority().ok_or("it names a host")?;
        if authority.as_str().contains('@') || authority.host().is_empty() || authority.as_str().ends_with(':') {
            return Err("it names a host, and a port if it has one, and no user");
        }
        let host = authority.as_str().to_ascii_lowercase();
        let own_port = if secure { ":443" } else { ":80" };
        Ok(Self { secure, host: host.strip_suffix(own_port).unwrap_or(&host).to_owned() })
    }
}

impl std::fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}://{}", if self.secure { "https" } else { "http" }, self.host)
    }
}

/// Turns away who calls the server by a name that is not its own, and pages of others.
pub async fn keep(State(site): State<Site>, request: Request, next: Next) -> Response {
    match site.gate.check(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}
