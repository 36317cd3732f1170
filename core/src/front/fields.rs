//! From keys and values to the fields of a page.

use std::collections::{BTreeMap, HashSet};

use crate::fields::{Fields, Kind, Later, MadeBy, Media, Priority};
use crate::time::When;

use super::entry::{Document, Entry};
use super::value::Value;
use super::{Parsed, Problem};

/// What the fields may take together beside the front matter's own text, so that both fit one log entry.
const ROOM: usize = 28 * 1024;

/// A field that front matter can set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Title,
    Aliases,
    Kind,
    Tags,
    Summary,
    Status,
    Personal,
    Due,
    Priority,
    Media,
    Later,
    Sources,
    Created,
    Updated,
    MadeBy,
}

/// Every field with the names of its key; the first is the one we write, and counts before the others.
pub(super) const SLOTS: [(Slot, &[&str]); 15] = [
    (Slot::Title, &["title"]),
    (Slot::Aliases, &["aliases", "alias"]),
    (Slot::Kind, &["kind", "type"]),
    (Slot::Tags, &["tags", "tag"]),
    (Slot::Summary, &["summary"]),
    (Slot::Status, &["status"]),
    (Slot::Personal, &["personal"]),
    (Slot::Due, &["due"]),
    (Slot::Priority, &["priority"]),
    (Slot::Media, &["media"]),
    (Slot::Later, &["later"]),
    (Slot::Sources, &["sources"]),
    (Slot::Created, &["created", "date"]),
    (Slot::Updated, &["updated", "modified"]),
    (Slot::MadeBy, &["made_by"]),
];

/// The field that a key names, in any case, and the key in lower case.
pub(super) fn slot_of(key: &str) -> Option<(Slot, &'static str)> {
    let key = key.trim().to_lowercase();
    SLOTS.iter().find_map(|(slot, names)| Some((*slot, *names.iter().find(|name| **name == key)?)))
}

impl Slot {
    /// Whether it takes several values, which several keys then add to.
    pub(super) fn is_list(self) -> bool {
        matches!(self, Self::Aliases | Self::Tags | Self::Sources)
    }
}

/// Reads every entry; what does not fit its field stays in `props` and is reported.
pub(super) fn read(document: &Document<'_>) -> Parsed {
    let mut parsed = Parsed { problems: document.problems.clone(), ..Parsed::default() };
    let groups = groups(&document.entries);
    for entry in &document.entries {
        entry.value.each_text(&mut |text| {
            if text.contains("[[") {
                parsed.links.push(text.to_owned());
            }
        });
        notice(entry, &mut parsed.problems);
    }
    for group in groups.values() {
        report_twins(group, &mut parsed.problems);
    }
    for (slot, names) in SLOTS {
        let mut filled = None;
        for name in names {
            let Some(group) = groups.get(*name) else { continue };
            if slot.is_list() {
                group.iter().for_each(|entry| list_entry(slot, entry, &mut parsed));
            } else if let Some(entry) = group.last() {
                single_entry(slot, entry, &mut filled, &mut parsed);
            }
        }
    }
    for (_, group) in groups.iter().filter(|(key, _)| slot_of(key).is_none()) {
        if let Some(entry) = group.last() {
            keep(entry, &mut parsed.fields);
        }
    }
    let Fields { tags, aliases, sources, .. } = &mut parsed.fields;
    [tags, aliases, sources].into_iter().for_each(once_each);
    make_room(&mut parsed);
    parsed.problems.sort_by_key(|problem| problem.line);
    parsed
}

/// The entries of each key: a field's name in any case, another key to the letter.
pub(super) fn groups(entries: &[Entry]) -> BTreeMap<String, Vec<&Entry>> {
    let mut groups: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        let key = slot_of(&entry.key).map_or_else(|| entry.key.clone(), |(_, name)| name.to_owned());
        groups.entry(key).or_default().push(entry);
    }
    groups
}

fn problem(entry: &Entry, message: impl Into<String>) -> Problem {
    Problem { line: entry.line, key: entry.key.clone(), message: message.into() }
}

/// Reports what is wrong with an entry whatever its key means.
fn notice(entry: &Entry, problems: &mut Vec<Problem>) {
    let mut placeholder = false;
    entry.value.each_text(&mut |text| placeholder |= holds_placeholder(text));
    if placeholder {
        problems.push(problem(entry, "holds a template's placeholder; kept as text"));
    } else if let Some(fault) = &entry.fault {
        problems.push(problem(entry, fault.clone()));
    }
}

fn report_twins(group: &[&Entry], problems: &mut Vec<Problem>) {
    let [.., before, last] = group else { return };
    let lines = group[..group.len() - 1].iter().take(8).map(|entry| entry.line.to_string()).collect::<Vec<_>>();
    let counts = if slot_of(&last.key).is_some_and(|(slot, _)| slot.is_list()) {
        "all their values count".to_owned()
    } else {
        format!("the value in line {} counts, not the one in line {}", last.line, before.line)
    };
    problems
        .push(problem(last, format!("stands more than once (lines {} and {}): {counts}", lines.join(", "), last.line)));
}

