//! The sheet of keys and of what the box understands, one key away. What that is the store says, so that nothing is told
//! that is not so; a tap on an example or a value puts it into the box.

use leptos::ev;
use leptos::html::{button, code, dd, details, dialog, div, dl, dt, h2, h3, header, kbd, li, p, summary, ul};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::wire::{KeyView, Reply, Request};

use super::app::App;
use super::bar;
use super::icons;
use super::parts::{round, words};
use crate::dom::look;

/// The id of the sheet.
const SHEET: &str = "keys";

const KEYS: [(&[&str], &str); 6] = [
    (&["/", "Ctrl K"], "To the box"),
    (&["↓", "↑"], "Through the results"),
    (&["Enter"], "Open"),
    (&["n", "p"], "Next and previous match on a page"),
    (&["Esc"], "Back"),
    (&["?"], "This sheet"),
];

/// What a query may hold: examples with what they find, and keys with their values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Syntax {
    terms: Vec<(String, String)>,
    keys: Vec<KeyView>,
}

/// Opens the sheet.
pub fn open(app: App) {
    if app.syntax.with_untracked(|syntax| syntax.terms.is_empty()) {
        spawn_local(async move {
            if let Ok(Reply::Syntax { terms, keys }) = app.client.ask(Request::Syntax).await {
                app.syntax.set(Syntax { terms, keys });
            }
        });
    }
    look::open_dialog(SHEET);
}

/// The sheet, closed at first.
pub fn sheet(app: App) -> impl IntoView {
    let key = |(keys, says): (&'static [&'static str], &'static str)| {
        let keys = keys.iter().enumerate().map(|(at, key)| ((at > 0).then_some(" "), kbd().child(*key)));
        (dt().child(keys.collect_view()), dd().child(says))
    };
    let syntax = move || {
        let Syntax { terms, keys } = app.syntax.get();
        let term = move |(example, says): (String, String)| {
            (dt().child(example_button(app, example)), dd().child(words(&says)))
        };
        (
            dl().class("keys").child(terms.into_iter().map(term).collect_view()),
            h3().child("Filters"),
            keys.into_iter().map(|key| filter(app, key)).collect_view(),
        )
    };
    dialog().id(SHEET).attr("aria-labelledby", "keys-name").child((
        header().child((
            h2().id("keys-name").child("Keys and syntax"),
            round(icons::CLOSE, "Close", || look::close_dialog(SHEET)),
        )),
        div().class("by-keys").child((h3().child("Keys"), dl().class("keys").child(KEYS.map(key).collect_view()))),
        h3().child("In the box"),
        syntax,
    ))
}

fn filter(app: App, key: KeyView) -> impl IntoView {
    let KeyView { key, meaning, takes, values } = key;
    let value = |(name, means): (String, String)| {
        li().child((example_button(app, format!("{key}:{name}")), " ", words(&means)))
    };
    let values = (!values.is_empty()).then(|| ul().child(values.into_iter().map(value).collect_view()));
    details().child((
        summary().child((code().child(format!("{key}:")), " ", words(&meaning))),
        p().child(("Takes ", takes, ".")),
        values,
    ))
}

/// What can be tried at once.
fn example_button(app: App, example: String) -> impl IntoView {
    let shown = example.clone();
    let try_it = move |_| {
        look::close_dialog(SHEET);
        app.typed(example.clone());
        bar::focus_at_end();
    };
    button().r#type("button").class("plain").on(ev::click, try_it).child(code().child(shown))
}
