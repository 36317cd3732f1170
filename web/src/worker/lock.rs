//! The Web Lock that only the worker with the store holds. A browser lets it go when the worker ends, however it does.

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::dom::words;
use crate::message::{Failure, failure};

use super::scope::Scope;

const NAME: &str = "scrap-store";

// Bindings of our own: those of web-sys count as unstable and need a compiler flag.
#[wasm_bindgen]
extern "C" {
    type LockManager;

    #[wasm_bindgen(method)]
    fn request(this: &LockManager, name: &str, options: &Object, granted: &Function) -> Promise;
}

/// The lock, held until this is dropped.
pub struct Lock {
    release: Function,
}

impl Lock {
    /// The lock, if nobody holds it or stands in line.
    ///
    /// # Errors
    /// Where the browser has no locks: outside a secure context, or an old one.
    pub async fn now(scope: &Scope) -> Result<Option<Self>, Failure> {
        request(scope, true).await
    }

    /// Stands in line for the lock.
    ///
    /// # Errors
    /// As [`Lock::now`].
    pub async fn turn(scope: &Scope) -> Result<Self, Failure> {
        request(scope, false).await?.ok_or_else(|| unavailable("the lock was not granted"))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.release.call0(&JsValue::UNDEFINED);
    }
}

async fn request(scope: &Scope, if_available: bool) -> Result<Option<Lock>, Failure> {
    let navigator = scope.global().navigator();
    let locks = Reflect::get(&navigator, &"locks".into()).unwrap_or(JsValue::UNDEFINED);
    if locks.is_undefined() {
        return Err(unavailable("this browser has no Web Locks here"));
    }
    let locks: LockManager = locks.unchecked_into();
    let options = Object::new();
    let _ = Reflect::set(&options, &"ifAvailable".into(), &if_available.into());

    // Settled with what lets the lock go, or with null.
    let settled = Promise::new(&mut |resolve: Function, reject: Function| {
        let granted = Closure::once_into_js(move |lock: JsValue| -> JsValue {
            if lock.is_null() {
                let _ = resolve.call1(&JsValue::UNDEFINED, &JsValue::NULL);
                return JsValue::UNDEFINED;
            }
            // The browser holds the lock until this promise is settled.
            Promise::new(&mut |release: Function, _| {
                let _ = resolve.call1(&JsValue::UNDEFINED, &release);
            })
            .into()
        });
        let asked = locks.request(NAME, &options, granted.unchecked_ref());
        let _ = then_reject(&asked, &reject);
    });
    let release = JsFuture::from(settled).await.map_err(|error| unavailable(&words(&error)))?;
    Ok(release.dyn_into::<Function>().ok().map(|release| Lock { release }))
}

/// A refused request rejects its own promise; a granted one settles only when the lock is let go.
fn then_reject(asked: &Promise, reject: &Function) -> Result<JsValue, JsValue> {
    let then: Function = Reflect::get(asked, &"then".into())?.dyn_into()?;
    then.call2(asked, &JsValue::UNDEFINED, reject)
}

fn unavailable(why: &str) -> Failure {
    failure(
        "no_locks",
        format!(
            "The store cannot be opened safely: {why}. scrap needs HTTPS or localhost, and a browser of 2023 or later."
        ),
    )
}
