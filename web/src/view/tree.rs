//! A page's body: its nodes become elements one after the other, with one list of open parents. Nothing here makes HTML
//! text, and the list of nodes is bounded, so that this is too.

use scrap_core::wire::tree::{Align, Fold, HeadingView, Node, NodeView, TaskView, TreeView};

use super::tree_links;
use crate::dom::Element;
use crate::dom::draw::{Drawer, append, set};

/// What was drawn, to come back to.
#[derive(Default)]
pub struct Drawn {
    /// The elements of each match, in order.
    pub marks: Vec<Vec<Element>>,
    /// The line of each match, as well as it is known.
    pub lines: Vec<u32>,
    /// Pictures that wait for their bytes: element, hash and type.
    pub images: Vec<(Element, String, String)>,
}

/// The nodes of a first heading that only repeats `title`, and how many nodes of the tree that takes.
#[must_use]
pub fn title_nodes(tree: &TreeView, title: &str) -> usize {
    let Some(NodeView { node: Node::Heading { level: 1, .. }, depth: 0, .. }) = tree.nodes.first() else { return 0 };
    let inside = tree.nodes.iter().skip(1).take_while(|node| node.depth > 0);
    let mut text = String::new();
    for node in inside.clone() {
        match &node.node {
            Node::Text(words) | Node::Mark { text: words, .. } => text.push_str(words),
            Node::Code | Node::Emphasis | Node::Strong => {}
            _ => return 0,
        }
    }
    if text.trim() == title.trim() { 1 + inside.count() } else { 0 }
}

/// The address of a heading's element.
#[must_use]
pub fn heading_id(slug: &str) -> String {
    format!("h-{slug}")
}

/// Headings worth an outline.
#[must_use]
pub fn outline(headings: &[HeadingView], title: &str) -> Vec<HeadingView> {
    let heads: Vec<HeadingView> =
        headings.iter().filter(|heading| heading.level <= 3 && heading.text.trim() != title.trim()).cloned().collect();
    if heads.len() < 2 { Vec::new() } else { heads }
}

/// Draws `nodes`, whose first is `above` deep, into `root`.
pub fn draw(root: &Element, nodes: &[NodeView], above: u8, drawn: &mut Drawn) {
    let Some(drawer) = Drawer::new() else { return };
    let mut pen = Pen { drawer, open: vec![Open::of(root.clone())], drawn, line: 0 };
    for node in nodes {
        let depth = usize::from(node.depth.saturating_sub(above));
        while pen.open.len() > depth + 1 {
            pen.close();
        }
        if let Some(line) = node.line {
            pen.line = line;
        }
        pen.draw(node);
    }
    while pen.open.len() > 1 {
        pen.close();
    }
}

struct Open {
    element: Element,
    /// Text in it is what to say instead of a picture.
    picture: bool,
    head: bool,
    /// A footnote, and how many marks lead to it.
    footnote: Option<(u32, u32)>,
}

impl Open {
    fn of(element: Element) -> Self {
        Self { element, picture: false, head: false, footnote: None }
    }
}

struct Pen<'a> {
    drawer: Drawer,
    open: Vec<Open>,
    drawn: &'a mut Drawn,
    line: u32,
}

