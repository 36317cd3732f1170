//! The search screen: hits, or why there are none, or what to begin with. It stays while a page is read, so that the way
//! back is at once.

use leptos::html::{div, h1, h2, i, main};
use leptos::prelude::*;

use super::app::App;
use super::{empty, facets, pins, results};
use crate::dom::place;
use crate::message::Status;
use crate::state::import::Progress;
use crate::state::route::Route;

/// What the screen is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Showing {
    /// Nobody knows yet.
    Waiting,
    /// The store is not here.
    Nothing,
    /// An empty store.
    Welcome,
    /// Pages, the latest first.
    Latest,
    /// Hits.
    Hits,
    /// No hits.
    None,
}

/// The screen.
pub fn screen(app: App) -> impl IntoView {
    let here = Memo::new(move |_| app.route.with(|route| matches!(route, Route::Search { .. })));
    let status = app.client.status();
    let showing = Memo::new(move |_| showing(&status.get(), app));
    Effect::new(move |_| {
        if here.get() {
            let query = app.text.get();
            place::title(&if query.trim().is_empty() { "scrap".to_owned() } else { format!("{query} · scrap") });
        }
    });
    main().attr("hidden", move || !here.get()).child((
        h1().class("away").child("Search"),
        move || match showing.get() {
            Showing::Waiting => bones().into_any(),
            Showing::Nothing => ().into_any(),
            Showing::Welcome => empty::welcome(app).into_any(),
            Showing::Latest => (pins::list(app), h2().class("group").child("Latest changes")).into_any(),
            Showing::Hits => h2().class("away").child("Results").into_any(),
            Showing::None => empty::nothing(app).into_any(),
        },
        facets::facets(app),
        results::list(app),
    ))
}

fn showing(status: &Status, app: App) -> Showing {
    match status {
        Status::Opening => Showing::Waiting,
        Status::Elsewhere(_) | Status::Failed(_) => Showing::Nothing,
        Status::Ready | Status::InMemory(_) => app.results.with(|results| {
            let blank = results.query.trim().is_empty();
            match (results.answered, results.hits.is_empty()) {
                (false, _) => Showing::Waiting,
                (true, true) if results.failed.is_some() => Showing::Nothing,
                (true, true) if blank && is_importing(app) => Showing::Waiting,
                (true, true) if blank => Showing::Welcome,
                (true, true) => Showing::None,
                (true, false) if blank => Showing::Latest,
                (true, false) => Showing::Hits,
            }
        }),
    }
}

/// The first import of a store: pages are on their way.
fn is_importing(app: App) -> bool {
    app.import.with(|import| import.as_ref().is_some_and(Progress::is_running))
}

/// Where hits will be.
pub fn bones() -> impl IntoView {
    let one = || div().child((i(), i(), i()));
    div().class("bones").attr("aria-hidden", "true").child((one(), one(), one(), one(), one()))
}
