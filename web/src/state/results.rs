//! The list of hits: the first ones of a query, then more of the same frozen list, never one twice.

use std::collections::HashSet;

use scrap_core::wire::{ErrorView, ExplainView, HitView, ProblemView, SearchReply, Section, TokenView};

/// How many hits come at first: a keystroke draws them all.
pub const HITS: usize = 20;

/// How many come when the reader gets to their end.
pub const MORE: usize = 50;

/// The most that one request may ask for.
const MOST: usize = 1_000;

/// What shows of a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Results {
    /// The query they are of.
    pub query: String,
    /// The hits so far.
    pub hits: Vec<HitView>,
    /// How many pages match.
    pub total: u64,
    /// Whether `total` is exact.
    pub exact: bool,
    /// What `group:` made of them.
    pub sections: Vec<Section>,
    /// The query's filters, order and sections.
    pub tokens: Vec<TokenView>,
    /// What there is to say about the query's text.
    pub problems: Vec<ProblemView>,
    /// Why there are no hits, once that is known.
    pub explain: Vec<ExplainView>,
    /// Why the search failed; the hits then are those of before.
    pub failed: Option<ErrorView>,
    /// A number of its own for every list, so that hits of two lists are never taken for the same.
    pub list: u64,
    /// An answer has come.
    pub answered: bool,
    /// Leads to more hits.
    pub(super) cursor: Option<String>,
    /// It was asked for them.
    pub(super) asked: bool,
}

impl Results {
    /// The first hits of a query take the place of whatever was there.
    pub fn found(&mut self, query: String, reply: SearchReply) {
        let SearchReply { hits, total, exact, sections, tokens, problems, cursor, .. } = reply;
        *self = Self {
            query,
            hits,
            total,
            exact,
            sections,
            tokens,
            problems,
            list: self.list + 1,
            answered: true,
            cursor,
            ..Self::default()
        };
    }

    /// The search of a query failed.
    pub fn failed(&mut self, query: String, why: ErrorView) {
        *self = Self { query, failed: Some(why), list: self.list + 1, answered: true, ..Self::default() };
    }

    /// Why there are no hits, if that is still the question.
    pub fn explained(&mut self, list: u64, parts: Vec<ExplainView>) {
        if self.list == list {
            self.explain = parts;
        }
    }

    /// The cursor to ask for more with: nothing if all is here or it was asked already.
    pub fn ask(&mut self) -> Option<(u64, String)> {
        if self.asked {
            return None;
        }
        let cursor = self.cursor.clone()?;
        self.asked = true;
        Some((self.list, cursor))
    }

    /// More hits of the list with this number. Those of a list that is gone, and hits that are here already, go.
    pub fn more(&mut self, list: u64, reply: SearchReply) {
        if self.list != list {
            return;
        }
        let here: HashSet<String> = self.hits.iter().map(|hit| hit.id.clone()).collect();
        self.hits.extend(reply.hits.into_iter().filter(|hit| !here.contains(&hit.id)));
        self.cursor = reply.cursor;
        self.asked = false;
    }

    /// No more came: the list ends here until it is searched anew.
    pub fn ended(&mut self, list: u64) {
        if self.list == list {
            self.cursor = None;
            self.asked = false;
        }
    }

    /// Whether there are hits that are not here yet.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.cursor.is_some()
    }

    /// The label and count of the section that starts at this hit.
    #[must_use]
    pub fn section_at(&self, at: usize) -> Option<&Section> {
        let key = self.hits.get(at)?.section.as_ref()?;
        let before = at.checked_sub(1).and_then(|before| self.hits.get(before)?.section.as_ref());
        if before == Some(key) { None } else { self.sections.iter().find(|section| section.key == *key) }
    }
}

/// How many hits to ask for at first, so that a list that was `long` comes back whole.
#[must_use]
pub fn first(long: usize) -> usize {
    long.clamp(HITS, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(id: &str, section: Option<&str>) -> HitView {
        HitView {
            id: id.into(),
            title: id.into(),
            source: String::new(),
            path: String::new(),
            kind: "note".into(),
            tags: vec![],
            updated: String::new(),
            section: section.map(str::to_owned),
            snippet: vec![],
            line: None,
            lines: vec![],
            matches: 0,
        }
    }

    fn reply(ids: &[&str], cursor: Option<&str>) -> SearchReply {
        SearchReply {
            hits: ids.iter().map(|id| hit(id, None)).collect(),
            total: 9,
            exact: true,
            sections: vec![],
            tokens: vec![],
            problems: vec![],
            explain: None,
            unmeasured: 0,
            cursor: cursor.map(str::to_owned),
            change: 1,
        }
    }

    fn ids(results: &Results) -> String {
        results.hits.iter().map(|hit| hit.id.as_str()).collect()
    }

    #[test]
    fn a_list_grows_by_what_is_not_in_it() {
        let mut results = Results::default();
        results.found("q".into(), reply(&["a", "b"], Some("1")));
        let (list, cursor) = results.ask().unwrap();
        assert_eq!((cursor.as_str(), results.ask()), ("1", None), "it is asked once");
        results.more(list, reply(&["b", "c"], Some("2")));
        assert_eq!(ids(&results), "abc");
        let (list, _) = results.ask().unwrap();
        results.more(list, reply(&["d"], None));
        assert_eq!((ids(&results).as_str(), results.ask(), results.has_more()), ("abcd", None, false));
    }

    #[test]
    fn what_comes_late_for_an_older_query_is_dropped() {
        let mut results = Results::default();
        results.found("q".into(), reply(&["a"], Some("1")));
        let (old, _) = results.ask().unwrap();
        results.found("qu".into(), reply(&["x"], Some("2")));
        results.more(old, reply(&["b"], None));
        results.ended(old);
        results.explained(
            old,
            vec![ExplainView { start: 0, end: 1, alone: 0, without: 1, instead: None, instead_alone: None }],
        );
        assert_eq!((ids(&results).as_str(), results.explain.len()), ("x", 0));
        assert!(results.ask().is_some(), "the new list can be asked for more");
    }

    #[test]
    fn a_list_whose_cursor_is_gone_ends() {
        let mut results = Results::default();
        results.found("q".into(), reply(&["a"], Some("1")));
        let (list, _) = results.ask().unwrap();
        results.ended(list);
        assert_eq!((results.ask(), results.has_more()), (None, false));
    }

    #[test]
    fn a_section_is_named_where_it_starts() {
        let section = |key: &str| Section { key: key.into(), label: key.to_uppercase(), count: 2 };
        let mut results = Results::default();
        let hits = vec![hit("1", Some("a")), hit("2", Some("a")), hit("3", Some("b")), hit("4", None)];
        results.found("q".into(), SearchReply { hits, sections: vec![section("a"), section("b")], ..reply(&[], None) });
        let labels: Vec<_> = (0..5).map(|at| results.section_at(at).map(|found| found.label.clone())).collect();
        assert_eq!(labels, [Some("A".to_owned()), None, Some("B".to_owned()), None, None]);
    }

    #[test]
    fn a_list_comes_back_as_long_as_it_was() {
        assert_eq!([0, 31, 5_000].map(first), [20, 31, 1_000]);
    }
}
