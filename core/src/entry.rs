//! The log's entries: what each kind says, and how it stands as bytes. Storing and folding them is the store's.
//!
//! An entry is the deterministic CBOR (RFC 8949 §4.2) of `[version, page, kind, {key: value}]`, named by the BLAKE3 of
//! its bytes. The first two items have the same place and meaning in every version, so that a newer entry can be kept
//! beside its page without being understood. What is left out of the map has its default.

mod canonical;
mod fields;
#[cfg(test)]
mod tests;

use minicbor::Decoder;

pub use self::canonical::BadEntry;
use self::canonical::{Reader, Writer};
use crate::fields::{Fields, ImageKind, MadeBy, Reading, Role};
use crate::id::{BlobHash, DeviceId, EntryId, PageId};
use crate::time::Instant;

/// The version that this crate writes and folds.
pub const VERSION: u64 = 1;

/// An entry without its body is at most this many bytes.
pub const MAX_ENTRY_BYTES: usize = 64 * 1024;

/// A body, or a reading's text, is at most this many bytes.
pub const MAX_BODY_BYTES: usize = 16 * 1024 * 1024;

/// A save or a merge names at most this many parents.
pub const MAX_PARENTS: usize = 64;

/// A field set as bytes, for a merged view that no entry says. The same bytes for the same fields.
#[must_use]
pub fn encode_fields(fields: &Fields) -> Vec<u8> {
    let mut map = Writer::default();
    fields::write(&mut map, fields);
    map.finish()
}

/// Reads what [`encode_fields`] wrote.
///
/// # Errors
/// What is wrong with the bytes.
pub fn decode_fields(bytes: &[u8]) -> Result<Fields, BadEntry> {
    let mut map = Reader::new(Decoder::new(bytes))?;
    let fields = fields::read(&mut map)?;
    map.end()?;
    Ok(fields)
}

/// One entry of the log that this version understands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The page it concerns.
    pub page: PageId,
    /// What it says.
    pub what: What,
}

/// What an entry says.
#[expect(clippy::large_enum_variant, reason = "nearly every entry is a revision, the largest kind")]
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

/// The removal of entries for good. What it lists leaves blanks: id, parents and time.
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
    /// Its parents, if it was a revision.
    pub parents: Vec<EntryId>,
    /// Its time; 1970 for one that had none.
    pub time: Instant,
}

/// An entry as it came: ours, or of a version that this crate keeps and passes on but does not fold.
#[expect(clippy::large_enum_variant, reason = "nearly every entry is known, the larger kind")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received {
    /// Understood.
    Known(Entry),
    /// Made by a newer scrap.
    Newer {
        /// Its version.
        version: u64,
        /// The page it concerns.
        page: PageId,
    },
}

impl Entry {
    /// The entry's bytes, the same for the same entry everywhere.
    ///
    /// # Errors
    /// [`BadEntry::TooLarge`] past [`MAX_ENTRY_BYTES`], and the other faults that [`Entry::decode`] would find.
    pub fn encode(&self) -> Result<Vec<u8>, BadEntry> {
        let mut map = Writer::default();
        match &self.what {
            What::Page(revision) => {
                map.ids(key::PARENTS, &revision.parents)?;
                map.stamp(&revision.stamp);
                map.flag(key::IMPORT, revision.import);
                map.hash(key::TEXT, &revision.body.0);
                fields::write(&mut map, &revision.fields);
            }
            What::File(file) => {
                map.text(key::FILE_NAME, &file.name);
                map.text(key::FILE_MIME, &file.mime);
                map.uint(key::FILE_SIZE, file.size);
                map.hash(key::FILE_BLOB, &file.blob.0);
                map.uint(key::FILE_ROLE, file.role.code().into());
            }
            What::Derived(derived) => {
                map.ids(key::PARENTS, &derived.replaces)?;
                map.stamp(&derived.stamp);
                map.hash(key::TEXT, &derived.text.0);
                map.hash(key::DERIVED_FILE, &derived.file.0);
                map.uint(key::DERIVED_READING, derived.reading.code().into());
                map.optional_uint(key::DERIVED_IMAGE, derived.image_kind.map(|k| k.code().into()));
            }
            What::Writeup(writeup) => {
                map.ids(key::PARENTS, &writeup.replaces)?;
                map.stamp(&writeup.stamp);
                map.hash(key::TEXT, &writeup.text.0);
                map.uint(key::WRITEUP_PROMPT, writeup.prompt_version);
                map.ids(key::WRITEUP_INPUTS, &writeup.inputs)?;
            }
            What::Related(related) => {
                map.ids(key::PARENTS, &related.replaces)?;
                map.stamp(&related.stamp);
                map.bytes(key::RELATED_TARGET, &related.target.0);
                map.flag(key::RELATED_DROPPED, !related.picked);
            }
            What::Purge(purge) => {
                map.stamp(&purge.stamp);
                map.blanks(key::PURGE_BLANKS, &purge.blanks)?;
            }
        }
        let bytes = canonical::envelope(VERSION, self.page, self.what.code(), map);
        if bytes.len() > MAX_ENTRY_BYTES {
            return Err(BadEntry::TooLarge { bytes: bytes.len() });
        }
        Ok(bytes)
    }

