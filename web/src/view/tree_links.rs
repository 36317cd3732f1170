//! Links in a page's body: to pages, headings, searches, files of the store, and outside.

use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::wire::tree::LinkTo;

use super::app::App;
use crate::dom;
use crate::dom::Element;
use crate::dom::draw::set;
use crate::dom::save::{download, typed};
use crate::state::route::Route;

/// The element that shows a link: one that leads nowhere is no link.
#[must_use]
pub fn name(to: &LinkTo) -> &'static str {
    match to {
        LinkTo::Missing { .. } | LinkTo::Nothing { .. } | LinkTo::Blocked { .. } => "span",
        LinkTo::File { .. } => "button",
        _ => "a",
    }
}

/// Sets a link's element up.
pub fn set_up(element: &Element, to: &LinkTo) {
    match to {
        LinkTo::Page { id, title, heading } => {
            let route = Route::Page { id: id.clone(), line: None, heading: heading.clone(), query: String::new() };
            set(element, "href", &route.link());
            set(element, "title", title);
        }
        LinkTo::Heading { slug } => set(element, "href", &format!("#{slug}")),
        LinkTo::Search { query } => set(element, "href", &Route::search(query.clone()).link()),
        LinkTo::External { url } => {
            set(element, "href", url);
            set(element, "class", "out");
            set(element, "target", "_blank");
            set(element, "rel", "noopener noreferrer");
            set(element, "title", url);
        }
        LinkTo::File { blob, name, mime } => {
            set(element, "type", "button");
            set(element, "class", "plain");
            set(element, "title", &format!("Save {name}"));
            for (key, value) in [("data-blob", blob), ("data-name", name), ("data-mime", mime)] {
                set(element, key, value);
            }
        }
        LinkTo::Missing { target } | LinkTo::Nothing { target } => {
            set(element, "class", "missing");
            set(element, "title", &format!("There is no {target}"));
        }
        LinkTo::Blocked { url } => {
            set(element, "class", "missing");
            set(element, "title", &format!("Not opened: {url}"));
        }
    }
}

/// A click somewhere in a body: on a file, the browser is given the file.
pub fn clicked(app: App, target: Option<Element>) {
    let Some(file) = target.and_then(|target| target.closest("[data-blob]").ok().flatten()) else { return };
    let value = |key: &str| file.get_attribute(key).unwrap_or_default();
    save(app, value("data-blob"), value("data-name"), value("data-mime"));
}

/// Gives a file of the store to the browser.
pub fn save(app: App, hash: String, name: String, mime: String) {
    spawn_local(async move {
        if let Ok(Some(blob)) = app.client.blob(&hash).await {
            let name = name.rsplit('/').next().unwrap_or("file").to_owned();
            // A browser that refuses says so itself.
            let _ = download(&typed(&blob, &mime), &name);
        }
    });
}

/// Shows the pictures of a body as their bytes come, and gives what keeps their addresses alive.
pub fn show_images(app: App, images: Vec<(Element, String, String)>) -> StoredValue<Vec<dom::ObjectUrl>, LocalStorage> {
    let urls = StoredValue::new_local(Vec::new());
    for (image, hash, mime) in images {
        spawn_local(async move {
            let Ok(Some(blob)) = app.client.blob(&hash).await else { return };
            if let Ok(url) = dom::ObjectUrl::new(&typed(&blob, &mime)) {
                set(&image, "src", url.as_str());
                // A page that was left meanwhile has no place for it.
                urls.try_update_value(|urls| urls.push(url));
            }
        });
    }
    urls
}
