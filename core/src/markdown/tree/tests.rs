//! The table of small bodies, the laws that hold for every body, and bodies as they attack.

use std::fmt::Write;

use proptest::prelude::*;

use super::*;
use crate::text::matcher::{Matcher, Needle};
use crate::wire::tree::{Align, Fold, LinkTo, Node, NodeView};

mod bounds;
mod laws;

/// A store with a page for every name that starts with a capital letter, and a file for every name of a picture, `doc.pdf`
/// and `vec.svg`.
struct Names;

impl Resolver for Names {
    fn page(&self, nth: usize, link: &PageLink) -> Reached {
        let written = written_target(link);
        let name = written.rsplit('/').next().unwrap_or_default();
        if name.starts_with(|c: char| c.is_uppercase()) {
            let title = name.split(['#', '.']).next().unwrap_or_default().to_owned();
            return Reached::Page { id: format!("{nth}"), title };
        }
        Reached::Missing { target: written }
    }

    fn file(&self, target: &Target) -> Option<Found> {
        let (Target::Name(name) | Target::Relative(name)) = target else { return None };
        let (_, extension) = name.rsplit_once('.')?;
        let mime = match extension {
            "png" => "image/png",
            "svg" => "image/svg+xml",
            "pdf" => "application/pdf",
            _ => return None,
        };
        let blob = format!("<{name}>");
        (name != "none.png").then(|| Found { blob, name: name.clone(), mime: mime.to_owned() })
    }
}

fn drawn(body: &str, words: &[&str], literals: &[&str]) -> TreeView {
    let needles: Vec<Needle> = words.iter().map(|word| Needle::Word((*word).to_owned())).collect();
    let literals = literals.iter().map(|literal| (*literal).to_owned()).collect();
    let tree = tree(body, &Names, &mut Wanted::new(Matcher::new(&needles), literals));
    check_shape(&tree);
    tree
}

/// What holds of every tree: see [`TreeView::nodes`].
fn check_shape(tree: &TreeView) {
    let mut before: Option<&NodeView> = None;
    for view in &tree.nodes {
        let limit = before.map_or(0, |before| before.depth + u8::from(holds(&before.node)));
        assert!(view.depth <= limit && view.depth < MAX_DEPTH, "{before:?} {view:?}");
        before = Some(view);
        if let Node::Text(text) | Node::Mark { text, .. } = &view.node {
            assert!(!text.is_empty(), "{before:?}");
            assert!(!text.chars().any(|c| c.is_control() && c != '\n' && c != '\t'), "{text:?}");
        }
        if let Node::Link(LinkTo::External { url }) = &view.node {
            let scheme = url.split(':').next().unwrap_or_default().to_ascii_lowercase();
            assert!(["http", "https", "mailto", "tel"].contains(&scheme.as_str()), "{url}");
        }
    }
    assert!(tree.nodes.len() <= MAX_NODES + 2);
}

fn holds(node: &Node) -> bool {
    !matches!(node, Node::Text(_) | Node::Mark { .. } | Node::Break | Node::Rule | Node::FootnoteRef { .. } | Node::Cut)
}

/// The tree as the table writes it: a node and its line, then in brackets what is in it.
fn shape(tree: &TreeView) -> String {
    let mut out = String::new();
    let mut depth = 0;
    for (at, view) in tree.nodes.iter().enumerate() {
        while depth > view.depth {
            out.push(')');
            depth -= 1;
        }
        if at > 0 && !out.ends_with('(') {
            out.push(' ');
        }
        out += &name(&view.node);
        if let Some(line) = view.line {
            let _ = write!(out, "@{line}");
        }
        if tree.nodes.get(at + 1).is_some_and(|next| next.depth > view.depth) {
            out.push('(');
            depth += 1;
        }
    }
    out + &")".repeat(usize::from(depth))
}