    /// Reads an entry's bytes. Exactly what [`Entry::encode`] writes is taken, so one entry has one id.
    ///
    /// # Errors
    /// What is wrong with the bytes. They come from outside: nothing of them is trusted, and nothing is kept.
    pub fn decode(bytes: &[u8]) -> Result<Received, BadEntry> {
        if bytes.len() > MAX_ENTRY_BYTES {
            return Err(BadEntry::TooLarge { bytes: bytes.len() });
        }
        let received = Self::parse(bytes)?;
        match &received {
            Received::Known(entry) if entry.encode()? != bytes => Err(BadEntry::NotCanonical),
            _ => Ok(received),
        }
    }

    /// Reads bytes that [`Entry::decode`] has once taken.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Received, BadEntry> {
        let mut decoder = Decoder::new(bytes);
        let items = decoder.array()?.ok_or(BadEntry::Shape("an array of unknown length"))?;
        let version = decoder.u64()?;
        let page = PageId(canonical::fixed(decoder.bytes()?)?);
        if version > VERSION {
            return Ok(Received::Newer { version, page });
        }
        if version != VERSION || items != 4 {
            return Err(BadEntry::Shape("no entry of a version that ever was"));
        }
        let code = decoder.u8()?;
        Ok(Received::Known(Self { page, what: What::read(code, Reader::new(decoder)?)? }))
    }

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
            What::File(_) | What::Purge(_) => &[],
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
    pub fn code(&self) -> u8 {
        match self {
            Self::Page(_) => 0,
            Self::File(_) => 1,
            Self::Derived(_) => 2,
            Self::Writeup(_) => 3,
            Self::Related(_) => 4,
            Self::Purge(_) => 5,
        }
    }

    fn read(code: u8, mut map: Reader<'_>) -> Result<Self, BadEntry> {
        let what = match code {
            0 => Self::Page(Revision {
                parents: map.ids(key::PARENTS)?,
                stamp: map.stamp()?,
                import: map.flag(key::IMPORT)?,
                body: BlobHash(map.hash(key::TEXT)?),
                fields: fields::read(&mut map)?,
            }),
            1 => Self::File(File {
                name: map.text(key::FILE_NAME)?,
                mime: map.text(key::FILE_MIME)?,
                size: map.uint(key::FILE_SIZE)?,
                blob: BlobHash(map.hash(key::FILE_BLOB)?),
                role: map.coded(key::FILE_ROLE, Role::of_code)?,
            }),
            2 => Self::Derived(Derived {
                replaces: map.ids(key::PARENTS)?,
                stamp: map.stamp()?,
                text: BlobHash(map.hash(key::TEXT)?),
                file: EntryId(map.hash(key::DERIVED_FILE)?),
                reading: map.coded(key::DERIVED_READING, Reading::of_code)?,
                image_kind: map.optional_coded(key::DERIVED_IMAGE, ImageKind::of_code)?,
            }),
            3 => Self::Writeup(Writeup {
                replaces: map.ids(key::PARENTS)?,
                stamp: map.stamp()?,
                text: BlobHash(map.hash(key::TEXT)?),
                prompt_version: map.uint(key::WRITEUP_PROMPT)?,
                inputs: map.ids(key::WRITEUP_INPUTS)?,
            }),
            4 => Self::Related(Related {
                replaces: map.ids(key::PARENTS)?,
                stamp: map.stamp()?,
                target: PageId(map.bytes(key::RELATED_TARGET)?),
                picked: !map.flag(key::RELATED_DROPPED)?,
            }),
            5 => Self::Purge(Purge { stamp: map.stamp()?, blanks: map.blanks(key::PURGE_BLANKS)? }),
            _ => return Err(BadEntry::Shape("no kind of entry that version 1 has")),
        };
        map.end()?;
        Ok(what)
    }
}

/// The keys of the maps. A number is never given a second meaning within a kind of entry.
mod key {
    pub const PARENTS: u64 = 1;
    pub const TIME: u64 = 2;
    pub const DEVICE: u64 = 3;
    pub const MADE_BY: u64 = 4;
    pub const IMPORT: u64 = 5;
    pub const TEXT: u64 = 6;

    pub const FILE_NAME: u64 = 16;
    pub const FILE_MIME: u64 = 17;
    pub const FILE_SIZE: u64 = 18;
    pub const FILE_BLOB: u64 = 19;
    pub const FILE_ROLE: u64 = 20;

    pub const DERIVED_FILE: u64 = 16;
    pub const DERIVED_READING: u64 = 17;
    pub const DERIVED_IMAGE: u64 = 18;

    pub const WRITEUP_PROMPT: u64 = 16;
    pub const WRITEUP_INPUTS: u64 = 17;

    pub const RELATED_TARGET: u64 = 16;
    pub const RELATED_DROPPED: u64 = 17;

    pub const PURGE_BLANKS: u64 = 16;
}
