//! The log's entries: what each kind says, and how it stands as bytes. Storing and folding them is the store's.
//!
//! An entry is the deterministic CBOR (RFC 8949 §4.2) of `[version, page, kind, time, parents, texts, blobs, {key:
//! value}]`, named by the BLAKE3 of its bytes. The items before the map have the same place and meaning in every version:
//! an entry of a newer one is kept, passed on with all that it names, and purged without being understood. What is left
//! out of the map has its default.

mod canonical;
mod codec;
mod envelope;
mod fields;
mod reader;
#[cfg(test)]
mod tests;

pub use self::canonical::BadEntry;
pub use self::codec::{decode_fields, encode_fields};
pub use self::envelope::Envelope;
use crate::fields::{Fields, ImageKind, MadeBy, Reading, Role};
use crate::id::{BlobHash, DeviceId, EntryId, PageId};
use crate::time::Instant;

/// The version that this crate writes and folds.
pub const VERSION: u64 = 1;

/// An entry without its body is at most this many bytes.
pub const MAX_ENTRY_BYTES: usize = 64 * 1024;

/// A body, or a reading's text, is at most this many bytes.
pub const MAX_BODY_BYTES: usize = 16 * 1024 * 1024;

/// The version of the prompt that asks for a board's write-up now: one that answers an older version is outdated.
pub const WRITEUP_PROMPT: u64 = 1;

/// An entry names at most this many parents.
pub const MAX_PARENTS: usize = 64;

/// One entry of the log that this version understands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The page it concerns.
    pub page: PageId,
    /// What it says.
    pub what: What,
}

/// What an entry says.
#[allow(clippy::large_enum_variant, reason = "nearly every entry is a revision; on 32 bits it is not even large")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// One revision of the page.
    Page(Revision),
    /// A file of the page. It has no time, so that one file imported on two devices is one entry.
    File(File),
    /// Text read from a file.
    Derived(Derived),
    /// A board's write-up or a topic's synthesis.
    Writeup(Writeup),
    /// A related page picked or dropped.
    Related(Related),
    /// Entries that are gone for good.
    Purge(Purge),
}

/// When and by whom an entry was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// max(now, its parents' + 1 ms) on the device that wrote it.
    pub time: Instant,
    /// The replica.
    pub device: DeviceId,
    /// The author.
    pub made_by: MadeBy,
}

/// One revision: the whole field set and the body's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// The heads that its author saw, in ascending order.
    pub parents: Vec<EntryId>,
    /// When and by whom.
    pub stamp: Stamp,
    /// An import wrote it: the file it read was `original`, else the front matter and the body, byte for byte.
    pub import: bool,
    /// Everything but the body.
    pub fields: Fields,
    /// The body's text, UTF-8.
    pub body: BlobHash,
}

/// A file that belongs to the page; its bytes are a blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// What it comes after, in ascending order: nothing, but for the removals for good of a page that had this file
    /// before, so that the file is not the blank they left.
    pub after: Vec<EntryId>,
    /// Its path in the source, or its name.
    pub name: String,
    /// Its media type.
    pub mime: String,
    /// Its length in bytes.
    pub size: u64,
    /// Its bytes.
    pub blob: BlobHash,
    /// What it is to the page.
    pub role: Role,
}

/// Text read from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// The readings that it replaces, in ascending order.
    pub replaces: Vec<EntryId>,
    /// When and by whom.
    pub stamp: Stamp,
    /// The `file` entry that was read.
    pub file: EntryId,
    /// How.
    pub reading: Reading,
    /// What the picture shows, for a description.
    pub image_kind: Option<ImageKind>,
    /// The text, UTF-8.
    pub text: BlobHash,
}

/// A board's write-up or a topic's synthesis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Writeup {
    /// The write-ups that it replaces, in ascending order.
    pub replaces: Vec<EntryId>,
    /// When and by whom.
    pub stamp: Stamp,
    /// The version of the prompt that asked for it.
    pub prompt_version: u64,
    /// The entries it was written from, in ascending order.
    pub inputs: Vec<EntryId>,
    /// The Markdown, UTF-8.
    pub text: BlobHash,
}

/// A related page picked or dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The picks that it replaces, in ascending order.
    pub replaces: Vec<EntryId>,
    /// When and by whom.
    pub stamp: Stamp,
    /// The other page.
    pub target: PageId,
    /// Picked, or dropped.
    pub picked: bool,
}

/// The removal of entries for good. What it lists leaves blanks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purge {
    /// When and by whom.
    pub stamp: Stamp,
    /// What is gone, in ascending order of ids.
    pub blanks: Vec<Blank>,
}

/// What stays of a purged entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blank {
    /// Its id.
    pub id: EntryId,
    /// The number of its kind.
    pub kind: u64,
    /// Its parents.
    pub parents: Vec<EntryId>,
    /// Its time; 1970 for one that had none.
    pub time: Instant,
}

/// An entry as it came: ours, or of a version that this crate keeps and passes on but does not fold.
#[allow(clippy::large_enum_variant, reason = "nearly every entry is known")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received {
    /// Understood.
    Known(Entry),
    /// Made by a newer scrap: what is known of it.
    Newer(Envelope),
}

impl Entry {
    /// The text that the entry names, if its kind has one.
    #[must_use]
    pub fn text(&self) -> Option<BlobHash> {
        match &self.what {
            What::Page(revision) => Some(revision.body),
            What::Derived(derived) => Some(derived.text),
            What::Writeup(writeup) => Some(writeup.text),
            What::File(_) | What::Related(_) | What::Purge(_) => None,
        }
    }

    /// The entries that it continues or replaces.
    #[must_use]
    pub fn parents(&self) -> &[EntryId] {
        match &self.what {
            What::Page(revision) => &revision.parents,
            What::Derived(derived) => &derived.replaces,
            What::Writeup(writeup) => &writeup.replaces,
            What::Related(related) => &related.replaces,
            What::File(file) => &file.after,
            What::Purge(_) => &[],
        }
    }

    /// When and by whom it was written; a file has no such thing.
    #[must_use]
    pub fn stamp(&self) -> Option<&Stamp> {
        match &self.what {
            What::Page(revision) => Some(&revision.stamp),
            What::Derived(derived) => Some(&derived.stamp),
            What::Writeup(writeup) => Some(&writeup.stamp),
            What::Related(related) => Some(&related.stamp),
            What::Purge(purge) => Some(&purge.stamp),
            What::File(_) => None,
        }
    }
}

impl What {
    /// The kind's number in the log, for ever.
    #[must_use]
    pub fn code(&self) -> u64 {
        match self {
            Self::Page(_) => 0,
            Self::File(_) => 1,
            Self::Derived(_) => 2,
            Self::Writeup(_) => 3,
            Self::Related(_) => 4,
            Self::Purge(_) => 5,
        }
    }
}
