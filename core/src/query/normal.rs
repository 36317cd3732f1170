//! The normal form of a tree, and where grep and the trash may stand in it. The meaning stays the same; the nodes that
//! a raw tree is full of, with one part or none, go.

use super::keys::{Column, Flag, Key};
use super::problem::{Code, Problem};
use super::{Filter, Node, Span, Term};

/// So many grep terms are read; all must match.
const MOST_GREP_TERMS: usize = 4;

/// The tree in normal form (see [`Node`]); `None` when nothing is left of it. Goes as deep as the tree does, which
/// brackets bound.
pub fn normal(node: Node) -> Option<Node> {
    match node {
        Node::And(nodes) => and(nodes.into_iter().filter_map(normal)),
        Node::Or(nodes) => or(nodes.into_iter().filter_map(normal)),
        Node::Not(node) => normal(*node).map(not),
        Node::In(column, node) => normal(*node).map(|node| narrow(column, node)),
        leaf => Some(leaf),
    }
}

fn and(nodes: impl Iterator<Item = Node>) -> Option<Node> {
    let mut flat = Vec::new();
    for node in nodes {
        match node {
            Node::And(inner) => flat.extend(inner),
            node => flat.push(node),
        }
    }
    one_or(either(flat), Node::And)
}

fn or(nodes: impl Iterator<Item = Node>) -> Option<Node> {
    let mut flat = Vec::new();
    for node in nodes {
        match node {
            Node::Or(inner) => flat.extend(inner),
            node => flat.push(node),
        }
    }
    one_or(flat, Node::Or)
}

fn one_or(mut nodes: Vec<Node>, many: fn(Vec<Node>) -> Node) -> Option<Node> {
    if nodes.len() > 1 { Some(many(nodes)) } else { nodes.pop() }
}

/// Joins the filters of one key that means either, at the place of the first.
fn either(nodes: Vec<Node>) -> Vec<Node> {
    let mut out: Vec<(Option<Key>, Vec<Node>)> = Vec::new();
    for node in nodes {
        let key = match &node {
            Node::Term(_, Term::Filter(filter)) => Some(filter.key()).filter(|key| key.means_either()),
            _ => None,
        };
        match out.iter_mut().find(|(k, _)| k.is_some() && *k == key) {
            Some((_, same)) => same.push(node),
            None => out.push((key, vec![node])),
        }
    }
    out.into_iter().filter_map(|(_, same)| one_or(same, Node::Or)).collect()
}

/// The opposite. A condition that no page meets stays one when it is excluded, so the exclusion is pushed past it.
fn not(node: Node) -> Node {
    match node {
        Node::Not(inner) => *inner,
        node if !has_nothing(&node) => Node::Not(Box::new(node)),
        Node::And(nodes) => or(nodes.into_iter().map(not)).unwrap_or(Node::Or(Vec::new())),
        Node::Or(nodes) => and(nodes.into_iter().map(not)).unwrap_or(Node::And(Vec::new())),
        node => node,
    }
}

/// At most 128 leaves stand in a tree, so looking again at every level costs little.
fn has_nothing(node: &Node) -> bool {
    match node {
        Node::And(nodes) | Node::Or(nodes) => nodes.iter().any(has_nothing),
        Node::Not(inner) | Node::In(_, inner) => has_nothing(inner),
        Node::Nothing(..) => true,
        Node::Term(..) => false,
    }
}

/// Puts `in:` on the words of a tree; where they have one already, the inner one holds. Filters stay as they are.
fn narrow(column: Column, node: Node) -> Node {
    let each = |nodes: Vec<Node>| nodes.into_iter().map(|node| narrow(column, node)).collect();
    match node {
        Node::And(nodes) => Node::And(each(nodes)),
        Node::Or(nodes) => Node::Or(each(nodes)),
        Node::Not(inner) => Node::Not(Box::new(narrow(column, *inner))),
        Node::Term(span, Term::Filter(filter)) => Node::Term(span, Term::Filter(filter)),
        Node::Term(..) => Node::In(column, Box::new(node)),
        node @ (Node::In(..) | Node::Nothing(..)) => node,
    }
}

