//! The nearest of a few known names to one that is not known. For short names only: no dictionary is searched here.

/// The known name that `text` is probably a slip of: one edit away, or two when it begins alike and has three
/// characters or more. An edit inserts, drops, changes or swaps neighbours. `None` past 20 characters.
pub fn nearest<'a>(text: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text: Vec<char> = text.chars().take(21).flat_map(char::to_lowercase).collect();
    if text.len() < 2 || text.len() > 20 {
        return None;
    }
    let near = known.into_iter().filter_map(|name| {
        let name_chars: Vec<char> = name.chars().collect();
        let distance = edits(&text, &name_chars);
        let alike = text.first() == name_chars.first();
        let close = distance == 1 || (distance == 2 && alike && text.len() >= 3);
        close.then_some(((distance, !alike), name))
    });
    near.min_by_key(|(rank, _)| *rank).map(|(_, name)| name)
}

/// Optimal string alignment: the edits between two words, a swap of neighbours counting as one.
pub fn edits(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut cost = vec![0; (a.len() + 1) * width];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            cost[i * width + j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = usize::from(a[i - 1] != b[j - 1]);
                let mut least = (cost[(i - 1) * width + j] + 1)
                    .min(cost[i * width + j - 1] + 1)
                    .min(cost[(i - 1) * width + j - 1] + change);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    least = least.min(cost[(i - 2) * width + j - 2] + 1);
                }
                least
            };
        }
    }
    cost[a.len() * width + b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_find_their_key() {
        let keys = ["kind", "tag", "is", "group", "priority", "path", "sort"];
        let table = [
            ("tga", Some("tag")),
            ("tags", Some("tag")),
            ("KNID", Some("kind")),
            ("grp", Some("group")),
            ("prioirty", Some("priority")),
            ("http", None),
            ("std", None),
            ("x", None),
            ("note", None),
            ("tag", None),
            ("prioritypriorityprioritypriority", None),
        ];
        for (text, want) in table {
            assert_eq!(nearest(text, keys), want, "{text}");
        }
    }
}
