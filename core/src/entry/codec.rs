//! Entries as bytes and back: which key of the map says what. How a map is written is `canonical`'s.

use minicbor::Decoder;

use super::canonical::{self, BadEntry, Writer};
use super::fields;
use super::reader::Reader;
use super::{
    Derived, Entry, Envelope, File, MAX_ENTRY_BYTES, Purge, Received, Related, Revision, VERSION, What, Writeup,
};
use crate::fields::{Fields, ImageKind, Reading, Role};
use crate::id::{EntryId, PageId};

impl Entry {
    /// The entry's bytes, the same for the same entry everywhere.
    ///
    /// # Errors
    /// [`BadEntry::TooLarge`] past [`MAX_ENTRY_BYTES`], and the other faults that [`Entry::decode`] would find.
    pub fn encode(&self) -> Result<Vec<u8>, BadEntry> {
        let mut map = Writer::default();
        match &self.what {
            What::Page(revision) => {
                map.author(&revision.stamp);
                map.flag(key::IMPORT, revision.import);
                fields::write(&mut map, &revision.fields);
            }
            What::File(file) => {
                map.text(key::FILE_NAME, &file.name);
                map.text(key::FILE_MIME, &file.mime);
                map.uint(key::FILE_SIZE, file.size);
                map.uint(key::FILE_ROLE, file.role.code().into());
            }
            What::Derived(derived) => {
                map.author(&derived.stamp);
                map.hash(key::DERIVED_FILE, &derived.file.0);
                map.uint(key::DERIVED_READING, derived.reading.code().into());
                map.optional_uint(key::DERIVED_IMAGE, derived.image_kind.map(|k| k.code().into()));
            }
            What::Writeup(writeup) => {
                map.author(&writeup.stamp);
                map.uint(key::WRITEUP_PROMPT, writeup.prompt_version);
                map.ids(key::WRITEUP_INPUTS, &writeup.inputs)?;
            }
            What::Related(related) => {
                map.author(&related.stamp);
                map.bytes(key::RELATED_TARGET, &related.target.0);
                map.flag(key::RELATED_DROPPED, !related.picked);
            }
            What::Purge(purge) => {
                map.author(&purge.stamp);
                map.blanks(key::PURGE_BLANKS, &purge.blanks)?;
            }
        }
        let bytes = canonical::entry(&self.envelope(), map)?;
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
        let envelope = Envelope::take(&mut decoder)?;
        if envelope.version > VERSION {
            return Ok(Received::Newer(envelope));
        }
        let what = What::read(&envelope, Reader::new(decoder)?)?;
        Ok(Received::Known(Self { page: envelope.page, what }))
    }
}

impl What {
    fn read(envelope: &Envelope, mut map: Reader<'_>) -> Result<Self, BadEntry> {
        let parents = envelope.parents.clone();
        let what = match envelope.kind {
            0 => Self::Page(Revision {
                parents,
                stamp: map.stamp(envelope.time)?,
                import: map.flag(key::IMPORT)?,
                body: envelope.text()?,
                fields: fields::read(&mut map)?,
            }),
            1 => Self::File(File {
                after: parents,
                name: map.text(key::FILE_NAME)?,
                mime: map.text(key::FILE_MIME)?,
                size: map.uint(key::FILE_SIZE)?,
                blob: envelope.blobs.first().copied().ok_or(BadEntry::Shape("a file is missing"))?,
                role: map.coded(key::FILE_ROLE, Role::of_code)?,
            }),
            2 => Self::Derived(Derived {
                replaces: parents,
                stamp: map.stamp(envelope.time)?,
                text: envelope.text()?,
                file: EntryId(map.hash(key::DERIVED_FILE)?),
                reading: map.coded(key::DERIVED_READING, Reading::of_code)?,
                image_kind: map.optional_coded(key::DERIVED_IMAGE, ImageKind::of_code)?,
            }),
            3 => Self::Writeup(Writeup {
                replaces: parents,
                stamp: map.stamp(envelope.time)?,
                text: envelope.text()?,
                prompt_version: map.uint(key::WRITEUP_PROMPT)?,
                inputs: map.ids(key::WRITEUP_INPUTS)?,
            }),
            4 => Self::Related(Related {
                replaces: parents,
                stamp: map.stamp(envelope.time)?,
                target: PageId(map.bytes(key::RELATED_TARGET)?),
                picked: !map.flag(key::RELATED_DROPPED)?,
            }),
            5 => Self::Purge(Purge { stamp: map.stamp(envelope.time)?, blanks: map.blanks(key::PURGE_BLANKS)? }),
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
    pub const DEVICE: u64 = 1;
    pub const MADE_BY: u64 = 2;
    pub const IMPORT: u64 = 3;

    pub const FILE_NAME: u64 = 16;
    pub const FILE_MIME: u64 = 17;
    pub const FILE_SIZE: u64 = 18;
    pub const FILE_ROLE: u64 = 19;

    pub const DERIVED_FILE: u64 = 16;
    pub const DERIVED_READING: u64 = 17;
    pub const DERIVED_IMAGE: u64 = 18;

    pub const WRITEUP_PROMPT: u64 = 16;
    pub const WRITEUP_INPUTS: u64 = 17;

    pub const RELATED_TARGET: u64 = 16;
    pub const RELATED_DROPPED: u64 = 17;

    pub const PURGE_BLANKS: u64 = 16;
}
