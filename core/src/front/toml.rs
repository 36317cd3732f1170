//! TOML front matter as values with their places.

use std::borrow::Cow;
use std::ops::Range;

use toml_edit::{Document, Item, Table};

use super::entry::{Entry, Fault, Items};
use super::lines::Lines;
use super::value::{Value, is_json_number};

/// The entries of a TOML document.
pub(super) struct Read {
    pub(super) entries: Vec<Entry>,
    /// Where a key of the document itself can be added: before the first table.
    pub(super) insert_at: usize,
}

/// Whether `inner` is TOML; `None` if not.
pub(super) fn is_document(inner: &str) -> Option<bool> {
    Document::parse(unix_lines(inner).as_ref()).is_ok().then_some(true)
}

/// A lone CR is no line end to TOML; it takes one byte as LF does, so places stay the same.
fn unix_lines(text: &str) -> Cow<'_, str> {
    if !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let lone = char == '\r' && chars.peek() != Some(&'\n');
        out.push(if lone { '\n' } else { char });
    }
    Cow::Owned(out)
}

/// Reads the document that stands in `inner` of `front`.
pub(super) fn read(front: &str, inner: Range<usize>, lines: &Lines) -> Result<Read, Fault> {
    let text = unix_lines(&front[inner.clone()]);
    let document = Document::parse(text.as_ref()).map_err(|error| Fault {
        at: inner.start + error.span().map_or(0, |span| span.start),
        message: error.message().lines().next().unwrap_or_default().to_owned(),
    })?;
    let context = Context { front, base: inner.start, lines };
    let mut headers = Vec::new();
    for (key, item) in document.iter() {
        context.headers(key, item, &mut headers);
    }
    headers.sort_unstable();
    let first_table = headers.first().map_or(inner.end, |(at, _)| *at);
    let mut entries = Vec::new();
    let mut insert_at = inner.start;
    for (name, _) in document.iter() {
        let Some((key, item)) = document.get_key_value(name) else { continue };
        let Some(key_span) = context.span(key.span()) else { continue };
        let mut ranges = Vec::new();
        context.key_lines(key_span.start, item, &mut ranges);
        for (at, (start, owner)) in headers.iter().enumerate() {
            if owner == name {
                ranges.push(*start..headers.get(at + 1).map_or(inner.end, |(next, _)| *next));
            }
        }
        let place = match item {
            Item::Value(value) => context.span(value.span()),
            _ => None,
        };
        let sign = front[key_span.end..].find('=').map_or(key_span.end, |at| key_span.end + at + 1);
        for range in ranges.iter().filter(|range| range.end <= first_table) {
            insert_at = insert_at.max(range.end);
        }
        entries.push(Entry {
            key: name.to_owned(),
            value: context.value(item),
            line: lines.number(key_span.start),
            lines: ranges,
            colon: sign,
            place: place.unwrap_or(sign..sign),
            items: item.as_array().map(|array| Items {
                flow: true,
                places: array.iter().filter_map(|value| context.span(value.span())).collect(),
            }),
            fault: None,
        });
    }
    entries.sort_by_key(|entry| entry.line);
    Ok(Read { entries, insert_at })
}

struct Context<'a> {
    front: &'a str,
    base: usize,
    lines: &'a Lines,
}

impl Context<'_> {
    fn span(&self, span: Option<Range<usize>>) -> Option<Range<usize>> {
        span.map(|span| self.base + span.start..self.base + span.end)
    }

    /// Where the `[…]` lines of the tables under a top-level key stand.
    fn headers(&self, owner: &str, item: &Item, out: &mut Vec<(usize, String)>) {
        let mut tables: Vec<&Table> = Vec::new();
        match item {
            Item::Table(table) => tables.push(table),
            Item::ArrayOfTables(array) => tables.extend(array.iter()),
            Item::Value(_) | Item::None => {}
        }
        for table in tables {
            if let Some(span) = self.span(table.span()).filter(|_| !table.is_dotted() && !table.is_implicit()) {
                out.push((self.lines.start(span.start), owner.to_owned()));
            }
            for (_, inner) in table.iter() {
                self.headers(owner, inner, out);
            }
        }
    }

    /// The lines of a key with a value, or of the dotted keys that make it up.
    fn key_lines(&self, key_start: usize, item: &Item, out: &mut Vec<Range<usize>>) {
        match item {
            Item::Value(value) => {
                let end = self.span(value.span()).map_or(key_start, |span| span.end.saturating_sub(1));
                out.push(self.lines.start(key_start)..self.lines.end(end));
            }
            Item::Table(table) if table.is_dotted() => {
                for (name, _) in table.iter() {
                    if let Some((key, item)) = table.get_key_value(name)
                        && let Some(span) = self.span(key.span())
                    {
                        self.key_lines(span.start, item, out);
                    }
                }
            }
            Item::Table(_) | Item::ArrayOfTables(_) | Item::None => {}
        }
    }

    /// As deep as the parser lets nesting go, which it bounds.
    fn value(&self, item: &Item) -> Value {
        match item {
            Item::None => Value::Null,
            Item::Table(table) => {
                Value::Map(table.iter().map(|(key, item)| (key.to_owned(), self.value(item))).collect())
            }
            Item::ArrayOfTables(array) => {
                let table = |table: &Table| {
                    Value::Map(table.iter().map(|(key, item)| (key.to_owned(), self.value(item))).collect())
                };
                Value::List(array.iter().map(table).collect())
            }
            Item::Value(value) => self.plain(value),
        }
    }

    fn plain(&self, value: &toml_edit::Value) -> Value {
        let written = self.span(value.span()).and_then(|span| self.front.get(span)).unwrap_or_default();
        match value {
            toml_edit::Value::String(text) => Value::Text(text.value().clone()),
            toml_edit::Value::Boolean(truth) => Value::Bool(*truth.value()),
            _ if value.is_integer() || value.is_float() => {
                if is_json_number(written) {
                    return Value::Number(written.to_owned());
                }
                let integer = value.as_integer().map(|number| number.to_string());
                let float = || value.as_float().map(|number| number.to_string()).filter(|text| is_json_number(text));
                integer.or_else(float).map_or_else(|| Value::Text(written.to_owned()), Value::Number)
            }
            toml_edit::Value::Array(items) => Value::List(items.iter().map(|item| self.plain(item)).collect()),
            toml_edit::Value::InlineTable(table) => {
                Value::Map(table.iter().map(|(key, value)| (key.to_owned(), self.plain(value))).collect())
            }
            // Dates stay as written: which of them is a page's date is not TOML's to say.
            _ => Value::Text(written.to_owned()),
        }
    }
}
