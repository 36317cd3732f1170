//! An export into a folder. Nothing in it is deleted, nothing outside it is touched, and a file that is there is only
//! written over when that was asked for.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use scrap_core::time::Instant;

use super::Sink;
use crate::coming::{Coming, clear_dead};
use crate::error::Failure;
use crate::print::one_line;

/// What the successor of a file that is there is called until it is whole.
const PREFIX: &str = ".scrap-";

/// The folder, and those in it that are known to be folders.
pub struct Folder {
    root: PathBuf,
    known: HashSet<PathBuf>,
}

impl Folder {
    /// Makes the folder. One that holds something takes `force`.
    pub fn new(root: &Path, force: bool) -> Result<Self, Failure> {
        fs::create_dir_all(root).map_err(|error| Failure::disk("make the folder", root, error))?;
        clear_dead(root, PREFIX);
        let mut inside = fs::read_dir(root).map_err(|error| Failure::disk("read the folder", root, error))?;
        if inside.next().is_some() && !force {
            let root = one_line(&root.display().to_string());
            let advice = "name a new one, or add --force to write over files of the same names (nothing is deleted)";
            return Err(Failure::Refused(format!("{root} is not empty: {advice}")));
        }
        Ok(Self { root: root.to_path_buf(), known: HashSet::new() })
    }

    /// Makes the folders of `path`, without following links out of the export.
    fn make_way(&mut self, path: &str) -> io::Result<PathBuf> {
        let mut at = self.root.clone();
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            at.push(part);
            if parts.peek().is_none() || self.known.contains(&at) {
                continue;
            }
            match fs::symlink_metadata(&at) {
                Ok(found) if found.is_dir() => clear_dead(&at, PREFIX),
                Ok(_) => return Err(io::Error::new(io::ErrorKind::NotADirectory, "a file or a link is in its way")),
                Err(_) => fs::create_dir(&at)?,
            }
            self.known.insert(at.clone());
        }
        Ok(at)
    }
}

impl Sink for Folder {
    fn put(&mut self, path: &str, bytes: &mut dyn Read, _size: u64, changed: Instant) -> Result<(), Failure> {
        let mut write = |at: &Path| -> io::Result<()> {
            // A new file needs no detour; one that is there stays whole until its successor is.
            let Some(folder) = at.parent().filter(|_| at.symlink_metadata().is_ok()) else {
                return fill(&File::create_new(at)?, bytes, changed);
            };
            let coming = Coming::in_folder(folder, PREFIX)?;
            fill(coming.file(), bytes, changed)?;
            coming.place(at)
        };
        let at =
            self.make_way(path).map_err(|error| Failure::disk("make the folders of", &self.root.join(path), error))?;
        write(&at).map_err(|error| Failure::disk("write", &at, error))
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        Ok(())
    }
}

fn fill(mut file: &File, bytes: &mut dyn Read, changed: Instant) -> io::Result<()> {
    io::copy(bytes, &mut file)?;
    system_time(changed).map_or(Ok(()), |time| file.set_modified(time))
}

/// The instant as a file's time, where a disk can hold it.
fn system_time(instant: Instant) -> Option<SystemTime> {
    let ms = Duration::from_millis(instant.ms().unsigned_abs());
    if instant.ms() < 0 { SystemTime::UNIX_EPOCH.checked_sub(ms) } else { SystemTime::UNIX_EPOCH.checked_add(ms) }
}
