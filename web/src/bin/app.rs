//! The app: what `boot.js` starts on the main thread.

#[cfg(target_arch = "wasm32")]
fn main() {
    use leptos::prelude::*;
    leptos::mount::mount_to_body(|| leptos::html::p().child("hello"));
}

/// Natively there is no page to draw on.
#[cfg(not(target_arch = "wasm32"))]
fn main() {}
