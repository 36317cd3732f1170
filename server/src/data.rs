//! The folder of data: where it is, and how its store is opened. `scrap.db` holds the log and its fold, `blobs` the
//! files beside it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::base_strategy::{BaseStrategy as _, choose_native_strategy};
use rusqlite::Connection;
use scrap_core::id::DeviceId;
use scrap_core::store::{Journal, Store, StoreError};
use scrap_core::time::Instant;

use crate::blobs::Blobs;
use crate::error::Failure;
use crate::turn::Turn;

/// How long a writer waits for others: longer than any of them writes at a time, but for a rebuild.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A folder of data.
pub struct Data {
    dir: PathBuf,
}

impl Data {
    /// The folder that was named, else the platform's.
    pub fn at(given: Option<PathBuf>) -> Result<Self, Failure> {
        if let Some(dir) = given {
            return Ok(Self { dir });
        }
        let native = choose_native_strategy().map_err(|_| {
            Failure::Refused("there is no home folder to keep data in: name a folder with --data or SCRAP_DATA".into())
        })?;
        Ok(Self { dir: native.data_dir().join("scrap") })
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The files beside the store.
    pub fn blobs(&self) -> Blobs {
        Blobs::in_folder(self.dir.join("blobs"))
    }

    /// Waits until it is this process's turn to write.
    pub fn turn(&self) -> Turn {
        Turn::take(&self.dir)
    }

    /// Opens the store that is there.
    pub fn open(&self) -> Result<Store, Failure> {
        if !self.database().exists() {
            return Err(Failure::NoStore(crate::print::one_line(&self.dir.display().to_string())));
        }
        self.open_database()
    }

    /// Opens the store, a new one if there is none.
    pub fn open_or_make(&self) -> Result<Store, Failure> {
        make_private(&self.dir).map_err(|error| Failure::disk("make the folder", &self.dir, error))?;
        self.blobs().clear_dead();
        self.open_database()
    }

    fn database(&self) -> PathBuf {
        self.dir.join("scrap.db")
    }

    fn open_database(&self) -> Result<Store, Failure> {
        // One opener at a time: a store that another one is just making is no store yet. Where no lock can be had, as in
        // a folder that is only read, nobody is making one.
        let lock = File::create(self.dir.join("scrap.lock")).and_then(|file| file.lock().map(|()| file));
        let connection = Connection::open(self.database()).map_err(StoreError::from)?;
        connection.busy_timeout(PATIENCE).map_err(StoreError::from)?;
        let store = Store::open(connection, Journal::Wal, DeviceId(random()?))?;
        drop(lock);
        Ok(store)
    }

    /// An empty store for the length of `work`, in memory and, past that, in a file that only this process sees.
    pub fn with_scratch<T>(&self, work: impl FnOnce(&mut Store) -> Result<T, Failure>) -> Result<T, Failure> {
        // SQLite's name for a database of its own temporary folder.
        let connection = Connection::open("").map_err(StoreError::from)?;
        work(&mut Store::open(connection, Journal::Memory, DeviceId(random()?))?)
    }
}

/// Makes the folder and those above it; what is made here only its owner reads.
fn make_private(dir: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}

/// 16 random bytes.
pub fn random() -> Result<[u8; 16], Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::Refused(format!("the system gives no random numbers ({error}): try again later")))?;
    Ok(bytes)
}

/// Now.
pub fn now() -> Instant {
    Instant::from_ms(jiff::Timestamp::now().as_millisecond())
}
