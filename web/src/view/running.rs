//! What runs for a while, and what came of it: an import, an export.

use leptos::html::{code, details, div, li, p, progress, span, summary, ul};
use leptos::prelude::*;

use super::app::App;
use super::parts::{action, words};
use crate::state::amount::{count, of};
use crate::state::export;
use crate::state::import::{Phase, Progress};

/// The import, on every screen until it is put away.
pub fn import(app: App) -> impl IntoView {
    let there = Memo::new(move |_| app.import.with(Option::is_some));
    move || there.get().then(|| import_card(app))
}

fn import_card(app: App) -> impl IntoView {
    let read = move |how: fn(&Progress) -> String| {
        Memo::new(move |_| app.import.with(|import| import.as_ref().map(how).unwrap_or_default()))
    };
    let said = read(Progress::said);
    let percent = read(|import| import.percent().to_string());
    let phase = Memo::new(move |_| app.import.with(|import| import.as_ref().map(|import| import.phase)));
    let running = Memo::new(move |_| matches!(phase.get(), Some(Phase::Listing | Phase::Reading | Phase::Ending)));
    div().class("run").child((
        div().class("row").child((span().attr("role", "status").child(move || said.get()), move || {
            if running.get() {
                action("button small", "Cancel", move || app.stop_import.set(true)).into_any()
            } else {
                action("button small", "Close", move || app.import.set(None)).into_any()
            }
        })),
        move || running.get().then(|| bar("Import", percent, move || phase.get() == Some(Phase::Listing))),
        move || (!running.get()).then(|| import_report(app)),
    ))
}

fn bar(name: &'static str, percent: Memo<String>, unknown: impl Fn() -> bool + Send + 'static) -> impl IntoView {
    progress().attr("aria-label", name).attr("max", "100").attr("value", move || (!unknown()).then(|| percent.get()))
}

fn import_report(app: App) -> impl IntoView {
    app.import.with(|import| {
        let import = import.as_ref()?;
        let warning = |warning: &scrap_core::wire::WarningView| {
            let place = match warning.line {
                Some(line) => format!("{}:{line}", warning.path),
                None => warning.path.clone(),
            };
            li().child((code().attr("dir", "auto").child(place), " ", words(&warning.message)))
        };
        let more = import.more_warnings;
        let warnings = (import.warned() > 0).then(|| {
            let name = of(import.warned(), "thing was not understood", "things were not understood");
            details().child((
                summary().child(name),
                ul().child((
                    import.warnings.iter().map(warning).collect_view(),
                    (more > 0).then(|| li().child(format!("and {} more", count(more)))),
                )),
            ))
        });
        let gone = (!import.gone.is_empty()).then(|| {
            details().child((
                summary().child("Pages whose file is gone from the folder; they stay until you remove them"),
                ul().child(import.gone.iter().map(|path| li().child(code().child(path.clone()))).collect_view()),
            ))
        });
        Some((warnings, gone))
    })
}

/// The export, in the settings.
pub fn export(app: App) -> impl IntoView {
    let there = Memo::new(move |_| app.export.with(Option::is_some));
    move || there.get().then(|| export_card(app))
}

fn export_card(app: App) -> impl IntoView {
    let read = move |how: fn(&export::Progress) -> String| {
        Memo::new(move |_| app.export.with(|export| export.as_ref().map(how).unwrap_or_default()))
    };
    let said = read(export::Progress::said);
    let percent = read(|export| export.percent().to_string());
    let running =
        Memo::new(move |_| app.export.with(|export| export.as_ref().is_some_and(export::Progress::is_running)));
    let unknown = move || app.export.with(|export| export.as_ref().is_some_and(|export| export.files == 0));
    div().class("run").child((
        div().class("row").child((span().attr("role", "status").child(move || said.get()), move || {
            running.get().then(|| action("button small", "Cancel", move || app.stop_export.set(true)))
        })),
        move || running.get().then(|| bar("Export", percent, unknown)),
        move || (!running.get()).then(|| export_notes(app)),
    ))
}

fn export_notes(app: App) -> impl IntoView {
    let notes = app.export.with(|export| export.as_ref().map(|export| export.notes.clone()).unwrap_or_default());
    (!notes.is_empty()).then(|| {
        let name =
            of(notes.len() as u64, "file is left out or has another name", "files are left out or have another name");
        details().child((
            summary().child(name),
            ul().child(notes.into_iter().map(|note| li().child(p().child(note))).collect_view()),
        ))
    })
}
