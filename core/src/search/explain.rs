//! Why nothing was found: what each condition alone keeps, and which one to leave out.

use super::{Plan, SearchError, rank, sql};
use crate::query::{self, Node, Query, Span, Term};
use crate::store::Store;
use crate::text::query_tokens;
use crate::time::Day;

/// How long people wait for an explanation, in milliseconds: what the `stop` of [`Store::explain`] is to go by.
pub const BUDGET_MS: u64 = 300;

/// Why a query has no hits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Each condition that must hold, in the query's order, with what it alone keeps, as far as they were measured.
    pub parts: Vec<Part>,
    /// How many conditions were not measured.
    pub unmeasured: usize,
    /// The store's change number: hits and explanation of one number agree.
    pub change: i64,
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
    /// Another way to write it, and how many pages that finds alone: an excluded word in quotes, a raw term as words, the
    /// nearest word that a page has, or the word to the letter where it is only a part of others.
    pub instead: Option<(String, u64)>,
}

impl Store {
    /// Explains a query that found nothing. `stop` is asked before each measurement and before each text that is
    /// scanned for one; once it gives true, the rest stays unmeasured.
    ///
    /// # Errors
    /// [`SearchError::TooLarge`] past the limits of a query; [`SearchError::Store`].
    pub fn explain(&self, text: &str, today: Day, stop: &mut dyn FnMut() -> bool) -> Result<Explanation, SearchError> {
        let change = self.change_number()?;
        let query = query::parse(text)?;
        let mut measure = Measure { store: self, query: &query, today, stop };
        let conjuncts = query.conjuncts();
        let mut parts = Vec::new();
        for at in 0..conjuncts.len() {
            let Some(part) = measure.part(conjuncts, at)? else { break };
            parts.push(part);
        }
        // What the conditions have comes before what else they might have been.
        for (part, node) in parts.iter_mut().zip(conjuncts) {
            part.instead = measure.instead(node, part.alone)?;
        }
        let unmeasured = conjuncts.len() - parts.len();
        Ok(Explanation { parts, unmeasured, change })
    }
}

/// Counts pages until it is told to stop; from then on there are no counts.
struct Measure<'a> {
    store: &'a Store,
    query: &'a Query,
    today: Day,
    stop: &'a mut dyn FnMut() -> bool,
}

impl Measure<'_> {
    fn part(&mut self, conjuncts: &[Node], at: usize) -> Result<Option<Part>, SearchError> {
        let (before, rest) = conjuncts.split_at(at);
        let Some((node, after)) = rest.split_first() else { return Ok(None) };
        let others: Vec<&Node> = before.iter().chain(after).collect();
        let Some(alone) = self.count(&[node])? else { return Ok(None) };
        let without = if others.is_empty() { Some(0) } else { self.count(&others)? };
        let Some(without) = without else { return Ok(None) };
        Ok(Some(Part { span: span_of(node), alone, without, instead: None }))
    }

    /// Another way to write the condition of which `alone` pages are known, and how many it finds.
    fn instead(&mut self, node: &Node, alone: u64) -> Result<Option<(String, u64)>, SearchError> {
        for (written, node) in self.other_ways(node, alone)? {
            match self.count(&[&node])? {
                None => return Ok(None),
                Some(0) if alone == 0 && !matches!(node, Node::Term(_, Term::Phrase(_))) => {}
                Some(found) => return Ok(Some((written, found))),
            }
        }
        Ok(None)
    }

    /// What may have been meant, the likeliest first: a dash that belongs to the word, raw text that is written otherwise;
    /// for a word that no page has, the nearest that one has, and the letters of it wherever they stand.
    fn other_ways(&mut self, node: &Node, alone: u64) -> Result<Vec<(String, Node)>, SearchError> {
        let term = |term| Node::Term(Span::default(), term);
        let phrase = |text: String| (format!("\"{text}\""), term(Term::Phrase(text)));
        let literal = |text: &str| (format!("'{}'", text.replace('\'', "''")), term(Term::Literal(text.to_owned())));
        Ok(match node {
            Node::Not(inner) => match inner.as_ref() {
                Node::Term(_, Term::Word(word)) if !word.contains('"') => vec![phrase(format!("-{word}"))],
                _ => Vec::new(),
            },
            Node::Term(_, Term::Literal(text)) if text.chars().any(char::is_alphanumeric) && !text.contains('"') => {
                vec![phrase(text.clone())]
            }
            Node::Term(_, Term::Word(word)) if alone == 0 => {
                let near = match query_tokens(word).as_slice() {
                    [token] => sql::words::near(self.store.connection(), token, self.stop)?,
                    _ => None,
                };
                near.map(|near| (near.clone(), term(Term::Word(near)))).into_iter().chain([literal(word)]).collect()
            }
            Node::Term(_, Term::Phrase(text)) if alone == 0 => vec![literal(text)],
            _ => Vec::new(),
        })
    }

    fn count(&mut self, nodes: &[&Node]) -> Result<Option<u64>, SearchError> {
        if (self.stop)() {
            return Ok(None);
        }
        let plan = Plan::over(self.query, nodes, self.today);
        match plan.raw.is_empty() {
            true => rank::count(self.store.connection(), &plan).map(Some),
            false => plan.count_scanned(self.store, self.stop),
        }
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
