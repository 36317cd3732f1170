//! Files in portions for one request each. How long a file is, and since when, some browsers ask the disk while the page
//! stands still, file by file: so they are asked in slices, and no sooner than the portion is due.

use std::collections::VecDeque;
use std::vec::IntoIter;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesOrdered;
use scrap_core::wire::ImportReport;

use crate::dom::File;
use crate::dom::folder::Source;
use crate::dom::slices::Slices;
use crate::state::import::{Listed, Room};
use crate::view::app::App;

/// So many files are opened at once.
const AT_ONCE: usize = 32;

/// A file that is about to come in.
pub struct Measured {
    /// Its path below the folder.
    pub path: String,
    /// Its length in bytes.
    size: u64,
    /// When it was changed, in milliseconds since 1970.
    pub modified: Option<i64>,
    /// The file.
    pub file: File,
}

/// Files that are still to come in.
pub struct Portions {
    closed: IntoIter<Listed<Source>>,
    open: VecDeque<Measured>,
}

impl Portions {
    /// Of `files`, in their order.
    pub fn of(files: Vec<Listed<Source>>) -> Self {
        Self { closed: files.into_iter(), open: VecDeque::new() }
    }

    /// The next portion; empty when no file is left.
    pub async fn next(&mut self, app: App, slices: &mut Slices) -> Vec<Measured> {
        let (mut portion, mut room) = (Vec::new(), Room::default());
        loop {
            if self.open.is_empty() {
                self.open_some(app, slices).await;
            }
            match self.open.pop_front_if(|file| room.takes(file.size)) {
                Some(file) => portion.push(file),
                None => return portion,
            }
        }
    }

    /// Opens the next files. Those that cannot be opened are told and done with.
    async fn open_some(&mut self, app: App, slices: &mut Slices) {
        while self.open.is_empty() && self.closed.len() > 0 {
            let listed: Vec<_> = self.closed.by_ref().take(AT_ONCE).collect();
            let mut files: FuturesOrdered<_> = listed.iter().map(|listed| listed.file.open()).collect();
            for Listed { path, .. } in &listed {
                match files.next().await {
                    Some(Ok(file)) => {
                        let (size, modified) = (file.size() as u64, Some(file.last_modified() as i64));
                        self.open.push_back(Measured { path: path.clone(), size, modified, file });
                    }
                    Some(Err(words)) => {
                        super::warn(app, path, format!("it could not be read: {words}"));
                        super::change(app, |progress| progress.add(1, ImportReport::default()));
                    }
                    None => break,
                }
                slices.rest().await;
            }
        }
    }
}
