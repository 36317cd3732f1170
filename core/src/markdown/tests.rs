//! Bodies as people write them, and bodies as they attack.

use super::*;
use proptest::prelude::*;

/// The text of `body` with line ends shown as `/`.
fn words(body: &str) -> String {
    read(body).text.replace('\n', "/")
}

fn tags(body: &str) -> String {
    read(body).tags.join(" ")
}

/// The links of `body`: what they name, `#` and fragment, `!` in front of embeds.
fn links(body: &str) -> Vec<String> {
    let shown = |link: &PageLink| {
        let target = match &link.target {
            Target::Name(name) => format!("[[{name}]]"),
            Target::Relative(path) => format!("({path})"),
            Target::Id(id) => id.to_string(),
            Target::Own => "own".to_owned(),
        };
        let fragment = link.fragment.as_ref().map(|f| format!("#{f}")).unwrap_or_default();
        format!("{}{target}{fragment}", if link.embed { "!" } else { "" })
    };
    read(body).links.iter().map(shown).collect()
}

fn files(body: &str) -> Vec<String> {
    let shown = |file: &FileLink| match &file.target {
        Target::Name(name) | Target::Relative(name) => name.clone(),
        Target::Id(_) | Target::Own => unreachable!("a file has a name"),
    };
    read(body).files.iter().map(shown).collect()
}

#[test]
fn words_are_what_a_reader_sees() {
    let table = [
        ("A [label](https://example.org/path \"title\") here", "A label here"),
        (
            "<https://example.org/a> and https://example.org/b_c_d",
            "https://example.org/a and https://example.org/b_c_d",
        ),
        ("![a cat](cat.png)sits", "a cat sits"),
        ("*em*phasis **b** ~~gone~~ `co*de`s", "emphasis b gone co*des"),
        ("Ruby\n====\njade\n\n|onyx|opal|\n|-|-|\n|topaz|beryl|", "Ruby/jade/onyx opal/topaz beryl"),
        ("- agate\n- zircon\n  - garnet\n\npearl<br>coral\\\namber", "agate/zircon/garnet/pearl coral/amber"),
        ("<ul><li>moonstone</li><li>sun<b>stone</b></li></ul>", "moonstone sunstone"),
        ("```rust\nfn a() {}\n  b\n```\n    x\ny", "fn a() {}/  b/x/y"),
        ("- [ ] buy\n- [x] sell", "buy/sell"),
        ("[[Otter]] [[Otter|the animal]] [[a/b#c]]", "Otter the animal a/b#c"),
        ("![[photo.png|300]] ![[photo.png|my photo]] ![[Page]]", "photo.png my photo Page"),
        ("a &amp; b &eacute;t&eacute; &nope;", "a & b été &nope;"),
        ("<div>a &amp; b</div>\n\n> <p>\n> c\n> </p>", "a & b/c"),
        ("one[^a].[^b]\n\n[^a]: The zebu.\n[^b]: A\n\n    gaur.\n\n[^none]", "one./The zebu./A/gaur./[^none]"),
        ("x<!-- hush -->y %% hush %% z", "xy z"),
        ("%%\nhush\n\nhush\n%%\nshown", "shown"),
        (
            "`%% code %%` `<!-- code -->`\n\n```\n%% code %%\n<!-- code -->\n```",
            "%% code %% <!-- code -->/%% code %%/<!-- code -->",
        ),
        ("Ratio 40 %% of\n\nnothing, 50 %% walrus", "Ratio 40 %% of/nothing, 50 %% walrus"),
        ("<!-- open\n\n# walrus\n\n`<!--`", "<!-- open/walrus/<!--"),
        ("> <!-- open\n\nwalrus <!-- hush -->", "<!-- open/walrus"),
        ("%% c %% indented", "indented"),
        (
            "> [!WARNING] Squalls\n> You may.\n> > [!note]- Nested\n> > Mind.",
            "WARNING Squalls/You may./note Nested/Mind.",
        ),
        ("> [!tip]+\n> x\n\n[!no]", "tip/x/[!no]"),
        ("::: info\nLife jackets.\n:::\n\na:::b", "info/Life jackets./a:::b"),
        ("\u{feff}# T\n\n$a_b$ \\# \\*x\\*", "T/$a_b$ # *x*"),
        ("a\u{0}b\u{1}c\u{85}d\u{7f}e", "a b c d e"),
        ("a\rb\r\nc\nd", "a/b/c/d"),
        ("[g](books/Blue Heron (book).md) ![h](x y.md)", "g h"),
        ("[[a]](https://example.org) [[b]]\n\n[b]: https://example.org", "[a] [b]"),
        ("\\[[no]] [[]] [[|x]] [[a\nb]] [[open", "[[no]] [[]] [[|x]] [[a/b]] [[open"),
        ("", ""),
        ("\n \n", ""),
    ];
    for (body, want) in table {
        assert_eq!(words(body), want, "{body}");
    }
}

