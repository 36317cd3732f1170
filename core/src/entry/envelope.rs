//! What an entry of any version says in the same place: enough to keep it, to pass it on with what it names, and to remove
//! it for good. What else it says is `codec`'s.

use minicbor::Decoder;
use minicbor::data::Type;

use super::canonical::BadEntry;
use super::reader::{fixed, list};
use super::{Entry, MAX_PARENTS, VERSION, What};
use crate::id::{BlobHash, EntryId, PageId};
use crate::time::Instant;

/// An entry without its map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// The version that wrote it.
    pub version: u64,
    /// The page it concerns.
    pub page: PageId,
    /// The number of its kind. A number is never given a second meaning, in any version.
    pub kind: u64,
    /// When it was written; a file has no such thing.
    pub time: Option<Instant>,
    /// The entries that it continues or replaces, in ascending order.
    pub parents: Vec<EntryId>,
    /// The texts that it needs.
    pub texts: Vec<BlobHash>,
    /// The files that it needs.
    pub blobs: Vec<BlobHash>,
}

impl Envelope {
    /// How many items stand before the map.
    pub(super) const ITEMS: u64 = 7;

    /// Reads it off the front of an entry's bytes.
    ///
    /// # Errors
    /// What is wrong with the bytes. What follows the envelope is not looked at.
    pub fn read(bytes: &[u8]) -> Result<Self, BadEntry> {
        Self::take(&mut Decoder::new(bytes))
    }

    pub(super) fn take(decoder: &mut Decoder<'_>) -> Result<Self, BadEntry> {
        let items = decoder.array()?.ok_or(BadEntry::Shape("an array of unknown length"))?;
        let version = decoder.u64()?;
        if version < VERSION || items <= Self::ITEMS || (version == VERSION && items != Self::ITEMS + 1) {
            return Err(BadEntry::Shape("no entry of a version that ever was"));
        }
        let page = PageId(fixed(decoder.bytes()?)?);
        let kind = decoder.u64()?;
        let time = if decoder.datatype()? == Type::Null {
            decoder.null()?;
            None
        } else {
            Some(Instant::from_ms(decoder.i64()?))
        };
        let parents: Vec<EntryId> = list(decoder, |d| Ok(EntryId(fixed(d.bytes()?)?)))?;
        if parents.len() > MAX_PARENTS {
            return Err(BadEntry::Parents(parents.len()));
        }
        if !parents.is_sorted_by(|a, b| a < b) {
            return Err(BadEntry::Shape("a set of ids out of order"));
        }
        let texts = list(decoder, |d| Ok(BlobHash(fixed(d.bytes()?)?)))?;
        let blobs = list(decoder, |d| Ok(BlobHash(fixed(d.bytes()?)?)))?;
        Ok(Self { version, page, kind, time, parents, texts, blobs })
    }

    /// The bytes of an entry that says no more.
    #[cfg(test)]
    pub(crate) fn encode(&self) -> Vec<u8> {
        super::canonical::entry(self, super::canonical::Writer::default()).unwrap()
    }

    /// The one text of an entry that has one.
    pub(super) fn text(&self) -> Result<BlobHash, BadEntry> {
        self.texts.first().copied().ok_or(BadEntry::Shape("a text is missing"))
    }
}

impl Entry {
    /// What the entry says whatever its version.
    #[must_use]
    pub fn envelope(&self) -> Envelope {
        Envelope {
            version: VERSION,
            page: self.page,
            kind: self.what.code(),
            time: self.stamp().map(|stamp| stamp.time),
            parents: self.parents().to_vec(),
            texts: self.text().into_iter().collect(),
            blobs: match &self.what {
                What::Page(revision) => revision.fields.original.into_iter().collect(),
                What::File(file) => vec![file.blob],
                What::Derived(_) | What::Writeup(_) | What::Related(_) | What::Purge(_) => Vec::new(),
            },
        }
    }
}
