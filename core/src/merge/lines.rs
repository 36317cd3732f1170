//! Texts merged line by line. Lines compare without their ends, so a file saved on Windows merges with one from a
//! phone; a line that nobody touched keeps its end.

use imara_diff::{Algorithm, Diff, InternedInput};
use std::ops::Range;

/// Past this many lines on both sides together, a text that changed on both is one conflict. Below it the diff's
/// heuristics keep its steps in bounds.
pub const MAX_LINES: usize = 400_000;

/// Texts merged.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Merged {
    /// The merged text, with the later side's lines where both changed.
    pub text: String,
    /// Where both changed.
    pub hunks: Vec<Hunk>,
}

/// A place that both sides changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk {
    /// The 1-based line of the merged text at which the later side's lines stand.
    pub line: u32,
    /// The earlier side's lines.
    pub earlier: String,
    /// The later side's lines, as shown.
    pub later: String,
}

/// Merges over each base, and over none (two-way: common lines once, each difference a conflict) if there is none or
/// if the bases do not agree.
pub fn over_each<'a>(bases: impl Iterator<Item = &'a str>, earlier: &str, later: &str) -> Merged {
    let mut results = bases.map(|base| three_way(base, earlier, later));
    match results.next() {
        Some(first) if results.all(|other| other == first) => first,
        _ => two_way(earlier, later),
    }
}

/// Merges what `earlier` and `later` each made of `base`.
#[must_use]
pub fn three_way(base: &str, earlier: &str, later: &str) -> Merged {
    if earlier == base || earlier == later {
        return Merged { text: later.to_owned(), hunks: Vec::new() };
    }
    if later == base {
        return Merged { text: earlier.to_owned(), hunks: Vec::new() };
    }
    let (base, earlier, later) = (split(base), split(earlier), split(later));
    let mut out = Output::new(&later);
    if base.len() + earlier.len() + later.len() > MAX_LINES {
        out.conflict(&earlier, &later);
        return out.merged;
    }
    let (one, other) = (changes(&base, &earlier), changes(&base, &later));
    let (mut one, mut other) = (Side::new(&one, &earlier), Side::new(&other, &later));
    let mut at = 0;
    while let Some(start) = [one.next_start(), other.next_start()].into_iter().flatten().min() {
        out.unchanged(&base[at..start], &one.lines[one.index(at)..], &other.lines[other.index(at)..]);
        let (region, [taken, other_taken]) = Side::region(&one, &other, start);
        let (ours, theirs) = (one.pass(&region, taken), other.pass(&region, other_taken));
        let original = &base[region.clone()];
        if same(ours, original) {
            out.lines(theirs);
        } else if same(theirs, original) {
            out.lines(ours);
        } else {
            out.conflict(ours, theirs);
        }
        at = region.end;
    }
    out.unchanged(&base[at..], &one.lines[one.index(at)..], &other.lines[other.index(at)..]);
    out.merged
}

/// Merges two texts that have no common past.
#[must_use]
pub fn two_way(earlier: &str, later: &str) -> Merged {
    if earlier == later {
        return Merged { text: later.to_owned(), hunks: Vec::new() };
    }
    let (earlier, later) = (split(earlier), split(later));
    let mut out = Output::new(&later);
    if earlier.len() + later.len() > MAX_LINES {
        out.conflict(&earlier, &later);
        return out.merged;
    }
    let mut at = 0;
    for change in changes(&earlier, &later) {
        out.lines(&later[at..change.after.start]);
        out.conflict(&earlier[change.before], &later[change.after.clone()]);
        at = change.after.end;
    }
    out.lines(&later[at..]);
    out.merged
}

/// Where lines of `before` stand in `after`, what became of it: the line for each of `lines`, all 1-based. For a line
/// that is not there any more it is the first one that took its place.
#[must_use]
pub fn moved(before: &str, after: &str, lines: &[u32]) -> Vec<u32> {
    let (before, after) = (split(before), split(after));
    let changes = match before.len() + after.len() > MAX_LINES {
        true => vec![Change { before: 0..before.len(), after: 0..after.len() }],
        false => changes(&before, &after),
    };
    let of = |line: &u32| {
        let at = (*line as usize).saturating_sub(1);
        let passed = changes.partition_point(|change| change.before.end <= at);
        let at = match changes.get(passed).filter(|change| change.before.start <= at) {
            Some(change) => change.after.start,
            None => changes[..passed].last().map_or(at, |last| at - last.before.end + last.after.end),
        };
        u32::try_from(at + 1).unwrap_or(u32::MAX)
    };
    lines.iter().map(of).collect()
}

/// A run of lines of the one text that became another run in the other.
struct Change {
    before: Range<usize>,
    after: Range<usize>,
}

