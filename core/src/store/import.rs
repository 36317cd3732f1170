//! Taking in a file of a folder as a page: the same page each time, a revision only when its bytes or files changed.

use rusqlite::Connection;

use super::revise::Draft;
use super::{Batch, StoreError, apply, log};
use crate::entry::{self, BadEntry, Revision};
use crate::fields::{Fields, MadeBy, Role};
use crate::id::{BlobHash, EntryId, PageId};
use crate::merge::Content;
use crate::time::{Instant, When};

/// A file of a folder, read.
#[derive(Debug, Clone)]
pub struct ImportPage {
    /// Fields with source and path, and the body.
    pub content: Content,
    /// The author that its front matter names, else [`MadeBy::Import`].
    pub made_by: MadeBy,
    /// Files that hang on the page; their blobs are kept already.
    pub attachments: Vec<Attachment>,
    /// When the file itself says that it was made: counts where the fields have no `created`, and only at the page's
    /// first import, since an editor that writes a file anew gives it a new birth.
    pub born: Option<When>,
    /// Another file of the folder has the same path in another spelling: only the one that is spelled composed (NFC) is
    /// the page that this path has elsewhere.
    pub twin: bool,
}

/// A file that hangs on an imported page.
#[derive(Debug, Clone)]
pub struct Attachment {
    /// Its path in the source.
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

/// What an import did with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Imported {
    /// A new page.
    New(PageId),
    /// A new revision of a page that was there. If it was edited in scrap too, the two are merged.
    Changed(PageId),
    /// A page that was removed for good, and that its file brings back.
    Back(PageId),
    /// The file is as it was at its last import.
    Same(PageId),
}

impl Batch<'_> {
    /// Takes in a file. The page's id is the hash of its source and path; the revision continues the page's last import,
    /// so that edits made in scrap since then merge with the newer file.
    ///
    /// # Errors
    /// Those of [`Batch::save`].
    pub fn import(&mut self, import: ImportPage, now: Instant) -> Result<Imported, StoreError> {
        let ImportPage { mut content, made_by, attachments, born, twin } = import;
        let source = content.fields.source.clone().unwrap_or_default();
        let path = content.fields.path.as_deref().unwrap_or_default();
        let page = if twin { PageId::of_spelling(&source, path) } else { PageId::of_import(&source, path) };
        for Attachment { name, mime, size, blob, role } in attachments {
            let file = entry::File { after: Vec::new(), name, mime, size, blob, role };
            content.fields.files.push(self.add_file(page, file)?);
        }
        let key = log::known_page_key(&self.transaction, page)?;
        let last = key.map_or(Ok(Vec::new()), |key| last_imports(&self.transaction, key))?;
        let body = BlobHash::of(content.body.as_bytes());
        if let Some((_, revision)) = last.first()
            && same_file(revision, &content.fields, body)
            && revision.fields.files == content.fields.files
        {
            return Ok(Imported::Same(page));
        }
        if content.fields.created.is_none() {
            content.fields.created = last.first().map_or(born, |(_, revision)| revision.fields.created);
        }
        let mut parents: Vec<EntryId> = last.into_iter().map(|(id, _)| id).collect();
        let imported = match key {
            None => Imported::New(page),
            Some(key) => match apply::fold(&self.transaction, key)? {
                Some(fold) => {
                    parents.extend(self.purges_to_answer(key, &fold)?);
                    if fold.removed_elsewhere { Imported::Back(page) } else { Imported::Changed(page) }
                }
                None => {
                    let purges = log::purges(&self.transaction, key)?;
                    let before = !purges.is_empty();
                    parents.extend(purges);
                    if before { Imported::Back(page) } else { Imported::New(page) }
                }
            },
        };
        self.save(Draft { page, parents, content, made_by, import: true, request: None }, now)?;
        Ok(imported)
    }
}

/// Less than this in a front matter never passes what an entry holds.
const LARGE_FRONT: usize = 8 * 1024;

impl Batch<'_> {
    /// As [`Batch::import`], but nothing in a front matter keeps a page out: one whose fields pass what an entry holds comes
    /// in without its unknown keys, or with the front matter as a part of its text. Says whether that was needed.
    ///
    /// # Errors
    /// Those of [`Batch::save`].
    pub fn import_fitting(&mut self, page: ImportPage, now: Instant) -> Result<(Imported, bool), StoreError> {
        // Only such a page can be too large, and only it is worth a copy.
        let front = page.content.fields.front.as_ref().map_or(0, String::len);
        if front < LARGE_FRONT && page.attachments.len() < 200 {
            return Ok((self.import(page, now)?, false));
        }
        let mut page = page;
        let mut cut = false;
        let fallbacks: [fn(&mut ImportPage); 2] = [without_props, as_text];
        for fallback in fallbacks {
            match self.import(page.clone(), now) {
                Err(StoreError::Entry(BadEntry::TooLarge { .. })) => fallback(&mut page),
                imported => return Ok((imported?, cut)),
            }
            cut = true;
        }
        Ok((self.import(page, now)?, cut))
    }
}

fn without_props(page: &mut ImportPage) {
    page.content.fields.props.clear();
}

fn as_text(page: &mut ImportPage) {
    let fields = std::mem::take(&mut page.content.fields);
    let Fields { path, source, front, original, updated, .. } = fields;
    page.content.body.insert_str(0, &front.unwrap_or_default());
    page.content.fields = Fields { path, source, original, updated, ..Fields::default() };
}

/// The page's last import and the others that no import continues, if they took in the same bytes: two devices that
/// imported one folder did not disagree.
fn last_imports(connection: &Connection, page: i64) -> Result<Vec<(EntryId, Revision)>, StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT id, bytes FROM entry WHERE page = ?1 AND kind = 0 AND bytes IS NOT NULL ORDER BY time DESC, id DESC",
    )?;
    let mut rows = find.query([page])?;
    let mut imports: Vec<(EntryId, Revision)> = Vec::new();
    while let Some(row) = rows.next()? {
        let revision = log::decode_revision(row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?)?;
        if revision.import {
            imports.push((EntryId(row.get(0)?), revision));
        }
    }
    let Some((_, last)) = imports.first().cloned() else { return Ok(Vec::new()) };
    let continued: std::collections::HashSet<EntryId> =
        imports.iter().flat_map(|(_, revision)| revision.parents.clone()).collect();
    imports.retain(|(id, revision)| !continued.contains(id) && same_file(revision, &last.fields, last.body));
    Ok(imports)
}

/// Whether the revision's file had the same bytes: the original as it came, else front matter and body.
fn same_file(revision: &Revision, fields: &Fields, body: BlobHash) -> bool {
    revision.fields.original == fields.original && revision.fields.front == fields.front && revision.body == body
}
