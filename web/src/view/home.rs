//! The first screen: the box, what it finds, and how the store is.

use leptos::ev;
use leptos::html::{a, button, h1, input, label, li, main, mark, p, ul};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::wire::{HitView, PageFile, Reply, Request, SearchReply, SegmentView};

use crate::client::Client;
use crate::message::{Failure, Status, failure};
use crate::{dom, pwa};

/// How many hits at a time.
const HITS: usize = 30;

/// What the last search gave.
#[derive(Debug, Clone, Default)]
enum Shown {
    #[default]
    Nothing,
    Found(SearchReply),
    Failed(Failure),
}

/// The screen.
pub fn home(client: Client) -> impl IntoView {
    let query = RwSignal::new(String::new());
    let shown = RwSignal::new(Shown::default());
    let update = RwSignal::new(false);
    pwa::watch(move || update.set(true));
    let search = move || {
        let text = query.get_untracked();
        spawn_local(async move {
            let request = Request::Search { query: text.clone(), limit: HITS, today: dom::today() };
            let found = match client.ask(request).await {
                Ok(Reply::Found(found)) => Shown::Found(found),
                Err(why) if why.code == "superseded" => return,
                Err(why) => Shown::Failed(why),
                Ok(_) => return,
            };
            // Replies of searches that were overtaken say nothing any more.
            if query.get_untracked() == text {
                shown.set(found);
            }
        });
    };
    let typed = move |event: ev::Event| {
        query.set(event_target_value(&event));
        search();
    };
    search();
    main().child((
        h1().child("scrap"),
        input().r#type("search").attr("aria-label", "Search").attr("autofocus", true).on(ev::input, typed),
        p().attr("role", "status").child(move || said(&client.status().get(), &shown.get())),
        move || {
            matches!(client.status().get(), Status::Elsewhere(_))
                .then(|| action("Use it here", move || client.take_over()))
        },
        move || update.get().then(|| action("Reload to update", || spawn_local(pwa::apply()))),
        folder_input(client, search),
        ul().attr("aria-label", "Results").child(move || match shown.get() {
            Shown::Found(found) => found.hits.into_iter().map(hit).collect_view(),
            _ => Vec::new(),
        }),
    ))
}

/// Takes in the Markdown files of a folder, some at a time, so that searches come in between.
fn folder_input(client: Client, done: impl Fn() + Copy + 'static) -> impl IntoView {
    let picked = move |event: ev::Event| {
        let files = dom::picked(&event_target::<dom::Input>(&event));
        spawn_local(async move {
            // Whatever fails is told by the next search.
            let _ = import(client, files).await;
            done();
        });
    };
    label().child(("Import folder", input().r#type("file").attr("webkitdirectory", true).on(ev::change, picked)))
}

async fn import(client: Client, files: Vec<(String, dom::File)>) -> Result<(), Failure> {
    let Some(source) = files.first().and_then(|(path, _)| path.split('/').next()).map(str::to_owned) else {
        return Ok(());
    };
    let below = |path: &str| path.split_once('/').map_or(path, |(_, below)| below).to_owned();
    let paths = files.iter().map(|(path, _)| below(path)).collect();
    client.ask(Request::ImportBegin { source, paths }).await?;
    for some in files.chunks(100) {
        let mut pages = Vec::new();
        for (path, file) in some.iter().filter(|(path, _)| path.ends_with(".md")) {
            let bytes = dom::bytes(file).await.map_err(|words| failure("unread", words))?;
            pages.push(PageFile {
                path: below(path),
                bytes,
                modified: Some(file.last_modified() as i64),
                original: None,
            });
        }
        client.ask(Request::ImportPages { files: pages }).await?;
    }
    while let Reply::Imported(report) = client.ask(Request::ImportEnd { whole: true }).await? {
        if !report.more {
            break;
        }
    }
    Ok(())
}

fn action(label: &'static str, act: impl Fn() + 'static) -> impl IntoView {
    button().r#type("button").on(ev::click, move |_| act()).child(label)
}

fn said(status: &Status, shown: &Shown) -> String {
    match (status, shown) {
        (Status::Opening, _) => "Opening…".to_owned(),
        (Status::Failed(why), _) | (_, Shown::Failed(why)) => why.message.clone(),
        (Status::Elsewhere(at), _) => {
            let place = at.place.as_deref().unwrap_or("another tab");
            match (at.silent, at.asked) {
                (true, _) => {
                    format!("scrap is open in {place}, which does not answer. Close it, and this one goes on.")
                }
                (_, true) => format!("Asking {place} for your pages…"),
                _ => format!("scrap is open in {place}."),
            }
        }
        (Status::InMemory(why), Shown::Found(found)) => format!("{} pages. Nothing is kept: {why}.", found.total),
        (_, Shown::Found(found)) => format!("{} pages", found.total),
        (_, Shown::Nothing) => String::new(),
    }
}

fn hit(hit: HitView) -> impl IntoView {
    li().child((
        a().attr("href", format!("/p/{}", hit.id)).child(hit.title),
        p().child(hit.snippet.into_iter().map(segment).collect_view()),
    ))
}

fn segment(segment: SegmentView) -> AnyView {
    if segment.hit { mark().child(segment.text).into_any() } else { segment.text.into_any() }
}