#[test]
fn a_table_keeps_its_cells_around_a_link_with_a_pipe() {
    let body = "| who | school |\n|---|---|\n| [[Marie B\\|Marie]] | [[Stoic]] |\n| [[Marie B|again]] | [[Stoic]] |";
    assert_eq!(words(body), "who school/Marie Stoic/again Stoic");
    assert_eq!(links(body), ["[[Marie B]]", "[[Stoic]]", "[[Marie B]]", "[[Stoic]]"]);
}

#[test]
fn links_to_pages_are_told_from_other_links() {
    let id = crate::id::PageId([9; 16]);
    let table: [(&str, &[&str]); 14] = [
        (
            "[[Otter]] [[otter|x]] [[Otter#Food]] ![[Otter]] [Bra\\]cket](Otter.md) [ref][o]\n\n[o]: Otter.md#food",
            &["[[Otter]]", "[[otter]]", "[[Otter]]#Food", "![[Otter]]", "(Otter.md)", "(Otter.md)#food"],
        ),
        (
            "[a](b%20c/d%28e%29.md) [b](<b c/d.md#Two words>) [c](./x/../y.md \"t\")",
            &["(b c/d(e).md)", "(b c/d.md)#Two words", "(./x/../y.md)"],
        ),
        ("[g](books/Blue Heron (book).md) and [h](a b.md#c d)", &["(books/Blue Heron (book).md)", "(a b.md)#c d"]),
        ("[p](50%2525%20off.md)", &["(50%25 off.md)"]),
        (&format!("[s](scrap:{id})"), &[&id.to_string()]),
        ("[[#local]] [x](#here)", &["own#local", "own#here"]),
        ("[[Roadmap v2.0]] [[a.pdf]] ![[b.png]] [c](c.md)", &["[[Roadmap v2.0]]", "(c.md)"]),
        (
            "https://a.example [x](http://b.example) <mailto:c@d.example> <e@f.example> [y](//e.example) [[https://f.example]] [z]()",
            &[],
        ),
        ("`[[a]]` ``[x](a b.md)``\n\n    [[b]]\n\n```\n[[c]]\n```", &[]),
        ("<!-- [[a]] --> %% [[b]] [c](d.md) %% <span title=\"[[e]]\">[[f]]</span>", &["[[f]]"]),
        ("<div>\n[[a]]\n<!-- [[b]] -->\n</div>", &["[[a]]"]),
        ("<!-- open\n[[a]]\n\n```\n[[b]]\n```", &["[[a]]"]),
        ("[see [[a]] there](b.md)", &["(b.md)"]),
        ("[[a]] %% [[b]]\n\n[[c]] %%", &["[[a]]", "[[b]]", "[[c]]"]),
    ];
    for (body, want) in table {
        assert_eq!(links(body), want, "{body}");
    }
    assert_eq!(
        files("![x](img/a%20b.png) [y](z.pdf#page=2) ![[c.JPG|300]] [w](https://e.example/q.png)"),
        ["img/a b.png", "z.pdf", "c.JPG"]
    );
}