/// The changes from `before` to `after`, in order, lines compared without their ends.
fn changes(before: &[&str], after: &[&str]) -> Vec<Change> {
    let mut input = InternedInput::default();
    input.update_before(before.iter().map(|line| content(line)));
    input.update_after(after.iter().map(|line| content(line)));
    let diff = Diff::compute(Algorithm::Myers, &input);
    let range = |r: Range<u32>| r.start as usize..r.end as usize;
    diff.hunks().map(|hunk| Change { before: range(hunk.before), after: range(hunk.after) }).collect()
}

/// One side of a three-way merge, walked along the base.
struct Side<'a> {
    changes: &'a [Change],
    lines: &'a [&'a str],
    /// How far this side's line numbers are ahead of the base's, after the changes passed.
    shift: isize,
}

impl<'a> Side<'a> {
    fn new(changes: &'a [Change], lines: &'a [&'a str]) -> Self {
        Self { changes, lines, shift: 0 }
    }

    fn next_start(&self) -> Option<usize> {
        self.changes.first().map(|change| change.before.start)
    }

    /// This side's line for a line of the base that lies before its next change.
    fn index(&self, base: usize) -> usize {
        base.saturating_add_signed(self.shift).min(self.lines.len())
    }

    /// The lines of the base from `start` on that changes of either side cover without a gap: changes that overlap
    /// belong together, and so do two insertions at one place. Changes that only touch do not. With it comes how many
    /// changes of each side it has.
    fn region(one: &Self, other: &Self, start: usize) -> (Range<usize>, [usize; 2]) {
        let first = [one, other].into_iter().filter_map(|side| side.changes.first());
        let mut region = first
            .filter(|c| c.before.start == start)
            .map(|c| c.before.clone())
            .min_by_key(|r| r.end)
            .unwrap_or(start..start);
        let mut taken = [0, 0];
        loop {
            let before = taken;
            for (side, taken) in [one, other].into_iter().zip(&mut taken) {
                while let Some(change) = side.changes.get(*taken)
                    && (change.before.start < region.end || change.before == region)
                {
                    region.end = region.end.max(change.before.end);
                    *taken += 1;
                }
            }
            if taken == before {
                return (region, taken);
            }
        }
    }

    /// This side's lines for a region of the base that has `taken` of its changes; what comes next is after them.
    fn pass(&mut self, region: &Range<usize>, taken: usize) -> &'a [&'a str] {
        let (covered, rest) = self.changes.split_at(taken);
        let start = self.index(region.start);
        self.shift += covered.iter().map(Change::growth).sum::<isize>();
        self.changes = rest;
        &self.lines[start..self.index(region.end).max(start)]
    }
}

impl Change {
    fn growth(&self) -> isize {
        self.after.len() as isize - self.before.len() as isize
    }
}

/// The merged text as it grows.
struct Output {
    merged: Merged,
    lines: u32,
    line_end: &'static str,
}

impl Output {
    fn new(later: &[&str]) -> Self {
        let line_end = match later.first() {
            Some(line) if line.ends_with("\r\n") => "\r\n",
            Some(line) if line.ends_with('\r') => "\r",
            _ => "\n",
        };
        Self { merged: Merged::default(), lines: 0, line_end }
    }

    fn lines(&mut self, lines: &[&str]) {
        for line in lines {
            let text = &mut self.merged.text;
            // What was a text's last line may have no end, and is no longer the last.
            if !text.is_empty() && !text.ends_with(['\n', '\r']) {
                text.push_str(self.line_end);
            }
            text.push_str(line);
            self.lines += 1;
        }
    }

    /// Lines that neither side changed but for their ends: the side that changed an end has it.
    fn unchanged(&mut self, base: &[&str], earlier: &[&str], later: &[&str]) {
        for ((base, earlier), later) in base.iter().zip(earlier).zip(later) {
            self.lines(&[if later == base { earlier } else { later }]);
        }
    }

    /// Both sides changed: what they share at the edges is no conflict.
    fn conflict(&mut self, earlier: &[&str], later: &[&str]) {
        let equal = |(a, b): &(&&str, &&str)| content(a) == content(b);
        let head = earlier.iter().zip(later).take_while(equal).count();
        let (shared, later) = later.split_at(head);
        let earlier = &earlier[head..];
        let tail = earlier.iter().rev().zip(later.iter().rev()).take_while(equal).count();
        let (later, shared_tail) = later.split_at(later.len() - tail);
        let earlier = &earlier[..earlier.len() - tail];
        self.lines(shared);
        if !(earlier.is_empty() && later.is_empty()) {
            self.merged.hunks.push(Hunk { line: self.lines + 1, earlier: earlier.concat(), later: later.concat() });
            self.lines(later);
        }
        self.lines(shared_tail);
    }
}

fn same(a: &[&str], b: &[&str]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| content(a) == content(b))
}

/// A line without its end.
fn content(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r'])
}

/// The lines with their ends: `\n`, `\r\n` and a lone `\r`.
fn split(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let mut start = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let ends = *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        if ends {
            lines.push(&text[start..=at]);
            start = at + 1;
        }
    }
    if start < text.len() {
        lines.push(&text[start..]);
    }
    lines
}
