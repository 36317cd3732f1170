//! The worker's global scope: words to the app, the clock, randomness, and a breath between two calls.

use js_sys::{Function, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel};

use scrap_core::time::Instant;

use crate::codec;
use crate::dom::words;
use crate::message::{Failure, Given, ToApp, failure};

/// A dedicated worker's global scope.
#[derive(Clone)]
pub struct Scope {
    global: DedicatedWorkerGlobalScope,
    channel: MessageChannel,
}

impl Scope {
    /// The one this runs in, nothing outside a dedicated worker.
    pub fn here() -> Option<Self> {
        let global = js_sys::global().dyn_into().ok()?;
        Some(Self { global, channel: MessageChannel::new().ok()? })
    }

    /// The browser's own.
    pub fn global(&self) -> &DedicatedWorkerGlobalScope {
        &self.global
    }

    /// What the page said this tab is.
    pub fn name(&self) -> String {
        self.global.name()
    }

    /// Says something to the app.
    pub fn tell(&self, word: &ToApp) {
        // A status is text, which has a form in JavaScript, and the app's end of the line is there as long as this one.
        let _ = self.post(word, &JsValue::UNDEFINED);
    }

    /// Answers a call.
    pub fn answer(&self, id: u64, given: Result<Given, Failure>, payload: Option<JsValue>) {
        let sent = self.post(&ToApp::Answer { id, given }, &payload.unwrap_or(JsValue::UNDEFINED));
        if let Err(words) = sent {
            let why = failure("protocol", format!("The answer could not be sent: {words}."));
            self.tell(&ToApp::Answer { id, given: Err(why) });
        }
    }

    fn post(&self, word: &ToApp, payload: &JsValue) -> Result<(), String> {
        let message = codec::write(word, payload)?;
        self.global.post_message(&message).map_err(|error| words(&error))
    }

    /// Lets the messages in that have arrived: they are all before this one in the browser's line.
    pub async fn breathe(&self) {
        let arrived = Promise::new(&mut |resolve: Function, _| self.channel.port1().set_onmessage(Some(&resolve)));
        if self.channel.port2().post_message(&JsValue::NULL).is_ok() {
            let _ = JsFuture::from(arrived).await;
        }
    }

    /// Lets `ms` milliseconds pass.
    pub async fn pass(&self, ms: u32) {
        let passed = Promise::new(&mut |resolve: Function, _| {
            let ms = i32::try_from(ms).unwrap_or(i32::MAX);
            let _ = self.global.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, ms);
        });
        let _ = JsFuture::from(passed).await;
    }

    /// Now.
    pub fn now(&self) -> Instant {
        Instant::from_ms(js_sys::Date::now() as i64)
    }

    /// Milliseconds since the worker began, by a clock that nobody sets.
    pub fn elapsed_ms(&self) -> f64 {
        self.global.performance().map_or(0.0, |clock| clock.now())
    }

    /// Random bytes; zeros only where a browser has none, which no supported one does.
    pub fn random(&self) -> [u8; 16] {
        let mut bytes = [0; 16];
        if let Ok(crypto) = self.global.crypto() {
            let _ = crypto.get_random_values_with_u8_array(&mut bytes);
        }
        bytes
    }
}
