//! A page: its name and fields, its body, what it links to and what links to it. Opened from a hit it stands at the match.

use leptos::ev;
use leptos::html::{article, div, h1, main, p};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::wire::tree::TreeView;
use scrap_core::wire::{PageView, Reply, Request};

use super::app::App;
use super::match_bar::{self, At};
use super::parts::words;
use super::{page_rail, page_top, search, tree, tree_links};
use crate::dom::look::bring;
use crate::dom::{self, Element, draw, place};
use crate::message::Failure;
use crate::state::matches::at_line;
use crate::state::route::Route;

/// What there is of a page.
#[derive(Clone)]
enum Shown {
    Waiting,
    Here(Box<PageView>, Box<TreeView>),
    Failed(Failure),
}

/// The screen.
pub fn screen(app: App) -> impl IntoView {
    let wanted = Memo::new(move |_| {
        app.route.with(|route| match route {
            Route::Page { id, query, .. } => Some((id.clone(), query.clone())),
            _ => None,
        })
    });
    move || wanted.get().map(|(id, query)| page(app, id, query))
}

fn page(app: App, id: String, query: String) -> impl IntoView {
    let shown = RwSignal::new(Shown::Waiting);
    let query = Some(query).filter(|query| !query.is_empty());
    spawn_local(async move {
        let answer = app.client.ask(Request::Page { page: id, history: false, query }).await;
        let _ = shown.try_set(match answer {
            Ok(Reply::Page { page, tree }) => Shown::Here(page, tree),
            Ok(_) => return,
            Err(why) => Shown::Failed(why),
        });
    });
    main().class("wide").child(move || match shown.get() {
        Shown::Waiting => search::bones().into_any(),
        Shown::Here(page, tree) => here(app, *page, *tree).into_any(),
        Shown::Failed(why) => failed(why).into_any(),
    })
}

fn failed(why: Failure) -> impl IntoView {
    place::title("No page · scrap");
    div()
        .class("none")
        .attr("data-code", why.code)
        .child((h1().child("This page is not here"), p().child(words(&why.message))))
}

fn here(app: App, page: PageView, tree: TreeView) -> impl IntoView {
    let title = if page.title.is_empty() { "Untitled".to_owned() } else { page.title.clone() };
    place::title(&format!("{title} · scrap"));
    let at = At::new();
    let name = NodeRef::<leptos::html::H1>::new();
    let body = NodeRef::<leptos::html::Div>::new();
    let images = StoredValue::new_local(None);
    let rail = page_rail::rail(app, &page, &tree, &title);
    let top = page_top::top(app, &page, name, &title, tree::title_nodes(&tree, &title) == 0);
    let conflicts = page_top::conflicts(&page.conflicts);
    let text_missing =
        page.text_missing.then(|| p().class("note").child("A part of this page has not arrived here yet."));
    let nodes = StoredValue::new(tree);
    body.on_load(move |body| {
        let mut drawn = tree::Drawn::default();
        nodes.with_value(|tree| {
            let taken = tree::title_nodes(tree, &title);
            if let Some(name) = name.get_untracked().filter(|_| taken > 0) {
                tree::draw(&name, tree.nodes.get(1..taken).unwrap_or_default(), 1, &mut drawn);
            }
            tree::draw(&body, tree.nodes.get(taken..).unwrap_or_default(), 0, &mut drawn);
        });
        images.set_value(Some(tree_links::show_images(app, std::mem::take(&mut drawn.images))));
        at.found(drawn.marks, drawn.lines, nodes.with_value(|tree| tree.more_marks));
        if let Some(name) = name.get_untracked() {
            place::focus_still(&name);
        }
        stand(app, at, &body);
    });
    follow(app, at, body);
    (
        article().class("page").child((
            top,
            conflicts,
            text_missing,
            div()
                .node_ref(body)
                .class("prose")
                .attr("dir", "auto")
                .on(ev::click, move |event| tree_links::clicked(app, dom::target(&event))),
            rail,
        )),
        match_bar::bar(at),
    )
}

/// Where the reader stands when the page has come: where they were, at the match, at the heading, or at the top.
fn stand(app: App, at: At, body: &Element) {
    if let Some(kept) = app.take_restore() {
        at.go_still();
        dom::next_frame(move || place::scroll_to(kept));
        return;
    }
    let Route::Page { line, heading, .. } = app.route.get_untracked() else { return };
    if let Some(heading) = heading {
        to_heading(&heading);
    } else if let Some(line) = line {
        to_line(at, body, line);
    } else {
        at.go_still();
    }
}

/// Another line or heading of the same page.
fn follow(app: App, at: At, body: NodeRef<leptos::html::Div>) {
    Effect::new(move |before: Option<Option<(Option<u32>, Option<String>)>>| {
        let now = app.route.with(|route| match route {
            Route::Page { line, heading, .. } => Some((*line, heading.clone())),
            _ => None,
        });
        if let (Some(before), Some((line, heading)), Some(body)) = (before, now.clone(), body.get_untracked())
            && before != now
        {
            match (heading, line) {
                (Some(heading), _) => to_heading(&heading),
                (None, Some(line)) => to_line(at, &body, line),
                (None, None) => {}
            }
        }
        now
    });
}

fn to_heading(heading: &str) {
    let found = place::by_id(&tree::heading_id(heading)).or_else(|| place::by_id(heading));
    if let Some(found) = found {
        bring(&found, false);
    }
}

fn to_line(at: At, body: &Element, line: u32) {
    if let Some(first) = at.lines.with_value(|lines| (!lines.is_empty()).then(|| at_line(lines, line))) {
        at.go(first);
        return;
    }
    let of = |block: &Element| block.get_attribute("data-line").and_then(|line| line.parse::<u32>().ok()).unwrap_or(0);
    let blocks = draw::below(body, "[data-line]");
    if let Some(block) = blocks.iter().rev().find(|block| of(block) <= line) {
        draw::class(block, "at", true);
        bring(block, true);
    }
}
