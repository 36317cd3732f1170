//! The days of `after:`, `before:` and `due:`, as written: relative ones stay relative until a today is given.

use std::fmt;

use crate::time::Day;

/// A date of `after:` and `before:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DateSpec {
    /// A year, 0 to 9999.
    Year(i16),
    /// A year and a month, 1 to 12.
    Month(i16, i8),
    /// A day.
    Day(Day),
    /// So many units before today, 0 to 100.
    Ago(u8, Unit),
}

/// A unit of a time ago.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A day.
    Day,
    /// Seven days.
    Week,
    /// 30 days.
    Month,
    /// 365 days.
    Year,
}

/// A due day and how to compare with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Due {
    /// No due day.
    None,
    /// A due day that compares so with the day given.
    Day(Comparison, DueDay),
}

/// How a day compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `<`
    Before,
    /// `<=`
    UpTo,
    /// `=` or nothing.
    On,
    /// `>=`
    From,
    /// `>`
    After,
}

/// A day of `due:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DueDay {
    /// A day of the calendar.
    Day(Day),
    /// The day before today.
    Yesterday,
    /// Today.
    Today,
    /// The day after today.
    Tomorrow,
}

impl DateSpec {
    /// Its first day, or the day that lies so far back from `today`.
    #[must_use]
    pub fn first_day(self, today: Day) -> Day {
        match self {
            Self::Year(year) => Day::new(year, 1, 1).unwrap_or(today),
            Self::Month(year, month) => Day::new(year, month, 1).unwrap_or(today),
            Self::Day(day) => day,
            Self::Ago(count, unit) => Day::from_number(today.number() - i64::from(count) * unit.days()),
        }
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        if let Some(day) = Day::parse(&text) {
            return Some(Self::Day(day));
        }
        if let Some(unit) = text.chars().last().and_then(Unit::of_letter) {
            let count = digits(text.get(..text.len() - 1)?)?;
            return (count <= 100).then_some(Self::Ago(u8::try_from(count).ok()?, unit));
        }
        let (year, month) = match text.split_once('-') {
            Some((year, month)) => (year, Some(month)),
            None => (text.as_str(), None),
        };
        if year.len() != 4 || month.is_some_and(|m| m.len() != 2) {
            return None;
        }
        let year = i16::try_from(digits(year)?).ok()?;
        let Some(month) = month else { return Some(Self::Year(year)) };
        let month = i8::try_from(digits(month)?).ok()?;
        (1..=12).contains(&month).then_some(Self::Month(year, month))
    }
}

impl Unit {
    /// Its length.
    #[must_use]
    pub fn days(self) -> i64 {
        match self {
            Self::Day => 1,
            Self::Week => 7,
            Self::Month => 30,
            Self::Year => 365,
        }
    }

    fn letter(self) -> char {
        match self {
            Self::Day => 'd',
            Self::Week => 'w',
            Self::Month => 'm',
            Self::Year => 'y',
        }
    }

    fn of_letter(letter: char) -> Option<Self> {
        [Self::Day, Self::Week, Self::Month, Self::Year].into_iter().find(|unit| unit.letter() == letter)
    }
}

impl Due {
    pub(super) fn read(text: &str) -> Option<Self> {
        let (comparison, rest) = Comparison::split(text.trim());
        let day = match rest.trim().to_lowercase().as_str() {
            "none" => return (comparison.is_none()).then_some(Self::None),
            "yesterday" => DueDay::Yesterday,
            "today" => DueDay::Today,
            "tomorrow" => DueDay::Tomorrow,
            day => DueDay::Day(Day::parse(day)?),
        };
        Some(Self::Day(comparison.unwrap_or(Comparison::On), day))
    }
}

impl Comparison {
    const SIGNS: [(&'static str, Self); 7] = [
        ("<=", Self::UpTo),
        (">=", Self::From),
        ("≤", Self::UpTo),
        ("≥", Self::From),
        ("<", Self::Before),
        (">", Self::After),
        ("=", Self::On),
    ];

    /// The comparison at the start of a value, and what follows it.
    pub(super) fn split(text: &str) -> (Option<Self>, &str) {
        let found = Self::SIGNS.into_iter().find_map(|(sign, c)| text.strip_prefix(sign).map(|rest| (Some(c), rest)));
        found.unwrap_or((None, text))
    }
}

/// A whole number of at most four digits.
fn digits(text: &str) -> Option<u16> {
    let fits = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| text.parse().ok()).flatten()
}

impl fmt::Display for DateSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Year(year) => write!(f, "{year:04}"),
            Self::Month(year, month) => write!(f, "{year:04}-{month:02}"),
            Self::Day(day) => day.fmt(f),
            Self::Ago(count, unit) => write!(f, "{count}{}", unit.letter()),
        }
    }
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Day(comparison, day) = self else { return f.write_str("none") };
        f.write_str(match comparison {
            Comparison::Before => "<",
            Comparison::UpTo => "<=",
            Comparison::On => "",
            Comparison::From => ">=",
            Comparison::After => ">",
        })?;
        match day {
            DueDay::Day(day) => day.fmt(f),
            DueDay::Yesterday => f.write_str("yesterday"),
            DueDay::Today => f.write_str("today"),
            DueDay::Tomorrow => f.write_str("tomorrow"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_to_the_day_the_month_or_the_year() {
        let today = Day::parse("2026-03-31").unwrap();
        let table = [
            ("2026", Some("2026-01-01")),
            ("2026-02", Some("2026-02-01")),
            ("2026-02-03", Some("2026-02-03")),
            ("0000", Some("0000-01-01")),
            ("1D", Some("2026-03-30")),
            ("0d", Some("2026-03-31")),
            ("2w", Some("2026-03-17")),
            ("1m", Some("2026-03-01")),
            ("100y", Some("1926-04-25")),
            ("101d", None),
            ("d", None),
            ("-1d", None),
            ("+1d", None),
            ("2026-13", None),
            ("2026-2", None),
            ("2026-02-30", None),
            ("26", None),
            ("99999", None),
            ("yesterday", None),
            ("éd", None),
        ];
        for (text, want) in table {
            let day = DateSpec::read(text).map(|spec| spec.first_day(today).to_string());
            assert_eq!(day.as_deref(), want, "{text}");
        }
    }

    #[test]
    fn due_days_are_compared_as_written() {
        let table = [
            ("Today", Some("today")),
            ("=tomorrow", Some("tomorrow")),
            ("<TODAY", Some("<today")),
            ("≤2026-03-01", Some("<=2026-03-01")),
            (">= yesterday", Some(">=yesterday")),
            ("none", Some("none")),
            ("<none", None),
            ("<", None),
            ("<>today", None),
            ("2026", None),
            ("soonish", None),
        ];
        for (text, want) in table {
            assert_eq!(Due::read(text).map(|due| due.to_string()).as_deref(), want, "{text}");
        }
    }
}
