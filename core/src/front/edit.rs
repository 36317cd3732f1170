//! Writing fields back into a front matter: only the lines of keys whose value changed are touched.
//!
//! An edit is checked by reading the result. If a careful edit does not say what it should (an anchor that others use,
//! a key that hides behind another), a coarser one is tried, and at last the front matter is written anew.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::fields::{Fields, Kind, MadeBy};

use super::entry::{Document, Entry, Items};
use super::fence::{self, Syntax};
use super::fields::{self, SLOTS, Slot, groups, slot_of};
use super::lines::Lines;
use super::value::Value;
use super::{Parsed, render};

/// How much of an entry a change replaces: tried in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Care {
    /// Single items of a list.
    Items,
    /// A key's value.
    Values,
    /// A key with its lines, written anew at the end.
    Keys,
}

/// The front matter that says `fields`: `front` itself if it does already, else with as few lines changed as possible.
///
/// Where there is no front matter one is made, with `line_end`, if there is anything to say; `made_by` is only written
/// then. Of `fields`, `path`, `source`, `files`, `trashed`, `front` and `original` do not count, and a property with
/// the name of a field that is set yields to the field. TOML has no null: it is written as an empty text.
#[must_use]
pub fn rewrite(front: &str, fields: &Fields, made_by: Option<MadeBy>, line_end: &str) -> String {
    let document = Document::read(front);
    let parsed = fields::read(&document);
    let wanted = settled(fields, &parsed.fields);
    let signed = made_by.filter(|_| !document.fenced);
    if same(&parsed.fields, &wanted) && signed.is_none() {
        return front.to_owned();
    }
    if document.fenced && document.by_line {
        for care in [Care::Items, Care::Values, Care::Keys] {
            let text = Edit::new(&document, &parsed, &wanted).run(care);
            if fence::split(&text).0 == text && same(&super::parse(&text).fields, &wanted) {
                return text;
            }
        }
    }
    anew(&document, &wanted, parsed.made_by.or(signed), line_end)
}

/// The wanted fields without what says nothing more: `note` where no kind is given, and a property whose name is that
/// of a field which is set now and was not so before.
fn settled(fields: &Fields, now: &Fields) -> Fields {
    let mut wanted = fields.clone();
    if now.kind.is_none() {
        wanted.kind = wanted.kind.filter(|kind| *kind != Kind::Note);
    }
    let props = std::mem::take(&mut wanted.props);
    let yields = |key: &str| {
        slot_of(key).is_some_and(|(slot, name)| {
            let ours = SLOTS.iter().any(|(_, names)| names.first() == Some(&name));
            ours && !values(slot, &wanted).is_empty() && !same_slot(slot, now, &wanted)
        })
    };
    let kept = props.into_iter().filter(|(key, _)| !yields(key)).collect();
    Fields { props: kept, ..wanted }
}

/// Whether two field sets say the same in front matter. Tags and aliases are sets.
fn same(a: &Fields, b: &Fields) -> bool {
    a.props == b.props && SLOTS.iter().all(|(slot, _)| same_slot(*slot, a, b))
}

fn same_slot(slot: Slot, a: &Fields, b: &Fields) -> bool {
    let (a, b) = (values(slot, a), values(slot, b));
    if slot == Slot::Sources { a == b } else { a.iter().collect::<BTreeSet<_>>() == b.iter().collect::<BTreeSet<_>>() }
}

