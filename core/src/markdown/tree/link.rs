//! Where links and pictures lead. An address is opened only if its scheme is one of four; everything else that is not
//! the store's is blocked, whatever it may be.

use super::build::Until;
use super::walk::Walker;
use super::{Found, Reached};
use crate::markdown::link::{Aim, aim_of_destination, is_size};
use crate::markdown::scan::Wikilink;
use crate::markdown::written::search_of_destination;
use crate::markdown::{Target, slug};
use crate::wire::tree::{LinkTo, Node};

/// What is written before the text of a picture that is not shown.
pub(super) const IMAGE: &str = "image: ";

/// The characters of a page's title that a link to it carries.
const TITLE_LENGTH: usize = 200;

/// The widest and highest that a picture may ask to be, in pixels.
const MAX_PIXELS: u32 = 10_000;

impl Walker<'_> {
    /// A link of Markdown.
    pub(super) fn link(&mut self, destination: &str, at: usize, email: bool) {
        self.links += 1;
        let to = match aim_of_destination(destination) {
            _ if email => Some(outside(&format!("mailto:{destination}"))),
            Some(aim) => Some(self.aimed(&aim, at).0),
            None if destination.trim().is_empty() => None,
            None => Some(outside(destination)),
        };
        match to {
            Some(to) if self.links == 1 && !self.nodes.has_tag(super::build::Tag::Link) => {
                let label = label(&to);
                self.nodes.open(Node::Link(to), None, Until::InlineEnd);
                self.labels.push(Some(label));
            }
            _ => {
                self.nodes.open_nothing(Until::InlineEnd);
                self.labels.push(None);
            }
        }
    }

    pub(super) fn end_link(&mut self) {
        self.links = self.links.saturating_sub(1);
        if let Some(Some(label)) = self.labels.pop() {
            self.nodes.label(&label);
        }
        self.nodes.close();
    }

    /// A picture of Markdown; what stands in it is its alternative text.
    pub(super) fn image(&mut self, destination: &str, at: usize) {
        let (to, found) = match aim_of_destination(destination) {
            Some(aim) => self.aimed(&aim, at),
            None => (outside(destination), None),
        };
        self.open_image(to, found, None);
        self.nodes.alternatives += 1;
    }

    pub(super) fn end_image(&mut self) {
        self.nodes.alternatives = self.nodes.alternatives.saturating_sub(1);
        self.links = self.links.saturating_sub(1);
        if let Some(Some(label)) = self.labels.pop() {
            self.nodes.label(&label);
        }
        self.nodes.close();
    }

    /// Opens a picture, or, if it is none of the store's, a link to where it is.
    pub(super) fn open_image(&mut self, to: LinkTo, found: Option<Found>, size: Option<(Option<u32>, Option<u32>)>) {
        self.links += 1;
        if let Some(Found { blob, mime, .. }) = found.filter(|found| found.mime.starts_with("image/")) {
            let (width, height) = size.unwrap_or_default();
            self.nodes.open(Node::Image { blob, mime, width, height }, None, Until::InlineEnd);
            self.labels.push(None);
            return;
        }
        let prefix = if matches!(to, LinkTo::External { .. } | LinkTo::Blocked { .. }) { IMAGE } else { "" };
        let label = label(&to);
        if self.links == 1 && !self.nodes.has_tag(super::build::Tag::Link) && !label.is_empty() {
            self.nodes.open(Node::Link(to), None, Until::InlineEnd);
            self.labels.push(Some(label));
        } else {
            self.nodes.open_nothing(Until::InlineEnd);
            self.labels.push(None);
        }
        self.nodes.text(prefix);
    }

    /// `[[…]]`, with the text that it shows, which stands at `text_at`.
    pub(super) fn wikilink(&mut self, link: &Wikilink, aim: Option<&Aim>, text: &str, text_at: usize, at: usize) {
        let written = self.source.body.get(link.target.clone()).unwrap_or_default();
        let (to, found) = match aim {
            Some(aim) => self.aimed(aim, at),
            None => (outside(written), None),
        };
        if link.embed && !matches!(aim, Some(Aim::Page(..))) {
            let label = link.label.clone().and_then(|label| self.source.body.get(label)).map(str::trim);
            self.open_image(to, found, label.filter(|label| is_size(label)).map(size));
            self.nodes.written(text, text_at);
            return self.end_link();
        }
        self.links += 1;
        if self.links == 1 && !self.nodes.has_tag(super::build::Tag::Link) {
            self.nodes.open(Node::Link(to), None, Until::InlineEnd);
        } else {
            self.nodes.open_nothing(Until::InlineEnd);
        }
        self.labels.push(None);
        self.nodes.written(text, text_at);
        self.end_link();
    }

    /// Where what aims at the store leads, and the file if it is one. The link starts in the body at `at`.
    pub(super) fn aimed(&self, aim: &Aim, at: usize) -> (LinkTo, Option<Found>) {
        match aim {
            Aim::Page(Target::Own, fragment) => (self.to_heading(fragment.as_deref().unwrap_or_default()), None),
            Aim::Page(_, fragment) => (self.to_page(at, fragment.as_deref()), None),
            Aim::File(target) => match self.resolver.file(target) {
                Some(found) => {
                    let Found { blob, name, mime } = found.clone();
                    (LinkTo::File { blob, name, mime }, Some(found))
                }
                None => (LinkTo::Nothing { target: name_of(target) }, None),
            },
        }
    }

    fn to_page(&self, at: usize, fragment: Option<&str>) -> LinkTo {
        let links = &self.document.links;
        let index = links.partition_point(|link| link.offset < at);
        let (Some(link), Some(&nth)) = (links.get(index).filter(|link| link.offset == at), self.places.get(index))
        else {
            return LinkTo::Missing { target: String::new() };
        };
        match self.resolver.page(nth, link) {
            Reached::Page { id, title } => {
                let heading = fragment.map(last_heading).map(slug).filter(|slug| !slug.is_empty());
                LinkTo::Page { id, title: title.chars().take(TITLE_LENGTH).collect(), heading }
            }
            Reached::Missing { target } => LinkTo::Missing { target },
        }
    }

    /// A heading of this page by its slug, or by its text.
    fn to_heading(&self, fragment: &str) -> LinkTo {
        let slug = slug(last_heading(fragment));
        let exact = self.slugs.get(fragment.trim()).or_else(|| self.slugs.get(slug.as_str()));
        match exact {
            Some(&heading) => LinkTo::Heading { slug: heading.to_owned() },
            None => LinkTo::Nothing { target: format!("#{fragment}") },
        }
    }
}

