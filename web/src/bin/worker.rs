//! The worker: the one place that owns the store.

#[cfg(target_arch = "wasm32")]
fn main() {
    scrap_web::worker::start();
}

/// Natively there is no worker.
#[cfg(not(target_arch = "wasm32"))]
fn main() {}
