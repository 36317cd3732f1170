//! What the pages of the query are: kinds, tags and areas with their counts. At the side where there is room, else
//! opened by a button. A tap writes the filter into the box.

use leptos::ev;
use leptos::html::{button, h2, h3, li, section, span, ul};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::wire::{FacetView, FacetsReply, Reply, Request};

use super::app::App;
use super::parts::kind_name;
use crate::dom::{self, place};
use crate::state::amount::{count, of};
use crate::state::facets::{Row, is_chosen, tapped, tree};

/// Counting reads every page of the query, so it waits until nobody types.
const SETTLED_MS: i32 = 250;

/// So many tags show until more are asked for.
const FIRST: usize = 24;

/// Deeper tags are drawn no further in.
const DEEPEST: usize = 4;

/// The filters.
pub fn facets(app: App) -> impl IntoView {
    let open = app.filters;
    let facets = RwSignal::new(None::<FacetsReply>);
    let all = RwSignal::new(false);
    let timer = StoredValue::new(0);
    Effect::new(move |_| {
        let query = app.results.with(|results| (results.total > 0).then(|| results.query.clone()));
        let wanted = open.get() || place::matches("(min-width: 80rem)");
        dom::stop(timer.get_value());
        match query.filter(|_| wanted) {
            Some(query) => timer.set_value(dom::after(SETTLED_MS, move || ask(app, query, facets))),
            None => facets.set(None),
        }
    });
    section().class("facets").class(("open", move || open.get())).attr("aria-label", "Filters").child(move || {
        let FacetsReply { kinds, tags, more_tags, areas, .. } = facets.get()?;
        let kinds = list(app, "Kind", kinds.iter().map(|facet| (kind_name(&facet.value), 0, facet.clone())).collect());
        let area =
            |facet: &FacetView| (if facet.value == "work" { "Work" } else { "Personal" }.to_owned(), 0, facet.clone());
        // One area is no choice.
        let areas = (areas.len() > 1).then(|| list(app, "Area", areas.iter().map(area).collect()));
        let rows = tree(&tags);
        let hidden = rows.len().saturating_sub(if all.get() { rows.len() } else { FIRST });
        let shown = rows.len() - hidden;
        let row = |Row { facet, name, depth }: Row| (name, depth, facet);
        let tags = (shown > 0).then(|| list(app, "Tags", rows.into_iter().take(shown).map(row).collect()));
        let more = (hidden > 0).then(|| {
            let name = format!("{} more", count(hidden as u64));
            button().r#type("button").class("plain").on(ev::click, move |_| all.set(true)).child(name)
        });
        let rest = (hidden == 0 && more_tags > 0).then(|| {
            span().class("rest").child(format!("and {}", of(more_tags as u64, "smaller tag", "smaller tags")))
        });
        Some((h2().class("away").child("Filters"), kinds, areas, tags, more, rest))
    })
}

fn list(app: App, name: &'static str, rows: Vec<(String, usize, FacetView)>) -> impl IntoView {
    let one = move |(name, depth, facet): (String, usize, FacetView)| {
        let (term, chosen) = (facet.query.clone(), facet.query);
        let tap = move |_| app.rewrite(|query, tokens| tapped(query, tokens, &term));
        li().attr("data-depth", depth.min(DEEPEST).to_string()).child(
            button()
                .r#type("button")
                .attr("aria-pressed", move || {
                    app.results.with(|results| is_chosen(&results.tokens, &chosen)).to_string()
                })
                .on(ev::click, tap)
                .child((span().attr("dir", "auto").child(name), span().class("n").child(count(facet.count)))),
        )
    };
    (h3().child(name), ul().child(rows.into_iter().map(one).collect_view()))
}

fn ask(app: App, query: String, facets: RwSignal<Option<FacetsReply>>) {
    spawn_local(async move {
        let request = Request::Facets { query: query.clone(), today: dom::today() };
        if let Ok(Reply::Facets(reply)) = app.client.ask(request).await
            && app.results.with_untracked(|results| results.query == query)
        {
            facets.set(Some(reply));
        }
    });
}
