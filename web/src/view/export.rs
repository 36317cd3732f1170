//! Exports: from requests to a zip that the browser saves. The bytes are the browser's as soon as they are read, so that
//! a large store does not have to fit into memory.

use leptos::prelude::*;
use scrap_core::wire::{OutContent, OutFile, Reply, Request};

use super::app::App;
use crate::dom::save::{Parts, download};
use crate::dom::{self, Blob};
use crate::message::{Failure, failure};
use crate::state::export::{End, Progress};
use crate::state::zip::{Zip, crc};

/// Runs an export.
pub async fn run(app: App) {
    if app.export.with_untracked(|export| export.as_ref().is_some_and(Progress::is_running)) {
        return;
    }
    app.stop_export.set(false);
    app.export.set(Some(Progress::default()));
    let end = match whole(app).await {
        Ok(end) => end,
        Err(why) => End::Failed(why),
    };
    change(app, |progress| progress.end = Some(end));
}

async fn whole(app: App) -> Result<End, Failure> {
    let Reply::Exporting { files, renamed } = app.client.ask(Request::ExportBegin).await? else { return Err(odd()) };
    change(app, |progress| {
        progress.files = files as u64;
        progress.notes = renamed;
    });
    let mut out = Out { zip: Zip::default(), parts: Parts::default() };
    let mut from = 0;
    loop {
        if app.stop_export.get_untracked() {
            return Ok(End::Cancelled);
        }
        let some = exported(app, Request::ExportNext { from }).await?;
        if some.is_empty() {
            break;
        }
        for file in some {
            if app.stop_export.get_untracked() {
                return Ok(End::Cancelled);
            }
            let bytes = one(app, &mut out, file, from).await?;
            from += 1;
            change(app, |progress| {
                progress.done += u64::from(bytes.is_some());
                progress.bytes += bytes.unwrap_or_default();
            });
        }
    }
    let Out { zip, parts } = out;
    parts.bytes(&zip.end()).map_err(refused)?;
    let blob = parts.whole("application/zip").map_err(refused)?;
    download(&blob, &format!("scrap-{}.zip", dom::today())).map_err(refused)?;
    Ok(End::Saved)
}

struct Out {
    zip: Zip,
    parts: Parts,
}

/// Adds a file, and gives its length; nothing if it is left out.
async fn one(app: App, out: &mut Out, file: OutFile, at: usize) -> Result<Option<u64>, Failure> {
    let OutFile { path, modified, content } = file;
    match content {
        OutContent::Bytes(bytes) => text(out, &path, modified, &bytes).map(Some),
        OutContent::Missing(why) => {
            note(app, format!("{path}: {why}"));
            Ok(None)
        }
        OutContent::Blob(hash) => match app.client.blob(&hash).await? {
            Some(blob) => kept(out, &path, modified, &blob).await.map(Some),
            None => {
                note(app, format!("{path}: its bytes are not here"));
                Ok(None)
            }
        },
        OutContent::NeedsOriginal(hash) => {
            let original = match app.client.blob(&hash).await? {
                Some(blob) => dom::bytes(&blob).await.map_err(refused)?,
                None => Vec::new(),
            };
            let again = exported(app, Request::ExportPage { at, original }).await?;
            match again.into_iter().next() {
                Some(OutFile { content: OutContent::Bytes(bytes), .. }) => text(out, &path, modified, &bytes).map(Some),
                _ => {
                    note(app, format!("{path}: it could not be written as it was"));
                    Ok(None)
                }
            }
        }
    }
}

fn text(out: &mut Out, path: &str, modified: i64, bytes: &[u8]) -> Result<u64, Failure> {
    let length = bytes.len() as u64;
    let head = out.zip.head(path, modified, crc(bytes), length).map_err(|error| failure("zip", error.to_string()))?;
    out.parts.bytes(&head).and_then(|()| out.parts.bytes(bytes)).map_err(refused)?;
    Ok(length)
}

async fn kept(out: &mut Out, path: &str, modified: i64, blob: &Blob) -> Result<u64, Failure> {
    let bytes = dom::bytes(blob).await.map_err(refused)?;
    let length = bytes.len() as u64;
    let head = out.zip.head(path, modified, crc(&bytes), length).map_err(|error| failure("zip", error.to_string()))?;
    out.parts.bytes(&head).map_err(refused)?;
    out.parts.blob(blob);
    Ok(length)
}

async fn exported(app: App, request: Request) -> Result<Vec<OutFile>, Failure> {
    match app.client.ask(request).await? {
        Reply::Exported { files } => Ok(files),
        _ => Err(odd()),
    }
}

fn note(app: App, words: String) {
    change(app, |progress| progress.notes.push(words));
}

fn change(app: App, how: impl FnOnce(&mut Progress)) {
    app.export.update(|export| {
        if let Some(progress) = export {
            how(progress);
        }
    });
}

fn refused(words: String) -> Failure {
    failure("zip", format!("the browser refused it: {words}"))
}

fn odd() -> Failure {
    failure("protocol", "The store answered something else than was asked. Reload the page.")
}
