//! Instants and days. Nothing here reads a clock: "now" and "today" come in as values.

use std::fmt;

use jiff::civil::Date;

/// Milliseconds since 1970-01-01T00:00Z, negative before it. Years -9999 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(i64);

impl Instant {
    /// The instants that have a calendar date in every zone, to the day.
    const RANGE: std::ops::RangeInclusive<i64> = -377_700_000_000_000..=253_400_000_000_000;

    /// `ms` milliseconds after 1970, drawn into the years that the calendar has.
    #[must_use]
    pub const fn from_ms(ms: i64) -> Self {
        // Not `clamp`: a constant needs this.
        if ms < *Self::RANGE.start() {
            Self(*Self::RANGE.start())
        } else if ms > *Self::RANGE.end() {
            Self(*Self::RANGE.end())
        } else {
            Self(ms)
        }
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn ms(self) -> i64 {
        self.0
    }

    /// The day it falls on in UTC.
    #[must_use]
    pub fn utc_day(self) -> Day {
        Day::from_number(self.0.div_euclid(86_400_000))
    }
}

impl fmt::Display for Instant {
    /// RFC 3339 in UTC, to the second unless there are milliseconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(stamp) => write!(f, "{stamp}"),
            Err(_) => write!(f, "{} ms", self.0),
        }
    }
}

/// A day of the calendar without a zone: the same day wherever it is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(Date);

impl Day {
    /// The day `year`-`month`-`day`, if the calendar has it. Years -9999 to 9999.
    #[must_use]
    pub fn new(year: i16, month: i8, day: i8) -> Option<Self> {
        Date::new(year, month, day).ok().map(Self)
    }

    /// Days since 1970-01-01, drawn into the calendar's years.
    #[must_use]
    pub fn from_number(days: i64) -> Self {
        let epoch = Date::constant(1970, 1, 1);
        let span = jiff::Span::new().days(days.clamp(-4_371_587, 2_932_896));
        Self(epoch.saturating_add(span))
    }

    /// Days since 1970-01-01.
    #[must_use]
    pub fn number(self) -> i64 {
        let epoch = Date::constant(1970, 1, 1);
        self.0.duration_since(epoch).as_hours() / 24
    }

    /// The calendar date.
    #[must_use]
    pub fn date(self) -> Date {
        self.0
    }

    /// `2026-03-01` read as a day; nothing else is.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let shaped = bytes.len() == 10
            && bytes.iter().enumerate().all(|(i, b)| if i == 4 || i == 7 { *b == b'-' } else { b.is_ascii_digit() });
        if !shaped {
            return None;
        }
        text.parse().ok().map(Self)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A field's date: an instant when the zone was given, else the day as written. A clock time without a zone is its day,
/// since nobody can say which instant was meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum When {
    /// A point in time.
    Instant(Instant),
    /// A day without a zone.
    Day(Day),
}

impl When {
    /// The day that filters compare: as written, or in UTC.
    #[must_use]
    pub fn day(self) -> Day {
        match self {
            Self::Instant(instant) => instant.utc_day(),
            Self::Day(day) => day,
        }
    }

    /// The instant that orders compare: a day counts from its start in UTC.
    #[must_use]
    pub fn sort_key(self) -> Instant {
        match self {
            Self::Instant(instant) => instant,
            Self::Day(day) => Instant::from_ms(day.number() * 86_400_000),
        }
    }

    /// RFC 3339 with a zone is an instant; `2026-03-01`, alone or before a clock time without a zone, is a day.
    /// Accepts `T` or blanks between date and time, seconds left out, and `+01`, `+0100`, `+01:00` or `Z` for the zone,
    /// as front matter holds them.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (date, rest) = text.split_at_checked(10)?;
        let day = Day::parse(date)?;
        if rest.is_empty() {
            return Some(Self::Day(day));
        }
        let clock = rest.strip_prefix(['T', 't', ' '])?.trim_start();
        let zone_at = clock.find(['Z', 'z', '+', '-']).unwrap_or(clock.len());
        let (clock, zone) = (clock[..zone_at].trim_end(), clock[zone_at..].trim());
        let time = parse_clock(clock)?;
        if zone.is_empty() {
            return Some(Self::Day(day));
        }
        let offset = parse_offset(zone)?;
        let stamp = offset.to_timestamp(day.0.to_datetime(time)).ok()?;
        Some(Self::Instant(Instant::from_ms(stamp.as_millisecond())))
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Instant(instant) => instant.fmt(f),
            Self::Day(day) => day.fmt(f),
        }
    }
}

