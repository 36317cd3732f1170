//! Whether the store is whole, and a rebuild where it is not, in the settings.

use leptos::html::{details, div, li, p, summary, ul};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::wire::{ErrorView, Reply, Request};

use super::app::App;
use super::parts::{action, words};
use crate::state::amount::{of, pages};
use crate::state::said::sentence;

/// What a check came to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Check {
    /// Not asked yet.
    None,
    /// Under way: this is done.
    Running(&'static str),
    /// Every page, hash and index row was looked at.
    Done { pages: u64, faults: Vec<ErrorView> },
    /// It could not be done.
    Failed(String),
}

/// The button, what came of it, and the way out.
pub fn store(app: App) -> impl IntoView {
    let check = RwSignal::new(Check::None);
    let run = move || {
        spawn_local(async move {
            check.set(Check::Running("Checking every page…"));
            check.set(checked(app).await);
        });
    };
    let rebuild = move || {
        spawn_local(async move {
            check.set(Check::Running("Building everything anew from the log…"));
            match app.client.ask(Request::Rebuild).await {
                Ok(_) => check.set(checked(app).await),
                Err(why) => check.set(Check::Failed(sentence(&why.message))),
            }
            app.refresh();
        });
    };
    let idle = move || check.with(|check| !matches!(check, Check::Running(_)));
    let faulty = move || check.with(|check| matches!(check, Check::Done { faults, .. } if !faults.is_empty()));
    div().class("check").child((
        div().class("buttons").child((
            action("button small", "Check the store", move || {
                if idle() {
                    run()
                }
            }),
            move || faulty().then(|| action("button small", "Rebuild from the log", rebuild)),
        )),
        p().attr("role", "status").child(move || check.with(said)),
        move || check.with(faults),
    ))
}

async fn checked(app: App) -> Check {
    match app.client.ask(Request::Check).await {
        Ok(Reply::Checked { pages, faults }) => Check::Done { pages, faults },
        Ok(_) => Check::Failed("The store answered something else. Reload the page.".to_owned()),
        Err(why) => Check::Failed(sentence(&why.message)),
    }
}

fn said(check: &Check) -> String {
    match check {
        Check::None => String::new(),
        Check::Running(what) => (*what).to_owned(),
        Check::Done { pages: count, faults } if faults.is_empty() => format!("{}: everything is whole.", pages(*count)),
        Check::Done { pages: count, faults } => {
            format!("{}: {}.", pages(*count), of(faults.len() as u64, "fault", "faults"))
        }
        Check::Failed(why) => why.clone(),
    }
}

fn faults(check: &Check) -> Option<impl IntoView + use<>> {
    let Check::Done { faults, .. } = check else { return None };
    (!faults.is_empty()).then(|| {
        let one = |fault: &ErrorView| li().child(words(&fault.message));
        details().child((summary().child("What is wrong"), ul().child(faults.iter().map(one).collect_view())))
    })
}
