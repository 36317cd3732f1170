//! How much of a body is read for a snippet: a long page shows by its beginning why it matches, mostly, and reading
//! twenty long pages whole is what a search would take longest for. Which pages match is decided before.

use std::borrow::Cow;

/// A beginning of a body.
pub(super) struct Beginning<'a> {
    /// Its text, with the link definitions that stand further on.
    pub text: Cow<'a, str>,
    /// How many bytes of the body it has; what follows in `text` is no place to show.
    pub bytes: usize,
    /// A window of some of the words is not enough: further on there may be one with all of them.
    pub wants_all: bool,
}

/// The bytes of each look, and whether every word must show: in the end one does, and then the body is read whole.
const LOOKS: [(usize, bool); 3] = [(4 * 1024, true), (16 * 1024, true), (64 * 1024, false)];

/// The beginnings to look at, one after the other, up to the body itself.
pub(super) fn beginnings(body: &str) -> impl Iterator<Item = Beginning<'_>> {
    let whole = Beginning { text: Cow::Borrowed(body), bytes: usize::MAX, wants_all: false };
    let cuts = LOOKS.into_iter().filter_map(move |(bytes, wants_all)| {
        let head = head(body, bytes)?;
        Some(Beginning { text: with_definitions(head, body), bytes: head.len(), wants_all })
    });
    cuts.chain(std::iter::once(whole))
}

/// The whole lines among the first `bytes`, if that is less than half of the body and what follows them does not change
/// what they say.
fn head(body: &str, bytes: usize) -> Option<&str> {
    if body.len() < 2 * bytes {
        return None;
    }
    let head = body.get(..body.floor_char_boundary(bytes))?;
    let head = head.get(..=head.rfind('\n')?)?;
    let is_fence = |line: &&str| line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
    let inside = head.rfind("<!--") > head.rfind("-->")
        || head.matches("%%").count() % 2 == 1
        || head.lines().filter(is_fence).count() % 2 == 1;
    (!inside).then_some(head)
}

/// The head with the lines after it that begin like a link's definition, or `[text][1]` would show as it is written.
fn with_definitions<'a>(head: &'a str, body: &str) -> Cow<'a, str> {
    let rest = body.get(head.len()..).unwrap_or_default();
    let mut text = Cow::Borrowed(head);
    for line in rest.match_indices("\n[").filter_map(|(at, _)| rest.get(at + 1..)?.lines().next()) {
        if line.contains("]:") && !line.starts_with("[^") {
            let text = text.to_mut();
            text.push('\n');
            text.push_str(line);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(body: &str) -> Vec<String> {
        beginnings(body).map(|beginning| beginning.text.into_owned()).collect()
    }

    #[test]
    fn a_short_body_is_read_whole() {
        assert_eq!(texts("One line.\n"), ["One line.\n"]);
    }

    #[test]
    fn a_long_body_is_looked_at_in_growing_parts_with_its_definitions() {
        let line = "Fifteen bytes.\n";
        let body = format!("{}[one]: /1\n[^2]: note\n[no\n", line.repeat(10_000));
        let looks = texts(&body);
        assert_eq!(looks.len(), LOOKS.len() + 1);
        for (look, (bytes, _)) in looks.iter().zip(LOOKS) {
            assert_eq!(*look, format!("{}\n[one]: /1", line.repeat(bytes / line.len())));
        }
        assert_eq!(looks[LOOKS.len()], body);
    }

    #[test]
    fn a_body_is_not_cut_within_a_comment_or_a_fence_or_a_line() {
        let rest = "Some words.\n".repeat(2_000);
        for open in ["<!-- hidden\n", "%% hidden\n", "```sh\n", "  ~~~\n"] {
            assert_eq!(texts(&format!("{open}{rest}")).len(), 1, "{open}");
        }
        assert_eq!(texts(&"é".repeat(20_000)).len(), 1);
    }
}
