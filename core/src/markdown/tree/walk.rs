//! Walks the parser's events and opens and closes nodes as they say. What is within a line is `inline`'s.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, LinkType, Parser, Tag, TagEnd};

use super::Resolver;
use super::build::{self, Builder, Until};
use super::marks::Marks;
use crate::markdown::Document;
use crate::markdown::reader::{OPTIONS, callout_marker};
use crate::markdown::scan::Source;
use crate::wire::tree::{Align, Fold, Node, TaskView, TreeView};

/// The characters of a code block's language that are kept.
const LANGUAGE_LENGTH: usize = 32;

/// The tree of a body that is not parsed: all of it is text.
pub(super) fn plain(body: &str, document: &Document, marks: Marks) -> TreeView {
    let mut nodes = Builder::new(marks);
    nodes.open(Node::Plain, Some(1), Until::BlockEnd);
    nodes.written(body, 0);
    nodes.close();
    nodes.finish(document)
}

pub(super) fn walk(source: &Source<'_>, document: &Document, resolver: &dyn Resolver, marks: Marks) -> TreeView {
    let mut walker = Walker::new(source, document, resolver, marks);
    let markdown = source.text.get(source.start..).unwrap_or_default();
    for (event, range) in Parser::new_ext(markdown, OPTIONS).into_offset_iter() {
        walker.take(event, range.start + source.start..range.end + source.start);
        if walker.nodes.is_cut() {
            break;
        }
    }
    walker.end_address();
    walker.nodes.finish(document)
}

pub(super) struct Walker<'a> {
    pub source: &'a Source<'a>,
    pub document: &'a Document,
    pub resolver: &'a dyn Resolver,
    pub nodes: Builder,
    /// For each of the document's links to pages, how many came before that were not to the page itself.
    pub places: Vec<usize>,
    /// The first mask that is not behind.
    pub next_mask: usize,
    /// The lines of the HTML block under way.
    html: Option<Vec<(String, Range<usize>)>>,
    in_code: bool,
    /// Nothing of the quote was read yet: its node.
    fresh_quote: Option<Option<usize>>,
    /// Nothing of the paragraph's line was read yet.
    pub fresh_line: bool,
    /// Up to here the body has been dealt with.
    pub done: usize,
    /// Links and pictures around.
    pub links: usize,
    /// The labels of the links and pictures around, should they turn out to have no text; nothing for those not drawn.
    pub labels: Vec<Option<String>>,
    /// Where a bare address ends that is under way, and what of it was read.
    pub address: Option<(usize, String)>,
    /// How many nodes are open in the callout's title under way.
    title: Option<usize>,
    items: Vec<Option<usize>>,
    columns: Vec<Option<Align>>,
    column: usize,
    next_heading: usize,
    /// Slugs by themselves and by what their headings say.
    pub slugs: HashMap<&'a str, &'a str>,
}

impl<'a> Walker<'a> {
    fn new(source: &'a Source<'a>, document: &'a Document, resolver: &'a dyn Resolver, marks: Marks) -> Self {
        let mut place = 0;
        let places = document.links.iter().map(|link| {
            let own = link.target == crate::markdown::Target::Own;
            place += usize::from(!own);
            place - usize::from(!own)
        });
        Self {
            source,
            document,
            resolver,
            nodes: Builder::new(marks),
            places: places.collect(),
            next_mask: 0,
            html: None,
            in_code: false,
            fresh_quote: None,
            fresh_line: false,
            done: 0,
            links: 0,
            labels: Vec::new(),
            address: None,
            title: None,
            items: Vec::new(),
            columns: Vec::new(),
            column: 0,
            next_heading: 0,
            slugs: slugs(document),
        }
    }

    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        if !matches!(event, Event::Text(_)) {
            self.end_address();
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_code => self.code_line(&text, range),
            Event::Text(text) => self.text(&text, range),
            Event::Code(code) => self.code(&code, range),
            Event::Html(html) => {
                if let Some(lines) = &mut self.html {
                    lines.push((html.into_string(), range));
                }
            }
            Event::InlineHtml(markup) => self.inline_tag(&markup),
            Event::SoftBreak => self.line_ends(range, false),
            Event::HardBreak => self.line_ends(range, true),
            Event::Rule => {
                let line = self.line(&range);
                self.nodes.end_inline_tags();
                self.nodes.leaf(Node::Rule, line);
            }
            Event::TaskListMarker(ticked) => self.task(ticked, &range),
            Event::FootnoteReference(name) => self.nodes.note_mark(&name),
            Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    pub(super) fn line(&self, range: &Range<usize>) -> Option<u32> {
        Some(self.document.lines.line_of(range.start))
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        let line = self.line(&range);
        let fresh_quote = self.fresh_quote.take();
        let node = match tag {
            Tag::Paragraph => {
                self.fresh_line = true;
                if let Some(quote) = fresh_quote
                    && self.callout(quote, range.start)
                {
                    return;
                }
                Node::Paragraph
            }
            Tag::Heading { level, .. } => self.heading(level as u8, line),
            Tag::BlockQuote(_) => {
                self.nodes.open(Node::Quote, line, Until::BlockEnd);
                self.fresh_quote = Some(self.nodes.block());
                return;
            }
            Tag::Item => {
                self.fresh_line = true;
                self.nodes.open(Node::Item { task: None }, line, Until::BlockEnd);
                self.items.push(self.nodes.block());
                return;
            }
            Tag::FootnoteDefinition(name) => {
                self.fresh_line = true;
                return self.nodes.open_note(&name, line.unwrap_or(1));
            }
            Tag::CodeBlock(kind) => {
                self.in_code = true;
                let lang = match kind {
                    CodeBlockKind::Fenced(info) => language(&info),
                    CodeBlockKind::Indented => None,
                };
                Node::CodeBlock { lang }
            }
            Tag::HtmlBlock => {
                self.nodes.end_inline_tags();
                self.html = Some(Vec::new());
                return;
            }
            Tag::List(start) => Node::List { start: start.map(|start| u32::try_from(start).unwrap_or(u32::MAX)) },
            Tag::Table(columns) => {
                self.columns = columns.into_iter().map(align).collect();
                Node::Table
            }
            Tag::TableHead | Tag::TableRow => {
                self.column = 0;
                if matches!(tag, Tag::TableHead) { Node::TableHead } else { Node::TableRow }
            }
            Tag::TableCell => {
                let align = self.columns.get(self.column).copied().flatten();
                self.column += 1;
                Node::Cell { align }
            }
            Tag::Emphasis => return self.inline(Node::Emphasis),
            Tag::Strong => return self.inline(Node::Strong),
            Tag::Strikethrough => return self.inline(Node::Strikethrough),
            Tag::Link { link_type, dest_url, .. } => {
                return self.link(&dest_url, range.start, link_type == LinkType::Email);
            }
            Tag::Image { dest_url, .. } => return self.image(&dest_url, range.start),
            // Nothing else comes in this dialect.
            _ => return self.nodes.open_nothing(Until::InlineEnd),
        };
        self.nodes.open(node, line, Until::BlockEnd);
    }

    fn inline(&mut self, node: Node) {
        self.nodes.open(node, None, Until::InlineEnd);
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::HtmlBlock => {
                if let Some(lines) = self.html.take() {
                    self.html_block(lines);
                }
                return;
            }
            TagEnd::FootnoteDefinition => return self.nodes.close_note(),
            TagEnd::Link => return self.end_link(),
            TagEnd::Image => return self.end_image(),
            TagEnd::BlockQuote(_) => self.fresh_quote = None,
            TagEnd::CodeBlock => self.in_code = false,
            TagEnd::Item => {
                self.items.pop();
            }
            TagEnd::Paragraph => self.title = None,
            _ => {}
        }
        // A paragraph of nothing but a comment shows nothing.
        if let Some((_, true)) = self.nodes.close()
            && tag == TagEnd::Paragraph
        {
            self.nodes.remove_last();
        }
    }

