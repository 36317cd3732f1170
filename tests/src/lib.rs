//! What no single crate can test alone: suites that run against any opened store, and the ways to open one.
//!
//! A suite is a library function, so that the native tests (`tests/native.rs`) and the ones in a browser's worker
//! (`tests/browser.rs`) run the very same code. Not a place for tests of one module: those stand beside it.

pub mod conformance;
#[cfg(target_arch = "wasm32")]
pub mod opfs;
pub mod pages;
pub mod tables;
