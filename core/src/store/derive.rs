//! What a page's rows hold, made from its merged view and from the other entries that concern it.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::apply::Fold;
use super::links::origin;
use super::{StoreError, apply, log};
use crate::entry::{self, What};
use crate::fields::{Fields, Kind};
use crate::interchange::leaf_of_path;
use crate::markdown::{self, Document, Target};
use crate::text;

/// Bits of `page.features`: what the body has.
pub(crate) mod feature {
    /// A table.
    pub const TABLE: u32 = 1;
    /// A block of code.
    pub const CODE: u32 = 1 << 1;
    /// A task box.
    pub const TASK: u32 = 1 << 2;
    /// An unticked task box.
    pub const OPEN_TASK: u32 = 1 << 3;
    /// Any link.
    pub const LINK: u32 = 1 << 4;
    /// An open "Open questions" section.
    pub const OPEN_QUESTIONS: u32 = 1 << 5;
    /// A text that the page names has not arrived.
    pub const TEXT_MISSING: u32 = 1 << 6;
    /// Several heads differ in a way that nobody has resolved.
    pub const CONFLICT: u32 = 1 << 7;
    /// Someone edited the page after it was removed for good elsewhere.
    pub const REMOVED_ELSEWHERE: u32 = 1 << 8;
    /// A newer scrap wrote something of this page.
    pub const NEWER: u32 = 1 << 9;
    /// A tag.
    pub const TAGGED: u32 = 1 << 10;
    /// An alias.
    pub const ALIASED: u32 = 1 << 11;
    /// A summary.
    pub const SUMMED_UP: u32 = 1 << 12;
    /// A write-up or a reading of a file.
    pub const PARTS: u32 = 1 << 13;
}

/// What follows from a page's view.
pub(super) struct Derived {
    pub title: String,
    pub source: String,
    pub path: String,
    pub document: Document,
    pub tags: Vec<PageTag>,
    pub links: Vec<Link>,
    pub writeup: Option<Part>,
    pub readings: Vec<Part>,
    pub file_names: Vec<String>,
    pub features: u32,
}

pub(super) struct PageTag {
    pub name: String,
    pub inline: bool,
}

pub(super) struct Link {
    pub target: Target,
    pub line: u32,
    /// One of [`origin`].
    pub origin: u8,
}

/// What is current of the entries beside the revisions.
#[derive(Default)]
struct Attachments {
    writeup: Option<Part>,
    readings: Vec<Part>,
    file_names: Vec<String>,
    text_missing: bool,
}

/// A write-up or reading that is current, with its text.
pub(super) struct Part {
    pub seq: i64,
    pub text: String,
}

/// The shown title: as given, else the first heading, else the path's last part.
pub(super) fn title(fields: &Fields, heading: Option<&str>) -> String {
    let given = fields.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    let leaf = || fields.path.as_deref().map(leaf_of_path);
    given.or(heading).or_else(leaf).filter(|title| !title.is_empty()).unwrap_or("Untitled").to_owned()
}

