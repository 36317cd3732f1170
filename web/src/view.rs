//! The screens. Only leptos's builders, never `view!` with static parts: those are set as HTML text, which the page's
//! Trusted Types policy forbids.

mod home;

use leptos::prelude::*;

use crate::client::Client;

/// Draws the app.
pub fn start() {
    mount_to_body(|| {
        let client = Client::start();
        provide_context(client);
        home::home(client)
    });
}
