//! Imports: from a picked folder, picked files or a drop to requests, some files at a time, so that searches come in
//! between. Which files and in which portions is `state::import`'s.

use futures_util::future::{join, join_all};
use leptos::ev;
use leptos::html::{div, input};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::wire::{ImportReport, KeptFile, PageFile, Reply, Request, WarningView};

use super::app::App;
use crate::dom::folder::Dropped;
use crate::dom::{self, File, place};
use crate::message::{Failure, failure};
use crate::pwa;
use crate::state::import::{Listed, Phase, Plan, Progress, plans, portions};

/// The source of files that lie in no folder.
const LOOSE: &str = "files";

const FOLDER: &str = "pick-folder";
const FILES: &str = "pick-files";

/// The results are looked at anew after so many files.
const REFRESH_FILES: u64 = 1_000;

/// The browser's pickers, which buttons open from anywhere.
pub fn inputs(app: App) -> impl IntoView {
    let picked = move |event: ev::Event| {
        let files = dom::picked(&event_target::<dom::Input>(&event));
        spawn_local(run(app, files));
    };
    let picker = move |id: &'static str, name: &'static str| {
        input().r#type("file").id(id).attr("aria-label", name).attr("tabindex", "-1").on(ev::change, picked)
    };
    div().attr("hidden", true).child((
        picker(FOLDER, "Folder to import").attr("webkitdirectory", true),
        picker(FILES, "Files to import").attr("multiple", true),
    ))
}

/// Opens the browser's picker of folders.
pub fn pick_folder() {
    pick(FOLDER);
}

/// Opens the browser's picker of files.
pub fn pick_files() {
    pick(FILES);
}

fn pick(id: &str) {
    if let Some(input) = place::by_id(id).and_then(|element| dom::input(&element)) {
        dom::pick(&input);
    }
}

/// Imports the welcome pages where there are no pages yet.
pub fn welcome_where_empty(app: App) {
    spawn_local(async move {
        if let Ok(Reply::Status { pages: 0, .. }) = app.client.ask(Request::Status).await {
            welcome(app);
        }
    });
}

/// Imports the welcome pages.
pub fn welcome(app: App) {
    spawn_local(async move {
        match dom::welcome_pages().await {
            Ok(files) => run(app, files).await,
            Err(words) => {
                let why = format!("The welcome pages could not be read: {words}. Connect once and try again.");
                let mut progress = Progress::listing();
                progress.fail(failure("welcome", why));
                app.import.set(Some(progress));
            }
        }
    });
}

/// Imports what was dropped.
pub async fn dropped(app: App, dropped: Dropped) {
    if is_running(app) {
        return;
    }
    app.stop_import.set(false);
    app.import.set(Some(Progress::listing()));
    let files = dropped.files(move || app.stop_import.get_untracked()).await;
    app.import.set(None);
    run(app, files).await;
}

fn is_running(app: App) -> bool {
    app.import.with_untracked(|import| import.as_ref().is_some_and(Progress::is_running))
}

async fn run(app: App, files: Vec<(String, File)>) {
    if is_running(app) {
        return;
    }
    let files: Vec<_> = files.into_iter().map(|(path, file)| (path, file.size() as u64, file)).collect();
    let plans = plans(files, LOOSE);
    if plans.is_empty() {
        return;
    }
    app.stop_import.set(false);
    // Asked when there is something to lose; a browser that says no is told of in the settings.
    spawn_local(async {
        pwa::persist().await;
    });
    for plan in plans {
        app.import.set(Some(Progress::of(&plan)));
        let end = match folder(app, plan).await {
            Ok(()) if app.stop_import.get_untracked() => Phase::Cancelled,
            Ok(()) => Phase::Done,
            Err(why) => {
                change(app, |progress| progress.fail(why));
                Phase::Failed
            }
        };
        change(app, |progress| progress.phase = end);
        app.refresh();
        if end != Phase::Done {
            break;
        }
    }
}

