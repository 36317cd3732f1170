//! Laws: what is indexed is drawn, a match is marked letter for letter, and no body costs more than its length.

use super::*;

/// The text of a tree, blocks apart.
fn text_of(tree: &TreeView) -> String {
    let mut text = String::new();
    for view in &tree.nodes {
        match &view.node {
            Node::Text(words) | Node::Mark { text: words, .. } => text += words,
            Node::Emphasis | Node::Strong | Node::Strikethrough | Node::Code | Node::Link(_) => {}
            Node::Kbd | Node::Sub | Node::Sup | Node::FootnoteRef { .. } => {}
            _ => text.push('\n'),
        }
    }
    text
}

/// The text without blanks.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect()
}

/// Every letter that is indexed is drawn, in order: tags that show as text may stand between them, and footnotes come
/// last.
fn check_words(body: &str) {
    let text = letters(&text_of(&drawn(body, &[], &[])));
    let indexed = crate::markdown::read(body).text;
    let parts: Vec<&str> = if body.contains("[^") { indexed.split_whitespace().collect() } else { vec![&indexed] };
    for part in parts {
        let mut drawn = text.chars();
        let missing = letters(part).chars().find(|c| !drawn.any(|drawn| drawn == *c));
        assert_eq!(missing, None, "{part:?} of {body:?} in {text:?}");
    }
}

fn check_marks(body: &str, word: &str) {
    let document = crate::markdown::read(body);
    let found = Matcher::new(&[Needle::Word(word.to_owned())]).find(&document.text);
    let mut wanted: Vec<String> = found.iter().map(|mark| letters(&document.text[mark.range.clone()])).collect();
    let tree = drawn(body, &[word], &[]);
    let mut marked = vec![String::new(); tree.marks as usize];
    for view in &tree.nodes {
        if let Node::Mark { n, text } = &view.node {
            marked[*n as usize] += &letters(text);
        }
    }
    // Footnotes move to the end, and their marks with them.
    wanted.sort();
    marked.sort();
    assert_eq!(marked, wanted, "{word} in {body:?}");
    assert_eq!(letters(&text_of(&tree)), letters(&text_of(&drawn(body, &[], &[]))), "{body:?}");
}

/// Bodies of pieces that mean something to Markdown.
fn body() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "otter",
        "Ruby",
        "heron",
        " ",
        "  ",
        "\n",
        "\n\n",
        "\r\n",
        "> ",
        "- ",
        "1. ",
        "- [ ] ",
        "    ",
        "# ",
        "## ",
        "*",
        "**",
        "_",
        "~~",
        "`",
        "```\n",
        "```rust\n",
        "[",
        "]",
        "(",
        ")",
        "[[",
        "]]",
        "|",
        "|-|-|\n",
        "![",
        "![[",
        "a.png",
        "b c.md",
        "(b c.md)",
        "[x](b c.md)",
        "[[Otter|heron]]",
        "[[Otter#heron]]",
        "https://example.org/otter_(x)",
        "://",
        "<br>",
        "<kbd>",
        "</kbd>",
        "<details>",
        "</details>",
        "<summary>",
        "</summary>",
        "<img src=a.png alt='heron'>",
        "<div>",
        "</div>",
        "<!--",
        "-->",
        "%%",
        "<b>",
        "</b>",
        "&amp;",
        "&#233;",
        "&",
        "\\",
        "[^a]",
        "[^a]: ",
        "\n[^a]: ",
        ":::",
        "[!note]",
        "> [!note]- ",
        "é",
        "水獺",
        "\u{1}",
        "\u{202e}",
        "\u{feff}",
        "---\n",
        "===\n",
        "<",
        ">",
        "\"",
        "<script>",
        "{{x}}",
        "$x$",
        "#tag",
        "<a@example.org>",
    ]);
    prop::collection::vec(pieces, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_indexed_word_is_drawn(body in body()) {
        check_words(&body);
    }

    #[test]
    fn every_match_is_marked_once_letter_for_letter(body in body(), word in "otter|heron|ruby|a|é|獺") {
        check_marks(&body, &word);
    }

    #[test]
    fn any_text_is_drawn(body in "\\PC{0,60}", word in "\\PC{1,3}") {
        check_words(&body);
        check_marks(&body, &word);
    }
}
