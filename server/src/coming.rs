//! Files on their way: written under another name until they are whole. Whoever writes one holds its lock, so what a
//! killed process left behind is told from what a live one is writing, and cleared away.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// What such names end in.
const ENDING: &str = ".tmp";

/// A file that is not whole yet; dropped, it is gone.
pub struct Coming {
    path: PathBuf,
    file: File,
}

impl Coming {
    /// A new file in `folder`, whose name begins with `prefix`.
    pub fn in_folder(folder: &Path, prefix: &str) -> io::Result<Self> {
        let process = std::process::id();
        let mut number = 0_u32;
        loop {
            let path = folder.join(format!("{prefix}{process}-{number}{ENDING}"));
            number += 1;
            let file = match File::create_new(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            // Where a disk knows no locks, nothing is ever cleared away either.
            let _ = file.lock();
            // Somebody may have taken it for a dead process's between the two steps.
            if path.exists() {
                return Ok(Self { path, file });
            }
        }
    }

    /// A new file beside `target`, which it is to become. What killed processes left of the same target goes.
    pub fn beside(target: &Path) -> io::Result<Self> {
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let name = target.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let prefix = format!("{name}.");
        clear_dead(folder, &prefix);
        Self::in_folder(folder, &prefix)
    }

    /// The file, to be written.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Gives it its name.
    pub fn place(self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)
    }

    /// Gives it its name, and makes both last.
    pub fn keep(self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        self.place(target)?;
        target.parent().filter(|folder| !folder.as_os_str().is_empty()).map_or(Ok(()), sync_folder)
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Takes away the files of `folder` that processes which are gone began under `prefix`. Nothing depends on it: what
/// cannot be looked at stays.
pub fn clear_dead(folder: &Path, prefix: &str) {
    let is_ours = |name: &str| {
        let middle = name.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(ENDING));
        middle.and_then(|middle| middle.split_once('-')).is_some_and(|(process, number)| {
            [process, number].iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        })
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().to_str().is_some_and(is_ours) {
            continue;
        }
        let path = entry.path();
        // A live process holds the lock of what it writes.
        let dead = OpenOptions::new().write(true).open(&path).ok().filter(|file| file.try_lock().is_ok());
        if dead.is_some() {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Makes a rename in `folder` last.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn what_a_dead_process_left_goes_and_what_a_live_one_writes_stays() {
        let folder = std::env::temp_dir().join(format!("scrap-coming-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let target = folder.join("out.zip");
        for left in ["out.zip.1-0.tmp", "out.zip.1-x.tmp", "mine.tmp"] {
            fs::write(folder.join(left), "left").unwrap();
        }
        let first = Coming::beside(&target).unwrap();
        let second = Coming::beside(&target).unwrap();
        first.file().write_all(b"whole").unwrap();
        let names = || {
            let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        };
        assert_eq!(names().len(), 4, "{:?}", names());
        first.keep(&target).unwrap();
        drop(second);
        assert_eq!(names(), ["mine.tmp", "out.zip", "out.zip.1-x.tmp"]);
        assert_eq!(fs::read(&target).unwrap(), b"whole");
        fs::remove_dir_all(&folder).unwrap();
    }
}
