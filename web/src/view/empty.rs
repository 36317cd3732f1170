//! Screens without hits: a store with nothing in it, and a query that finds nothing and says why.

use leptos::ev;
use leptos::html::{button, code, div, h1, h2, li, p, span, ul};
use leptos::prelude::*;
use scrap_core::wire::ExplainView;

use super::app::App;
use super::bar::focus_box;
use super::parts::sign_action;
use super::{icons, import};
use crate::state::amount::pages;
use crate::state::query::{part, replaced};

/// What the box understands, as far as a first look needs it.
const WAYS: [(&str, &str); 5] = [
    ("sour bread", "Both words, anywhere on a page, as soon as you type their beginnings."),
    ("\"exact phrase\"", "These words, in this order."),
    ("tag:recipes", "By tag. kind:, path:, after: and before: work alike."),
    ("'foo_bar('", "To the letter, signs included: what other searches skip."),
    ("tea OR coffee -decaf", "Either, and without."),
];

/// An empty store.
pub fn welcome(app: App) -> impl IntoView {
    let way = |(query, says): (&'static str, &'static str)| li().child((code().child(query), span().child(says)));
    div().class("welcome").child((
        h1().child("Find anything you ever wrote down"),
        p().child(
            "Bring in a folder of Markdown: an Obsidian vault, a Joplin or Notion export, any notes. \
             It stays on this device, and everything works without a network.",
        ),
        div().class("buttons").child((
            sign_action("button main", icons::FOLDER, "Import folder", import::pick_folder),
            sign_action("button", icons::FILE, "Import files", import::pick_files),
            sign_action("button", icons::BOOK, "Add the welcome pages", move || import::welcome(app)),
        )),
        p().class("or by-mouse").child("Or drop a folder anywhere on this page."),
        ul().class("ways").attr("aria-label", "What you can search for").child(WAYS.map(way).collect_view()),
    ))
}

/// No hits, and why.
pub fn nothing(app: App) -> impl IntoView {
    let shown =
        Memo::new(move |_| app.results.with(|results| (results.query.clone(), results.explain.clone(), results.total)));
    move || {
        let (query, parts, _) = shown.get();
        let lead = match parts.len() {
            0 => "Fewer or shorter words find more.",
            1 => "No page has it.",
            _ => "Each part alone, and what the others find without it:",
        };
        let helps = |part: &ExplainView| part.instead.is_some() || part.without > 0;
        // A word alone that nothing has is said above already.
        let worth = parts.len() > 1 || parts.iter().any(helps);
        let lines: Vec<_> = parts.into_iter().filter(|_| worth).map(|part| why(app, &query, part)).collect();
        div().class("none").child((
            h2().attr("dir", "auto").child(format!("Nothing found for “{}”", query.trim())),
            p().child(lead),
            (!lines.is_empty()).then(|| ul().class("why").child(lines)),
        ))
    }
}

fn why(app: App, query: &str, explained: ExplainView) -> impl IntoView + use<> {
    let ExplainView { start, end, alone, without, instead, instead_alone } = explained;
    let this = part(query, start, end).to_owned();
    let to = move |query: String| {
        move |_| {
            app.typed(query.clone());
            focus_box();
        }
    };
    let offer = |label: String, query: String| {
        button().r#type("button").class("button small").on(ev::click, to(query)).child(label)
    };
    let instead = instead.map(|instead| {
        let count = instead_alone.map(|count| format!(" ({})", pages(count))).unwrap_or_default();
        offer(format!("Try {instead}{count}"), replaced(query, start, end, &instead))
    });
    let leave =
        (without > 0).then(|| offer(format!("Without it: {}", pages(without)), replaced(query, start, end, "")));
    li().child((
        span()
            .class("what")
            .child((code().attr("dir", "auto").child(this), span().child(format!(" {}", pages(alone))))),
        instead,
        leave,
    ))
}
