//! Looks at a body for what CommonMark does not know and hides it from the parser, byte for byte, so that every offset
//! stays what it was: `[[wikilinks]]` (whose `|` would end a table's cell), `%% comments %%`, links to pages with raw
//! blanks, HTML comments that never end and would swallow the rest, and lone carriage returns.

mod comments;
mod depth;
mod survey;

use std::borrow::Cow;
use std::ops::Range;

use super::link::{Aim, aim_of_destination, aim_of_wikilink};
use survey::Survey;

pub(super) use depth::nests_too_deep;

/// What hidden bytes become: no letter, no sign of Markdown and no blank.
const HIDDEN: u8 = 1;

/// The bytes within which a link must be complete.
const LINK_BYTES: usize = 1000;

/// A body as the parser gets it, with what was hidden from it.
pub(super) struct Source<'a> {
    pub body: &'a str,
    /// As long as the body, byte for byte.
    pub text: Cow<'a, str>,
    /// Where the body starts: after a byte-order mark.
    pub start: usize,
    /// In order, apart from each other.
    pub masks: Vec<Mask>,
}

/// A part of the body that the parser sees as [`HIDDEN`] bytes or blanks.
pub(super) struct Mask {
    pub range: Range<usize>,
    pub kind: Hidden,
}

/// What a hidden part is.
pub(super) enum Hidden {
    /// Shown to nobody.
    Comment,
    /// Shown as it is written.
    Literal,
    /// Shown by its label or target.
    Wikilink(Wikilink, Option<Aim>),
    /// The bracket before a label; the label itself is not hidden.
    LinkOpen,
    /// The rest of that link.
    LinkClose(Aim),
}

/// The parts of `[[target|label]]`.
pub(super) struct Wikilink {
    /// All of it, with the `!` of an embed.
    pub range: Range<usize>,
    pub target: Range<usize>,
    pub label: Option<Range<usize>>,
    pub embed: bool,
}

impl<'a> Source<'a> {
    pub fn new(body: &'a str) -> Self {
        let start = if body.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        let mut source = Self { body, text: with_line_feeds(body), start, masks: Vec::new() };
        if !may_hide(body) {
            return source;
        }
        let mut survey = Survey::new(&source.text, start);
        let unended = std::mem::take(&mut survey.unended);
        if !unended.is_empty() {
            source.masks = unended.into_iter().map(|range| Mask { range, kind: Hidden::Literal }).collect();
            source.hide();
            survey = Survey::new(&source.text, start);
        }
        let comments = comments::find(&source.text, start, &survey.opaque);
        let mut found = links(&source.text, start, &survey, &comments);
        found.extend(comments.into_iter().map(|range| Mask { range, kind: Hidden::Comment }));
        source.masks.extend(found);
        source.masks.sort_by_key(|mask| mask.range.start);
        let mut end = 0;
        source.masks.retain(|mask| {
            let apart = mask.range.start >= end;
            end = end.max(mask.range.end);
            apart
        });
        source.hide();
        source
    }

    /// Overwrites the hidden parts in `text`.
    fn hide(&mut self) {
        if self.masks.is_empty() {
            return;
        }
        let mut bytes = self.text.as_bytes().to_vec();
        for mask in &self.masks {
            if matches!(mask.kind, Hidden::Comment) {
                comments::hide(&mut bytes, mask.range.clone());
            } else if let Some(part) = bytes.get_mut(mask.range.clone()) {
                part.fill(HIDDEN);
            }
        }
        // Masks start and end between characters, so this holds; if it did not, nothing would be hidden.
        match String::from_utf8(bytes) {
            Ok(text) => self.text = Cow::Owned(text),
            Err(_) => self.masks.clear(),
        }
    }
}

/// `body` with every lone carriage return as a line feed: the parser takes some of them for line ends, but not all.
fn with_line_feeds(body: &str) -> Cow<'_, str> {
    let bytes = body.as_bytes();
    let lone = |at: usize| bytes.get(at) == Some(&b'\r') && bytes.get(at + 1) != Some(&b'\n');
    if !body.contains('\r') || !(0..bytes.len()).any(lone) {
        return Cow::Borrowed(body);
    }
    let fed = body.char_indices().map(|(at, c)| if lone(at) { '\n' } else { c }).collect();
    Cow::Owned(fed)
}

/// Whether there may be anything to hide; most bodies have nothing, and are parsed once.
fn may_hide(body: &str) -> bool {
    ["[[", "%%", "<!", "<?"].iter().any(|sign| body.contains(sign))
        || body.match_indices("](").any(|(at, _)| blank_link_end(body, at).is_some())
}