    fn heading(&mut self, level: u8, line: Option<u32>) -> Node {
        // One without a text is none of the document's.
        let known = self.document.headings.get(self.next_heading).filter(|heading| Some(heading.line) == line);
        self.next_heading += usize::from(known.is_some());
        Node::Heading { level, slug: known.map(|heading| heading.slug.clone()).unwrap_or_default() }
    }

    /// Makes the quote a callout, if its first paragraph at `at` starts as one does; then the paragraph's first line is
    /// the title.
    fn callout(&mut self, quote: Option<usize>, at: usize) -> bool {
        let Some(marker) = callout_marker(&self.source.text, at) else { return false };
        let Some(kind) = self.source.body.get(marker.kind.clone()) else { return false };
        let fold = match marker.fold {
            Some(b'-') => Some(Fold::Closed),
            Some(_) => Some(Fold::Open),
            None => None,
        };
        if let Some(node) = quote.and_then(|quote| self.nodes.node_mut(quote)) {
            *node = Node::Callout { kind: kind.trim().to_lowercase(), fold };
        }
        let line = Some(self.document.lines.line_of(at));
        self.nodes.open(Node::CalloutTitle, line, Until::BlockEnd);
        self.title = Some(self.nodes.opened());
        self.nodes.open(Node::CalloutKind, None, Until::InlineEnd);
        self.nodes.written(kind, marker.kind.start);
        self.nodes.close();
        self.done = marker.end;
        true
    }

    fn line_ends(&mut self, range: Range<usize>, hard: bool) {
        self.fresh_line = true;
        if let Some(opened) = self.title {
            self.nodes.end_inline_tags();
            if self.nodes.opened() == opened {
                self.title = None;
                let line = self.document.lines.line_of(range.end);
                return self.nodes.replace(Node::Paragraph, Some(line));
            }
        }
        if hard {
            self.nodes.leaf(Node::Break, None);
        } else {
            self.nodes.text("\n");
        }
    }

    fn task(&mut self, ticked: bool, range: &Range<usize>) {
        let line = self.document.lines.line_of(range.start);
        if let Some(&Some(item)) = self.items.last()
            && let Some(Node::Item { task }) = self.nodes.node_mut(item)
        {
            *task = Some(TaskView { ticked, line });
        } else {
            self.nodes.text(if ticked { "[x] " } else { "[ ] " });
        }
    }

    pub(super) fn open_tag(&mut self, node: Node, tag: build::Tag, line: Option<u32>) -> bool {
        self.nodes.open(node, line, Until::Tag(tag))
    }
}

fn slugs(document: &Document) -> HashMap<&str, &str> {
    let headings = &document.headings;
    let mut slugs: HashMap<&str, &str> =
        headings.iter().map(|heading| (heading.slug.as_str(), heading.slug.as_str())).collect();
    for heading in headings {
        slugs.entry(&heading.text).or_insert(&heading.slug);
    }
    slugs
}

fn align(alignment: Alignment) -> Option<Align> {
    match alignment {
        Alignment::None => None,
        Alignment::Left => Some(Align::Left),
        Alignment::Center => Some(Align::Center),
        Alignment::Right => Some(Align::Right),
    }
}

/// The first word of a fence's info, if it names a language.
fn language(info: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '.' | '_' | '-');
    let end = info.find(|c| !is_plain(c)).unwrap_or(info.len());
    let word = info.get(..end)?;
    (!word.is_empty() && word.len() <= LANGUAGE_LENGTH).then(|| word.to_owned())
}
