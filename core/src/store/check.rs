//! Checking that a store is whole, and folding its log anew.

use super::{Store, StoreError, log, schema};
use crate::entry::Entry;
use crate::id::{BlobHash, EntryId};

/// Something in a store that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// A name for the kind of fault that stays.
    pub code: &'static str,
    /// What is wrong, where, and what to do.
    pub message: String,
}

/// What a check looked at, and what it found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// Entries in the log.
    pub entries: u64,
    /// Texts beside it.
    pub texts: u64,
    /// Pages folded from it.
    pub pages: u64,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// What could not be looked at, and why.
    pub unchecked: Vec<String>,
}

impl Report {
    fn fault(&mut self, code: &'static str, message: String) {
        self.faults.push(Fault { code, message });
    }
}

/// The derived tables.
const DERIVED: &[&str] = &[
    "page",
    "conflict",
    "page_tag",
    "tag",
    "folder",
    "name",
    "revision_name",
    "link",
    "file",
    "reading",
    "writeup",
    "related",
    "chunk",
];

impl Store {
    /// Checks the database file, every hash, and that the fold and the index are what the log folds to. The log is
    /// folded into `scratch`, an empty store, to compare. Files lie outside the store: [`Store::blobs`] names them.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`] where the check itself cannot go on.
    pub fn check(&self, scratch: &mut Store) -> Result<Report, StoreError> {
        let mut report = Report::default();
        self.check_file(&mut report)?;
        self.check_index(&mut report)?;
        self.check_texts(&mut report)?;
        self.check_entries(&mut report)?;
        self.copy_log_to(scratch)?;
        let there = scratch.dump()?;
        let mut here = match self.dump() {
            Ok(here) => here,
            Err(error) => {
                report.fault("index", format!("the index cannot be read ({error}): run `scrap rebuild`"));
                return Ok(report);
            }
        };
        report.pages = here.len() as u64;
        for (page, folded) in there {
            match here.remove(&page) {
                Some(kept) if kept == folded => {}
                Some(_) => report.fault("fold", format!("page {page} is not what its log says: run `scrap rebuild`")),
                None => report.fault("fold", format!("page {page} is in the log and not shown: run `scrap rebuild`")),
            }
        }
        for page in here.into_keys() {
            report.fault("fold", format!("page {page} is shown and not in the log: run `scrap rebuild`"));
        }
        Ok(report)
    }

    fn check_file(&self, report: &mut Report) -> Result<(), StoreError> {
        let mut integrity = self.connection().prepare("PRAGMA integrity_check(20)")?;
        let lines = integrity.query_map([], |row| row.get::<_, String>(0))?;
        for line in lines {
            let line = line?;
            if line != "ok" {
                report.fault("database", format!("the database file is damaged ({line}): restore a backup"));
            }
        }
        if self.is_read_only() {
            let skipped = "the index's own check, which SQLite makes only in a store that it can write: what the index \
                           finds was compared with the log";
            report.unchecked.push(skipped.to_owned());
            return Ok(());
        }
        let index =
            self.connection().execute("INSERT INTO page_fts (page_fts, rank) VALUES ('integrity-check', 0)", []);
        if let Err(error) = index {
            report.fault("index", format!("the index is damaged ({error}): run `scrap rebuild`"));
        }
        Ok(())
    }

    /// The index's own check does not look at how its words are found, nor at the lengths it ranks by.
    fn check_index(&self, report: &mut Report) -> Result<(), StoreError> {
        let count = |sql: &str| self.connection().query_row(sql, [], |row| row.get::<_, i64>(0));
        let pages = count("SELECT count(*) FROM page")?;
        let every = format!("SELECT count(*) FROM page_fts WHERE page_fts MATCH '\"{}\"'", super::EVERY_PAGE);
        let found = [count(&every), count("SELECT count(*) FROM page_fts_docsize")];
        if found.iter().any(|found| found.as_ref().ok() != Some(&pages)) {
            report.fault("index", "the index does not find every page: run `scrap rebuild`".to_owned());
        }
        Ok(())
    }

