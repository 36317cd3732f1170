//! A body as a tree of nodes that an app draws: the same events, masks and words as [`super::read`] takes, so that what
//! shows is what is indexed, and a link, a line or a match means the same in both. It makes no HTML, and decides what a
//! link may lead to; how a node looks is the app's.
//!
//! The way through: `marks` finds the matches in the document's text and places them in the body; `walk` goes through
//! the parser's events, with `inline`, `raw` and `link` for what they hold; `build` keeps the open nodes and the bounds.
//! There is no recursion, and time and memory are linear in the body.

mod build;
mod inline;
mod link;
mod marks;
mod raw;
#[cfg(test)]
mod tests;
mod walk;

use super::{PageLink, Target, scan};
use crate::wire::tree::TreeView;

pub use marks::{MAX_MARKS, Wanted};

/// Nodes stand less deep than this; what would be deeper is text.
pub const MAX_DEPTH: u8 = 100;

/// A body has so many nodes, and no more: a browser lays that out in a second or two. A node takes at least a byte of
/// the body, but for the cells that a table's short rows lack.
pub const MAX_NODES: usize = 50_000;

/// Knows where a page's links lead.
pub trait Resolver {
    /// The page that a link goes to. `nth` counts the body's links to pages from 0, those to the page itself left out.
    fn page(&self, nth: usize, link: &PageLink) -> Reached;

    /// The file that a target means.
    fn file(&self, target: &Target) -> Option<Found>;
}

/// Where a link to a page leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reached {
    /// There.
    Page {
        /// The page's id.
        id: String,
        /// Its title.
        title: String,
    },
    /// Nowhere.
    Missing {
        /// What to call the page that is not there.
        target: String,
    },
}

/// A file of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The BLAKE3 of its bytes.
    pub blob: String,
    /// Its name.
    pub name: String,
    /// Its media type.
    pub mime: String,
}

/// `body` as nodes, with what is `wanted` marked. It never fails: whatever is no Markdown is text.
#[must_use]
pub fn tree(body: &str, resolver: &dyn Resolver, wanted: &mut Wanted) -> TreeView {
    let document = super::read(body);
    let marks = wanted.places(body, &document);
    if scan::nests_too_deep(body, &document.lines) {
        return walk::plain(body, &document, marks);
    }
    walk::walk(&scan::Source::new(body), &document, resolver, marks)
}

/// What a link to a page says, as a list of links shows it: in `[[…]]` with `#` and what follows.
#[must_use]
pub fn written_target(link: &PageLink) -> String {
    match (&link.target, &link.fragment) {
        (Target::Name(name), Some(fragment)) => format!("{name}#{fragment}"),
        (Target::Name(name) | Target::Relative(name), _) => name.clone(),
        (Target::Id(id), _) => id.to_string(),
        (Target::Own, fragment) => format!("#{}", fragment.as_deref().unwrap_or_default()),
    }
}
