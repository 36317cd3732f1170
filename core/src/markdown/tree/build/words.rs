//! Text in the nodes: joined where it stands together, without control characters, cut where matches are.

use std::ops::Range;

use super::{Builder, MAX_LOOKED, Until};
use crate::markdown::tree::MAX_MARKS;
use crate::markdown::tree::link::IMAGE;
use crate::wire::tree::{Node, NodeView};

impl Builder {
    /// Adds what to show in the node that was opened last, if there is no text in it.
    pub fn label(&mut self, label: &str) {
        let open = self.stack.iter().rev().take(MAX_LOOKED).find(|open| open.until == Until::InlineEnd);
        let Some(node) = open.and_then(|open| open.node) else { return };
        let within = self.lists.last().and_then(|list| list.nodes.get(node + 1..)).unwrap_or_default();
        let says = |view: &NodeView| match &view.node {
            Node::Text(text) => !text.trim().is_empty() && text != IMAGE,
            node => matches!(node, Node::Mark { .. } | Node::Image { .. }),
        };
        if !within.iter().any(says) {
            self.text(label);
        }
    }

    /// Adds text that does not stand in the body as it is.
    pub fn text(&mut self, text: &str) {
        if text.is_empty() || self.is_cut() {
            return;
        }
        let depth = self.depth();
        let last = self.list().and_then(|list| list.nodes.last_mut());
        if let Some(NodeView { node: Node::Text(last), depth: of, .. }) = last
            && usize::from(*of) == depth
        {
            append(last, text);
        } else {
            let mut node = String::with_capacity(text.len());
            append(&mut node, text);
            self.push(Node::Text(node), None);
        }
    }

    fn mark(&mut self, n: usize, text: &str) {
        if self.last_mark != Some(n) {
            if self.marked == MAX_MARKS {
                self.marks.more = true;
                return self.text(text);
            }
            self.last_mark = Some(n);
            self.marked += 1;
        }
        let n = u32::try_from(n).unwrap_or(u32::MAX);
        let depth = self.depth();
        let last = self.list().and_then(|list| list.nodes.last_mut());
        if let Some(NodeView { node: Node::Mark { n: of_match, text: last }, depth: of, .. }) = last
            && usize::from(*of) == depth
            && *of_match == n
        {
            append(last, text);
        } else {
            let mut node = String::with_capacity(text.len());
            append(&mut node, text);
            self.push(Node::Mark { n, text: node }, None);
        }
    }

    /// Adds text that stands in the body at `at`, with its matches marked.
    pub fn written(&mut self, text: &str, at: usize) {
        if text.is_empty() {
            return;
        }
        let end = at + text.len();
        let mut from = at;
        let mut next = self.marks.ranges.partition_point(|mark| mark.end <= at);
        while let Some(mark) = self.marks.ranges.get(next).filter(|mark| mark.start < end) {
            let hit = mark.start.max(from)..mark.end.min(end);
            if let (Some(before), Some(marked)) =
                (text.get(from - at..hit.start - at), text.get(hit.start - at..hit.end - at))
            {
                self.text(before);
                self.mark(next, marked);
                from = hit.end;
            }
            next += 1;
        }
        self.text(text.get(from - at..).unwrap_or_default());
    }

    /// Adds text that the body spells otherwise, somewhere in `range`.
    pub fn spelt(&mut self, text: &str, range: Range<usize>) {
        let next = self.marks.ranges.partition_point(|mark| mark.end <= range.start);
        match self.marks.ranges.get(next) {
            Some(mark) if mark.start < range.end && !text.is_empty() => self.mark(next, text),
            _ => self.text(text),
        }
    }
}

/// Appends text without control characters; a carriage return with a line feed, or alone, is a line end.
fn append(to: &mut String, text: &str) {
    if !text.chars().any(char::is_control) {
        to.push_str(text);
        return;
    }
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\r' if characters.peek() == Some(&'\n') => {}
            '\r' => to.push('\n'),
            '\n' | '\t' => to.push(c),
            c if c.is_control() => to.push(' '),
            c => to.push(c),
        }
    }
}
