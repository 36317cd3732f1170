//! Connections: taken in, bounded in number, in the size of a request's head and in the time that both sides may do
//! nothing, and let out in peace when the server is told to end.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt as _;

use super::peer::Peer;

/// Connections at once. The next one waits in the system's own queue.
const CONNECTIONS: usize = 512;

/// The most time in which a request's head arrives, or the next one on the same connection begins.
const HEAD_TIME: Duration = Duration::from_secs(20);

/// A request's head: its bytes and its lines.
const HEAD_BYTES: usize = 16 * 1024;
const HEAD_LINES: usize = 64;

/// A reader that takes nothing for so long is given up.
const STALLED: Duration = Duration::from_secs(30);

/// What runs when the server is told to end may take so long.
const DRAIN: Duration = Duration::from_secs(10);

/// Serves until `end` comes, then waits for what runs.
pub async fn serve(listener: TcpListener, router: Router, proxies: Arc<[IpAddr]>, end: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let open = GracefulShutdown::new();
    let mut end = std::pin::pin!(end);
    loop {
        let accepted = async {
            // Never closed.
            let place = Arc::clone(&places).acquire_owned().await.ok();
            (place, accept(&listener).await)
        };
        let (place, (stream, address)) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut end => break,
        };
        let connection = open.watch(connection(stream, address, router.clone(), Arc::clone(&proxies)));
        tokio::spawn(async move {
            // How a connection ends is the client's affair.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    if tokio::time::timeout(DRAIN, open.shutdown()).await.is_err() {
        tracing::warn!("requests that took too long were cut off");
    }
}

/// The next connection. Where the system has no room for one, it is tried again a little later.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            // The client went away before its turn.
            Err(error) if matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) => {
            }
            Err(error) => {
                tracing::warn!("no connection could be taken in: {error}");
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        }
    }
}

fn connection(
    stream: TcpStream,
    address: SocketAddr,
    router: Router,
    proxies: Arc<[IpAddr]>,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> {
    // Answers are small and whole: nothing is gained by waiting for more of them.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(STALLED));
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        let peer = Peer::of(address.ip(), request.headers(), &proxies);
        request.extensions_mut().insert(peer);
        router.clone().oneshot(request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_BYTES)
        .max_headers(HEAD_LINES)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
}