impl Derived {
    pub(super) fn of(connection: &Connection, page: i64, fold: &Fold) -> Result<Self, StoreError> {
        let fields = &fold.view.content.fields;
        let document = markdown::read(&fold.view.content.body);
        let Attachments { writeup, readings, file_names, text_missing } = attachments(connection, page, fold)?;
        let newer = connection
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM entry WHERE page = ?1 AND kind IS NULL AND bytes IS NOT NULL)",
            )?
            .query_row([page], |row| row.get(0))?;
        let mut derived = Self {
            title: title(fields, document.title.as_deref()),
            source: fields.source.clone().unwrap_or_default(),
            path: fields.path.clone().unwrap_or_default(),
            tags: tags(fields, &document),
            links: links(fields, &document, writeup.as_ref()),
            features: 0,
            document,
            writeup,
            readings,
            file_names,
        };
        derived.features = derived.features_of(fold, newer);
        if text_missing {
            derived.features |= feature::TEXT_MISSING;
        }
        Ok(derived)
    }

    fn features_of(&self, fold: &Fold, newer: bool) -> u32 {
        let fields = &fold.view.content.fields;
        let body = &self.document.features;
        let bits = [
            (body.table, feature::TABLE),
            (body.code, feature::CODE),
            (body.task, feature::TASK),
            (body.open_task, feature::OPEN_TASK),
            (body.link, feature::LINK),
            (self.document.open_questions && fields.kind != Some(Kind::Topic), feature::OPEN_QUESTIONS),
            (fold.body_missing, feature::TEXT_MISSING),
            (!fold.view.conflicts.is_empty(), feature::CONFLICT),
            (fold.removed_elsewhere, feature::REMOVED_ELSEWHERE),
            (newer, feature::NEWER),
            (!self.tags.is_empty(), feature::TAGGED),
            (!fields.aliases.is_empty(), feature::ALIASED),
            (fields.summary.is_some(), feature::SUMMED_UP),
            (self.writeup.is_some() || !self.readings.is_empty(), feature::PARTS),
        ];
        bits.iter().filter(|(set, _)| *set).fold(0, |all, (_, bit)| all | bit)
    }
}

/// The field's tags, then the body's, each once however its letters are written.
fn tags(fields: &Fields, document: &Document) -> Vec<PageTag> {
    let given = fields.tags.iter().map(|name| (name, false));
    let inline = document.tags.iter().map(|name| (name, true));
    let mut seen = std::collections::HashSet::new();
    let tags = given.chain(inline).filter(|(name, _)| seen.insert(text::fold(name)));
    tags.map(|(name, inline)| PageTag { name: name.clone(), inline }).collect()
}

fn links(fields: &Fields, document: &Document, writeup: Option<&Part>) -> Vec<Link> {
    let values = fields.props.values().map(|value| (value, origin::FRONT));
    let values = values.chain(fields.sources.iter().map(|value| (value, origin::SOURCES)));
    let front = values.flat_map(|(value, origin)| {
        markdown::link_targets_in(value).into_iter().map(move |(target, fragment)| (target, fragment, 0, origin))
    });
    let body = document.links.iter().cloned().map(|link| (link.target, link.fragment, link.line, origin::BODY));
    let from_writeup = writeup.map(|part| markdown::read(&part.text).links).unwrap_or_default();
    let from_writeup = from_writeup.into_iter().map(|link| (link.target, link.fragment, 0, origin::WRITEUP));
    let all = body.chain(from_writeup).chain(front);
    all.map(|(target, fragment, line, origin)| Link { target: whole(target, fragment), line, origin }).collect()
}

/// A name with what follows its `#`, which may be a part of it: which part is a page's is known once links resolve.
fn whole(target: Target, fragment: Option<String>) -> Target {
    match (target, fragment) {
        (Target::Name(name), Some(fragment)) => Target::Name(format!("{name}#{fragment}")),
        (target, _) => target,
    }
}

