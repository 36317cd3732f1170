//! The field set inside an entry's map: which key holds which field, for ever.

use super::canonical::{BadEntry, Writer};
use super::reader::Reader;
use crate::fields::{Fields, Kind, Later, Media, Priority};
use crate::id::BlobHash;

/// The keys. A number is never given a second meaning.
mod key {
    pub const TITLE: u64 = 16;
    pub const ALIASES: u64 = 17;
    pub const KIND: u64 = 18;
    pub const TAGS: u64 = 19;
    pub const SUMMARY: u64 = 20;
    pub const STATUS: u64 = 21;
    pub const PERSONAL: u64 = 22;
    pub const DUE: u64 = 23;
    pub const PRIORITY: u64 = 24;
    pub const MEDIA: u64 = 25;
    pub const LATER: u64 = 26;
    pub const PATH: u64 = 27;
    pub const SOURCE: u64 = 28;
    pub const FILES: u64 = 29;
    pub const SOURCES: u64 = 30;
    pub const TRASHED: u64 = 31;
    pub const CREATED: u64 = 32;
    pub const UPDATED: u64 = 33;
    pub const PROPS: u64 = 34;
    pub const FRONT: u64 = 35;
    pub const ORIGINAL: u64 = 36;
}

pub(super) fn write(map: &mut Writer, fields: &Fields) {
    map.optional_text(key::TITLE, fields.title.as_ref());
    map.texts(key::ALIASES, &fields.aliases);
    map.optional_uint(key::KIND, fields.kind.map(|k| k.code().into()));
    map.texts(key::TAGS, &fields.tags);
    map.optional_text(key::SUMMARY, fields.summary.as_ref());
    map.optional_text(key::STATUS, fields.status.as_ref());
    map.optional_uint(key::PERSONAL, fields.personal.map(u64::from));
    map.when(key::DUE, fields.due);
    map.optional_uint(key::PRIORITY, fields.priority.map(|p| p.code().into()));
    map.optional_uint(key::MEDIA, fields.media.map(|m| m.code().into()));
    map.optional_uint(key::LATER, fields.later.map(|l| l.code().into()));
    map.optional_text(key::PATH, fields.path.as_ref());
    map.optional_text(key::SOURCE, fields.source.as_ref());
    map.id_list(key::FILES, &fields.files);
    map.texts(key::SOURCES, &fields.sources);
    map.flag(key::TRASHED, fields.trashed);
    map.when(key::CREATED, fields.created);
    map.when(key::UPDATED, fields.updated);
    map.map(key::PROPS, &fields.props);
    map.optional_text(key::FRONT, fields.front.as_ref());
    map.optional_hash(key::ORIGINAL, fields.original.as_ref());
}

pub(super) fn read(map: &mut Reader<'_>) -> Result<Fields, BadEntry> {
    Ok(Fields {
        title: map.optional_text(key::TITLE)?,
        aliases: map.texts(key::ALIASES)?,
        kind: map.optional_coded(key::KIND, Kind::of_code)?,
        tags: map.texts(key::TAGS)?,
        summary: map.optional_text(key::SUMMARY)?,
        status: map.optional_text(key::STATUS)?,
        personal: map.optional_coded(key::PERSONAL, |code| (code < 2).then_some(code == 1))?,
        due: map.when(key::DUE)?,
        priority: map.optional_coded(key::PRIORITY, Priority::of_code)?,
        media: map.optional_coded(key::MEDIA, Media::of_code)?,
        later: map.optional_coded(key::LATER, Later::of_code)?,
        path: map.optional_text(key::PATH)?,
        source: map.optional_text(key::SOURCE)?,
        files: map.ids(key::FILES)?,
        sources: map.texts(key::SOURCES)?,
        trashed: map.flag(key::TRASHED)?,
        created: map.when(key::CREATED)?,
        updated: map.when(key::UPDATED)?,
        props: map.map(key::PROPS)?,
        front: map.optional_text(key::FRONT)?,
        original: map.optional_hash(key::ORIGINAL)?.map(BlobHash),
    })
}
