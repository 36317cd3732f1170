//! Pins: pages and saved searches that are kept at hand. They are the links of one page, in its order, so that they can be
//! written by hand too, are exported and synced as pages are, and need nothing of their own in the store.

use std::ops::Range;

use crate::markdown::Target;
use crate::markdown::written::{self, Written, WrittenTo, label_of, search_destination};

/// The path of the page of pins, whose kind is `pinned`.
pub const PATH: &str = "pinned";

/// The most pins that one more is added to: more are no longer at hand.
pub const MAX_PINS: usize = 200;

/// The longest name of a pin, in characters.
pub const MAX_NAME_CHARS: usize = 200;

/// What a pin leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PinTo {
    /// A search.
    Search(String),
    /// A page; which one that is in the store is decided elsewhere.
    Page(Target),
}

/// A pin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// Its name, as it is written: Markdown signs and all.
    pub name: String,
    /// What it leads to.
    pub to: PinTo,
    /// The byte of the body at which its link starts.
    pub offset: usize,
}

/// A change of the pins. Places count from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Puts a pin behind the others.
    Add {
        /// Its name.
        name: String,
        /// The destination of its link.
        destination: String,
    },
    /// Takes a pin out.
    Remove(usize),
    /// Gives a pin another name.
    Rename(usize, String),
    /// Moves a pin.
    Move {
        /// Where it is.
        from: usize,
        /// Where it will be.
        to: usize,
    },
}

/// Why pins are not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadPin {
    /// There is no pin at this place.
    #[error("there is no pin {}: look at the pins again", .0 + 1)]
    Unknown(usize),
    /// There are too many.
    #[error("there are {MAX_PINS} pins already: take one out first")]
    TooMany,
    /// It has no name, or too long a one.
    #[error("a pin needs a name of at most {MAX_NAME_CHARS} characters")]
    Name,
}

impl BadPin {
    /// A name for the error that stays.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Unknown(_) => "unknown_pin",
            Self::TooMany => "too_many_pins",
            Self::Name => "bad_pin_name",
        }
    }
}

/// The destination of a link to a search or a page, as [`Change::Add`] takes it.
#[must_use]
pub fn destination(to: &PinTo) -> String {
    match to {
        PinTo::Search(query) => search_destination(query),
        PinTo::Page(Target::Id(id)) => format!("scrap:{id}"),
        PinTo::Page(Target::Name(path) | Target::Relative(path)) => format!("<{}>", path.replace(['<', '>'], "")),
        PinTo::Page(Target::Own) => "#".to_owned(),
    }
}

/// The pins of the page with this body.
#[must_use]
pub fn pins(body: &str) -> Vec<Pin> {
    slots(body)
        .into_iter()
        .map(|Written { range, label, to }| Pin {
            name: unescaped(body.get(label).unwrap_or_default()),
            to: match to {
                WrittenTo::Search(query) => PinTo::Search(query),
                WrittenTo::Page(target) => PinTo::Page(target),
            },
            offset: range.start,
        })
        .collect()
}

/// The body with the change made. What else it says stays as it is.
///
/// # Errors
/// [`BadPin`].
pub fn changed(body: &str, change: &Change) -> Result<String, BadPin> {
    let slots = slots(body);
    let slot = |at: usize| slots.get(at).ok_or(BadPin::Unknown(at));
    match change {
        Change::Add { .. } if slots.len() >= MAX_PINS => Err(BadPin::TooMany),
        Change::Add { name, destination } => {
            let end = if body.contains("\r\n") { "\r\n" } else { "\n" };
            let gap = if body.is_empty() || body.ends_with(['\n', '\r']) { "" } else { end };
            Ok(format!("{body}{gap}- [{}]({destination}){end}", label_of(named(name)?)))
        }
        Change::Remove(at) => Ok(without(body, &line_or_link(body, &slot(*at)?.range))),
        Change::Rename(at, name) => {
            let link = slot(*at)?;
            let written = body.get(link.range.clone()).unwrap_or_default();
            let name = named(name)?;
            // `[[page]]` has no label of its own yet.
            if let Some(inner) = written.strip_prefix("[[").and_then(|link| link.strip_suffix("]]")) {
                let target = inner.split('|').next().unwrap_or_default();
                let name: String = name.chars().filter(|c| !matches!(c, '[' | ']' | '|') && !c.is_control()).collect();
                return Ok(put(body, &link.range, &format!("[[{target}|{name}]]")));
            }
            Ok(put(body, &link.label, &label_of(name)))
        }
        Change::Move { from, to } => {
            let (from, to) = (*from, *to);
            slot(from)?;
            slot(to)?;
            let mut order: Vec<usize> = (0..slots.len()).collect();
            let moved = order.remove(from);
            order.insert(to, moved);
            // From the end, so that the places of the others stay.
            Ok(slots.iter().zip(order).rev().fold(body.to_owned(), |text, (slot, link)| {
                let link = slots.get(link).and_then(|link| body.get(link.range.clone())).unwrap_or_default();
                put(&text, &slot.range, link)
            }))
        }
    }
}

/// The links that are pins: not those of the page to itself.
fn slots(body: &str) -> Vec<Written> {
    let mut links = written::links(body);
    links.retain(|link| link.to != WrittenTo::Page(Target::Own));
    links
}

