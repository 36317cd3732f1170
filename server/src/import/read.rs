//! Reading a folder's files ahead of the writer, on a thread of its own: bytes to pages, files to blobs. The store is
//! not touched here.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::SystemTime;

use scrap_core::fields::{Fields, Kind, MadeBy, Role};
use scrap_core::front;
use scrap_core::id::BlobHash;
use scrap_core::interchange::{self, BODY_LIMIT, FilePage, Files, NotAPage, is_markdown, mime_of};
use scrap_core::markdown;
use scrap_core::merge::Content;
use scrap_core::store::{Attachment, ImportPage};
use scrap_core::time::{Instant, When};

use super::attach;
use super::report::Warning;
use super::walk::{Found, Skipped};
use crate::blobs::{Blobs, PutError};
use crate::error::Failure;
use crate::print::one_line;

/// Pages that go to the writer together, and the bytes of text that they have at most, but for one long page.
const PAGES: usize = 64;
const BYTES: usize = 2 * 1024 * 1024;

/// A page with more files than this would not fit into one entry.
const MAX_ATTACHMENTS: usize = 1_000;

/// A page on its way to the store, and its file's path.
pub struct Ready {
    /// The file's path in the source.
    pub path: String,
    /// What it says.
    pub page: ImportPage,
}

/// What there is to say after all files were read.
#[derive(Debug, Default)]
pub struct ReadReport {
    /// Files that hang on pages.
    pub attached: u64,
    /// Files that did not come in.
    pub skipped: Vec<Skipped>,
    /// What was not understood.
    pub warnings: Vec<Warning>,
}

/// Reads the files of one source.
pub struct Reader<'a> {
    /// The source's name.
    pub source: &'a str,
    /// The files, by path.
    pub found: &'a [Found],
    /// Where files are kept.
    pub blobs: &'a Blobs,
    /// The folder of pages that were named one by one.
    pub alone: Option<&'a Path>,
    /// Set by an interrupt.
    pub stop: &'a AtomicBool,
}

/// A file that is kept: its blob and length, or nothing if it could not be read.
type Kept = Option<(BlobHash, u64)>;

struct Run<'a> {
    reader: &'a Reader<'a>,
    files: Files,
    kept: HashMap<PathBuf, Kept>,
    /// Files of which the folder has another spelling.
    twins: HashSet<&'a str>,
    /// Places in the list of files that hang on a page.
    attached: HashSet<usize>,
    report: ReadReport,
    full: Vec<Ready>,
    bytes: usize,
    pages: SyncSender<Vec<Ready>>,
}

/// The writer has gone: whatever made it go, it says so itself.
struct Gone;

enum Stop {
    Gone,
    Failure(Failure),
}

impl From<Gone> for Stop {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

impl Reader<'_> {
    /// Reads every file, pages first, then those that hang on none, and sends them on in that order.
    ///
    /// # Errors
    /// When a file cannot be kept; one that cannot be read is in the report.
    pub fn run(&self, pages: SyncSender<Vec<Ready>>) -> Result<ReadReport, Failure> {
        let mut run = Run {
            reader: self,
            files: Files::new(self.found.iter().map(|file| file.path.clone()).collect()),
            kept: HashMap::new(),
            twins: interchange::twins(self.found.iter().map(|file| file.path.as_str())),
            attached: HashSet::new(),
            report: ReadReport::default(),
            full: Vec::new(),
            bytes: 0,
            pages,
        };
        match run.all() {
            Err(Stop::Failure(failure)) => Err(failure),
            Err(Stop::Gone) | Ok(()) => {
                run.report.attached = run.attached.len() as u64;
                Ok(run.report)
            }
        }
    }
}