#[test]
fn links_know_their_lines() {
    let document = read("a\r\n[[b]]\r[c](c.md)\n\n![d](d.png)");
    assert_eq!(document.links.iter().map(|link| link.line).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(document.files.iter().map(|file| file.line).collect::<Vec<_>>(), [5]);
}

#[test]
fn only_words_with_a_hash_are_tags() {
    let table = [
        ("# Heading is none\n#real at the start, and #second/level, too.", "real second/level"),
        ("```sh\n#no\n```\n\n    #no\n\n`#no` Issue\\#42 \\#no word#no", ""),
        ("https://example.org/p#no <https://example.org/a#no> [t](https://example.org/#no) [#no](x.md)", ""),
        ("[[Other#no]] [[#no]]\n<span style=\"border:1px solid #DDD\">box</span>\n<!-- #no --> %% #no %%", ""),
        ("(#a) #b,#c **#d** | #e\n> #f\n- #g", "a b c d e f g"),
        ("|#a|\n|-|\n|#b|", "a b"),
        ("#1 #2024 #y1 #2024-01 #a/ #b- #c.", "y1 2024-01 a b c"),
        ("#my_tag_x *#_under_*", "my_tag_x _under_"),
        ("#a #A #a", "a A"),
        ("## #intitle ##\n##no #", "intitle"),
        ("#été #编程", "été 编程"),
    ];
    for (body, want) in table {
        assert_eq!(tags(body), want, "{body}");
    }
}

#[test]
fn the_first_heading_that_says_something_is_the_title() {
    let table = [
        ("# A *b* `c`\n\n# D", Some("A b c")),
        ("text\n\n## Late", Some("Late")),
        ("Setext\n---", Some("Setext")),
        ("\u{feff}# Marked", Some("Marked")),
        ("#\n\n# {{title}}\n\n# <% tp.file.title %>\n\n# Real", Some("Real")),
        ("> # Quoted\n\n- # Listed", None),
        ("# [[Page|label]] %% hush %%", Some("label")),
        ("text", None),
    ];
    for (body, want) in table {
        assert_eq!(read(body).title.as_deref(), want, "{body}");
    }
}

#[test]
fn headings_have_slugs_of_their_own() {
    let document = read("# Food\n\n## Chapter two\n\n## Food\n\n###\n");
    let shown: Vec<_> = document.headings.iter().map(|h| (h.level, h.line, h.slug.as_str())).collect();
    assert_eq!(shown, [(1, 1, "food"), (2, 3, "chapter-two"), (2, 5, "food-1")]);
}

#[test]
fn features_are_seen_where_they_are_meant() {
    let table = [
        ("|a|\n|---|\n|1|", "table"),
        ("- item\n\n  |a|\n  |---|\n  |1|", "table"),
        ("> |a|\n> |---|\n> |1|", "table"),
        ("a | b\n--|--\n1 | 2", "table"),
        ("<table><tr><td>x</td></tr></table>", "table"),
        ("```\n|a|\n|---|\n- [ ] no\n[[x]] https://example.org\n```", "code"),
        ("text\n\n    |a|\n    |---|", "code"),
        ("this | or that\n--- a | b `c`", ""),
        ("1. [ ] real [link](https://example.org)", "task open link"),
        ("- [x] done", "task"),
        ("[[a]]", "link"),
        ("see https://example.org.", "link"),
        ("<https://example.org>", "link"),
        ("<!-- [[a]] <table> -->", ""),
    ];
    for (body, want) in table {
        let Features { table, code, task, open_task, link } = read(body).features;
        let names = [(table, "table"), (code, "code"), (task, "task"), (open_task, "open"), (link, "link")];
        let shown: Vec<_> = names.iter().filter(|(set, _)| *set).map(|(_, name)| *name).collect();
        assert_eq!(shown.join(" "), want, "{body}");
    }
}

#[test]
fn open_questions_are_open_until_their_boxes_are_ticked() {
    let open = [
        "## Open questions\n\n1. [ ] which key?",
        "## *Open* questions:\n\n+ [ ] which door?\n+ [x] which wall?",
        "# Notes\n\n## [Open](x.md) Questions\n\n### Later\n\n- a\n  - [ ] deep",
        "# Open questions\n\nWho waters the plants?",
        "Open questions\n---\n\n* [ ] setext",
        "# open questions\n\n```\ncode\n```",
        "# Open questions\n\n|a|\n|-|",
        "# Open questions\n\n- [x] a\n\n# More\n\n# Open questions\n\nprose",
        "## [[Open questions]]\n\ntext",
        "## [[faq|Open]] __questions__ :\n\n> quoted",
        "**Open\n_questions_:**\n===\n\n1. a",
        "## OPEN QUESTIONS ##\n\n![a](b.png)",
        "## Open questions\n\n### Done\n\n- [x] a\n\n### Left\n\n> - [ ] b",
        "## Open questions\n\n- # Listed\n\n## Next\n",
    ];
    let closed = [
        "## Open questions\n\n1) [x] done\n2) [X] done too\n\nSome prose left.",
        "## Open questions\n\n- [x] done\n\n```\n- [ ] in code\n```",
        "## Open questions\n\n## Next\n\ntext",
        "## Open questions\n\n### Only\n\n#### headings",
        "## Open questions\n\n<!-- hush -->\n\n%% hush %%\n",
        "> ## Open questions\n>\n> - [ ] quoted",
        "- # Open questions\n\n  - [ ] listed",
        "```\n# Open questions\n```\n\ntext",
        "# Contradictions and open questions\n\ntext",
        "Open questions\n\n- [ ] no heading",
        "## Open questions\n\n---\n\n## Next\n\n- [ ] elsewhere",
        "### Open questions\n\n## Next\n\n- [ ] elsewhere",
        "## Open questions\n\n- [x] a\n- b\n\n### More\n\ntext",
        "[^1]: # Open questions\n\n    text",
        "## Open questions of mine\n\ntext",
    ];
    for body in open {
        assert!(read(body).open_questions, "{body}");
    }
    for body in closed {
        assert!(!read(body).open_questions, "{body}");
    }
}

#[test]
fn words_know_their_lines_and_places() {
    let body = "\u{feff}# Old Mac\r\rfirst [[x|alpha]] &amp; second\r\n\r\n```\nbeta\n\ngamma\n```\n> [!note] delta<br>`eps`\n";
    let document = read(body);
    for (word, line) in [
        ("Old", 1),
        ("first", 3),
        ("alpha", 3),
        ("second", 3),
        ("beta", 6),
        ("gamma", 8),
        ("note", 10),
        ("delta", 10),
        ("eps", 10),
    ] {
        let at = document.text.find(word).unwrap_or_default();
        assert_eq!(document.line_of(at), line, "{word}");
        assert!(body[document.positions.body_of(at)..].starts_with(word), "{word}");
    }
    assert_eq!(document.line_of(usize::MAX), 11);
}

#[test]
fn bodies_made_to_be_slow_are_read_in_good_time() {
    // Each would take minutes or a deep stack if it were not bounded.
    let n = 200_000;
    let bodies = [
        format!("{}x\n{}", "> ".repeat(10_000), "\n".repeat(n)),
        format!("{}x\n{}", "- ".repeat(10_000), "\n".repeat(n)),
        "[".repeat(n),
        "[[".repeat(n),
        "![[a|".repeat(n),
        "*".repeat(n),
        "%%a".repeat(n),
        "<!--".repeat(n),
        "<a \"".repeat(n),
        "](a b".repeat(n),
        "`".repeat(n),
        "#".repeat(n),
    ];
    for body in bodies {
        assert!(read(&body).text.len() <= body.len());
    }
}

/// Pieces that mean something to the parser or to us, after which no word is lost.
const PIECES: &[&str] = &[
    "\n", "\r", "\r\n", "\n\n", "    ", "\t", "> ", "- ", "1. ", "# ", "#tag", "[", "]", "[!note]", "[^a]", "\n::: ",
    "*", "_", "- [ ] ", "é", "程", "\u{1}", "\u{feff}", "\u{2028}", "$", "---\n", "word", " ", "word ", "```\n",
];

/// Pieces that may take words with them: comments, tags, addresses, a fence's language, cells beyond a table's columns.
const GREEDY: &[&str] = &[
    "[[",
    "]]",
    "|",
    "\\|",
    "%%",
    "<!--",
    "-->",
    "`",
    "|-|\n",
    "[a](b.md)",
    "](b c.md)",
    "!",
    "<br>",
    "<div>",
    "<b",
    "&amp;",
    "&ngE;",
    "~~",
    "[^a]: ",
    "[a]: x",
    "\\",
    "\u{0}",
    "\u{85}",
    "<?",
    "<![CDATA[",
    "https://x.y/z",
];

fn pieces_of(pieces: Vec<&'static str>) -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(pieces), 0..40).prop_map(|pieces| pieces.concat())
}

fn any_markdown() -> impl Strategy<Value = String> {
    pieces_of([PIECES, GREEDY].concat())
}

fn holds_together(body: &str) {
    let document = read(body);
    let mut before = 0;
    for (at, _) in document.text.char_indices().chain([(document.text.len(), ' ')]) {
        let place = document.positions.body_of(at);
        assert!(
            place >= before && body.is_char_boundary(place),
            "{at} of {:?} at {place} after {before}",
            document.text
        );
        before = place;
    }
    assert!(!document.text.contains(|c: char| c.is_control() && c != '\n'));
    let count = document.lines.count() as u32;
    assert!(document.links.iter().all(|link| link.line >= 1 && link.line <= count && link.offset < body.len()));
    assert!(document.links.is_sorted_by_key(|link| link.offset));
    assert!(document.tags.iter().all(|tag| !tag.is_empty() && body.contains(tag.as_str())));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text_is_read_and_places_ascend(body in "(\\PC|[\\x00-\\x7f]){0,60}") {
        holds_together(&body);
    }

    #[test]
    fn any_markdown_is_read_and_places_ascend(body in any_markdown()) {
        holds_together(&body);
    }

    #[test]
    fn a_plain_word_is_never_lost(body in pieces_of(PIECES.to_vec())) {
        let count = |text: &str| text.matches("word").count();
        prop_assert_eq!(count(&read(&body).text), count(&body));
    }
}
