//! Journeys through the built app in a real Chromium, one file each. `cargo xtask test --only journeys` builds the app
//! and runs them; each leaves screenshots in `target/journeys`.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests stop at the first surprise, as tests do"
)]

mod browser;
mod cdp;
mod reader;
mod server;

mod first_load;
mod health;
mod hostile;
mod import;
mod killed_worker;
mod kills;
mod mends;
mod open_at_match;
mod pins;
mod same_answers;
mod search;
mod second_tab;
mod tokens;
mod update;
mod welcome;
