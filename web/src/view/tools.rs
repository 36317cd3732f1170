//! What stands beside the number of hits: the query's filters, what may be typed next, order and sections.

use leptos::ev;
use leptos::html::{button, div, label, option, select, span};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::query::Key;
use scrap_core::query::caret::{Typed, typing};
use scrap_core::wire::{CompletionView, Reply, Request, TokenView};

use super::app::App;
use super::bar;
use super::icons::{self, icon};
use super::pins;
use crate::dom::{self, place};
use crate::state::query::replaced;
use crate::state::tokens::{self, byte_at};

/// What may be typed next, of which text it was asked, and which part it replaces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Offer {
    text: String,
    start: usize,
    end: usize,
    found: Vec<CompletionView>,
}

/// What stands beside it.
pub fn tools(app: App) -> impl IntoView {
    let offer = RwSignal::new(Offer::default());
    Effect::new(move |_| ask(app, app.text.get(), offer));
    let tokens = Memo::new(move |_| app.results.with(|results| results.tokens.clone()));
    let any = Memo::new(move |_| app.results.with(|results| results.total > 1 || !results.query.trim().is_empty()));
    let asked = Memo::new(move |_| app.text.with(|text| !text.trim().is_empty()));
    let pin = move || move || asked.get().then(|| pins::search_button(app));
    let menus = move || {
        any.get().then(|| {
            (menu(app, tokens, Key::Sort, "Order"), menu(app, tokens, Key::Group, "Sections"), pin(), filters(app))
        })
    };
    (
        div().class("chips").child((
            move || tokens.with(|all| tokens::filters(all).map(|it| chip(app, it.clone())).collect_view()),
            move || offer.get().found.into_iter().map(|it| completion(app, offer, it)).collect_view(),
        )),
        div().class("menus").child(menus),
    )
}

fn chip(app: App, chip: TokenView) -> impl IntoView {
    let TokenView { start, end, value, .. } = chip;
    let name = format!("Take out {value}");
    let take_out = move |_| {
        app.rewrite(|query, _| replaced(query, start, end, ""));
        bar::focus_at_end();
    };
    button()
        .r#type("button")
        .class("chip")
        .attr("aria-label", name)
        .on(ev::click, take_out)
        .child((span().attr("dir", "auto").child(value), icon(icons::CLOSE)))
}

fn completion(app: App, offer: RwSignal<Offer>, completion: CompletionView) -> impl IntoView {
    let CompletionView { text, meaning } = completion;
    let name = format!("Complete to {text}");
    let with = if text.ends_with(':') { text.clone() } else { format!("{text} ") };
    let take = move |_| {
        let Offer { text, start, end, .. } = offer.get_untracked();
        if app.text.with_untracked(|now| *now == text) {
            app.typed(replaced(&text, start, end, &with));
        }
        bar::focus_at_end();
    };
    button()
        .r#type("button")
        .class("chip offer")
        .attr("aria-label", name)
        .attr("title", meaning)
        .on(ev::click, take)
        .child(span().attr("dir", "auto").child(text))
}

/// Opens the filters where there is no room for them at the side.
fn filters(app: App) -> impl IntoView {
    button()
        .r#type("button")
        .class("round by-side")
        .attr("aria-label", "Filters")
        .attr("title", "Filters")
        .attr("aria-expanded", move || app.filters.get().to_string())
        .on(ev::click, move |_| app.filters.update(|open| *open = !*open))
        .child(icon(icons::FILTER))
}

/// A menu that writes its token into the box.
fn menu(app: App, tokens: Memo<Vec<TokenView>>, key: Key, name: &'static str) -> impl IntoView {
    let at = Memo::new(move |_| tokens.with(|all| tokens::setting(all, key)));
    let choose = move |event: ev::Event| {
        let value = event_target_value(&event);
        app.rewrite(|query, tokens| tokens::with_setting(query, tokens, key, &value));
    };
    // An order that is turned round has no row of its own until it is typed.
    let rows = move || {
        let mut rows = tokens::choices(key);
        if let Some(turned) = at.get().strip_prefix('-')
            && let Some((_, label)) = tokens::choices(key).into_iter().find(|(value, _)| value == turned)
        {
            rows.push((at.get(), label));
        }
        rows.into_iter().map(move |(value, label)| {
            let turned = if value.starts_with('-') { " (turned round)" } else { "" };
            let here = at.get() == value;
            option().attr("value", value).attr("selected", here).child(format!("{label}{turned}"))
        })
    };
    label().class("menu").child((
        span().class("away").child(name),
        select().prop("value", move || at.get()).on(ev::change, choose).child(move || rows().collect_view()),
    ))
}

/// Asks for what may be typed next: only where a filter is being typed, or a word that may become one.
fn ask(app: App, text: String, offer: RwSignal<Offer>) {
    let caret = dom::caret_in(bar::BOX).filter(|(there, _)| *there == text);
    // Not for a text that was tapped together: the box has it a moment later.
    let focused = place::focused().is_some_and(|focused| focused.id() == bar::BOX);
    let caret = byte_at(&text, caret.map_or(0, |(_, caret)| caret));
    let asks = focused
        && typing(&text, caret).is_some_and(|typing| match typing.what {
            Typed::Word(word) => word.len() > 1 && Key::ALL.iter().any(|key| key.name().starts_with(word)),
            Typed::Value(..) => true,
        });
    if !asks {
        return offer.set(Offer::default());
    }
    spawn_local(async move {
        let request = Request::Complete { query: text.clone(), caret };
        if let Ok(Reply::Completed { start, end, found }) = app.client.ask(request).await
            && app.text.with_untracked(|now| *now == text)
        {
            offer.set(Offer { text, start, end, found });
        }
    });
}
