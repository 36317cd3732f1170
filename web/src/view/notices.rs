//! What is said below the bar on every screen: the status line, how the store is, a build that waits, an import that
//! runs.

use leptos::html::{div, h1, p, section};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::app::App;
use super::parts::action;
use super::{problems, running, tools};
use crate::message::Status;
use crate::state::results::Results;
use crate::state::route::Route;
use crate::state::said;
use crate::{dom, pwa};

/// The notices.
pub fn notices(app: App) -> impl IntoView {
    let status = app.client.status();
    let at_search = Memo::new(move |_| app.route.with(|route| matches!(route, Route::Search { .. })));
    let line = Memo::new(move |_| {
        let status = status.get();
        if at_search.get() || !status.is_open() {
            app.results.with(|results| said::line(&status, results))
        } else {
            String::new()
        }
    });
    section().class("under").attr("aria-label", "Notices").child((
        div().class("line").child((
            p().class("said").class(("away", move || is_welcome(app))).attr("role", "status").child(move || line.get()),
            move || at_search.get().then(|| tools::tools(app)),
        )),
        move || at_search.get().then(|| problems::problems(app)),
        move || store(app, status.get()),
        move || app.update.get().then(update),
        running::import(app),
    ))
}

/// A store with nothing in it says so at large.
fn is_welcome(app: App) -> bool {
    let nothing = |results: &Results| results.answered && results.failed.is_none() && results.total == 0;
    let blank = |results: &Results| nothing(results) && results.query.trim().is_empty();
    app.client.status().get().is_open() && app.results.with(blank)
}

fn store(app: App, status: Status) -> Option<AnyView> {
    match status {
        Status::Opening | Status::Ready => None,
        Status::InMemory(why) => Some(
            div()
                .class("note")
                .child(p().child(format!(
                    "Nothing is kept in this window. {} What you import is gone when you close it, so export what you want to keep.",
                    said::sentence(&why)
                )))
                .into_any(),
        ),
        Status::Elsewhere(at) => {
            let silent = at.silent;
            Some(
                section()
                    .class("card")
                    .child((
                        h1().child("Your pages are open somewhere else"),
                        p().child("One window at a time holds them, so that nothing is written twice. You can go on here; the other window waits until you come back to it."),
                        div().class("buttons").child((
                            action("button main", "Use it here", move || app.client.take_over()),
                            silent.then(|| action("button", "Try again", dom::reload)),
                        )),
                    ))
                    .into_any(),
            )
        }
        Status::Failed(why) => {
            // A worker that ends takes what it had open with it.
            let opened = app.results.with_untracked(|results| results.answered);
            let name = if opened { "Your pages stopped answering" } else { "Your pages could not be opened" };
            Some(
            section()
                .class("card")
                .attr("data-code", why.code)
                .child((
                    h1().child(name),
                    p().child("Nothing was deleted. Starting again helps most of the time."),
                    div().class("buttons").child((
                        action("button main", "Start again", move || app.start_again()),
                        action("button", "Reload", dom::reload),
                    )),
                ))
                .into_any(),
        )
        }
    }
}

fn update() -> impl IntoView {
    div().class("note").child((
        p().child("A newer scrap is here."),
        action("button small", "Reload to update", || spawn_local(pwa::apply())),
    ))
}
