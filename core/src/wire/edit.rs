//! Fields that somebody sets: what is left out stays, `null` clears, and an unknown key is refused by its name, since a
//! typing mistake must not pass for a change.

use serde::{Deserialize, Deserializer, Serialize};

use crate::fields::{Kind, Later, Media, Priority};
use crate::interchange::{path_of_file, why_no_path};
use crate::merge::Content;
use crate::query::nearest;
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

/// The fields by their names, and what JSON each takes beside `null`.
const FIELDS: [(&str, &str); 15] = [
    ("title", TEXT),
    ("body", TEXT),
    ("aliases", TEXTS),
    ("kind", TEXT),
    ("tags", TEXTS),
    ("summary", TEXT),
    ("status", TEXT),
    ("personal", "true or false"),
    ("due", TEXT),
    ("priority", TEXT),
    ("media", TEXT),
    ("later", TEXT),
    ("path", TEXT),
    ("sources", TEXTS),
    ("created", TEXT),
];
const TEXT: &str = "a text in quotes";
const TEXTS: &str = "a list of texts";

/// Of a value that is refused, so much is repeated.
const SHOWN_CHARS: usize = 80;

/// A value that a field does not take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{field}` cannot be {value:?}: {takes}")]
pub struct BadField {
    /// The field.
    pub field: &'static str,
    /// What was given, or how it begins.
    pub value: String,
    /// What it takes.
    pub takes: String,
}

impl BadField {
    fn new(field: &'static str, value: &str, takes: String) -> Self {
        let mut chars = value.chars();
        let mut value: String = chars.by_ref().take(SHOWN_CHARS).collect();
        if chars.next().is_some() {
            value.push('…');
        }
        Self { field, value, takes }
    }
}

/// Why JSON says nothing of a page.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadEdit {
    /// It is no JSON, or no object.
    #[error("the fields have to be one JSON object: {0}")]
    Json(String),
    /// It has a key that is no field.
    #[error("there is no field `{field}`: {}", advice(.nearest))]
    UnknownField {
        /// The key.
        field: String,
        /// The field that was probably meant.
        nearest: Option<&'static str>,
    },
    /// A field does not take the value.
    #[error(transparent)]
    Field(#[from] BadField),
}

impl BadEdit {
    /// A name for the error that stays.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Json(_) => "bad_json",
            Self::UnknownField { .. } => "unknown_field",
            Self::Field(_) => "bad_field",
        }
    }
}

fn advice(nearest: &Option<&'static str>) -> String {
    match nearest {
        Some(name) => format!("`{name}` is the nearest"),
        None => format!("the fields are {}", FIELDS.map(|(name, _)| name).join(", ")),
    }
}

/// Tells `null` from a field that is left out.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Change<T>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl PageEdit {
    /// Reads the fields from one JSON object.
    ///
    /// # Errors
    /// [`BadEdit`] names the first key that is no field, or whose value is of the wrong type.
    pub fn from_json(text: &str) -> Result<Self, BadEdit> {
        let object: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(text).map_err(|error| BadEdit::Json(error.to_string()))?;
        for (key, value) in &object {
            let Some((field, takes)) = FIELDS.iter().find(|(field, _)| field == key) else {
                let nearest = nearest(key, FIELDS.map(|(field, _)| field));
                let field = key.chars().take(SHOWN_CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect();
                return Err(BadEdit::UnknownField { field, nearest });
            };
            let alone = serde_json::Map::from_iter([(key.clone(), value.clone())]);
            if serde_json::from_value::<Self>(alone.into()).is_err() {
                return Err(BadField::new(field, &value.to_string(), format!("it is {takes}")).into());
            }
        }
        serde_json::from_value(object.into()).map_err(|error| BadEdit::Json(error.to_string()))
    }

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
        let path = path_of(&self.path)?;
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
        set(&mut fields.path, path);
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

/// A path as it is kept: without `.md`. `null` changes nothing, since a page is never without one.
fn path_of(change: &Change<String>) -> Result<Change<String>, BadField> {
    let Some(Some(path)) = change else { return Ok(None) };
    match why_no_path(path) {
        Some(why) => Err(BadField::new("path", path, why.to_owned())),
        None => Ok(Some(Some(path_of_file(path).unwrap_or_else(|| path.clone())))),
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
        BadField::new(field, text, format!("it is one of {}", names.join(", ")))
    })?;
    Ok(Some(Some(value)))
}

fn date(field: &'static str, change: &Change<String>) -> Result<Change<When>, BadField> {
    let Some(Some(text)) = change else { return Ok(change.as_ref().map(|_| None)) };
    let takes = || "it is a day such as 2026-03-01, or a time with its zone such as 2026-03-01T09:30:00Z".to_owned();
    let value = When::parse(text).ok_or_else(|| BadField::new(field, text, takes()))?;
    Ok(Some(Some(value)))
}
