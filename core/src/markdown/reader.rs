//! Walks the parser's events over the masked source and fills the document. One pass, no recursion.

mod emit;
mod inline;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use super::lines::Lines;
use super::link::{Aim, FileLink, PageLink};
use super::scan::{Hidden, Source};
use super::sections::{OpenQuestions, is_placeholder, slug, squeezed};
use super::words::Words;
use super::{Document, Heading};

pub(super) use emit::{fence_length, shown_of_wikilink};
pub(super) use inline::{HtmlPart, callout_marker, code_within, html_parts};

/// The dialect: GFM's tables, tasks and strike-through, and footnotes. Callouts and wikilinks are read here; math stays
/// text.
pub(super) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS);

/// The document of a body that is not parsed: all of it is text.
pub(super) fn plain(body: &str, lines: Lines) -> Document {
    let mut words = Words::default();
    words.push(body, 0);
    Document { text: words.text, positions: words.positions, lines, ..Document::default() }
}

pub(super) fn read(source: &Source<'_>, lines: Lines) -> Document {
    let mut reader = Reader::new(source, lines);
    reader.take_hidden_links();
    let markdown = source.text.get(source.start..).unwrap_or_default();
    for (event, range) in Parser::new_ext(markdown, OPTIONS).into_offset_iter() {
        reader.take(event, range.start + source.start..range.end + source.start);
    }
    reader.finish()
}

struct Reader<'a> {
    source: &'a Source<'a>,
    document: Document,
    words: Words,
    /// The first mask that is not behind.
    next_mask: usize,
    questions: OpenQuestions,
    heading: Option<OpenHeading>,
    slugs: HashMap<String, u32>,
    tags: HashSet<String>,
    /// The lines of the HTML block under way.
    html: Option<Vec<(String, Range<usize>)>>,
    /// Quotes, list items and footnotes around.
    containers: usize,
    /// Links and images around.
    links: usize,
    in_code: bool,
    /// Nothing of the quote was read yet.
    fresh_quote: bool,
    /// Nothing of the paragraph's line was read yet.
    fresh_line: bool,
    /// Up to here the body has been dealt with.
    done: usize,
}