/// The page's files, readings, write-ups and related picks, written to their tables; what is current comes back.
fn attachments(connection: &Connection, page: i64, fold: &Fold) -> Result<Attachments, StoreError> {
    let fields = &fold.view.content.fields;
    let mut find = connection.prepare_cached(
        "SELECT e.seq, e.id, e.bytes, t.content, EXISTS (
             SELECT 1 FROM entry_parent p CROSS JOIN entry child ON child.seq = p.child
             WHERE p.parent = e.id AND child.page = ?1 AND child.kind = e.kind AND child.bytes IS NOT NULL)
         FROM entry e LEFT JOIN text t ON t.key = e.text
         WHERE e.page = ?1 AND e.kind BETWEEN 1 AND 4 AND e.bytes IS NOT NULL ORDER BY e.time, e.id",
    )?;
    let mut rows = find.query([page])?;
    let (mut writeups, mut last_read) = (Vec::new(), None);
    let Attachments { mut writeup, mut readings, mut file_names, mut text_missing } = Attachments::default();
    while let Some(row) = rows.next()? {
        let seq: i64 = row.get(0)?;
        let id = crate::id::EntryId(row.get(1)?);
        let what = log::decode(row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?)?.what;
        let text: Option<String> = row.get(3)?;
        let replaced: bool = row.get(4)?;
        match what {
            What::File(file) => {
                let current = fields.files.contains(&id);
                if current {
                    file_names.push(file.name.clone());
                }
                write_file(connection, seq, page, &file, current)?;
            }
            What::Derived(derived) => {
                let current = !replaced && fields.files.contains(&derived.file);
                if current {
                    text_missing |= text.is_none();
                    last_read = last_read.max(Some(derived.stamp.time));
                    readings.push(Part { seq, text: text.unwrap_or_default() });
                }
                write_reading(connection, seq, page, &derived, current)?;
            }
            What::Writeup(written) => {
                if !replaced {
                    text_missing |= text.is_none();
                    writeup = Some(Part { seq, text: text.unwrap_or_default() });
                }
                writeups.push((seq, written, !replaced));
            }
            What::Related(related) => {
                connection
                    .prepare_cached(
                        "INSERT INTO related (seq, page, target, picked, current) VALUES (?1, ?2, ?3, ?4, ?5)",
                    )?
                    .execute(params![seq, page, &related.target.0[..], related.picked, !replaced])?;
            }
            What::Page(_) | What::Purge(_) => {}
        }
    }
    for (seq, written, current) in writeups {
        let behind = current && (last_read > Some(written.stamp.time) || is_behind(connection, page, fold, &written)?);
        connection
            .prepare_cached(
                "INSERT INTO writeup (seq, page, prompt_version, current, behind) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![seq, page, written.prompt_version.min(i64::MAX as u64) as i64, current, behind])?;
    }
    Ok(Attachments { writeup, readings, file_names, text_missing })
}

/// Whether the page's text or files are others than those of the revisions that a write-up was written from; where it
/// names none that is here, whether the page was changed later.
fn is_behind(connection: &Connection, page: i64, fold: &Fold, written: &entry::Writeup) -> Result<bool, StoreError> {
    let mut revisions = Vec::new();
    for &input in &written.inputs {
        if apply::revision_content(connection, page, input)?.is_some() {
            revisions.push(input);
        }
    }
    if revisions.is_empty() {
        return Ok(fold.last > written.stamp.time);
    }
    let (then, now) = (apply::view_at(connection, page, &revisions)?.content, &fold.view.content);
    Ok(then.body != now.body || then.fields.files != now.fields.files)
}

fn write_file(
    connection: &Connection,
    seq: i64,
    page: i64,
    file: &entry::File,
    current: bool,
) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO file (seq, page, blob, name, mime, size, role, current) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    let size = file.size.min(i64::MAX as u64) as i64;
    insert.execute(params![seq, page, &file.blob.0[..], file.name, file.mime, size, file.role.code(), current])?;
    Ok(())
}

fn write_reading(
    connection: &Connection,
    seq: i64,
    page: i64,
    derived: &entry::Derived,
    current: bool,
) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO reading (seq, page, file, reading, image_kind, current)
         VALUES (?1, ?2, (SELECT seq FROM entry WHERE id = ?3), ?4, ?5, ?6)",
    )?;
    let image_kind = derived.image_kind.map(|kind| kind.code());
    insert.execute(params![seq, page, &derived.file.0[..], derived.reading.code(), image_kind, current])?;
    Ok(())
}

/// Takes a page's rows away, but for its names' history and its place in the index.
pub(super) fn clear(connection: &Connection, page: i64) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM page WHERE key = ?1",
        "DELETE FROM conflict WHERE page = ?1",
        "DELETE FROM page_tag WHERE page = ?1",
        "DELETE FROM link WHERE page = ?1",
        "DELETE FROM file WHERE page = ?1",
        "DELETE FROM reading WHERE page = ?1",
        "DELETE FROM writeup WHERE page = ?1",
        "DELETE FROM related WHERE page = ?1",
        "DELETE FROM chunk WHERE page = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([page])?;
    }
    Ok(())
}

