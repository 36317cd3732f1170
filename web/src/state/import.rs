//! An import as the app drives it: which files, in which portions, how far it is and what came of it.

use std::collections::HashSet;

use scrap_core::interchange::{is_hidden, is_markdown};
use scrap_core::wire::{ErrorView, ImportReport, WarningView};

use super::amount::{count, of, percent};

/// A request carries so many files.
const FILES: usize = 200;

/// And so many bytes of them, but for a file that is larger alone.
const BYTES: u64 = 1024 * 1024;

/// So many warnings are kept to be read; the others are counted.
const WARNINGS: usize = 200;

/// A file of a folder: where it lies in it, and what the caller needs to read it. Not how long it is: to know that,
/// a browser may have to ask the disk, while the page stands still.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<F> {
    /// Its path below the folder.
    pub path: String,
    /// The file.
    pub file: F,
}

/// What is imported together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan<F> {
    /// The source's name: the folder's.
    pub source: String,
    /// It is a whole folder: pages whose file is gone are told.
    pub whole: bool,
    /// Hidden files and folders, which stay out.
    pub hidden: u64,
    /// Files that are no Markdown.
    pub others: Vec<Listed<F>>,
    /// Markdown files.
    pub pages: Vec<Listed<F>>,
}

/// A folder's name, and its files.
type Folder<F> = (Option<String>, Vec<(String, F)>);

/// A plan for each folder among `files`, and one for those that lie in none.
#[must_use]
pub fn plans<F>(files: Vec<(String, F)>, loose: &str) -> Vec<Plan<F>> {
    let mut folders: Vec<Folder<F>> = Vec::new();
    for file in files {
        let folder = file.0.split_once('/').map(|(folder, _)| folder.to_owned());
        match folders.iter_mut().find(|(known, _)| *known == folder) {
            Some((_, some)) => some.push(file),
            None => folders.push((folder, vec![file])),
        }
    }
    folders.into_iter().map(|(folder, files)| Plan::new(folder, files, loose)).collect()
}

impl<F> Plan<F> {
    /// Of files that lie in `folder`, each with its path from there on, that folder's name included, or in none: those
    /// come in under `loose`.
    fn new(folder: Option<String>, files: Vec<(String, F)>, loose: &str) -> Self {
        let whole = folder.is_some();
        let source = folder.unwrap_or_else(|| loose.to_owned());
        let mut plan = Self { source, whole, hidden: 0, others: Vec::new(), pages: Vec::new() };
        let mut hidden = HashSet::new();
        for (path, file) in files {
            let path = if whole { path.split_once('/').map_or(path.as_str(), |(_, below)| below) } else { &path };
            if let Some(top) = hidden_top(path) {
                hidden.insert(top.to_owned());
                continue;
            }
            let listed = Listed { path: path.to_owned(), file };
            if is_markdown(path) { plan.pages.push(listed) } else { plan.others.push(listed) }
        }
        plan.hidden = hidden.len() as u64;
        plan
    }

    /// All paths.
    #[must_use]
    pub fn paths(&self) -> Vec<String> {
        self.others.iter().chain(&self.pages).map(|listed| listed.path.clone()).collect()
    }

    /// How many files.
    #[must_use]
    pub fn files(&self) -> u64 {
        (self.others.len() + self.pages.len()) as u64
    }
}

/// The file or folder for which a path stays out.
fn hidden_top(path: &str) -> Option<&str> {
    let mut end = 0;
    path.split('/').find_map(|name| {
        end += name.len();
        let top = &path[..end];
        end += 1;
        is_hidden(name).then_some(top)
    })
}

/// What one request has room for.
#[derive(Debug, Default)]
pub struct Room {
    files: usize,
    bytes: u64,
}

impl Room {
    /// Whether a file of `size` bytes still goes in, and if so, that it is in. The first one always does.
    pub fn takes(&mut self, size: u64) -> bool {
        let fits = self.files < FILES && self.bytes.saturating_add(size) <= BYTES;
        let takes = fits || self.files == 0;
        if takes {
            self.files += 1;
            self.bytes = self.bytes.saturating_add(size);
        }
        takes
    }
}

/// How far an import is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Phase {
    /// The folder is being listed.
    #[default]
    Listing,
    /// Files are coming in.
    Reading,
    /// Files without a page become pages, and the index is merged.
    Ending,
    /// Everything came in.
    Done,
    /// The reader stopped it: what was in stays.
    Cancelled,
    /// It could not go on: what was in stays.
    Failed,
}

