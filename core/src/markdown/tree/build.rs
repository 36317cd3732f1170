//! The nodes under construction: which are open, how deep the next one stands, and the bounds on depth and number. It
//! knows nothing of Markdown.

mod notes;
mod words;

use std::collections::HashMap;

use super::marks::Marks;
use super::{MAX_DEPTH, MAX_NODES};
use crate::wire::tree::{Node, NodeView};

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
}
