//! What can go wrong in a store, said so that its owner knows what to do.

use rusqlite::ErrorCode;

use crate::entry::BadEntry;
use crate::id::{EntryId, PageId};

/// Why the store refused or failed. Nothing of a refused change is kept.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite failed.
    #[error("{}", explain(.0))]
    Sqlite(#[from] rusqlite::Error),
    /// The store was written by a newer scrap.
    #[error(
        "this store has schema {found}, and this scrap knows {known}: it was written by a newer scrap. \
         Nothing was changed; update scrap to open it"
    )]
    NewerSchema {
        /// The store's.
        found: i64,
        /// The newest this crate knows.
        known: i64,
    },
    /// The store was written by an older scrap, and cannot be brought up to date where it is.
    #[error(
        "this store has schema {found}, and this scrap reads {known}: open it once with this scrap where it can be \
         written, or copy its folder"
    )]
    OlderSchema {
        /// The store's.
        found: i64,
        /// The one this crate reads.
        known: i64,
    },
    /// The file is another program's database.
    #[error("this database is not a scrap store: choose another folder for the data")]
    NotAStore,
    /// SQLite does not keep a setting that the store relies on.
    #[error("this SQLite cannot keep what the store relies on ({0})")]
    Pragma(String),
    /// An entry is not well formed, or too large.
    #[error(transparent)]
    Entry(#[from] BadEntry),
    /// A text is longer than a body may be.
    #[error("a page's text has at most 16 MiB, and this one has {bytes} bytes: keep it as a file instead")]
    BodyTooLarge {
        /// Its length.
        bytes: usize,
    },
    /// A text does not have the hash it is said to have.
    #[error("a text does not match its hash {0}: it was damaged on the way")]
    WrongHash(crate::id::BlobHash),
    /// Another connection still reads an older state from the write-ahead log, which cannot be emptied therefore.
    #[error(
        "another scrap is reading this store, so its write-ahead log still holds what was there before: it goes when \
         the last scrap that uses the store ends"
    )]
    LogInUse,
    /// No such page.
    #[error("there is no page {0}")]
    UnknownPage(PageId),
    /// A text of the page has not arrived: an edit would save it as empty, and an export write it so.
    #[error("the text of page {0} is not here yet: sync, or import the log that has it")]
    TextMissing(PageId),
    /// No such revision of the page.
    #[error("{0} is no revision of this page: read the page again, and name the revision that you read")]
    UnknownBase(EntryId),
}

impl StoreError {
    /// A name for the error that stays.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Sqlite(error) if is_full(error) => "disk_full",
            Self::Sqlite(_) => "store",
            Self::NewerSchema { .. } => "newer_schema",
            Self::OlderSchema { .. } => "older_schema",
            Self::NotAStore => "not_a_store",
            Self::Pragma(_) => "unsupported_sqlite",
            Self::Entry(BadEntry::TooLarge { .. }) => "entry_too_large",
            Self::Entry(_) => "bad_entry",
            Self::BodyTooLarge { .. } => "body_too_large",
            Self::WrongHash(_) => "wrong_hash",
            Self::LogInUse => "log_in_use",
            Self::UnknownPage(_) => "unknown_page",
            Self::TextMissing(_) => "text_missing",
            Self::UnknownBase(_) => "unknown_base",
        }
    }
}

fn is_full(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DiskFull)
}

fn explain(error: &rusqlite::Error) -> String {
    if matches!(error, rusqlite::Error::FromSqlConversionFailure(..) | rusqlite::Error::Utf8Error(..)) {
        return format!(
            "something in the store was damaged on the disk: `scrap check` names it; restore a backup ({error})"
        );
    }
    let advice = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full: nothing of this change was kept; free some space and try again",
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another scrap is writing to this store: try again when it has finished"
        }
        Some(ErrorCode::SystemIoFailure) => {
            "the disk failed while reading or writing: nothing of this change was kept; check the disk and its free space"
        }
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            "the store's file is damaged: put it aside, and restore a backup or import what `scrap export --log` wrote"
        }
        Some(ErrorCode::ReadOnly) => "the store cannot be written: check the permissions of its folder",
        Some(ErrorCode::CannotOpen) => "the store cannot be opened: check that its folder exists and can be written",
        _ => return format!("the store failed: {error}"),
    };
    format!("{advice} ({error})")
}
