//! The folder of data: where it is, and how its store is opened. `scrap.db` holds the log and its fold, `blobs` the
//! files beside it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::base_strategy::{BaseStrategy as _, choose_native_strategy};
use rusqlite::{Connection, ErrorCode, OpenFlags};
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

    /// Opens the store that is there, to read it: one in a folder that cannot be written too.
    pub fn open_to_read(&self) -> Result<Store, Failure> {
        match self.open() {
            Err(Failure::Store(StoreError::Sqlite(error))) if cannot_be_written(&error) => self.open_read_only(),
            opened => opened,
        }
    }

    /// Opens the store without touching anything in its folder.
    fn open_read_only(&self) -> Result<Store, Failure> {
        let waiting = fs::metadata(self.dir.join("scrap.db-wal")).is_ok_and(|log| log.len() > 0);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        // Without a log that waits to be written back, the file is all there is, and its locks are not needed.
        let mode = if waiting { "mode=ro" } else { "mode=ro&immutable=1" };
        let uri = format!("file:{}?{mode}", escaped(&self.database()));
        let opened = Connection::open_with_flags(uri, flags).map_err(StoreError::from).and_then(Store::open_to_read);
        match opened {
            Err(StoreError::Sqlite(error)) if waiting && cannot_be_written(&error) => Err(Failure::Refused(format!(
                "the last changes of this store stand in {}, which can only be read where its folder can be written: \
                 copy the folder, or let its owner open it once",
                crate::print::one_line(&self.dir.join("scrap.db-wal").display().to_string())
            ))),
            opened => {
                let store = opened?;
                crate::print::note("the folder of data cannot be written: the store is only read, as it is now");
                Ok(store)
            }
        }
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
        self.open_with(|_| Ok(()))
    }

    /// Opens the store; `prepare` gets the connection before anything is asked of it.
    pub fn open_with(&self, prepare: impl FnOnce(&mut Connection) -> rusqlite::Result<()>) -> Result<Store, Failure> {
        // One opener at a time: a store that another one is just making is no store yet. Where no lock can be had, as in
        // a folder that is only read, nobody is making one.
        let lock = File::create(self.dir.join("scrap.lock")).and_then(|file| file.lock().map(|()| file));
        let mut connection = Connection::open(self.database()).map_err(StoreError::from)?;
        connection.busy_timeout(PATIENCE).map_err(StoreError::from)?;
        prepare(&mut connection).map_err(StoreError::from)?;
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

/// Whether SQLite failed because it may not write, or make its log beside the file.
fn cannot_be_written(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied))
}

/// A path as the path of a URI.
fn escaped(path: &Path) -> String {
    let mut uri = String::new();
    if cfg!(windows) {
        uri.push('/');
    }
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b'-' | b'_' | b'.' | b':' => uri.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02x}")),
        }
    }
    uri
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

#[cfg(test)]
mod tests {
    use super::*;
    use scrap_core::search::Options;
    use scrap_core::time::Day;

    #[test]
    fn a_store_is_read_without_a_trace_in_its_folder() {
        let dir = std::env::temp_dir().join(format!("scrap read?only#%41 {}", std::process::id()));
        let data = Data::at(Some(dir.clone())).unwrap();
        drop(data.open_or_make().unwrap());
        for name in ["scrap.lock", "scrap.db-wal", "scrap.db-shm"] {
            let _ = fs::remove_file(dir.join(name));
        }
        let store = data.open_read_only().unwrap();
        assert!(store.is_read_only());
        let options = Options { limit: 10, today: Day::new(2026, 1, 1).unwrap(), freeze: None };
        assert_eq!(store.search("", options).unwrap().total, 0);
        let report = data.with_scratch(|scratch| Ok(store.check(scratch)?)).unwrap();
        assert_eq!((report.faults.len(), report.unchecked.len()), (0, 1));
        let mut store = store;
        let kept = store.batch().and_then(|mut batch| batch.receive_text("x").and_then(|_| batch.commit()));
        assert!(kept.is_err());
        let names: Vec<_> = fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["scrap.db"]);
        fs::remove_dir_all(&dir).unwrap();
    }
}
