//! SQLite's files in OPFS: a pool of access handles that one dedicated worker of all holds.
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

impl Pool {
    /// Installs the pool `name`, also its directory and its VFS.
    ///
    /// # Errors
    /// Outside a dedicated worker, and while another worker holds the pool.
    pub async fn install(name: &str) -> Result<Self, OpfsSAHError> {
        let settings = OpfsSAHPoolCfgBuilder::new().vfs_name(name).directory(name).initial_capacity(SLOTS).build();
        Ok(Self { name: name.to_owned(), handles: install::<WasmOsCallback>(&settings, false).await? })
    }

    /// Opens the pool's database, empty where it is new.
    ///
    /// # Errors
    /// When the pool is at rest or SQLite cannot read the file.
    pub fn open(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Connection::open_with_flags_and_vfs(FILE, flags, self.name.as_str())
    }

    /// Lets every handle go, for another worker to take. All connections must be closed.
    ///
    /// # Errors
    /// While a connection is open.
    pub fn rest(&self) -> Result<(), OpfsSAHError> {
        self.handles.pause()
    }

    /// Takes the handles back, and reads from OPFS which files they are.
    ///
    /// # Errors
    /// While another worker holds the pool.
    pub async fn wake(&self) -> Result<(), OpfsSAHError> {
        self.handles.resume().await
    }
}
