//! `scrap export`: pages as the Markdown files they came from, their files beside them, into a folder or a zip. What was
//! not changed comes out byte for byte. The trash stays in the store.

mod folder;
mod zip;

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use scrap_core::fields::{Fields, Kind, MadeBy, Role};
use scrap_core::id::{BlobHash, PageId};
use scrap_core::interchange::names::{Plan, Target, Wanted};
use scrap_core::interchange::{PageOut, file_name_of, file_of_page, title_of_path};
use scrap_core::markdown;
use scrap_core::store::{FileRow, Page, PageRef, Store, StoreError};
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

/// What becomes one file.
enum Item {
    /// A page's Markdown.
    Page(PageRef),
    /// A file of a page's.
    File { source: String, name: String, blob: BlobHash, size: u64, updated: Instant, tail: String },
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
    let items = items(store)?;
    let sources: HashSet<&str> = items.iter().map(Item::source).collect();
    let several = sources.len() > 1;
    let tails: Vec<String> = items.iter().map(Item::tail).collect();
    let wanted: Vec<Wanted<'_>> = items.iter().zip(&tails).map(|(item, tail)| item.wanted(several, tail)).collect();
    let Plan { paths, changes } = Plan::new(target, &wanted);
    let bar = print::progress(items.len() as u64);
    let (mut pages, mut files, mut missing, mut conflicts) = (0_u64, 0_u64, Vec::new(), Vec::new());
    for (item, path) in items.iter().zip(&paths) {
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

/// Everything that becomes a file, by source and path.
fn items(store: &Store) -> Result<Vec<Item>, StoreError> {
    let mut items = Vec::new();
    let mut had: HashMap<(String, String), BlobHash> = HashMap::new();
    for at in store.pages()? {
        let Some(page) = store.page(at.id)? else { continue };
        let files = store.files(&page)?;
        if !is_only_its_file(&page, &files) {
            items.push(Item::Page(at));
        }
        for file in files {
            let FileRow { name, size, blob, .. } = file;
            let source = page.at.source.clone();
            // A file that hangs on several pages is one file.
            if had.insert((source.clone(), name.clone()), blob) != Some(blob) {
                items.push(Item::File { source, name, blob, size, updated: page.updated, tail: page.at.id.tail() });
            }
        }
    }
    Ok(items)
}

/// Whether the page says nothing but that its file is there, as an import makes it.
fn is_only_its_file(page: &Page, files: &[FileRow]) -> bool {
    let [file] = files else { return false };
    let Page { fields, body, .. } = page;
    let is_file = matches!(fields.kind, Some(Kind::Image | Kind::Document)) && file.role == Role::Capture;
    let plain = Fields {
        path: Some(file.name.clone()),
        source: fields.source.clone(),
        kind: fields.kind,
        files: fields.files.clone(),
        created: fields.created,
        updated: fields.updated,
        ..Fields::default()
    };
    is_file && body.is_empty() && !page.text_missing && *fields == plain
}

impl Item {
    fn source(&self) -> &str {
        match self {
            Self::Page(at) => &at.source,
            Self::File { source, .. } => source,
        }
    }

    fn tail(&self) -> String {
        match self {
            Self::Page(at) => at.id.tail(),
            Self::File { tail, .. } => tail.clone(),
        }
    }

    fn wanted<'a>(&'a self, several: bool, tail: &'a str) -> Wanted<'a> {
        let source = Some(self.source()).filter(|source| several && !source.is_empty());
        match self {
            Self::Page(at) => Wanted {
                source,
                path: Some(at.path.as_str()).filter(|path| !path.is_empty()),
                title: &at.title,
                tail,
                page: true,
            },
            Self::File { name, .. } => Wanted { source, path: Some(name), title: name, tail, page: false },
        }
    }
}

/// The page as the file that an export writes under the page's own path.
pub fn page_bytes(store: &Store, blobs: &Blobs, page: &Page) -> Result<Vec<u8>, Failure> {
    bytes_at(store, blobs, page, &file_name_of(&page.at.path))
}

/// The same as text in UTF-8, whatever encoding its file had.
pub fn page_text(store: &Store, page: &Page) -> Result<Vec<u8>, Failure> {
    Ok(file_of(store, page, &file_name_of(&page.at.path), None)?)
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
    Ok(file_of(store, page, path, original.as_deref())?)
}

fn file_of(store: &Store, page: &Page, path: &str, original: Option<&[u8]>) -> Result<Vec<u8>, StoreError> {
    if page.text_missing {
        return Err(StoreError::TextMissing(page.at.id));
    }
    let imported = is_import(store, page)?;
    // A page without a title of its own has none to leave out, and is spared the reading.
    let heading = page.fields.title.as_ref().and_then(|_| markdown::read(&page.body).title);
    let derived_title = heading.as_deref().unwrap_or_else(|| title_of_path(path.strip_suffix(".md").unwrap_or(path)));
    let made_by = Some(page.made_by).filter(|made_by| !matches!(made_by, MadeBy::Import));
    let out = PageOut { fields: &page.fields, body: &page.body, original, derived_title, imported, made_by };
    Ok(file_of_page(&out))
}

/// Whether the page came from a file; most tell it by their id.
fn is_import(store: &Store, page: &Page) -> Result<bool, StoreError> {
    let by_name = PageId::of_import(&page.at.source, &page.at.path) == page.at.id;
    if by_name { Ok(true) } else { store.is_import(page.at.id) }
}
