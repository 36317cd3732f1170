//! Entries as bytes and back: which key of the map says what. How a map is written is `canonical`'s.

use minicbor::Decoder;

use super::canonical::{self, BadEntry, Writer};
use super::fields;
use super::reader::{Reader, fixed};
use super::{Derived, Entry, File, MAX_ENTRY_BYTES, Purge, Received, Related, Revision, VERSION, What, Writeup};
use crate::fields::{Fields, ImageKind, Reading, Role};
use crate::id::{BlobHash, EntryId, PageId};

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
        let page = PageId(fixed(decoder.bytes()?)?);
        if version > VERSION {
            return Ok(Received::Newer { version, page });
        }
        if version != VERSION || items != 4 {
            return Err(BadEntry::Shape("no entry of a version that ever was"));
        }
        let code = decoder.u8()?;
        Ok(Received::Known(Self { page, what: What::read(code, Reader::new(decoder)?)? }))
    }
}

impl What {
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

/// The keys of the maps. A number is never given a second meaning within a kind of entry.
pub(super) mod key {
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
