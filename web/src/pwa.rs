//! The installed app: updates that wait, and storage that stays.

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Event, ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState};

/// Calls `waits` when a newer build is here and waits, now or later. When it takes over, the page loads anew,
/// unless it is the first to have one at all.
pub fn watch(waits: impl Fn() + Clone + 'static) {
    let Some(container) = container() else { return };
    let mut had_one = container.controller().is_some();
    let changed = Closure::<dyn FnMut(Event)>::new(move |_: Event| {
        if std::mem::replace(&mut had_one, true) {
            crate::dom::reload();
        }
    });
    container.set_oncontrollerchange(Some(changed.as_ref().unchecked_ref()));
    changed.forget();
    wasm_bindgen_futures::spawn_local(async move {
        let Ok(ready) = container.ready() else { return };
        let Ok(registration) = JsFuture::from(ready).await else { return };
        let registration: ServiceWorkerRegistration = registration.unchecked_into();
        if registration.waiting().is_some() {
            waits();
        }
        let watched = registration.clone();
        let found = Closure::<dyn FnMut(Event)>::new(move |_: Event| {
            let Some(new) = watched.installing() else { return };
            let (waits, changed) = (waits.clone(), new.clone());
            let change = Closure::<dyn FnMut(Event)>::new(move |_: Event| {
                let replaces = container_has_one();
                if changed.state() == ServiceWorkerState::Installed && replaces {
                    waits();
                }
            });
            new.set_onstatechange(Some(change.as_ref().unchecked_ref()));
            change.forget();
        });
        registration.set_onupdatefound(Some(found.as_ref().unchecked_ref()));
        found.forget();
    });
}

/// Lets the build that waits take over. The page then loads anew by itself.
pub async fn apply() {
    if let Some(waiting) = registration().await.and_then(|registration| registration.waiting()) {
        let _ = waiting.post_message(&"apply".into());
    }
}

/// Asks the server for a newer build, past every cache, and gives whether it answered.
pub async fn look() -> bool {
    match registration().await.and_then(|registration| registration.update().ok()) {
        Some(asked) => JsFuture::from(asked).await.is_ok(),
        None => false,
    }
}

/// Asks the browser not to evict what is stored, and gives what it said.
pub async fn persist() -> bool {
    let Some(window) = web_sys::window() else { return false };
    let Ok(asked) = window.navigator().storage().persist() else { return false };
    JsFuture::from(asked).await.is_ok_and(|granted| granted.is_truthy())
}

/// How much is stored, and how much may be: bytes, as the browser estimates them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Storage {
    /// In use.
    pub used: u64,
    /// In all.
    pub quota: u64,
    /// The browser does not evict it.
    pub persisted: bool,
}

/// What the browser says of this app's storage; nothing where it does not say.
pub async fn storage() -> Option<Storage> {
    let storage = web_sys::window()?.navigator().storage();
    let estimate: web_sys::StorageEstimate = JsFuture::from(storage.estimate().ok()?).await.ok()?.unchecked_into();
    let persisted = match storage.persisted() {
        Ok(asked) => JsFuture::from(asked).await.is_ok_and(|said| said.is_truthy()),
        Err(_) => false,
    };
    let bytes = |number: Option<f64>| number.unwrap_or(0.0) as u64;
    Some(Storage { used: bytes(estimate.get_usage()), quota: bytes(estimate.get_quota()), persisted })
}

async fn registration() -> Option<ServiceWorkerRegistration> {
    let found = JsFuture::from(container()?.get_registration()).await.ok()?;
    found.dyn_into().ok()
}

fn container_has_one() -> bool {
    container().is_some_and(|container| container.controller().is_some())
}

/// Nothing outside secure contexts, where a browser has no service workers.
fn container() -> Option<ServiceWorkerContainer> {
    let navigator = web_sys::window()?.navigator();
    let has = js_sys::Reflect::has(&navigator, &"serviceWorker".into()).unwrap_or(false);
    has.then(|| navigator.service_worker())
}
