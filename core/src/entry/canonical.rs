//! The map of an entry, written in RFC 8949's deterministic form: keys ascending, shortest heads, nothing of unknown
//! length. What an entry's keys mean is not known here.

use std::collections::BTreeMap;

use super::codec::key;
use super::{Blank, Envelope, MAX_PARENTS, Stamp};
use crate::id::EntryId;
use crate::time::When;

/// RFC 8949 §3.3.
const NULL: u8 = 0xf6;

/// RFC 8943: days since 1970-01-01, without a zone.
pub(super) const DAYS: u64 = 100;

/// Why bytes are no entry, or an entry has no bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadEntry {
    /// Longer than an entry may be.
    #[error("an entry has at most 65,536 bytes without its body, and this one has {bytes}: shorten its fields")]
    TooLarge {
        /// Its length.
        bytes: usize,
    },
    /// More parents than a save or merge may name.
    #[error("an entry names at most 64 parents, and this one names {0}: merge some of them first")]
    Parents(usize),
    /// Not the CBOR of an entry.
    #[error("not an entry: {0}")]
    Shape(&'static str),
    /// CBOR that another encoder would write otherwise, so that one entry would have two ids.
    #[error("not an entry: its bytes are not in the deterministic form")]
    NotCanonical,
    /// Broken CBOR.
    #[error("not an entry: {0}")]
    Cbor(String),
}

impl From<minicbor::decode::Error> for BadEntry {
    fn from(error: minicbor::decode::Error) -> Self {
        Self::Cbor(error.to_string())
    }
}

/// `[version, page, kind, time, parents, texts, blobs, map]`.
pub(super) fn entry(envelope: &Envelope, map: Writer) -> Result<Vec<u8>, BadEntry> {
    if envelope.parents.len() > MAX_PARENTS {
        return Err(BadEntry::Parents(envelope.parents.len()));
    }
    let mut out = Vec::with_capacity(map.bytes.len() + 128);
    head(&mut out, Major::Array, Envelope::ITEMS + 1);
    head(&mut out, Major::Uint, envelope.version);
    byte_string(&mut out, &envelope.page.0);
    head(&mut out, Major::Uint, envelope.kind);
    match envelope.time {
        Some(time) => integer(&mut out, time.ms()),
        None => out.push(NULL),
    }
    id_set(&mut out, &envelope.parents)?;
    for names in [&envelope.texts, &envelope.blobs] {
        head(&mut out, Major::Array, names.len() as u64);
        names.iter().for_each(|name| byte_string(&mut out, &name.0));
    }
    out.extend_from_slice(&map.finish());
    Ok(out)
}

/// CBOR's major types (RFC 8949 §3.1).
#[derive(Clone, Copy)]
enum Major {
    Uint = 0,
    Negative = 1,
    Bytes = 2,
    Text = 3,
    Array = 4,
    Map = 5,
    Tag = 6,
}

/// A data item's head in its shortest form.
fn head(out: &mut Vec<u8>, major: Major, value: u64) {
    let major = (major as u8) << 5;
    let bytes = value.to_be_bytes();
    match value {
        0..24 => out.push(major | bytes[7]),
        24..0x100 => out.extend_from_slice(&[major | 24, bytes[7]]),
        0x100..0x1_0000 => {
            out.push(major | 25);
            out.extend_from_slice(&bytes[6..]);
        }
        0x1_0000..0x1_0000_0000 => {
            out.push(major | 26);
            out.extend_from_slice(&bytes[4..]);
        }
        _ => {
            out.push(major | 27);
            out.extend_from_slice(&bytes);
        }
    }
}

fn integer(out: &mut Vec<u8>, value: i64) {
    match u64::try_from(value) {
        Ok(value) => head(out, Major::Uint, value),
        Err(_) => head(out, Major::Negative, !value as u64),
    }
}

