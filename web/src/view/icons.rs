//! The few signs that stand on buttons: lines on a grid of 24.

use leptos::prelude::*;
use leptos::svg::{path, svg};

/// A magnifying glass.
pub const SEARCH: &str = "M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5.2-1.8 5.3 5.3";
/// Two sliders.
pub const SETTINGS: &str = "M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-7 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z";
/// A heart's beat.
pub const HEALTH: &str = "M3 12.5h4l2.500-6 4 12 2.500-6h5";
/// A funnel.
pub const FILTER: &str = "M4 5.500h16l-6.500 7.500v5.500l-3 1.500v-7Z";
/// An arrow to where one came from.
pub const BACK: &str = "M19 12H5m6.5-6.5L5 12l6.5 6.5";
/// A cross.
pub const CLOSE: &str = "m6.5 6.5 11 11m0-11-11 11";
/// Upwards.
pub const UP: &str = "m6 14.5 6-6 6 6";
/// Downwards.
pub const DOWN: &str = "m6 9.5 6 6 6-6";
/// A folder.
pub const FOLDER: &str = "M3.5 18V6a1.5 1.5 0 0 1 1.5-1.5h4.2l2.3 2.5H19A1.5 1.5 0 0 1 20.5 8.5V18a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18Z";
/// A sheet.
pub const FILE: &str = "M6 3.5h7.5L18.5 8.500V19a1.5 1.5 0 0 1-1.500 1.500H6.500A1.500 1.500 0 0 1 5 19V4.500a1 1 0 0 1 1-1Zm7.500 0V8.500h5";
/// An open book.
pub const BOOK: &str = "M12 6.5c-2-1.500-5-2-8-2v13c3 0 6 .5 8 2 2-1.500 5-2 8-2v-13c-3 0-6 .5-8 2Zm0 0v13";
/// A drawing pin.
pub const PIN: &str = "M9 4.5h6m-5 0v5.500l-3 4h10l-3-4v-5.500m-2 9.500v6";
/// A tick.
pub const DONE: &str = "m5 12.500 4.500 4.500L19 7.500";
/// A pencil.
pub const EDIT: &str = "M5 19l1-4.500L16.500 4 20 7.500 9.500 18Zm9.500-13 3.500 3.500";
/// Out of a tray.
pub const SAVE: &str = "M12 4v11m-4.500-4.500L12 15l4.500-4.500M4.500 19.500h15";

/// A sign. It says nothing to a screen reader: what it stands on has a name.
pub fn icon(lines: &'static str) -> impl IntoView {
    svg().attr("class", "icon").attr("viewBox", "0 0 24 24").attr("aria-hidden", "true").child(path().attr("d", lines))
}
