//! An export that goes out request by request, into a zip file that the app writes.

use crate::interchange::names::Target;
use crate::outgoing::{self, Item, Outgoing};
use crate::store::{Store, StoreError};
use crate::time::Instant;
use crate::wire::{OutContent, OutFile, Reply};

/// A request gives about so many bytes.
const BYTES: usize = 1024 * 1024;

/// An export under way.
pub(super) struct Export(Outgoing);

impl Export {
    pub(super) fn begin(store: &Store) -> Result<Self, StoreError> {
        Outgoing::plan(store, Target::Portable).map(Self)
    }

    pub(super) fn reply(&self) -> Reply {
        let renamed =
            self.0.changes.iter().map(|change| format!("{} became {}: {}", change.from, change.to, change.why));
        Reply::Exporting { files: self.0.files.len(), renamed: renamed.collect() }
    }

    /// The files from number `from` on, one for each number. Pages that went since the beginning are told as missing.
    pub(super) fn next(&self, store: &Store, from: usize) -> Result<Vec<OutFile>, StoreError> {
        let mut files = Vec::new();
        let mut bytes = 0;
        for (item, path) in self.0.files.iter().skip(from) {
            if bytes >= BYTES {
                break;
            }
            let file = file(store, item, path, None)?;
            bytes += match &file.content {
                OutContent::Bytes(content) => content.len() + 256,
                OutContent::Blob(_) | OutContent::NeedsOriginal(_) | OutContent::Missing(_) => 256,
            };
            files.push(file);
        }
        Ok(files)
    }

    /// The file of this number, made with the bytes of its original.
    pub(super) fn with_original(&self, store: &Store, at: usize, original: &[u8]) -> Result<Vec<OutFile>, StoreError> {
        match self.0.files.get(at) {
            Some((item, path)) => Ok(vec![file(store, item, path, Some(original))?]),
            None => Ok(Vec::new()),
        }
    }
}

fn file(store: &Store, item: &Item, path: &str, original: Option<&[u8]>) -> Result<OutFile, StoreError> {
    let (content, updated) = match item {
        Item::File { blob, updated, .. } => (OutContent::Blob(blob.to_string()), *updated),
        Item::Page(at) => match store.page(at.id)? {
            None => (OutContent::Missing("it was removed meanwhile".into()), Instant::from_ms(0)),
            Some(page) if page.text_missing => (OutContent::Missing("its text is not here".into()), page.updated),
            Some(page) => match (page.fields.original, original) {
                (Some(hash), None) => (OutContent::NeedsOriginal(hash.to_string()), page.updated),
                _ => (OutContent::Bytes(outgoing::file_of(store, &page, path, original)?), page.updated),
            },
        },
    };
    Ok(OutFile { path: path.to_owned(), modified: updated.ms(), content })
}
