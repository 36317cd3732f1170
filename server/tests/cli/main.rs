//! The command line, driven as its users drive it: the built binary over folders of its own.

#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests stop at the first surprise, as tests do")]

mod bench;
mod export;
mod health;
mod import;
mod pages;
mod search;
mod serve;
mod whole;
