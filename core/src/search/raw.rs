//! Raw terms of a query, and the pages that hold all of them.

use super::literal::{Lined, Part};
use super::regex::{Pattern, Unusable};
use crate::query::{Column, Node, Term};
use crate::store::RawTexts;

/// What is looked for in the stored text.
pub(crate) enum Raw<'q> {
    /// A text as it is, in any case.
    Literal(&'q str),
    /// A regex.
    Regex(Pattern),
}

/// A raw term, and the part of the page that it is narrowed to.
pub(super) struct RawTerm<'q> {
    raw: Raw<'q>,
    column: Option<Column>,
}

impl<'q> RawTerm<'q> {
    /// The raw term that a condition is; or why it cannot be looked for.
    pub fn of(node: &'q Node) -> Option<Result<Self, Unusable>> {
        match node {
            Node::Term(_, Term::Literal(text)) => Some(Ok(Self { raw: Raw::Literal(text), column: None })),
            Node::Term(_, Term::Regex(text)) => {
                Some(Pattern::new(text).map(|pattern| Self { raw: Raw::Regex(pattern), column: None }))
            }
            Node::In(column, node) => {
                Some(Self::of(node)?.map(|term| Self { column: term.column.or(Some(*column)), ..term }))
            }
            _ => None,
        }
    }

    /// The lines of a page that hold the term.
    fn lines(&self, texts: &RawTexts) -> Lined {
        let mut lined = Lined::default();
        let asked = |wanted: Column| self.column.is_none_or(|column| column == wanted);
        if asked(Column::Title) {
            lined.scan(&self.raw, Part::Title, &texts.title);
        }
        if asked(Column::Body) {
            lined.scan(&self.raw, Part::Body, &texts.body);
        }
        for conflict in &texts.conflicts {
            let column = match conflict.field.as_str() {
                "title" => Column::Title,
                "body" => Column::Body,
                _ => continue,
            };
            if asked(column) {
                lined.scan_side(&self.raw, &conflict.earlier, conflict.line);
            }
        }
        if asked(Column::File) {
            texts.files.iter().for_each(|text| lined.scan(&self.raw, Part::File, text));
        }
        lined
    }
}

/// The lines of a page that hold the terms; nothing if one of them is nowhere.
pub(super) fn scan(terms: &[RawTerm<'_>], texts: &RawTexts) -> Option<Lined> {
    let mut all = Lined::default();
    for term in terms {
        let lined = term.lines(texts);
        if lined.matches == 0 {
            return None;
        }
        all.matches += lined.matches;
        all.lines.extend(lined.lines);
    }
    all.lines.sort_by_key(|line| (line.part, line.number));
    all.lines.dedup_by(|one, other| one.part == other.part && one.number == other.number && one.text == other.text);
    Some(all)
}
