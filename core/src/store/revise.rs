//! Writing revisions: a save of what its author saw, edits on the shown view, trash, restore and removal for good.

use rusqlite::{OptionalExtension, params};

use super::apply::{self, Fold};
use super::{Arrival, Batch, Store, StoreError, log};
use crate::entry::{Blank, Entry, Envelope, File, MAX_BODY_BYTES, Purge, Revision, Stamp, What};
use crate::fields::MadeBy;
use crate::id::{BlobHash, EntryId, PageId};
use crate::merge::Content;
use crate::time::{Instant, When};

/// A removal's blanks have about so many bytes at the most, to stay within an entry's length; a longer history takes
/// several removals.
const BLANK_BYTES: usize = 48 * 1024;

/// Requests are remembered for a week: repeats come within seconds.
const REQUEST_KEPT_MS: i64 = 7 * 86_400_000;

/// A revision to be saved.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Its page; a new one's id is the caller's 16 random bytes.
    pub page: PageId,
    /// The heads whose merged view its author saw, in any order; none for a new page.
    pub parents: Vec<EntryId>,
    /// Fields and body, whole.
    pub content: Content,
    /// Its author.
    pub made_by: MadeBy,
    /// It is a file that an import read.
    pub import: bool,
    /// The request's id: a repeat of a request that was carried out gives its answer again.
    pub request: Option<[u8; 16]>,
}

/// Who edits, when, and on the strength of what.
#[derive(Debug, Clone, Copy)]
pub struct Basis<'a> {
    /// The heads whose merged view the author read; none means those of now.
    pub heads: Option<&'a [EntryId]>,
    /// The author.
    pub made_by: MadeBy,
    /// Now.
    pub now: Instant,
    /// The author has seen the open conflict, and this edit settles it.
    pub resolves: bool,
}

impl Basis<'_> {
    /// An edit by `made_by` of what the page shows now.
    #[must_use]
    pub fn now(made_by: MadeBy, now: Instant) -> Self {
        Self { heads: None, made_by, now, resolves: false }
    }
}

/// A revision that is in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Saved {
    /// Its page.
    pub page: PageId,
    /// Its entry.
    pub entry: EntryId,
}

/// A page that is gone for good.
#[derive(Debug)]
pub struct Purged {
    /// The entry that says so.
    pub entry: EntryId,
    /// Why words of it may still stand in unused parts of the file, if they do.
    pub traces: Option<StoreError>,
}

impl Store {
    /// Saves one revision in a batch of its own. When this returns, it is on the disk.
    ///
    /// # Errors
    /// As [`Batch::save`]; nothing is kept then, and the index is as it was.
    pub fn save(&mut self, draft: Draft, now: Instant) -> Result<Saved, StoreError> {
        let mut batch = self.batch()?;
        let saved = batch.save(draft, now)?;
        batch.commit()?;
        Ok(saved)
    }

    /// Edits the page in a batch of its own.
    ///
    /// # Errors
    /// As [`Batch::edit`].
    pub fn edit(
        &mut self,
        page: PageId,
        basis: Basis<'_>,
        edit: impl FnOnce(&mut Content),
    ) -> Result<Saved, StoreError> {
        let mut batch = self.batch()?;
        let saved = batch.edit(page, basis, edit)?;
        batch.commit()?;
        Ok(saved)
    }

    /// Removes the page for good: every entry of it that is here. Files that it alone had can be collected.
    ///
    /// # Errors
    /// [`StoreError::UnknownPage`]; [`StoreError::Sqlite`]: nothing was removed.
    pub fn purge(&mut self, page: PageId, now: Instant) -> Result<Purged, StoreError> {
        // What is removed is overwritten, not only given free.
        self.connection.pragma_update(None, "secure_delete", "on")?;
        let removed = self.batch().and_then(|mut batch| {
            let entry = batch.purge(page, now)?;
            batch.commit()?;
            Ok(entry)
        });
        let cleared = if removed.is_ok() { self.clear_traces() } else { Ok(()) };
        self.connection.pragma_update(None, "secure_delete", "off")?;
        removed.map(|entry| Purged { entry, traces: cleared.err() })
    }

    /// The names of a tag and a folder stay for the next page that has them. The index forgets a removed row's words only
    /// when its segments are merged, and a write-ahead log holds old pages until it is written back.
    fn clear_traces(&self) -> Result<(), StoreError> {
        self.connection.execute("DELETE FROM tag WHERE key NOT IN (SELECT tag FROM page_tag)", [])?;
        self.connection.execute("DELETE FROM folder WHERE key NOT IN (SELECT folder FROM page)", [])?;
        self.connection.execute("INSERT INTO page_fts (page_fts) VALUES ('optimize')", [])?;
        self.write_back()
    }
}

