//! Files' bytes, named by their hash: in a folder of OPFS, or in memory where the browser keeps nothing.

use std::collections::BTreeMap;

use js_sys::{ArrayBuffer, Function, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, File, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetDirectoryOptions,
    FileSystemGetFileOptions, FileSystemSyncAccessHandle,
};

use crate::dom::words;
use crate::message::{Failure, Kept, failure};

/// A file that is being written: its name says so, and a start after a crash writes over it.
const UNFINISHED: &str = "unfinished";

/// Where the bytes are.
pub enum Blobs {
    /// A folder of OPFS.
    Folder(FileSystemDirectoryHandle),
    /// As the browser gave them.
    Memory(BTreeMap<String, Blob>),
}

impl Blobs {
    /// For a store in memory.
    pub fn in_memory() -> Self {
        Self::Memory(BTreeMap::new())
    }

    /// In the folder `blobs` of `root`, made where it is missing.
    ///
    /// # Errors
    /// The browser's words.
    pub async fn in_folder(root: &FileSystemDirectoryHandle) -> Result<Self, Failure> {
        let options = FileSystemGetDirectoryOptions::new();
        options.set_create(true);
        let folder = JsFuture::from(root.get_directory_handle_with_options("blobs", &options)).await;
        folder.map(|folder| Self::Folder(folder.unchecked_into())).map_err(|error| failed(&error))
    }

    /// Keeps the bytes of a browser's `Blob`. When this returns they are flushed.
    ///
    /// # Errors
    /// When they cannot be read or there is no room: then nothing was kept.
    pub async fn keep(&mut self, blob: JsValue) -> Result<Kept, Failure> {
        let blob: Blob = blob.dyn_into().map_err(|_| failure("protocol", "There were no bytes to keep."))?;
        let bytes = JsFuture::from(blob.array_buffer()).await.map_err(|error| failed(&error))?;
        let bytes = Uint8Array::new(&bytes.unchecked_into::<ArrayBuffer>()).to_vec();
        let kept = Kept { hash: blake3::hash(&bytes).to_hex().to_string(), size: bytes.len() as u64 };
        match self {
            Self::Memory(blobs) => {
                blobs.insert(kept.hash.clone(), blob);
            }
            Self::Folder(folder) => {
                if size(folder, &kept.hash).await != Some(kept.size) {
                    write(folder, &kept.hash, &bytes).await.map_err(|error| failed(&error))?;
                }
            }
        }
        Ok(kept)
    }

    /// The bytes under `hash`.
    ///
    /// # Errors
    /// When they are there and cannot be read.
    pub async fn read(&self, hash: &str) -> Result<Option<Blob>, Failure> {
        match self {
            Self::Memory(blobs) => Ok(blobs.get(hash).cloned()),
            Self::Folder(_) if !is_hash(hash) => Ok(None),
            Self::Folder(folder) => Ok(file(folder, hash).await.map(Blob::from)),
        }
    }
}

fn is_hash(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

async fn file(folder: &FileSystemDirectoryHandle, name: &str) -> Option<File> {
    let handle: FileSystemFileHandle = JsFuture::from(folder.get_file_handle(name)).await.ok()?.unchecked_into();
    JsFuture::from(handle.get_file()).await.ok()?.dyn_into().ok()
}

async fn size(folder: &FileSystemDirectoryHandle, name: &str) -> Option<u64> {
    file(folder, name).await.map(|file| file.size() as u64)
}

/// Writes under a passing name first, so that the name of a hash never stands on half of its bytes.
async fn write(folder: &FileSystemDirectoryHandle, name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let unfinished = fill(folder, UNFINISHED, bytes).await?;
    let renamed = match Reflect::get(&unfinished, &"move".into())?.dyn_into::<Function>() {
        Ok(rename) => {
            let promise = rename.call1(&unfinished, &name.into())?;
            JsFuture::from(js_sys::Promise::resolve(&promise)).await.is_ok()
        }
        Err(_) => false,
    };
    // A browser that cannot rename: sizes are compared before a file counts as kept.
    if !renamed {
        fill(folder, name, bytes).await?;
    }
    Ok(())
}

async fn fill(folder: &FileSystemDirectoryHandle, name: &str, bytes: &[u8]) -> Result<FileSystemFileHandle, JsValue> {
    let options = FileSystemGetFileOptions::new();
    options.set_create(true);
    let handle = JsFuture::from(folder.get_file_handle_with_options(name, &options)).await?;
    let handle: FileSystemFileHandle = handle.unchecked_into();
    let access: FileSystemSyncAccessHandle = JsFuture::from(handle.create_sync_access_handle()).await?.unchecked_into();
    let written = put(&access, bytes);
    access.close();
    written.map(|()| handle)
}

fn put(access: &FileSystemSyncAccessHandle, bytes: &[u8]) -> Result<(), JsValue> {
    access.truncate_with_u32(0)?;
    let written = access.write_with_u8_array(bytes)?;
    if written != bytes.len() as f64 {
        return Err(JsValue::from_str("the disk took only a part"));
    }
    access.flush()
}

fn failed(error: &JsValue) -> Failure {
    let full = Reflect::get(error, &"name".into()).ok().and_then(|name| name.as_string());
    if full.as_deref() == Some("QuotaExceededError") {
        failure("disk_full", "There is no room left for this file. Nothing was lost; free some space and try again.")
    } else {
        failure("blobs", format!("A file could not be kept or read: {}.", words(error)))
    }
}