/// An import under way, or its end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress {
    /// The sources' names.
    pub source: String,
    /// How far it is.
    pub phase: Phase,
    /// Files that came in.
    pub done: u64,
    /// Files in all.
    pub files: u64,
    /// Pages that are new.
    pub new: u64,
    /// Pages that changed.
    pub changed: u64,
    /// Pages whose file is as it was.
    pub same: u64,
    /// Files that hang on pages.
    pub attached: u64,
    /// Hidden files and folders, which stay out.
    pub hidden: u64,
    /// What was not understood, the first of it.
    pub warnings: Vec<WarningView>,
    /// What more was not understood.
    pub more_warnings: u64,
    /// Paths of pages whose file is gone.
    pub gone: Vec<String>,
    /// Why it failed.
    pub failed: Option<ErrorView>,
}

impl Progress {
    /// An import that lists what it was given.
    #[must_use]
    pub fn listing() -> Self {
        Self::default()
    }

    /// An import of these, one after the other.
    #[must_use]
    pub fn of<F>(plans: &[Plan<F>]) -> Self {
        Self {
            source: plans.iter().map(|plan| plan.source.as_str()).collect::<Vec<_>>().join(", "),
            phase: Phase::Reading,
            files: plans.iter().map(Plan::files).sum(),
            hidden: plans.iter().map(|plan| plan.hidden).sum(),
            ..Self::default()
        }
    }

    /// Adds what a request did with `files` files.
    pub fn add(&mut self, files: u64, report: ImportReport) {
        self.done = (self.done + files).min(self.files);
        self.new += report.new;
        self.changed += report.changed;
        self.same += report.same;
        self.attached += report.attached;
        self.gone.extend(report.gone);
        for warning in report.warnings {
            self.warn(warning);
        }
    }

    /// Adds something that went wrong with one file.
    pub fn warn(&mut self, warning: WarningView) {
        if self.warnings.len() < WARNINGS { self.warnings.push(warning) } else { self.more_warnings += 1 }
    }

    /// Ends it, unless it failed.
    pub fn end(&mut self, cancelled: bool) {
        if self.phase != Phase::Failed {
            self.phase = if cancelled { Phase::Cancelled } else { Phase::Done };
        }
    }

    /// Ends it for a reason.
    pub fn fail(&mut self, why: ErrorView) {
        self.phase = Phase::Failed;
        self.failed = Some(why);
    }

    /// Whether it goes on.
    #[must_use]
    pub fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Listing | Phase::Reading | Phase::Ending)
    }

    /// How far, in percent.
    #[must_use]
    pub fn percent(&self) -> u64 {
        match self.phase {
            Phase::Done => 100,
            _ => percent(self.done, self.files).min(99),
        }
    }

    /// What it is doing, or came to.
    #[must_use]
    pub fn said(&self) -> String {
        let of_all = || format!("{} of {}", count(self.done), of(self.files, "file", "files"));
        match self.phase {
            Phase::Listing => "Looking through the folder…".to_owned(),
            Phase::Reading => format!("Importing {}: {}", self.source, of_all()),
            Phase::Ending => format!("Importing {}: putting it in order", self.source),
            Phase::Done if self.source.is_empty() => "There was no file to import.".to_owned(),
            Phase::Done => format!("Imported {}: {}", self.source, self.counts()),
            Phase::Cancelled => format!("Stopped importing {} at {}: {}", self.source, of_all(), self.counts()),
            Phase::Failed => match &self.failed {
                Some(why) => format!("The import stopped: {}", why.message),
                None => "The import stopped.".to_owned(),
            },
        }
    }

    fn counts(&self) -> String {
        let mut parts = Vec::new();
        let mut part = |number: u64, words: String| {
            if number > 0 {
                parts.push(words);
            }
        };
        part(self.new, of(self.new, "new page", "new pages"));
        part(self.changed, format!("{} changed", count(self.changed)));
        part(self.same, format!("{} as before", count(self.same)));
        part(self.attached, of(self.attached, "file attached", "files attached"));
        if parts.is_empty() {
            parts.push("nothing new".to_owned());
        }
        if self.hidden > 0 {
            parts.push(format!("{} hidden left out", count(self.hidden)));
        }
        parts.join(", ")
    }

    /// How many warnings there are in all.
    #[must_use]
    pub fn warned(&self) -> u64 {
        self.warnings.len() as u64 + self.more_warnings
    }
}

#[cfg(test)]
mod tests;
