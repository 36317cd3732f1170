//! What all screens share: the way to the store, the place the reader is at, the box and what it found.

use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::wire::{PinsReply, Reply, Request, TokenView};

use super::keys::Syntax;
use super::pins;
use crate::client::Client;
use crate::dom::place;
use crate::state::results::{HITS, MORE, Results, first};
use crate::state::route::Route;
use crate::state::{export, import};
use crate::{dom, pwa};

/// A place is kept so long after the last scrolling or typing: some browsers refuse when asked more often.
const SETTLED_MS: i32 = 400;

/// Handles to what the screens share; a copy leads to the same.
#[derive(Clone, Copy)]
pub struct App {
    /// The way to the store.
    pub client: Client,
    /// Where the reader is.
    pub route: RwSignal<Route>,
    /// What stands in the box.
    pub text: RwSignal<String>,
    /// What it found.
    pub results: RwSignal<Results>,
    /// The import that runs, or the last one.
    pub import: RwSignal<Option<import::Progress>>,
    /// The reader wants the import to end.
    pub stop_import: RwSignal<bool>,
    /// The export that runs, or the last one.
    pub export: RwSignal<Option<export::Progress>>,
    /// The reader wants the export to end.
    pub stop_export: RwSignal<bool>,
    /// The filters are open where they do not stand at the side.
    pub filters: RwSignal<bool>,
    /// What is kept at hand.
    pub pins: RwSignal<PinsReply>,
    /// What a query may hold, once somebody asked.
    pub syntax: RwSignal<Syntax>,
    /// A newer build waits.
    pub update: RwSignal<bool>,
    /// How far to scroll once what is asked for is there.
    restore: RwSignal<Option<f64>>,
    timer: StoredValue<i32>,
}

impl App {
    /// Everything as the address says. Called once.
    pub fn start() -> Self {
        let route = place::route();
        let text = match &route {
            Route::Search { query } | Route::Page { query, .. } => query.clone(),
            Route::Settings | Route::Health => String::new(),
        };
        let kept = place::kept();
        let app = Self {
            client: Client::start(),
            route: RwSignal::new(route),
            text: RwSignal::new(text),
            results: RwSignal::new(Results::default()),
            import: RwSignal::new(None),
            stop_import: RwSignal::new(false),
            export: RwSignal::new(None),
            stop_export: RwSignal::new(false),
            filters: RwSignal::new(false),
            pins: RwSignal::new(PinsReply::default()),
            syntax: RwSignal::new(Syntax::default()),
            update: RwSignal::new(false),
            restore: RwSignal::new((kept.scroll > 0.0).then_some(kept.scroll)),
            timer: StoredValue::new(0),
        };
        place::on_links(move |route| app.go(route));
        place::on_back_and_forward(move || app.came_back());
        place::listen("scroll", move |_| app.settle());
        pwa::watch(move || app.update.set(true));
        app.search(kept.hits);
        pins::load(app);
        app
    }

    /// Goes to a new place.
    pub fn go(self, route: Route) {
        if self.route.get_untracked() == route {
            return;
        }
        self.leave();
        place::go(&route, true);
        self.restore.set(None);
        self.arrive(route, 0);
        place::scroll_to(0.0);
    }

    /// The reader typed.
    pub fn typed(self, text: String) {
        self.text.set(text.clone());
        self.restore.set(None);
        let here = self.route.with_untracked(|route| matches!(route, Route::Search { .. }));
        if here {
            self.settle();
        } else {
            self.leave();
            place::go(&Route::search(text.clone()), true);
            place::scroll_to(0.0);
        }
        self.route.set(Route::search(text));
        self.search(0);
    }

    /// Puts into the box what `change` makes of the query that was searched for and of its tokens; not where the reader
    /// has typed on since.
    pub fn rewrite(self, change: impl FnOnce(&str, &[TokenView]) -> String) {
        let text = self.results.with_untracked(|results| {
            let same = self.text.with_untracked(|text| *text == results.query);
            same.then(|| change(&results.query, &results.tokens))
        });
        if let Some(text) = text {
            self.typed(text);
        }
    }

    /// Searches for what stands in the box, for as many hits as there were.
    pub fn refresh(self) {
        let here = self.results.with_untracked(|results| results.hits.len());
        self.search(if here > HITS { here } else { 0 });
    }

