//! A page's body as an app draws it: nodes in the order in which they stand, each with its depth, never a string of
//! HTML. The list is flat, so that nothing that takes it apart, sends it or drops it can run out of stack, and an app
//! draws it with one list of open parents. What makes it is `markdown::tree`.

#[cfg(feature = "store")]
mod read;

use serde::{Deserialize, Serialize};

/// A body as nodes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeView {
    /// The nodes in order. The parent of a node is the last one before it that is one less deep; the first is of depth
    /// 0, and no node is more than one deeper than the one before it.
    pub nodes: Vec<NodeView>,
    /// Every heading with a text, in order, those past a cut included.
    pub headings: Vec<HeadingView>,
    /// How many matches are marked: [`Node::Mark`] counts them from 0.
    pub marks: u32,
    /// There are more matches than are marked.
    #[serde(default)]
    pub more_marks: bool,
    /// The body is longer than what is drawn: a [`Node::Cut`] stands where it ends.
    #[serde(default)]
    pub cut: bool,
}

/// A heading, to jump to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadingView {
    /// 1 to 6.
    pub level: u8,
    /// Its words.
    pub text: String,
    /// What names it in its page.
    pub slug: String,
    /// The line of the body, from 1.
    pub line: u32,
}

/// A node and its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeView {
    /// How many nodes are around it, below [`crate::markdown::tree::MAX_DEPTH`].
    #[serde(rename = "d")]
    pub depth: u8,
    /// The line of the body on which it starts, from 1; blocks have one.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What it is.
    #[serde(rename = "n")]
    pub node: Node,
}

/// What a node is. Without a word on what is in it, a node holds what Markdown puts there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Node {
    /// Text, without control characters but for line ends and tabs. A line end is a soft break, or code's own.
    Text(String),
    /// Text that the query asks for.
    Mark {
        /// Which match it is of, from 0, in the order of the nodes. A match that has markup within is several nodes.
        n: u32,
        /// The text.
        text: String,
    },
    /// A line ends here.
    Break,
    /// A paragraph.
    Paragraph,
    /// A heading.
    Heading {
        /// 1 to 6.
        level: u8,
        /// What links name it by; empty for a heading without a text.
        slug: String,
    },
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Text struck through.
    Strikethrough,
    /// Code within a line.
    Code,
    /// A block of code.
    CodeBlock {
        /// The language as written, letters, digits and `+#._-` alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lang: Option<String>,
    },
    /// A quote.
    Quote,
    /// A callout; the first node in it is its title.
    Callout {
        /// `note`, `warning` or whatever was written, in lower case.
        kind: String,
        /// Whether a reader can fold it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fold: Option<Fold>,
    },
    /// A callout's first line; the first node in it is the callout's kind.
    CalloutTitle,
    /// A callout's kind as written.
    CalloutKind,
    /// A list of items.
    List {
        /// The first number of an ordered list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start: Option<u32>,
    },
    /// An item of a list.
    Item {
        /// Its task box.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task: Option<TaskView>,
    },
    /// A table: a head, then rows.
    Table,
    /// A table's first row.
    TableHead,
    /// Another row.
    TableRow,
    /// A cell.
    Cell {
        /// How its text stands; nothing where the table does not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        align: Option<Align>,
    },
    /// A mark that leads to a footnote; it has no nodes in it.
    FootnoteRef {
        /// The footnote's number, from 1.
        n: u32,
        /// Which of the marks of that footnote this is, from 1.
        nth: u32,
    },
    /// The footnotes, after everything else.
    Footnotes,
    /// A footnote.
    Footnote {
        /// Its number, from 1, in the order in which marks name them first.
        n: u32,
        /// How many marks lead to it, and so how many ways lead back.
        refs: u32,
    },
    /// A line across.
    Rule,
    /// A link; what is in it is its label, never empty, without links.
    Link(LinkTo),
    /// A picture of the store; the text in it is what to say instead of it.
    Image {
        /// The BLAKE3 of its bytes.
        blob: String,
        /// Its media type, `image/…`. An SVG is safe as the source of an `img`, not as a document of its own.
        mime: String,
        /// The width asked for, in CSS pixels, 1 to 10,000.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        width: Option<u32>,
        /// The height asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        height: Option<u32>,
    },
    /// A key.
    Kbd,
    /// Subscript.
    Sub,
    /// Superscript.
    Sup,
    /// What unfolds.
    Details,
    /// What shows of [`Node::Details`] while it is folded.
    Summary,
    /// A body that is not read as Markdown, since its nesting would take too long: text with its line ends.
    Plain,
    /// The rest is not drawn: it starts on this node's line.
    Cut,
}

/// How a callout folds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fold {
    /// It starts open.
    Open,
    /// It starts closed.
    Closed,
}

/// How a table's column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Align {
    /// At its left.
    Left,
    /// In its middle.
    Center,
    /// At its right.
    Right,
}

/// A task box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskView {
    /// It is ticked.
    pub ticked: bool,
    /// The line of the body on which the box stands, from 1.
    pub line: u32,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinkTo {
    /// To a page.
    Page {
        /// Its id.
        id: String,
        /// Its title, cut where it is over 200 characters.
        title: String,
        /// The slug of the heading asked for; whether the page has it is not known here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heading: Option<String>,
    },
    /// To no page that there is.
    Missing {
        /// The target, as the page's list of links has it.
        target: String,
    },
    /// To a heading of this page.
    Heading {
        /// Its slug.
        slug: String,
    },
    /// To an address outside.
    External {
        /// An address of `http`, `https`, `mailto` or `tel`.
        url: String,
    },
    /// To a file of the page.
    File {
        /// The BLAKE3 of its bytes.
        blob: String,
        /// Its name.
        name: String,
        /// Its media type.
        mime: String,
    },
    /// To a search.
    Search {
        /// The query.
        query: String,
    },
    /// To a file or a heading that is not there.
    Nothing {
        /// The target as written.
        target: String,
    },
    /// To an address that is never opened, whatever it is.
    Blocked {
        /// The address, without control characters: to be shown at the most.
        url: String,
    },
}
