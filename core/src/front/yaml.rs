//! YAML front matter as values with their places: a bounded tree over the parser's events.
//!
//! Aliases are expanded here, under a budget for the whole front matter, so that nothing written in 32 KiB becomes more
//! than a few times that. No recursion: nesting is a stack of our own.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput};

use super::entry::{Entry, Fault, Items};
use super::lines::Lines;
use super::value::{DEPTH, Value};

/// Values that aliases may add to the written ones.
const EXPANDED_NODES: usize = 1000;
/// Bytes of text that aliases may add.
const EXPANDED_TEXT: usize = 64 * 1024;

const TOO_MANY: &str = "has too many aliases; kept as text";
const TOO_LARGE: &str = "is too large when expanded; kept as text";
const TOO_DEEP: &str = "is nested too deeply; kept as text";
const LOOSE: &str = "has an alias to nothing that could be read; kept as text";

/// The entries of a YAML mapping.
pub(super) struct Read {
    pub(super) entries: Vec<Entry>,
    /// The whole mapping stands in braces.
    pub(super) flow: bool,
}

/// Whether `inner` is one mapping or nothing at all; `None` if it is no YAML.
pub(super) fn is_mapping(inner: &str) -> Option<bool> {
    let mut reader = Reader::new(inner, 0);
    match reader.root() {
        Ok(Root::Nothing) => Some(true),
        Ok(Root::Mapping { placeholder, .. }) => match reader.skip_rest() {
            Ok(()) => Some(!placeholder),
            Err(_) => None,
        },
        Ok(Root::Other) => reader.skip_rest().ok().map(|()| false),
        Err(_) => None,
    }
}

/// Reads the mapping that stands in `inner` of `front`.
pub(super) fn read(front: &str, inner: Range<usize>, lines: &Lines) -> Result<Read, Fault> {
    let mut reader = Reader::new(&front[inner.clone()], inner.start);
    let mut entries = Vec::new();
    let flow = match reader.root().map_err(|error| reader.fault(&error))? {
        Root::Nothing => return Ok(Read { entries, flow: false }),
        Root::Other => return Err(Fault { at: inner.start, message: "is no list of keys".to_owned() }),
        Root::Mapping { flow, .. } => flow,
    };
    loop {
        let (event, span) = reader.next().map_err(|error| reader.fault(&error))?;
        if matches!(event, Event::MappingEnd) {
            break;
        }
        let key = reader.node(event, span).map_err(|error| reader.fault(&error))?;
        let (event, span) = reader.next().map_err(|error| reader.fault(&error))?;
        let spare = reader.budget;
        let value = reader.node(event, span).map_err(|error| reader.fault(&error))?;
        if value.fault.is_some() {
            reader.budget = spare;
        }
        entries.push(entry(front, lines, key, value));
    }
    let (event, span) = reader.document_end().map_err(|error| reader.fault(&error))?;
    match event {
        Event::StreamEnd => Ok(Read { entries, flow }),
        _ => Err(Fault { at: reader.byte(span.start.index()), message: "a second document begins here".to_owned() }),
    }
}

/// A key's name: its text, or the JSON text of what is no text.
fn key_name(value: &Value) -> String {
    value.scalar().map_or_else(|| value.to_json(), str::to_owned)
}

fn entry(front: &str, lines: &Lines, key: Node, node: Node) -> Entry {
    let colon = front[key.range.end..].find(':').map_or(key.range.end, |at| key.range.end + at + 1);
    let first_line_end = lines.end(colon.saturating_sub(1));
    let rest = &front[colon..first_line_end];
    let begins = colon + (rest.len() - rest.trim_start().len());
    let later = rest.trim().is_empty() || rest.trim_start().starts_with('#');
    let place = if node.range.is_empty() && node.value == Value::Null {
        colon..colon
    } else if later {
        node.range.clone()
    } else {
        begins..node.range.end.max(begins)
    };
    let last = place.end.max(colon).saturating_sub(1);
    let whole = lines.start(key.range.start)..lines.end(last);
    let written = || Value::Text(front[place.clone()].trim().to_owned());
    Entry {
        key: key_name(&key.value),
        value: if node.fault.is_some() { written() } else { node.value },
        line: lines.number(key.range.start),
        lines: Vec::from([whole]),
        colon,
        items: node.items.map(|places| Items { flow: node.flow, places }).filter(|_| node.fault.is_none()),
        place,
        fault: node.fault.map(str::to_owned),
    }
}

enum Root {
    Nothing,
    Mapping { flow: bool, placeholder: bool },
    Other,
}

/// A value read whole.
struct Node {
    value: Value,
    range: Range<usize>,
    flow: bool,
    /// For a list: where its items stand.
    items: Option<Vec<Range<usize>>>,
    size: Size,
    fault: Option<&'static str>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Size {
    nodes: usize,
    text: usize,
    depth: usize,
}

