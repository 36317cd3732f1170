//! The app: what `boot.js` starts on the main thread.

#[cfg(target_arch = "wasm32")]
fn main() {
    scrap_web::view::start();
}

/// Natively there is no page to draw on.
#[cfg(not(target_arch = "wasm32"))]
fn main() {}
