//! `scrap import`: folders and files to pages. One thread reads and another writes, in batches that are each kept whole;
//! what an interrupt or a full disk cuts off, the next import takes in.

mod attach;
mod read;
mod report;
mod walk;

use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant as Clock};

use indicatif::ProgressBar;
use scrap_core::id::PageId;
use scrap_core::interchange::{file_name_of, path_of_file};
use scrap_core::store::{Batch, ImportPage, Imported, Store, StoreError, is_worth_merging};

use self::read::{ReadReport, Reader, Ready};
use self::report::{Report, Warning};
use self::walk::{Found, Skipped, Walk};
use crate::cli;
use crate::data::{Data, now};
use crate::error::Failure;
use crate::interrupt;
use crate::print::{self, one_line};
use crate::scraplog;

/// A batch is kept when it has so many pages, so many bytes of text, or is so old: an edit beside it waits no longer.
const BATCH_PAGES: usize = 500;
const BATCH_BYTES: usize = 16 * 1024 * 1024;
const BATCH_TIME: Duration = Duration::from_millis(100);

/// What is imported together: a folder, or files of one folder.
struct Source {
    name: String,
    root: PathBuf,
    walk: Walk,
    whole: bool,
}

/// Runs the command.
pub fn run(data: &Data, args: &cli::Import) -> Result<u8, Failure> {
    let (logs, paths): (Vec<&PathBuf>, Vec<&PathBuf>) = args.paths.iter().partition(|path| scraplog::is_log(path));
    let stop = interrupt::flag()?;
    let mut store = data.open_or_make()?;
    let mut reports = Vec::new();
    let mut status = 0;
    for log in logs {
        let taken = scraplog::take(data, &mut store, log, &stop)?;
        if args.json { print::json(&taken)? } else { print::out(&taken.text())? }
    }
    for source in sources(data, &paths, args.source.as_deref())? {
        let report = import(data, &mut store, source, &stop)?;
        if !args.json {
            print::out(&report.text())?;
        }
        status = if report.interrupted { interrupt::STATUS } else { status.max(u8::from(report.failed())) };
        let interrupted = report.interrupted;
        reports.push(report);
        if interrupted {
            break;
        }
    }
    if args.json && !reports.is_empty() {
        let one: Vec<_> = reports.iter().map(Report::json).collect();
        match <[serde_json::Value; 1]>::try_from(one) {
            Ok([report]) => print::json(&report)?,
            Err(several) => print::json(&serde_json::json!({ "sources": several }))?,
        }
    }
    Ok(status)
}

/// Folders one by one, files by the folder they lie in.
fn sources(data: &Data, paths: &[&PathBuf], name: Option<&str>) -> Result<Vec<Source>, Failure> {
    let own = data.dir().canonicalize().ok();
    let mut sources: Vec<Source> = Vec::new();
    for path in paths {
        let real = path.canonicalize().map_err(|error| Failure::disk("import", path, error))?;
        if real.is_dir() {
            let walk = walk::walk(&real, own.as_deref());
            sources.push(Source { name: name_of(&real, name)?, root: real, walk, whole: true });
            continue;
        }
        // A link that was named is its file under the link's own name.
        let file = path.file_name().unwrap_or_default();
        let folder = match path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            Some(parent) => parent.canonicalize(),
            None => Path::new(".").canonicalize(),
        };
        let folder = folder.map_err(|error| Failure::disk("import", path, error))?;
        let source = match sources.iter_mut().position(|source| !source.whole && source.root == folder) {
            Some(at) => at,
            None => {
                let name = name_of(&folder, name)?;
                sources.push(Source { name, root: folder.clone(), walk: Walk::default(), whole: false });
                sources.len() - 1
            }
        };
        let Some(source) = sources.get_mut(source) else { continue };
        match file.to_str() {
            Some(name) if real.is_file() => {
                source.walk.files.push(Found { path: name.to_owned(), at: folder.join(file) })
            }
            named => source.walk.skipped.push(Skipped {
                path: walk::printable(file),
                reason: if named.is_none() { "its name is not UTF-8: rename it" } else { "it is no file" }.to_owned(),
                failed: true,
                folder: false,
            }),
        }
    }
    for source in &mut sources {
        source.walk.files.sort_by(|a, b| a.path.cmp(&b.path));
        source.walk.files.dedup_by(|a, b| a.path == b.path);
    }
    Ok(sources)
}

/// The source's name: as given, else the folder's.
fn name_of(folder: &Path, given: Option<&str>) -> Result<String, Failure> {
    if let Some(given) = given {
        return Ok(given.to_owned());
    }
    folder.file_name().and_then(|name| name.to_str()).map(str::to_owned).ok_or_else(|| {
        let folder = one_line(&folder.display().to_string());
        Failure::Usage(format!("{folder} has no name for a source: give one with --source"))
    })
}

