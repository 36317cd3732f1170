//! A value of front matter, whichever syntax it was written in, and its JSON text.

use std::fmt;

use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The deepest nesting that is kept as values.
pub(super) const DEPTH: usize = 64;

/// A value. Numbers stay as written and maps keep their order, so that what is shown is what was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    /// In JSON's own notation.
    Number(String),
    Text(String),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

impl Value {
    /// What an unquoted word means: `null`, `true`, a number in JSON's notation, else text.
    pub(super) fn of_word(word: &str) -> Self {
        match word {
            "" | "~" | "null" | "Null" | "NULL" => Self::Null,
            "true" | "True" | "TRUE" => Self::Bool(true),
            "false" | "False" | "FALSE" => Self::Bool(false),
            _ if is_json_number(word) => Self::Number(word.to_owned()),
            _ => Self::Text(word.to_owned()),
        }
    }

    /// The text of a single value; nothing for null, lists and maps.
    pub(super) fn scalar(&self) -> Option<&str> {
        match self {
            Self::Bool(true) => Some("true"),
            Self::Bool(false) => Some("false"),
            Self::Number(text) | Self::Text(text) => Some(text),
            Self::Null | Self::List(_) | Self::Map(_) => None,
        }
    }

    /// Calls `see` with every text in it. As deep as the value, which is at most [`DEPTH`].
    pub(super) fn each_text<'a>(&'a self, see: &mut dyn FnMut(&'a str)) {
        match self {
            Self::Text(text) => see(text),
            Self::List(items) => items.iter().for_each(|item| item.each_text(see)),
            Self::Map(pairs) => pairs.iter().for_each(|(_, value)| value.each_text(see)),
            Self::Null | Self::Bool(_) | Self::Number(_) => {}
        }
    }

    /// The value as JSON text.
    pub(super) fn to_json(&self) -> String {
        let mut out = String::new();
        self.write_json(&mut out);
        out
    }

    fn write_json(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(_) | Self::Number(_) => out.push_str(self.scalar().unwrap_or_default()),
            Self::Text(text) => out.push_str(&json_string(text)),
            Self::List(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { "," });
                    item.write_json(out);
                }
                out.push(']');
            }
            Self::Map(pairs) => {
                out.push('{');
                for (at, (key, value)) in pairs.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { "," });
                    out.push_str(&json_string(key));
                    out.push(':');
                    value.write_json(out);
                }
                out.push('}');
            }
        }
    }

    /// The value of a JSON text; what is no JSON, or nested deeper than [`DEPTH`], is itself the text.
    pub(super) fn of_json(json: &str) -> Self {
        let raw = serde_json::from_str::<&RawValue>(json).ok();
        raw.and_then(|raw| of_raw(raw.get(), DEPTH)).unwrap_or_else(|| Self::Text(json.to_owned()))
    }
}

fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn of_raw(json: &str, depth: usize) -> Option<Value> {
    let json = json.trim();
    match json.as_bytes().first()? {
        b'"' => serde_json::from_str(json).ok().map(Value::Text),
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(json).ok()?;
            let depth = depth.checked_sub(1)?;
            items.into_iter().map(|item| of_raw(item.get(), depth)).collect::<Option<_>>().map(Value::List)
        }
        b'{' => {
            let depth = depth.checked_sub(1)?;
            let pairs = serde_json::Deserializer::from_str(json).deserialize_map(Pairs).ok()?;
            let values = pairs.into_iter().map(|(key, value)| of_raw(value.get(), depth).map(|value| (key, value)));
            values.collect::<Option<_>>().map(Value::Map)
        }
        _ => Some(Value::of_word(json)),
    }
}

/// A JSON object's pairs in their order.
struct Pairs;

impl<'de> Visitor<'de> for Pairs {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(pairs)
    }
}

/// `-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?`: a number that JSON, YAML and TOML write alike.
pub(super) fn is_json_number(text: &str) -> bool {
    fn digits(text: &str) -> (&str, &str) {
        text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
    }
    let (whole, mut rest) = digits(text.strip_prefix('-').unwrap_or(text));
    if whole.is_empty() || (whole.len() > 1 && whole.starts_with('0')) {
        return false;
    }
    if let Some(fraction) = rest.strip_prefix('.') {
        let (fraction, after) = digits(fraction);
        if fraction.is_empty() {
            return false;
        }
        rest = after;
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let (exponent, after) = digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
        if exponent.is_empty() {
            return false;
        }
        rest = after;
    }
    rest.is_empty()
}
