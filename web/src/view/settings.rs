//! Settings: what comes in and goes out, how it looks, what is stored, which build this is.

use leptos::ev;
use leptos::html::{dd, div, dl, dt, fieldset, h1, h2, input, label, legend, main, p, section, span};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::wire::{Reply, Request};

use super::app::App;
use super::parts::{action, sign_action};
use super::{check, export, icons, import, keys, running};
use crate::dom::{self, look, place};
use crate::message::Status;
use crate::pwa::{self, Storage};
use crate::state::amount::{bytes, pages};
use crate::state::route::Route;
use crate::state::theme::Theme;

/// The screen.
pub fn screen(app: App) -> impl IntoView {
    let here = Memo::new(move |_| app.route.with(|route| *route == Route::Settings));
    move || here.get().then(|| settings(app))
}

fn settings(app: App) -> impl IntoView {
    place::title("Settings · scrap");
    let title = NodeRef::<leptos::html::H1>::new();
    let looked = RwSignal::new("");
    let look_for_update = move || {
        spawn_local(async move {
            looked.set("Looking…");
            let asked = pwa::look().await;
            looked.set(match (app.update.get_untracked(), asked) {
                (true, _) => "A newer one is here: see above.",
                (false, true) => "This is the newest.",
                (false, false) => "The server cannot be reached now.",
            });
        });
    };
    title.on_load(|title| place::focus_still(&title));
    main().class("settings").child((
        h1().node_ref(title).attr("tabindex", "-1").child("Settings"),
        section().child((
            h2().child("Import"),
            p().child("A folder of Markdown with its pictures and files. Importing it again takes in what changed, and doubles nothing."),
            div().class("buttons").child((
                sign_action("button", icons::FOLDER, "Import folder", import::pick_folder),
                sign_action("button", icons::FILE, "Import files", import::pick_files),
            )),
        )),
        section().child((
            h2().child("Export"),
            p().child("All pages as Markdown with their files, in one zip. A page that you did not change comes out byte for byte as it went in."),
            sign_action("button", icons::SAVE, "Export", move || spawn_local(export::run(app))),
            running::export(app),
        )),
        section().child((h2().child("Appearance"), themes())),
        section().child((h2().child("Storage"), stored(app))),
        section().child((
            h2().child("About"),
            dl().class("facts-list").child((
                dt().child("Version"),
                dd().child(format!("{} ({})", env!("CARGO_PKG_VERSION"), dom::build())),
            )),
            p().child("Everything you see runs in this browser. Nothing is sent anywhere."),
            p().attr("role", "status").child(move || looked.get()),
            div().class("buttons").child((
                action("button small", "Look for an update", look_for_update),
                action("button small", "Keys and syntax", move || keys::open(app)),
            )),
        )),
    ))
}

fn themes() -> impl IntoView {
    let chosen = RwSignal::new(look::theme());
    let one = move |theme: Theme| {
        let choose = move |_| {
            look::set_theme(theme);
            chosen.set(theme);
        };
        label().child((
            input()
                .r#type("radio")
                .attr("name", "theme")
                .attr("value", theme.name())
                .prop("checked", move || chosen.get() == theme)
                .on(ev::change, choose),
            span().child(theme.label()),
        ))
    };
    fieldset().class("choice").child((legend().class("away").child("Theme"), Theme::ALL.map(one).collect_view()))
}

fn stored(app: App) -> impl IntoView {
    let storage = RwSignal::new(None::<Storage>);
    let count = RwSignal::new(None::<u64>);
    let look = move || {
        spawn_local(async move {
            storage.set(pwa::storage().await);
        });
        spawn_local(async move {
            if let Ok(Reply::Status { pages, .. }) = app.client.ask(Request::Status).await {
                count.set(Some(pages));
            }
        });
    };
    // What an import brought shows when it has ended.
    let running =
        Memo::new(move |_| app.import.with(|import| import.as_ref().is_some_and(|import| import.is_running())));
    Effect::new(move |_| {
        running.track();
        look();
    });
    let ask = move || {
        spawn_local(async move {
            pwa::persist().await;
            storage.set(pwa::storage().await);
        });
    };
    let persisted = move || storage.get().is_some_and(|storage| storage.persisted);
    let refused = move || storage.get().is_some_and(|storage| !storage.persisted);
    (
        dl().class("facts-list").child((
            dt().child("Pages"),
            dd().child(move || count.get().map_or("…".to_owned(), pages)),
            dt().child("In use"),
            dd().child(move || match storage.get() {
                Some(Storage { used, quota, .. }) => format!("{} of {}", bytes(used), bytes(quota)),
                None => "The browser does not say".to_owned(),
            }),
            dt().child("Kept"),
            dd().child(move || match (app.client.status().get(), persisted()) {
                (Status::InMemory(_), _) => "Only until this window is closed",
                (_, true) => "Until you remove it",
                (_, false) => "The browser may remove it when space is short: export now and then",
            }),
        )),
        // Above what comes and goes: what is about to be clicked stays where it is.
        check::store(app),
        move || refused().then(|| action("button small", "Ask the browser to keep it", ask)),
    )
}