fn import(data: &Data, store: &mut Store, source: Source, stop: &AtomicBool) -> Result<Report, Failure> {
    let started = Clock::now();
    let Source { name, root, walk, whole } = source;
    let files = walk.files.len() + walk.skipped.iter().filter(|skipped| !skipped.folder).count();
    let mut report =
        Report { source: name, files: files as u64, hidden: walk.hidden, skipped: walk.skipped, ..Report::default() };
    let blobs = data.blobs();
    let bar = print::progress(walk.files.len() as u64);
    let reader = Reader {
        source: &report.source.clone(),
        found: &walk.files,
        blobs: &blobs,
        alone: (!whole).then_some(root.as_path()),
        stop,
    };
    let (read, written) = std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(2);
        let reading = scope.spawn(|| reader.run(sender));
        // The receiver ends with the writer, and with it a reader that waits for room.
        let written = write(data, store, receiver, &mut report, &bar, stop);
        (reading.join(), written)
    });
    bar.finish_and_clear();
    let in_now = report.new + report.changed + report.same;
    let ReadReport { attached, skipped, warnings } = match (written, read) {
        (Err(error), _) => return Err(cut_off(in_now, error)),
        (Ok(()), Ok(Err(failure))) => return Err(failure),
        (Ok(()), Ok(Ok(read))) => read,
        (Ok(()), Err(_)) => return Err(Failure::Refused("reading the files broke off: please report this".into())),
    };
    report.attached = attached;
    report.skipped.extend(skipped);
    report.warnings.extend(warnings);
    report.warnings.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    report.interrupted = stop.load(Ordering::Relaxed);
    if is_worth_merging(report.new + report.changed, store.page_count()?) {
        merge_index(data, store, stop)?;
    }
    if whole && !report.interrupted {
        report.gone = gone(store, &report, &walk.files)?;
    }
    report.seconds = started.elapsed().as_secs_f64();
    Ok(report)
}

fn cut_off(pages: u64, error: StoreError) -> Failure {
    print::note(&format!("{} in before this:", print::counted(pages, "page")));
    error.into()
}

/// Takes the pages into the store, batch by batch, until there are no more or an interrupt comes.
fn write(
    data: &Data,
    store: &mut Store,
    pages: Receiver<Vec<Ready>>,
    report: &mut Report,
    bar: &ProgressBar,
    stop: &AtomicBool,
) -> Result<(), StoreError> {
    let mut ahead = VecDeque::new();
    while next(&mut ahead, || pages.recv().ok()) && !stop.load(Ordering::Relaxed) {
        let turn = data.turn();
        let mut batch = store.batch()?;
        let (mut new, mut changed, mut same, mut bytes) = (0, 0, 0, 0);
        let started = Clock::now();
        // The others are not kept waiting while a large file is read.
        while next(&mut ahead, || pages.recv_timeout(BATCH_TIME.saturating_sub(started.elapsed())).ok()) {
            let Some(Ready { path, page }) = ahead.pop_front() else { break };
            bytes += page.content.body.len();
            match take(&mut batch, &path, page, &mut report.warnings)? {
                Imported::New(_) => new += 1,
                Imported::Changed(_) => changed += 1,
                Imported::Back(_) => {
                    new += 1;
                    report.back += 1;
                }
                Imported::Same(_) => same += 1,
            }
            bar.inc(1);
            let full = new + changed + same >= BATCH_PAGES || bytes >= BATCH_BYTES || started.elapsed() >= BATCH_TIME;
            if full || stop.load(Ordering::Relaxed) {
                break;
            }
        }
        batch.commit()?;
        drop(turn);
        report.new += new as u64;
        report.changed += changed as u64;
        report.same += same as u64;
    }
    Ok(())
}

/// Joins the index's segments, and lets others write in between.
pub fn merge_index(data: &Data, store: &mut Store, stop: &AtomicBool) -> Result<(), Failure> {
    let mut begin = true;
    while !stop.load(Ordering::Relaxed) {
        let _turn = data.turn();
        if !store.merge_index(begin)? {
            break;
        }
        begin = false;
    }
    Ok(())
}

/// Whether a page is ahead, once more have been asked for where none is.
fn next(ahead: &mut VecDeque<Ready>, more: impl FnOnce() -> Option<Vec<Ready>>) -> bool {
    if ahead.is_empty() {
        ahead.extend(more().into_iter().flatten());
    }
    !ahead.is_empty()
}

/// Takes in one page, and says so if its front matter had to stay text.
fn take(
    batch: &mut Batch<'_>,
    path: &str,
    page: ImportPage,
    warnings: &mut Vec<Warning>,
) -> Result<Imported, StoreError> {
    let (imported, cut) = batch.import_fitting(page, now())?;
    if cut {
        let message = "the front matter says more than a page can hold; it stays as text".to_owned();
        warnings.push(Warning { path: path.to_owned(), line: Some(1), message });
    }
    Ok(imported)
}

/// Pages of the source that no file stands for any more. What could not be read, a folder's pages included, is not gone.
fn gone(store: &Store, report: &Report, files: &[Found]) -> Result<Vec<scrap_core::store::PageRef>, StoreError> {
    let page = |path: &str| {
        let page = path_of_file(path).unwrap_or_else(|| path.to_owned());
        [PageId::of_import, PageId::of_spelling].map(|id| [id(&report.source, &page), id(&report.source, path)])
    };
    let met: HashSet<PageId> = files.iter().flat_map(|file| page(&file.path)).flatten().collect();
    let unread: Vec<&Skipped> = report.skipped.iter().collect();
    let mut gone = store.imports_not_met(&report.source, &met)?;
    gone.retain(|page| {
        let file = one_line(&file_name_of(&page.path));
        !unread.iter().any(|skipped| {
            let below = file.strip_prefix(&skipped.path).is_some_and(|rest| rest.starts_with('/'));
            file == skipped.path || one_line(&page.path) == skipped.path || skipped.path.is_empty() || below
        })
    });
    Ok(gone)
}
