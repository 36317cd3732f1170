//! Long work on the page's own thread, in slices that nobody notices.

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::MessageChannel;

/// A slice is so long: half a frame, so that keys and drawing come in between.
const SLICE_MS: f64 = 8.0;

/// Work that gives way again and again.
pub struct Slices {
    since: f64,
}

impl Slices {
    /// Begins a slice.
    #[must_use]
    pub fn begin() -> Self {
        Self { since: now() }
    }

    /// Goes on at once while the slice lasts, and otherwise once whatever waits has had its turn.
    pub async fn rest(&mut self) {
        if now() - self.since >= SLICE_MS {
            turn().await;
            self.since = now();
        }
    }
}

fn now() -> f64 {
    js_sys::Date::now()
}

/// Waits for a message to itself: it queues up behind events, and unlike a timer's no rule makes it late.
async fn turn() {
    let promise = js_sys::Promise::new(&mut |done, _| match MessageChannel::new() {
        Ok(channel) => {
            channel.port1().set_onmessage(Some(&done));
            if channel.port2().post_message(&JsValue::NULL).is_err() {
                let _ = done.call0(&JsValue::NULL);
            }
        }
        Err(_) => {
            let _ = done.call0(&JsValue::NULL);
        }
    });
    // It is never rejected.
    let _ = JsFuture::from(promise).await;
}
