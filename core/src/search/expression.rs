//! Words and phrases as an expression of the full-text index. Every token is quoted, so nothing that a user types is
//! ever the index's own syntax.

use crate::query::{Column, Node, Term};
use crate::store::EVERY_PAGE;
use crate::text::index::{INNER, STEM};
use crate::text::{Stemmer, phrase_tokens, query_tokens};

/// The columns of the index, as bits in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Columns(u8);

const NAMES: [&str; 6] = ["title", "tags", "summary", "body", "writeup", "files"];

impl Columns {
    pub(super) const TITLE: Self = Self(1);
    pub(super) const TITLE_TAGS_SUMMARY: Self = Self(7);
    pub(super) const ALL: Self = Self(63);

    fn of(column: Column) -> Self {
        match column {
            Column::Title => Self(1),
            Column::Tags => Self(2),
            Column::Summary => Self(4),
            Column::Body => Self(8 | 16),
            Column::File => Self(32),
        }
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// `{title tags} : ` before an expression, nothing for all of them.
    fn prefix(self) -> String {
        if self == Self::ALL {
            return String::new();
        }
        let names: Vec<&str> =
            NAMES.iter().enumerate().filter(|(bit, _)| self.0 >> bit & 1 == 1).map(|(_, n)| *n).collect();
        format!("{{{}}} : ", names.join(" "))
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

/// Whether the index alone can answer the condition.
pub(super) fn is_text(node: &Node) -> bool {
    match node {
        Node::And(nodes) | Node::Or(nodes) => nodes.iter().all(is_text),
        Node::Not(node) => is_text(node),
        Node::In(..) | Node::Term(_, Term::Word(_) | Term::Phrase(_)) => true,
        Node::Term(..) | Node::Nothing(..) => false,
    }
}

/// The expression for all of `nodes` in `columns`; nothing if no page can meet it. What is excluded is excluded from the
/// whole page, whatever the columns.
pub(super) fn all(nodes: &[&Node], columns: Columns, meet: Meet, stemmer: &mut Stemmer) -> Option<String> {
    let mut wanted = Vec::new();
    let mut excluded = Vec::new();
    for node in nodes {
        match node {
            Node::Not(node) => excluded.extend(of(node, Columns::ALL, Meet::Whole, stemmer)),
            node => wanted.push(of(node, columns, meet, stemmer)?),
        }
    }
    if wanted.is_empty() {
        wanted.push(format!("\"{EVERY_PAGE}\""));
    }
    let mut expression = wanted.join(" AND ");
    for part in excluded {
        expression = format!("({expression}) NOT {part}");
    }
    Some(format!("({expression})"))
}

fn of(node: &Node, columns: Columns, meet: Meet, stemmer: &mut Stemmer) -> Option<String> {
    match node {
        Node::And(nodes) => all(&nodes.iter().collect::<Vec<_>>(), columns, meet, stemmer),
        Node::Or(nodes) => {
            let parts: Vec<String> = nodes.iter().filter_map(|node| of(node, columns, meet, stemmer)).collect();
            (!parts.is_empty()).then(|| format!("({})", parts.join(" OR ")))
        }
        Node::Not(_) => all(&[node], columns, meet, stemmer),
        Node::In(column, node) => of(node, columns.and(Columns::of(*column)), meet, stemmer),
        Node::Term(_, Term::Word(word)) => within(columns, word_expression(word, meet, stemmer)),
        Node::Term(_, Term::Phrase(phrase)) => {
            let phrase = phrase_tokens(phrase);
            within(columns, quoted(&phrase.tokens, phrase.open_end))
        }
        Node::Term(..) | Node::Nothing(..) => None,
    }
}

fn within(columns: Columns, expression: String) -> Option<String> {
    (columns.0 != 0).then(|| format!("({}{expression})", columns.prefix()))
}

/// `"a b"`, with `*` after it where the last token is a prefix. A term without tokens holds on every page.
fn quoted(tokens: &[String], prefix: bool) -> String {
    if tokens.is_empty() {
        return format!("\"{EVERY_PAGE}\"");
    }
    format!("\"{}\"{}", tokens.join(" "), if prefix { " *" } else { "" })
}

fn word_expression(word: &str, meet: Meet, stemmer: &mut Stemmer) -> String {
    if meet == Meet::Whole {
        let phrase = phrase_tokens(word);
        return quoted(&phrase.tokens, phrase.open_end);
    }
    let tokens = query_tokens(word);
    let written = quoted(&tokens, true);
    let [token] = tokens.as_slice() else { return written };
    if !token.is_ascii() {
        return written;
    }
    let stem = stemmer.stem_or_self(token);
    // A written word that is its own stem is not indexed twice; the prefix finds it unless the stem is shorter.
    let own = if stem.starts_with(token.as_str()) { String::new() } else { format!(" OR \"{stem}\"") };
    format!("({written}{own} OR \"{STEM}{stem}\" OR \"{INNER}{token}\" *)")
}
