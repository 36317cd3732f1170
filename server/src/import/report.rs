//! What an import did, for people and for programs. Its numbers add up to the files there are.

use std::fmt::Write as _;

use scrap_core::store::PageRef;
use serde_json::{Value, json};

use super::walk::Skipped;
use crate::print::{counted, one_line};

/// So many names of pages that are gone from the folder are shown.
const NAMED: usize = 20;

/// Something in a file that was not understood.
#[derive(Debug, Clone)]
pub struct Warning {
    /// The file.
    pub path: String,
    /// Its line, from 1; nothing if it is about the whole.
    pub line: Option<u32>,
    /// What is wrong, and what was done.
    pub message: String,
}

/// What one source gave.
#[derive(Debug, Default)]
pub struct Report {
    /// The source.
    pub source: String,
    /// Files that are not hidden.
    pub files: u64,
    /// New pages.
    pub new: u64,
    /// Those of them that were removed for good before, and that their files bring back.
    pub back: u64,
    /// Pages with a new revision.
    pub changed: u64,
    /// Pages whose file is as it was.
    pub same: u64,
    /// Files that hang on pages.
    pub attached: u64,
    /// Hidden files and folders that were passed over.
    pub hidden: u64,
    /// What did not come in.
    pub skipped: Vec<Skipped>,
    /// What was not understood.
    pub warnings: Vec<Warning>,
    /// Pages whose file is gone: the first of them, and how many there are.
    pub gone: Vec<PageRef>,
    /// An interrupt ended it before all files were in.
    pub interrupted: bool,
    /// How long it took.
    pub seconds: f64,
}

impl Report {
    /// Whether something that should have come in did not.
    pub fn failed(&self) -> bool {
        self.skipped.iter().any(|skipped| skipped.failed)
    }

    fn skipped_files(&self) -> u64 {
        self.skipped.iter().filter(|skipped| !skipped.folder).count() as u64
    }

    /// The files that an interrupt left out.
    fn left(&self) -> u64 {
        let done = self.new + self.changed + self.same + self.attached + self.skipped_files();
        self.files.saturating_sub(done)
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}: {}: {} new, {} changed, {} same, {} attached, {} skipped",
            one_line(&self.source),
            counted(self.files, "file"),
            self.new,
            self.changed,
            self.same,
            self.attached,
            self.skipped_files(),
        );
        if self.left() > 0 {
            let _ = write!(text, ", {} left out by the interrupt", self.left());
        }
        if self.hidden > 0 {
            let _ = write!(text, " ({} hidden passed over)", self.hidden);
        }
        let pages = self.new + self.changed + self.same;
        let rate = pages as f64 / self.seconds.max(0.001);
        let _ = writeln!(text, "\n  {} in {:.1} s ({rate:.0} a second)", counted(pages, "page"), self.seconds);
        if self.back > 0 {
            let pages = counted(self.back, "page");
            let _ = writeln!(text, "  {pages} of them had been removed for good; their files bring them back");
        }
        for skipped in &self.skipped {
            let _ = writeln!(text, "  skipped {}: {}", skipped.path, one_line(&skipped.reason));
        }
        for warning in &self.warnings {
            let line = warning.line.map(|line| format!("{line}:")).unwrap_or_default();
            let _ = writeln!(text, "  {}:{line} {}", one_line(&warning.path), one_line(&warning.message));
        }
        if !self.gone.is_empty() {
            let count = self.gone.len();
            let are = if count == 1 { "is" } else { "are" };
            let pages = counted(count as u64, "page");
            let _ = writeln!(text, "  {pages} of this source {are} no longer in the folder, and kept:");
            for page in self.gone.iter().take(NAMED) {
                let _ = writeln!(text, "    {}", one_line(&page.path));
            }
            if count > NAMED {
                let _ = writeln!(text, "    and {} more", count - NAMED);
            }
        }
        text
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let skipped = self.skipped.iter().map(|skipped| json!({"path": skipped.path, "reason": skipped.reason}));
        let warnings = self
            .warnings
            .iter()
            .map(|warning| json!({"path": warning.path, "line": warning.line, "message": warning.message}));
        let gone = self.gone.iter().take(NAMED).map(|page| json!({"id": page.id.to_string(), "path": page.path}));
        json!({
            "source": self.source,
            "files": self.files,
            "new": self.new,
            "back": self.back,
            "changed": self.changed,
            "same": self.same,
            "attached": self.attached,
            "hidden": self.hidden,
            "skipped": skipped.collect::<Vec<_>>(),
            "warnings": warnings.collect::<Vec<_>>(),
            "gone": {"count": self.gone.len(), "pages": gone.collect::<Vec<_>>()},
            "interrupted": self.interrupted,
            "left": self.left(),
            "seconds": self.seconds,
        })
    }
}
