//! Bodies made to be deep, long or slow, or to run something.

use super::*;

/// What was drawn, taken apart and put together again as it is on its way to an app.
fn sent(body: &str) -> TreeView {
    let tree = drawn(body, &["x"], &["["]);
    let json = serde_json::to_string(&tree).unwrap();
    let back: TreeView = serde_json::from_str(&json).unwrap();
    assert!(back == tree);
    back
}

#[test]
fn what_nests_without_end_is_drawn_within_the_depth() {
    let n = 10_000;
    let bodies = [
        format!("{}x", "> ".repeat(n)),
        format!("{}x", ">".repeat(n)),
        format!("{}x", "- ".repeat(n)),
        format!("{}x", "1. ".repeat(n)),
        format!("{}x{}", "*a ".repeat(n), " b*".repeat(n)),
        format!("{}x{}", "[".repeat(n), "](y)".repeat(n)),
        format!("{}x{}", "![".repeat(n), "](y.png)".repeat(n)),
        format!("{}x{}", "<sub>".repeat(n), "</sub>".repeat(n)),
        format!("{}x{}", "<sub>".repeat(n), "</sup>".repeat(n)),
        format!("<details>{}x{}", "<details><summary>".repeat(n), "</details>".repeat(n)),
        format!("a{}x", "<sub>*a\n".repeat(n)),
        format!("x\n\n{}", (0..200).map(|depth| format!("{}- a\n", "  ".repeat(depth))).collect::<String>()),
    ];
    for body in bodies {
        let tree = sent(&body);
        assert!(tree.nodes.iter().any(|view| view.depth < MAX_DEPTH), "{}", &body[..20]);
        assert!(!tree.cut && tree.marks > 0, "{}", &body[..20]);
    }
    let quotes = drawn(&format!("{}x", "> ".repeat(150)), &[], &[]);
    assert_eq!(
        quotes.nodes.last().map(|view| (view.depth, &view.node)),
        Some((MAX_DEPTH - 1, &Node::Text("x\n".into())))
    );
}

#[test]
fn what_would_be_slow_to_read_is_plain_text() {
    let body = format!("{}x\n{}", "> ".repeat(10_000), "\n".repeat(20_000));
    let tree = sent(&body);
    assert_eq!(tree.nodes[0].node, Node::Plain);
    assert_eq!(tree.marks, 1);
}

#[test]
fn a_body_of_more_nodes_than_a_browser_draws_is_cut_where_it_says() {
    let body = "*a* b\n\n".repeat(MAX_NODES);
    let tree = sent(&body);
    assert!(tree.cut);
    let cut = tree.nodes.last().unwrap();
    assert_eq!(cut.node, Node::Cut);
    // Four nodes a paragraph, a paragraph every two lines.
    assert_eq!(cut.line, Some(u32::try_from(MAX_NODES / 4 * 2 + 1).unwrap()));
    assert_eq!(tree.nodes.len(), MAX_NODES + 1);
    let table = format!("{}\n{}\n{}", "|a".repeat(1_000), "|-".repeat(1_000), "|b\n".repeat(10_000));
    assert!(sent(&table).cut);
    let notes = "[^a] ".to_owned() + &"[^a]: x\n\n".repeat(MAX_NODES);
    assert!(sent(&notes).cut);
}

#[test]
fn matches_past_the_bound_are_text_and_the_page_goes_on() {
    let tree = drawn(&"x y\n".repeat(MAX_MARKS * 4), &["x"], &[]);
    assert_eq!(tree.marks as usize, MAX_MARKS);
    assert!(tree.more_marks && !tree.cut);
    let tree = drawn(&"x y\n".repeat(MAX_MARKS), &["x"], &[]);
    assert!(!tree.more_marks);
}

