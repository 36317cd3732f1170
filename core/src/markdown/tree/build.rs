//! The nodes under construction: which are open, how deep the next one stands, and the bounds on depth and number. It
//! knows nothing of Markdown.

use std::collections::HashMap;
use std::ops::Range;

use super::link::IMAGE;
use super::marks::Marks;
use super::{MAX_DEPTH, MAX_MARKS, MAX_NODES};
use crate::markdown::Document;
use crate::wire::tree::{HeadingView, Node, NodeView, TreeView};

/// Of the open nodes, so many are looked at for the one that a tag closes.
const MAX_LOOKED: usize = 100;

/// What ends an open node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// The parser's end of a block.
    BlockEnd,
    /// The parser's end of something within a line.
    InlineEnd,
    /// A closing tag, or something like it; at the latest the end of what is around.
    Tag(Tag),
}

/// What ends before the parser says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Details,
    Summary,
    /// The paragraph for text of an HTML block.
    Paragraph,
    Kbd,
    Sub,
    Sup,
    /// A link that the parser does not see.
    Link,
    /// A bare address.
    Address,
}

impl Tag {
    const fn is_inline(self) -> bool {
        !matches!(self, Self::Details | Self::Summary | Self::Paragraph)
    }
}

struct Open {
    until: Until,
    /// The node's place in its list; nothing if it has none of its own.
    node: Option<usize>,
    /// Its node is around what comes.
    live: bool,
}

/// Nodes of the body or of one footnote.
struct List {
    nodes: Vec<NodeView>,
    /// How many nodes were open around it.
    around: usize,
    /// The depth of the first node in it.
    first_depth: usize,
    /// A footnote's name.
    name: Option<String>,
}

struct Note {
    number: u32,
    refs: u32,
}

pub(super) struct Builder {
    marks: Marks,
    /// How many are drawn, and the last of them.
    marked: usize,
    last_mark: Option<usize>,
    /// The body's nodes; then, while one is open, a footnote's.
    lists: Vec<List>,
    notes: Vec<(String, Vec<NodeView>)>,
    numbers: HashMap<String, Note>,
    stack: Vec<Open>,
    /// How many of `stack` are live.
    live: usize,
    total: usize,
    cut: Option<u32>,
    /// The last line that a block started on.
    line: u32,
    /// Pictures around: what is in them is text.
    pub alternatives: usize,
}

impl Builder {
    pub fn new(marks: Marks) -> Self {
        let body = List { nodes: Vec::new(), around: 0, first_depth: 0, name: None };
        Self {
            marks,
            marked: 0,
            last_mark: None,
            lists: vec![body],
            notes: Vec::new(),
            numbers: HashMap::new(),
            stack: Vec::new(),
            live: 0,
            total: 0,
            cut: None,
            line: 1,
            alternatives: 0,
        }
    }

    /// Whether the bound on nodes is reached: nothing is taken any more.
    pub fn is_cut(&self) -> bool {
        self.cut.is_some()
    }

    fn list(&mut self) -> Option<&mut List> {
        self.lists.last_mut()
    }

    fn depth(&self) -> usize {
        self.lists.last().map_or(0, |list| self.live.saturating_sub(list.around) + list.first_depth)
    }

    /// Adds a node where the open ones end; its place in the list.
    fn push(&mut self, node: Node, line: Option<u32>) -> Option<usize> {
        self.line = line.unwrap_or(self.line).max(self.line);
        if self.total >= MAX_NODES {
            self.cut = self.cut.or(Some(self.line));
        }
        if self.is_cut() {
            return None;
        }
        let depth = u8::try_from(self.depth()).unwrap_or(MAX_DEPTH);
        self.total += 1;
        let list = self.list()?;
        list.nodes.push(NodeView { depth, line, node });
        Some(list.nodes.len() - 1)
    }

    /// Opens a node. Where it would stand too deep, or within a picture, what is in it goes to the node around;
    /// something that only a tag ends is not opened then.
    pub fn open(&mut self, node: Node, line: Option<u32>, until: Until) -> bool {
        let is_block = until == Until::BlockEnd;
        if is_block {
            self.end_inline_tags();
        }
        let free = self.alternatives == 0 && self.depth() + 2 <= usize::from(MAX_DEPTH);
        let node = if free { self.push(node, line) } else { None };
        let live = node.is_some();
        if !live && matches!(until, Until::Tag(_)) {
            return false;
        }
        if !live && is_block {
            self.part();
        }
        self.live += usize::from(live);
        self.stack.push(Open { until, node, live });
        live
    }

