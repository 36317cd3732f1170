//! `scrap export`: pages as the Markdown files they came from, their files beside them, into a folder or a zip. What was
//! not changed comes out byte for byte. The trash stays in the store.

mod folder;
mod zip;

use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use scrap_core::interchange::file_name_of;
use scrap_core::interchange::names::Target;
use scrap_core::outgoing::{self, Item, Outgoing};
use scrap_core::store::{Page, Store};
use scrap_core::time::Instant;
use serde_json::json;

use crate::blobs::Blobs;
use crate::cli;
use crate::data::Data;
use crate::error::Failure;
use crate::interrupt;
use crate::print::{self, counted, one_line};
use crate::scraplog;

/// Where files are written to.
trait Sink {
    /// Writes one file, `/` between the parts of its path; `changed` is what its time shall be.
    fn put(&mut self, path: &str, bytes: &mut dyn Read, size: u64, changed: Instant) -> Result<(), Failure>;
    /// Makes it last.
    fn finish(self: Box<Self>) -> Result<(), Failure>;
}

/// Runs the command.
pub fn run(data: &Data, args: &cli::Export) -> Result<u8, Failure> {
    let stop = interrupt::flag()?;
    let store = data.open_to_read()?;
    if let Some(log) = &args.log {
        free(log, args.force)?;
        let counts = scraplog::write(data, &store, log, &stop)?;
        if args.json {
            print::json(&counts)?;
        } else {
            let (texts, files) = (counted(counts.texts, "text"), counted(counts.files, "file"));
            print::out(&format!("{}, {texts} and {files} written\n", scraplog::entries(counts.entries)))?;
        }
        return Ok(u8::from(counts.missing > 0));
    }
    let portable = cfg!(any(windows, target_os = "macos")) || args.zip.is_some();
    let target = if portable { Target::Portable } else { Target::Folder };
    let sink: Box<dyn Sink> = match (&args.zip, &args.folder) {
        (Some(zip), _) => {
            free(zip, args.force)?;
            Box::new(zip::Zip::new(zip)?)
        }
        (None, Some(folder)) => Box::new(folder::Folder::new(folder, args.force)?),
        (None, None) => return Err(Failure::usage("name a folder to write into, or --zip FILE, or --log FILE")),
    };
    store.snapshot(|store| write(store, &data.blobs(), target, sink, &stop, args.json))
}

/// Refuses to write over a file.
fn free(path: &Path, force: bool) -> Result<(), Failure> {
    if path.exists() && !force {
        let path = one_line(&path.display().to_string());
        return Err(Failure::Refused(format!(
            "{path} is there already: name another file, or add --force to replace it"
        )));
    }
    Ok(())
}

fn write(
    store: &Store,
    blobs: &Blobs,
    target: Target,
    mut sink: Box<dyn Sink>,
    stop: &AtomicBool,
    as_json: bool,
) -> Result<u8, Failure> {
    let Outgoing { files: items, changes } = Outgoing::plan(store, target)?;
    let bar = print::progress(items.len() as u64);
    let (mut pages, mut files, mut missing, mut conflicts) = (0_u64, 0_u64, Vec::new(), Vec::new());
    for (item, path) in &items {
        if stop.load(Ordering::Relaxed) {
            let done = counted(pages + files, "file");
            return Err(Failure::Interrupted(format!("stopped after {done}: export again, a folder with --force")));
        }
        match item {
            Item::Page(at) => {
                let Some(page) = store.page(at.id)? else { continue };
                if page.text_missing {
                    missing.push(format!("{path}: its text is not here: sync, or import the log that has it"));
                    continue;
                }
                let bytes = bytes_at(store, blobs, &page, path)?;
                sink.put(path, &mut bytes.as_slice(), bytes.len() as u64, page.updated)?;
                pages += 1;
                if !page.conflicts.is_empty() {
                    conflicts.push(path.clone());
                }
            }
            Item::File { blob, size, updated, .. } => match blobs.open(*blob) {
                Ok(mut file) => {
                    sink.put(path, &mut file, *size, *updated)?;
                    files += 1;
                }
                Err(error) => missing.push(format!("{path}: its bytes cannot be read ({error}): run `scrap check`")),
            },
        }
        bar.inc(1);
    }
    sink.finish()?;
    bar.finish_and_clear();
    let changed = || changes.iter().map(|change| (&change.from, &change.to, change.why.to_string()));
    if as_json {
        let changed: Vec<_> = changed().map(|(from, to, why)| json!({"from": from, "to": to, "why": why})).collect();
        print::json(
            &json!({"pages": pages, "files": files, "renamed": changed, "missing": missing, "conflicts": conflicts}),
        )?;
    } else {
        let mut text = format!("{} and {} written\n", counted(pages, "page"), counted(files, "file"));
        for (from, to, why) in changed() {
            text += &format!("  {} became {}: {why}\n", one_line(from), one_line(to));
        }
        for path in &conflicts {
            let kept = "two versions disagree, and only the one that shows was written; `scrap show` has both";
            text += &format!("  {}: {kept}\n", one_line(path));
        }
        for line in &missing {
            text += &format!("  {}\n", one_line(line));
        }
        print::out(&text)?;
    }
    Ok(u8::from(!missing.is_empty()))
}

/// The page as the file that an export writes under the page's own path.
pub fn page_bytes(store: &Store, blobs: &Blobs, page: &Page) -> Result<Vec<u8>, Failure> {
    bytes_at(store, blobs, page, &file_name_of(&page.at.path))
}

/// The same as text in UTF-8, whatever encoding its file had.
pub fn page_text(store: &Store, page: &Page) -> Result<Vec<u8>, Failure> {
    Ok(outgoing::file_of(store, page, &file_name_of(&page.at.path), None)?)
}

fn bytes_at(store: &Store, blobs: &Blobs, page: &Page, path: &str) -> Result<Vec<u8>, Failure> {
    let original = match page.fields.original {
        None => None,
        Some(hash) => match blobs.read(hash) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                print::note(&format!(
                    "{}: the file as it came cannot be read ({error}): written as UTF-8",
                    one_line(path)
                ));
                None
            }
        },
    };
    Ok(outgoing::file_of(store, page, path, original.as_deref())?)
}