impl Batch<'_> {
    /// Saves a revision. Its time is max(now, its parents' + 1 ms): a clock that is behind never makes an edit lose to
    /// what its author had seen.
    ///
    /// # Errors
    /// [`StoreError::BodyTooLarge`], [`StoreError::Entry`] past the limits; [`StoreError::Sqlite`].
    pub fn save(&mut self, draft: Draft, now: Instant) -> Result<Saved, StoreError> {
        if let Some(entry) = self.already_done(draft.request)? {
            return Ok(Saved { page: draft.page, entry });
        }
        if draft.content.body.len() > MAX_BODY_BYTES {
            return Err(StoreError::BodyTooLarge { bytes: draft.content.body.len() });
        }
        let mut parents = draft.parents;
        parents.sort_unstable();
        parents.dedup();
        let time = self.time_after(&parents, now)?;
        let body = BlobHash::of(draft.content.body.as_bytes());
        let revision = Revision {
            stamp: Stamp { time, device: self.device, made_by: draft.made_by },
            parents,
            import: draft.import,
            fields: draft.content.fields,
            body,
        };
        let bytes = Entry { page: draft.page, what: What::Page(revision) }.encode()?;
        self.receive_text(&draft.content.body)?;
        self.receive(&bytes)?;
        let entry = EntryId::of(&bytes);
        if let Some(request) = draft.request {
            self.transaction
                .prepare_cached("DELETE FROM local_request WHERE time < ?1")?
                .execute([now.ms() - REQUEST_KEPT_MS])?;
            self.transaction
                .prepare_cached("INSERT INTO local_request (id, entry, time) VALUES (?1, ?2, ?3)")?
                .execute(params![&request[..], &entry.0[..], now.ms()])?;
        }
        Ok(Saved { page: draft.page, entry })
    }

    /// Edits what the page shows, or showed at the heads that the author read. `updated` becomes now.
    ///
    /// While a conflict of the body is open, an edit continues the shown head alone and the conflict stays open, unless
    /// the author says that this edit settles it.
    ///
    /// # Errors
    /// [`StoreError::UnknownPage`], [`StoreError::UnknownBase`], [`StoreError::TextMissing`], and those of [`Batch::save`].
    pub fn edit(
        &mut self,
        page: PageId,
        basis: Basis<'_>,
        edit: impl FnOnce(&mut Content),
    ) -> Result<Saved, StoreError> {
        let key = log::known_page_key(&self.transaction, page)?.ok_or(StoreError::UnknownPage(page))?;
        let fold = apply::fold(&self.transaction, key)?.ok_or(StoreError::UnknownPage(page))?;
        let (mut parents, mut content) = match basis.heads {
            Some(heads) if sorted(heads) != sorted(&fold.heads) => (heads.to_vec(), self.content_at(key, heads)?),
            _ => (fold.heads.clone(), fold.view.content.clone()),
        };
        if fold.body_missing {
            return Err(StoreError::TextMissing(page));
        }
        // An edit of a page that was removed elsewhere brings it back, unless it says otherwise.
        content.fields.trashed &= !fold.removed_elsewhere;
        let before = content.clone();
        edit(&mut content);
        content.fields.updated = Some(When::Instant(basis.now));
        let open = fold.view.conflicts.iter().any(|conflict| conflict.field == "body");
        if open && !basis.resolves && sorted(&parents) == sorted(&fold.heads) {
            let shown = *fold.heads.last().ok_or(StoreError::UnknownPage(page))?;
            if content.body == before.body {
                content.body = self.content_at(key, &[shown])?.body;
            }
            parents = vec![shown];
        }
        parents.extend(self.purges_to_answer(key, &fold)?);
        self.save(Draft { page, parents, content, made_by: basis.made_by, import: false, request: None }, basis.now)
    }

    /// Puts the page in the trash, or takes it out.
    ///
    /// # Errors
    /// As [`Batch::edit`].
    pub fn set_trashed(
        &mut self,
        page: PageId,
        trashed: bool,
        made_by: MadeBy,
        now: Instant,
    ) -> Result<Saved, StoreError> {
        self.edit(page, Basis::now(made_by, now), |content| content.fields.trashed = trashed)
    }

    /// Makes an earlier revision's content the page's again: an undo that can itself be undone.
    ///
    /// # Errors
    /// [`StoreError::UnknownBase`] if `revision` is none of the page's, or is purged; those of [`Batch::edit`].
    pub fn restore(&mut self, page: PageId, revision: EntryId, now: Instant) -> Result<Saved, StoreError> {
        let key = log::known_page_key(&self.transaction, page)?.ok_or(StoreError::UnknownPage(page))?;
        let old = self.content_at(key, &[revision])?;
        self.edit(page, Basis::now(MadeBy::User, now), |content| *content = old)
    }

    /// Removes every entry of the page that is here for good.
    ///
    /// # Errors
    /// As [`Store::purge`].
    pub fn purge(&mut self, page: PageId, now: Instant) -> Result<EntryId, StoreError> {
        let key = log::known_page_key(&self.transaction, page)?.ok_or(StoreError::UnknownPage(page))?;
        let mut blanks = Vec::new();
        let mut find = self
            .transaction
            .prepare_cached("SELECT id, bytes FROM entry WHERE page = ?1 AND bytes IS NOT NULL ORDER BY id")?;
        let mut rows = find.query([key])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?;
            let Envelope { kind, time, parents, .. } = Envelope::read(bytes)?;
            if kind != log::PURGE {
                let time = time.unwrap_or(Instant::from_ms(0));
                blanks.push(Blank { id: EntryId(row.get(0)?), kind, parents, time });
            }
        }
        drop(rows);
        drop(find);
        let mut id = None;
        while !blanks.is_empty() {
            let mut bytes = 0;
            let fits = |blank: &&Blank| {
                bytes += 64 + 40 * blank.parents.len();
                bytes < BLANK_BYTES
            };
            let count = blanks.iter().take_while(fits).count().max(1);
            let part = blanks.drain(..count).collect();
            id = Some(self.purge_part(page, part, now)?);
        }
        id.ok_or(StoreError::UnknownPage(page))
    }

    fn purge_part(&mut self, page: PageId, blanks: Vec<Blank>, now: Instant) -> Result<EntryId, StoreError> {
        let latest = blanks.iter().map(|blank| blank.time.ms() + 1).max().unwrap_or(0);
        let time = Instant::from_ms(now.ms().max(latest));
        let stamp = Stamp { time, device: self.device, made_by: MadeBy::User };
        let bytes = Entry { page, what: What::Purge(Purge { stamp, blanks }) }.encode()?;
        self.receive(&bytes)?;
        Ok(EntryId::of(&bytes))
    }

    /// Adds an entry of this replica that is no revision and no file: a reading, a write-up, a related pick.
    ///
    /// # Errors
    /// [`StoreError::Entry`] past the limits; [`StoreError::Sqlite`].
    pub fn add(&mut self, entry: &Entry) -> Result<EntryId, StoreError> {
        let bytes = entry.encode()?;
        self.receive(&bytes)?;
        Ok(EntryId::of(&bytes))
    }

    /// Adds a file to the page and gives its entry. If the very entry was removed for good with the page, the file comes
    /// after that removal.
    ///
    /// # Errors
    /// [`StoreError::Entry`] past the limits; [`StoreError::Sqlite`].
    pub fn add_file(&mut self, page: PageId, mut file: File) -> Result<EntryId, StoreError> {
        let bytes = Entry { page, what: What::File(file.clone()) }.encode()?;
        if self.receive(&bytes)? != Arrival::Removed {
            return Ok(EntryId::of(&bytes));
        }
        let key = log::page_key(&self.transaction, page)?;
        file.after = log::purges(&self.transaction, key)?;
        self.add(&Entry { page, what: What::File(file) })
    }

    /// The stamp of an entry written here and now that continues `parents`.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn stamp(&self, parents: &[EntryId], made_by: MadeBy, now: Instant) -> Result<Stamp, StoreError> {
        Ok(Stamp { time: self.time_after(parents, now)?, device: self.device, made_by })
    }

    fn time_after(&self, parents: &[EntryId], now: Instant) -> Result<Instant, StoreError> {
        let mut find = self.transaction.prepare_cached("SELECT time FROM entry WHERE id = ?1")?;
        let mut time = now;
        for parent in parents {
            let known: Option<Option<i64>> = find.query_row([&parent.0[..]], |row| row.get(0)).optional()?;
            if let Some(Some(parent)) = known {
                time = time.max(Instant::from_ms(parent.saturating_add(1)));
            }
        }
        Ok(time)
    }

    fn already_done(&self, request: Option<[u8; 16]>) -> Result<Option<EntryId>, StoreError> {
        let Some(request) = request else { return Ok(None) };
        let mut find = self.transaction.prepare_cached("SELECT entry FROM local_request WHERE id = ?1")?;
        Ok(find.query_row([&request[..]], |row| Ok(EntryId(row.get(0)?))).optional()?)
    }

    /// What the page showed when `base` were its heads.
    fn content_at(&self, page: i64, base: &[EntryId]) -> Result<Content, StoreError> {
        apply::view_at(&self.transaction, page, base).map(|view| view.content)
    }

    /// An edit of a page that was removed elsewhere answers the removal, so that the page is back.
    pub(super) fn purges_to_answer(&self, page: i64, fold: &Fold) -> Result<Vec<EntryId>, StoreError> {
        if !fold.removed_elsewhere {
            return Ok(Vec::new());
        }
        log::purges(&self.transaction, page)
    }
}

fn sorted(ids: &[EntryId]) -> Vec<EntryId> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids
}
