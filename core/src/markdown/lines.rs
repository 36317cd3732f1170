//! Lines as an editor counts them: `\n`, `\r\n` and a lone `\r` each end one. The one place that decides it.

/// The line starts of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    /// Ascending; the first is 0.
    starts: Vec<u32>,
}

impl Default for Lines {
    fn default() -> Self {
        Self::new("")
    }
}

impl Lines {
    /// Looks for the line ends of `text`. Bytes beyond 4 GiB count to the last line.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, &byte) in bytes.iter().enumerate() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends && let Ok(next) = u32::try_from(at + 1) {
                starts.push(next);
            }
        }
        Self { starts }
    }

    /// The line, from 1, that the byte at `offset` belongs to; a line end belongs to the line it ends.
    #[must_use]
    pub fn line_of(&self, offset: usize) -> u32 {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        u32::try_from(self.starts.partition_point(|&start| start <= offset)).unwrap_or(u32::MAX)
    }

    /// The byte at which `line` starts, from 1; `None` if the text has no such line.
    #[must_use]
    pub fn start_of(&self, line: u32) -> Option<usize> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        self.starts.get(index).map(|&start| start as usize)
    }

    /// How many lines there are, the empty one after a final line end included.
    #[must_use]
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The byte at which each line starts, in order.
    pub fn starts(&self) -> impl Iterator<Item = usize> + '_ {
        self.starts.iter().map(|&start| start as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_line_end_ends_one_line() {
        let lines = Lines::new("a\nb\r\nc\rd\n\r\re");
        assert_eq!(lines.starts().collect::<Vec<_>>(), [0, 2, 5, 7, 9, 10, 11]);
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(|at| lines.line_of(at)), [1, 1, 2, 2, 2, 3, 3, 4]);
        assert_eq!(lines.start_of(4), Some(7));
        assert_eq!((lines.start_of(0), lines.start_of(8)), (None, None));
        assert_eq!(Lines::new("").count(), 1);
    }
}
