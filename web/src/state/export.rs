//! An export as the app drives it: how far it is, and what could not come along.

use scrap_core::wire::ErrorView;

use super::amount::{bytes, count, of, percent};

/// An export under way, or its end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress {
    /// Files in the zip.
    pub done: u64,
    /// Files in all.
    pub files: u64,
    /// Bytes in the zip.
    pub bytes: u64,
    /// Files that are left out, or have another name: why.
    pub notes: Vec<String>,
    /// How it ended.
    pub end: Option<End>,
}

/// How an export ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The zip was given to the browser.
    Saved,
    /// The reader stopped it.
    Cancelled,
    /// It could not go on.
    Failed(ErrorView),
}

impl Progress {
    /// Whether it goes on.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.end.is_none()
    }

    /// How far, in percent.
    #[must_use]
    pub fn percent(&self) -> u64 {
        percent(self.done, self.files)
    }

    /// What it is doing, or came to.
    #[must_use]
    pub fn said(&self) -> String {
        match &self.end {
            None if self.files == 0 => "Looking through your pages…".to_owned(),
            None => format!("Exporting: {} of {}", count(self.done), of(self.files, "file", "files")),
            Some(End::Saved) => format!("Exported {} ({})", of(self.done, "file", "files"), bytes(self.bytes)),
            Some(End::Cancelled) => "The export was stopped.".to_owned(),
            Some(End::Failed(why)) => format!("The export stopped: {}", why.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_export_says_how_far_it_is_and_how_it_ended() {
        let mut progress = Progress::default();
        assert_eq!(progress.said(), "Looking through your pages…");
        progress = Progress { done: 3, files: 4, bytes: 1_500, ..progress };
        assert_eq!((progress.said().as_str(), progress.percent()), ("Exporting: 3 of 4 files", 75));
        progress.done = 4;
        progress.end = Some(End::Saved);
        assert_eq!((progress.said().as_str(), progress.is_running()), ("Exported 4 files (1.5 kB)", false));
    }
}