/// A list or mapping that is still open.
struct Frame {
    start: usize,
    end: usize,
    flow: bool,
    anchor: usize,
    size: Size,
    content: Content,
}

enum Content {
    List(Vec<Value>, Vec<Range<usize>>),
    Map(Vec<(String, Value)>, Option<String>),
}

struct Reader<'a> {
    text: &'a str,
    /// Where `text` begins in the front matter.
    base: usize,
    /// The byte of each character, since the parser counts characters.
    bytes: Vec<usize>,
    parser: Parser<'a, StrInput<'a>>,
    /// Anchored values; `None` where the value could not be kept.
    anchors: HashMap<usize, Option<(Value, Size)>>,
    budget: Size,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, base: usize) -> Self {
        let bytes = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let budget = Size { nodes: EXPANDED_NODES, text: EXPANDED_TEXT, depth: 0 };
        Self { text, base, bytes, parser: Parser::new_from_str(text), anchors: HashMap::new(), budget }
    }

    /// The front matter's byte of the parser's character.
    fn byte(&self, index: usize) -> usize {
        self.base + self.bytes.get(index).copied().unwrap_or(self.text.len())
    }

    fn fault(&self, error: &ScanError) -> Fault {
        Fault { at: self.byte(error.marker().index()), message: error.info().to_owned() }
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), ScanError> {
        self.parser.next_event().unwrap_or_else(|| Ok((Event::StreamEnd, Span::default())))
    }

    /// What the first document is; a mapping's start is consumed.
    fn root(&mut self) -> Result<Root, ScanError> {
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
                Event::StreamEnd | Event::DocumentEnd => return Ok(Root::Nothing),
                Event::Scalar(text, ScalarStyle::Plain, _, _) if text.is_empty() => return Ok(Root::Nothing),
                Event::MappingStart(..) => {
                    let rest = &self.text[self.byte(span.start.index()) - self.base..];
                    return Ok(Root::Mapping { flow: !span.is_empty(), placeholder: rest.starts_with("{{") });
                }
                _ => return Ok(Root::Other),
            }
        }
    }

    fn skip_rest(&mut self) -> Result<(), ScanError> {
        loop {
            if matches!(self.next()?.0, Event::StreamEnd) {
                return Ok(());
            }
        }
    }

    fn document_end(&mut self) -> Result<(Event<'a>, Span), ScanError> {
        loop {
            let (event, span) = self.next()?;
            if !matches!(event, Event::DocumentEnd | Event::Nothing) {
                return Ok((event, span));
            }
        }
    }

    /// Reads one value that begins with `event`.
    fn node(&mut self, event: Event<'a>, span: Span) -> Result<Node, ScanError> {
        let mut stack: Vec<Frame> = Vec::new();
        let mut fault = None;
        let (mut event, mut span) = (event, span);
        loop {
            let (start, end) = (self.byte(span.start.index()), self.byte(span.end.index()));
            let done = match event {
                Event::Scalar(text, style, anchor, tag) => {
                    let range = self.scalar_range(start, end, style, &text);
                    let text_tag = tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
                    let value = match style {
                        ScalarStyle::Plain if !text_tag => Value::of_word(&text),
                        _ => Value::Text(text.into_owned()),
                    };
                    let size = Size { nodes: 1, text: value.scalar().map_or(0, str::len), depth: 0 };
                    self.keep(anchor, &value, size, fault);
                    Some(Node { value, range, flow: false, items: None, size, fault: None })
                }
                Event::Alias(anchor) => {
                    let (value, size) = match self.expand(anchor, stack.len()) {
                        Ok(found) if fault.is_none() => found,
                        Ok(_) => (Value::Null, Size::default()),
                        Err(reason) => {
                            fault = fault.or(Some(reason));
                            (Value::Null, Size::default())
                        }
                    };
                    Some(Node { value, range: start..end, flow: false, items: None, size, fault: None })
                }
                Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _) if stack.len() >= DEPTH => {
                    fault = fault.or(Some(TOO_DEEP));
                    let content = Content::List(Vec::new(), Vec::new());
                    stack.push(Frame { start, end, flow: true, anchor, size: Size::default(), content });
                    None
                }
                Event::SequenceStart(anchor, _) => {
                    let content = Content::List(Vec::new(), Vec::new());
                    stack.push(Frame { start, end, flow: start < end, anchor, size: Size::default(), content });
                    None
                }
                Event::MappingStart(anchor, _) => {
                    let content = Content::Map(Vec::new(), None);
                    stack.push(Frame { start, end, flow: start < end, anchor, size: Size::default(), content });
                    None
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    stack.pop().map(|frame| self.close(frame, end, fault.is_some()))
                }
                // The parser pairs starts and ends, so nothing else comes inside a value.
                _ => return Err(ScanError::new_str(span.start, "ends inside a value")),
            };
            if let Some(node) = done {
                match stack.last_mut() {
                    None => return Ok(Node { fault, ..node }),
                    Some(frame) => frame.take(node, fault.is_some()),
                }
            }
            (event, span) = self.next()?;
        }
    }

    /// Remembers an anchored value.
    fn keep(&mut self, anchor: usize, value: &Value, size: Size, fault: Option<&str>) {
        if anchor != 0 {
            self.anchors.insert(anchor, fault.is_none().then(|| (value.clone(), size)));
        }
    }

    /// A copy of an anchored value, paid from the budget.
    fn expand(&mut self, anchor: usize, depth: usize) -> Result<(Value, Size), &'static str> {
        match self.anchors.get(&anchor) {
            Some(Some((value, size))) => {
                if size.depth + depth > DEPTH {
                    return Err(TOO_DEEP);
                }
                self.budget.nodes = self.budget.nodes.checked_sub(size.nodes).ok_or(TOO_MANY)?;
                self.budget.text = self.budget.text.checked_sub(size.text).ok_or(TOO_LARGE)?;
                Ok((value.clone(), *size))
            }
            Some(None) => Err(TOO_MANY),
            None => Err(LOOSE),
        }
    }

    fn close(&mut self, frame: Frame, end: usize, spoilt: bool) -> Node {
        let range = frame.start..if frame.flow { end } else { frame.end };
        let written = self.text.get(range.start - self.base..range.end - self.base).unwrap_or_default();
        let (value, items) = match frame.content {
            _ if spoilt => (Value::Null, None),
            Content::Map(..) if written.starts_with("{{") && written.ends_with("}}") => {
                (Value::Text(written.to_owned()), None)
            }
            Content::List(values, _) if is_bare_link(written, &values) => (Value::Text(written.to_owned()), None),
            Content::List(values, places) => (Value::List(values), Some(places)),
            Content::Map(pairs, _) => (Value::Map(last_of_each(pairs)), None),
        };
        let size = Size { nodes: frame.size.nodes + 1, depth: frame.size.depth + 1, ..frame.size };
        self.keep(frame.anchor, &value, size, spoilt.then_some(TOO_MANY));
        Node { value, range, flow: frame.flow, items, size, fault: None }
    }

    /// Where a scalar stands: the parser counts the blanks and the comment after a quoted one as part of it.
    fn scalar_range(&self, start: usize, end: usize, style: ScalarStyle, text: &str) -> Range<usize> {
        let written = self.text.get(start - self.base..end - self.base).unwrap_or_default();
        let quote = match style {
            ScalarStyle::Plain if text.is_empty() => return start..start,
            ScalarStyle::Plain | ScalarStyle::Literal | ScalarStyle::Folded => {
                return start..start + written.trim_end().len();
            }
            ScalarStyle::SingleQuoted => '\'',
            ScalarStyle::DoubleQuoted => '"',
        };
        let Some(open) = written.find(quote) else { return start..end };
        let mut chars = written[open + 1..].char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            if char == '\\' && quote == '"' {
                chars.next();
            } else if char == quote {
                if quote == '\'' && chars.peek().is_some_and(|(_, next)| *next == '\'') {
                    chars.next();
                } else {
                    return start..start + open + 1 + at + 1;
                }
            }
        }
        start..end
    }
}

