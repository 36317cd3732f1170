//! A bound for the parser. It looks at every open quote and list item again on every line, so its time is lines times
//! nesting: harmless in what people write, minutes in what someone makes up.

use crate::markdown::lines::Lines;

/// Lines times nesting up to which a body is parsed: a few tenths of a second.
const STEPS: usize = 100_000_000;

/// Whether reading `body` as Markdown could take more than [`STEPS`]. The nesting is guessed from above: quote signs
/// and list markers in front of a line, and half of its indentation.
pub(in crate::markdown) fn nests_too_deep(body: &str, lines: &Lines) -> bool {
    let mut deepest = 0;
    let mut start = 0;
    for end in lines.starts().skip(1).chain([body.len()]) {
        let line = body.as_bytes().get(start..end).unwrap_or_default();
        deepest = deepest.max(depth(line));
        start = end;
    }
    deepest.saturating_mul(lines.count()) > STEPS
}

fn depth(line: &[u8]) -> usize {
    let mut markers = 0;
    let mut columns = 0;
    let mut rest = line;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        match byte {
            b' ' => columns += 1,
            b'\t' => columns += 4,
            b'>' => markers += 1,
            b'-' | b'+' | b'*' | b'.' | b')' if tail.first().is_none_or(|b| b.is_ascii_whitespace()) => markers += 1,
            b'0'..=b'9' => {}
            _ => break,
        }
    }
    markers + columns / 2
}