    fn check_texts(&self, report: &mut Report) -> Result<(), StoreError> {
        let mut find = self.connection().prepare("SELECT hash, content FROM text")?;
        let mut rows = find.query([])?;
        while let Some(row) = rows.next()? {
            report.texts += 1;
            let hash = BlobHash(row.get(0)?);
            match row.get_ref(1)?.as_bytes_or_null().map_err(rusqlite::Error::from)? {
                None => report
                    .fault("text_missing", format!("the text {hash} is named and not here: sync, or restore a backup")),
                Some(bytes) if BlobHash::of(bytes) != hash => {
                    report.fault("text_damaged", format!("the text {hash} was changed on the disk: restore a backup"));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    fn check_entries(&self, report: &mut Report) -> Result<(), StoreError> {
        let mut find = self.connection().prepare("SELECT id, bytes FROM entry WHERE bytes IS NOT NULL")?;
        let mut rows = find.query([])?;
        while let Some(row) = rows.next()? {
            report.entries += 1;
            let id = EntryId(row.get(0)?);
            let bytes = row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?;
            if EntryId::of(bytes) != id {
                report.fault("entry_damaged", format!("the entry {id} was changed on the disk: restore a backup"));
            } else if let Err(error) = Entry::decode(bytes) {
                report.fault("entry_unreadable", format!("the entry {id} cannot be read ({error}): restore a backup"));
            }
        }
        Ok(())
    }

    /// Folds this store's whole log into `other`.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn copy_log_to(&self, other: &mut Store) -> Result<(), StoreError> {
        let mut batch = other.batch()?;
        let mut texts = self.connection().prepare("SELECT content FROM text WHERE content IS NOT NULL")?;
        let mut rows = texts.query([])?;
        while let Some(row) = rows.next()? {
            // A damaged text is a fault of its own, like a damaged entry.
            if let Ok(text) = row.get_ref(0)?.as_str() {
                batch.receive_text(text)?;
            }
        }
        let mut entries = self.connection().prepare("SELECT bytes FROM entry WHERE bytes IS NOT NULL ORDER BY seq")?;
        let mut rows = entries.query([])?;
        while let Some(row) = rows.next()? {
            // A damaged entry is a fault of its own; the rest can still be compared.
            match batch.receive(row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?) {
                Ok(_) | Err(StoreError::Entry(_)) => {}
                Err(error) => return Err(error),
            }
        }
        batch.commit()
    }

    /// Drops everything derived and folds the log anew, with what this crate understands of it by now.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`]: the store is as it was.
    pub fn rebuild(&mut self) -> Result<(), StoreError> {
        let mut batch = self.batch()?;
        for table in DERIVED {
            batch.transaction.execute(&format!("DELETE FROM {table}"), [])?;
        }
        batch.transaction.execute("INSERT INTO page_fts (page_fts) VALUES ('delete-all')", [])?;
        log::read_anew(&batch.transaction)?;
        let mut find = batch.transaction.prepare("SELECT key FROM page_key ORDER BY key")?;
        let pages: Vec<i64> = find.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        drop(find);
        pages.into_iter().try_for_each(|page| batch.refold(page))?;
        schema::note_fold(&batch.transaction)?;
        batch.commit()?;
        self.merge_whole_index()
    }

    /// What leaves this replica to another: every text that an entry names, then every entry in the order in which it
    /// came.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`], and what `text` and `entry` say.
    pub fn export_log<E: From<StoreError>>(
        &self,
        mut text: impl FnMut(BlobHash, &str) -> Result<(), E>,
        mut entry: impl FnMut(EntryId, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let sqlite = |error: rusqlite::Error| E::from(StoreError::from(error));
        let mut texts = self
            .connection()
            .prepare(
                "SELECT hash, content, key IN (SELECT text FROM entry WHERE text IS NOT NULL) FROM text
                 WHERE content IS NOT NULL ORDER BY hash",
            )
            .map_err(sqlite)?;
        let newer = log::texts_of_newer(self.connection())?;
        let mut rows = texts.query([]).map_err(sqlite)?;
        while let Some(row) = rows.next().map_err(sqlite)? {
            let hash = BlobHash(row.get(0).map_err(sqlite)?);
            if row.get(2).map_err(sqlite)? || newer.contains(&hash) {
                text(hash, &row.get::<_, String>(1).map_err(sqlite)?)?;
            }
        }
        let mut entries = self
            .connection()
            .prepare("SELECT id, bytes FROM entry WHERE bytes IS NOT NULL ORDER BY seq")
            .map_err(sqlite)?;
        let mut rows = entries.query([]).map_err(sqlite)?;
        while let Some(row) = rows.next().map_err(sqlite)? {
            let bytes: Vec<u8> = row.get(1).map_err(sqlite)?;
            entry(EntryId(row.get(0).map_err(sqlite)?), &bytes)?;
        }
        Ok(())
    }
}
