//! Folders as the browser hands them over: listed in an input, or dropped. Nothing here reads a file.
//!
//! Chromium would also let a page look into a folder by itself (`showDirectoryPicker`), but leaves out names that it
//! finds unsafe, such as `~.md`, and says nothing.

use scrap_core::interchange::is_hidden;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DragEvent, File, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};

use super::slices::Slices;
use super::{Input, settled};

/// A folder in a folder in a folder…: no deeper than this, as at the command line.
const DEEPEST: usize = 64;

/// A file that is opened when it is its turn.
pub enum Source {
    /// Open already.
    File(File),
    /// Of a dropped folder.
    Entry(FileSystemFileEntry),
}

impl Source {
    /// The file.
    ///
    /// # Errors
    /// The browser's words, as when it is gone by now.
    pub async fn open(&self) -> Result<File, String> {
        match self {
            Self::File(file) => Ok(file.clone()),
            Self::Entry(entry) => called(|done, failed| {
                entry.file_with_callback_and_callback(done.unchecked_ref(), failed.unchecked_ref());
            })
            .await
            .map(JsCast::unchecked_into),
        }
    }
}

/// What looking through folders gave.
#[derive(Default)]
pub struct Listing {
    /// Files, each with its path from the given folder on, that folder's name included.
    pub files: Vec<(String, Source)>,
    /// How many hidden files and folders were passed over.
    pub hidden: u64,
    /// Paths that could not be read, with the reason.
    pub unread: Vec<(String, String)>,
}

/// What is listed in an input now: it stays as it is when the next is picked.
pub struct Listed(Option<web_sys::FileList>);

/// What an input lists.
#[must_use]
pub fn listed(input: &Input) -> Listed {
    Listed(input.files())
}

impl Listed {
    /// The files.
    pub async fn files(self, slices: &mut Slices) -> Listing {
        let mut listing = Listing::default();
        let Some(list) = self.0 else { return listing };
        for at in 0..list.length() {
            listing.files.extend(list.get(at).map(|file| (path_in_list(&file), Source::File(file))));
            slices.rest().await;
        }
        listing
    }
}

fn path_in_list(file: &File) -> String {
    let below = js_sys::Reflect::get(file, &"webkitRelativePath".into()).ok().and_then(|path| path.as_string());
    below.filter(|path| !path.is_empty()).unwrap_or_else(|| file.name())
}

/// Whether what is dragged has files in it.
#[must_use]
pub fn has_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0))
}

/// What was dropped, to be looked through later: the event forgets it as soon as it is over.
pub struct Dropped {
    entries: Vec<FileSystemEntry>,
    /// Files that lie nowhere, as those that another page made.
    loose: Vec<File>,
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
    /// What is in it. `stop` is asked again and again.
    pub async fn files(self, stop: impl Fn() -> bool, slices: &mut Slices) -> Listing {
        let mut listing = Listing::default();
        listing.files.extend(self.loose.into_iter().map(|file| (file.name(), Source::File(file))));
        let mut open: Vec<(String, FileSystemEntry)> =
            self.entries.into_iter().rev().map(|entry| (entry.name(), entry)).collect();
        while let Some((path, entry)) = open.pop() {
            if stop() {
                break;
            }
            slices.rest().await;
            if entry.is_file() {
                listing.files.push((path, Source::Entry(entry.unchecked_into())));
            } else if path.split('/').count() > DEEPEST {
                listing.unread.push((path, format!("it is more than {DEEPEST} folders deep")));
            } else {
                let (inside, ended) = inside(entry.unchecked_ref()).await;
                for entry in inside.into_iter().rev() {
                    if is_hidden(&entry.name()) {
                        listing.hidden += 1;
                    } else {
                        open.push((format!("{path}/{}", entry.name()), entry));
                    }
                }
                if let Err(words) = ended {
                    listing.unread.push((path, format!("the folder could not be read to its end: {words}")));
                }
            }
        }
        listing
    }
}

/// What is in a folder, of which its reader gives some at a time until it gives none, and whether that is all.
async fn inside(folder: &FileSystemDirectoryEntry) -> (Vec<FileSystemEntry>, Result<(), String>) {
    let reader = folder.create_reader();
    let mut all = Vec::new();
    loop {
        let some = called(|done, failed| {
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

/// What a function with two callbacks gives to one of them; from the second, the browser's words.
async fn called(mut call: impl FnMut(&JsValue, &JsValue)) -> Result<JsValue, String> {
    settled(js_sys::Promise::new(&mut |done, failed| call(done.as_ref(), failed.as_ref()))).await
}