/// Of `a#b`, which names a heading under a heading, the last.
fn last_heading(fragment: &str) -> &str {
    fragment.rsplit('#').next().unwrap_or_default()
}

fn name_of(target: &Target) -> String {
    match target {
        Target::Name(name) | Target::Relative(name) => name.clone(),
        Target::Id(id) => id.to_string(),
        Target::Own => String::new(),
    }
}

/// What a link shows that has no text of its own.
fn label(to: &LinkTo) -> String {
    match to {
        LinkTo::Page { title, .. } => title.clone(),
        LinkTo::Missing { target } | LinkTo::Nothing { target } => target.clone(),
        LinkTo::Heading { slug } => format!("#{slug}"),
        LinkTo::External { url } | LinkTo::Blocked { url } => url.clone(),
        LinkTo::File { name, .. } => name.clone(),
        LinkTo::Search { query } => query.clone(),
    }
}

/// `300` or `300x200`.
fn size(label: &str) -> (Option<u32>, Option<u32>) {
    let (width, height) = label.split_once('x').unwrap_or((label, ""));
    (pixels(width), pixels(height))
}

pub(super) fn pixels(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|pixels| (1..=MAX_PIXELS).contains(pixels))
}

/// Where an address outside leads. Browsers drop control characters before they look for a scheme, so they go first.
pub(super) fn outside(address: &str) -> LinkTo {
    let url: String = address.chars().filter(|c| !c.is_control()).collect();
    let url = url.trim();
    if let Some(query) = search_of_destination(url) {
        return LinkTo::Search { query };
    }
    let (scheme, rest) = url.split_once(':').unwrap_or(("", url));
    let opens = match scheme.to_ascii_lowercase().as_str() {
        // Without the slashes a browser reads it as a path on the app's own site.
        "http" | "https" => {
            rest.strip_prefix("//").is_some_and(|host| !host.is_empty() && !host.starts_with(['/', '\\']))
        }
        "mailto" | "tel" => !rest.is_empty(),
        _ => false,
    };
    let url = url.to_owned();
    if opens { LinkTo::External { url } } else { LinkTo::Blocked { url } }
}
