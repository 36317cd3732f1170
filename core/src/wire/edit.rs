//! Fields that somebody sets: what is left out stays, `null` clears, and an unknown key is refused by its name, since a
//! typing mistake must not pass for a change.

use serde::{Deserialize, Deserializer, Serialize};

use crate::fields::{Kind, Later, Media, Priority};
use crate::merge::Content;
use crate::time::When;

/// A field left out, cleared, or set.
type Change<T> = Option<Option<T>>;

/// Changes to a page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PageEdit {
    /// The title.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub title: Change<String>,
    /// The text.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub body: Change<String>,
    /// Other names.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub aliases: Change<Vec<String>>,
    /// What the page is.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub kind: Change<String>,
    /// Tags, with or without `#`.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub tags: Change<Vec<String>>,
    /// What it says, in short.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub summary: Change<String>,
    /// Any word.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub status: Change<String>,
    /// Personal, or work.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub personal: Change<bool>,
    /// A day, or RFC 3339.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub due: Change<String>,
    /// `high`, `medium` or `low`.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub priority: Change<String>,
    /// A Later page's medium.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub media: Change<String>,
    /// What a Later page is for.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub later: Change<String>,
    /// The path in its source, without `.md`.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub path: Change<String>,
    /// A topic's pages.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub sources: Change<Vec<String>>,
    /// When it was made: a day, or RFC 3339.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub created: Change<String>,
}

/// A value that a field does not take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{field}` cannot be {value:?}: {takes}")]
pub struct BadField {
    /// The field.
    pub field: &'static str,
    /// What was given.
    pub value: String,
    /// What it takes.
    pub takes: String,
}

/// Tells `null` from a field that is left out.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Change<T>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl PageEdit {
    /// Whether nothing is changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Makes the changes, all of them or, with an error, none.
    ///
    /// # Errors
    /// [`BadField`] names the first field whose value it does not take.
    pub fn apply(&self, content: &mut Content) -> Result<(), BadField> {
        let kind = named("kind", &self.kind, Kind::named, Kind::ALL, Kind::name)?;
        let priority = named("priority", &self.priority, Priority::named, Priority::ALL, Priority::name)?;
        let media = named("media", &self.media, Media::named, Media::ALL, Media::name)?;
        let later = named("later", &self.later, Later::named, Later::ALL, Later::name)?;
        let due = date("due", &self.due)?;
        let created = date("created", &self.created)?;
        let fields = &mut content.fields;
        set(&mut fields.kind, kind);
        set(&mut fields.priority, priority);
        set(&mut fields.media, media);
        set(&mut fields.later, later);
        set(&mut fields.due, due);
        set(&mut fields.created, created);
        set(&mut fields.title, self.title.clone());
        set(&mut fields.summary, self.summary.clone());
        set(&mut fields.status, self.status.clone());
        set(&mut fields.personal, self.personal);
        set(&mut fields.path, self.path.clone().filter(Option::is_some));
        if let Some(aliases) = &self.aliases {
            fields.aliases = aliases.clone().unwrap_or_default();
        }
        if let Some(tags) = &self.tags {
            let tags = tags.clone().unwrap_or_default();
            fields.tags = tags.iter().map(|tag| tag_of(tag)).filter(|tag| !tag.is_empty()).collect();
        }
        if let Some(sources) = &self.sources {
            fields.sources = sources.clone().unwrap_or_default();
        }
        if let Some(body) = &self.body {
            content.body = body.clone().unwrap_or_default();
        }
        Ok(())
    }
}

/// A tag as it is kept: without `#` and blanks around it.
fn tag_of(text: &str) -> String {
    let text = text.trim();
    text.strip_prefix('#').unwrap_or(text).trim().to_owned()
}

fn set<T>(slot: &mut Option<T>, change: Change<T>) {
    if let Some(value) = change {
        *slot = value;
    }
}

fn named<T: Copy>(
    field: &'static str,
    change: &Change<String>,
    read: impl Fn(&str) -> Option<T>,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<Change<T>, BadField> {
    let Some(Some(text)) = change else { return Ok(change.as_ref().map(|_| None)) };
    let value = read(text).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|value| name(*value)).collect();
        BadField { field, value: text.clone(), takes: format!("it is one of {}", names.join(", ")) }
    })?;
    Ok(Some(Some(value)))
}

fn date(field: &'static str, change: &Change<String>) -> Result<Change<When>, BadField> {
    let Some(Some(text)) = change else { return Ok(change.as_ref().map(|_| None)) };
    let takes = || "it is a day such as 2026-03-01, or a time with its zone such as 2026-03-01T09:30:00Z".to_owned();
    let value = When::parse(text).ok_or_else(|| BadField { field, value: text.clone(), takes: takes() })?;
    Ok(Some(Some(value)))
}