impl Run<'_> {
    fn all(&mut self) -> Result<(), Stop> {
        let found = self.reader.found;
        let mut others = Vec::new();
        for (at, file) in found.iter().enumerate() {
            self.look_for_stop()?;
            let is_page = is_markdown(&file.path) && self.page(file)?;
            if !is_page {
                others.push(at);
            }
        }
        for at in others {
            self.look_for_stop()?;
            if let Some(file) = found.get(at).filter(|_| !self.attached.contains(&at)) {
                self.file(file)?;
            }
        }
        self.send()?;
        Ok(())
    }

    fn look_for_stop(&self) -> Result<(), Gone> {
        if self.reader.stop.load(Ordering::Relaxed) { Err(Gone) } else { Ok(()) }
    }

    /// A Markdown file; false if it has to come in as a file after all.
    fn page(&mut self, file: &Found) -> Result<bool, Stop> {
        let times = match fs::metadata(&file.at) {
            Ok(metadata) if metadata.len() as usize > 2 * (BODY_LIMIT + front::LIMIT) => {
                self.warn(&file.path, None, NotAPage::TooLarge.to_string());
                return Ok(false);
            }
            Ok(metadata) => Times::of(&metadata),
            Err(error) => return Ok(self.skip(&file.path, &error)),
        };
        let bytes = match fs::read(&file.at) {
            Ok(bytes) => bytes,
            Err(error) => return Ok(self.skip(&file.path, &error)),
        };
        let read = match interchange::page_of_file(&file.path, &bytes) {
            Ok(read) => read,
            Err(reason) => {
                self.warn(&file.path, None, reason.to_string());
                return Ok(false);
            }
        };
        let FilePage { mut fields, body, original, problems, made_by, .. } = read;
        for problem in problems {
            let key = if problem.key.is_empty() { String::new() } else { format!("`{}` ", one_line(&problem.key)) };
            self.warn(&file.path, Some(problem.line), key + &problem.message);
        }
        let attachments = self.attachments(file, &body)?;
        if original {
            fields.original = Some(self.keep_bytes(&bytes)?);
        }
        self.push(
            file,
            ImportPage {
                content: Content { fields: times.of_page(fields, self.reader.source), body },
                made_by: made_by.unwrap_or(MadeBy::Import),
                attachments,
                born: times.born,
                twin: self.twins.contains(file.path.as_str()),
            },
        )?;
        Ok(true)
    }

    /// A file that is a page of its own.
    fn file(&mut self, file: &Found) -> Result<(), Stop> {
        let times = match fs::metadata(&file.at) {
            Ok(metadata) => Times::of(&metadata),
            Err(error) => {
                self.skip(&file.path, &error);
                return Ok(());
            }
        };
        let Some((blob, size)) = self.keep(file)? else { return Ok(()) };
        let mime = mime_of(&file.path);
        let kind = if mime.starts_with("image/") { Kind::Image } else { Kind::Document };
        let fields = Fields { path: Some(file.path.clone()), kind: Some(kind), ..Fields::default() };
        let attachment = Attachment { name: file.path.clone(), mime, size, blob, role: Role::Capture };
        self.push(
            file,
            ImportPage {
                content: Content { fields: times.of_page(fields, self.reader.source), body: String::new() },
                made_by: MadeBy::Import,
                attachments: vec![attachment],
                born: times.born,
                twin: self.twins.contains(file.path.as_str()),
            },
        )?;
        Ok(())
    }

    /// The files that a page's text shows or links to, kept, each once.
    fn attachments(&mut self, page: &Found, body: &str) -> Result<Vec<Attachment>, Stop> {
        let found = self.reader.found;
        let mut meant: Vec<usize> = self.files.beside(&page.path).into_iter().collect();
        let mut outside = Vec::new();
        // Where there is nothing to be meant, a page is spared the reading.
        if !self.files.is_empty() || self.reader.alone.is_some() {
            for link in markdown::read(body).files {
                match (self.files.resolve(&page.path, &link.target), self.reader.alone) {
                    (Some(at), _) => meant.push(at),
                    (None, Some(folder)) => outside.extend(attach::beside_alone(folder, &link.target)),
                    (None, None) => {}
                }
            }
        }
        let mut seen = HashSet::new();
        meant.retain(|at| seen.insert(*at));
        if meant.len() > MAX_ATTACHMENTS {
            self.warn(&page.path, None, format!("it names more than {MAX_ATTACHMENTS} files; the rest stand alone"));
            meant.truncate(MAX_ATTACHMENTS);
        }
        let mut attachments = Vec::new();
        for at in meant {
            let Some(file) = found.get(at) else { continue };
            if let Some((blob, size)) = self.keep(file)? {
                self.attached.insert(at);
                attachments.push(attachment(&file.path, blob, size));
            }
        }
        for file in outside {
            if let Some((blob, size)) = self.keep(&file)?.filter(|_| attachments.len() < MAX_ATTACHMENTS) {
                attachments.push(attachment(&file.path, blob, size));
            }
        }
        attachments.dedup_by(|a, b| a.name == b.name);
        Ok(attachments)
    }

    /// Keeps a file's bytes, once however many pages mean it.
    fn keep(&mut self, file: &Found) -> Result<Kept, Stop> {
        if let Some(kept) = self.kept.get(&file.at) {
            return Ok(*kept);
        }
        let kept = match self.reader.blobs.put_file(&file.at) {
            Ok(kept) => Some(kept),
            Err(PutError::Read(error)) => {
                self.skip(&file.path, &error);
                None
            }
            Err(PutError::Write(error)) => return Err(self.cannot_keep(error)),
        };
        self.kept.insert(file.at.clone(), kept);
        Ok(kept)
    }

    fn keep_bytes(&self, bytes: &[u8]) -> Result<BlobHash, Stop> {
        self.reader.blobs.put_bytes(bytes).map_err(|error| self.cannot_keep(error))
    }

    fn cannot_keep(&self, error: std::io::Error) -> Stop {
        Stop::Failure(Failure::disk("keep a file in", self.reader.blobs.dir(), error))
    }

    fn push(&mut self, file: &Found, page: ImportPage) -> Result<(), Gone> {
        self.bytes += page.content.body.len();
        self.full.push(Ready { path: file.path.clone(), page });
        if self.full.len() >= PAGES || self.bytes >= BYTES { self.send() } else { Ok(()) }
    }

    fn send(&mut self) -> Result<(), Gone> {
        self.bytes = 0;
        self.pages.send(std::mem::take(&mut self.full)).map_err(|_| Gone)
    }

    /// Names a file that cannot be read. It is dealt with, so the answer is true.
    fn skip(&mut self, path: &str, error: &std::io::Error) -> bool {
        let skipped = Skipped {
            path: one_line(path),
            reason: format!("it cannot be read: {error}"),
            failed: true,
            folder: false,
        };
        if !self.report.skipped.contains(&skipped) {
            self.report.skipped.push(skipped);
        }
        true
    }

    fn warn(&mut self, path: &str, line: Option<u32>, message: String) {
        self.report.warnings.push(Warning { path: path.to_owned(), line, message });
    }
}

fn attachment(path: &str, blob: BlobHash, size: u64) -> Attachment {
    Attachment { name: path.to_owned(), mime: mime_of(path), size, blob, role: Role::Attachment }
}

/// A file's own times.
struct Times {
    born: Option<When>,
    changed: Option<When>,
}

impl Times {
    fn of(metadata: &fs::Metadata) -> Self {
        let changed = metadata.modified().ok().map(instant);
        // A copy is born when it was copied, which may be after its last change.
        let born = metadata.created().ok().map(instant).into_iter().chain(changed).min();
        Self { born: born.map(When::Instant), changed: changed.map(When::Instant) }
    }

    fn of_page(&self, fields: Fields, source: &str) -> Fields {
        Fields { source: Some(source.to_owned()), updated: fields.updated.or(self.changed), ..fields }
    }
}

fn instant(time: SystemTime) -> Instant {
    let ms = match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_millis()).unwrap_or(i64::MAX),
        Err(before) => -i64::try_from(before.duration().as_millis()).unwrap_or(i64::MAX),
    };
    Instant::from_ms(ms)
}
