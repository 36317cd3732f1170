//! What a search gives, in the shapes that leave.

use crate::search;

use super::{ExplainView, HitView, LineView, ProblemView, SearchReply, Section, SegmentView, TokenView};

impl From<search::Answer> for SearchReply {
    fn from(answer: search::Answer) -> Self {
        Self {
            hits: answer.hits.into_iter().map(HitView::from).collect(),
            total: answer.total,
            exact: answer.exact,
            sections: answer.sections.into_iter().map(Section::from).collect(),
            tokens: answer.tokens.into_iter().map(TokenView::from).collect(),
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
            section: hit.section,
            snippet: snippet.collect(),
            line: Some(hit.line).filter(|line| *line > 0),
            lines: hit.lined.lines.into_iter().map(LineView::from).collect(),
            matches: hit.lined.matches as u64,
        }
    }
}

impl From<search::Section> for Section {
    fn from(section: search::Section) -> Self {
        let search::Section { key, label, count } = section;
        Self { key, label, count }
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
