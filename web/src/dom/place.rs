//! Where the browser is: its address, its history, how far it is scrolled, what has the focus.

use js_sys::Reflect;
use leptos::prelude::{StoredValue, WriteValue, on_cleanup};
use wasm_bindgen::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, FocusOptions, HtmlElement, MouseEvent, ScrollRestoration};

use crate::state::route::Route;

/// What history keeps of a place beside its address.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Kept {
    /// How far it was scrolled, in CSS pixels.
    pub scroll: f64,
    /// How many hits there were.
    pub hits: usize,
    /// How many places of ours came before it.
    pub depth: usize,
}

/// What the address shows.
#[must_use]
pub fn route() -> Route {
    let Some(window) = web_sys::window() else { return Route::default() };
    let location = window.location();
    let part = |part: Result<String, JsValue>| part.unwrap_or_default();
    Route::read(&part(location.pathname()), &part(location.search()), &part(location.hash()))
}

/// Whether the address asks an empty store for the welcome pages, as `/?welcome` does.
#[must_use]
pub fn asks_for_welcome() -> bool {
    let search = web_sys::window().and_then(|window| window.location().search().ok());
    search.is_some_and(|search| search.trim_start_matches('?').split('&').any(|part| part == "welcome"))
}

/// What history kept of this place.
#[must_use]
pub fn kept() -> Kept {
    let state = history().and_then(|history| history.state().ok()).unwrap_or(JsValue::NULL);
    let number = |key: &str| Reflect::get(&state, &key.into()).ok().and_then(|value| value.as_f64()).unwrap_or(0.0);
    if !state.is_object() {
        return Kept::default();
    }
    Kept { scroll: number("scroll"), hits: number("hits") as usize, depth: number("depth") as usize }
}

/// Goes to `route`: as a new place, or instead of this one.
pub fn go(route: &Route, new: bool) {
    let Some(history) = history() else { return };
    let link = route.link();
    // A browser refuses when it is asked too often; the screen is right all the same.
    let _ = if new {
        let state = state(Kept { depth: kept().depth + 1, ..Kept::default() });
        history.push_state_with_url(&state, "", Some(&link))
    } else {
        history.replace_state_with_url(&history.state().unwrap_or(JsValue::NULL), "", Some(&link))
    };
}

/// Keeps how this place looks, for the way back to it.
pub fn keep(scroll: f64, hits: usize) {
    if let Some(history) = history() {
        let _ = history.replace_state_with_url(&state(Kept { scroll, hits, ..kept() }), "", None);
    }
}

fn state(kept: Kept) -> JsValue {
    let state = js_sys::Object::new();
    for (key, number) in [("scroll", kept.scroll), ("hits", kept.hits as f64), ("depth", kept.depth as f64)] {
        let _ = Reflect::set(&state, &key.into(), &number.into());
    }
    state.into()
}

/// Goes back.
pub fn back() {
    if let Some(history) = history() {
        let _ = history.back();
    }
}

/// Calls `came` whenever the reader goes back or forward. Scrolling there is ours.
pub fn on_back_and_forward(came: impl Fn() + 'static) {
    if let Some(history) = history() {
        let _ = history.set_scroll_restoration(ScrollRestoration::Manual);
    }
    listen("popstate", move |_| came());
}

/// Calls `heard` on every event of this name that reaches the window.
pub fn listen(name: &str, heard: impl Fn(web_sys::Event) + 'static) {
    let Some(window) = web_sys::window() else { return };
    let heard = Closure::<dyn Fn(web_sys::Event)>::new(heard);
    let _ = window.add_event_listener_with_callback(name, heard.as_ref().unchecked_ref());
    // It lives as long as the page.
    heard.forget();
}

/// The same until the screen that it is called under is left.
pub fn listen_while_here(name: &str, heard: impl Fn(web_sys::Event) + 'static) {
    let Some(window) = web_sys::window() else { return };
    let heard = Closure::<dyn Fn(web_sys::Event)>::new(heard);
    let _ = window.add_event_listener_with_callback(name, heard.as_ref().unchecked_ref());
    let held = StoredValue::new_local(Some((name.to_owned(), heard)));
    on_cleanup(move || {
        let held = held.try_write_value().and_then(|mut held| held.take());
        if let (Some(window), Some((name, heard))) = (web_sys::window(), held) {
            let _ = window.remove_event_listener_with_callback(&name, heard.as_ref().unchecked_ref());
        }
    });
}

/// Calls `follow` for a plain click on a link to one of our own places, instead of loading it.
pub fn on_links(follow: impl Fn(Route) + 'static) {
    listen("click", move |event| {
        let Some(click) = event.dyn_ref::<MouseEvent>() else { return };
        let plain = !(click.ctrl_key() || click.meta_key() || click.shift_key() || click.alt_key());
        if click.default_prevented() || !plain || click.button() != 0 {
            return;
        }
        let target = click.target().and_then(|target| target.dyn_into::<Element>().ok());
        let link = target.and_then(|target| target.closest("a[href]").ok().flatten());
        let Some(link) = link.filter(|link| !link.has_attribute("download") && !link.has_attribute("target")) else {
            return;
        };
        let href = link.get_attribute("href").unwrap_or_default();
        if href.starts_with('/') && !href.starts_with("//") {
            event.prevent_default();
            follow(Route::of_link(&href));
        }
    });
}

/// How far the page is scrolled.
#[must_use]
pub fn scrolled() -> f64 {
    web_sys::window().and_then(|window| window.scroll_y().ok()).unwrap_or(0.0)
}

/// Scrolls the page there, at once.
pub fn scroll_to(place: f64) {
    if let Some(window) = web_sys::window() {
        window.scroll_to_with_x_and_y(0.0, place);
    }
}

/// The element of an id.
#[must_use]
pub fn by_id(id: &str) -> Option<HtmlElement> {
    web_sys::window()?.document()?.get_element_by_id(id)?.dyn_into().ok()
}

/// The elements that a selector finds, in order.
#[must_use]
pub fn all(selector: &str) -> Vec<HtmlElement> {
    let document = web_sys::window().and_then(|window| window.document());
    let Some(found) = document.and_then(|document| document.query_selector_all(selector).ok()) else { return vec![] };
    (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect()
}

/// What has the focus.
#[must_use]
pub fn focused() -> Option<Element> {
    web_sys::window()?.document()?.active_element()
}

/// Puts the focus on an element and leaves the scrolling alone.
pub fn focus_still(element: &HtmlElement) {
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = element.focus_with_options(&options);
}

/// Takes away the bar that stood there before the app, and gives what was typed into it and whether it had the focus.
#[must_use]
pub fn take_shell() -> (String, bool) {
    let early = by_id("early");
    let has_focus = focused().is_some_and(|focused| focused.id() == "early");
    let text = early.and_then(|field| super::input(&field)).map(|field| field.value()).unwrap_or_default();
    if let Some(shell) = by_id("shell") {
        shell.remove();
    }
    (text, has_focus)
}

/// Whether a media query holds.
#[must_use]
pub fn matches(query: &str) -> bool {
    let found = web_sys::window().and_then(|window| window.match_media(query).ok().flatten());
    found.is_some_and(|found| found.matches())
}

/// Gives the page a title.
pub fn title(text: &str) {
    if let Some(document) = web_sys::window().and_then(|window| window.document()) {
        document.set_title(text);
    }
}

fn history() -> Option<web_sys::History> {
    web_sys::window()?.history().ok()
}
