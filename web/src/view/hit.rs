//! A hit: the page's name, why it was found, and where it belongs.

use leptos::html::{a, div, h3, li, p, span, ul};
use leptos::prelude::*;
use scrap_core::wire::{HitView, LineView};

use super::parts::{date, kind_name, place_name, segments};
use crate::state::amount;
use crate::state::excerpt;
use crate::state::route::Route;

/// So many tags are shown; the page has them all.
const TAGS: usize = 4;

/// The hit of a query.
pub fn hit(hit: &HitView, query: &str) -> impl IntoView + use<> {
    let in_body = hit.lines.iter().find(|line| line.part == "body").map(|line| line.n);
    let query = query.trim().to_owned();
    let line = in_body.or(hit.line).filter(|_| !query.is_empty());
    let route = Route::Page { id: hit.id.clone(), line, heading: None, query };
    let title = if hit.title.is_empty() { "Untitled".to_owned() } else { hit.title.clone() };
    let shown = hit.lines.len() as u64;
    let snippet = (!hit.snippet.is_empty() && hit.lines.is_empty()).then(|| {
        p().class("snippet").attr("dir", "auto").child(segments(excerpt::below(&hit.title, hit.snippet.clone())))
    });
    li().class("hit").child((
        div().class("head").child((
            h3().class("title")
                .attr("dir", "auto")
                .child(a().attr("href", route.link()).attr("data-at", hit.id.clone()).child(title)),
            date(&hit.updated),
        )),
        snippet,
        (shown > 0).then(|| lines(&hit.lines, hit.matches.saturating_sub(spans(&hit.lines)))),
        foot(hit),
    ))
}

fn foot(hit: &HitView) -> impl IntoView + use<> {
    let tags = hit.tags.iter().take(TAGS).map(|tag| span().class("tag").attr("dir", "auto").child(format!("#{tag}")));
    let more = hit.tags.len().saturating_sub(TAGS);
    p().class("foot").child((
        span().class("kind").child(kind_name(&hit.kind)),
        tags.collect_view(),
        (more > 0).then(|| span().child(format!("+{more}"))),
        span().class("path").attr("dir", "auto").child(place_name(&hit.source, &hit.path)),
    ))
}

fn spans(lines: &[LineView]) -> u64 {
    lines.iter().map(|line| line.spans.len() as u64).sum()
}

fn lines(lines: &[LineView], more: u64) -> impl IntoView + use<> {
    let one = |line: &LineView| {
        let number = match line.part.as_str() {
            "body" => line.n.to_string(),
            part => part.to_owned(),
        };
        li().child((
            span().class("n").child(number),
            span().class("text").attr("dir", "auto").child(segments(excerpt::of_line(line))),
        ))
    };
    let rest = (more > 0).then(|| {
        li().class("rest")
            .child((span().class("n"), span().child(format!("and {}", amount::of(more, "more match", "more matches")))))
    });
    ul().class("lines").child((lines.iter().map(one).collect_view(), rest))
}
