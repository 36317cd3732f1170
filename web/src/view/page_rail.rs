//! What stands beside a page: its outline, what links to it, what it links to, its files.

use std::collections::HashSet;

use leptos::ev;
use leptos::html::{a, aside, button, h2, li, nav, section, small, span, ul};
use leptos::prelude::*;
use scrap_core::wire::tree::TreeView;
use scrap_core::wire::{FileView, LinkView, PageView};

use super::app::App;
use super::{tree, tree_links};
use crate::state::amount::bytes;
use crate::state::route::Route;

/// The rail; nothing where there is nothing to say.
pub fn rail(app: App, page: &PageView, tree: &TreeView, title: &str) -> Option<impl IntoView + use<>> {
    let heads = tree::outline(&tree.headings, title);
    let mut seen = HashSet::new();
    let links: Vec<LinkView> = page
        .links
        .iter()
        .filter(|link| seen.insert(link.page.as_ref().map_or(link.target.clone(), |page| page.id.clone())))
        .cloned()
        .collect();
    if heads.is_empty() && links.is_empty() && page.backlinks.is_empty() && page.files.is_empty() {
        return None;
    }
    let id = page.id.clone();
    let outline = (!heads.is_empty()).then(|| {
        let top = heads.iter().map(|heading| heading.level).min().unwrap_or(1);
        let one = |heading: scrap_core::wire::tree::HeadingView| {
            let route = Route::Page { id: id.clone(), line: None, heading: Some(heading.slug), query: String::new() };
            let deep = format!("l{}", heading.level + 1 - top);
            li().class(deep).child(a().attr("href", with_hash(&route)).attr("dir", "auto").child(heading.text))
        };
        nav()
            .attr("aria-label", "On this page")
            .class("outline")
            .child(section().child((h2().child("On this page"), ul().child(heads.into_iter().map(one).collect_view()))))
    });
    Some(aside().class("rail").child((
        outline,
        list("Linked from", page.backlinks.clone()),
        list("Links to", links),
        files(app, &page.files),
    )))
}

/// Of the place in this page: what is asked for in the page stays.
fn with_hash(route: &Route) -> String {
    route.link().split_once('#').map(|(_, hash)| format!("#{hash}")).unwrap_or_default()
}

fn list(name: &'static str, links: Vec<LinkView>) -> impl IntoView {
    let one = |link: LinkView| match link.page {
        Some(page) => {
            li().child(a().attr("href", Route::page(page.id).link()).attr("dir", "auto").child(page.title)).into_any()
        }
        None => li()
            .child(span().class("missing").attr("dir", "auto").child((link.target, " ", small().child("no such page"))))
            .into_any(),
    };
    (!links.is_empty()).then(|| {
        section()
            .child((h2().child(name), ul().attr("aria-label", name).child(links.into_iter().map(one).collect_view())))
    })
}

fn files(app: App, files: &[FileView]) -> impl IntoView + use<> {
    let one = |file: FileView| {
        let size = bytes(file.size);
        let FileView { name, mime, blob, .. } = file;
        let shown = name.rsplit('/').next().unwrap_or_default().to_owned();
        let save = move |_| tree_links::save(app, blob.clone(), name.clone(), mime.clone());
        li().child((
            button().r#type("button").class("plain").attr("title", "Save this file").on(ev::click, save).child(shown),
            " ",
            small().child(size),
        ))
    };
    (!files.is_empty())
        .then(|| section().child((h2().child("Files"), ul().child(files.iter().cloned().map(one).collect_view()))))
}
