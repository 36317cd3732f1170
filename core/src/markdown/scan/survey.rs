//! A first look with the parser: where code, tags and known links stand, so that nothing is looked for in them.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Parser, Tag};

use crate::markdown::html::{Piece, pieces};
use crate::markdown::reader::OPTIONS;

#[derive(Default)]
pub(super) struct Survey {
    /// Code, tags and comments of HTML, and addresses in angle brackets, in order.
    pub opaque: Vec<Range<usize>>,
    /// Links and images, in order of their starts.
    pub links: Vec<Range<usize>>,
    /// The openings (`<!--`) of HTML blocks that never end, and so run on to the end of the body or quote.
    pub unended: Vec<Range<usize>>,
}

/// What opens an HTML block that ends only at its own sign, and that sign.
const ENDED_BY_SIGN: [(&str, &str); 4] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")];

impl Survey {
    pub fn new(text: &str, start: usize) -> Self {
        let mut survey = Self::default();
        let Some(markdown) = text.get(start..) else { return survey };
        for (event, range) in Parser::new_ext(markdown, OPTIONS).into_offset_iter() {
            let range = range.start + start..range.end + start;
            match event {
                Event::Code(_) | Event::InlineHtml(_) | Event::Start(Tag::CodeBlock(_)) => survey.opaque.push(range),
                Event::Start(Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. }) => {
                    survey.opaque.push(range)
                }
                Event::Start(Tag::Link { .. } | Tag::Image { .. }) => survey.links.push(range),
                Event::Start(Tag::HtmlBlock) => survey.html_block(text, range),
                _ => {}
            }
        }
        survey
    }

    fn html_block(&mut self, text: &str, range: Range<usize>) {
        let Some(block) = text.get(range.clone()) else { return };
        let html = block.trim_start();
        if let Some((open, close)) = ENDED_BY_SIGN.iter().find(|(open, _)| html.starts_with(open))
            && !html.contains(close)
        {
            self.unended.extend(block.match_indices(open).map(|(at, _)| {
                let at = range.start + at;
                at..at + open.len()
            }));
            return;
        }
        pieces(block, |piece| {
            if let Piece::Markup(markup) = piece {
                self.opaque.push(range.start + markup.start..range.start + markup.end);
            }
        });
    }
}
