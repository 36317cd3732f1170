//! Inline `#tags`. Where one may start, outside of code, comments and links, is the reader's to say.

use crate::text::is_word_char;

/// Characters of a tag: a longer run is no tag that anyone meant.
const TAG_CHARS: usize = 200;

/// The tag at the start of `text`, which follows a `#`: letters, digits, `_`, `-` and `/`, not digits alone. Signs at
/// its end are the sentence's, and an empty part ends it.
pub(super) fn tag_at(text: &str) -> Option<&str> {
    let belongs = |c: char| is_word_char(c) || matches!(c, '_' | '-' | '/');
    let mut before = '/';
    let mut end = 0;
    for (count, (at, c)) in text.char_indices().enumerate() {
        if count == TAG_CHARS {
            return None;
        }
        if !belongs(c) || (c == '/' && before == '/') {
            break;
        }
        before = c;
        end = at + c.len_utf8();
    }
    let tag = text.get(..end)?.trim_end_matches(['/', '-']);
    tag.contains(|c: char| !c.is_ascii_digit()).then_some(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_ends_where_its_characters_end() {
        let table = [
            ("tag rest", Some("tag")),
            ("a/b, c", Some("a/b")),
            ("a-b_c.", Some("a-b_c")),
            ("été", Some("été")),
            ("e\u{301}te\u{301}!", Some("e\u{301}te\u{301}")),
            ("编程。", Some("编程")),
            ("2024", None),
            ("2024-01", Some("2024-01")),
            ("1a", Some("1a")),
            ("a/", Some("a")),
            ("a--", Some("a")),
            ("a//b", Some("a")),
            ("/a", None),
            ("-", None),
            ("", None),
            (" a", None),
            ("#a", None),
        ];
        for (text, want) in table {
            assert_eq!(tag_at(text), want, "{text}");
        }
        assert_eq!(tag_at(&"a".repeat(1000)), None);
    }
}