impl Pen<'_> {
    fn close(&mut self) {
        let Some(Open { element, footnote: Some((n, refs)), .. }) = self.open.pop() else { return };
        // Behind the last words, not on a line of their own.
        let element = element.last_element_child().filter(|last| last.tag_name() == "P").unwrap_or(element);
        for nth in 1..=refs {
            self.drawer.text(&element, " ");
            let Some(back) = self.drawer.element("a") else { return };
            set(&back, "href", &format!("#fnref-{n}-{nth}"));
            set(&back, "aria-label", &format!("Back to footnote mark {n}"));
            self.drawer.text(&back, "↩");
            append(&element, &back);
        }
    }

    fn draw(&mut self, node: &NodeView) {
        let Some(parent) = self.open.last() else { return };
        let (parent, picture, head) = (parent.element.clone(), parent.picture, parent.head);
        match &node.node {
            Node::Text(text) if picture => describe(&parent, text),
            Node::Mark { text, .. } if picture => describe(&parent, text),
            Node::Text(text) => {
                self.drawer.text(&parent, text);
                self.line += text.matches('\n').count() as u32;
            }
            Node::Mark { n, text } => self.mark(&parent, *n, text),
            _ => {
                let Some(mut open) = self.element(&node.node, head) else { return };
                let place = self.place(&node.node, &parent, &open.element);
                append(&parent, &place);
                if let Some(line) = node.line {
                    set(&open.element, "data-line", &line.to_string());
                }
                if let Node::CodeBlock { .. } = node.node {
                    // The text's first line stands below the fence.
                    self.line += 1;
                    if let Some(code) = self.drawer.element("code") {
                        append(&open.element, &code);
                        open.element = code;
                    }
                }
                self.open.push(open);
            }
        }
    }

    fn mark(&mut self, parent: &Element, n: u32, text: &str) {
        let Some(mark) = self.drawer.element("mark") else { return };
        self.drawer.text(&mark, text);
        append(parent, &mark);
        let n = n as usize;
        if self.drawn.marks.len() == n {
            self.drawn.marks.push(Vec::new());
            self.drawn.lines.push(self.line);
        }
        if let Some(marks) = self.drawn.marks.get_mut(n) {
            marks.push(mark);
        }
        self.line += text.matches('\n').count() as u32;
    }

    /// What goes into the parent: a wide table goes into something that scrolls.
    fn place(&self, node: &Node, _parent: &Element, element: &Element) -> Element {
        if *node == Node::Table
            && let Some(scroll) = self.drawer.element("div")
        {
            set(&scroll, "class", "scroll");
            append(&scroll, element);
            return scroll;
        }
        element.clone()
    }

    fn element(&mut self, node: &Node, head: bool) -> Option<Open> {
        let heading = format!("h{}", if let Node::Heading { level, .. } = node { (*level).clamp(2, 6) } else { 2 });
        let name = match node {
            Node::Text(_) | Node::Mark { .. } => return None,
            Node::Break => "br",
            Node::Paragraph | Node::CalloutTitle | Node::Cut => "p",
            Node::Heading { .. } => &heading,
            Node::Emphasis => "em",
            Node::Strong => "strong",
            Node::Strikethrough => "del",
            Node::Code => "code",
            Node::CodeBlock { .. } => "pre",
            Node::Quote => "blockquote",
            Node::Callout { fold: None, .. } | Node::Plain => "div",
            Node::Callout { .. } | Node::Details => "details",
            Node::CalloutKind => "span",
            Node::List { start: None } => "ul",
            Node::List { .. } | Node::Footnotes => "ol",
            Node::Item { .. } | Node::Footnote { .. } => "li",
            Node::Table => "table",
            Node::TableHead | Node::TableRow => "tr",
            Node::Cell { .. } if head => "th",
            Node::Cell { .. } => "td",
            Node::FootnoteRef { .. } | Node::Sup => "sup",
            Node::Rule => "hr",
            Node::Link(to) => tree_links::name(to),
            Node::Image { .. } => "img",
            Node::Kbd => "kbd",
            Node::Sub => "sub",
            Node::Summary => "summary",
        };
        let element = self.drawer.element(name)?;
        let mut open = Open::of(element.clone());
        match node {
            Node::Paragraph | Node::Quote | Node::Cell { align: None } => set(&element, "dir", "auto"),
            Node::Heading { slug, .. } => {
                set(&element, "dir", "auto");
                set(&element, "id", &heading_id(slug));
            }
            Node::CodeBlock { .. } => {
                set(&element, "dir", "ltr");
                set(&element, "tabindex", "0");
            }
            Node::Callout { kind, fold } => {
                set(&element, "class", "callout");
                set(&element, "data-kind", kind);
                if *fold == Some(Fold::Open) {
                    set(&element, "open", "");
                }
            }
            Node::CalloutTitle => set(&element, "class", "callout-title"),
            Node::CalloutKind => set(&element, "class", "kind"),
            Node::List { start: Some(start) } if *start != 1 => set(&element, "start", &start.to_string()),
            Node::Item { task } => {
                set(&element, "dir", "auto");
                self.task(&element, *task);
            }
            Node::TableHead => open.head = true,
            Node::Cell { align: Some(align) } => {
                let side = match align {
                    Align::Left => "left",
                    Align::Center => "center",
                    Align::Right => "right",
                };
                set(&element, "class", side);
            }
            Node::FootnoteRef { n, nth } => self.footnote_mark(&element, *n, *nth),
            Node::Footnotes => set(&element, "class", "notes"),
            Node::Footnote { n, refs } => {
                set(&element, "id", &format!("fn-{n}"));
                open.footnote = Some((*n, *refs));
            }
            Node::Link(to) => tree_links::set_up(&element, to),
            Node::Image { blob, mime, width, height } => {
                open.picture = true;
                set(&element, "alt", "");
                for (name, size) in [("width", width), ("height", height)] {
                    if let Some(size) = size {
                        set(&element, name, &size.to_string());
                    }
                }
                self.drawn.images.push((element, blob.clone(), mime.clone()));
            }
            Node::Plain => set(&element, "class", "whole"),
            Node::Cut => {
                set(&element, "class", "missing");
                self.drawer.text(&element, "The page is longer than what is shown here.");
            }
            _ => {}
        }
        Some(open)
    }

    fn task(&self, item: &Element, task: Option<TaskView>) {
        let Some((task, tick)) = task.zip(self.drawer.element("input")) else { return };
        set(item, "class", "task");
        set(&tick, "type", "checkbox");
        set(&tick, "disabled", "");
        set(&tick, "aria-label", if task.ticked { "Done" } else { "To do" });
        if task.ticked {
            set(&tick, "checked", "");
        }
        append(item, &tick);
    }

    fn footnote_mark(&self, sup: &Element, n: u32, nth: u32) {
        let Some(link) = self.drawer.element("a") else { return };
        set(&link, "href", &format!("#fn-{n}"));
        set(&link, "id", &format!("fnref-{n}-{nth}"));
        self.drawer.text(&link, &n.to_string());
        append(sup, &link);
    }
}

fn describe(picture: &Element, text: &str) {
    let before = picture.get_attribute("alt").unwrap_or_default();
    set(picture, "alt", &format!("{before}{text}"));
}