/// Puts an entry into `props`.
fn keep(entry: &Entry, fields: &mut Fields) {
    fields.props.insert(entry.key.clone(), entry.value.to_json());
}

fn list_entry(slot: Slot, entry: &Entry, parsed: &mut Parsed) {
    if entry.fault.is_some() {
        return keep(entry, &mut parsed.fields);
    }
    match list(slot, &entry.value) {
        Ok(values) => match slot {
            Slot::Aliases => parsed.fields.aliases.extend(values),
            Slot::Sources => parsed.fields.sources.extend(values),
            _ => parsed.fields.tags.extend(values),
        },
        Err(message) => {
            parsed.problems.push(problem(entry, message));
            keep(entry, &mut parsed.fields);
        }
    }
}

/// The values of a list-like key: a list, a text with commas, one word, a number, or nothing.
pub(super) fn list(slot: Slot, value: &Value) -> Result<Vec<String>, &'static str> {
    match value {
        Value::Null => Ok(Vec::new()),
        Value::Map(_) => Err("is a mapping, not a list; kept as text"),
        Value::List(items) => {
            let nested = items.iter().any(|item| match item {
                Value::Map(_) => true,
                Value::List(inner) => inner.iter().any(|item| matches!(item, Value::List(_) | Value::Map(_))),
                _ => false,
            });
            if nested {
                return Err("has items that are no texts; kept as text");
            }
            Ok(items.iter().flat_map(|item| item_values(slot, item)).collect())
        }
        single => {
            let text = single.scalar().unwrap_or_default();
            let parts: Vec<&str> = match slot {
                Slot::Tags if !holds_placeholder(text) => text.split([',', ' ', '\t', '\n', '\r']).collect(),
                Slot::Aliases => text.split(',').collect(),
                _ => vec![text],
            };
            Ok(parts.into_iter().filter_map(|part| one(slot, part)).collect())
        }
    }
}

/// What one item of a list adds.
pub(super) fn item_values(slot: Slot, item: &Value) -> Vec<String> {
    match item {
        Value::List(inner) => inner.iter().flat_map(|item| item_values(slot, item)).collect(),
        _ => match (slot, item.scalar()) {
            (Slot::Tags, Some(text)) if !holds_placeholder(text) => {
                text.split(',').filter_map(|part| one(slot, part)).collect()
            }
            (_, Some(text)) => one(slot, text).into_iter().collect(),
            (_, None) => Vec::new(),
        },
    }
}

fn one(slot: Slot, text: &str) -> Option<String> {
    let text = text.trim();
    let (value, placeholder) = match slot {
        Slot::Tags => (tag(text), holds_placeholder(text)),
        _ => (text.to_owned(), is_placeholder(text)),
    };
    (!placeholder && !value.is_empty()).then_some(value)
}