/// What a field says, as texts; empty if nothing.
fn values(slot: Slot, fields: &Fields) -> Vec<String> {
    let named = |name: &'static str| name.to_owned();
    let single = match slot {
        Slot::Aliases => return fields.aliases.clone(),
        Slot::Tags => return fields.tags.clone(),
        Slot::Sources => return fields.sources.clone(),
        Slot::Title => fields.title.clone(),
        Slot::Summary => fields.summary.clone(),
        Slot::Status => fields.status.clone(),
        Slot::Kind => fields.kind.map(|kind| named(kind.name())),
        Slot::Personal => fields.personal.map(|personal| personal.to_string()),
        Slot::Due => fields.due.map(|when| when.to_string()),
        Slot::Created => fields.created.map(|when| when.to_string()),
        Slot::Updated => fields.updated.map(|when| when.to_string()),
        Slot::Priority => fields.priority.map(|priority| named(priority.name())),
        Slot::Media => fields.media.map(|media| named(media.name())),
        Slot::Later => fields.later.map(|later| named(later.name())),
        Slot::MadeBy => None,
    };
    single.into_iter().collect()
}

/// A field's value as the syntax writes it.
fn written(syntax: Syntax, slot: Slot, texts: &[String]) -> String {
    let first = texts.first().map_or("", String::as_str);
    match slot {
        _ if slot.is_list() => render::value(syntax, &Value::List(texts.iter().cloned().map(Value::Text).collect())),
        // Both syntaxes read these bare; a year of more than four digits is text to TOML.
        Slot::Personal => first.to_owned(),
        Slot::Due | Slot::Created | Slot::Updated if first.starts_with(|char: char| char.is_ascii_digit()) => {
            first.to_owned()
        }
        _ => render::value(syntax, &Value::Text(first.to_owned())),
    }
}

/// A front matter from nothing, after the byte-order mark if there is one.
fn anew(document: &Document<'_>, wanted: &Fields, made_by: Option<MadeBy>, line_end: &str) -> String {
    let (front, syntax) = (document.front, document.syntax);
    let line_end = if document.fenced { document.line_end(document.insert_at) } else { line_end };
    let fence = if syntax == Syntax::Yaml { "---" } else { "+++" };
    let mut lines = vec![fence.to_owned()];
    for (slot, names) in SLOTS {
        let texts = values(slot, wanted);
        if let (false, Some(name)) = (texts.is_empty(), names.first()) {
            lines.push(render::pair(syntax, name, &written(syntax, slot, &texts)));
        }
    }
    if let Some(made_by) = made_by {
        lines.push(render::pair(syntax, "made_by", &render::value(syntax, &Value::Text(made_by.name().to_owned()))));
    }
    for (key, json) in &settled(wanted, &Fields::default()).props {
        lines.push(render::pair(syntax, key, &render::value(syntax, &Value::of_json(json))));
    }
    lines.push(fence.to_owned());
    let mark = &front[..fence::mark_len(front)];
    lines.into_iter().fold(mark.to_owned(), |text, line| text + &line + line_end)
}

/// Replacements in a front matter.
struct Edit<'a> {
    document: &'a Document<'a>,
    now: &'a Fields,
    wanted: &'a Fields,
    lines: Lines,
    changes: Vec<(Range<usize>, String)>,
    added: Vec<String>,
}

impl<'a> Edit<'a> {
    fn new(document: &'a Document<'a>, parsed: &'a Parsed, wanted: &'a Fields) -> Self {
        let lines = Lines::of(document.front);
        Self { document, now: &parsed.fields, wanted, lines, changes: Vec::new(), added: Vec::new() }
    }

    fn run(mut self, care: Care) -> String {
        for (slot, names) in SLOTS {
            if !same_slot(slot, self.now, self.wanted) {
                self.slot(slot, names, care);
            }
        }
        self.props(care);
        self.apply()
    }

