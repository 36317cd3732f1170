//! Filters with typed values, and how a value is read from text and written back. Nothing is looked up and no day is
//! "today" yet: that comes in when the query is planned.

use std::fmt;

use super::dates::{DateSpec, Due};
use super::keys::{Column, DateField, Flag, Group, Has, Key, SortKey};
use super::nearest::nearest;
use super::print::write_value;
use crate::fields::{ImageKind, Kind, Later, Media, Priority};

/// A condition on a page that is not its words.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Filter {
    /// `kind:`
    Kind(Kind),
    /// `tag:`, as one or more segments, none empty and in the case they were written in.
    Tag(Vec<String>),
    /// `is:` with a check or flag.
    Is(Flag),
    /// `is:` with any other value: a status in lower case, `_` for each run of blanks.
    Status(String),
    /// `has:`
    Has(Has),
    /// `image:`
    Image(ImageKind),
    /// `after:`, of the query's date field: the first day of this or later.
    After(DateSpec),
    /// `before:`, of the query's date field: before the first day of this.
    Before(DateSpec),
    /// `due:`
    Due(Due),
    /// `priority:`; `None` asks for pages without one.
    Priority(Option<Priority>),
    /// `media:`
    Media(Media),
    /// `later:`
    Later(Later),
    /// `path:`, as one or more parts, none empty and in the case they were written in.
    Path(Vec<String>),
    /// `source:`, as written, blanks trimmed, not empty.
    Source(String),
    /// `link:`, as written, blanks trimmed, not empty.
    Link(String),
}

/// What a known key and its value say.
pub(super) enum Meaning {
    /// A condition.
    Filter(Filter),
    /// `in:`
    In(Column),
    /// `sort:`
    Sort(SortKey),
    /// `group:`
    Group(Group),
    /// `date:`
    Date(DateField),
}

/// What `value` says after `key:`; `None` where the key does not take it.
pub(super) fn read(key: Key, value: &str) -> Option<Meaning> {
    let filter = match key {
        Key::Kind => Filter::Kind(Kind::named(value)?),
        Key::Tag => Filter::Tag(segments(value, &['/', '#'])?),
        Key::Is => {
            let status = value.to_lowercase().split_whitespace().collect::<Vec<_>>().join("_");
            Flag::named(&status).map_or(Filter::Status(status), Filter::Is)
        }
        Key::Has => Filter::Has(Has::named(value)?),
        Key::Image => Filter::Image(ImageKind::named(value)?),
        Key::After => Filter::After(DateSpec::read(value)?),
        Key::Before => Filter::Before(DateSpec::read(value)?),
        Key::Due => Filter::Due(Due::read(value)?),
        Key::Priority if value.trim().eq_ignore_ascii_case("none") => Filter::Priority(None),
        Key::Priority => Filter::Priority(Some(Priority::named(value)?)),
        Key::Media => Filter::Media(Media::named(value)?),
        Key::Later => Filter::Later(Later::named(value)?),
        Key::Path => Filter::Path(segments(value, &['/'])?),
        Key::Source => Filter::Source(value.trim().to_owned()),
        Key::Link => Filter::Link(value.trim().to_owned()),
        Key::In => return Column::named(value).map(Meaning::In),
        Key::Sort => return SortKey::named(value).map(Meaning::Sort),
        Key::Group => return Group::named(value).map(Meaning::Group),
        Key::Date => return DateField::named(value).map(Meaning::Date),
    };
    Some(Meaning::Filter(filter))
}

/// What the key takes, for a message about a value that it does not, and the value that was probably meant.
pub(super) fn allowed(key: Key, value: &str) -> (String, Option<&'static str>) {
    let entry = key.entry();
    let names: Vec<&str> = entry.values.iter().map(|v| v.name).collect();
    let list = match key {
        Key::Due => entry.takes.to_owned(),
        _ if names.is_empty() => entry.takes.to_owned(),
        _ => format!("{}: {}", entry.takes, names.join(", ")),
    };
    (list, nearest(value.trim(), names))
}

/// The parts between slashes, blanks around them and `skip` before the first taken off; `None` when nothing is left.
fn segments(value: &str, skip: &[char]) -> Option<Vec<String>> {
    let value = value.trim_start_matches(|c: char| c.is_whitespace() || skip.contains(&c));
    let parts: Vec<String> = value.split('/').map(str::trim).filter(|p| !p.is_empty()).map(str::to_owned).collect();
    (!parts.is_empty()).then_some(parts)
}

impl Filter {
    /// The key it is written with.
    #[must_use]
    pub fn key(&self) -> Key {
        match self {
            Self::Kind(_) => Key::Kind,
            Self::Tag(_) => Key::Tag,
            Self::Is(_) | Self::Status(_) => Key::Is,
            Self::Has(_) => Key::Has,
            Self::Image(_) => Key::Image,
            Self::After(_) => Key::After,
            Self::Before(_) => Key::Before,
            Self::Due(_) => Key::Due,
            Self::Priority(_) => Key::Priority,
            Self::Media(_) => Key::Media,
            Self::Later(_) => Key::Later,
            Self::Path(_) => Key::Path,
            Self::Source(_) => Key::Source,
            Self::Link(_) => Key::Link,
        }
    }
}

impl fmt::Display for Filter {
    /// `key:value` in the one form that all spellings of it share.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = match self {
            Self::Kind(kind) => kind.name().to_owned(),
            Self::Tag(parts) | Self::Path(parts) => {
                let joined = parts.join("/");
                // A value with a quote sign cannot be quoted; slashes at its ends keep it whole and mean nothing.
                if joined.contains(super::scan::is_quote) { format!("/{joined}/") } else { joined }
            }
            Self::Is(flag) => flag.name().to_owned(),
            Self::Has(has) => has.name().to_owned(),
            Self::Image(kind) => kind.name().to_owned(),
            Self::After(date) | Self::Before(date) => date.to_string(),
            Self::Due(due) => due.to_string(),
            Self::Priority(priority) => priority.map_or("none", Priority::name).to_owned(),
            Self::Media(media) => media.name().to_owned(),
            Self::Later(later) => later.name().to_owned(),
            Self::Status(text) | Self::Source(text) | Self::Link(text) => text.clone(),
        };
        write_value(f, self.key(), &value)
    }
}