fn name(node: &Node) -> String {
    match node {
        Node::Text(text) => format!("'{}'", text.replace('\n', "/").replace('\t', "→")),
        Node::Mark { n, text } => format!("{n}:'{}'", text.replace('\n', "/")),
        Node::Break => "br".into(),
        Node::Paragraph => "p".into(),
        Node::Heading { level, slug } => format!("h{level}#{slug}"),
        Node::Emphasis => "em".into(),
        Node::Strong => "strong".into(),
        Node::Strikethrough => "del".into(),
        Node::Code => "code".into(),
        Node::CodeBlock { lang } => format!("pre[{}]", lang.as_deref().unwrap_or_default()),
        Node::Quote => "quote".into(),
        Node::Callout { kind, fold } => {
            let fold = match fold {
                Some(Fold::Open) => "+",
                Some(Fold::Closed) => "-",
                None => "",
            };
            format!("callout[{kind}{fold}]")
        }
        Node::CalloutTitle => "title".into(),
        Node::CalloutKind => "kind".into(),
        Node::List { start: None } => "ul".into(),
        Node::List { start: Some(start) } => format!("ol[{start}]"),
        Node::Item { task: None } => "li".into(),
        Node::Item { task: Some(task) } => format!("task[{}{}]", if task.ticked { "x" } else { "" }, task.line),
        Node::Table => "table".into(),
        Node::TableHead => "head".into(),
        Node::TableRow => "row".into(),
        Node::Cell { align } => match align {
            None => "cell",
            Some(Align::Left) => "cell<",
            Some(Align::Center) => "cell=",
            Some(Align::Right) => "cell>",
        }
        .into(),
        Node::FootnoteRef { n, nth } => format!("^{n}.{nth}"),
        Node::Footnotes => "notes".into(),
        Node::Footnote { n, refs } => format!("note[{n}x{refs}]"),
        Node::Rule => "hr".into(),
        Node::Link(to) => match to {
            LinkTo::Page { id, title, heading: None } => format!("a[{id} {title}]"),
            LinkTo::Page { id, title, heading: Some(heading) } => format!("a[{id} {title}#{heading}]"),
            LinkTo::Missing { target } => format!("missing[{target}]"),
            LinkTo::Heading { slug } => format!("a[#{slug}]"),
            LinkTo::External { url } => format!("a[{url}]"),
            LinkTo::File { name, .. } => format!("file[{name}]"),
            LinkTo::Search { query } => format!("search[{query}]"),
            LinkTo::Nothing { target } => format!("nothing[{target}]"),
            LinkTo::Blocked { url } => format!("blocked[{url}]"),
        },
        Node::Image { blob, width, height, .. } => {
            let side = |side: &Option<u32>| side.map(|side| side.to_string()).unwrap_or_default();
            match (width, height) {
                (None, None) => format!("img[{blob}]"),
                _ => format!("img[{blob} {}x{}]", side(width), side(height)),
            }
        }
        Node::Kbd => "kbd".into(),
        Node::Sub => "sub".into(),
        Node::Sup => "sup".into(),
        Node::Details => "details".into(),
        Node::Summary => "summary".into(),
        Node::Plain => "plain".into(),
        Node::Cut => "cut".into(),
    }
}

#[derive(serde::Deserialize)]
struct Table {
    row: Vec<Row>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    body: String,
    #[serde(default)]
    words: Vec<String>,
    #[serde(default)]
    literals: Vec<String>,
    tree: String,
}

#[test]
fn bodies_are_drawn_as_the_table_says() {
    let table: Table = toml::from_str(include_str!("../../../tests/data/markdown/tree.toml")).unwrap();
    let mut wrong = String::new();
    for row in &table.row {
        let words: Vec<&str> = row.words.iter().map(String::as_str).collect();
        let literals: Vec<&str> = row.literals.iter().map(String::as_str).collect();
        let found = shape(&drawn(&row.body, &words, &literals));
        if found != row.tree {
            let _ = writeln!(wrong, "{}\n  wanted {}\n  found  {found}\n", row.body, row.tree);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
