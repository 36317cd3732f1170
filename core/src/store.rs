//! The store: one SQLite connection that holds the log and its fold. Who opens the connection, and over which file
//! system, is the caller's choice; time and randomness come in as values.

mod apply;
mod check;
mod derive;
mod dump;
mod error;
mod frozen;
mod functions;
mod import;
mod index;
mod links;
mod log;
mod lookup;
mod mend;
mod names;
mod pins;
mod read;
mod revise;
mod schema;
mod shown;
mod sources;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Transaction};

pub use self::check::{Fault, Report};
pub(crate) use self::derive::{feature, status_key};
pub use self::error::StoreError;
pub(crate) use self::frozen::KEPT_MS;
pub use self::import::{Attachment, ImportPage, Imported};
pub(crate) use self::index::EVERY_PAGE;
use self::index::Indexer;
pub use self::index::is_worth_merging;
pub(crate) use self::links::origin;
pub use self::log::Arrival;
pub use self::lookup::{LookupError, MAX_CANDIDATES, Trash};
pub use self::mend::{Mend, MendError, Mended};
pub use self::pins::{PinError, Pinned};
pub use self::read::{FileRow, HistoryRow, LinkRow, Page, PageRef};
pub(crate) use self::read::{RawTexts, raw_texts};
pub use self::revise::{Basis, Draft, Purged, Saved};
pub use self::schema::Journal;
pub(crate) use self::shown::{Shown, shown};
pub use self::tokens::{Scope, Token, TokenHash};
use crate::id::DeviceId;

/// The log, its fold and its index over one connection.
pub struct Store {
    connection: Connection,
    indexer: Indexer,
    device: DeviceId,
    read_only: bool,
}

/// Changes that are kept together or not at all. Dropped without [`Batch::commit`], it leaves the store as it was.
pub struct Batch<'s> {
    transaction: Transaction<'s>,
    indexer: &'s mut Indexer,
    device: DeviceId,
    /// Names that came, went or changed their page: links that use them resolve anew when the batch is kept.
    dirty: BTreeSet<String>,
}

impl Store {
    /// Opens a store over `connection`, an empty database or one that holds a store, and brings its schema up to date.
    /// Where what is derived has changed since the store was written, that is made anew from the log.
    /// `fresh_device` is the device id that a new store takes: 16 random bytes.
    ///
    /// # Errors
    /// [`StoreError::NewerSchema`] and [`StoreError::NotAStore`] leave the database untouched;
    /// [`StoreError::Pragma`] says that this SQLite cannot keep what the store relies on.
    pub fn open(mut connection: Connection, journal: Journal, fresh_device: DeviceId) -> Result<Self, StoreError> {
        schema::prepare(&mut connection, journal)?;
        functions::register(&connection)?;
        let find = "SELECT value FROM local_setting WHERE name = 'device'";
        let mut stored = connection.query_row(find, [], |row| row.get(0)).optional()?;
        if stored.is_none() {
            // Of several openers of a new store the first one names it.
            connection.execute(
                "INSERT INTO local_setting (name, value) VALUES ('device', ?1) ON CONFLICT DO NOTHING",
                [&fresh_device.0[..]],
            )?;
            stored = connection.query_row(find, [], |row| row.get(0)).optional()?;
        }
        let device = stored.map_or(fresh_device, DeviceId);
        let read_only = connection.is_readonly(rusqlite::MAIN_DB)?;
        let mut store = Self { connection, indexer: Indexer::default(), device, read_only };
        if schema::fold_made(&store.connection)? < schema::FOLD {
            store.rebuild()?;
        }
        Ok(store)
    }

    /// Opens a store over a connection that can only read, such as one over a folder that cannot be written. Nothing is
    /// changed, and whatever would change something fails.
    ///
    /// # Errors
    /// [`StoreError::OlderSchema`], [`StoreError::NewerSchema`], [`StoreError::NotAStore`]; [`StoreError::Sqlite`].
    pub fn open_to_read(connection: Connection) -> Result<Self, StoreError> {
        schema::prepare_to_read(&connection)?;
        functions::register(&connection)?;
        let find = "SELECT value FROM local_setting WHERE name = 'device'";
        let device = connection.query_row(find, [], |row| row.get(0)).optional()?.map_or(DeviceId([0; 16]), DeviceId);
        Ok(Self { connection, indexer: Indexer::default(), device, read_only: true })
    }

    /// Whether the store can only be read: then no hit list is kept for a cursor either.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// A store in memory, gone when it is dropped.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn in_memory(device: DeviceId) -> Result<Self, StoreError> {
        Self::open(Connection::open_in_memory()?, Journal::Memory, device)
    }

    /// This replica's id.
    #[must_use]
    pub fn device(&self) -> DeviceId {
        self.device
    }

    /// Starts a batch of changes. It locks the store for writing until it ends.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`] if another writer holds the store.
    pub fn batch(&mut self) -> Result<Batch<'_>, StoreError> {
        let transaction = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        Ok(Batch { transaction, indexer: &mut self.indexer, device: self.device, dirty: BTreeSet::new() })
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The number of the last change: equal numbers mean that nothing was changed in between.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn change_number(&self) -> Result<i64, StoreError> {
        Ok(self.connection.query_row("SELECT coalesce(max(seq), 0) FROM entry", [], |row| row.get(0))?)
    }

    /// How many pages of SQLite's the store's file has.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn file_pages(&self) -> Result<i64, StoreError> {
        Ok(self.connection.pragma_query_value(None, "page_count", |row| row.get(0))?)
    }

    /// Lets the file grow to at most `pages` of SQLite's pages while it is open: past that, a write fails as on a full
    /// disk.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn limit_pages(&self, pages: i64) -> Result<(), StoreError> {
        Ok(self.connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?)
    }

    /// Reads several things of one state, whatever another connection writes meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`] if the state cannot be held, and what `read` says.
    pub fn snapshot<T, E: From<StoreError>>(&self, read: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E> {
        let _held = self.hold()?;
        read(self)
    }

    /// Holds one state until it is dropped, unless one is held already. It spares each read in between the locks of its
    /// own.
    pub(crate) fn hold(&self) -> Result<Option<Transaction<'_>>, StoreError> {
        let free = self.connection.is_autocommit();
        Ok(free.then(|| self.connection.unchecked_transaction()).transpose()?)
    }

    /// Writes the write-ahead log back into the file and empties it; a reader of an older state is not waited for long.
    fn write_back(&self) -> Result<(), StoreError> {
        let patience: i64 = self.connection.pragma_query_value(None, "busy_timeout", |row| row.get(0))?;
        self.connection.pragma_update_and_check(None, "busy_timeout", 200, |_| Ok(()))?;
        let busy = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
        self.connection.pragma_update_and_check(None, "busy_timeout", patience, |_| Ok(()))?;
        if busy? { Err(StoreError::LogInUse) } else { Ok(()) }
    }

    /// Gives the connection back, to close it where its errors can be seen.
    #[must_use]
    pub fn into_connection(self) -> Connection {
        self.connection
    }
}

impl Batch<'_> {
    /// Keeps the batch's changes. When this returns, they are on the disk.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`]: nothing of the batch was kept.
    pub fn commit(self) -> Result<(), StoreError> {
        names::settle_paths(&self.transaction, &self.dirty)?;
        links::resolve(&self.transaction, &self.dirty)?;
        Ok(self.transaction.commit()?)
    }
}
