//! Opening a connection: pragmas set and read back, migrations applied in order, a newer schema refused untouched.

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior};

use super::StoreError;

/// The schema's steps, append-only: step N leaves `user_version` at N.
const MIGRATIONS: &[&str] = &[
    include_str!("../../../migrations/0001_create_log.sql"),
    include_str!("../../../migrations/0002_create_pages.sql"),
    include_str!("../../../migrations/0003_create_index.sql"),
    include_str!("../../../migrations/0004_create_local.sql"),
    include_str!("../../../migrations/0005_create_local_token.sql"),
    include_str!("../../../migrations/0006_know_what_is_behind.sql"),
    include_str!("../../../migrations/0007_part_the_texts_of_a_column.sql"),
    include_str!("../../../migrations/0008_go_through_pages_quickly.sql"),
];

/// The last step that changed what is derived: a fold of before it is made anew by whoever opens the store to write.
pub(super) const FOLD: i64 = 8;

/// "scrp": tells a store from another program's database.
const APPLICATION_ID: i64 = 0x7363_7270;

/// How the journal is kept. The choice is the opener's: it knows what its file system can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Journal {
    /// Write-ahead log: one writer beside several readers.
    Wal,
    /// A rollback journal cut to nothing, the file locked for one connection: for the browser's file pool.
    TruncateExclusive,
    /// Kept in memory: for stores that live in memory.
    Memory,
}

impl Journal {
    fn name(self) -> &'static str {
        match self {
            Self::Wal => "wal",
            Self::TruncateExclusive => "truncate",
            Self::Memory => "memory",
        }
    }
}

/// Brings `connection` to this crate's schema. A database that is refused is left as it was.
pub(super) fn prepare(connection: &mut Connection, journal: Journal) -> Result<(), StoreError> {
    let owner: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if owner != APPLICATION_ID && (owner != 0 || tables > 0) {
        return Err(StoreError::NotAStore);
    }
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = MIGRATIONS.len() as i64;
    if version > known {
        return Err(StoreError::NewerSchema { found: version, known });
    }
    set_pragmas(connection, journal)?;
    migrate(connection, version)
}

/// The two SQLite builds differ in their defaults, so what is relied on is set, and read back.
fn set_pragmas(connection: &Connection, journal: Journal) -> Result<(), StoreError> {
    if journal == Journal::TruncateExclusive {
        connection.pragma_update(None, "locking_mode", "exclusive")?;
    }
    connection.pragma_update(None, "page_size", 8192)?;
    connection.pragma_update(None, "journal_mode", journal.name())?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", "off")?;
    connection.pragma_update(None, "cache_size", -16_384)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    connection.pragma_update(None, "trusted_schema", "off")?;
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    let synchronous: i64 = connection.pragma_query_value(None, "synchronous", |row| row.get(0))?;
    // SQLite keeps "memory" for a database without a file, whatever was asked.
    let kept = mode == journal.name() || mode == "memory";
    if !kept || synchronous != 2 {
        return Err(StoreError::Pragma(format!("journal_mode={mode} synchronous={synchronous}")));
    }
    // The statements of a save and of a search stay compiled. Without the stable plans of QPSG, SQLite compiles a
    // statement anew whenever another value is bound to it: a third of an import's time.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(128);
    Ok(())
}

fn migrate(connection: &mut Connection, from: i64) -> Result<(), StoreError> {
    for (step, sql) in (1_i64..).zip(MIGRATIONS).filter(|(step, _)| *step > from) {
        // Another opener may have made this step since the version was read.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if version >= step {
            continue;
        }
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", step)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.commit()?;
    }
    Ok(())
}

/// The step after which the store's fold was made anew, or made at first.
pub(super) fn fold_made(connection: &Connection) -> Result<i64, StoreError> {
    let find = "SELECT value FROM local_setting WHERE name = 'fold'";
    Ok(connection.query_row(find, [], |row| row.get(0)).optional()?.unwrap_or(0))
}

/// Notes that the fold is what this crate makes of the log.
pub(super) fn note_fold(connection: &Connection) -> Result<(), StoreError> {
    connection.execute("INSERT OR REPLACE INTO local_setting (name, value) VALUES ('fold', ?1)", [FOLD])?;
    Ok(())
}

/// Makes a connection ready that can only read. A store of an older schema has to be opened once where it can be written.
pub(super) fn prepare_to_read(connection: &Connection) -> Result<(), StoreError> {
    let owner: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = MIGRATIONS.len() as i64;
    match found {
        _ if owner != APPLICATION_ID => return Err(StoreError::NotAStore),
        _ if found > known => return Err(StoreError::NewerSchema { found, known }),
        _ if found < known => return Err(StoreError::OlderSchema { found, known }),
        _ => {}
    }
    let found = fold_made(connection)?;
    if found < FOLD {
        return Err(StoreError::OlderSchema { found, known: FOLD });
    }
    connection.pragma_update(None, "cache_size", -16_384)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    connection.pragma_update(None, "trusted_schema", "off")?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(128);
    Ok(())
}
