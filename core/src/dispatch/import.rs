//! An import that comes in request by request: the folder's list, the files that are kept, the pages, the end. What a
//! file says is `interchange`'s, what becomes of it in the store is the store's.

use std::collections::{HashMap, HashSet};

use crate::fields::{Fields, Kind, MadeBy, Role};
use crate::front::Problem;
use crate::id::{BlobHash, PageId};
use crate::interchange::{self, Files, is_markdown, mime_of, path_of_file, twins};
use crate::markdown;
use crate::merge::Content;
use crate::store::{Attachment, Batch, ImportPage, Imported, Store, StoreError, is_worth_merging};
use crate::time::{Instant, When};
use crate::wire::{ErrorView, ImportReport, KeptFile, PageFile, WarningView};

/// A page has at most so many files: what it names beyond stands alone.
const MAX_ATTACHMENTS: usize = 1_000;

/// Files without a page become pages so many at a time.
const AT_A_TIME: usize = 500;

/// So many names of pages that are gone from the folder are told.
const GONE_TOLD: usize = 20;

/// An import under way.
pub(super) struct Import {
    source: String,
    /// The folder's paths, sorted: what [`Files`] numbers.
    paths: Vec<String>,
    files: Files,
    twins: HashSet<String>,
    kept: HashMap<String, Kept>,
    attached: HashSet<String>,
    /// Files that are pages of their own by now.
    done: HashSet<String>,
    /// Pages that were written.
    written: u64,
    /// The index is being merged.
    merging: bool,
}

#[derive(Clone, Copy)]
struct Kept {
    blob: BlobHash,
    size: u64,
    modified: Option<When>,
}

impl Import {
    pub(super) fn begin(source: String, mut paths: Vec<String>) -> Self {
        paths.sort_unstable();
        paths.dedup();
        let twins = twins(paths.iter().map(String::as_str)).into_iter().map(str::to_owned).collect();
        let files = Files::new(paths.clone());
        Self {
            source,
            paths,
            files,
            twins,
            kept: HashMap::new(),
            attached: HashSet::new(),
            done: HashSet::new(),
            written: 0,
            merging: false,
        }
    }

    pub(super) fn keep(&mut self, files: Vec<KeptFile>) -> Result<(), ErrorView> {
        for KeptFile { path, blob, size, modified } in files {
            let blob = hash(&blob)?;
            self.kept.insert(path, Kept { blob, size, modified: modified.map(instant) });
        }
        Ok(())
    }

    /// Takes Markdown files in, in one batch.
    pub(super) fn pages(
        &mut self,
        store: &mut Store,
        files: Vec<PageFile>,
        now: Instant,
    ) -> Result<ImportReport, ErrorView> {
        let mut report = ImportReport::default();
        let mut batch = store.batch()?;
        for file in files {
            if let Some(page) = self.page(&file, &mut report)? {
                take(&mut batch, &file.path, page, now, &mut report)?;
            }
        }
        batch.commit()?;
        self.written += report.new + report.changed;
        Ok(report)
    }

    /// The page of a Markdown file; nothing if something has to be kept first.
    fn page(&mut self, file: &PageFile, report: &mut ImportReport) -> Result<Option<ImportPage>, ErrorView> {
        let path = file.path.as_str();
        let read = match interchange::page_of_file(path, &file.bytes) {
            Ok(read) => read,
            Err(reason) => {
                warn(report, path, None, reason.to_string());
                report.as_files.push(path.to_owned());
                return Ok(None);
            }
        };
        let mut fields = read.fields;
        if read.original {
            match &file.original {
                Some(original) => fields.original = Some(hash(original)?),
                None => {
                    report.keep.push(path.to_owned());
                    return Ok(None);
                }
            }
        }
        for Problem { key, line, message } in read.problems {
            let key = if key.is_empty() { String::new() } else { format!("`{key}` ") };
            warn(report, path, Some(line), key + &message);
        }
        let attachments = self.attachments(path, &read.body, report);
        let changed = file.modified.map(instant);
        fields.source = Some(self.source.clone());
        fields.updated = fields.updated.or(changed);
        Ok(Some(ImportPage {
            content: Content { fields, body: read.body },
            made_by: read.made_by.unwrap_or(MadeBy::Import),
            attachments,
            born: changed,
            twin: self.twins.contains(path),
        }))
    }

