//! Why nothing was found: what each condition alone keeps, and which one to leave out.

use super::{Plan, SearchError, rank};
use crate::query::{Node, Query, Span, Term};
use crate::store::Store;
use crate::time::Day;

/// So many conditions are measured: each costs two counts, and people wait for this.
pub const MAX_PARTS: usize = 12;

/// Why a query has no hits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Each condition that must hold, with what it alone keeps: the first [`MAX_PARTS`] of them.
    pub parts: Vec<Part>,
    /// How many conditions were not measured.
    pub unmeasured: usize,
}

/// One of the conditions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Where it stands in the query.
    pub span: Span,
    /// How many pages meet it alone.
    pub alone: u64,
    /// How many pages the query would find without it.
    pub without: u64,
    /// Another way to write it, and how many pages that finds alone: an excluded word in quotes, a raw term as words.
    pub instead: Option<(String, u64)>,
}

/// Explains a query that found nothing.
pub(super) fn explain(store: &Store, query: &Query, today: Day) -> Result<Explanation, SearchError> {
    let conjuncts = query.conjuncts();
    let mut parts = Vec::new();
    for (at, node) in conjuncts.iter().enumerate().take(MAX_PARTS) {
        let others: Vec<&Node> =
            conjuncts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, node)| node).collect();
        let alone = count(store, query, &[node], today)?;
        let without = if others.is_empty() { 0 } else { count(store, query, &others, today)? };
        let instead = match other_way(node) {
            Some(text) => {
                let phrase = Node::Term(Span::default(), Term::Phrase(text.clone()));
                let found = rank::count(store.connection(), &Plan::over(query, &[&phrase], today))?;
                Some((format!("\"{text}\""), found))
            }
            None => None,
        };
        parts.push(Part { span: span_of(node), alone, without, instead });
    }
    Ok(Explanation { parts, unmeasured: conjuncts.len().saturating_sub(MAX_PARTS) })
}

fn count(store: &Store, query: &Query, nodes: &[&Node], today: Day) -> Result<u64, SearchError> {
    let plan = Plan::over(query, nodes, today);
    if plan.literals.is_empty() { rank::count(store.connection(), &plan) } else { plan.count_scanned(store) }
}

/// What may have been meant: a dash that belongs to the word, raw text that is written otherwise.
fn other_way(node: &Node) -> Option<String> {
    match node {
        Node::Not(inner) => match inner.as_ref() {
            Node::Term(_, Term::Word(word)) if !word.contains('"') => Some(format!("-{word}")),
            _ => None,
        },
        Node::Term(_, Term::Literal(text)) if text.chars().any(char::is_alphanumeric) && !text.contains('"') => {
            Some(text.clone())
        }
        _ => None,
    }
}

/// From the first to the last byte of the conditions in `node`.
fn span_of(node: &Node) -> Span {
    match node {
        Node::And(nodes) | Node::Or(nodes) => nodes
            .iter()
            .map(span_of)
            .reduce(|one, other| Span { start: one.start.min(other.start), end: one.end.max(other.end) })
            .unwrap_or_default(),
        Node::Not(node) | Node::In(_, node) => span_of(node),
        Node::Term(span, _) | Node::Nothing(span, _) => *span,
    }
}
