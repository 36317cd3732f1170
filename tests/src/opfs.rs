//! Opens a database over OPFS as the app's worker does: through a pool of access handles, in a dedicated worker.
//!
//! Not for the main thread, where a browser has no synchronous access handles, and not for two connections at once:
//! the pool's locks do not see each other.

use rusqlite::{Connection, OpenFlags};
use sqlite_wasm_rs::WasmOsCallback;
use sqlite_wasm_vfs::sahpool::{OpfsSAHError, OpfsSAHPoolCfgBuilder, OpfsSAHPoolUtil, install};

/// Slots of the pool. Its default of 6 runs out with a journal and a backup beside the store, and a full pool reads
/// as "unable to open database file".
pub const SLOTS: usize = 24;

/// The database's name inside its pool.
const FILE: &str = "scrap.db";

/// An installed pool: the files of one directory of OPFS, held by this worker alone.
pub struct Pool {
    name: String,
    handles: OpfsSAHPoolUtil,
}

/// Installs the pool `name` (also its directory and its VFS) and opens the database in it, empty where it is new.
///
/// # Errors
/// [`Error::Pool`] outside a dedicated worker or while another worker holds the pool; [`Error::Sqlite`] when the file
/// is no database or a pragma does not take.
pub async fn open_pool(name: &str) -> Result<(Pool, Connection), Error> {
    let settings = OpfsSAHPoolCfgBuilder::new().vfs_name(name).directory(name).initial_capacity(SLOTS).build();
    let pool = Pool { name: name.to_owned(), handles: install::<WasmOsCallback>(&settings, false).await? };
    let connection = pool.open()?;
    Ok((pool, connection))
}

impl Pool {
    /// Opens the pool's database with the settings that lose nothing and cost one flush less than SQLite's defaults.
    ///
    /// # Errors
    /// [`Error::Sqlite`].
    pub fn open(&self) -> Result<Connection, Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags_and_vfs(FILE, flags, self.name.as_str())?;
        for (pragma, value, shown) in
            [("locking_mode", "EXCLUSIVE", "exclusive"), ("journal_mode", "TRUNCATE", "truncate")]
        {
            connection.pragma_update_and_check(None, pragma, value, |row| {
                let kept: String = row.get(0)?;
                if kept == shown { Ok(()) } else { Err(rusqlite::Error::InvalidQuery) }
            })?;
        }
        connection.pragma_update(None, "synchronous", "FULL")?;
        Ok(connection)
    }

    /// Lets every handle go and takes the files back from OPFS by their headers, as the next start of the app would.
    /// All connections must be closed.
    ///
    /// # Errors
    /// [`Error::Pool`] while a connection is open or another worker took the pool meanwhile.
    pub async fn reload(&self) -> Result<(), Error> {
        self.handles.pause()?;
        Ok(self.handles.resume().await?)
    }
}

/// Why a pool or its database did not open.
#[derive(Debug)]
pub enum Error {
    /// The browser, or another holder of the pool.
    Pool(OpfsSAHError),
    /// SQLite, once the pool stands.
    Sqlite(rusqlite::Error),
}

impl From<OpfsSAHError> for Error {
    fn from(error: OpfsSAHError) -> Self {
        Self::Pool(error)
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}
