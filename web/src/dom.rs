//! The browser's objects that the app needs, by names of ours. Nothing here decides anything.

pub mod draw;
pub mod folder;
pub mod look;
pub mod place;
pub mod save;
pub mod slices;

use wasm_bindgen::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ErrorEvent, MessageEvent, Worker};

pub use web_sys::{Blob, DragEvent, Element, File, HtmlElement, HtmlInputElement as Input, KeyboardEvent};

#[wasm_bindgen]
extern "C" {
    /// `boot.js`: only it may turn an address into a worker.
    #[wasm_bindgen(js_name = scrapWorker, catch)]
    fn scrap_worker() -> Result<Worker, JsValue>;
}

/// The app's worker, and what listens to it.
pub struct Port {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Port {
    /// Starts a worker, or takes the one that the page started.
    ///
    /// # Errors
    /// The browser's words.
    pub fn open(
        mut heard: impl FnMut(JsValue) + 'static,
        mut broke: impl FnMut(String) + 'static,
    ) -> Result<Self, String> {
        let worker = scrap_worker().map_err(|error| words(&error))?;
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| heard(event.data()));
        let on_error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            // A script that does not load has an event without words.
            let words = js_sys::Reflect::get(&event, &"message".into()).ok().and_then(|words| words.as_string());
            broke(words.unwrap_or_else(|| "its script did not load".to_owned()));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self { worker, _on_message: on_message, _on_error: on_error })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// The browser's words.
    pub fn post(&self, message: &JsValue) -> Result<(), String> {
        self.worker.post_message(message).map_err(|error| words(&error))
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// An address that shows a blob while it is held.
pub struct ObjectUrl(String);

impl ObjectUrl {
    /// Makes one.
    ///
    /// # Errors
    /// The browser's words.
    pub fn new(blob: &Blob) -> Result<Self, String> {
        web_sys::Url::create_object_url_with_blob(blob).map(Self).map_err(|error| words(&error))
    }

    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Drop for ObjectUrl {
    fn drop(&mut self) {
        let _ = web_sys::Url::revoke_object_url(&self.0);
    }
}

/// A file's bytes.
///
/// # Errors
/// The browser's words, as when the file is gone by now.
pub async fn bytes(blob: &Blob) -> Result<Vec<u8>, String> {
    let read = settled(blob.array_buffer()).await?;
    Ok(js_sys::Uint8Array::new(&read).to_vec())
}

/// The build that `cargo xtask app` wrote into the page.
#[must_use]
pub fn build() -> String {
    meta("scrap-build")
}

fn meta(name: &str) -> String {
    let document = web_sys::window().and_then(|window| window.document());
    let meta = document.and_then(|page| page.query_selector(&format!("meta[name={name}]")).ok().flatten());
    meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_default()
}

/// The welcome pages that the app brings along, each with its path, as files.
///
/// # Errors
/// The browser's words, as when there is neither a network nor a copy.
pub async fn welcome_pages() -> Result<Vec<(String, File)>, String> {
    let window = web_sys::window().ok_or("there is no window")?;
    let response = settled(window.fetch_with_str(&meta("scrap-welcome"))).await?;
    let text = response.unchecked_into::<web_sys::Response>().text().map_err(|error| words(&error))?;
    let text = settled(text).await?.as_string().unwrap_or_default();
    let pages: Vec<(String, String)> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let file = |(path, text): (String, String)| {
        let file = File::new_with_str_sequence(&js_sys::Array::of1(&text.into()), &path);
        file.map(|file| (path, file)).map_err(|error| words(&error))
    };
    pages.into_iter().map(file).collect()
}

/// The event as one of a key.
#[must_use]
pub fn key(event: &web_sys::Event) -> Option<KeyboardEvent> {
    event.dyn_ref::<KeyboardEvent>().cloned()
}

/// The event as one of a drag.
#[must_use]
pub fn drag(event: &web_sys::Event) -> Option<DragEvent> {
    event.dyn_ref::<DragEvent>().cloned()
}

/// What an event happened to.
#[must_use]
pub fn target(event: &web_sys::Event) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}

/// Whether the key goes to something that takes text.
#[must_use]
pub fn is_writing(event: &KeyboardEvent) -> bool {
    target(event)
        .is_some_and(|target| target.matches("input:not([type=radio], [type=checkbox]), textarea").unwrap_or(false))
}

/// Whether a dialog is open above the page.
#[must_use]
pub fn is_modal_open() -> bool {
    !place::all("dialog[open]").is_empty()
}

/// What stands in a field, and where in it the caret is, in UTF-16 units.
#[must_use]
pub fn caret_in(id: &str) -> Option<(String, usize)> {
    let field = input(&place::by_id(id)?)?;
    let caret = field.selection_end().ok().flatten()?;
    Some((field.value(), caret as usize))
}

/// Marks all text of a field.
pub fn select(field: &HtmlElement) {
    if let Some(input) = field.dyn_ref::<Input>() {
        input.select();
    }
}

/// The element as an input, if it is one.
#[must_use]
pub fn input(element: &HtmlElement) -> Option<Input> {
    element.dyn_ref::<Input>().cloned()
}

/// Opens the browser's own picker of an input.
pub fn pick(input: &Input) {
    // So that picking the same folder again is a change.
    input.set_value("");
    input.click();
}

/// Loads the page anew.
pub fn reload() {
    if let Some(window) = web_sys::window() {
        let _ = window.location().reload();
    }
}

/// Today where the browser is, `YYYY-MM-DD`.
#[must_use]
pub fn today() -> String {
    day_of(&js_sys::Date::new_0())
}

/// The day on which an RFC 3339 instant is where the browser is; a text that is no instant stays, as a day does.
#[must_use]
pub fn local_day(when: &str) -> String {
    if !when.contains('T') {
        return when.to_owned();
    }
    let date = js_sys::Date::new(&when.into());
    if date.get_time().is_nan() { when.to_owned() } else { day_of(&date) }
}

fn day_of(date: &js_sys::Date) -> String {
    format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}

/// Calls `then` once the screen has been drawn, and gives way to whatever waits until then.
pub fn next_frame(then: impl FnOnce() + 'static) {
    if let Some(window) = web_sys::window() {
        let call = Closure::once_into_js(then);
        let _ = window.request_animation_frame(call.unchecked_ref());
    }
}

/// Calls `then` after so many milliseconds, and gives what [`stop`] takes.
pub fn after(ms: i32, then: impl FnOnce() + 'static) -> i32 {
    let Some(window) = web_sys::window() else { return 0 };
    let call = Closure::once_into_js(then);
    window.set_timeout_with_callback_and_timeout_and_arguments_0(call.unchecked_ref(), ms).unwrap_or(0)
}

/// What [`after`] was to call is not called any more.
pub fn stop(timer: i32) {
    if let Some(window) = web_sys::window() {
        window.clear_timeout_with_handle(timer);
    }
}

/// What a promise gives.
///
/// # Errors
/// The browser's words.
pub async fn settled(promise: js_sys::Promise) -> Result<JsValue, String> {
    JsFuture::from(promise).await.map_err(|error| words(&error))
}

/// What an error of the browser says.
#[must_use]
pub fn words(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => format!("{}: {}", String::from(error.name()), String::from(error.message())),
        None => error.as_string().unwrap_or_else(|| format!("{error:?}")),
    }
}
