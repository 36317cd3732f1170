//! The map of an entry, read. It takes a little more than `canonical` writes; `Entry::decode` then compares the bytes.

use std::collections::BTreeMap;

use minicbor::Decoder;
use minicbor::data::{Tag, Type};

use super::canonical::{BadEntry, DAYS};
use super::codec::key;
use super::{Blank, Stamp};
use crate::fields::MadeBy;
use crate::id::{DeviceId, EntryId};
use crate::time::{Day, Instant, When};

/// Exactly `N` bytes.
pub(super) fn fixed<const N: usize>(bytes: &[u8]) -> Result<[u8; N], BadEntry> {
    bytes.try_into().map_err(|_| BadEntry::Shape("an id or hash of a wrong length"))
}

/// The map of an entry being read, with the keys asked for in ascending order.
pub(super) struct Reader<'b> {
    decoder: Decoder<'b>,
    left: u64,
    next: Option<u64>,
}

impl<'b> Reader<'b> {
    pub(super) fn new(mut decoder: Decoder<'b>) -> Result<Self, BadEntry> {
        let left = decoder.map()?.ok_or(BadEntry::Shape("a map of unknown length"))?;
        let mut reader = Self { decoder, left, next: None };
        reader.advance()?;
        Ok(reader)
    }

    fn advance(&mut self) -> Result<(), BadEntry> {
        self.next = match self.left {
            0 => None,
            _ => Some(self.decoder.u64()?),
        };
        self.left = self.left.saturating_sub(1);
        Ok(())
    }

    fn optional<T>(
        &mut self,
        key: u64,
        read: impl FnOnce(&mut Decoder<'b>) -> Result<T, BadEntry>,
    ) -> Result<Option<T>, BadEntry> {
        if self.next != Some(key) {
            return Ok(None);
        }
        let value = read(&mut self.decoder)?;
        self.advance()?;
        Ok(Some(value))
    }

    /// Nothing follows: every key was asked for, and the map ends the entry.
    pub(super) fn end(self) -> Result<(), BadEntry> {
        match self.next {
            None if self.decoder.position() == self.decoder.input().len() => Ok(()),
            None => Err(BadEntry::Shape("bytes after its end")),
            Some(_) => Err(BadEntry::Shape("a key that its kind does not have")),
        }
    }

    pub(super) fn optional_uint(&mut self, key: u64) -> Result<Option<u64>, BadEntry> {
        self.optional(key, |d| Ok(d.u64()?))
    }

    pub(super) fn uint(&mut self, key: u64) -> Result<u64, BadEntry> {
        self.optional_uint(key)?.ok_or(BadEntry::Shape("a number is missing"))
    }

    pub(super) fn flag(&mut self, key: u64) -> Result<bool, BadEntry> {
        Ok(self.optional_uint(key)?.is_some())
    }

    pub(super) fn optional_coded<T>(&mut self, key: u64, of: fn(u8) -> Option<T>) -> Result<Option<T>, BadEntry> {
        let Some(code) = self.optional_uint(key)? else { return Ok(None) };
        let value = u8::try_from(code).ok().and_then(of);
        value.map(Some).ok_or(BadEntry::Shape("a value that its field does not have"))
    }

    pub(super) fn coded<T>(&mut self, key: u64, of: fn(u8) -> Option<T>) -> Result<T, BadEntry> {
        self.optional_coded(key, of)?.ok_or(BadEntry::Shape("a value is missing"))
    }

    pub(super) fn bytes<const N: usize>(&mut self, key: u64) -> Result<[u8; N], BadEntry> {
        self.optional(key, |d| fixed(d.bytes()?))?.ok_or(BadEntry::Shape("an id or hash is missing"))
    }

    pub(super) fn hash(&mut self, key: u64) -> Result<[u8; 32], BadEntry> {
        self.bytes(key)
    }

    pub(super) fn optional_hash(&mut self, key: u64) -> Result<Option<[u8; 32]>, BadEntry> {
        self.optional(key, |d| fixed(d.bytes()?))
    }

    pub(super) fn optional_text(&mut self, key: u64) -> Result<Option<String>, BadEntry> {
        self.optional(key, |d| Ok(d.str()?.to_owned()))
    }

    pub(super) fn text(&mut self, key: u64) -> Result<String, BadEntry> {
        self.optional_text(key)?.ok_or(BadEntry::Shape("a text is missing"))
    }

    pub(super) fn texts(&mut self, key: u64) -> Result<Vec<String>, BadEntry> {
        let list = self.optional(key, |d| list(d, |d| Ok(d.str()?.to_owned())))?;
        Ok(list.unwrap_or_default())
    }

    pub(super) fn when(&mut self, key: u64) -> Result<Option<When>, BadEntry> {
        self.optional(key, |d| {
            if d.datatype()? == Type::Tag {
                if d.tag()? != Tag::new(DAYS) {
                    return Err(BadEntry::Shape("a tag that no date has"));
                }
                return Ok(When::Day(Day::from_number(d.i64()?)));
            }
            Ok(When::Instant(Instant::from_ms(d.i64()?)))
        })
    }

    pub(super) fn ids(&mut self, key: u64) -> Result<Vec<EntryId>, BadEntry> {
        let ids = self.optional(key, |d| list(d, |d| Ok(EntryId(fixed(d.bytes()?)?))))?;
        Ok(ids.unwrap_or_default())
    }

    pub(super) fn map(&mut self, key: u64) -> Result<BTreeMap<String, String>, BadEntry> {
        let pairs = self.optional(key, |d| {
            let pairs = d.map()?.ok_or(BadEntry::Shape("a map of unknown length"))?;
            let mut map = BTreeMap::new();
            for _ in 0..pairs {
                map.insert(d.str()?.to_owned(), d.str()?.to_owned());
            }
            Ok(map)
        })?;
        Ok(pairs.unwrap_or_default())
    }

    /// Who wrote the entry, with the envelope's time.
    pub(super) fn stamp(&mut self, time: Option<Instant>) -> Result<Stamp, BadEntry> {
        Ok(Stamp {
            time: time.ok_or(BadEntry::Shape("a time is missing"))?,
            device: DeviceId(self.bytes(key::DEVICE)?),
            made_by: self.coded(key::MADE_BY, MadeBy::of_code)?,
        })
    }

    pub(super) fn blanks(&mut self, key: u64) -> Result<Vec<Blank>, BadEntry> {
        let blanks = self.optional(key, |d| {
            list(d, |d| {
                if d.array()? != Some(4) {
                    return Err(BadEntry::Shape("a blank of another shape"));
                }
                let id = EntryId(fixed(d.bytes()?)?);
                let kind = d.u64()?;
                let parents = list(d, |d| Ok(EntryId(fixed(d.bytes()?)?)))?;
                Ok(Blank { id, kind, parents, time: Instant::from_ms(d.i64()?) })
            })
        })?;
        Ok(blanks.unwrap_or_default())
    }
}

/// A list of known length. Its items are read one by one, so a length that lies costs nothing.
pub(super) fn list<'b, T>(
    decoder: &mut Decoder<'b>,
    item: impl Fn(&mut Decoder<'b>) -> Result<T, BadEntry>,
) -> Result<Vec<T>, BadEntry> {
    let length = decoder.array()?.ok_or(BadEntry::Shape("a list of unknown length"))?;
    let mut items = Vec::new();
    for _ in 0..length {
        items.push(item(decoder)?);
    }
    Ok(items)
}
