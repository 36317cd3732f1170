//! Pins: searches and pages that are kept at hand above the empty box, and their editing there.

use leptos::ev;
use leptos::html::{a, button, div, input, li, p, section, span, ul};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::wire::{PinChange, PinView, Reply, Request};

use super::app::App;
use super::icons::{self, icon};
use crate::state::pins::{at_page, at_search};
use crate::state::route::Route;
use crate::state::said::sentence;

/// Asks for the pins.
pub fn load(app: App) {
    spawn_local(async move {
        if let Ok(Reply::Pins(pins)) = app.client.ask(Request::Pins).await
            && app.pins.with_untracked(|now| *now != pins)
        {
            app.pins.set(pins);
        }
    });
}

/// The pins, where there are any.
pub fn list(app: App) -> impl IntoView {
    let editing = RwSignal::new(false);
    let failed = RwSignal::new(String::new());
    let edit = move || {
        let name = if editing.get() { "Done" } else { "Edit the pins" };
        button()
            .r#type("button")
            .class("round")
            .attr("aria-label", name)
            .attr("title", name)
            .attr("aria-pressed", editing.get().to_string())
            .on(ev::click, move |_| editing.update(|on| *on = !*on))
            .child(icon(if editing.get() { icons::DONE } else { icons::EDIT }))
    };
    move || {
        let pins = app.pins.with(|pins| pins.pins.clone());
        (!pins.is_empty()).then(|| {
            let last = pins.len() - 1;
            let shown = if editing.get() {
                let dragged = StoredValue::new(None);
                let rows = pins.into_iter().enumerate();
                let rows = rows.map(|(at, pin)| edited(app, at, last, pin, dragged, failed)).collect_view();
                ul().class("pin-rows").child(rows).into_any()
            } else {
                ul().child(pins.into_iter().map(pinned).collect_view()).into_any()
            };
            section().class("pins").attr("aria-label", "Pins").child((
                shown,
                edit,
                p().attr("role", "alert").child(move || failed.get()),
            ))
        })
    }
}

fn pinned(pin: PinView) -> impl IntoView {
    let PinView { name, query, page } = pin;
    let link = match (query, page) {
        (Some(query), _) => Some((icons::SEARCH, Route::search(query).link())),
        (None, Some(page)) => Some((icons::FILE, Route::page(page.id).link())),
        (None, None) => None,
    };
    let name = span().attr("dir", "auto").child(name);
    li().child(match link {
        Some((sign, link)) => a().class("chip").attr("href", link).child((icon(sign), name)).into_any(),
        None => span().class("chip missing").attr("title", "This page is not here").child(name).into_any(),
    })
}

/// A pin that can be renamed, moved and taken out, with the mouse, a finger or keys.
fn edited(
    app: App,
    at: usize,
    last: usize,
    pin: PinView,
    dragged: StoredValue<Option<usize>>,
    failed: RwSignal<String>,
) -> impl IntoView {
    let name = pin.name;
    let rename = move |event| change(app, PinChange::Rename { at, name: event_target_value(&event) }, failed);
    let act = |sign, says: String, on: bool, to: PinChange| {
        button()
            .r#type("button")
            .class("round")
            .attr("aria-label", says.clone())
            .attr("title", says)
            .attr("disabled", !on)
            .on(ev::click, move |_| change(app, to.clone(), failed))
            .child(icon(sign))
    };
    let dropped = move |event: ev::DragEvent| {
        if let Some(from) = dragged.get_value() {
            event.prevent_default();
            dragged.set_value(None);
            if from != at {
                change(app, PinChange::Move { from, to: at }, failed);
            }
        }
    };
    li().attr("draggable", "true")
        .on(ev::dragstart, move |_| dragged.set_value(Some(at)))
        .on(ev::dragover, move |event| {
            if dragged.get_value().is_some() {
                event.prevent_default();
            }
        })
        .on(ev::drop, dropped)
        .child((
            span().class("grip by-mouse").attr("aria-hidden", "true").child("\u{283f}"),
            input()
                .attr("aria-label", format!("Name of pin {}", at + 1))
                .attr("maxlength", "200")
                .attr("dir", "auto")
                .prop("value", name.clone())
                .on(ev::change, rename),
            act(icons::UP, format!("Move {name} up"), at > 0, PinChange::Move { from: at, to: at.saturating_sub(1) }),
            act(icons::DOWN, format!("Move {name} down"), at < last, PinChange::Move { from: at, to: at + 1 }),
            act(icons::CLOSE, format!("Take {name} out"), true, PinChange::Remove { at }),
        ))
}

/// Keeps the search in the box, or lets go of it.
pub fn search_button(app: App) -> impl IntoView {
    let at = Memo::new(move |_| app.text.with(|text| app.pins.with(|pins| at_search(&pins.pins, text))));
    let add = move || {
        let query = app.text.with_untracked(|text| text.trim().to_owned());
        let name = query.chars().take(200).collect();
        (!query.is_empty()).then_some(PinChange::AddSearch { name, query })
    };
    pin_button(app, at, "this search", add)
}

/// Keeps a page, or lets go of it.
pub fn page_button(app: App, page: String, title: String) -> impl IntoView {
    let id = page.clone();
    let at = Memo::new(move |_| app.pins.with(|pins| at_page(&pins.pins, &id)));
    let name: String = title.chars().take(200).collect();
    pin_button(app, at, "this page", move || Some(PinChange::AddPage { name: name.clone(), page: page.clone() }))
}

fn pin_button(
    app: App,
    at: Memo<Option<usize>>,
    what: &'static str,
    add: impl Fn() -> Option<PinChange> + 'static,
) -> impl IntoView {
    let failed = RwSignal::new(String::new());
    let name = move || format!("{} {what}", if at.get().is_some() { "Unpin" } else { "Pin" });
    let tap = move |_| {
        let to = match at.get_untracked() {
            Some(at) => Some(PinChange::Remove { at }),
            None => add(),
        };
        if let Some(to) = to {
            change(app, to, failed);
        }
    };
    div().class("pin").child((
        button()
            .r#type("button")
            .class("round")
            .attr("aria-label", name)
            .attr("title", name)
            .attr("aria-pressed", move || at.get().is_some().to_string())
            .on(ev::click, tap)
            .child(icon(icons::PIN)),
        span().attr("role", "alert").child(move || failed.get()),
    ))
}

/// Changes the pins that the reader saw.
fn change(app: App, change: PinChange, failed: RwSignal<String>) {
    let base = app.pins.with_untracked(|pins| pins.base.clone());
    spawn_local(async move {
        let said = match app.client.ask(Request::Pin { base, change }).await {
            Ok(Reply::Pins(pins)) => {
                app.pins.set(pins);
                String::new()
            }
            Ok(_) => "The store answered something else. Reload the page.".to_owned(),
            Err(why) => {
                // What was typed but not kept shows as it is kept.
                load(app);
                sentence(&why.message)
            }
        };
        let _ = failed.try_set(said);
    });
}
