//! How the whole page looks: its theme, what comes into view, dialogs.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{
    Element, HtmlDialogElement, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit,
    ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition,
};

use crate::state::theme::Theme;

/// `boot.js` reads it too, before the app is there.
const KEY: &str = "scrap-theme";

/// The theme that the reader chose.
#[must_use]
pub fn theme() -> Theme {
    let kept = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    Theme::named(&kept.unwrap_or_default())
}

/// Shows this theme, and keeps it.
pub fn set_theme(theme: Theme) {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element());
    if let Some(root) = root {
        let _ = match theme {
            Theme::System => root.remove_attribute("data-theme"),
            _ => root.set_attribute("data-theme", theme.name()),
        };
    }
    if let Some(storage) = storage() {
        // Where storage is refused the theme holds until the page is closed.
        let _ = match theme {
            Theme::System => storage.remove_item(KEY),
            _ => storage.set_item(KEY, theme.name()),
        };
    }
}

/// Watches whether an element is near the screen, until it is dropped.
pub struct Nearness {
    observer: IntersectionObserver,
    _near: Closure<dyn FnMut(js_sys::Array)>,
}

impl Nearness {
    /// Calls `near` with each element that comes within `margin` (as CSS has margins) of the screen.
    #[must_use]
    pub fn new(margin: &str, mut near: impl FnMut(Element) + 'static) -> Option<Self> {
        let near = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            for entry in entries.iter().filter_map(|entry| entry.dyn_into::<IntersectionObserverEntry>().ok()) {
                if entry.is_intersecting() {
                    near(entry.target());
                }
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_root_margin(margin);
        let observer = IntersectionObserver::new_with_options(near.as_ref().unchecked_ref(), &options).ok()?;
        Some(Self { observer, _near: near })
    }

    /// Watches this one; if it is near already, that is told.
    pub fn watch(&self, element: &Element) {
        self.observer.observe(element);
    }

    /// Watches it no more.
    pub fn leave(&self, element: &Element) {
        self.observer.unobserve(element);
    }
}

impl Drop for Nearness {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Scrolls until the element stands in the middle, or at the top.
pub fn bring(element: &Element, middle: bool) {
    let still = super::place::matches("(prefers-reduced-motion: reduce)");
    let options = ScrollIntoViewOptions::new();
    options.set_behavior(if still { ScrollBehavior::Instant } else { ScrollBehavior::Auto });
    options.set_block(if middle { ScrollLogicalPosition::Center } else { ScrollLogicalPosition::Start });
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Whether all of the element shows between the bar at the top and what floats at the bottom.
#[must_use]
pub fn is_seen(element: &Element) -> bool {
    let height = web_sys::window().and_then(|window| window.inner_height().ok()).and_then(|height| height.as_f64());
    let place = element.get_bounding_client_rect();
    place.top() > 72.0 && place.bottom() < height.unwrap_or(0.0) - 88.0
}

/// Opens the dialog of this id above everything else.
pub fn open_dialog(id: &str) {
    if let Some(dialog) = dialog(id).filter(|dialog| !dialog.open()) {
        let _ = dialog.show_modal();
    }
}

/// Closes it.
pub fn close_dialog(id: &str) {
    if let Some(dialog) = dialog(id) {
        dialog.close();
    }
}

fn dialog(id: &str) -> Option<HtmlDialogElement> {
    super::place::by_id(id)?.dyn_into().ok()
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
