//! Counts and sizes as people read them.

/// A count in groups of three digits: `38,430`.
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count of things: `1 page`, `2 pages`.
#[must_use]
pub fn of(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// A count of pages.
#[must_use]
pub fn pages(number: u64) -> String {
    of(number, "page", "pages")
}

/// A length in bytes, in units of 1,000: `1.4 MB`.
#[must_use]
pub fn bytes(length: u64) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"];
    let mut size = length as f64;
    let mut unit = 0;
    while size >= 999.5 && unit < units.len() - 1 {
        size /= 1_000.0;
        unit += 1;
    }
    let unit = units.get(unit).copied().unwrap_or_default();
    if size < 9.95 && unit != "bytes" { format!("{size:.1} {unit}") } else { format!("{size:.0} {unit}") }
}

/// Of a whole, in percent: never 100 before all is done.
#[must_use]
pub fn percent(done: u64, whole: u64) -> u64 {
    done.min(whole).saturating_mul(100).checked_div(whole).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_read_as_people_write_them() {
        assert_eq!([0, 999, 1_000, 38_430, 1_234_567].map(count), ["0", "999", "1,000", "38,430", "1,234,567"]);
        assert_eq!([0, 1, 2].map(pages), ["0 pages", "1 page", "2 pages"]);
        let sizes = [0, 999, 1_000, 9_949, 9_951, 999_499, 1_400_000, 2_000_000_000];
        assert_eq!(
            sizes.map(bytes),
            ["0 bytes", "999 bytes", "1.0 kB", "9.9 kB", "10 kB", "999 kB", "1.4 MB", "2.0 GB"]
        );
        assert_eq!([percent(0, 0), percent(999, 1_000), percent(3, 3), percent(9, 3)], [0, 99, 100, 100]);
    }
}
