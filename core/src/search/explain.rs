//! Why nothing was found: what each condition alone keeps, and which one to leave out.

use rusqlite::Connection;

use super::{Plan, SearchError, rank};
use crate::query::{Node, Query, Span};
use crate::time::Day;

/// Why a query has no hits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Each condition that must hold, with what it alone keeps: the first [`MAX_PARTS`] of them.
    pub parts: Vec<Part>,
    /// How many conditions were not measured.
    pub unmeasured: usize,
}

/// So many conditions are measured: each costs two counts, and people wait for this.
pub const MAX_PARTS: usize = 12;

/// One of the conditions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Where it stands in the query.
    pub span: Span,
    /// How many pages meet it alone.
    pub alone: u64,
    /// How many pages the query would find without it.
    pub without: u64,
}

/// Explains a query that found nothing. Each condition costs two searches without hits.
pub(super) fn explain(connection: &Connection, query: &Query, today: Day) -> Result<Explanation, SearchError> {
    let conjuncts = query.conjuncts();
    let mut parts = Vec::new();
    for (at, node) in conjuncts.iter().enumerate().take(MAX_PARTS) {
        let others: Vec<&Node> =
            conjuncts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, n)| n).collect();
        let alone = rank::count(connection, &Plan::over(query, &[node], today))?;
        let without = match others.len() {
            0 => 0,
            _ => rank::count(connection, &Plan::over(query, &others, today))?,
        };
        parts.push(Part { span: span_of(node), alone, without });
    }
    Ok(Explanation { parts, unmeasured: conjuncts.len().saturating_sub(MAX_PARTS) })
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
