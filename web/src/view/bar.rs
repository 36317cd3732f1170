//! The bar on every screen: the way back, the box, the way to the settings.

use leptos::ev;
use leptos::html::{a, button, div, header, img, input, kbd};
use leptos::prelude::*;

use super::app::App;
use super::icons::{self, icon};
use crate::dom::{self, KeyboardEvent, place};
use crate::state::route::Route;

/// The id of the box.
pub const BOX: &str = "box";

/// The bar.
pub fn bar(app: App) -> impl IntoView {
    let scrolled = RwSignal::new(false);
    place::listen("scroll", move |_| {
        let now = place::scrolled() > 4.0;
        if scrolled.get_untracked() != now {
            scrolled.set(now);
        }
    });
    place::listen("keydown", move |event| {
        if let Some(key) = dom::key(&event) {
            heard(app, &key);
        }
    });
    let elsewhere = Memo::new(move |_| !app.route.with(|route| matches!(route, Route::Search { .. })));
    let on_page = Memo::new(move |_| app.route.with(|route| matches!(route, Route::Page { .. })));
    let at_settings = move || app.route.with(|route| *route == Route::Settings).then_some("page");
    let at_health = move || app.route.with(|route| *route == Route::Health).then_some("page");
    header().class("bar").class(("scrolled", move || scrolled.get())).class(("wide-bar", move || on_page.get())).child(
        div().child((
            brand(),
            move || {
                elsewhere.get().then(|| {
                    button()
                        .r#type("button")
                        .class("round")
                        .attr("aria-label", "Back")
                        .on(ev::click, move |_| back(app))
                        .child(icon(icons::BACK))
                })
            },
            search_box(app),
            a().attr("href", "/health")
                .class("round")
                .attr("aria-label", "Health")
                .attr("title", "Health")
                .attr("aria-current", at_health)
                .child(icon(icons::HEALTH)),
            a().attr("href", "/settings")
                .class("round")
                .attr("aria-label", "Settings")
                .attr("title", "Settings")
                .attr("aria-current", at_settings)
                .child(icon(icons::SETTINGS)),
        )),
    )
}

/// The app's name leads home.
fn brand() -> impl IntoView {
    let mark = img().attr("src", "/icon.svg").attr("alt", "").attr("width", "26").attr("height", "26");
    a().class("brand").attr("href", "/").child((mark, "scrap"))
}

fn search_box(app: App) -> impl IntoView {
    let node = NodeRef::<leptos::html::Input>::new();
    node.on_load(move |field| {
        let at_home = app.route.with_untracked(|route| matches!(route, Route::Search { .. }));
        // On a phone it would bring up the keyboard over everything.
        if at_home && !place::matches("(pointer: coarse)") {
            dom::next_frame(move || place::focus_still(&field));
        }
    });
    let keys = move |event: KeyboardEvent| match event.key().as_str() {
        "ArrowDown" => {
            event.prevent_default();
            super::results::step(1);
        }
        "Enter" if event.is_composing() => {}
        "Enter" if !place::matches("(pointer: coarse)") => super::results::step(1),
        "Enter" => unfocus(),
        _ => {}
    };
    let clear = move |_| {
        app.typed(String::new());
        focus_box();
    };
    div().class("box").attr("role", "search").child((
        icon(icons::SEARCH),
        input()
            .node_ref(node)
            .id(BOX)
            .r#type("search")
            .attr("aria-label", "Search")
            .attr("placeholder", "Search your pages")
            .attr("autocomplete", "off")
            .attr("autocapitalize", "off")
            .attr("autocorrect", "off")
            .attr("spellcheck", "false")
            .attr("enterkeyhint", "search")
            .attr("dir", "auto")
            .attr("maxlength", "4096")
            .prop("value", move || app.text.get())
            .on(ev::input, move |event| app.typed(event_target_value(&event)))
            .on(ev::keydown, keys),
        move || {
            if app.text.with(String::is_empty) {
                kbd().class("hint").attr("aria-hidden", "true").child("/").into_any()
            } else {
                button()
                    .r#type("button")
                    .class("round")
                    .attr("aria-label", "Clear")
                    .on(ev::click, clear)
                    .child(icon(icons::CLOSE))
                    .into_any()
            }
        },
    ))
}

/// Keys that mean the same everywhere.
fn heard(app: App, event: &KeyboardEvent) {
    if event.default_prevented() || event.is_composing() || dom::is_modal_open() {
        return;
    }
    let (key, with) = (event.key(), event.ctrl_key() || event.meta_key());
    let writing = dom::is_writing(event);
    match key.as_str() {
        "k" | "K" if with && !event.alt_key() => {
            event.prevent_default();
            focus_box();
        }
        _ if with || event.alt_key() => {}
        "/" if !writing => {
            event.prevent_default();
            focus_box();
        }
        "?" if !writing => {
            event.prevent_default();
            super::keys::open(app);
        }
        "Escape" => escaped(app, event),
        _ => {}
    }
}

/// From a page back to the hits, from the hits to the box, from the box to an empty one.
fn escaped(app: App, event: &KeyboardEvent) {
    event.prevent_default();
    if !app.route.with_untracked(|route| matches!(route, Route::Search { .. })) {
        back(app);
    } else if place::focused().is_some_and(|focused| focused.id() == BOX) {
        if !app.text.with_untracked(String::is_empty) {
            app.typed(String::new());
        }
    } else {
        focus_box();
    }
}

/// Back; on the first place of a visit there is none, and home comes instead.
fn back(app: App) {
    if place::kept().depth > 0 { place::back() } else { app.go(Route::search("")) }
}

/// Puts the focus on the box, with all that is in it marked to be typed over.
pub fn focus_box() {
    if let Some(field) = place::by_id(BOX) {
        place::focus_still(&field);
        dom::select(&field);
    }
}

/// Puts the focus on the box behind what is in it, for whoever goes on typing.
pub fn focus_at_end() {
    if let Some(field) = place::by_id(BOX) {
        place::focus_still(&field);
    }
}

fn unfocus() {
    if let Some(field) = place::by_id(BOX) {
        let _ = field.blur();
    }
}
