//! `group:`: the hits in sections, one after the other, a page in one of them only. Inside of a section the order is the
//! one that the hits have without sections.

mod runs;

use std::collections::HashMap;

pub(crate) use self::runs::Runs;
use super::{SearchError, sql};
use crate::fields::{Kind, Priority};
use crate::query::Group;
use crate::store::Store;
use crate::text;
use crate::time::Day;

/// "This week" is the days after tomorrow and up to so many days from today.
const WEEK: i64 = 7;

/// The key of the section of pages without a tag.
const UNTAGGED: &str = "/untagged";

/// A section of the hits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its name in code.
    pub key: String,
    /// Its name for people.
    pub label: String,
    /// How many pages it has in all. With a raw term it counts the pages that were still to be scanned for it.
    pub count: u64,
}

/// What sections ask of a page.
#[derive(Debug, Clone, Default)]
pub(super) struct Traits {
    pub title: String,
    /// The first tag, as written.
    pub tag: Option<String>,
    pub kind: u8,
    pub personal: bool,
    pub due: Option<i64>,
    pub priority: Option<i64>,
    /// As `is:` compares it.
    pub status: Option<String>,
    /// The UTC day of the last edit, as a number.
    pub updated: i64,
}

/// Where a page stands: by these sections are told apart and put in order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Place {
    rank: u8,
    key: String,
}

/// The pages in the order of their sections, which stay in their own order inside of them, and the sections.
pub(super) fn grouped(
    store: &Store,
    group: Group,
    today: Day,
    pages: &[i64],
) -> Result<(Vec<i64>, Vec<Section>), SearchError> {
    let traits = sql::traits(store.connection(), group, pages)?;
    let mut sections: HashMap<Place, (String, Vec<i64>)> = HashMap::new();
    for page in pages {
        let (place, label) = place_of(group, today, traits.get(page).unwrap_or(&Traits::default()));
        sections.entry(place).or_insert_with(|| (label, Vec::new())).1.push(*page);
    }
    let mut sections: Vec<(Place, (String, Vec<i64>))> = sections.into_iter().collect();
    sections.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    let (mut order, mut named) = (Vec::with_capacity(pages.len()), Vec::with_capacity(sections.len()));
    for (Place { key, .. }, (label, pages)) in sections {
        named.push(Section { key, label, count: pages.len() as u64 });
        order.extend(pages);
    }
    Ok((order, named))
}

/// Where a page stands, and what its section is called.
fn place_of(group: Group, today: Day, page: &Traits) -> (Place, String) {
    let at = |rank: u8, key: &str, label: &str| (Place { rank, key: key.to_owned() }, label.to_owned());
    match group {
        Group::Letter => letter(&page.title),
        Group::Tag => match page.tag.as_deref().and_then(|tag| tag.split('/').find(|part| !part.is_empty())) {
            Some(first) => (Place { rank: 0, key: text::fold(first) }, first.to_owned()),
            // No segment of a tag has a slash, so none is called so.
            None => at(1, UNTAGGED, "Untagged"),
        },
        Group::Type => {
            let kind = Kind::of_code(page.kind).unwrap_or(Kind::Note);
            let rank = Kind::ALL.iter().position(|known| *known == kind).unwrap_or_default();
            let name = kind.name();
            (Place { rank: rank as u8, key: name.to_owned() }, capital(name))
        }
        Group::Area if page.personal => at(0, "personal", "Personal"),
        Group::Area => at(1, "work", "Work"),
        Group::Due => due(page.due.map(|due| due - today.number())),
        Group::Now => now(today, page),
    }
}

/// By the title's first letter, folded; what begins with none stands at the end.
fn letter(title: &str) -> (Place, String) {
    let folded = text::fold(title);
    match folded.chars().next().filter(|first| first.is_alphabetic()) {
        Some(first) => (Place { rank: 0, key: first.to_string() }, first.to_uppercase().collect()),
        None => (Place { rank: 1, key: "#".to_owned() }, "#".to_owned()),
    }
}

/// By the days that are left.
fn due(left: Option<i64>) -> (Place, String) {
    let (rank, key, label) = match left {
        Some(..=-1) => (0, "overdue", "Overdue"),
        Some(0) => (1, "today", "Today"),
        Some(1) => (2, "tomorrow", "Tomorrow"),
        Some(2..=WEEK) => (3, "week", "This week"),
        Some(_) => (4, "later", "Later"),
        None => (5, "none", "No due day"),
    };
    (Place { rank, key: key.to_owned() }, label.to_owned())
}

/// By what needs attention: the first that holds. What is done needs none, whatever day it was due.
fn now(today: Day, page: &Traits) -> (Place, String) {
    let open = page.status.as_deref() != Some("done");
    let left = page.due.filter(|_| open).map(|due| due - today.number());
    let (rank, key, label) = if left.is_some_and(|left| left < 0) {
        (0, "overdue", "Overdue")
    } else if left == Some(0) {
        (1, "today", "Due today")
    } else if page.status.as_deref() == Some("in_progress") {
        (2, "in-progress", "In progress")
    } else if open && page.priority == Some(i64::from(Priority::High.code())) {
        (3, "high", "High priority")
    } else if page.updated >= today.number() - WEEK {
        (4, "changed", "Changed in the last 7 days")
    } else {
        (5, "rest", "Everything else")
    };
    (Place { rank, key: key.to_owned() }, label.to_owned())
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
