//! The query's tokens, which the screen shows as things of their own: filters as chips, order and sections as menus. The
//! box stays the truth: what is tapped changes its text. Which tokens there are the worker says with the hits: the
//! query's parser is its part alone.

use scrap_core::query::{Group, Key, SortKey};
use scrap_core::wire::TokenView;

use super::query::replaced;

/// The filters.
pub fn filters(tokens: &[TokenView]) -> impl DoubleEndedIterator<Item = &TokenView> {
    tokens.iter().filter(|token| token.role == "filter")
}

/// What the menu of a key stands at: a name with its sign, empty for none.
#[must_use]
pub fn setting(tokens: &[TokenView], key: Key) -> String {
    tokens.iter().find(|token| token.role == key.name()).map(|token| token.value.clone()).unwrap_or_default()
}

/// The query with another order or other sections; an empty value takes them out.
#[must_use]
pub fn with_setting(query: &str, tokens: &[TokenView], key: Key, value: &str) -> String {
    let token = match (value.strip_prefix('-'), value) {
        (_, "") => String::new(),
        (Some(value), _) => format!("-{}:{value}", key.name()),
        (None, value) => format!("{}:{value}", key.name()),
    };
    match tokens.iter().find(|token| token.role == key.name()) {
        Some(there) => replaced(query, there.start, there.end, &token),
        None => with(query, &token),
    }
}

/// The query with a token behind it.
pub(super) fn with(query: &str, token: &str) -> String {
    [query.trim_end(), token].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
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

/// What the worker says of a query.
#[cfg(test)]
pub(super) fn of(query: &str) -> Vec<TokenView> {
    scrap_core::query::parse(query).unwrap().tokens(query).into_iter().map(TokenView::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(query: &str, key: Key, value: &str) -> String {
        with_setting(query, &of(query), key, value)
    }

    #[test]
    fn menus_stand_at_what_is_written_and_write_it() {
        let tokens = of("tea -sort:title group:tag");
        assert_eq!((setting(&tokens, Key::Sort), setting(&tokens, Key::Group)), ("-title".into(), "tag".into()));
        assert_eq!(setting(&of("tea"), Key::Sort), "");
        assert_eq!(set("tea", Key::Sort, "title"), "tea sort:title");
        assert_eq!(set("tea -sort:title pot", Key::Sort, "due"), "tea sort:due pot");
        assert_eq!(set("tea sort:due pot", Key::Sort, ""), "tea pot");
        assert_eq!(set("", Key::Group, "letter"), "group:letter");
        assert_eq!(set("tea sort:due", Key::Group, "tag"), "tea sort:due group:tag");
        assert_eq!(set("tea", Key::Group, ""), "tea");
    }

    #[test]
    fn a_chip_goes_with_its_sign() {
        let query = "tea -tag:x pot";
        let tokens = of(query);
        let chips: Vec<&TokenView> = filters(&tokens).collect();
        assert_eq!(chips.len(), 1);
        assert_eq!(replaced(query, chips[0].start, chips[0].end, ""), "tea pot");
    }

    #[test]
    fn every_choice_is_one_that_the_query_knows() {
        for key in [Key::Sort, Key::Group] {
            for (value, label) in choices(key) {
                assert_ne!(label, "Other", "{value} has a name");
                assert_eq!(setting(&of(&set("tea", key, &value)), key), value);
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
