//! Markdown to words, links and lines, which the fold keeps of a body besides its bytes, and to the tree that an app
//! draws. It makes no HTML.
//!
//! The way through: `scan` looks at the source for what CommonMark does not know (`[[wikilinks]]`, `%% comments %%`,
//! links with raw blanks, comments that never end) and masks it, byte for byte; `reader` walks the parser's events
//! over the masked source and fills a [`Document`]. All of it is linear in the body; a body whose nesting would make
//! the parser slow is read as plain text.

mod html;
mod link;
mod reader;
mod scan;
mod sections;
mod tags;
mod words;

pub mod written;

pub mod lines;
#[cfg(feature = "store")]
pub mod tree;

pub use link::{FileLink, PageLink, Target, link_targets_in};
pub use sections::{Heading, slug};
pub use words::Positions;

use lines::Lines;

/// What a body says, apart from its markup.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    /// The words a reader sees, blocks, cells and broken lines apart from each other: link text without addresses,
    /// alternative text of images, code as typed, callout kinds. Comments, tags of HTML and task boxes are left out,
    /// and control characters are blanks.
    pub text: String,
    /// Where `text` stands in the body.
    pub positions: Positions,
    /// The line starts of the body.
    pub lines: Lines,
    /// The text of the first heading outside of quotes and lists that is no template's placeholder.
    pub title: Option<String>,
    /// Every heading with a text, in order.
    pub headings: Vec<Heading>,
    /// Links to pages, in order. External links and what stands in code or comments are none.
    pub links: Vec<PageLink>,
    /// Links to files and pictures, in order.
    pub files: Vec<FileLink>,
    /// Inline `#tags` without their `#`, each once, as first written.
    pub tags: Vec<String>,
    /// What `has:` asks for.
    pub features: Features,
    /// Whether an "Open questions" section has an open box, or, without boxes, any content.
    pub open_questions: bool,
}

/// What stands in a body outside of comments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Features {
    /// A table, of Markdown or HTML.
    pub table: bool,
    /// A fenced or indented block of code.
    pub code: bool,
    /// A task box.
    pub task: bool,
    /// A task box that is not ticked.
    pub open_task: bool,
    /// A link of any kind, to a page, a file or an address, a bare `https://` included.
    pub link: bool,
}

impl Document {
    /// The line of the body, from 1, on which the byte `offset` of `text` stands. Offsets past the end count as the
    /// end.
    #[must_use]
    pub fn line_of(&self, offset: usize) -> u32 {
        self.lines.line_of(self.positions.body_of(offset))
    }
}

/// Reads a body. It never fails: whatever is no Markdown is text. A byte-order mark in front is passed over. Time and
/// memory are linear in the body.
#[must_use]
pub fn read(body: &str) -> Document {
    let lines = Lines::new(body);
    if scan::nests_too_deep(body, &lines) {
        return reader::plain(body, lines);
    }
    let source = scan::Source::new(body);
    reader::read(&source, lines)
}

#[cfg(test)]
mod tests;
