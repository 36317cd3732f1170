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
    /// Every file in it, with its path from the dropped folder on, and what could not be read, with the reason. `stop`
    /// is asked again and again.
    pub async fn files(self, stop: impl Fn() -> bool) -> (Vec<(String, File)>, Vec<(String, String)>) {
        let mut files: Vec<(String, File)> = self.loose.into_iter().map(|file| (file.name(), file)).collect();
        let mut unread = Vec::new();
        let mut open: Vec<(String, FileSystemEntry)> =
            self.entries.into_iter().rev().map(|entry| (entry.name(), entry)).collect();
        while let Some((path, entry)) = open.pop() {
            if stop() {
                break;
            }
            if entry.is_file() {
                match read_file(entry.unchecked_ref()).await {
                    Ok(file) => files.push((path, file)),
                    Err(words) => unread.push((path, format!("it could not be read: {words}"))),
                }
            } else if path.split('/').count() > DEEPEST {
                unread.push((path, format!("it is more than {DEEPEST} folders deep")));
            } else {
                let folder: &FileSystemDirectoryEntry = entry.unchecked_ref();
                let (inside, ended) = entries(&folder.create_reader()).await;
                open.extend(inside.into_iter().rev().map(|entry| (format!("{path}/{}", entry.name()), entry)));
                if let Err(words) = ended {
                    unread.push((path, format!("the folder could not be read to its end: {words}")));
                }
            }
        }
        (files, unread)
    }
}

/// The entries of a folder, of which a reader gives some at a time until it gives none, and whether these are all.
async fn entries(reader: &FileSystemDirectoryReader) -> (Vec<FileSystemEntry>, Result<(), String>) {
    let mut all = Vec::new();
    loop {
        let some = promised(|done, failed| {
            let _ = reader.read_entries_with_callback_and_callback(done.unchecked_ref(), failed.unchecked_ref());
        });
        let some = match some.await {
            Ok(some) => js_sys::Array::from(&some),
            Err(words) => return (all, Err(words)),
        };
        if some.length() == 0 {
            return (all, Ok(()));
        }
        all.extend(some.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
    }
}

async fn read_file(entry: &FileSystemFileEntry) -> Result<File, String> {
    let file = promised(|done, failed| {
        entry.file_with_callback_and_callback(done.unchecked_ref(), failed.unchecked_ref());
    });
    file.await.map(JsCast::unchecked_into)
}

/// What a function with two callbacks gives to one of them; from the second, the browser's words.
async fn promised(mut call: impl FnMut(&JsValue, &JsValue)) -> Result<JsValue, String> {
    let promise = js_sys::Promise::new(&mut |done, failed| call(done.as_ref(), failed.as_ref()));
    JsFuture::from(promise).await.map_err(|error| super::words(&error))
}
