//! The words of text events: what is hidden shown as it is seen, tags noted.

use std::ops::Range;

use super::Reader;
use crate::markdown::link::{Aim, is_size};
use crate::markdown::scan::{Hidden, Mask, Wikilink};
use crate::markdown::tags::tag_at;
use crate::markdown::words::starts_word;

impl Reader<'_> {
    /// The text of a text event.
    pub(super) fn text(&mut self, text: &str, range: Range<usize>) {
        let fresh_line = std::mem::take(&mut self.fresh_line);
        let mut start = range.start.max(self.done);
        if start >= range.end {
            return;
        }
        if text.len() != range.len() {
            // An entity, or a character that the parser replaces.
            if start == range.start {
                self.words.push_other(text, range.start, range.end);
                self.content(text);
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
                self.hidden(mask);
            }
            at = mask.range.end;
        }
        self.piece(at..range.end, entities);
    }

    fn hidden(&mut self, mask: &Mask) {
        let body = self.source.body;
        let shown = match &mask.kind {
            Hidden::Literal => mask.range.clone(),
            Hidden::Wikilink(link, aim) => shown_of_wikilink(body, link, aim.as_ref()),
            Hidden::Comment | Hidden::LinkOpen | Hidden::LinkClose(_) => return,
        };
        let Some(text) = body.get(shown.clone()) else { return };
        self.words.push(text, shown.start);
        self.content(text);
    }

    fn piece(&mut self, range: Range<usize>, entities: bool) {
        let source = self.source;
        let Some(text) = source.text.get(range.clone()).filter(|text| !text.is_empty()) else { return };
        if self.links == 0 {
            self.tags(text, range.start);
            self.document.features.link |=
                text.contains("://") && (text.contains("http://") || text.contains("https://"));
        }
        if entities && text.contains('&') {
            self.decoded(text, range.start);
        } else {
            self.words.push_prose(text, range.start);
        }
        self.content(text);
    }

    /// Raw HTML's text.
    fn decoded(&mut self, text: &str, at: usize) {
        let mut from = 0;
        for (amp, _) in text.match_indices('&') {
            let Some((c, length)) = text.get(amp..).and_then(crate::markdown::html::entity) else { continue };
            self.words.push(text.get(from..amp).unwrap_or_default(), at + from);
            from = amp + length;
            self.words.push_other(c.encode_utf8(&mut [0; 4]), at + amp, at + from);
        }
        self.words.push(text.get(from..).unwrap_or_default(), at + from);
    }

    /// Notes the tags in text that is about to be written and stands in the source at `at`.
    fn tags(&mut self, text: &str, at: usize) {
        for (index, _) in text.match_indices('#') {
            let before = text.get(..index).and_then(|text| text.chars().next_back());
            let starts = before.map_or_else(|| self.words.at_word_start(), starts_word);
            let place = at + index;
            if !starts || place.checked_sub(1).and_then(|p| self.source.body.as_bytes().get(p)) == Some(&b'\\') {
                continue;
            }
            // From the source, since emphasis may part a tag's text.
            let Some(tag) = self.source.text.get(place + 1..).and_then(tag_at) else { continue };
            if !self.tags.contains(tag) {
                self.tags.insert(tag.to_owned());
                self.document.tags.push(tag.to_owned());
            }
        }
    }

    /// Tells the open-questions sections that there is something.
    pub(super) fn content(&mut self, text: &str) {
        if !self.heading.as_ref().is_some_and(|heading| heading.top) && text.contains(|c: char| !c.is_whitespace()) {
            self.questions.content();
        }
    }
}

/// The part of a wikilink that shows: its label, or else its target.
pub(in crate::markdown) fn shown_of_wikilink(body: &str, link: &Wikilink, aim: Option<&Aim>) -> Range<usize> {
    match &link.label {
        // `![[a.png|300]]` says how wide the picture is.
        Some(label) if !(matches!(aim, Some(Aim::File(_))) && body.get(label.clone()).is_some_and(is_size)) => {
            label.clone()
        }
        _ => link.target.clone(),
    }
}

/// The length of the `:::` that opens or closes a directive at a line's start, blanks after it included.
pub(in crate::markdown) fn fence_length(line: &str) -> usize {
    let rest = line.trim_start_matches(':');
    if line.len() - rest.len() < 3 { 0 } else { line.len() - rest.trim_start_matches([' ', '\t']).len() }
}
