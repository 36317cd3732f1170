//! Imports: from a picked folder, picked files or a drop to requests, some files at a time, so that searches come in
//! between. Which files is `state::import`'s.

mod portion;

use futures_util::StreamExt as _;
use futures_util::future::{join, join_all};
use futures_util::stream::FuturesOrdered;
use leptos::ev;
use leptos::html::{div, input};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scrap_core::wire::{ImportReport, KeptFile, PageFile, Reply, Request, WarningView};

use super::app::App;
use crate::dom::folder::{self, Dropped, Listing, Source};
use crate::dom::slices::Slices;
use crate::dom::{self, place};
use crate::message::{Failure, failure};
use crate::pwa;
use crate::state::import::{Phase, Plan, Progress, plans};
use portion::{Measured, Portions};

/// The source of files that lie in no folder.
const LOOSE: &str = "files";

const FOLDER: &str = "pick-folder";
const FILES: &str = "pick-files";

/// The results are looked at anew after so many files.
const REFRESH_FILES: u64 = 1_000;

/// The browser's pickers, which buttons open from anywhere.
pub fn inputs(app: App) -> impl IntoView {
    let picked = move |event: ev::Event| {
        let picked = folder::listed(&event_target::<dom::Input>(&event));
        spawn_local(listed(app, async move |slices: &mut Slices| picked.files(slices).await));
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
            Ok(pages) => {
                let files = pages.into_iter().map(|(path, file)| (path, Source::File(file))).collect();
                listed(app, async move |_: &mut Slices| Listing { files, ..Listing::default() }).await;
            }
            Err(words) => {
                let why = format!("The welcome pages could not be read: {words}. Connect once and try again.");
                let mut progress = Progress::listing();
                progress.fail(failure("welcome", why));
                app.import.set(Some(progress));
            }
        }
    });
}

fn is_running(app: App) -> bool {
    app.import.with_untracked(|import| import.as_ref().is_some_and(Progress::is_running))
}

/// Imports what was dropped.
pub async fn dropped(app: App, dropped: Dropped) {
    let stop = move || app.stop_import.get_untracked();
    listed(app, async move |slices: &mut Slices| dropped.files(stop, slices).await).await;
}

/// Imports what `list` gives. One import runs at a time.
async fn listed(app: App, list: impl AsyncFnOnce(&mut Slices) -> Listing) {
    if is_running(app) {
        return;
    }
    app.stop_import.set(false);
    app.import.set(Some(Progress::listing()));
    let mut slices = Slices::begin();
    let listing = list(&mut slices).await;
    run(app, listing, &mut slices).await;
}

async fn run(app: App, listing: Listing, slices: &mut Slices) {
    let plans = plans(listing.files, LOOSE);
    // Asked when there is something to lose; a browser that says no is told of in the settings.
    spawn_local(async {
        pwa::persist().await;
    });
    let mut progress = Progress::of(&plans);
    progress.hidden += listing.hidden;
    app.import.set(Some(progress));
    for (path, why) in listing.unread {
        warn(app, &path, why);
    }
    for plan in plans {
        if let Err(why) = folder(app, plan, slices).await {
            change(app, |progress| progress.fail(why));
            break;
        }
        if app.stop_import.get_untracked() {
            break;
        }
    }
    let stopped = app.stop_import.get_untracked();
    change(app, |progress| progress.end(stopped));
    app.refresh();
}

async fn folder(app: App, plan: Plan<Source>, slices: &mut Slices) -> Result<(), Failure> {
    let paths = plan.paths();
    let Plan { source, whole, others, pages, .. } = plan;
    change(app, |progress| progress.phase = Phase::Reading);
    app.client.ask(Request::ImportBegin { source, paths }).await?;
    let mut others = Portions::of(others);
    while !app.stop_import.get_untracked() {
        let some = others.next(app, slices).await;
        if some.is_empty() {
            break;
        }
        keep(app, some).await?;
    }
    markdown(app, Portions::of(pages), slices).await?;
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
async fn keep(app: App, files: Vec<Measured>) -> Result<(), Failure> {
    let count = files.len() as u64;
    let kept = join_all(files.iter().map(|listed| app.client.put_blob(&listed.file))).await;
    let mut told = Vec::new();
    for (listed, kept) in files.iter().zip(kept) {
        match kept {
            Ok(kept) => told.push(KeptFile {
                path: listed.path.clone(),
                blob: kept.hash,
                size: kept.size,
                modified: listed.modified,
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
async fn markdown(app: App, mut portions: Portions, slices: &mut Slices) -> Result<(), Failure> {
    let mut ready = read(app, portions.next(app, slices).await, slices).await;
    // The first pages show at once.
    let mut since = REFRESH_FILES;
    while !app.stop_import.get_untracked() {
        let (measured, pages) = ready;
        if measured.is_empty() {
            break;
        }
        let count = measured.len() as u64;
        let write = imported(app, Request::ImportPages { files: pages });
        let next = async {
            let some = portions.next(app, slices).await;
            read(app, some, slices).await
        };
        let (report, next) = join(write, next).await;
        ready = next;
        again(app, measured, report?, count, slices).await?;
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
async fn again(
    app: App,
    files: Vec<Measured>,
    report: ImportReport,
    count: u64,
    slices: &mut Slices,
) -> Result<(), Failure> {
    let (originals, as_files) = (report.keep.clone(), report.as_files.clone());
    change(app, |progress| progress.add(count, report));
    for file in files {
        if as_files.contains(&file.path) {
            keep(app, vec![file]).await?;
        } else if originals.contains(&file.path) {
            let kept = app.client.put_blob(&file.file).await?;
            let (_, mut pages) = read(app, vec![file], slices).await;
            pages.iter_mut().for_each(|page| page.original = Some(kept.hash.clone()));
            let report = imported(app, Request::ImportPages { files: pages }).await?;
            change(app, |progress| progress.add(0, report));
        }
    }
    Ok(())
}

async fn read(app: App, files: Vec<Measured>, slices: &mut Slices) -> (Vec<Measured>, Vec<PageFile>) {
    let mut reads: FuturesOrdered<_> = files.iter().map(|listed| dom::bytes(&listed.file)).collect();
    let mut pages = Vec::new();
    for listed in &files {
        match reads.next().await {
            Some(Ok(bytes)) => {
                let Measured { path, modified, .. } = listed;
                pages.push(PageFile { path: path.clone(), bytes, modified: *modified, original: None });
            }
            Some(Err(words)) => warn(app, &listed.path, format!("it could not be read: {words}")),
            None => break,
        }
        slices.rest().await;
    }
    drop(reads);
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