#[test]
fn long_lines_and_repeated_signs_cost_no_more_than_their_length() {
    let n = 5_000_000;
    let long = format!("{} otter {}", "word ".repeat(n / 10), "word ".repeat(n / 10));
    let tree = drawn(&long, &["otter"], &[]);
    assert_eq!((tree.nodes.len(), tree.marks), (4, 1));
    let n = 100_000;
    let signs = [
        "http://",
        "http://a",
        "https://a*",
        "http://a(",
        "[[",
        "[[a]]",
        "![[a|",
        "<kbd>",
        "</kbd>",
        "<kbd></kbd>",
        "<img>",
        "<img src=a ",
        "<img a=",
        "[a](b c.md)",
        "](b c.md",
        "%%a",
        "&amp;",
        "&",
        "*",
        "_a",
        "`",
        "[^a]",
        "> [!a]",
        "<details>",
        "</details>",
        "<b ",
        "<!--",
        "\u{1}",
        "\r",
        "a\r",
        "|",
        "[a][b]",
        "<a@b.c>",
        ":::",
    ];
    for sign in signs {
        let tree = drawn(&sign.repeat(n), &["a"], &["a"]);
        assert!(tree.nodes.len() <= sign.len() * n, "{sign:?}");
        drawn(&format!("<div>{}", sign.repeat(n)), &["a"], &["("]);
        drawn(&format!("|{}\n|-\n{}", sign.repeat(n), format!("{sign}\n").repeat(n / 10)), &["a"], &["("]);
    }
}

#[test]
fn long_definitions_and_titles_are_not_copied_without_bound() {
    let body = format!("[l]: https://example.org/{}\n\n{}", "a".repeat(100_000), "[l] ".repeat(20_000));
    let json = serde_json::to_string(&drawn(&body, &[], &[])).unwrap();
    assert!(json.len() < 100 * body.len(), "{} of {}", json.len(), body.len());
}

#[test]
fn nothing_that_could_run_or_load_is_more_than_text() {
    let bodies = [
        "<img src=x onerror=\"pwned()\"> <svg/onload=pwned()>",
        "<svg><a xlink:href=\"javascript:pwned()\"><text>tap</text></a></svg>",
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=pwned()&gt;\">",
        "<iframe srcdoc=\"<script>pwned()</script>\"></iframe><base href=\"https://example.org/\">",
        "<style>@import url(https://example.org/x.css)</style> <link rel=prefetch href=\"https://example.org/p\">",
        "[a](\u{202e}javascript:pwned()) [b](&#x6A;ava&Tab;script:pwned()) [c](JAVASCRIPT&colon;pwned())",
        "[d](<java\\script:pwned()>) [e](%6Aavascript:pwned()) [f](https&#58;javascript:pwned())",
        "![a](data:image/svg+xml,<svg/onload=pwned()>) ![[javascript:pwned()]] [[data:text/html,x]]",
        "<img src=\"data:image/svg+xml,x\"> <img src=\"&#106;avascript:x\"> <img src=//example.org/x.png>",
        "[g](https://user@example.org\\@evil.example) <https://example.org/\u{202e}gpj.exe>",
    ];
    for body in bodies {
        for view in &drawn(body, &[], &[]).nodes {
            // The names of nodes are fixed; what they carry is checked with the shape of every tree.
            match &view.node {
                Node::Image { blob, mime, .. } => assert!(blob.starts_with('<') && mime.starts_with("image/")),
                Node::Link(LinkTo::External { url }) => assert!(url.starts_with("https://"), "{url}"),
                _ => {}
            }
        }
    }
}

#[test]
fn signs_that_turn_text_around_stay_and_control_characters_go() {
    let body = "a\u{202e}b\u{2066}c\u{7}d\u{9b}e\0f\u{85}g\r\nh\ri\tj";
    assert_eq!(shape(&drawn(body, &[], &[])), "p@1('a\u{202e}b\u{2066}c d e f g/h/i→j')");
    assert_eq!(shape(&drawn("```\r\na\r\nb\rc\u{1b}[0m\n```", &[], &[])), "pre[]@1('a/b/c [0m/')");
}
