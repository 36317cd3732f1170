//! The list of hits: one frozen list that grows as it is scrolled, and steps of the arrow keys through it.

use leptos::ev;
use leptos::html::{div, h2, li, span, ul};
use leptos::prelude::*;

use super::app::App;
use super::hit::hit;
use crate::dom::look::Nearness;
use crate::dom::{KeyboardEvent, place};
use crate::state::amount;

/// More hits are asked for this far before the reader gets there.
const AHEAD: &str = "700px 0px";

/// The list, and what notices that its end comes near.
pub fn list(app: App) -> impl IntoView {
    let any =
        Memo::new(move |_| app.client.status().get().is_open() && app.results.with(|results| !results.hits.is_empty()));
    let rows = move || {
        app.results.with(|results| (0..results.hits.len()).map(|at| (results.list, at)).collect::<Vec<(u64, usize)>>())
    };
    let keys = |event: KeyboardEvent| {
        let by = match event.key().as_str() {
            "ArrowDown" => 1,
            "ArrowUp" => -1,
            _ => return,
        };
        event.prevent_default();
        step(by);
    };
    (
        ul().class("results")
            .attr("role", "list")
            .attr("aria-label", "Results")
            .attr("hidden", move || !any.get())
            .on(ev::keydown, keys)
            .child(For(ForProps::builder().each(rows).key(|row| *row).children(move |(_, at)| row(app, at)).build())),
        end(app),
    )
}

fn row(app: App, at: usize) -> impl IntoView {
    app.results.with_untracked(|results| {
        let section = results.section_at(at).map(|section| {
            let count = span().child(amount::count(section.count));
            li().class("group").child((h2().class("group-name").child(section.label.clone()), count))
        });
        (section, results.hits.get(at).map(|found| hit(found, &results.query)))
    })
}

fn end(app: App) -> impl IntoView {
    let node = NodeRef::<leptos::html::Div>::new();
    let near = StoredValue::new_local(Nearness::new(AHEAD, move |_| app.more()));
    let length = Memo::new(move |_| app.results.with(|results| (results.list, results.hits.len())));
    // An end that stays near is told once: looked at anew it is told again.
    Effect::new(move |_| {
        length.track();
        if let Some(end) = node.get() {
            near.with_value(|near| {
                if let Some(near) = near {
                    near.leave(&end);
                    near.watch(&end);
                }
            });
        }
    });
    div().node_ref(node).class("end")
}

/// Moves the focus so many hits down the list, or up; above the first is the box.
pub fn step(by: isize) {
    let links = place::all(".results .title a");
    let focused = place::focused().and_then(|focused| focused.get_attribute("data-at"));
    let at = focused.and_then(|id| links.iter().position(|link| link.get_attribute("data-at").as_deref() == Some(&id)));
    let to = match at {
        None => Some(0),
        Some(at) => at.checked_add_signed(by),
    };
    match to {
        None => super::bar::focus_box(),
        Some(to) => {
            if let Some(link) = links.get(to) {
                let _ = link.focus();
            }
        }
    }
}

/// Puts the focus on the hit of a page, and leaves the scrolling alone.
pub fn focus_hit(page: &str) {
    let links = place::all(".results .title a");
    if let Some(link) = links.iter().find(|link| link.get_attribute("data-at").as_deref() == Some(page)) {
        place::focus_still(link);
    }
}
