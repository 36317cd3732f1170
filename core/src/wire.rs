//! The shapes that cross a boundary: the command line's JSON, and whatever else speaks to a store from outside. Names
//! here are a contract; what they mean is said where the values are made (`search`, `store`, `fields`).

mod edit;
mod message;
mod page;

use serde::{Deserialize, Serialize};

use crate::query;
use crate::search;

pub use self::edit::{BadEdit, BadField, PageEdit};
pub use self::message::{ImportReport, KeptFile, OutContent, OutFile, PageFile, Reply, Request, WarningView};
pub use self::page::{ConflictView, FileView, HistoryView, LinkView, PageView, RefView};

/// What a search gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchReply {
    /// The hits, in order.
    pub hits: Vec<HitView>,
    /// How many pages match.
    pub total: u64,
    /// Whether `total` is exact. With a raw term it counts the pages before they are scanned for it.
    pub exact: bool,
    /// What `group:` made of the hits.
    pub sections: Vec<Section>,
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

/// An error as an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorView {
    /// The kind, for ever.
    pub code: String,
    /// What is wrong, where, and what to do.
    pub message: String,
}

impl From<search::Answer> for SearchReply {
    fn from(answer: search::Answer) -> Self {
        Self {
            hits: answer.hits.into_iter().map(HitView::from).collect(),
            total: answer.total,
            exact: answer.exact,
            sections: Vec::new(),
            problems: answer.problems.into_iter().map(ProblemView::from).collect(),
            explain: None,
            unmeasured: 0,
            cursor: answer.cursor,
            change: answer.change,
        }
    }
}

impl SearchReply {
    /// Adds why nothing was found. A query without conditions has nothing to explain.
    pub fn explain(&mut self, explanation: search::explain::Explanation) {
        let search::explain::Explanation { parts, unmeasured, .. } = explanation;
        self.explain =
            (unmeasured > 0 || !parts.is_empty()).then(|| parts.into_iter().map(ExplainView::from).collect());
        self.unmeasured = unmeasured;
    }
}

impl From<search::Hit> for HitView {
    fn from(hit: search::Hit) -> Self {
        let snippet = hit.snippet.into_iter().map(|segment| SegmentView { text: segment.text, hit: segment.hit });
        Self {
            id: hit.at.id.to_string(),
            title: hit.at.title,
            source: hit.at.source,
            path: hit.at.path,
            kind: hit.kind.name().to_owned(),
            tags: hit.tags,
            updated: hit.updated.to_string(),
            section: None,
            snippet: snippet.collect(),
            line: Some(hit.line).filter(|line| *line > 0),
            lines: hit.lined.lines.into_iter().map(LineView::from).collect(),
            matches: hit.lined.matches as u64,
        }
    }
}

impl From<search::literal::Line> for LineView {
    fn from(line: search::literal::Line) -> Self {
        let part = match line.part {
            search::literal::Part::Title => "title",
            search::literal::Part::Body => "body",
            search::literal::Part::Conflict => "conflict",
            search::literal::Part::File => "file",
        };
        let spans = line.spans.into_iter().map(|span| (span.start, span.end)).collect();
        Self { n: line.number, part: part.to_owned(), text: line.text, spans }
    }
}

impl From<search::explain::Part> for ExplainView {
    fn from(part: search::explain::Part) -> Self {
        let search::explain::Part { span, alone, without, instead } = part;
        let (instead, instead_alone) = instead.unzip();
        Self { start: span.start, end: span.end, alone, without, instead, instead_alone }
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