/// Takes out, and tells of, grep terms and `is:trash` that do not stand among what must hold; of grep terms the fifth
/// and later match nothing, and beside `is:trash` all of them. Wants a tree in normal form and may leave one that is not.
pub fn place(root: Node, problems: &mut Vec<Problem>) -> Option<Node> {
    let in_trash = match &root {
        Node::And(nodes) => nodes.iter().any(is_trash),
        node => is_trash(node),
    };
    let mut place = Place { problems, grep_terms: 0, in_trash };
    match root {
        Node::And(nodes) => Some(Node::And(nodes.into_iter().filter_map(|node| place.conjunct(node)).collect())),
        node => place.conjunct(node),
    }
}

struct Place<'a> {
    problems: &'a mut Vec<Problem>,
    grep_terms: usize,
    in_trash: bool,
}

impl Place<'_> {
    /// A part of what must hold.
    fn conjunct(&mut self, node: Node) -> Option<Node> {
        match node {
            Node::In(column @ (Column::Tags | Column::Summary), inner) if is_grep(&inner) => {
                let what = "a raw term looks in the title, the body and the files";
                self.misplaced(*inner, Code::GrepMisplaced, &format!("{what}, not in:{}: it is ignored", column.name()))
            }
            Node::In(column, inner) if is_grep(&inner) => match self.counted(*inner) {
                nothing @ Node::Nothing(..) => Some(nothing),
                inner => Some(Node::In(column, Box::new(inner))),
            },
            Node::Term(..) if is_grep(&node) => Some(self.counted(node)),
            Node::Term(..) => Some(node),
            node => self.under(node),
        }
    }

    /// A grep term that may stand where it does.
    fn counted(&mut self, node: Node) -> Node {
        self.grep_terms += 1;
        match node {
            Node::Term(span, term) if self.in_trash => {
                let message = "raw terms are never looked for in the trash, so nothing matches: leave out is:trash, or write words instead";
                self.tell(span, Code::GrepInTrash, message);
                Node::Nothing(span, super::print::term(&term, false))
            }
            Node::Term(span, term) if self.grep_terms > MOST_GREP_TERMS => {
                let message = "a query has 4 raw terms at the most, so nothing matches: leave this one out";
                self.tell(span, Code::GrepTooMany, message);
                Node::Nothing(span, super::print::term(&term, false))
            }
            node => node,
        }
    }

    /// A part under OR or NOT.
    fn under(&mut self, node: Node) -> Option<Node> {
        match node {
            Node::And(nodes) => Some(Node::And(nodes.into_iter().filter_map(|node| self.under(node)).collect())),
            Node::Or(nodes) => Some(Node::Or(nodes.into_iter().filter_map(|node| self.under(node)).collect())),
            Node::Not(inner) => self.under(*inner).map(|inner| Node::Not(Box::new(inner))),
            Node::In(column, inner) => self.under(*inner).map(|inner| Node::In(column, Box::new(inner))),
            node if is_trash(&node) => {
                let message =
                    "is:trash holds for the whole query, so it cannot stand under OR or be excluded: it is ignored";
                self.misplaced(node, Code::TrashMisplaced, message)
            }
            node if is_grep(&node) => {
                let message = "a raw term must match beside everything else, so it cannot stand under OR or be excluded: it is ignored";
                self.misplaced(node, Code::GrepMisplaced, message)
            }
            node => Some(node),
        }
    }

    fn misplaced(&mut self, node: Node, code: Code, message: &str) -> Option<Node> {
        match node {
            Node::Term(span, _) => self.tell(span, code, message),
            Node::In(_, inner) => return self.misplaced(*inner, code, message),
            _ => {}
        }
        None
    }

    fn tell(&mut self, span: Span, code: Code, message: &str) {
        self.problems.push(Problem { span, code, message: message.to_owned(), suggestion: None });
    }
}

fn is_trash(node: &Node) -> bool {
    matches!(node, Node::Term(_, Term::Filter(Filter::Is(Flag::Trash))))
}

fn is_grep(node: &Node) -> bool {
    matches!(node, Node::Term(_, term) if term.is_grep())
}