    /// The files that a page's text shows or links to, each once.
    fn attachments(&mut self, page: &str, body: &str, report: &mut ImportReport) -> Vec<Attachment> {
        let mut meant: Vec<usize> = self.files.beside(page).into_iter().collect();
        if !self.files.is_empty() {
            let links = markdown::read(body).files;
            meant.extend(links.iter().filter_map(|link| self.files.resolve(page, &link.target)));
        }
        let mut seen = HashSet::new();
        meant.retain(|at| seen.insert(*at));
        if meant.len() > MAX_ATTACHMENTS {
            let message = format!("it names more than {MAX_ATTACHMENTS} files; the rest stand alone");
            warn(report, page, None, message);
            meant.truncate(MAX_ATTACHMENTS);
        }
        let mut attachments = Vec::new();
        for path in meant.into_iter().filter_map(|at| self.paths.get(at)) {
            let Some(kept) = self.kept.get(path) else { continue };
            attachments.push(attachment(path, *kept, Role::Attachment));
            self.attached.insert(path.clone());
        }
        attachments
    }

    /// Makes pages of the files that hang on none, then merges the index if much was written, step by step.
    pub(super) fn end(&mut self, store: &mut Store, whole: bool, now: Instant) -> Result<ImportReport, ErrorView> {
        let mut report = ImportReport::default();
        if self.merging {
            report.more = store.merge_index(false)?;
            return self.told(store, whole, report);
        }
        let alone = |path: &&String| !self.attached.contains(*path) && !self.done.contains(*path);
        let mut left: Vec<String> = self.kept.keys().filter(alone).cloned().collect();
        left.sort_unstable();
        report.more = left.len() > AT_A_TIME;
        left.truncate(AT_A_TIME);
        let mut batch = store.batch()?;
        for path in left {
            let Some(kept) = self.kept.get(&path).copied() else { continue };
            take(&mut batch, &path, self.page_of_file(&path, kept), now, &mut report)?;
            self.done.insert(path);
        }
        batch.commit()?;
        self.written += report.new + report.changed;
        if !report.more && is_worth_merging(self.written, store.page_count()?) {
            self.merging = true;
            report.more = store.merge_index(true)?;
        }
        self.told(store, whole, report)
    }

    /// The report, at the end with the files that hang on pages and with what is gone from the folder: reports are added
    /// up.
    fn told(&self, store: &Store, whole: bool, mut report: ImportReport) -> Result<ImportReport, ErrorView> {
        if report.more {
            return Ok(report);
        }
        report.attached = self.attached.len() as u64;
        if whole {
            report.gone = self.gone(store)?;
        }
        Ok(report)
    }

    /// The page that a file is by itself.
    fn page_of_file(&self, path: &str, kept: Kept) -> ImportPage {
        let kind = if mime_of(path).starts_with("image/") { Kind::Image } else { Kind::Document };
        let fields = Fields {
            path: Some(path.to_owned()),
            kind: Some(kind),
            source: Some(self.source.clone()),
            updated: kept.modified,
            ..Fields::default()
        };
        ImportPage {
            content: Content { fields, body: String::new() },
            made_by: MadeBy::Import,
            attachments: vec![attachment(path, kept, Role::Capture)],
            born: kept.modified,
            twin: self.twins.contains(path),
        }
    }

    /// The first pages of the source that no file stands for any more.
    fn gone(&self, store: &Store) -> Result<Vec<String>, StoreError> {
        let mut met = HashSet::new();
        for path in &self.paths {
            let page = Some(path.as_str()).filter(|path| is_markdown(path)).and_then(path_of_file);
            for name in [Some(path.clone()), page].into_iter().flatten() {
                met.extend([PageId::of_import, PageId::of_spelling].map(|id| id(&self.source, &name)));
            }
        }
        let gone = store.imports_not_met(&self.source, &met)?;
        Ok(gone.into_iter().take(GONE_TOLD).map(|page| page.path).collect())
    }
}

fn take(
    batch: &mut Batch<'_>,
    path: &str,
    page: ImportPage,
    now: Instant,
    report: &mut ImportReport,
) -> Result<(), StoreError> {
    let (imported, cut) = batch.import_fitting(page, now)?;
    match imported {
        Imported::New(_) => report.new += 1,
        Imported::Changed(_) => report.changed += 1,
        Imported::Same(_) => report.same += 1,
        Imported::Back(_) => {
            report.new += 1;
            report.back += 1;
        }
    }
    if cut {
        let message = "the front matter says more than a page can hold; it stays as text".to_owned();
        warn(report, path, Some(1), message);
    }
    Ok(())
}

fn attachment(path: &str, kept: Kept, role: Role) -> Attachment {
    Attachment { name: path.to_owned(), mime: mime_of(path), size: kept.size, blob: kept.blob, role }
}

fn warn(report: &mut ImportReport, path: &str, line: Option<u32>, message: String) {
    report.warnings.push(WarningView { path: path.to_owned(), line, message });
}

fn hash(text: &str) -> Result<BlobHash, ErrorView> {
    text.parse().map_err(|bad: crate::id::BadId| super::error("bad_id", bad.to_string()))
}

fn instant(ms: i64) -> When {
    When::Instant(Instant::from_ms(ms))
}