/// Wikilinks and links with raw blanks outside of code, tags, comments and the links that the parser knows.
fn links(text: &str, start: usize, survey: &Survey, comments: &[Range<usize>]) -> Vec<Mask> {
    let bytes = text.as_bytes();
    let mut masks = Vec::new();
    let mut opaque = Ranges::new(&survey.opaque);
    let mut hidden = Ranges::new(comments);
    let mut known = Ranges::new(&survey.links);
    let mut at = start;
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(|b| matches!(b, b'[' | b']'))) {
        at += found;
        if let Some(end) = opaque.end_around(at).or(hidden.end_around(at)) {
            at = end;
            continue;
        }
        let free = |range: &Range<usize>, opaque: &Ranges<'_>, hidden: &Ranges<'_>, known: &mut Ranges<'_>| {
            known.end_around(range.start);
            !opaque.starts_before(range.end) && !hidden.starts_before(range.end) && !known.starts_before(range.end)
        };
        if bytes.get(at + 1) == Some(&b'[') && bytes.get(at) == Some(&b'[') && !is_escaped(bytes, at) {
            if let Some(link) = wikilink_at(text, at)
                && free(&(at..link.range.end), &opaque, &hidden, &mut known)
            {
                at = link.range.end;
                let aim = aim_of_wikilink(text, &link);
                masks.push(Mask { range: link.range.clone(), kind: Hidden::Wikilink(link, aim) });
                continue;
            }
        } else if bytes.get(at) == Some(&b']')
            && let Some((end, destination)) = blank_link_end(text, at)
            && let Some(open) = label_start(bytes, at)
            && !is_escaped(bytes, at)
            && free(&(at..end), &opaque, &hidden, &mut known)
            && let Some(aim) = aim_of_destination(destination)
        {
            let open_end = open + 1;
            let open = if open > start && bytes.get(open - 1) == Some(&b'!') { open - 1 } else { open };
            masks.push(Mask { range: open..open_end, kind: Hidden::LinkOpen });
            masks.push(Mask { range: at..end, kind: Hidden::LinkClose(aim) });
            at = end;
            continue;
        }
        at += 1;
    }
    masks
}

/// The wikilink whose `[[` stands at `at`: on one line, not empty, and without another `[[` in it.
pub(super) fn wikilink_at(text: &str, at: usize) -> Option<Wikilink> {
    let bytes = text.as_bytes();
    let inner = at + 2;
    if bytes.get(inner) == Some(&b'[') {
        return None;
    }
    let mut pipe = None;
    let mut end = inner;
    loop {
        match (*bytes.get(end)?, bytes.get(end + 1)) {
            (b']', Some(b']')) => break,
            (b'\n' | b'\r', _) | (b'[', Some(b'[')) => return None,
            (b'|', _) => pipe = pipe.or(Some(end)),
            _ if end - inner > LINK_BYTES => return None,
            _ => {}
        }
        end += 1;
    }
    let mut target = inner..pipe.unwrap_or(end);
    // In a table the pipe of a link is escaped.
    if pipe.is_some() && text.get(target.clone())?.ends_with('\\') {
        target.end -= 1;
    }
    if text.get(target.clone())?.trim().is_empty() {
        return None;
    }
    let label =
        pipe.map(|pipe| pipe + 1..end).filter(|label| text.get(label.clone()).is_some_and(|l| !l.trim().is_empty()));
    let embed = at > 0 && bytes.get(at - 1) == Some(&b'!') && !is_escaped(bytes, at - 1);
    Some(Wikilink { range: at - usize::from(embed)..end + 2, target, label, embed })
}

/// For `](` at `at`: where a link to a Markdown file whose path has blanks ends, and its destination.
fn blank_link_end(text: &str, at: usize) -> Option<(usize, &str)> {
    let bytes = text.as_bytes();
    let inner = at + 2;
    if bytes.get(at + 1) != Some(&b'(') || bytes.get(inner) == Some(&b'<') {
        return None;
    }
    let mut end = inner;
    loop {
        match (*bytes.get(end)?, bytes.get(end + 1)) {
            (b'\n' | b'\r', _) | (b']', Some(b'(')) => return None,
            (b')', _) => {
                let destination = text.get(inner..end)?;
                let path = destination.split('#').next().unwrap_or_default();
                let page = [".md", ".markdown"].iter().any(|extension| {
                    path.len()
                        .checked_sub(extension.len())
                        .and_then(|from| path.get(from..))
                        .is_some_and(|tail| tail.eq_ignore_ascii_case(extension))
                });
                if page && path.trim().contains(' ') {
                    return Some((end + 1, destination));
                }
            }
            _ if end - inner > LINK_BYTES => return None,
            _ => {}
        }
        end += 1;
    }
}

/// The `[` of the label that ends before `close`, on the same line.
fn label_start(bytes: &[u8], close: usize) -> Option<usize> {
    let from = close.saturating_sub(LINK_BYTES);
    let at = from + bytes.get(from..close)?.iter().rposition(|b| matches!(b, b'[' | b']' | b'\n' | b'\r'))?;
    (bytes.get(at) == Some(&b'[') && !is_escaped(bytes, at)).then_some(at)
}

/// Whether an odd number of backslashes stands before `at`.
fn is_escaped(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(..at).unwrap_or_default();
    before.iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1
}

/// Ranges in order of their starts, passed along in ascending offsets.
pub(super) struct Ranges<'a> {
    rest: &'a [Range<usize>],
}

impl<'a> Ranges<'a> {
    pub fn new(ranges: &'a [Range<usize>]) -> Self {
        Self { rest: ranges }
    }

    /// The end of the range around `at`, if there is one. `at` never goes down from call to call.
    pub fn end_around(&mut self, at: usize) -> Option<usize> {
        while let Some((first, rest)) = self.rest.split_first()
            && first.end <= at
        {
            self.rest = rest;
        }
        self.rest.first().filter(|range| range.start <= at).map(|range| range.end)
    }

    /// Whether the next range starts before `at`.
    fn starts_before(&self, at: usize) -> bool {
        self.rest.first().is_some_and(|range| range.start < at)
    }
}
