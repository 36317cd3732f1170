//! What the pages of a query are.

use serde::{Deserialize, Serialize};

/// How many of a query's pages are of each kind, have each tag, are personal or work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FacetsReply {
    /// Kinds, counted as if the query asked for none.
    pub kinds: Vec<FacetView>,
    /// The largest tags; one that has another one's segments and more is under it.
    pub tags: Vec<FacetView>,
    /// How many tags more there are.
    pub more_tags: usize,
    /// `personal` and `work`.
    pub areas: Vec<FacetView>,
    /// Whether the counts are exact. With a raw term they are of the query without it.
    pub exact: bool,
    /// The number of the store's last change: hits and facets of one number agree.
    pub change: i64,
}

/// A value and how many pages have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FacetView {
    /// The value, such as `work/clients`.
    pub value: String,
    /// The term that finds its pages, such as `tag:work/clients`.
    pub query: String,
    /// How many of the query's pages.
    pub count: u64,
}

#[cfg(feature = "store")]
impl From<crate::search::facets::Facets> for FacetsReply {
    fn from(facets: crate::search::facets::Facets) -> Self {
        use crate::query::{Filter, Flag};
        let view = |value: String, filter: Filter, count: u64| FacetView { value, query: filter.to_string(), count };
        let area = |flag: Flag, count: u64| view(flag.name().to_owned(), Filter::Is(flag), count);
        let areas = [area(Flag::Personal, facets.personal), area(Flag::Work, facets.work)];
        Self {
            kinds: facets.kinds.into_iter().map(|(k, n)| view(k.name().to_owned(), Filter::Kind(k), n)).collect(),
            tags: facets
                .tags
                .into_iter()
                .map(|t| view(t.segments.join("/"), Filter::Tag(t.segments), t.count))
                .collect(),
            more_tags: facets.more_tags,
            areas: areas.into_iter().filter(|area| area.count > 0).collect(),
            exact: facets.exact,
            change: facets.change,
        }
    }
}
