//! Text and code within blocks: what is hidden from the parser is put back in its place, and bare addresses become
//! links.

use std::ops::Range;

use super::build::Tag;
use super::walk::Walker;
use crate::markdown::html::entity;
use crate::markdown::reader::{code_within, fence_length, shown_of_wikilink};
use crate::markdown::scan::{Hidden, Mask};
use crate::wire::tree::{LinkTo, Node};

/// A bare address has so many bytes at the most.
const ADDRESS_BYTES: usize = 2_048;

impl Walker<'_> {
    /// A line of a code block, as typed.
    pub(super) fn code_line(&mut self, text: &str, range: Range<usize>) {
        match self.source.body.get(range.clone()) {
            Some(written) if written.len() == text.len() => self.nodes.written(written, range.start),
            _ => self.nodes.spelt(text, range),
        }
    }

    /// Code within a line: `range` has the backticks.
    pub(super) fn code(&mut self, code: &str, range: Range<usize>) {
        self.fresh_line = false;
        self.nodes.open(Node::Code, None, super::build::Until::InlineEnd);
        let (text, at) = code_within(self.source.body, code, &range);
        self.nodes.written(text, at);
        self.nodes.close();
    }

    /// The text of a text event.
    pub(super) fn text(&mut self, text: &str, range: Range<usize>) {
        let fresh_line = std::mem::take(&mut self.fresh_line);
        let mut start = range.start.max(self.done);
        if start >= range.end {
            return;
        }
        if text.len() != range.len() {
            if start == range.start {
                self.nodes.spelt(text, range);
                if let Some((_, address)) = &mut self.address {
                    address.push_str(text);
                }
            }
            return;
        }
        if fresh_line {
            start += fence_length(text.get(start - range.start..).unwrap_or_default());
        }
        self.written(start..range.end, false);
    }

    /// Text that stands in the source as it is, but for what is hidden.
    pub(super) fn written(&mut self, range: Range<usize>, entities: bool) {
        let source = self.source;
        let mut at = range.start;
        while at < range.end {
            let Some(mask) = source.masks.get(self.next_mask) else { break };
            if mask.range.end <= at {
                self.next_mask += 1;
                continue;
            }
            if mask.range.start >= range.end {
                break;
            }
            if at <= mask.range.start {
                self.piece(at..mask.range.start, entities);
                self.end_address();
                self.hidden(mask);
            }
            at = mask.range.end;
        }
        self.piece(at..range.end, entities);
    }

    fn hidden(&mut self, mask: &Mask) {
        match &mask.kind {
            Hidden::Comment => {}
            Hidden::Literal => {
                self.nodes.written(self.source.body.get(mask.range.clone()).unwrap_or_default(), mask.range.start)
            }
            Hidden::Wikilink(link, aim) => {
                let shown = shown_of_wikilink(self.source.body, link, aim.as_ref());
                let text = self.source.body.get(shown.clone()).unwrap_or_default();
                self.wikilink(link, aim.as_ref(), text, shown.start, mask.range.start);
            }
            Hidden::LinkOpen => {
                let ahead = self.source.masks.iter().skip(self.next_mask + 1);
                let mut ahead = ahead.take_while(|mask| !matches!(mask.kind, Hidden::LinkOpen));
                let close = ahead.find_map(|mask| match &mask.kind {
                    Hidden::LinkClose(aim) => Some((aim, mask.range.start)),
                    _ => None,
                });
                if let Some((aim, at)) = close
                    && self.links == 0
                {
                    let (to, _) = self.aimed(aim, at);
                    self.open_tag(Node::Link(to), Tag::Link, None);
                }
            }
            Hidden::LinkClose(_) => {
                self.nodes.close_tag(Tag::Link);
            }
        }
    }

    fn piece(&mut self, range: Range<usize>, entities: bool) {
        let source = self.source;
        let Some(text) = source.text.get(range.clone()).filter(|text| !text.is_empty()) else { return };
        if entities && text.contains('&') {
            self.decoded(text, range.start);
        } else {
            self.prose(text, range.start);
        }
    }

    /// Raw HTML's text.
    fn decoded(&mut self, text: &str, at: usize) {
        let mut from = 0;
        for (amp, _) in text.match_indices('&') {
            let Some((c, length)) = text.get(amp..).and_then(entity) else { continue };
            self.nodes.written(text.get(from..amp).unwrap_or_default(), at + from);
            from = amp + length;
            self.nodes.spelt(c.encode_utf8(&mut [0; 4]), at + amp..at + from);
        }
        self.nodes.written(text.get(from..).unwrap_or_default(), at + from);
    }

    /// Text with the bare addresses in it, which may go on past it: the parser cuts text where a sign might mean
    /// something.
    fn prose(&mut self, text: &str, at: usize) {
        let mut from = 0;
        if let Some((end, address)) = &mut self.address {
            let length = end.saturating_sub(at).min(text.len());
            let part = text.get(..length).unwrap_or_default();
            address.push_str(part);
            let ended = *end <= at + text.len();
            self.nodes.written(part, at);
            from = length;
            if ended {
                self.end_address();
            }
        }
        let mut look = from;
        while self.links == 0
            && let Some(found) = text.get(look..).and_then(|rest| rest.find("://"))
        {
            let colon = look + found;
            look = colon + 3;
            let Some(start) = self.address_start(text, colon, at).filter(|start| *start >= from) else { continue };
            let end = address_end(&self.source.text, at + look);
            if end == at + look || self.nodes.has_tag(Tag::Link) {
                continue;
            }
            self.nodes.written(text.get(from..start).unwrap_or_default(), at + from);
            // As far as it may go; what cuts it short says so at its end.
            let url = self.source.text.get(at + start..end).unwrap_or_default().to_owned();
            self.open_tag(Node::Link(LinkTo::External { url }), Tag::Address, None);
            from = (end - at).min(text.len());
            look = from;
            let part = text.get(start..from).unwrap_or_default();
            self.nodes.written(part, at + start);
            self.address = Some((end, part.to_owned()));
            if end > at + text.len() {
                return;
            }
            self.end_address();
        }
        self.nodes.written(text.get(from..).unwrap_or_default(), at + from);
    }

    /// Where the `http` or `https` starts that ends before `colon`.
    fn address_start(&self, text: &str, colon: usize, at: usize) -> Option<usize> {
        let before = text.get(..colon)?;
        let start = ["https", "http"].into_iter().find_map(|scheme| {
            let start = colon.checked_sub(scheme.len())?;
            before.get(start..)?.eq_ignore_ascii_case(scheme).then_some(start)
        })?;
        let place = at + start;
        let last = self.source.text.get(..place)?.chars().next_back();
        last.is_none_or(|c| !c.is_alphanumeric()).then_some(start)
    }

    /// Ends the bare address under way, if one is.
    pub(super) fn end_address(&mut self) {
        if let Some((_, address)) = self.address.take()
            && let Some(node) = self.nodes.close_tag(Tag::Address)
            && let Some(Node::Link(LinkTo::External { url })) = self.nodes.node_mut(node)
        {
            *url = address;
        }
    }
}

/// Where the address ends that goes on at `from`: before a blank or a sign that stands in none, and before the marks
/// that end a sentence, as GFM has it.
fn address_end(text: &str, from: usize) -> usize {
    let limit = text.floor_char_boundary(from + ADDRESS_BYTES);
    let rest = text.get(from..limit).unwrap_or_default();
    let stops = |c: char| c.is_whitespace() || c.is_control() || "<>\"`|。，、）」』】".contains(c);
    let mut address = rest.get(..rest.find(stops).unwrap_or(rest.len())).unwrap_or_default();
    loop {
        let shorter = address.trim_end_matches(['?', '!', '.', ',', ':', ';', '*', '_', '~', '\'', ']', '}']);
        let shorter = match shorter.strip_suffix(')') {
            Some(inner) if shorter.matches(')').count() > shorter.matches('(').count() => inner,
            _ => shorter,
        };
        if shorter.len() == address.len() {
            return from + address.len();
        }
        address = shorter;
    }
}
