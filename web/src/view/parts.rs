//! Small things that several screens have.

use leptos::ev;
use leptos::html::{button, code, mark, time};
use leptos::prelude::*;
use scrap_core::wire::SegmentView;

use super::icons::icon;
use crate::dom;
use crate::state::said::sentence;
use crate::state::when;

/// A button that says what it does.
pub fn action(class: &'static str, label: &'static str, act: impl Fn() + 'static) -> impl IntoView {
    button().r#type("button").class(class).on(ev::click, move |_| act()).child(label)
}

/// The same with a sign before it.
pub fn sign_action(
    class: &'static str,
    sign: &'static str,
    label: &'static str,
    act: impl Fn() + 'static,
) -> impl IntoView {
    button().r#type("button").class(class).on(ev::click, move |_| act()).child((icon(sign), label))
}

/// A round button that shows a sign and is named for those who do not see it.
pub fn round(sign: &'static str, name: &'static str, act: impl Fn() + 'static) -> impl IntoView {
    button()
        .r#type("button")
        .class("round")
        .attr("aria-label", name)
        .attr("title", name)
        .on(ev::click, move |_| act())
        .child(icon(sign))
}

/// A text with what was found in it marked.
pub fn segments(segments: Vec<SegmentView>) -> impl IntoView {
    let one = |segment: SegmentView| {
        if segment.hit { mark().child(segment.text).into_any() } else { segment.text.into_any() }
    };
    segments.into_iter().map(one).collect_view()
}

/// Words of the store as a sentence, with what stands between backquotes as code.
pub fn words(message: &str) -> impl IntoView + use<> {
    let one = |(at, part): (usize, &str)| {
        if at % 2 == 1 { code().child(part.to_owned()).into_any() } else { part.to_owned().into_any() }
    };
    sentence(message).split('`').enumerate().map(one).collect_view()
}

/// A day or an instant as people say it, with the exact one for those who ask.
pub fn date(when: &str) -> impl IntoView + use<> {
    let day = dom::local_day(when);
    let said = when::seen_from(&dom::today(), &day);
    time().attr("datetime", when.to_owned()).attr("title", when::in_full(&day)).child(said)
}

/// A kind of page as people call it.
pub fn kind_name(kind: &str) -> String {
    match kind {
        "consume" => "later".to_owned(),
        _ => kind.to_owned(),
    }
}

/// A page's place as people read it.
pub fn place_name(source: &str, path: &str) -> String {
    if source.is_empty() { path.to_owned() } else { format!("{source}/{path}") }
}
