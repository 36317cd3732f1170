//! Bytes that leave the app as a file.

use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement};

/// A file in the making. What is added is the browser's from then on, which may keep it on disk.
#[derive(Default)]
pub struct Parts(js_sys::Array);

impl Parts {
    /// Adds bytes.
    ///
    /// # Errors
    /// The browser's words.
    pub fn bytes(&self, bytes: &[u8]) -> Result<(), String> {
        let one = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
        let blob = Blob::new_with_u8_array_sequence(&one).map_err(|error| super::words(&error))?;
        self.0.push(&blob);
        Ok(())
    }

    /// Adds a blob's bytes.
    pub fn blob(&self, blob: &Blob) {
        self.0.push(blob);
    }

    /// All of it, as a file of this type.
    ///
    /// # Errors
    /// The browser's words.
    pub fn whole(&self, mime: &str) -> Result<Blob, String> {
        let options = BlobPropertyBag::new();
        options.set_type(mime);
        Blob::new_with_blob_sequence_and_options(&self.0, &options).map_err(|error| super::words(&error))
    }
}

/// The same bytes under this media type.
#[must_use]
pub fn typed(blob: &Blob, mime: &str) -> Blob {
    blob.slice_with_f64_and_f64_and_content_type(0.0, blob.size(), mime).unwrap_or_else(|_| blob.clone())
}

/// Gives a file to the browser to save under this name.
///
/// # Errors
/// The browser's words.
pub fn download(blob: &Blob, name: &str) -> Result<(), String> {
    let url = super::ObjectUrl::new(blob)?;
    let document = web_sys::window().and_then(|window| window.document()).ok_or("there is no page")?;
    let link = document.create_element("a").map_err(|error| super::words(&error))?;
    let link: HtmlAnchorElement = link.dyn_into().map_err(|_| "no link could be made")?;
    link.set_href(url.as_str());
    link.set_download(name);
    link.click();
    // The browser reads it after the click, some only when their dialog was answered.
    super::after(600_000, move || drop(url));
    Ok(())
}