    /// Starts another worker in place of one that ended, and asks it for what the old one can no longer say.
    pub fn start_again(self) {
        self.client.restart();
        self.refresh();
    }

    /// Asks for the next hits.
    pub fn more(self) {
        let Some((list, cursor)) = self.results.try_update_untracked(Results::ask).flatten() else { return };
        spawn_local(async move {
            let request = Request::More { cursor, limit: MORE, today: dom::today() };
            match self.client.ask(request).await {
                Ok(Reply::Found(found)) => self.results.update(|results| results.more(list, found)),
                _ => self.results.update(|results| results.ended(list)),
            }
        });
    }

    /// Takes how far to scroll to: nothing for a place that the reader was not at before.
    pub fn take_restore(self) -> Option<f64> {
        let kept = self.restore.get_untracked();
        self.restore.set(None);
        kept
    }

    fn search(self, long: usize) {
        let query = self.text.get_untracked();
        spawn_local(async move {
            let request = Request::Search { query: query.clone(), limit: first(long), today: dom::today() };
            let answer = self.client.ask(request).await;
            // Replies of searches that were overtaken say nothing any more.
            if self.text.get_untracked() != query {
                return;
            }
            match answer {
                Ok(Reply::Found(found)) => {
                    let empty = found.hits.is_empty() && !query.trim().is_empty();
                    self.results.update(|results| results.found(query.clone(), found));
                    self.found();
                    if query.trim().is_empty() {
                        pins::load(self);
                    }
                    if empty {
                        self.explain(query).await;
                    }
                }
                Err(why) if why.code == "superseded" => {}
                Err(why) => self.results.update(|results| results.failed(query, why)),
                Ok(_) => {}
            }
        });
    }

    async fn explain(self, query: String) {
        let list = self.results.with_untracked(|results| results.list);
        if let Ok(Reply::Explained { parts, .. }) =
            self.client.ask(Request::Explain { query, today: dom::today() }).await
        {
            self.results.update(|results| results.explained(list, parts));
        }
    }

    /// New hits are read from their start, unless the reader came back to them.
    fn found(self) {
        if self.route.with_untracked(|route| matches!(route, Route::Search { .. })) {
            if let Some(place) = self.take_restore() {
                dom::next_frame(move || place::scroll_to(place));
            } else if place::focused().is_some_and(|focused| focused.id() == super::bar::BOX) {
                place::scroll_to(0.0);
            }
        }
    }

    fn came_back(self) {
        dom::stop(self.timer.get_value());
        let kept = place::kept();
        let route = place::route();
        let read = self.route.with_untracked(|route| match route {
            Route::Page { id, .. } => Some(id.clone()),
            _ => None,
        });
        let on_page = matches!(route, Route::Page { .. });
        self.restore.set((on_page && kept.scroll > 0.0).then_some(kept.scroll));
        let same = self.arrive(route, kept.hits);
        if same {
            dom::next_frame(move || {
                place::scroll_to(kept.scroll);
                // The hit that was followed has the focus again, for whoever goes on with the keys.
                if let Some(read) = read {
                    super::results::focus_hit(&read);
                }
            });
        } else if !on_page {
            self.restore.set(Some(kept.scroll));
        }
    }

    /// Shows `route`; whether it is there at once.
    fn arrive(self, route: Route, hits: usize) -> bool {
        let query = match &route {
            Route::Search { query } | Route::Page { query, .. } => query.clone(),
            Route::Settings | Route::Health => self.text.get_untracked(),
        };
        let is_search = matches!(route, Route::Search { .. });
        let is_page = matches!(route, Route::Page { .. });
        let known = self.results.with_untracked(|results| results.answered && results.query == query);
        self.route.set(route);
        if self.text.get_untracked() != query && (is_search || !query.is_empty()) {
            self.text.set(query);
        }
        if is_search && !known {
            self.search(hits);
        }
        known && !is_page
    }

    /// Keeps this place as it is, for the way back.
    fn leave(self) {
        dom::stop(self.timer.get_value());
        self.keep();
    }

    fn settle(self) {
        dom::stop(self.timer.get_value());
        self.timer.set_value(dom::after(SETTLED_MS, move || self.keep()));
    }

    fn keep(self) {
        place::go(&self.route.get_untracked(), false);
        let hits = self.results.with_untracked(|results| results.hits.len());
        place::keep(place::scrolled(), hits);
    }
}
