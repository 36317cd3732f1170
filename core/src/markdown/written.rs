//! Links as they stand in a body: what is cut out of it, or moved, when a link is changed.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};

use super::lines::Lines;
use super::link::{Aim, Target, aim_of_destination, percent_decoded};
use super::reader::OPTIONS;
use super::scan::{Hidden, Source, nests_too_deep};

/// The scheme of a link to a search: `[tea](search:tag%3Atea)`.
const SEARCH: &str = "search:";

/// A link in a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// All of it.
    pub range: Range<usize>,
    /// What of it shows.
    pub label: Range<usize>,
    /// Where it leads.
    pub to: WrittenTo,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrittenTo {
    /// To a page.
    Page(Target),
    /// To a search for this.
    Search(String),
}

/// The links to pages and searches of a body, in order: those to pages start where those of [`super::Document::links`]
/// do. A link or picture in the label of another is left out. Linear in the body.
#[must_use]
pub fn links(body: &str) -> Vec<Written> {
    if nests_too_deep(body, &Lines::new(body)) {
        return Vec::new();
    }
    let source = Source::new(body);
    let mut links = hidden(&source);
    let markdown = source.text.get(source.start..).unwrap_or_default();
    // The link under way: where it leads, and up to where its label was read.
    let mut open: Option<(Range<usize>, Option<WrittenTo>, usize)> = None;
    let mut depth = 0_usize;
    for (event, range) in Parser::new_ext(markdown, OPTIONS).into_offset_iter() {
        let range = range.start + source.start..range.end + source.start;
        match event {
            Event::Start(Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. }) => {
                depth += 1;
                if depth == 1 {
                    // An address in angle brackets has no `mailto:` to tell it from a page.
                    let to = (link_type != LinkType::Email).then(|| to_of_destination(&dest_url)).flatten();
                    let label = range.start;
                    open = Some((range, to, label));
                    continue;
                }
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                depth = depth.saturating_sub(1);
                if depth == 0
                    && let Some((range, Some(to), end)) = open.take()
                {
                    // The parser leaves out a backslash in front, so the label starts at the bracket.
                    let image = usize::from(markdown.as_bytes().get(range.start - source.start) == Some(&b'!'));
                    let start = range.start + image + 1;
                    links.push(Written { label: start..end.max(start), range, to });
                }
                continue;
            }
            _ => {}
        }
        if let Some((_, _, end)) = &mut open {
            *end = range.end.max(*end);
        }
    }
    links.sort_by_key(|link| link.range.start);
    links
}

/// `text` such that it can be the label of a link.
#[must_use]
pub fn label_of(text: &str) -> String {
    let mut label = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '[' | ']' | '*' | '_' | '`' | '<' | '!' | '&') {
            label.push('\\');
        }
        label.push(if c.is_control() { ' ' } else { c });
    }
    label
}

/// The link to a search for `query`: what stands in the brackets behind a label.
#[must_use]
pub fn search_destination(query: &str) -> String {
    let mut destination = SEARCH.to_owned();
    for byte in query.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b':' | b'/' | b',' | b'|' => {
                destination.push(char::from(byte));
            }
            _ => {
                let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0').to_ascii_uppercase();
                destination.extend(['%', digit(byte >> 4), digit(byte & 15)]);
            }
        }
    }
    destination
}

/// The query that a link's destination searches for; nothing if it is no search.
#[must_use]
pub fn search_of_destination(destination: &str) -> Option<String> {
    let (scheme, query) = destination.trim().split_at_checked(SEARCH.len())?;
    scheme.eq_ignore_ascii_case(SEARCH).then(|| percent_decoded(query))
}

fn to_of_destination(destination: &str) -> Option<WrittenTo> {
    match aim_of_destination(destination) {
        Some(Aim::Page(target, _)) => Some(WrittenTo::Page(target)),
        Some(Aim::File(_)) => None,
        None => search_of_destination(destination).map(WrittenTo::Search),
    }
}

/// The links that the parser does not see.
fn hidden(source: &Source<'_>) -> Vec<Written> {
    let mut links = Vec::new();
    let mut open: Option<Range<usize>> = None;
    for mask in &source.masks {
        match &mask.kind {
            Hidden::Wikilink(link, Some(Aim::Page(target, _))) => links.push(Written {
                range: link.range.clone(),
                label: link.label.clone().unwrap_or_else(|| link.target.clone()),
                to: WrittenTo::Page(target.clone()),
            }),
            Hidden::LinkOpen => open = Some(mask.range.clone()),
            Hidden::LinkClose(aim) => {
                if let Some(open) = open.take()
                    && let Aim::Page(target, _) = aim
                {
                    let to = WrittenTo::Page(target.clone());
                    links.push(Written { range: open.start..mask.range.end, label: open.end..mask.range.start, to });
                }
            }
            Hidden::Wikilink(..) | Hidden::Comment | Hidden::Literal => {}
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every link with its label, and its target for a search.
    fn found(body: &str) -> Vec<(&str, &str)> {
        links(body).into_iter().map(|link| (&body[link.range], &body[link.label])).collect()
    }

    #[test]
    fn links_are_told_whole_and_with_their_label() {
        let body = "\u{feff}See [[a]], [[b|the *b*]] and ![[c#d]]. [x](d.md \"t\") [y](my notes.md)\r\n\
                    [z][ref] [ref] <https://x.org> [out](https://x.org) [p](p.png) `[[no]]` %% [[no]] %%\n\n[ref]: e.md\n";
        assert_eq!(
            found(body),
            [
                ("[[a]]", "a"),
                ("[[b|the *b*]]", "the *b*"),
                ("![[c#d]]", "c#d"),
                ("[x](d.md \"t\")", "x"),
                ("[y](my notes.md)", "y"),
                ("[z][ref]", "z"),
                ("[ref]", "ref"),
            ]
        );
        let pages = crate::markdown::read(body).links;
        assert_eq!(links(body).len(), pages.len());
        assert_eq!(found("[*a* `b`](c.md) [](d.md) [![i](i.png)](e.md)")[0].1, "*a* `b`");
        assert_eq!(found("[](d.md)"), [("[](d.md)", "")]);
        assert_eq!(found("[![i](i.png)](e.md)"), [("[![i](i.png)](e.md)", "![i](i.png)")]);
    }

    #[test]
    fn a_search_reads_back_from_its_link() {
        for query in ["tag:a/b -kind:todo", "'foo_bar('", "50% \\ [x]", "a (b)", "日本 <é>", "/a|b/", " "] {
            let link = format!("- [{}]({})", label_of(query), search_destination(query));
            let [written] = &links(&link)[..] else { panic!("{link}") };
            assert_eq!(written.to, WrittenTo::Search(query.to_owned()), "{link}");
        }
        assert_eq!(search_of_destination("SEARCH:a b").as_deref(), Some("a b"));
        assert_eq!(search_of_destination("searches"), None);
    }
}
