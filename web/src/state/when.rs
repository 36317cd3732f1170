//! Days as people say them. Which day an instant is where the reader lives is the browser's to know.

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A local day, `YYYY-MM-DD`, as seen from another one: `today`, `3 days ago`, `12 Mar`, `12 Mar 2019`. What is no such
/// day stays as it is.
#[must_use]
pub fn seen_from(today: &str, day: &str) -> String {
    let (Some(then), Some(now)) = (parts(day), parts(today)) else { return day.to_owned() };
    let (year, month, date) = then;
    let name = MONTHS.get(month as usize - 1).copied().unwrap_or_default();
    match number(now) - number(then) {
        0 => "today".to_owned(),
        1 => "yesterday".to_owned(),
        -1 => "tomorrow".to_owned(),
        days @ 2..=6 => format!("{days} days ago"),
        _ if year == now.0 => format!("{date} {name}"),
        _ => format!("{date} {name} {year}"),
    }
}

/// A local day in full: `12 March 2019` is what a reader hovers for.
#[must_use]
pub fn in_full(day: &str) -> String {
    match parts(day) {
        Some((year, month, date)) => {
            format!("{date} {} {year}", MONTHS.get(month as usize - 1).copied().unwrap_or_default())
        }
        None => day.to_owned(),
    }
}

fn parts(day: &str) -> Option<(i64, i64, i64)> {
    let mut parts = day.splitn(3, '-').map(|part| part.parse::<i64>().ok());
    let (year, month, date) = (parts.next()??, parts.next()??, parts.next()??);
    ((1..=12).contains(&month) && (1..=31).contains(&date) && (0..=9999).contains(&year)).then_some((year, month, date))
}

/// The day's number, counted from 1970 in the Gregorian calendar (Hinnant's `days_from_civil`).
fn number((year, month, date): (i64, i64, i64)) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + date - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_said_as_seen_from_today() {
        let table = [
            ("2026-03-01", "today"),
            ("2026-02-28", "yesterday"),
            ("2026-03-02", "tomorrow"),
            ("2026-02-27", "2 days ago"),
            ("2026-02-23", "6 days ago"),
            ("2026-02-22", "22 Feb"),
            ("2026-12-31", "31 Dec"),
            ("2025-12-31", "31 Dec 2025"),
            ("0001-01-01", "1 Jan 1"),
            ("soon", "soon"),
            ("2026-13-01", "2026-13-01"),
            ("", ""),
        ];
        for (day, said) in table {
            assert_eq!(seen_from("2026-03-01", day), said, "{day}");
        }
    }

    #[test]
    fn days_are_counted_over_leap_years() {
        assert_eq!(number((1970, 1, 1)), 0);
        assert_eq!(number((2000, 3, 1)) - number((2000, 2, 28)), 2);
        assert_eq!(number((1900, 3, 1)) - number((1900, 2, 28)), 1);
        assert_eq!(seen_from("2024-03-01", "2024-02-29"), "yesterday");
    }
}