fn byte_string(out: &mut Vec<u8>, bytes: &[u8]) {
    head(out, Major::Bytes, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

fn text_string(out: &mut Vec<u8>, text: &str) {
    head(out, Major::Text, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// The pairs of a map being written. Its methods are called with ascending keys; what is empty or unset is left out.
#[derive(Default)]
pub(super) struct Writer {
    bytes: Vec<u8>,
    pairs: u64,
}

impl Writer {
    /// The map's bytes, its head before its pairs.
    pub(super) fn finish(self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.bytes.len() + 4);
        head(&mut out, Major::Map, self.pairs);
        out.extend_from_slice(&self.bytes);
        out
    }

    fn key(&mut self, key: u64) -> &mut Vec<u8> {
        self.pairs += 1;
        head(&mut self.bytes, Major::Uint, key);
        &mut self.bytes
    }

    pub(super) fn uint(&mut self, key: u64, value: u64) {
        head(self.key(key), Major::Uint, value);
    }

    pub(super) fn optional_uint(&mut self, key: u64, value: Option<u64>) {
        if let Some(value) = value {
            self.uint(key, value);
        }
    }

    /// A flag is there or not: its value is always 1.
    pub(super) fn flag(&mut self, key: u64, value: bool) {
        self.optional_uint(key, value.then_some(1));
    }

    pub(super) fn bytes(&mut self, key: u64, value: &[u8]) {
        byte_string(self.key(key), value);
    }

    pub(super) fn hash(&mut self, key: u64, value: &[u8; 32]) {
        self.bytes(key, value);
    }

    pub(super) fn optional_hash(&mut self, key: u64, value: Option<&crate::id::BlobHash>) {
        if let Some(value) = value {
            self.hash(key, &value.0);
        }
    }

    pub(super) fn text(&mut self, key: u64, value: &str) {
        text_string(self.key(key), value);
    }

    pub(super) fn optional_text(&mut self, key: u64, value: Option<&String>) {
        if let Some(value) = value {
            self.text(key, value);
        }
    }

    pub(super) fn texts(&mut self, key: u64, values: &[String]) {
        if !values.is_empty() {
            let out = self.key(key);
            head(out, Major::Array, values.len() as u64);
            values.iter().for_each(|value| text_string(out, value));
        }
    }

    /// An instant is an integer of milliseconds, a day RFC 8943's tag.
    pub(super) fn when(&mut self, key: u64, value: Option<When>) {
        match value {
            Some(When::Instant(instant)) => integer(self.key(key), instant.ms()),
            Some(When::Day(day)) => {
                let out = self.key(key);
                head(out, Major::Tag, DAYS);
                integer(out, day.number());
            }
            None => {}
        }
    }

    /// A set of ids: ascending, each once.
    pub(super) fn ids(&mut self, key: u64, ids: &[EntryId]) -> Result<(), BadEntry> {
        if !ids.is_empty() {
            id_set(self.key(key), ids)?;
        }
        Ok(())
    }

    /// A list of ids in an order that means something.
    pub(super) fn id_list(&mut self, key: u64, ids: &[EntryId]) {
        if !ids.is_empty() {
            let out = self.key(key);
            head(out, Major::Array, ids.len() as u64);
            ids.iter().for_each(|id| byte_string(out, &id.0));
        }
    }

    pub(super) fn map(&mut self, key: u64, values: &BTreeMap<String, String>) {
        if values.is_empty() {
            return;
        }
        // RFC 8949 §4.2.1 orders keys by their encoded bytes, in which the length comes first.
        let mut pairs: Vec<_> = values.iter().collect();
        pairs.sort_by_key(|(name, _)| (name.len(), name.as_bytes()));
        let out = self.key(key);
        head(out, Major::Map, pairs.len() as u64);
        for (name, value) in pairs {
            text_string(out, name);
            text_string(out, value);
        }
    }

    /// Who wrote the entry; when is the envelope's.
    pub(super) fn author(&mut self, stamp: &Stamp) {
        self.bytes(key::DEVICE, &stamp.device.0);
        self.uint(key::MADE_BY, stamp.made_by.code().into());
    }

    pub(super) fn blanks(&mut self, key: u64, blanks: &[Blank]) -> Result<(), BadEntry> {
        if !blanks.windows(2).all(|pair| pair[0].id < pair[1].id) {
            return Err(BadEntry::Shape("blanks out of order"));
        }
        let out = self.key(key);
        head(out, Major::Array, blanks.len() as u64);
        for blank in blanks {
            head(out, Major::Array, 4);
            byte_string(out, &blank.id.0);
            head(out, Major::Uint, blank.kind);
            id_set(out, &blank.parents)?;
            integer(out, blank.time.ms());
        }
        Ok(())
    }
}

fn id_set(out: &mut Vec<u8>, ids: &[EntryId]) -> Result<(), BadEntry> {
    if !ids.windows(2).all(|pair| pair[0] < pair[1]) {
        return Err(BadEntry::Shape("a set of ids out of order"));
    }
    head(out, Major::Array, ids.len() as u64);
    ids.iter().for_each(|id| byte_string(out, &id.0));
    Ok(())
}
