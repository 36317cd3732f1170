//! The files of a folder, in an order that does not depend on the disk. Nothing is read but the folders.
//!
//! Left out: hidden files and folders (counted), and what is no file, cannot be reached or has a name that is not UTF-8
//! (named with the reason). A link to a file inside the folder counts as a file; links that leave it, and links to
//! folders, are named and not followed, so nothing comes in twice or in a circle.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use scrap_core::interchange::is_hidden;

use crate::print::one_line;

/// Folders deeper than this are named and left out.
const MAX_DEPTH: usize = 64;

/// A file of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its path from the folder, `/` between the parts.
    pub path: String,
    /// Where it lies.
    pub at: PathBuf,
}

/// A file or folder that does not come in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Its path from the folder, printable.
    pub path: String,
    /// Why.
    pub reason: String,
    /// It could have been read if the disk had let us.
    pub failed: bool,
    /// A folder: how many files are in it, nobody knows.
    pub folder: bool,
}

/// What a folder holds.
#[derive(Debug, Default)]
pub struct Walk {
    /// Its files, by path.
    pub files: Vec<Found>,
    /// What was left out.
    pub skipped: Vec<Skipped>,
    /// Hidden files and folders.
    pub hidden: u64,
}

/// Walks `root`, whose real path it must be; `own` is the folder of data, which is never imported.
pub fn walk(root: &Path, own: Option<&Path>) -> Walk {
    let mut walk = Walk::default();
    let mut stack = vec![(root.to_path_buf(), String::new(), 0)];
    while let Some((folder, path, depth)) = stack.pop() {
        match fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
            Err(error) => walk.skip(path, format!("the folder cannot be read: {error}"), true, true),
            Ok(mut entries) => {
                entries.sort_by_key(fs::DirEntry::file_name);
                let first = stack.len();
                for entry in entries {
                    if let Some(name) = walk.name(&path, &entry.file_name()) {
                        let below = if path.is_empty() { name } else { format!("{path}/{name}") };
                        if let Some(folder) = walk.enter(root, own, &entry, below, depth + 1) {
                            stack.push(folder);
                        }
                    }
                }
                stack[first..].reverse();
            }
        }
    }
    walk.files.sort_by(|a, b| a.path.cmp(&b.path));
    walk
}

impl Walk {
    fn skip(&mut self, path: String, reason: String, failed: bool, folder: bool) {
        self.skipped.push(Skipped { path: one_line(&path), reason, failed, folder });
    }

    /// The name, if it is one to follow.
    fn name(&mut self, folder: &str, name: &OsStr) -> Option<String> {
        if is_hidden(&name.to_string_lossy()) {
            self.hidden += 1;
            return None;
        }
        if let Some(name) = name.to_str() {
            return Some(name.to_owned());
        }
        let shown = printable(name);
        let path = if folder.is_empty() { shown } else { format!("{}/{shown}", one_line(folder)) };
        let reason = "its name is not UTF-8: rename it".to_owned();
        // Already printable: escapes of bytes are not to be escaped again.
        self.skipped.push(Skipped { path, reason, failed: false, folder: false });
        None
    }

    /// Takes a file in, and gives a folder back to be walked.
    fn enter(
        &mut self,
        root: &Path,
        own: Option<&Path>,
        entry: &fs::DirEntry,
        path: String,
        depth: usize,
    ) -> Option<(PathBuf, String, usize)> {
        let at = entry.path();
        let kind = match entry.file_type() {
            Ok(kind) => kind,
            Err(error) => {
                self.skip(path, format!("it cannot be read: {error}"), true, false);
                return None;
            }
        };
        if kind.is_dir() {
            if own == Some(at.as_path()) {
                self.skip(path, "it is the folder of scrap's own data".to_owned(), false, true);
            } else if depth > MAX_DEPTH {
                self.skip(path, format!("it is more than {MAX_DEPTH} folders deep"), false, true);
            } else {
                return Some((at, path, depth));
            }
        } else if kind.is_file() {
            self.files.push(Found { path, at });
        } else if kind.is_symlink() {
            match linked(root, &at) {
                Ok(()) => self.files.push(Found { path, at }),
                Err(reason) => self.skip(path, reason.to_owned(), false, false),
            }
        } else {
            self.skip(path, "it is a pipe, a socket or a device".to_owned(), false, false);
        }
        None
    }
}

/// Whether a link leads to a file inside the folder.
fn linked(root: &Path, at: &Path) -> Result<(), &'static str> {
    let target = fs::canonicalize(at).map_err(|_| "it is a link that leads nowhere, or in a circle")?;
    let kind = fs::metadata(&target).map_err(|_| "it is a link to what cannot be read")?;
    if !target.starts_with(root) {
        return Err("it is a link that leaves the folder");
    }
    if kind.is_dir() {
        return Err("it is a link to a folder, whose files come in where they lie");
    }
    if kind.is_file() { Ok(()) } else { Err("it is a link to a pipe, a socket or a device") }
}

/// A name that is not UTF-8, on one line: its bytes that are no text as `\xff`.
pub fn printable(name: &OsStr) -> String {
    let mut shown = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        shown.push_str(&one_line(chunk.valid()));
        for byte in chunk.invalid() {
            shown.push_str(&format!("\\x{byte:02x}"));
        }
    }
    shown
}
