//! Which match of a page one stands at.

/// The match to stand at first: `lines` has the body's line of each, in order, and `wanted` is the line asked for.
#[must_use]
pub fn at_line(lines: &[u32], wanted: u32) -> usize {
    // A paragraph counts by its first line, so the match may stand under an earlier one.
    let block = lines.iter().rev().find(|line| **line <= wanted);
    block.and_then(|block| lines.iter().position(|line| line == block)).unwrap_or(0)
}

/// The match before or after, around the ends.
#[must_use]
pub fn step(at: usize, by: isize, count: usize) -> usize {
    if count == 0 { 0 } else { (at as isize + by).rem_euclid(count as isize) as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_match_is_the_one_nearest_before_the_line() {
        let lines = [3, 3, 10, 10, 40];
        let table = [(1, 0), (3, 0), (9, 0), (10, 2), (12, 2), (40, 4), (99, 4)];
        for (wanted, at) in table {
            assert_eq!(at_line(&lines, wanted), at, "line {wanted}");
        }
        assert_eq!(at_line(&[], 5), 0);
    }

    #[test]
    fn steps_go_around() {
        assert_eq!([step(0, 1, 3), step(2, 1, 3), step(0, -1, 3), step(0, 1, 0)], [1, 0, 2, 0]);
    }
}
