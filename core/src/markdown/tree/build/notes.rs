//! Footnotes, which are gathered apart and come last, and the finished tree.

use std::collections::HashMap;

use super::{Builder, List, Note, Until};
use crate::markdown::Document;
use crate::wire::tree::{HeadingView, Node, NodeView, TreeView};

impl Builder {
    /// Opens a footnote: what comes goes there, until it is closed as a block is.
    pub fn open_note(&mut self, name: &str, line: u32) {
        self.end_inline_tags();
        let list = List { nodes: Vec::new(), around: self.live, first_depth: 1, name: Some(name.to_owned()) };
        self.lists.push(list);
        self.push(Node::Footnote { n: 0, refs: 0 }, Some(line));
        if let Some(list) = self.list() {
            list.first_depth = 2;
        }
        self.open_nothing(Until::BlockEnd);
    }

    pub fn close_note(&mut self) {
        while let Some(open) = self.stack.pop() {
            self.live -= usize::from(open.live);
            if open.until == Until::BlockEnd {
                break;
            }
        }
        self.keep_note();
    }

    fn keep_note(&mut self) {
        if self.lists.last().is_some_and(|list| list.name.is_some())
            && let Some(List { nodes, name: Some(name), .. }) = self.lists.pop()
        {
            self.notes.push((name, nodes));
        }
    }

    /// Adds a mark that leads to the footnote of this name.
    pub fn note_mark(&mut self, name: &str) {
        if self.alternatives > 0 {
            return;
        }
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX).saturating_add(1);
        let note = self.numbers.entry(name.to_lowercase()).or_insert(Note { number: next, refs: 0 });
        note.refs += 1;
        let (n, nth) = (note.number, note.refs);
        self.push(Node::FootnoteRef { n, nth }, None);
    }

    pub fn finish(mut self, document: &Document) -> TreeView {
        while self.lists.len() > 1 {
            self.keep_note();
        }
        let mut nodes = self.lists.pop().map(|list| list.nodes).unwrap_or_default();
        if let Some(line) = self.cut {
            nodes.push(NodeView { depth: 0, line: Some(line), node: Node::Cut });
        }
        let mut next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        let mut notes = Vec::with_capacity(self.notes.len());
        for (name, nodes) in self.notes {
            // Of several of one name the first is what its marks lead to.
            let note = self.numbers.remove(&name.to_lowercase()).unwrap_or_else(|| {
                next = next.saturating_add(1);
                Note { number: next, refs: 0 }
            });
            notes.push((note, nodes));
        }
        notes.sort_by_key(|(note, _)| note.number);
        if !notes.is_empty() {
            nodes.push(NodeView { depth: 0, line: None, node: Node::Footnotes });
        }
        for (Note { number, refs }, mut of_note) in notes {
            if let Some(first) = of_note.first_mut() {
                first.node = Node::Footnote { n: number, refs };
            }
            nodes.append(&mut of_note);
        }
        let headings = document.headings.iter().map(|heading| HeadingView {
            level: heading.level,
            text: heading.text.clone(),
            slug: heading.slug.clone(),
            line: heading.line,
        });
        let marks = number_marks(&mut nodes);
        TreeView { nodes, headings: headings.collect(), marks, more_marks: self.marks.more, cut: self.cut.is_some() }
    }
}

/// Numbers the marks in the order of the nodes; how many there are.
fn number_marks(nodes: &mut [NodeView]) -> u32 {
    let mut numbers = HashMap::new();
    for view in nodes {
        if let Node::Mark { n, .. } = &mut view.node {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            *n = *numbers.entry(*n).or_insert(next);
        }
    }
    u32::try_from(numbers.len()).unwrap_or(u32::MAX)
}
