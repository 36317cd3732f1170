//! Facets: how many of the pages that a query finds are of each kind, have each tag, are personal or work. Counted, with
//! the conditions of the search itself: a number is the number of hits once its term is in the query too.

mod tags;

use self::tags::Tree;
pub use self::tags::{DEPTH, TagCount};
use super::sql::From;
use super::{Plan, SearchError, says_nothing};
use crate::fields::Kind;
use crate::query::{self, Filter, Node, Term};
use crate::store::Store;
use crate::time::Day;

/// So many tags are named, the largest first.
pub const MAX_TAGS: usize = 200;

/// What the pages of a query are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facets {
    /// Kinds, in the order of their list, without those that no page has. Two kinds mean either, so they are counted as if
    /// the query asked for none: choosing one takes the place of the one asked for.
    pub kinds: Vec<(Kind, u64)>,
    /// Tags as a tree, the largest first and each after the one that it is under; up to [`MAX_TAGS`].
    pub tags: Vec<TagCount>,
    /// How many tags more there are.
    pub more_tags: usize,
    /// Pages marked as personal.
    pub personal: u64,
    /// The others.
    pub work: u64,
    /// The counts are exact. With a raw term they are of the query without it.
    pub exact: bool,
    /// The store's change number: hits and facets of one number agree.
    pub change: i64,
}

impl Store {
    /// Counts what the pages of a query are. An empty query means every page outside of the trash.
    ///
    /// # Errors
    /// [`SearchError::TooLarge`] past the limits of a query; [`SearchError::Store`].
    pub fn facets(&self, text: &str, today: Day) -> Result<Facets, SearchError> {
        let query = query::parse(text)?;
        let plan = Plan::of(&query, today);
        let _held = self.hold()?;
        let mut facets = Facets { exact: !plan.scans(), change: self.change_number()?, ..Facets::default() };
        if says_nothing(&query, text) {
            return Ok(facets);
        }
        let connection = self.connection();
        let others: Vec<&Node> = query.conjuncts().iter().filter(|node| !asks_for_kinds(node)).collect();
        if let Some(from) = From::of(connection, &Plan::over(&query, &others, today))? {
            facets.kinds = from.with_pages().kinds(connection)?;
            facets.kinds.sort_unstable();
        }
        if let Some(from) = From::of(connection, &plan)? {
            let from = from.with_pages();
            (facets.personal, facets.work) = from.areas(connection)?;
            let mut tree = Tree::default();
            from.tags(connection, |page, tag| tree.count(connection, page, tag))?;
            (facets.tags, facets.more_tags) = tree.largest(MAX_TAGS);
        }
        Ok(facets)
    }
}

/// Whether a condition is `kind:`, or several of them of which one is to hold. An excluded kind is none: it stays.
fn asks_for_kinds(node: &Node) -> bool {
    match node {
        Node::Term(_, Term::Filter(Filter::Kind(_))) => true,
        Node::Or(nodes) => nodes.iter().all(|node| matches!(node, Node::Term(_, Term::Filter(Filter::Kind(_))))),
        _ => false,
    }
}
