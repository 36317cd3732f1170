//! scrap in the browser: the app on the main thread, and the dedicated worker that owns the store.
//!
//! Natively only what needs no browser is built, so that its tests run anywhere; the rest exists for wasm alone.

pub mod ledger;
pub mod message;
pub mod queue;
pub mod state;

#[cfg(target_arch = "wasm32")]
pub mod client;
#[cfg(target_arch = "wasm32")]
pub mod codec;
#[cfg(target_arch = "wasm32")]
pub mod dom;
#[cfg(target_arch = "wasm32")]
pub mod pwa;
#[cfg(target_arch = "wasm32")]
pub mod view;
#[cfg(all(target_arch = "wasm32", feature = "store"))]
pub mod worker;
