//! The one form in which messages cross between app, worker and tabs: a pair of the typed value and of a browser's
//! object that may come along, both as structured clones.

use js_sys::Array;
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::{JsCast, JsValue};

/// A message for `postMessage`.
///
/// # Errors
/// When the value has no form in JavaScript.
pub fn write<T: Serialize>(value: &T, payload: &JsValue) -> Result<JsValue, String> {
    let value = serde_wasm_bindgen::to_value(value).map_err(|error| error.to_string())?;
    Ok(Array::of2(&value, payload).into())
}

/// Reads a message.
///
/// # Errors
/// When it is not what [`write`] makes of a `T`: the other side is of another build.
pub fn read<T: DeserializeOwned>(message: &JsValue) -> Result<(T, JsValue), String> {
    let pair = message.dyn_ref::<Array>().ok_or_else(|| "a message is no pair".to_owned())?;
    let value = serde_wasm_bindgen::from_value(pair.get(0)).map_err(|error| error.to_string())?;
    Ok((value, pair.get(1)))
}
