//! Words and phrases as an expression of the full-text index. Every token is quoted, so nothing that a user types is ever
//! the index's own syntax.

use std::fmt::{self, Write as _};

use crate::query::{Column, Node, Term};
use crate::store::EVERY_PAGE;
use crate::text::index::{INITIAL, INNER, NAMED, STEM, has_initial};
use crate::text::{Stemmer, phrase_tokens, query_tokens};

/// Columns of the index, as bits in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Columns(u8);

/// As the index names them; its column of initials is asked only when every column is.
const NAMES: [&str; 6] = ["title", "tags", "summary", "body", "writeup", "files"];

impl Columns {
    pub(super) const TITLE: Self = Self(1);
    pub(super) const TAGS: Self = Self(2);
    pub(super) const SUMMARY: Self = Self(4);
    pub(super) const TITLE_TAGS_SUMMARY: Self = Self(7);
    pub(super) const ALL: Self = Self(63);

    fn of(column: Column) -> Self {
        match column {
            Column::Title => Self::TITLE,
            Column::Tags => Self::TAGS,
            Column::Summary => Self::SUMMARY,
            Column::Body => Self(8 | 16),
            Column::File => Self(32),
        }
    }

    /// Only columns of names: title, tags, summary.
    fn are_names(self) -> bool {
        self.0 & !Self::TITLE_TAGS_SUMMARY.0 == 0
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl fmt::Display for Columns {
    /// `{title tags} : `, and nothing for all of them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ALL {
            return Ok(());
        }
        let names: Vec<&str> =
            NAMES.iter().enumerate().filter(|(bit, _)| self.0 >> bit & 1 == 1).map(|(_, name)| *name).collect();
        write!(f, "{{{}}} : ", names.join(" "))
    }
}

/// How words are met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meet {
    /// As the start of a written word, by stem, or inside an identifier.
    Start,
    /// As the very word.
    Whole,
}

/// A condition on the tokens of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expression {
    /// Tokens in a row in one of the columns, the last of them a prefix or not.
    Phrase(Columns, Vec<String>, bool),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    /// The first holds and the second does not.
    But(Box<Expression>, Box<Expression>),
}

/// The index's own parser takes brackets nested about 30 deep. Past this, SQL joins the parts instead.
const MAX_DEPTH: usize = 16;

/// Whether the index alone can answer the condition.
pub(super) fn is_text(node: &Node) -> bool {
    words_only(node) && depth(node) <= MAX_DEPTH
}

/// How deep brackets nest.
fn depth(node: &Node) -> usize {
    match node {
        Node::And(nodes) | Node::Or(nodes) => 1 + nodes.iter().map(depth).max().unwrap_or(0),
        Node::Not(node) | Node::In(_, node) => 1 + depth(node),
        Node::Term(..) | Node::Nothing(..) => 0,
    }
}

fn words_only(node: &Node) -> bool {
    match node {
        Node::And(nodes) | Node::Or(nodes) => nodes.iter().all(words_only),
        Node::Not(node) | Node::In(_, node) => words_only(node),
        Node::Term(_, Term::Word(_) | Term::Phrase(_)) => true,
        Node::Term(..) | Node::Nothing(..) => false,
    }
}

/// The expression for all of `nodes` in `columns`; nothing if no page can meet it. What is excluded is excluded from the
/// whole page, whatever the columns.
pub(super) fn all(nodes: &[&Node], columns: Columns, meet: Meet, stemmer: &mut Stemmer) -> Option<Expression> {
    let mut wanted = Vec::new();
    let mut excluded = Vec::new();
    for node in nodes {
        match node {
            Node::Not(node) => excluded.extend(of(node, Columns::ALL, Meet::Whole, stemmer)),
            node => wanted.push(of(node, columns, meet, stemmer)?),
        }
    }
    let wanted = match wanted.len() {
        0 => every_page(),
        1 => wanted.remove(0),
        _ => Expression::And(wanted),
    };
    Some(match excluded.len() {
        0 => wanted,
        _ => Expression::But(Box::new(wanted), Box::new(Expression::Or(excluded))),
    })
}

