//! What stands above a page's body: its name and fields, and what could not be merged.

use leptos::html::{a, div, h1, h2, h3, header, p, section, span};
use leptos::prelude::*;
use scrap_core::wire::{ConflictView, PageView};

use super::app::App;
use super::parts::{date, kind_name, place_name};
use super::pins;
use crate::state::route::Route;

/// The page's name and fields. The name is left to be drawn where the body has it with marks.
pub fn top(
    app: App,
    page: &PageView,
    name: NodeRef<leptos::html::H1>,
    title: &str,
    plain: bool,
) -> impl IntoView + use<> {
    let tag = |tag: &String| {
        let quoted = if tag.contains(char::is_whitespace) { format!("tag:\"{tag}\"") } else { format!("tag:{tag}") };
        a().class("tag").attr("dir", "auto").attr("href", Route::search(quoted).link()).child(format!("#{tag}"))
    };
    let fact = |name: &'static str, value: &Option<String>| {
        value.as_ref().map(|value| span().attr("dir", "auto").child(format!("{name} {value}")))
    };
    header().class("top").child((
        div().class("head").child((
            h1().node_ref(name).attr("tabindex", "-1").attr("dir", "auto").child(plain.then(|| title.to_owned())),
            pins::page_button(app, page.id.clone(), title.to_owned()),
        )),
        page.summary.clone().map(|summary| p().class("summary").attr("dir", "auto").child(summary)),
        div().class("facts").child((
            page.trashed.then(|| span().child("In the trash")),
            span().class("kind").child(kind_name(&page.kind)),
            fact("Status:", &page.status),
            page.due.as_ref().map(|due| span().child(("Due ", date(due)))),
            fact("Priority:", &page.priority),
            page.tags.iter().map(tag).collect_view(),
            span().child(("Changed ", date(&page.updated))),
            span().class("path").attr("dir", "auto").child(place_name(&page.source, &page.path)),
        )),
    ))
}

/// Both sides of what could not be merged, side by side.
pub fn conflicts(conflicts: &[ConflictView]) -> impl IntoView + use<> {
    let side = |name: &'static str, text: &str| div().attr("dir", "auto").child((h3().child(name), text.to_owned()));
    let one = |conflict: &ConflictView| {
        let place = match conflict.line {
            Some(line) => format!("The text, line {line}"),
            None => format!("The field {}", conflict.field),
        };
        (
            p().child(place),
            div().class("sides").child((side("Shown", &conflict.later), side("Also saved", &conflict.earlier))),
        )
    };
    (!conflicts.is_empty()).then(|| {
        section().class("clash card").child((
            h2().child("Two edits meet here"),
            p().child("Both are kept. The later one shows in the text."),
            conflicts.iter().map(one).collect_view(),
        ))
    })
}
