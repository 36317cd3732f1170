//! A page that a health check found, with its mend: one tap, or a tap and a choice, and a way back.

use leptos::ev;
use leptos::html::{a, button, datalist, div, form, input, label, li, option, span};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::wire::{BeforeView, MendRequest, RefView, Reply, Request};

use super::app::App;
use super::parts::action;
use crate::dom::{self, place};
use crate::state::mend::{Mend, search_for_linking};
use crate::state::route::Route;
use crate::state::said::sentence;

/// So many pages are offered to link from.
const OFFERED: usize = 6;

/// The id of the list of tags that fields complete from.
const TAGS: &str = "all-tags";

/// How far a mend is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum At {
    /// It can be made.
    Open,
    /// It waits for a tag or a page.
    Asking,
    /// It is on its way.
    Busy,
    /// It is made: what was done, and the way back.
    Done(String, Vec<BeforeView>),
}

/// A row: the page, its mend, and what came of it.
pub fn row(app: App, mend: Option<Mend>, page: RefView, tags: RwSignal<Vec<String>>) -> impl IntoView {
    let at = RwSignal::new(At::Open);
    let failed = RwSignal::new(String::new());
    let name = if page.title.is_empty() { "Untitled".to_owned() } else { page.title.clone() };
    let link = a().attr("href", Route::page(page.id.clone()).link()).attr("dir", "auto").child(name.clone());
    let shown = StoredValue::new((page, name));
    let tools = move || {
        let mend = mend?;
        Some(match at.get() {
            At::Open => open(app, mend, shown, at, failed).into_any(),
            At::Asking if mend == Mend::Tag => tag_form(app, shown, tags, at, failed).into_any(),
            At::Asking => link_form(app, shown, at, failed).into_any(),
            At::Busy => span().class("quiet").child("…").into_any(),
            At::Done(said, before) => done(app, said, before, at, failed).into_any(),
        })
    };
    li().child((link, tools, span().class("bad").attr("role", "alert").child(move || failed.get())))
}

type Shown = StoredValue<(RefView, String)>;

fn open(app: App, mend: Mend, shown: Shown, at: RwSignal<At>, failed: RwSignal<String>) -> impl IntoView {
    let tap = move |_| match mend.request() {
        Some(request) => send(app, shown, request, said(mend), at, failed),
        None => at.set(At::Asking),
    };
    let name = format!("{}: {}", mend.label(), shown.with_value(|(_, name)| name.clone()));
    button().r#type("button").class("button small").attr("aria-label", name).on(ev::click, tap).child(mend.label())
}

fn said(mend: Mend) -> String {
    match mend {
        Mend::Close => "Closed",
        Mend::Unlink => "Links dropped",
        Mend::Merge => "Merged; the others are in the trash",
        Mend::Tag | Mend::Link => "",
    }
    .to_owned()
}

fn done(app: App, said: String, before: Vec<BeforeView>, at: RwSignal<At>, failed: RwSignal<String>) -> impl IntoView {
    let back = (!before.is_empty()).then(|| {
        action("button small", "Undo", move || {
            let before = before.clone();
            at.set(At::Busy);
            spawn_local(async move {
                for BeforeView { page, revision } in before {
                    if let Err(why) = app.client.ask(Request::Restore { page, revision }).await {
                        let _ = failed.try_set(sentence(&why.message));
                    }
                }
                let _ = at.try_set(At::Open);
            });
        })
    });
    (span().class("quiet").attr("role", "status").child(said), back)
}

fn send(app: App, shown: Shown, mend: MendRequest, said: String, at: RwSignal<At>, failed: RwSignal<String>) {
    let page = shown.with_value(|(page, _)| page.id.clone());
    failed.set(String::new());
    at.set(At::Busy);
    spawn_local(async move {
        let now = match app.client.ask(Request::Mend { page, mend }).await {
            Ok(Reply::Mended { before }) => At::Done(said, before),
            Ok(_) => At::Open,
            Err(why) => {
                let _ = failed.try_set(sentence(&why.message));
                At::Open
            }
        };
        let _ = at.try_set(now);
    });
}

/// The tags to complete from, once for all rows.
pub fn all_tags(tags: RwSignal<Vec<String>>) -> impl IntoView {
    let one = |tag: String| option().attr("value", tag);
    datalist().id(TAGS).child(move || tags.get().into_iter().map(one).collect_view())
}

fn tag_form(
    app: App,
    shown: Shown,
    tags: RwSignal<Vec<String>>,
    at: RwSignal<At>,
    failed: RwSignal<String>,
) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let give = move |tag: String| {
        send(
            app,
            shown,
            MendRequest::Tag { tag: tag.clone() },
            format!("Tagged #{}", tag.trim_start_matches('#')),
            at,
            failed,
        );
    };
    let offers = tags.with_untracked(|tags| tags.iter().take(OFFERED).cloned().collect::<Vec<_>>());
    let offer = move |tag: String| {
        let name = format!("#{tag}");
        button()
            .r#type("button")
            .class("chip")
            .attr("dir", "auto")
            .on(ev::click, move |_| give(tag.clone()))
            .child(name)
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let tag = typed.get_untracked();
        if !tag.trim().is_empty() {
            give(tag);
        }
    };
    form().class("asks").on(ev::submit, submit).child((
        field("Tag", Some(TAGS), typed),
        button().r#type("submit").class("button small").child("Add"),
        action("button small", "Cancel", move || at.set(At::Open)),
        div().class("chips").child(offers.into_iter().map(offer).collect_view()),
    ))
}

fn link_form(app: App, shown: Shown, at: RwSignal<At>, failed: RwSignal<String>) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let found = RwSignal::new(Vec::<(String, String)>::new());
    let look = move |query: String| {
        spawn_local(async move {
            let request = Request::Search { query, limit: OFFERED + 1, today: dom::today() };
            if let Ok(Reply::Found(reply)) = app.client.ask(request).await {
                let own = shown.with_value(|(page, _)| page.id.clone());
                let others = reply.hits.into_iter().filter(|hit| hit.id != own).take(OFFERED);
                let _ = found.try_set(others.map(|hit| (hit.id, hit.title)).collect());
            }
        });
    };
    Effect::new(move |_| {
        let text = typed.get();
        let guess = shown.with_value(|(page, _)| search_for_linking(&page.title));
        if let Some(query) = Some(text).filter(|text| !text.trim().is_empty()).or(guess) {
            look(query);
        }
    });
    let offer = move |(id, title): (String, String)| {
        let said = format!("Linked from {title}");
        let tap = move |_| send(app, shown, MendRequest::LinkFrom { page: id.clone() }, said.clone(), at, failed);
        button().r#type("button").class("chip").attr("dir", "auto").on(ev::click, tap).child(title)
    };
    form().class("asks").on(ev::submit, |event| event.prevent_default()).child((
        field("Page that shall link here", None, typed),
        action("button small", "Cancel", move || at.set(At::Open)),
        div().class("chips").child(move || found.get().into_iter().map(offer).collect_view()),
    ))
}

/// A field that a tap opened, with the focus in it.
fn field(name: &'static str, list: Option<&'static str>, typed: RwSignal<String>) -> impl IntoView {
    let node = NodeRef::<leptos::html::Input>::new();
    node.on_load(|field| dom::next_frame(move || place::focus_still(&field)));
    label().child((
        span().class("away").child(name),
        input()
            .node_ref(node)
            .attr("list", list)
            .attr("placeholder", name)
            .attr("autocomplete", "off")
            .attr("autocapitalize", "off")
            .attr("dir", "auto")
            .on(ev::input, move |event| typed.set(event_target_value(&event))),
    ))
}