struct OpenHeading {
    level: u8,
    /// Where its words start in the text, or the gap before them.
    text: usize,
    body: usize,
    /// Outside of quotes, lists and footnotes.
    top: bool,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Source<'a>, lines: Lines) -> Self {
        Self {
            source,
            document: Document { lines, ..Document::default() },
            words: Words::default(),
            next_mask: 0,
            questions: OpenQuestions::default(),
            heading: None,
            slugs: HashMap::new(),
            tags: HashSet::new(),
            html: None,
            containers: 0,
            links: 0,
            in_code: false,
            fresh_quote: false,
            fresh_line: false,
            done: 0,
        }
    }

    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(&tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_code => self.code_line(&text, range),
            Event::Text(text) => self.text(&text, range),
            Event::Code(code) => self.code(&code, range),
            Event::Html(html) => {
                if let Some(lines) = &mut self.html {
                    lines.push((html.into_string(), range));
                }
            }
            Event::InlineHtml(markup) => self.markup(&markup),
            Event::SoftBreak | Event::HardBreak => {
                self.words.line();
                self.fresh_line = true;
            }
            Event::Rule => self.words.line(),
            Event::TaskListMarker(ticked) => {
                self.document.features.task = true;
                self.document.features.open_task |= !ticked;
                self.questions.task(ticked);
            }
            Event::FootnoteReference(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Paragraph => {
                self.words.line();
                self.fresh_line = true;
                if std::mem::take(&mut self.fresh_quote) {
                    self.callout(range.start);
                }
                return;
            }
            Tag::Heading { level, .. } => {
                self.words.line();
                let top = self.containers == 0;
                self.heading =
                    Some(OpenHeading { level: *level as u8, text: self.words.text.len(), body: range.start, top });
            }
            Tag::BlockQuote(_) => {
                self.containers += 1;
                self.words.line();
                self.fresh_quote = true;
                return;
            }
            Tag::Item | Tag::FootnoteDefinition(_) => {
                self.containers += 1;
                self.words.line();
                self.fresh_line = true;
                self.questions.content();
            }
            Tag::CodeBlock(_) => {
                self.words.line();
                self.in_code = true;
                self.document.features.code = true;
                self.questions.content();
            }
            Tag::HtmlBlock => self.html = Some(Vec::new()),
            Tag::Table(_) => {
                self.words.line();
                self.document.features.table = true;
                self.questions.content();
            }
            Tag::TableCell => self.words.blank(),
            Tag::TableHead | Tag::TableRow | Tag::List(_) => self.words.line(),
            Tag::Link { link_type, dest_url, .. } => {
                self.document.features.link = true;
                self.links += 1;
                // An address in angle brackets, `<a@example.org>`, has no `mailto:` to tell it from a page.
                if *link_type != LinkType::Email {
                    self.link(dest_url, range.start, false);
                }
            }
            Tag::Image { dest_url, .. } => {
                self.words.blank();
                self.links += 1;
                self.questions.content();
                self.link(dest_url, range.start, true);
            }
            _ => {}
        }
        self.fresh_quote = false;
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::BlockQuote(_) | TagEnd::Item | TagEnd::FootnoteDefinition => {
                self.containers = self.containers.saturating_sub(1);
                self.fresh_quote = false;
                self.words.line();
            }
            TagEnd::Heading(_) => self.end_heading(),
            TagEnd::CodeBlock => {
                self.in_code = false;
                self.words.line();
            }
            TagEnd::HtmlBlock => self.html_block(),
            TagEnd::Paragraph | TagEnd::List(_) | TagEnd::Table | TagEnd::TableHead | TagEnd::TableRow => {
                self.words.line()
            }
            TagEnd::TableCell => self.words.blank(),
            TagEnd::Link => self.links = self.links.saturating_sub(1),
            TagEnd::Image => {
                self.links = self.links.saturating_sub(1);
                self.words.blank();
            }
            _ => {}
        }
    }

    fn end_heading(&mut self) {
        self.words.line();
        let Some(heading) = self.heading.take() else { return };
        let text = squeezed(self.words.text.get(heading.text..).unwrap_or_default());
        if heading.top {
            self.questions.heading(heading.level, &text);
            if self.document.title.is_none() && !text.is_empty() && !is_placeholder(&text) {
                self.document.title = Some(text.clone());
            }
        }
        if text.is_empty() {
            return;
        }
        let base = slug(&text);
        let same = self.slugs.entry(base.clone()).or_default();
        let slug = if *same == 0 { base } else { format!("{base}-{same}") };
        *same += 1;
        let line = self.document.lines.line_of(heading.body);
        self.document.headings.push(Heading { level: heading.level, text, line, slug });
    }

    /// Notes the links that the parser does not see.
    fn take_hidden_links(&mut self) {
        for mask in &self.source.masks {
            let (aim, embed) = match &mask.kind {
                Hidden::Wikilink(link, aim) => {
                    self.document.features.link = true;
                    (aim.as_ref(), link.embed)
                }
                Hidden::LinkClose(aim) => {
                    self.document.features.link = true;
                    (Some(aim), false)
                }
                Hidden::Comment | Hidden::Literal | Hidden::LinkOpen => continue,
            };
            if let Some(aim) = aim {
                note_link(&mut self.document, aim, mask.range.start, embed);
            }
        }
    }

    fn link(&mut self, destination: &str, at: usize, embed: bool) {
        if let Some(aim) = super::link::aim_of_destination(destination) {
            note_link(&mut self.document, &aim, at, embed);
        }
    }

    fn finish(self) -> Document {
        let mut document = self.document;
        document.open_questions = self.questions.finish();
        document.text = self.words.text;
        document.text.truncate(document.text.trim_end().len());
        document.positions = self.words.positions;
        document.links.sort_by_key(|link| link.offset);
        document.files.sort_by_key(|link| link.offset);
        document
    }
}

fn note_link(document: &mut Document, aim: &Aim, offset: usize, embed: bool) {
    let line = document.lines.line_of(offset);
    match aim {
        Aim::Page(target, fragment) => {
            document.links.push(PageLink { target: target.clone(), fragment: fragment.clone(), line, offset, embed });
        }
        Aim::File(target) => document.files.push(FileLink { target: target.clone(), line, offset, embed }),
    }
}