/// `9:05`, `09:05:30` or `09:05:30.123456`.
fn parse_clock(text: &str) -> Option<jiff::civil::Time> {
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let mut parts = whole.split(':');
    let hour = two_digits(parts.next()?)?;
    let minute = two_digits(parts.next()?)?;
    let second = parts.next().map_or(Some(0), two_digits)?;
    if parts.next().is_some()
        || !fraction.bytes().all(|b| b.is_ascii_digit())
        || (text.len() > whole.len() && fraction.is_empty())
    {
        return None;
    }
    let nanos =
        fraction.bytes().chain(std::iter::repeat(b'0')).take(9).fold(0_i32, |n, b| n * 10 + i32::from(b - b'0'));
    // A leap second is the minute's last: the calendar here has none.
    jiff::civil::Time::new(hour, minute, second.min(59), nanos).ok()
}

/// `Z`, `+01`, `-0830` or `+01:00`.
fn parse_offset(text: &str) -> Option<jiff::tz::Offset> {
    if text.eq_ignore_ascii_case("z") {
        return Some(jiff::tz::Offset::UTC);
    }
    let negative = text.starts_with('-');
    let digits = text.strip_prefix(['+', '-'])?;
    let (hours, minutes) = match digits.split_once(':') {
        Some((h, m)) => (two_digits(h)?, two_digits(m)?),
        None if digits.len() == 4 && digits.is_ascii() => (two_digits(&digits[..2])?, two_digits(&digits[2..])?),
        None => (two_digits(digits)?, 0),
    };
    let seconds = i32::from(hours) * 3600 + i32::from(minutes) * 60;
    if minutes > 59 {
        return None;
    }
    jiff::tz::Offset::from_seconds(if negative { -seconds } else { seconds }).ok()
}

fn two_digits(text: &str) -> Option<i8> {
    let fits = matches!(text.len(), 1 | 2) && text.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_people_write_them() {
        let table = [
            ("2026-03-01", Some("2026-03-01")),
            ("2026-03-01 23:30", Some("2026-03-01")),
            ("2026-03-01T23:30:00", Some("2026-03-01")),
            ("2026-03-01T23:30:00-08:00", Some("2026-03-02T07:30:00Z")),
            ("2026-03-01 23:30:00 -0800", Some("2026-03-02T07:30:00Z")),
            ("2026-03-01T23:30Z", Some("2026-03-01T23:30:00Z")),
            ("2026-03-01T23:30:00.250Z", Some("2026-03-01T23:30:00.25Z")),
            ("2026-02-29", None),
            ("2026-3-1", None),
            ("1 March 2026", None),
            ("2026-03-01T", None),
            ("2026-03-01T25:00", None),
            ("2026-03-01T10:00+99:00", None),
            ("2026-03-01é", None),
        ];
        for (text, want) in table {
            assert_eq!(When::parse(text).map(|w| w.to_string()).as_deref(), want, "{text}");
        }
    }

    #[test]
    fn day_numbers_read_back_at_the_ends_of_the_calendar() {
        for number in [-4_371_587, -1, 0, 20_000, 2_932_896] {
            assert_eq!(Day::from_number(number).number(), number);
        }
        assert_eq!(Instant::from_ms(-1).utc_day().to_string(), "1969-12-31");
        for ms in [i64::MIN, i64::MAX] {
            assert!(!Instant::from_ms(ms).to_string().contains("ms"), "every instant has a date");
            assert!(Day::from_number(Instant::from_ms(ms).utc_day().number()) == Instant::from_ms(ms).utc_day());
        }
    }
}