    /// Stands for a node of the parser's that is not drawn.
    pub fn open_nothing(&mut self, until: Until) {
        self.stack.push(Open { until, node: None, live: false });
    }

    /// Adds a node with nothing in it.
    pub fn leaf(&mut self, node: Node, line: Option<u32>) {
        if self.alternatives == 0 {
            self.push(node, line);
        }
    }

    /// Keeps words apart where there is no node to do it.
    fn part(&mut self) {
        let depth = self.depth();
        let last = self.list().and_then(|list| list.nodes.last());
        let apart = match last {
            Some(NodeView { node: Node::Text(text), .. }) => text.ends_with('\n'),
            Some(last) => usize::from(last.depth) < depth,
            None => true,
        };
        if !apart {
            self.text("\n");
        }
    }

    /// Ends the parser's node that was opened last, with all that only tags would have ended in it. The place of its
    /// node, and whether nothing is in it.
    pub fn close(&mut self) -> Option<(usize, bool)> {
        while let Some(open) = self.stack.pop() {
            self.live -= usize::from(open.live);
            if matches!(open.until, Until::Tag(_)) {
                continue;
            }
            if open.until == Until::BlockEnd && open.node.is_none() {
                self.part();
            }
            let count = self.list()?.nodes.len();
            return open.node.map(|node| (node, node + 1 == count));
        }
        None
    }

    /// Removes the last node of the list.
    pub fn remove_last(&mut self) {
        if let Some(list) = self.list()
            && list.nodes.pop().is_some()
        {
            self.total -= 1;
        }
    }

    /// Ends what `tag` opened, and whatever was opened in it; the place of its node. Nothing if it is not open, or not
    /// within the block at hand.
    pub fn close_tag(&mut self, tag: Tag) -> Option<usize> {
        let at = self.find_tag(tag)?;
        let node = self.stack.get(at).and_then(|open| open.node);
        for open in self.stack.iter_mut().skip(at) {
            self.live -= usize::from(open.live);
            open.live = false;
        }
        while self.stack.last().is_some_and(|open| matches!(open.until, Until::Tag(_)) && !open.live) {
            self.stack.pop();
        }
        node
    }

    pub fn has_tag(&self, tag: Tag) -> bool {
        self.find_tag(tag).is_some()
    }

    fn find_tag(&self, tag: Tag) -> Option<usize> {
        let opens = self.stack.iter().enumerate().rev().take(MAX_LOOKED);
        let mut near = opens.take_while(|(_, open)| open.until != Until::BlockEnd);
        near.find(|(_, open)| open.live && open.until == Until::Tag(tag)).map(|(at, _)| at)
    }

    /// Ends what only tags would end, but for what holds blocks.
    pub fn end_inline_tags(&mut self) {
        while let Some(Open { until: Until::Tag(tag), live, .. }) = self.stack.last()
            && (tag.is_inline() || *tag == Tag::Paragraph)
        {
            self.live -= usize::from(*live);
            self.stack.pop();
        }
    }

    /// How many nodes are open.
    pub fn opened(&self) -> usize {
        self.stack.len()
    }

    /// Ends the node that was opened last and opens another in its place, which ends as that one would have.
    pub fn replace(&mut self, node: Node, line: Option<u32>) {
        if let Some(Open { until, live, .. }) = self.stack.pop() {
            self.live -= usize::from(live);
            self.open(node, line, until);
        }
    }

    /// The node at a place of the list.
    pub fn node_mut(&mut self, at: usize) -> Option<&mut Node> {
        self.list()?.nodes.get_mut(at).map(|view| &mut view.node)
    }

    /// The place of the node of the innermost block.
    pub fn block(&self) -> Option<usize> {
        self.stack.iter().rev().take(MAX_LOOKED).find(|open| open.until == Until::BlockEnd)?.node
    }

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
