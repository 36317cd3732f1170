//! The sheet of keys and of what the box understands, one key away.

use leptos::html::{code, dd, dialog, div, dl, dt, h2, h3, header, kbd};
use leptos::prelude::*;

use super::app::App;
use super::icons;
use super::parts::round;
use crate::dom::look;

/// The id of the sheet.
pub const SHEET: &str = "keys";

const KEYS: [(&[&str], &str); 6] = [
    (&["/", "Ctrl K"], "To the box"),
    (&["↓", "↑"], "Through the results"),
    (&["Enter"], "Open"),
    (&["n", "p"], "Next and previous match on a page"),
    (&["Esc"], "Back"),
    (&["?"], "This sheet"),
];

const SYNTAX: [(&str, &str); 10] = [
    ("tea pot", "both words"),
    ("\"tea pot\"", "the phrase"),
    ("tea OR coffee", "either"),
    ("-decaf", "without"),
    ("'foo_bar('", "to the letter"),
    ("tag:recipes", "with a tag"),
    ("kind:todo", "of a kind"),
    ("after:2026-01", "changed since"),
    ("in:title tea", "in the title"),
    ("sort:title", "in another order"),
];

/// The sheet, closed at first.
pub fn sheet(_app: App) -> impl IntoView {
    let key = |(keys, says): (&'static [&'static str], &'static str)| {
        let keys = keys.iter().enumerate().map(|(at, key)| ((at > 0).then_some(" "), kbd().child(*key)));
        (dt().child(keys.collect_view()), dd().child(says))
    };
    let word = |(query, says): (&'static str, &'static str)| (dt().child(code().child(query)), dd().child(says));
    dialog().id(SHEET).attr("aria-labelledby", "keys-name").child((
        header().child((
            h2().id("keys-name").child("Keys and syntax"),
            round(icons::CLOSE, "Close", || look::close_dialog(SHEET)),
        )),
        div().class("by-keys").child((h3().child("Keys"), dl().class("keys").child(KEYS.map(key).collect_view()))),
        h3().child("In the box"),
        dl().class("keys").child(SYNTAX.map(word).collect_view()),
    ))
}
