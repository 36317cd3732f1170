//! `scrap serve`: the web app and the HTTP API over one store. Here it starts and ends; what it answers stands in
//! `serve/router.rs`.

mod app;
mod attempts;
mod auth;
mod encoding;
mod facets;
mod gate;
mod headers;
mod health;
mod listen;
mod log;
mod peer;
mod pool;
mod problem;
mod router;
mod search;
#[cfg(test)]
mod tests;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::{io, ops};

use scrap_core::store::Scope;
use tokio::net::TcpListener;

use self::app::App;
use self::auth::Callers;
use self::gate::Gate;
pub use self::gate::PublicUrl;
use self::pool::Pool;
use crate::cli;
use crate::data::Data;
use crate::error::Failure;
use crate::print::{self, counted, one_line};
use crate::token;

/// What every handler has at hand.
#[derive(Clone)]
pub struct Site(Arc<Parts>);

/// The parts of a running server.
pub struct Parts {
    /// The way to the store.
    pool: Pool,
    /// Names and origins that are ours.
    gate: Gate,
    /// Who has asked so far.
    callers: Callers,
    /// The web app.
    app: App,
}

impl ops::Deref for Site {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// Runs the command: until it is told to end.
pub fn run(data: &Data, args: &cli::Serve) -> Result<u8, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Refused(format!("the server could not start its threads: {error}")))?;
    log::start();
    let served = runtime.block_on(serve(data, args));
    // A search that still runs is not waited for: it changes nothing.
    runtime.shutdown_background();
    served.map(|()| 0)
}

async fn serve(data: &Data, args: &cli::Serve) -> Result<(), Failure> {
    // First of all, so that a signal during the start ends it in peace too.
    let end = end()?;
    let listener = TcpListener::bind(args.bind).await.map_err(|error| cannot_bind(args.bind, &error))?;
    let bound = listener.local_addr().map_err(|error| cannot_bind(args.bind, &error))?;
    let store = data.open_or_make()?;
    // One who has no token has not started it before, or has revoked them all.
    let first = if store.tokens()?.is_empty() { Some(token::make(&store, "first", Scope::Sync)?) } else { None };
    let pages = store.page_count()?;
    drop(store);
    let site = Site(Arc::new(Parts {
        pool: Pool::open(data)?,
        gate: Gate::new(bound, args.public_url.as_ref()),
        callers: Callers::default(),
        app: app::EMBEDDED,
    }));
    greet(data, args, bound, pages, first.as_deref())?;
    listen::serve(listener, router::router(site), proxies(args), end).await;
    print::note("stopped");
    Ok(())
}

/// Who is believed about where a request comes from. Behind a public URL on this machine it is the proxy beside us.
fn proxies(args: &cli::Serve) -> Arc<[IpAddr]> {
    let beside = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
    match (args.proxy.is_empty(), &args.public_url) {
        (true, Some(_)) => Arc::from(beside),
        _ => args.proxy.iter().map(IpAddr::to_canonical).collect(),
    }
}

/// Tells where it listens, and the token that nobody has yet.
fn greet(data: &Data, args: &cli::Serve, bound: SocketAddr, pages: u64, first: Option<&str>) -> Result<(), Failure> {
    let address = match &args.public_url {
        Some(public) => format!("{public} (listening on {bound})"),
        None => format!("http://localhost:{}", bound.port()),
    };
    let store = one_line(&data.dir().display().to_string());
    let mut text = format!("scrap serves {} from {store} at {address}\n", counted(pages, "page"));
    if let Some(token) = first {
        text += &format!(
            "\nThe first token, which may do everything and is shown this once:\n\n    {token}\n\n\
             `scrap token` makes others and revokes them.\n"
        );
    }
    print::out(&text)?;
    if args.public_url.is_none() {
        if bound.ip().is_loopback() {
            print::note("a phone needs HTTPS to reach it: see --public-url");
        } else {
            print::note(&format!(
                "{bound} can be reached from other machines, without encryption, and answers only to the names of this \
                 one: put a reverse proxy with HTTPS before it and name its address with --public-url, or leave --bind out"
            ));
        }
    }
    Ok(())
}

/// Comes when the process is told to end. A second time ends it at once.
fn end() -> Result<impl Future<Output = ()>, Failure> {
    let refused = |error: io::Error| Failure::Refused(format!("signals could not be listened to: {error}"));
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupt = signal(SignalKind::interrupt()).map_err(refused)?;
        let mut terminate = signal(SignalKind::terminate()).map_err(refused)?;
        Ok(async move {
            tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
            tracing::info!("told to end: finishing what runs");
            tokio::spawn(async move {
                tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
                std::process::exit(130);
            });
        })
    }
    #[cfg(not(unix))]
    {
        let mut interrupt = tokio::signal::windows::ctrl_c().map_err(refused)?;
        Ok(async move {
            interrupt.recv().await;
        })
    }
}

fn cannot_bind(address: SocketAddr, error: &io::Error) -> Failure {
    let next = SocketAddr::new(address.ip(), address.port().wrapping_add(1).max(1024));
    Failure::Refused(match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "{address} is taken, perhaps by a scrap that runs already: stop that one, or take another port with \
             --bind {next}"
        ),
        io::ErrorKind::PermissionDenied => {
            format!("this user may not listen on {address}: take a port from 1024 on, such as --bind {next}")
        }
        io::ErrorKind::AddrNotAvailable => {
            format!("{} is no address of this machine: --bind takes one that is", address.ip())
        }
        _ => format!("{address} cannot be listened on: {error}"),
    })
}
