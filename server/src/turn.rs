//! Whose turn it is to write. SQLite lets one connection write and the others try again; an import that begins its next
//! batch at once would always be the first to try. So whoever wants to write stands in line: it holds the line's end
//! until it holds the turn, and a writer that comes back has to get behind it.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::data::PATIENCE;

/// How often a lock is tried.
const PAUSE: Duration = Duration::from_millis(2);

/// The turn, until it is dropped.
pub struct Turn {
    _held: Option<File>,
}

impl Turn {
    /// Waits for the turn in the folder of data. Where no lock can be had, or not in time, SQLite decides alone.
    pub fn take(dir: &Path) -> Self {
        let until = Instant::now() + PATIENCE;
        let end_of_line = hold(&dir.join("scrap.line"), until);
        let held = hold(&dir.join("scrap.turn"), until);
        drop(end_of_line);
        Self { _held: held }
    }
}

fn hold(path: &Path, until: Instant) -> Option<File> {
    let file = File::create(path).ok()?;
    loop {
        match file.try_lock() {
            Ok(()) => return Some(file),
            Err(TryLockError::WouldBlock) if Instant::now() < until => std::thread::sleep(PAUSE),
            Err(_) => return None,
        }
    }
}
