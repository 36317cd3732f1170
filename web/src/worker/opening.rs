//! Where a store can live in this browser, and opening it there.

use js_sys::Reflect;
use scrap_core::id::DeviceId;
use scrap_core::store::{Journal, Store, StoreError};
use sqlite_wasm_vfs::sahpool::OpfsSAHError;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::FileSystemDirectoryHandle;

use crate::dom::words;
use crate::message::{Failure, PATIENCE_MS, failure};

use super::blobs::Blobs;
use super::pool::Pool;
use super::scope::Scope;

/// The pool's directory in OPFS.
const STORE: &str = "scrap-store";

/// How long to wait between two tries for handles that a worker which just ended still has, in milliseconds.
const AGAIN_MS: u32 = 50;

/// Where the store lives.
pub enum Place {
    /// In OPFS: its root, and the pool once it is installed.
    Opfs(FileSystemDirectoryHandle, Option<Pool>),
    /// In memory: why.
    Memory(String),
}

impl Place {
    /// Looks what the browser has.
    ///
    /// # Errors
    /// What it lacks.
    pub async fn find() -> Result<Self, Failure> {
        let missing = |what: &str| {
            let needs = "scrap keeps its pages in this browser, and needs HTTPS or localhost and a current Chromium, \
                         Firefox or Safari (iOS 17 or later)";
            failure("no_opfs", format!("This browser has no {what} here. {needs}."))
        };
        let navigator = field(&js_sys::global(), "navigator");
        let storage = field(&navigator, "storage");
        let Ok(get) = field(&storage, "getDirectory").dyn_into::<js_sys::Function>() else {
            return Err(missing("file system of its own (navigator.storage.getDirectory)"));
        };
        let handle = field(&field(&js_sys::global(), "FileSystemFileHandle"), "prototype");
        if field(&handle, "createSyncAccessHandle").is_undefined() {
            return Err(missing("synchronous file access in workers (createSyncAccessHandle)"));
        }
        let asked = get.call0(&storage).map(|promise| JsFuture::from(js_sys::Promise::resolve(&promise)));
        let root = match asked {
            Ok(asked) => asked.await,
            Err(refused) => Err(refused),
        };
        // Private windows of some browsers refuse it.
        Ok(match root {
            Ok(root) => Self::Opfs(root.unchecked_into(), None),
            Err(refused) => Self::Memory(format!("this window keeps no files ({})", words(&refused))),
        })
    }

    /// Opens the store, new where there is none.
    ///
    /// # Errors
    /// When its files are in use or cannot be read, and what [`StoreError`] says.
    pub async fn open(&mut self, scope: &Scope) -> Result<Store, Failure> {
        let device = DeviceId(scope.random());
        match self {
            Self::Memory(_) => Store::in_memory(device).map_err(Failure::from),
            Self::Opfs(_, pool) => {
                let connection = held(scope, pool).await?.open().map_err(StoreError::from)?;
                Ok(Store::open(connection, Journal::TruncateExclusive, device)?)
            }
        }
    }

    /// Where files are kept.
    ///
    /// # Errors
    /// The browser's words.
    pub async fn blobs(&self) -> Result<Blobs, Failure> {
        match self {
            Self::Memory(_) => Ok(Blobs::in_memory()),
            Self::Opfs(root, _) => Blobs::in_folder(root).await,
        }
    }

    /// Closes the store, so that another worker can have its files.
    ///
    /// # Errors
    /// When SQLite or the browser does not let go: the lock must then be held on.
    pub fn close(&self, store: Store) -> Result<(), Failure> {
        let stuck =
            |words: String| failure("not_closed", format!("The store did not close: {words}. Reload this tab."));
        store.into_connection().close().map_err(|(_, error)| stuck(error.to_string()))?;
        match self {
            Self::Opfs(_, Some(pool)) => pool.rest().map_err(|error| stuck(error.to_string())),
            _ => Ok(()),
        }
    }
}

/// The pool with its handles. A browser frees those of a worker that ended a moment after its lock.
async fn held<'p>(scope: &Scope, pool: &'p mut Option<Pool>) -> Result<&'p Pool, Failure> {
    let begun = scope.elapsed_ms();
    loop {
        let tried = match pool {
            Some(pool) => pool.wake().await,
            None => Pool::install(STORE).await.map(|installed| *pool = Some(installed)),
        };
        match (tried, &*pool) {
            (Ok(()), Some(_)) => break,
            (Err(error), _) if scope.elapsed_ms() - begun > f64::from(PATIENCE_MS) => return Err(unopened(&error)),
            _ => scope.pass(AGAIN_MS).await,
        }
    }
    pool.as_ref().ok_or_else(|| failure("store_in_use", "The store's files are in use."))
}

fn unopened(error: &OpfsSAHError) -> Failure {
    let in_use = matches!(error, OpfsSAHError::Opfs { value, .. } if name(value) == "NoModificationAllowedError");
    if in_use {
        failure(
            "store_in_use",
            "The store's files are in use, perhaps by a tab that hangs. Close other tabs of scrap, then reload.",
        )
    } else {
        failure("store_files", format!("The store's files could not be opened: {error}."))
    }
}

fn name(error: &JsValue) -> String {
    field(error, "name").as_string().unwrap_or_default()
}

fn field(object: &JsValue, name: &str) -> JsValue {
    if object.is_object() || object.is_function() {
        Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
    } else {
        JsValue::UNDEFINED
    }
}
