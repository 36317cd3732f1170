//! Changes that the screens offer to what stands in the box.

/// The query with the bytes from `start` to `end` replaced: by nothing they go with the blank after or before them.
/// A place that does not fit the query changes nothing.
#[must_use]
pub fn replaced(query: &str, start: usize, end: usize, with: &str) -> String {
    let around = query.get(..start).zip(query.get(end..)).filter(|_| start <= end);
    let Some((before, after)) = around else { return query.to_owned() };
    if !with.is_empty() {
        return format!("{before}{with}{after}");
    }
    match (before.trim_end(), after.trim_start()) {
        (before, "") => before.to_owned(),
        ("", after) => after.to_owned(),
        (before, after) => format!("{before} {after}"),
    }
}

/// The part of the query from `start` to `end`.
#[must_use]
pub fn part(query: &str, start: usize, end: usize) -> &str {
    query.get(start..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_replaced_or_goes_with_its_blank() {
        assert_eq!(replaced("tea tga:x pot", 4, 9, "tag:x"), "tea tag:x pot");
        assert_eq!(replaced("tea tga:x pot", 4, 9, ""), "tea pot");
        assert_eq!(replaced("tea pot", 0, 3, ""), "pot");
        assert_eq!(replaced("tea pot", 4, 7, ""), "tea");
        assert_eq!(replaced("é", 1, 2, "x"), "é");
        assert_eq!(replaced("tea", 2, 1, ""), "tea", "a place that ends before it starts");
        assert_eq!(part("tea pot", 4, 7), "pot");
        assert_eq!(part("tea", 9, 12), "");
    }
}
