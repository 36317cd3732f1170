//! What there is to say about the text in the box, in quiet lines below it.

use leptos::ev;
use leptos::html::{button, code, li, ul};
use leptos::prelude::*;
use scrap_core::wire::ProblemView;

use super::app::App;
use super::bar::focus_box;
use super::parts::words;
use crate::state::query::replaced;

/// The lines, none if all is well.
pub fn problems(app: App) -> impl IntoView {
    let shown = Memo::new(move |_| app.results.with(|results| results.problems.clone()));
    move || {
        let lines: Vec<_> = shown.get().into_iter().map(|problem| line(app, problem)).collect();
        (!lines.is_empty()).then(|| ul().attr("aria-label", "About the query").child(lines))
    }
}

fn line(app: App, problem: ProblemView) -> impl IntoView {
    let ProblemView { code: name, message, start, end, suggestion, .. } = problem;
    let offer = suggestion.map(|with| {
        let shown = with.clone();
        let take = move |_| {
            app.typed(replaced(&app.text.get_untracked(), start, end, &with));
            focus_box();
        };
        (" ", button().r#type("button").class("plain").on(ev::click, take).child(("Use ", code().child(shown))))
    });
    li().class("problem").attr("data-code", name).child((words(&message), offer))
}
