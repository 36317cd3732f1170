//! Health: every check with what it counts, what it means and how to mend it. A check is a search, so each row leads to
//! its pages; the first of them stand below it, with a mend where a tap can make one.

use leptos::html::{a, h1, li, main, p, span, ul};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::wire::{CheckView, Reply, Request};

use super::app::App;
use super::mend;
use crate::dom::{self, place};
use crate::state::amount::{count, pages};
use crate::state::mend::{Mend, tag_of_completion};
use crate::state::route::Route;
use crate::state::said::sentence;

/// So many pages of a check stand below it.
const PAGES: usize = 5;

/// The screen.
pub fn screen(app: App) -> impl IntoView {
    let here = Memo::new(move |_| app.route.with(|route| *route == Route::Health));
    move || here.get().then(|| health(app))
}

fn health(app: App) -> impl IntoView {
    place::title("Health · scrap");
    let checks = RwSignal::new(Vec::<CheckView>::new());
    let said = RwSignal::new("Looking at every page…".to_owned());
    let tags = RwSignal::new(Vec::new());
    let look = move || {
        spawn_local(async move {
            match app.client.ask(Request::Health { today: dom::today(), pages: PAGES }).await {
                Ok(Reply::Health(reply)) => {
                    let found = reply.checks.iter().filter(|check| check.count > 0).count();
                    said.set(if found == 0 { "There is nothing to mend.".to_owned() } else { String::new() });
                    checks.set(reply.checks);
                }
                Ok(_) => said.set("The store answered something else. Reload the page.".to_owned()),
                Err(why) => said.set(sentence(&why.message)),
            }
            let complete = Request::Complete { query: "tag:".to_owned(), caret: 4 };
            if let Ok(Reply::Completed { found, .. }) = app.client.ask(complete).await {
                tags.set(found.iter().filter_map(|offer| tag_of_completion(&offer.text)).collect());
            }
        });
    };
    let running =
        Memo::new(move |_| app.import.with(|import| import.as_ref().is_some_and(|import| import.is_running())));
    Effect::new(move |_| {
        running.track();
        look();
    });
    let title = NodeRef::<leptos::html::H1>::new();
    title.on_load(|title| place::focus_still(&title));
    main().class("settings").child((
        h1().node_ref(title).attr("tabindex", "-1").child("Health"),
        p().attr("role", "status").child(move || said.get()),
        mend::all_tags(tags),
        move || {
            let one = |check: CheckView| row(app, check, tags);
            (!checks.with(Vec::is_empty))
                .then(|| ul().class("checks").child(checks.get().into_iter().map(one).collect_view()))
        },
    ))
}

fn row(app: App, check: CheckView, tags: RwSignal<Vec<String>>) -> impl IntoView {
    let none = check.count == 0;
    let link = Route::search(check.query.clone()).link();
    let how = Mend::of_check(&check.id);
    let more = check.count.saturating_sub(check.pages.len() as u64);
    let all = (more > 0 && !none)
        .then(|| li().child(a().attr("href", link.clone()).child(format!("and {} more", count(more)))));
    let found = check.pages.into_iter().map(move |page| mend::row(app, how, page, tags)).collect_view();
    li().class(("none", none)).child((
        a().class("check-name")
            .attr("href", link)
            .child((span().class("name").child(check.label), span().class("n").child(pages(check.count)))),
        p().child(check.meaning),
        (!none).then(|| (p().class("mend").child(check.mend), ul().class("found").child((found, all)))),
    ))
}
