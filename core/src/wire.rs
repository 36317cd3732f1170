//! The shapes that cross a boundary: the command line's JSON, and whatever else speaks to a store from outside. Names
//! here are a contract; what they mean is said where the values are made (`search`, `store`, `fields`).

#[cfg(feature = "store")]
mod answer;
mod edit;
mod facets;
mod health;
mod mend;
mod message;
mod page;
mod pins;
#[cfg(feature = "store")]
mod read;
pub mod tree;

use serde::{Deserialize, Serialize};

use crate::query;

pub use self::edit::{BadEdit, BadField, PageEdit};
pub use self::facets::{FacetView, FacetsReply};
pub use self::health::{CheckView, HealthReply};
pub use self::mend::{BeforeView, MendRequest};
pub use self::message::{ImportReport, KeptFile, OutContent, OutFile, PageFile, Reply, Request, WarningView};
pub use self::page::{ConflictView, FileView, HistoryView, LinkView, PageView, RefView};
pub use self::pins::{PinChange, PinView, PinsReply};

/// What a search gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchReply {
    /// The hits, in order.
    pub hits: Vec<HitView>,
    /// How many pages match.
    pub total: u64,
    /// Whether `total` is exact. With a raw term it counts the pages before they are scanned for it.
    pub exact: bool,
    /// What `group:` made of all hits, in order; those of a section stand together.
    pub sections: Vec<Section>,
    /// The query's filters, order and sections; nothing further on in a list.
    #[serde(default)]
    pub tokens: Vec<TokenView>,
    /// What there is to say about the query's text.
    pub problems: Vec<ProblemView>,
    /// Why there are no hits; asked for at zero hits only.
    pub explain: Option<Vec<ExplainView>>,
    /// How many conditions the explanation had no time for.
    #[serde(default)]
    pub unmeasured: usize,
    /// Leads to the next hits.
    pub cursor: Option<String>,
    /// The number of the store's last change: hits and explanation of one number agree.
    pub change: i64,
}

/// A page that matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitView {
    /// The page's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its source, empty for none.
    pub source: String,
    /// Its path, as shown.
    pub path: String,
    /// Its kind.
    pub kind: String,
    /// Its tags, without `#`.
    pub tags: Vec<String>,
    /// Its last edit: RFC 3339, UTC.
    pub updated: String,
    /// The key of the section it is in.
    pub section: Option<String>,
    /// The place that shows why it matches.
    pub snippet: Vec<SegmentView>,
    /// The line of the body on which the snippet's first mark stands, from 1; nothing if it is not in the body.
    pub line: Option<u32>,
    /// Lines that grep terms found.
    pub lines: Vec<LineView>,
    /// How many matches grep terms have on the page.
    pub matches: u64,
}

/// A piece of a snippet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentView {
    /// The text, plain.
    pub text: String,
    /// It is one of the words searched for.
    pub hit: bool,
}

/// A line that grep found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineView {
    /// Its number, from 1; in a conflict the number of the body's line that shows instead.
    pub n: u32,
    /// The part of the page: `title`, `body`, `file`, or `conflict` for a side that is not shown.
    pub part: String,
    /// The line without its end.
    pub text: String,
    /// The matches in it, in bytes.
    pub spans: Vec<(usize, usize)>,
}

/// Pages that `group:` put together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// Its name in code.
    pub key: String,
    /// Its name for people.
    pub label: String,
    /// How many pages it has in all.
    pub count: u64,
}

/// A part of the query that is a thing of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenView {
    /// Where it begins, with the sign that excludes it or turns it round, in bytes.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// `filter`, `sort` or `group`.
    pub role: String,
    /// An order or sections by name, `-` before an order that is turned round; a filter as it is written.
    pub value: String,
}

/// A key of the query language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyView {
    /// The key.
    pub key: String,
    /// What it does.
    pub meaning: String,
    /// What may follow the colon.
    pub takes: String,
    /// The values by name, with what each means; empty, or not all, where a value is free.
    pub values: Vec<(String, String)>,
}

/// What there is to say about a part of the query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProblemView {
    /// The kind, for ever.
    pub code: String,
    /// `note`, `ignored` or `matches-nothing`.
    pub severity: String,
    /// What is wrong, and what to do.
    pub message: String,
    /// The part of the query it is about, in bytes.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// What may stand in its place.
    pub suggestion: Option<String>,
}

/// A condition of a query that found nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainView {
    /// Where it stands in the query, in bytes.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// How many pages meet it alone.
    pub alone: u64,
    /// How many pages the query would find without it.
    pub without: u64,
    /// Another way to write it that may have been meant.
    pub instead: Option<String>,
    /// How many pages that finds alone.
    pub instead_alone: Option<u64>,
}

/// What may stand where somebody types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompletionView {
    /// The text.
    pub text: String,
    /// What it means, in a line; empty for names that say it themselves.
    pub meaning: String,
}

/// An error as an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorView {
    /// The kind, for ever.
    pub code: String,
    /// What is wrong, where, and what to do.
    pub message: String,
}

impl From<query::tokens::Token> for TokenView {
    fn from(token: query::tokens::Token) -> Self {
        let query::tokens::Token { span: query::Span { start, end }, role, value } = token;
        let role = match role {
            query::tokens::Role::Filter => "filter",
            query::tokens::Role::Sort => "sort",
            query::tokens::Role::Group => "group",
        };
        Self { start, end, role: role.to_owned(), value }
    }
}

impl From<&query::keys::Entry> for KeyView {
    fn from(entry: &query::keys::Entry) -> Self {
        Self {
            key: entry.key.name().to_owned(),
            meaning: entry.meaning.to_owned(),
            takes: entry.takes.to_owned(),
            values: entry.values.iter().map(|value| (value.name.to_owned(), value.meaning.to_owned())).collect(),
        }
    }
}

impl From<query::Problem> for ProblemView {
    fn from(problem: query::Problem) -> Self {
        let severity = match problem.severity() {
            query::Severity::Note => "note",
            query::Severity::Ignored => "ignored",
            query::Severity::MatchesNothing => "matches-nothing",
        };
        Self {
            code: problem.code.as_str().to_owned(),
            severity: severity.to_owned(),
            message: problem.message,
            start: problem.span.start,
            end: problem.span.end,
            suggestion: problem.suggestion,
        }
    }
}

#[cfg(test)]
mod tests;
