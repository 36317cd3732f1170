//! Facets as they show: tags as a tree, and what a tap on one makes of the query.

use scrap_core::wire::{FacetView, TokenView};

use super::query::replaced;
use super::tokens::{filters, with};

/// A facet in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What it is.
    pub facet: FacetView,
    /// What it is called beside its parent.
    pub name: String,
    /// How many tags it is under.
    pub depth: usize,
}

/// Tags in the order of a tree: each is followed by those that are under it.
#[must_use]
pub fn tree(tags: &[FacetView]) -> Vec<Row> {
    let parent = |tag: &FacetView| {
        let (parent, _) = tag.value.rsplit_once('/')?;
        tags.iter().position(|other| other.value == parent)
    };
    let parents: Vec<Option<usize>> = tags.iter().map(parent).collect();
    let mut rows = Vec::with_capacity(tags.len());
    // The first one comes off last.
    let below = |of: Option<usize>, depth: usize| -> Vec<(usize, usize)> {
        let all = parents.iter().enumerate().rev().filter(|(_, parent)| **parent == of);
        all.map(|(at, _)| (at, depth)).collect()
    };
    let mut open = below(None, 0);
    while let Some((at, depth)) = open.pop() {
        let facet = tags[at].clone();
        let name = if depth == 0 { facet.value.as_str() } else { facet.value.rsplit('/').next().unwrap_or_default() };
        rows.push(Row { name: name.to_owned(), facet, depth });
        open.extend(below(Some(at), depth + 1));
    }
    rows
}

/// Whether a query of these tokens has this filter.
#[must_use]
pub fn is_chosen(tokens: &[TokenView], term: &str) -> bool {
    filters(tokens).any(|chip| is_same(chip, term))
}

/// The query with this filter, or without it if it has it. Of kinds and of areas one takes the other's place.
#[must_use]
pub fn tapped(query: &str, tokens: &[TokenView], term: &str) -> String {
    if let Some(chip) = filters(tokens).find(|chip| is_same(chip, term)) {
        return replaced(query, chip.start, chip.end, "");
    }
    let area = |text: &str| text.eq_ignore_ascii_case("is:personal") || text.eq_ignore_ascii_case("is:work");
    let kind = |text: &str| text.get(..5).is_some_and(|key| key.eq_ignore_ascii_case("kind:"));
    let other = |chip: &&TokenView| (area(term) && area(&chip.value)) || (kind(term) && kind(&chip.value));
    if let Some(first) = filters(tokens).find(other) {
        // From the end, so that the places of the others stay.
        return filters(tokens).filter(other).rev().fold(query.to_owned(), |text, chip| {
            replaced(&text, chip.start, chip.end, if chip == first { term } else { "" })
        });
    }
    // Behind an OR it would belong to its last part alone; brackets around one in brackets change nothing.
    if query.split_whitespace().any(|word| word == "OR") {
        return format!("({}) {term}", query.trim());
    }
    with(query, term)
}

fn is_same(chip: &TokenView, term: &str) -> bool {
    chip.value.eq_ignore_ascii_case(term)
}

#[cfg(test)]
mod tests {
    use super::super::tokens::of;
    use super::*;

    fn tag(value: &str, count: u64) -> FacetView {
        FacetView { value: value.into(), query: format!("tag:{value}"), count }
    }

    #[test]
    fn tags_are_followed_by_those_under_them() {
        let tags =
            [tag("a", 9), tag("a/x", 7), tag("b", 5), tag("a/x/y", 4), tag("b/x", 3), tag("c/z", 2), tag("a/w", 1)];
        let rows: Vec<String> =
            tree(&tags).iter().map(|row| format!("{}{}", "-".repeat(row.depth), row.name)).collect();
        assert_eq!(rows, ["a", "-x", "--y", "-w", "b", "-x", "c/z"]);
        assert_eq!(tree(&[]), []);
    }

    fn tapped(query: &str, term: &str) -> String {
        super::tapped(query, &of(query), term)
    }

    #[test]
    fn a_tap_puts_a_filter_in_and_the_next_takes_it_out() {
        assert_eq!(tapped("tea", "tag:a/b"), "tea tag:a/b");
        assert_eq!(tapped("tea tag:a/b pot", "tag:a/b"), "tea pot");
        assert_eq!(tapped("", "kind:todo"), "kind:todo");
        assert_eq!(tapped("kind:note tea kind:image", "kind:todo"), "kind:todo tea");
        assert_eq!(tapped("is:work tea", "is:personal"), "is:personal tea");
        assert_eq!(tapped("tea OR pot", "tag:a"), "(tea OR pot) tag:a");
        assert_eq!(tapped("tag:a", "tag:b"), "tag:a tag:b");
        assert!(is_chosen(&of("tea TAG:a"), "tag:a") && !is_chosen(&of("-tag:a"), "tag:a"));
    }
}