    fn slot(&mut self, slot: Slot, names: &[&'static str], care: Care) {
        let name = names.first().copied().unwrap_or_default();
        let syntax = self.document.syntax;
        let texts = values(slot, self.wanted);
        let groups = groups(&self.document.entries);
        let mine: Vec<&Entry> = names.iter().filter_map(|name| groups.get(*name)).flatten().copied().collect();
        // What is a property by that name stays one, unless the field takes its place.
        let mut mine: Vec<&Entry> =
            mine.into_iter().filter(|entry| !self.wanted.props.contains_key(&entry.key)).collect();
        mine.sort_by_key(|entry| entry.line);
        let own_key = |entry: &&Entry| slot_of(&entry.key).is_some_and(|(_, found)| found == name);
        let target = mine.iter().rfind(|entry| own_key(entry)).or(mine.last()).copied();
        let text = written(syntax, slot, &texts);
        match target {
            _ if texts.is_empty() => mine.iter().for_each(|entry| self.remove(entry)),
            Some(target) if care != Care::Keys => {
                if care == Care::Items && slot.is_list() && slot != Slot::Sources {
                    return self.list(slot, &mine, &texts);
                }
                self.set(target, name, &text);
                // The other keys of a list would add to it.
                let others = mine.iter().filter(|entry| slot.is_list() && entry.lines != target.lines);
                others.for_each(|entry| self.remove(entry));
            }
            _ => {
                mine.iter().for_each(|entry| self.remove(entry));
                self.added.push(render::pair(syntax, name, &text));
            }
        }
    }

    fn props(&mut self, care: Care) {
        let (now, wanted) = (self.now, self.wanted);
        let keys: BTreeSet<&String> = now.props.keys().chain(wanted.props.keys()).collect();
        for key in keys.into_iter().filter(|key| now.props.get(*key) != wanted.props.get(*key)) {
            let entries: Vec<&Entry> = self.document.entries.iter().filter(|entry| entry.key == *key).collect();
            let text = wanted.props.get(key).map(|json| render::value(self.document.syntax, &Value::of_json(json)));
            let taken = slot_of(key).is_some_and(|(slot, _)| !same_slot(slot, now, wanted));
            match (text, entries.last()) {
                // The field of that name has dealt with the line.
                (None, _) if taken => {}
                (None, _) => entries.iter().for_each(|entry| self.remove(entry)),
                (Some(text), Some(entry)) if care != Care::Keys => self.set(entry, key, &text),
                (Some(text), _) => {
                    entries.iter().for_each(|entry| self.remove(entry));
                    self.added.push(render::pair(self.document.syntax, key, &text));
                }
            }
        }
    }

    fn remove(&mut self, entry: &Entry) {
        self.changes.extend(entry.lines.iter().map(|range| (range.clone(), String::new())));
    }

    /// Replaces an entry's value and leaves the comment after it.
    fn set(&mut self, entry: &Entry, name: &str, text: &str) {
        let key_line_end = self.lines.end(entry.colon.saturating_sub(1));
        if self.document.syntax == Syntax::Toml && entry.place.is_empty() {
            self.remove(entry);
            self.added.push(render::pair(Syntax::Toml, name, text));
        } else if entry.place.is_empty() || entry.place.start >= key_line_end {
            self.changes.push((entry.colon..entry.colon, format!(" {text}")));
            if let Some(lines) = entry.lines.last().filter(|lines| lines.end > key_line_end) {
                self.changes.push((key_line_end..lines.end, String::new()));
            }
        } else {
            self.changes.push((entry.place.clone(), text.to_owned()));
        }
    }

    /// Takes values out of a field's lists and adds what is missing to the last of them.
    fn list(&mut self, slot: Slot, entries: &[&Entry], texts: &[String]) {
        let syntax = self.document.syntax;
        let wanted: BTreeSet<&String> = texts.iter().collect();
        let present: BTreeSet<String> = values(slot, self.now).into_iter().collect();
        let missing: Vec<String> = texts.iter().filter(|text| !present.contains(*text)).cloned().collect();
        let has_items = |entry: &&Entry| entry.items.as_ref().is_some_and(|list| !list.places.is_empty());
        let last_list = entries.iter().rposition(has_items);
        let takes = last_list.unwrap_or(entries.len().saturating_sub(1));
        for (at, entry) in entries.iter().enumerate() {
            let adds: &[String] = if at == takes { &missing } else { &[] };
            let says = fields::list(slot, &entry.value).unwrap_or_default();
            let kept: Vec<String> = says.iter().filter(|text| wanted.contains(text)).cloned().collect();
            if kept.len() == says.len() && adds.is_empty() {
                continue;
            }
            if kept.is_empty() && adds.is_empty() {
                self.remove(entry);
            } else if !self.items(slot, entry, &wanted, adds) {
                let all: Vec<String> = kept.into_iter().chain(adds.iter().cloned()).collect();
                self.set(entry, "", &written(syntax, slot, &all));
            }
        }
    }

    /// Changes single items in brackets or on lines of their own; says no if the list is not as simple as that.
    fn items(&mut self, slot: Slot, entry: &Entry, wanted: &BTreeSet<&String>, adds: &[String]) -> bool {
        let (Some(Items { flow, places }), Value::List(values)) = (&entry.items, &entry.value) else { return false };
        let mut keep = Vec::with_capacity(places.len());
        for value in values {
            let says = fields::item_values(slot, value);
            let all = says.iter().all(|text| wanted.contains(text));
            if !all && says.iter().any(|text| wanted.contains(text)) {
                return false;
            }
            keep.push(all);
        }
        if keep.len() != places.len() || !keep.contains(&true) {
            return false;
        }
        let syntax = self.document.syntax;
        let adds: Vec<String> = adds.iter().map(|text| render::value(syntax, &Value::Text(text.clone()))).collect();
        if *flow { self.flow_items(places, &keep, &adds) } else { self.block_items(places, &keep, &adds) }
    }

    fn flow_items(&mut self, places: &[Range<usize>], keep: &[bool], adds: &[String]) -> bool {
        let Some(last_kept) = keep.iter().rposition(|keep| *keep) else { return false };
        for (at, pair) in places.windows(2).enumerate().take(last_kept) {
            if let ([this, next], Some(false)) = (pair, keep.get(at)) {
                self.changes.push((this.start..next.start, String::new()));
            }
        }
        let (Some(kept), Some(last)) = (places.get(last_kept), places.last()) else { return false };
        let tail = adds.iter().fold(String::new(), |tail, text| tail + ", " + text);
        self.changes.push((kept.end..last.end, tail));
        true
    }

    fn block_items(&mut self, places: &[Range<usize>], keep: &[bool], adds: &[String]) -> bool {
        let front = self.document.front;
        let line = |place: &Range<usize>| self.lines.start(place.start)..self.lines.end(place.end.saturating_sub(1));
        let alone = |place: &Range<usize>| {
            front.get(self.lines.start(place.start)..place.start).is_some_and(|before| before.trim() == "-")
        };
        if !places.iter().all(|place| !place.is_empty() && alone(place)) {
            return false;
        }
        let Some(last) = places.last() else { return false };
        let at = line(last).end;
        let dash = &front[self.lines.start(last.start)..last.start];
        let line_end = self.document.line_end(at);
        let added = adds.iter().fold(String::new(), |added, text| added + dash + text + line_end);
        let gone: Vec<_> = places.iter().zip(keep).filter(|(_, keep)| !**keep).map(|(place, _)| line(place)).collect();
        self.changes.extend(gone.into_iter().map(|range| (range, String::new())));
        self.changes.push((at..at, added));
        true
    }

    fn apply(mut self) -> String {
        let Document { front, insert_at, indent, .. } = self.document;
        let line_end = self.document.line_end(*insert_at);
        let added = self.added.iter().fold(String::new(), |text, line| text + indent + line + line_end);
        self.changes.push((*insert_at..*insert_at, added));
        self.changes.sort_by_key(|(range, _)| (range.start, range.end));
        let (mut out, mut at) = (String::with_capacity(front.len()), 0);
        for (range, text) in &self.changes {
            out.push_str(front.get(at..range.start).unwrap_or_default());
            out.push_str(text);
            at = at.max(range.end);
        }
        out.push_str(front.get(at..).unwrap_or_default());
        out
    }
}
