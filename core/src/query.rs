//! The query language: a text in, a tree with spans and a list of problems out. The one parser for the app, the HTTP
//! API, the command line and MCP. Nothing is matched here, and nothing is known of the index or of today.
//!
//! ```text
//! query   = choice { "OR" choice }          OR in capitals only; AND binds tighter and is a blank
//! choice  = { item }
//! item    = [ "-" | "!" ] [ "in:" column ] [ "-" | "!" ] ( term | "(" query ")" )
//! term    = word | "phrase" | 'literal' | /regex/ | key:value | key:"two words"
//! ```
//!
//! Parsing never fails but at a limit: what has no meaning is left out or read as text, and a [`Problem`] says so. A
//! backslash before a word that would mean something else makes it a word: `\OR`, `\-5`, `\kind:x`.

pub mod caret;
pub mod dates;
pub mod filter;
pub mod keys;
mod nearest;
mod normal;
mod parse;
mod print;
pub mod problem;
mod scan;
pub mod syntax;
mod term;
pub mod tokens;

pub use dates::{Comparison, DateSpec, Due, DueDay, Unit};
pub use filter::Filter;
pub use keys::{Column, DateField, Flag, Group, Has, Key, SortKey};
pub(crate) use nearest::{edits, nearest};
pub(crate) use print::key_value;
pub use problem::{Code, Limit, Problem, Severity, TooLarge};

/// A part of the query's text, in bytes, on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

/// What a text asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The condition in normal form; `None` when the text has none, which is not "every page".
    pub root: Option<Node>,
    /// The order asked for: the last valid `sort:`.
    pub sort: Option<At<Sort>>,
    /// The sections asked for: the last valid `group:`.
    pub group: Option<At<Group>>,
    /// Which date `after:` and `before:` compare, in the whole query: the last valid `date:`.
    pub date: Option<At<DateField>>,
    /// What there is to say about the text, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Something and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct At<T> {
    /// The thing.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

/// An order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sort {
    /// What to order by.
    pub key: SortKey,
    /// Turned round, by `-sort:`. Pages without the value stay last.
    pub reversed: bool,
}

/// A condition. In normal form: `And` and `Or` have two nodes or more and none of their own kind; `Not` has no `Not` and
/// no `Nothing` in it; `In` has a word, phrase, literal or regex; two filters of a key that means either do not stand
/// in one `And`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// All hold.
    And(Vec<Node>),
    /// One holds, or more.
    Or(Vec<Node>),
    /// It does not hold.
    Not(Box<Node>),
    /// It holds in this part of the page.
    In(Column, Box<Node>),
    /// A term, without the sign that excludes it and without its `in:`.
    Term(Span, Term),
    /// A condition that no page meets, excluded or not, and that a problem tells of; with its text in normal form.
    Nothing(Span, String),
}

/// A condition with no condition in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// A word as written: no blank in it, one letter or digit at least. A prefix match, or under `Not` the whole word.
    Word(String),
    /// What stood between double quotes, trimmed: one letter or digit at least.
    Phrase(String),
    /// What stood between single quotes, escapes undone: 1 to 200 characters, to be found as they are in any case.
    Literal(String),
    /// What stood between slashes, `\/` read as `/`: 1 to 200 characters, whose syntax nobody has looked at yet.
    Regex(String),
    /// A filter.
    Filter(Filter),
}

/// A term and what stands over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaf<'a> {
    /// Where it stands.
    pub span: Span,
    /// The term; `None` for a condition that no page meets.
    pub term: Option<&'a Term>,
    /// The part of the page it is narrowed to.
    pub column: Option<Column>,
    /// Whether an odd number of `Not` stand over it.
    pub excluded: bool,
}

/// Reads a text. One pass over its characters; brackets nest to 64.
///
/// # Errors
/// [`TooLarge`] past 4,096 characters, 64 terms or 64 filters, counted over the whole text.
pub fn parse(text: &str) -> Result<Query, TooLarge> {
    parse::parse(text)
}

impl Query {
    /// Whether the text has no condition, whatever order it asks for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Whether it looks into the trash instead of at everything else: `is:trash` among what must hold.
    #[must_use]
    pub fn in_trash(&self) -> bool {
        self.conjuncts().iter().any(|node| matches!(node, Node::Term(_, Term::Filter(Filter::Is(Flag::Trash)))))
    }

    /// What must hold, all of it: the root's parts.
    #[must_use]
    pub fn conjuncts(&self) -> &[Node] {
        match &self.root {
            Some(Node::And(parts)) => parts,
            Some(node) => std::slice::from_ref(node),
            None => &[],
        }
    }

    /// Every term, in the order of the normal form.
    #[must_use]
    pub fn leaves(&self) -> Vec<Leaf<'_>> {
        let mut leaves = Vec::new();
        if let Some(root) = &self.root {
            root.gather(None, false, &mut leaves);
        }
        leaves
    }

    /// Which date `after:` and `before:` compare.
    #[must_use]
    pub fn date_field(&self) -> DateField {
        self.date.map_or(DateField::Updated, |at| at.value)
    }
}

impl Node {
    fn gather<'a>(&'a self, column: Option<Column>, excluded: bool, leaves: &mut Vec<Leaf<'a>>) {
        match self {
            Self::And(nodes) | Self::Or(nodes) => nodes.iter().for_each(|n| n.gather(column, excluded, leaves)),
            Self::Not(node) => node.gather(column, !excluded, leaves),
            Self::In(column, node) => node.gather(Some(*column), excluded, leaves),
            Self::Term(span, term) => leaves.push(Leaf { span: *span, term: Some(term), column, excluded }),
            Self::Nothing(span, _) => leaves.push(Leaf { span: *span, term: None, column, excluded }),
        }
    }
}

impl Term {
    /// Whether it is grep: read from the stored text, not from the index.
    #[must_use]
    pub fn is_grep(&self) -> bool {
        matches!(self, Self::Literal(_) | Self::Regex(_))
    }
}

#[cfg(test)]
mod tests;
