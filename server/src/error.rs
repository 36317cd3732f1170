//! What can go wrong on the command line, with the status that the process ends with.

use std::fmt::Display;
use std::io;
use std::path::Path;

use scrap_core::search::SearchError;
use scrap_core::store::{LookupError, StoreError};
use scrap_core::wire::BadEdit;

use crate::interrupt;
use crate::print::one_line;

/// Why a command did not do what it was asked. Its text says what, where, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The store refused or failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The search was refused.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The fields that were given are no fields, or do not take their values.
    #[error(transparent)]
    Edit(#[from] BadEdit),
    /// The command line makes no sense.
    #[error("{0}")]
    Usage(String),
    /// A file or folder could not be read or written.
    #[error("{what}: {reason}. {advice}")]
    Disk {
        /// What was tried, and with which path.
        what: String,
        /// What the system said.
        reason: io::Error,
        /// What to do.
        advice: &'static str,
    },
    /// There is no store where one is to be read.
    #[error(
        "there is no store in {0} yet: `scrap import FOLDER` or `scrap new` makes one, `--data` names another folder"
    )]
    NoStore(String),
    /// A reference to a page names none, or several.
    #[error(transparent)]
    Page(#[from] LookupError),
    /// A file of a log is damaged, cut short or none.
    #[error("{0}")]
    Log(String),
    /// Whatever else stands in the way.
    #[error("{0}")]
    Refused(String),
    /// An interrupt ended it.
    #[error("{0}")]
    Interrupted(String),
    /// Nobody reads the output any more.
    #[error("the output was closed")]
    Closed,
}

impl Failure {
    /// A name for the kind of failure that stays.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Store(error) => error.code(),
            Self::Search(error) => error.code(),
            Self::Edit(error) => error.code(),
            Self::Usage(_) => "usage",
            Self::Disk { .. } => "disk",
            Self::NoStore(_) => "no_store",
            Self::Page(error) => error.code(),
            Self::Log(_) => "bad_log",
            Self::Refused(_) => "refused",
            Self::Interrupted(_) => "interrupted",
            Self::Closed => "closed",
        }
    }

    /// The status of the process: 2 for what the caller has to write otherwise, 1 for what failed.
    pub fn status(&self) -> u8 {
        match self {
            Self::Usage(_) | Self::Edit(_) => 2,
            Self::Search(SearchError::TooLarge(_) | SearchError::Cursor(_)) => 2,
            Self::Interrupted(_) => interrupt::STATUS,
            // As for any program whose reader went away.
            Self::Closed => 0,
            _ => 1,
        }
    }

    /// A failure of the disk at `path`.
    pub fn disk(what: &str, path: &Path, reason: io::Error) -> Self {
        let advice = match reason.kind() {
            io::ErrorKind::NotFound => "Check the path",
            io::ErrorKind::PermissionDenied => "Check who may read and write there",
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "Free some space and try again",
            io::ErrorKind::ReadOnlyFilesystem => "Choose a place that can be written",
            _ => "Check the path and the disk",
        };
        Self::Disk { what: format!("cannot {what} {}", one_line(&path.display().to_string())), reason, advice }
    }

    /// Bad usage.
    pub fn usage(message: impl Display) -> Self {
        Self::Usage(message.to_string())
    }
}