impl Frame {
    /// Adds a value, or only notes where it ended if what is read is given up anyway.
    fn take(&mut self, node: Node, spoilt: bool) {
        self.end = self.end.max(node.range.end);
        self.size.nodes += node.size.nodes;
        self.size.text += node.size.text;
        self.size.depth = self.size.depth.max(node.size.depth);
        match &mut self.content {
            _ if spoilt => {}
            Content::List(values, places) => {
                values.push(node.value);
                places.push(node.range);
            }
            Content::Map(pairs, key) => match key.take() {
                None => *key = Some(key_name(&node.value)),
                Some(key) => pairs.push((key, node.value)),
            },
        }
    }
}

/// `[[Page]]` without quotes is a list in a list to YAML and a link to everyone who types it.
fn is_bare_link(written: &str, values: &[Value]) -> bool {
    let one = matches!(values, [Value::List(inner)] if matches!(inner.as_slice(), [Value::Text(_) | Value::Number(_)]));
    one && written.starts_with("[[") && written.ends_with("]]")
}

/// Of keys that stand twice the last value counts, at the first one's place.
fn last_of_each(pairs: Vec<(String, Value)>) -> Vec<(String, Value)> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut kept: Vec<(String, Value)> = Vec::with_capacity(pairs.len());
    for (key, value) in pairs {
        match places.get(&key).and_then(|at| kept.get_mut(*at)) {
            Some(pair) => pair.1 = value,
            None => {
                places.insert(key.clone(), kept.len());
                kept.push((key, value));
            }
        }
    }
    kept
}