fn of(node: &Node, columns: Columns, meet: Meet, stemmer: &mut Stemmer) -> Option<Expression> {
    match node {
        Node::And(nodes) => all(&nodes.iter().collect::<Vec<_>>(), columns, meet, stemmer),
        Node::Or(nodes) => {
            let parts: Vec<_> = nodes.iter().filter_map(|node| of(node, columns, meet, stemmer)).collect();
            (!parts.is_empty()).then_some(Expression::Or(parts))
        }
        Node::Not(_) => all(&[node], columns, meet, stemmer),
        Node::In(column, node) => of(node, columns.and(Columns::of(*column)), meet, stemmer),
        Node::Term(_, Term::Word(word)) => (columns.0 != 0).then(|| word_expression(word, columns, meet, stemmer)),
        Node::Term(_, Term::Phrase(phrase)) => {
            let phrase = phrase_tokens(phrase);
            (columns.0 != 0).then(|| tokens_in(columns, phrase.tokens, phrase.open_end))
        }
        Node::Term(..) | Node::Nothing(..) => None,
    }
}

/// A term without tokens holds on every page.
fn tokens_in(columns: Columns, tokens: Vec<String>, prefix: bool) -> Expression {
    if tokens.is_empty() { every_page() } else { Expression::Phrase(columns, tokens, prefix) }
}

fn every_page() -> Expression {
    Expression::Phrase(Columns::ALL, vec![EVERY_PAGE.to_owned()], false)
}

fn word_expression(word: &str, columns: Columns, meet: Meet, stemmer: &mut Stemmer) -> Expression {
    if meet == Meet::Whole {
        let phrase = phrase_tokens(word);
        return tokens_in(columns, phrase.tokens, phrase.open_end);
    }
    let tokens = query_tokens(word);
    let [token] = tokens.as_slice() else { return tokens_in(columns, tokens, true) };
    let first = token.chars().next().filter(|_| token.chars().count() == 1);
    if columns == Columns::ALL && first.is_some_and(has_initial) {
        return Expression::Phrase(columns, vec![format!("{INITIAL}{token}")], false);
    }
    // What names a page stands in lists of its own, which are short.
    let mark = if columns.are_names() { NAMED.to_string() } else { String::new() };
    let one = |token: String, prefix| Expression::Phrase(columns, vec![format!("{mark}{token}")], prefix);
    if !token.is_ascii() {
        let inner = one(format!("{INNER}{token}"), true);
        let written = one(token.clone(), true);
        // Scripts without capitals have no words inside of others.
        return if token.chars().any(char::is_lowercase) { Expression::Or(vec![written, inner]) } else { written };
    }
    let stem = stemmer.stem_or_self(token);
    let mut ways =
        vec![one(token.clone(), true), one(format!("{STEM}{stem}"), false), one(format!("{INNER}{token}"), true)];
    // A written word that is its own stem is not indexed twice; the prefix finds it unless the stem is shorter.
    if !stem.starts_with(token.as_str()) {
        ways.push(one(stem.to_owned(), false));
    }
    Expression::Or(ways)
}

impl fmt::Display for Expression {
    /// As the index's `MATCH` takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Phrase(columns, tokens, prefix) => {
                write!(f, "({columns}\"{}\"{})", tokens.join(" "), if *prefix { " *" } else { "" })
            }
            Self::And(parts) => write_joined(f, parts, " AND "),
            Self::Or(parts) => write_joined(f, parts, " OR "),
            Self::But(wanted, excluded) => write!(f, "({wanted} NOT {excluded})"),
        }
    }
}

fn write_joined(f: &mut fmt::Formatter<'_>, parts: &[Expression], word: &str) -> fmt::Result {
    f.write_char('(')?;
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            f.write_str(word)?;
        }
        write!(f, "{part}")?;
    }
    f.write_char(')')
}