async fn folder(app: App, plan: Plan<File>) -> Result<(), Failure> {
    let paths = plan.paths();
    let Plan { source, whole, others, pages, .. } = plan;
    app.client.ask(Request::ImportBegin { source, paths }).await?;
    for some in portions(others) {
        if app.stop_import.get_untracked() {
            break;
        }
        keep(app, some).await?;
    }
    markdown(app, pages).await?;
    change(app, |progress| progress.phase = Phase::Ending);
    let stopped = app.stop_import.get_untracked();
    loop {
        let report = imported(app, Request::ImportEnd { whole: whole && !stopped }).await?;
        let more = report.more;
        change(app, |progress| progress.add(0, report));
        if !more {
            return Ok(());
        }
    }
}

/// Keeps files that are no pages.
async fn keep(app: App, files: Vec<Listed<File>>) -> Result<(), Failure> {
    let count = files.len() as u64;
    let kept = join_all(files.iter().map(|listed| app.client.put_blob(&listed.file))).await;
    let mut told = Vec::new();
    for (listed, kept) in files.iter().zip(kept) {
        match kept {
            Ok(kept) => told.push(KeptFile {
                path: listed.path.clone(),
                blob: kept.hash,
                size: kept.size,
                modified: Some(listed.file.last_modified() as i64),
            }),
            Err(why) if why.code == "blobs" => warn(app, &listed.path, why.message),
            Err(why) => return Err(why),
        }
    }
    app.client.ask(Request::ImportKept { files: told }).await?;
    change(app, |progress| progress.add(count, ImportReport::default()));
    Ok(())
}

/// Takes in Markdown files: while some are written, the next are read.
async fn markdown(app: App, files: Vec<Listed<File>>) -> Result<(), Failure> {
    let mut portions = portions(files).into_iter();
    let mut next = portions.next();
    let mut ready = read(app, next.take().unwrap_or_default()).await;
    // The first pages show at once.
    let mut since = REFRESH_FILES;
    while !app.stop_import.get_untracked() {
        let (listed, pages) = ready;
        if listed.is_empty() {
            break;
        }
        let count = listed.len() as u64;
        let write = imported(app, Request::ImportPages { files: pages });
        let (report, read) = join(write, read(app, portions.next().unwrap_or_default())).await;
        ready = read;
        again(app, listed, report?, count).await?;
        since += count;
        if since >= REFRESH_FILES {
            since = 0;
            if place::scrolled() < 1.0 {
                app.refresh();
            }
        }
    }
    Ok(())
}

/// What a request's report asks for, and how far that is.
async fn again(app: App, listed: Vec<Listed<File>>, report: ImportReport, count: u64) -> Result<(), Failure> {
    let (originals, as_files) = (report.keep.clone(), report.as_files.clone());
    change(app, |progress| progress.add(count, report));
    for listed in listed {
        if as_files.contains(&listed.path) {
            keep(app, vec![listed]).await?;
        } else if originals.contains(&listed.path) {
            let kept = app.client.put_blob(&listed.file).await?;
            let (_, mut pages) = read(app, vec![listed]).await;
            pages.iter_mut().for_each(|page| page.original = Some(kept.hash.clone()));
            let report = imported(app, Request::ImportPages { files: pages }).await?;
            change(app, |progress| progress.add(0, report));
        }
    }
    Ok(())
}

async fn read(app: App, files: Vec<Listed<File>>) -> (Vec<Listed<File>>, Vec<PageFile>) {
    let bytes = join_all(files.iter().map(|listed| dom::bytes(&listed.file))).await;
    let mut pages = Vec::new();
    for (listed, bytes) in files.iter().zip(bytes) {
        match bytes {
            Ok(bytes) => pages.push(PageFile {
                path: listed.path.clone(),
                bytes,
                modified: Some(listed.file.last_modified() as i64),
                original: None,
            }),
            Err(words) => warn(app, &listed.path, format!("it could not be read: {words}")),
        }
    }
    (files, pages)
}

async fn imported(app: App, request: Request) -> Result<ImportReport, Failure> {
    match app.client.ask(request).await? {
        Reply::Imported(report) => Ok(report),
        _ => Err(failure("protocol", "The store answered something else than was asked. Reload the page.")),
    }
}

fn warn(app: App, path: &str, message: String) {
    let path = path.to_owned();
    change(app, |progress| progress.warn(WarningView { path, line: None, message }));
}

fn change(app: App, how: impl FnOnce(&mut Progress)) {
    app.import.update(|import| {
        if let Some(progress) = import {
            how(progress);
        }
    });
}
