//! Folders and files that are dropped on the app.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DragEvent, File, FileSystemDirectoryEntry, FileSystemDirectoryReader, FileSystemEntry, FileSystemFileEntry,
};

/// A folder in a folder in a folder…: no deeper than this.
const DEEPEST: usize = 64;

/// What was dropped, to be read later: the event forgets it as soon as it is over.
pub struct Dropped {
    entries: Vec<FileSystemEntry>,
    /// Files that lie nowhere, as those that another page made.
    loose: Vec<File>,
}

/// Whether what is dragged has files in it.
#[must_use]
pub fn has_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0))
}

/// Takes what was dropped.
#[must_use]
pub fn dropped(event: &DragEvent) -> Dropped {
    let mut dropped = Dropped { entries: Vec::new(), loose: Vec::new() };
    let Some(items) = event.data_transfer().map(|data| data.items()) else { return dropped };
    for item in (0..items.length()).filter_map(|at| items.get(at)) {
        match item.webkit_get_as_entry().ok().flatten() {
            Some(entry) => dropped.entries.push(entry),
            None => dropped.loose.extend(item.get_as_file().ok().flatten()),
        }
    }
    dropped
}

impl Dropped {
    /// Every file in it, with its path from the dropped folder on. What cannot be read is left out. `stop` is asked
    /// again and again.
    pub async fn files(self, stop: impl Fn() -> bool) -> Vec<(String, File)> {
        let mut files: Vec<(String, File)> = self.loose.into_iter().map(|file| (file.name(), file)).collect();
        let mut open: Vec<(String, FileSystemEntry)> =
            self.entries.into_iter().rev().map(|entry| (entry.name(), entry)).collect();
        while let Some((path, entry)) = open.pop() {
            if stop() {
                break;
            }
            if entry.is_file() {
                let file: &FileSystemFileEntry = entry.unchecked_ref();
                files.extend(read_file(file).await.map(|file| (path, file)));
            } else if entry.is_directory() && path.split('/').count() <= DEEPEST {
                let folder: &FileSystemDirectoryEntry = entry.unchecked_ref();
                let inside = entries(&folder.create_reader()).await;
                open.extend(inside.into_iter().rev().map(|entry| (format!("{path}/{}", entry.name()), entry)));
            }
        }
        files
    }
}

/// All entries of a folder: a reader gives some at a time, until it gives none.
async fn entries(reader: &FileSystemDirectoryReader) -> Vec<FileSystemEntry> {
    let mut all = Vec::new();
    loop {
        let some = promised(|done, failed| {
            let _ = reader.read_entries_with_callback_and_callback(done.unchecked_ref(), failed.unchecked_ref());
        });
        let some = match some.await {
            Ok(some) => js_sys::Array::from(&some),
            Err(_) => return all,
        };
        if some.length() == 0 {
            return all;
        }
        all.extend(some.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
    }
}

async fn read_file(entry: &FileSystemFileEntry) -> Option<File> {
    let file = promised(|done, failed| {
        entry.file_with_callback_and_callback(done.unchecked_ref(), failed.unchecked_ref());
    });
    file.await.ok()?.dyn_into().ok()
}

/// What a function with two callbacks gives to one of them.
async fn promised(mut call: impl FnMut(&JsValue, &JsValue)) -> Result<JsValue, JsValue> {
    let promise = js_sys::Promise::new(&mut |done, failed| call(done.as_ref(), failed.as_ref()));
    JsFuture::from(promise).await
}
