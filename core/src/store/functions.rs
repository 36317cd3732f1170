//! The functions that queries call from SQL: comparison as the index does it.

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

use crate::text;

pub(super) fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_DIRECTONLY;
    connection.create_scalar_function("fold", 1, flags, |call| Ok(text::fold(call.get_raw(0).as_str()?)))?;
    connection.create_scalar_function("title_key", 1, flags, |call| Ok(title_key(call.get_raw(0).as_str()?)))
}

/// A title as titles are ordered: its letters folded, its runs of digits by number, everything else a blank.
fn title_key(title: &str) -> String {
    let folded = text::fold(title);
    let mut key = String::with_capacity(folded.len());
    let mut rest = folded.as_str();
    while let Some(c) = rest.chars().next() {
        if c.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let digits = rest[..end].trim_start_matches('0');
            // The length before the digits makes 9 come before 10: `0` to `9`, then more digits than anyone writes.
            let length = u8::try_from(digits.len()).unwrap_or(u8::MAX);
            key.push_str(&format!("{length:03}{digits}"));
            rest = &rest[end..];
        } else {
            key.push(if c.is_alphanumeric() { c } else { ' ' });
            rest = &rest[c.len_utf8()..];
        }
    }
    key.trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_order_by_letters_and_numbers() {
        let mut titles = ["Page 10", "page 9", "Ärger", "\"Zebra\"", "10 pages", "9 pages", "Page 009b"];
        titles.sort_by_key(|title| title_key(title));
        assert_eq!(titles, ["9 pages", "10 pages", "Ärger", "page 9", "Page 009b", "Page 10", "\"Zebra\""]);
    }
}
