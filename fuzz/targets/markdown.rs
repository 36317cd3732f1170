//! Whatever a file holds is read: no panic, and offsets that are of the body.

#![no_main]

use libfuzzer_sys::fuzz_target;
use scrap_core::markdown::{read, written};
use scrap_core::{front, pins};

fuzz_target!(|bytes: &[u8]| {
    let body = String::from_utf8_lossy(bytes);
    let document = read(&body);
    assert!(document.links.iter().all(|link| body.is_char_boundary(link.offset)));
    assert!(document.files.iter().all(|link| body.is_char_boundary(link.offset)));
    for link in written::links(&body) {
        assert!(body.get(link.range.clone()).is_some() && body.get(link.label.clone()).is_some());
        assert!(link.range.start <= link.label.start && link.label.end <= link.range.end);
    }
    let count = pins::pins(&body).len();
    for at in 0..count.min(3) {
        assert!(pins::changed(&body, &pins::Change::Remove(at)).is_ok());
        assert!(pins::changed(&body, &pins::Change::Move { from: at, to: count - 1 }).is_ok());
    }
    let _ = front::parse(&body);
});
