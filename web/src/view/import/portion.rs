//! Files in portions for one request each. How long a file is, and since when, the browser asks the disk while the page
//! stands still, file by file: so it is asked in slices, and no sooner than the portion is due.

use std::iter::Peekable;
use std::vec::IntoIter;

use crate::dom::File;
use crate::dom::slices::Slices;
use crate::state::import::{Listed, Room};

/// A file that is about to come in.
pub struct Measured {
    /// Its path below the folder.
    pub path: String,
    /// When it was changed, in milliseconds since 1970.
    pub modified: Option<i64>,
    /// The file.
    pub file: File,
}

/// Files that are still to come in.
pub struct Portions {
    files: Peekable<IntoIter<Listed<File>>>,
}

impl Portions {
    /// Of `files`, in their order.
    pub fn of(files: Vec<Listed<File>>) -> Self {
        Self { files: files.into_iter().peekable() }
    }

    /// The next portion; empty when no file is left.
    pub async fn next(&mut self, slices: &mut Slices) -> Vec<Measured> {
        let (mut portion, mut room) = (Vec::new(), Room::default());
        while let Some(listed) = self.files.next_if(|listed| room.takes(listed.file.size() as u64)) {
            let modified = Some(listed.file.last_modified() as i64);
            portion.push(Measured { path: listed.path, modified, file: listed.file });
            slices.rest().await;
        }
        portion
    }
}