fn named(name: &str) -> Result<&str, BadPin> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME_CHARS { Err(BadPin::Name) } else { Ok(name) }
}

/// The line of a link if there is nothing else on it but a list's sign, with its end; else the link alone.
fn line_or_link(body: &str, link: &Range<usize>) -> Range<usize> {
    let before = body.get(..link.start).unwrap_or_default();
    let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let after = body.get(link.end..).unwrap_or_default();
    let end = after.find(['\n', '\r']).unwrap_or(after.len());
    let sign = before.get(start..).unwrap_or_default().trim().trim_start_matches(|c: char| c.is_ascii_digit());
    let alone =
        matches!(sign, "" | "-" | "*" | "+" | "." | ")") && after.get(..end).is_some_and(|rest| rest.trim().is_empty());
    if !alone {
        return link.clone();
    }
    let rest = after.get(end..).unwrap_or_default();
    let line_end = if rest.starts_with("\r\n") { 2 } else { usize::from(!rest.is_empty()) };
    start..link.end + end + line_end
}

fn without(body: &str, range: &Range<usize>) -> String {
    put(body, range, "")
}

fn put(body: &str, range: &Range<usize>, text: &str) -> String {
    let (before, after) = (body.get(..range.start).unwrap_or_default(), body.get(range.end..).unwrap_or_default());
    format!("{before}{text}{after}")
}

/// A label without the backslashes that [`label_of`] put in.
fn unescaped(label: &str) -> String {
    let mut text = String::with_capacity(label.len());
    let mut chars = label.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = chars.next_if(|next| c == '\\' && next.is_ascii_punctuation());
        text.push(escaped.unwrap_or(c));
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BODY: &str = "My pins\n\n- [Tea](search:tag%3Atea)\n- [[recipes/soup]] and [cake](cake.md)\n* [home](#top)\n";

    fn names(body: &str) -> Vec<String> {
        pins(body).into_iter().map(|pin| pin.name).collect()
    }

    fn add(body: &str, name: &str, query: &str) -> Result<String, BadPin> {
        let destination = destination(&PinTo::Search(query.to_owned()));
        changed(body, &Change::Add { name: name.to_owned(), destination })
    }

    #[test]
    fn pins_are_the_links_of_the_page() {
        assert_eq!(names(BODY), ["Tea", "recipes/soup", "cake"]);
        assert_eq!(pins(BODY)[0].to, PinTo::Search("tag:tea".into()));
        assert_eq!(names(""), [""; 0]);
    }

    #[test]
    fn a_change_leaves_the_rest_as_it_is() {
        let removed = changed(BODY, &Change::Remove(0)).unwrap();
        assert_eq!(removed, "My pins\n\n- [[recipes/soup]] and [cake](cake.md)\n* [home](#top)\n");
        assert_eq!(changed(BODY, &Change::Remove(1)).unwrap().lines().nth(3), Some("-  and [cake](cake.md)"));
        let moved = changed(BODY, &Change::Move { from: 0, to: 2 }).unwrap();
        assert_eq!(names(&moved), ["recipes/soup", "cake", "Tea"]);
        assert!(moved.starts_with("My pins\n\n- [[recipes/soup]]\n- [cake](cake.md) and [Tea]("));
        let named = changed(BODY, &Change::Rename(1, "So|up".into())).unwrap();
        assert!(named.contains("[[recipes/soup|Soup]]"), "{named}");
        assert_eq!(names(&changed(BODY, &Change::Rename(0, "A [b]".into())).unwrap())[0], "A [b]");
        assert_eq!(changed("- [a](search:b)\r\n- [c](search:d)", &Change::Remove(1)).unwrap(), "- [a](search:b)\r\n");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert_eq!(changed(BODY, &Change::Remove(3)), Err(BadPin::Unknown(3)));
        assert_eq!(changed(BODY, &Change::Move { from: 0, to: 9 }), Err(BadPin::Unknown(9)));
        assert_eq!(add(BODY, " ", "x"), Err(BadPin::Name));
        assert_eq!(add(BODY, &"é".repeat(MAX_NAME_CHARS + 1), "x"), Err(BadPin::Name));
        let many = "[a](search:b)\n".repeat(MAX_PINS);
        assert_eq!(add(&many, "x", "x"), Err(BadPin::TooMany));
    }

    proptest! {
        #[test]
        fn what_is_added_is_there_and_goes_again(name in "[^\\p{C}]{1,12}", query in "\\PC{0,20}") {
            prop_assume!(!name.trim().is_empty());
            for body in ["", BODY, "x", "- [a](search:b)\r\n"] {
                let with = add(body, &name, &query).unwrap();
                let pin = pins(&with).pop().unwrap();
                prop_assert_eq!((pin.name.as_str(), pin.to), (name.trim(), PinTo::Search(query.clone())));
                let gone = changed(&with, &Change::Remove(pins(&with).len() - 1)).unwrap();
                prop_assert_eq!(gone.trim_end(), body.trim_end());
            }
        }

        #[test]
        fn a_move_and_its_way_back_change_nothing(from in 0_usize..3, to in 0_usize..3) {
            let moved = changed(BODY, &Change::Move { from, to }).unwrap();
            prop_assert_eq!(changed(&moved, &Change::Move { from: to, to: from }).unwrap(), BODY);
        }
    }
}
