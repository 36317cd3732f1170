//! The query's tokens that the screen shows as things of their own: filters as chips, order and sections as menus. The
//! box stays the truth: what is tapped changes its text.

use scrap_core::query::{self, Group, Key, Query, SortKey, Span, Term};

use super::query::{part, replaced};

/// A filter of the query.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Chip {
    /// Where it begins in the query, its sign included, in bytes.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// It as written.
    pub text: String,
}

/// The filters of a query, in its order.
#[must_use]
pub fn chips(query: &str) -> Vec<Chip> {
    let Ok(read) = query::parse(query) else { return Vec::new() };
    let leaves = read.leaves().into_iter();
    let mut spans: Vec<Span> =
        leaves.filter(|leaf| matches!(leaf.term, None | Some(Term::Filter(_)))).map(|leaf| leaf.span).collect();
    spans.extend(read.date.map(|date| date.span));
    let mut spans: Vec<Span> = spans.into_iter().map(|span| signed(query, span)).collect();
    spans.sort_unstable();
    spans.dedup();
    spans.into_iter().map(|Span { start, end }| Chip { start, end, text: part(query, start, end).to_owned() }).collect()
}

/// What the menus of order and sections stand at: a name with its sign, empty for none.
#[must_use]
pub fn settings(query: &str) -> (String, String) {
    let Ok(Query { sort, group, .. }) = query::parse(query) else { return (String::new(), String::new()) };
    let sort = sort.map(|sort| format!("{}{}", if sort.value.reversed { "-" } else { "" }, sort.value.key.name()));
    (sort.unwrap_or_default(), group.map(|group| group.value.name().to_owned()).unwrap_or_default())
}

/// The query with another order or other sections; an empty value takes them out.
#[must_use]
pub fn with_setting(query: &str, key: Key, value: &str) -> String {
    let token = match (value.strip_prefix('-'), value) {
        (_, "") => String::new(),
        (Some(value), _) => format!("-{}:{value}", key.name()),
        (None, value) => format!("{}:{value}", key.name()),
    };
    let there = query::parse(query).ok().and_then(|read| match key {
        Key::Sort => read.sort.map(|sort| sort.span),
        _ => read.group.map(|group| group.span),
    });
    match there.map(|span| signed(query, span)) {
        Some(Span { start, end }) => replaced(query, start, end, &token),
        None => [query.trim_end(), &token].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "),
    }
}

/// The choices of a menu: the value, and what it is called.
#[must_use]
pub fn choices(key: Key) -> Vec<(String, &'static str)> {
    let (none, names): (_, Vec<&str>) = match key {
        Key::Sort => ("Best match", SortKey::ALL.iter().map(|sort| sort.name()).collect()),
        _ => ("No sections", Group::ALL.iter().map(|group| group.name()).collect()),
    };
    let label = |name: &str| match name {
        "updated" => "Latest edit",
        "created" => "Newest",
        "title" => "Title",
        "due" => "Due day",
        "priority" => "Priority",
        "letter" => "Letter",
        "tag" => "Tag",
        "type" => "Kind",
        "now" => "What is next",
        "area" => "Area",
        _ => "Other",
    };
    let named = names.into_iter().map(|name| (name.to_owned(), label(name)));
    std::iter::once((String::new(), none)).chain(named).collect()
}

/// A token with the sign that excludes it or turns it round.
fn signed(query: &str, span: Span) -> Span {
    let before = part(query, 0, span.start);
    let start = before.trim_end_matches(['-', '!']).len();
    Span { start, end: span.end }
}

/// The byte of `text` at a place that the browser counts in UTF-16.
#[must_use]
pub fn byte_at(text: &str, units: usize) -> usize {
    let mut left = units;
    let found = text.char_indices().find(|(_, letter)| match left.checked_sub(letter.len_utf16()) {
        Some(rest) => {
            left = rest;
            false
        }
        None => true,
    });
    found.map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(query: &str) -> Vec<String> {
        chips(query).into_iter().map(|chip| chip.text).collect()
    }

    #[test]
    fn filters_are_chips_with_their_sign() {
        assert_eq!(texts("tea tag:a/b -kind:note is:\"in progress\""), ["tag:a/b", "-kind:note", "is:\"in progress\""]);
        assert_eq!(
            texts("kind:note kind:todo (due:today OR tag:x) due:soonish"),
            ["kind:note", "kind:todo", "due:today", "tag:x", "due:soonish"]
        );
        assert_eq!(texts("sort:title group:tag date:created tea"), ["date:created"]);
        assert_eq!(texts("tea \"tag:x\" '|---|'"), [""; 0]);
        let chip = &chips("tea -tag:x pot")[0];
        assert_eq!(replaced("tea -tag:x pot", chip.start, chip.end, ""), "tea pot");
    }

    #[test]
    fn menus_stand_at_what_is_written_and_write_it() {
        assert_eq!(settings("tea -sort:title group:tag"), ("-title".to_owned(), "tag".to_owned()));
        assert_eq!(settings("tea"), (String::new(), String::new()));
        assert_eq!(with_setting("tea", Key::Sort, "title"), "tea sort:title");
        assert_eq!(with_setting("tea -sort:title pot", Key::Sort, "due"), "tea sort:due pot");
        assert_eq!(with_setting("tea sort:due pot", Key::Sort, ""), "tea pot");
        assert_eq!(with_setting("", Key::Group, "letter"), "group:letter");
        assert_eq!(with_setting("tea sort:due", Key::Group, "tag"), "tea sort:due group:tag");
        assert_eq!(with_setting("tea", Key::Group, ""), "tea");
    }

    #[test]
    fn every_choice_is_one_that_the_query_knows() {
        for key in [Key::Sort, Key::Group] {
            for (value, label) in choices(key) {
                assert_ne!(label, "Other", "{value} has a name");
                let query = with_setting("tea", key, &value);
                let (sort, group) = settings(&query);
                assert_eq!(if key == Key::Sort { sort } else { group }, value);
            }
        }
    }

    #[test]
    fn a_caret_is_found_behind_letters_of_every_width() {
        assert_eq!(byte_at("aé😀b", 0), 0);
        assert_eq!(byte_at("aé😀b", 2), 3);
        assert_eq!(byte_at("aé😀b", 4), 7);
        assert_eq!(byte_at("aé😀b", 3), 3, "inside of a letter it stands before it");
        assert_eq!(byte_at("aé", 9), 3);
    }
}