/// A tag without `#`, with hyphens where blanks or brackets were: inline tags have none either.
fn tag(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.trim_start_matches('#').chars() {
        let part = char.is_whitespace() || char.is_control() || "#[]{}()\"'`,\u{feff}".contains(char);
        if !part {
            out.push(char);
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_matches(['/', '-']).to_owned()
}

fn once_each(values: &mut Vec<String>) {
    let mut seen = HashSet::new();
    values.retain(|value| seen.insert(value.clone()));
}

/// What a field takes from one value.
enum Single {
    Text(String),
    Kind(Kind),
    Personal(bool),
    When(When),
    Priority(Priority),
    Media(Media),
    Later(Later),
    MadeBy(MadeBy),
}

/// `filled` is the key that set the field before, if one did.
fn single_entry(slot: Slot, entry: &Entry, filled: &mut Option<String>, parsed: &mut Parsed) {
    let wordy = matches!(slot, Slot::Title | Slot::Summary);
    let quoted =
        entry.value.scalar().is_none_or(|text| text.starts_with(['"', '\'', '[', '{', '&', '*', '!', '|', '>']));
    if entry.fault.is_some() && (!wordy || quoted) {
        return keep(entry, &mut parsed.fields);
    }
    match single(slot, &entry.value) {
        Ok(None) => {}
        Ok(Some(_)) if filled.is_some() => {
            let first = filled.as_deref().unwrap_or_default();
            parsed.problems.push(problem(entry, format!("is kept as text, since `{first}` counts")));
            keep(entry, &mut parsed.fields);
        }
        Ok(Some(value)) => {
            *filled = Some(entry.key.clone());
            set(slot, value, parsed);
        }
        Err(message) => {
            if !message.is_empty() {
                parsed.problems.push(problem(entry, message));
            }
            keep(entry, &mut parsed.fields);
        }
    }
}

fn set(slot: Slot, value: Single, parsed: &mut Parsed) {
    let fields = &mut parsed.fields;
    match (slot, value) {
        (Slot::Title, Single::Text(text)) => fields.title = Some(text),
        (Slot::Summary, Single::Text(text)) => fields.summary = Some(text),
        (_, Single::Text(text)) => fields.status = Some(text),
        (Slot::Due, Single::When(when)) => fields.due = Some(when),
        (Slot::Created, Single::When(when)) => fields.created = Some(when),
        (_, Single::When(when)) => fields.updated = Some(when),
        (_, Single::Kind(kind)) => fields.kind = Some(kind),
        (_, Single::Personal(personal)) => fields.personal = Some(personal),
        (_, Single::Priority(priority)) => fields.priority = Some(priority),
        (_, Single::Media(media)) => fields.media = Some(media),
        (_, Single::Later(later)) => fields.later = Some(later),
        (_, Single::MadeBy(made_by)) => parsed.made_by = Some(made_by),
    }
}

/// Nothing for null and empty texts; the error says why the value cannot be the field's, empty if that was said.
fn single(slot: Slot, value: &Value) -> Result<Option<Single>, &'static str> {
    let text = match value {
        Value::Null => return Ok(None),
        Value::List(_) | Value::Map(_) => return Err("is not a single value; kept as text"),
        value => value.scalar().unwrap_or_default(),
    };
    // Blanks in quotes are meant; the line end of a block of text is not.
    let (text, whole) = (text.trim(), text.trim_matches(['\n', '\r']));
    if text.is_empty() {
        return Ok(None);
    }
    if is_placeholder(text) {
        return Err("");
    }
    let found = match slot {
        Slot::Kind => Kind::named(text).map(Single::Kind).ok_or("is no kind of page that scrap has; kept as text"),
        Slot::Personal => yes_or_no(text).map(Single::Personal).ok_or("is neither yes nor no; kept as text"),
        Slot::Due | Slot::Created | Slot::Updated => When::parse(text)
            .map(Single::When)
            .ok_or("is no date like 2026-03-01 or 2026-03-01T09:15:00Z; kept as text"),
        Slot::Priority => {
            Priority::named(text).map(Single::Priority).ok_or("is none of high, medium and low; kept as text")
        }
        Slot::Media => Media::named(text).map(Single::Media).ok_or("is no medium that scrap has; kept as text"),
        Slot::Later => {
            Later::named(text).map(Single::Later).ok_or("is none of read, watch, listen and play; kept as text")
        }
        Slot::MadeBy => {
            MadeBy::named(text).map(Single::MadeBy).ok_or("is none of user, claude, import and gc; kept as text")
        }
        _ => Ok(Single::Text(whole.to_owned())),
    };
    found.map(Some)
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "true" | "yes" | "y" | "on" | "1" => Some(true),
        "false" | "no" | "n" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// Whether a template's placeholder stands in it: `{{…}}` or `<%…%>`.
fn holds_placeholder(text: &str) -> bool {
    let pair = |open: &str, close: &str| text.find(open).is_some_and(|at| text[at + open.len()..].contains(close));
    pair("{{", "}}") || pair("<%", "%>")
}

/// Whether it begins or ends with a placeholder, so that it is not yet what it will be. One in the middle may just be
/// a title about templates.
pub(super) fn is_placeholder(text: &str) -> bool {
    let text = text.trim();
    let edge = text.starts_with("{{") || text.ends_with("}}") || text.starts_with("<%") || text.ends_with("%>");
    edge && holds_placeholder(text)
}

/// Leaves out what would not fit a log entry together with the front matter, in which it stays.
fn make_room(parsed: &mut Parsed) {
    let Parsed { fields, problems, .. } = parsed;
    let mut report = |key: &str| {
        let message = "is too large to be a field; it stays in the front matter only".to_owned();
        problems.push(Problem { line: 1, key: key.to_owned(), message });
    };
    let mut used = 0;
    for (key, text) in [("title", &mut fields.title), ("status", &mut fields.status), ("summary", &mut fields.summary)]
    {
        let size = text.as_ref().map_or(0, String::len);
        if used + size > ROOM {
            *text = None;
            report(key);
        } else {
            used += size;
        }
    }
    for (key, list) in [("tags", &mut fields.tags), ("aliases", &mut fields.aliases), ("sources", &mut fields.sources)]
    {
        let size = list.iter().map(|value| value.len() + 3).sum::<usize>();
        if used + size > ROOM {
            list.clear();
            report(key);
        } else {
            used += size;
        }
    }
    let mut sizes: Vec<(usize, String)> =
        fields.props.iter().map(|(key, value)| (key.len() + value.len() + 6, key.clone())).collect();
    sizes.sort_unstable();
    for (size, key) in sizes {
        used += size;
        if used > ROOM {
            fields.props.remove(&key);
            report(&key);
        }
    }
}
