//! The screens. Only leptos's builders, never `view!` with static parts: those are set as HTML text, which the page's
//! Trusted Types policy forbids. What the screens know is `state`'s, what they ask `client`'s.

mod app;
mod bar;
mod check;
mod drop;
mod empty;
mod export;
mod facets;
mod health;
mod hit;
mod icons;
mod import;
mod keys;
mod match_bar;
mod mend;
mod notices;
mod page;
mod page_rail;
mod page_top;
mod parts;
mod pins;
mod problems;
mod results;
mod running;
mod search;
mod settings;
mod tools;
mod tree;
mod tree_links;

use leptos::prelude::*;

use self::app::App;
use crate::dom::{self, place};

/// Draws the app.
pub fn start() {
    let (typed, focused) = place::take_shell();
    mount_to_body(move || {
        let app = App::start();
        if !typed.is_empty() {
            app.typed(typed);
        }
        if place::asks_for_welcome() {
            import::welcome_where_empty(app);
        }
        if focused {
            dom::next_frame(bar::focus_at_end);
        }
        (
            bar::bar(app),
            notices::notices(app),
            search::screen(app),
            page::screen(app),
            health::screen(app),
            settings::screen(app),
            import::inputs(app),
            drop::target(app),
            keys::sheet(app),
        )
    });
}
