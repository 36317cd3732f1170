//! Folders and files can be dropped anywhere on the app.

use leptos::html::{div, p};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::app::App;
use super::import;
use crate::dom::folder;
use crate::dom::{self, place};

/// The browser says again and again that something is dragged over the page; when it has not for so long, it is gone.
const GONE_MS: i32 = 300;

/// What shows while something is dragged over the app.
pub fn target(app: App) -> impl IntoView {
    let over = RwSignal::new(false);
    let timer = StoredValue::new(0);
    place::listen("dragover", move |event| {
        let Some(event) = dom::drag(&event).filter(folder::has_files) else { return };
        event.prevent_default();
        if !over.get_untracked() {
            over.set(true);
        }
        dom::stop(timer.get_value());
        timer.set_value(dom::after(GONE_MS, move || over.set(false)));
    });
    place::listen("drop", move |event| {
        let Some(event) = dom::drag(&event).filter(folder::has_files) else { return };
        event.prevent_default();
        over.set(false);
        let dropped = folder::dropped(&event);
        spawn_local(import::dropped(app, dropped));
    });
    move || over.get().then(|| div().class("drop").child(p().child("Drop to import")))
}