/// A status as it is compared: folded, blanks as `_`.
pub(crate) fn status_key(status: &str) -> String {
    text::fold(status.trim()).split_whitespace().collect::<Vec<_>>().join("_")
}

/// Writes the page's own row, its tags, conflicts and chunks.
pub(super) fn write(connection: &Connection, page: i64, fold: &Fold, derived: &Derived) -> Result<(), StoreError> {
    let view = &fold.view;
    let fields = &view.content.fields;
    // A single head says everything itself; a merge, or a removal elsewhere, is kept beside it.
    let merged = (fold.heads.len() > 1 || fold.removed_elsewhere).then(|| entry::encode_fields(fields));
    let merged_body = (fold.heads.len() > 1).then_some(&view.content.body);
    let mut insert = connection.prepare_cached(
        "INSERT INTO page (key, seq, made_by, claude_edited, title, kind, status, personal, due, priority, media, later,
             source, path, created, updated, trashed, features, merged, merged_body, folder)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)",
    )?;
    insert.execute(params![
        page,
        fold.seq,
        fold.made_by.code(),
        fold.claude_edited,
        derived.title,
        fields.kind.unwrap_or(Kind::Note).code(),
        fields.status.as_deref().map(status_key),
        fields.personal,
        fields.due.map(|due| due.day().number()),
        fields.priority.map(|priority| priority.code()),
        fields.media.map(|media| media.code()),
        fields.later.map(|later| later.code()),
        derived.source,
        derived.path,
        fields.created.map_or(fold.first, |created| created.sort_key()).ms(),
        fields.updated.map_or(fold.last, |updated| updated.sort_key()).ms(),
        fields.trashed,
        derived.features,
        merged,
        merged_body,
        folder(connection, &derived.source, &derived.path)?,
    ])?;
    write_tags(connection, page, &derived.tags)?;
    let mut conflict = connection.prepare_cached(
        "INSERT INTO conflict (page, ord, field, line, earlier, later) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (ord, c) in (0_i64..).zip(&view.conflicts) {
        conflict.execute(params![page, ord, c.field, c.line, c.earlier, c.later])?;
    }
    let writeup = derived.writeup.iter().map(|part| (1, part.seq));
    let parts = writeup.chain(derived.readings.iter().map(|part| (2, part.seq)));
    let mut chunk = connection.prepare_cached("INSERT INTO chunk (page, ord, part, seq) VALUES (?1, ?2, ?3, ?4)")?;
    for (ord, (part, seq)) in (1_i64..).zip(parts) {
        chunk.execute(params![page, ord, part, seq])?;
    }
    Ok(())
}

/// The short number of the folder of `source` that `path` lies in.
fn folder(connection: &Connection, source: &str, path: &str) -> Result<i64, StoreError> {
    let path = text::fold(path);
    let name = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut find = connection.prepare_cached("SELECT key FROM folder WHERE name = ?1 AND source = ?2")?;
    if let Some(key) = find.query_row([name, source], |row| row.get(0)).optional()? {
        return Ok(key);
    }
    connection.prepare_cached("INSERT INTO folder (name, source) VALUES (?1, ?2)")?.execute([name, source])?;
    Ok(connection.last_insert_rowid())
}

fn write_tags(connection: &Connection, page: i64, tags: &[PageTag]) -> Result<(), StoreError> {
    let mut find = connection.prepare_cached("SELECT key FROM tag WHERE name = ?1")?;
    let mut make = connection.prepare_cached("INSERT INTO tag (name, folded) VALUES (?1, ?2)")?;
    let mut insert =
        connection.prepare_cached("INSERT INTO page_tag (page, ord, tag, inline) VALUES (?1, ?2, ?3, ?4)")?;
    for (ord, tag) in (0_i64..).zip(tags) {
        let key = match find.query_row([&tag.name], |row| row.get::<_, i64>(0)).optional()? {
            Some(key) => key,
            None => {
                make.execute(params![tag.name, format!("/{}/", text::fold(&tag.name))])?;
                connection.last_insert_rowid()
            }
        };
        insert.execute(params![page, ord, key, tag.inline])?;
    }
    Ok(())
}
