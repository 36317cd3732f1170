//! Where the lines of a text begin, for LF, CRLF and lone CR alike.

use std::ops::Range;

/// The starts of a text's lines.
pub(super) struct Lines {
    starts: Vec<usize>,
    len: usize,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let ends = *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            if ends && at + 1 < bytes.len() {
                starts.push(at + 1);
            }
        }
        Self { starts, len: bytes.len() }
    }

    /// The number of the line that holds the byte, from 1.
    pub(super) fn number(&self, at: usize) -> u32 {
        u32::try_from(self.starts.partition_point(|start| *start <= at)).unwrap_or(u32::MAX)
    }

    /// Where the line that holds the byte begins.
    pub(super) fn start(&self, at: usize) -> usize {
        self.starts.get(self.starts.partition_point(|start| *start <= at).saturating_sub(1)).copied().unwrap_or(0)
    }

    /// Where the line after the one that holds the byte begins.
    pub(super) fn end(&self, at: usize) -> usize {
        self.starts.get(self.starts.partition_point(|start| *start <= at)).copied().unwrap_or(self.len)
    }

    /// Every line, its end included.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let ends = self.starts.iter().skip(1).copied().chain([self.len]);
        self.starts.iter().copied().zip(ends).map(|(start, end)| start..end)
    }
}

/// A line without its end.
pub(super) fn bare(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r'])
}

/// The line end of a line, empty at the end of a text.
pub(super) fn ending(line: &str) -> &str {
    &line[bare(line).len()..]
}
