//! What an edit leaves alone, as a table.

use super::*;

type Change = Box<dyn FnOnce(&mut Fields)>;

fn edited(front: &str, change: impl FnOnce(&mut Fields)) -> String {
    let mut fields = parse(front).fields;
    change(&mut fields);
    let text = rewrite(front, &fields, None, "\n");
    assert_eq!(split(&text).0, text, "still front matter");
    text
}

#[test]
fn an_edit_changes_the_lines_it_concerns() {
    let add = |tag: &'static str| move |fields: &mut Fields| fields.tags.push(tag.to_owned());
    let title = |title: &'static str| move |fields: &mut Fields| fields.title = Some(title.to_owned());
    let front = "---\r\n# mine\r\nTitle: 'A'  # the name\ntags:\r\n  - \"x\" # why\r\n  - y\r\nn: 1\r---\r\n";
    let table: Vec<(&str, Change, &str)> = vec![
        (front, Box::new(|_| {}), front),
        (
            front,
            Box::new(title("B: c")),
            "---\r\n# mine\r\nTitle: \"B: c\"  # the name\ntags:\r\n  - \"x\" # why\r\n  - y\r\nn: 1\r---\r\n",
        ),
        (
            front,
            Box::new(add("z")),
            "---\r\n# mine\r\nTitle: 'A'  # the name\ntags:\r\n  - \"x\" # why\r\n  - y\r\n  - z\r\nn: 1\r---\r\n",
        ),
        (
            front,
            Box::new(|f| f.tags = vec!["y".into()]),
            "---\r\n# mine\r\nTitle: 'A'  # the name\ntags:\r\n  - y\r\nn: 1\r---\r\n",
        ),
        (front, Box::new(|f| f.tags.clear()), "---\r\n# mine\r\nTitle: 'A'  # the name\nn: 1\r---\r\n"),
        (
            front,
            Box::new(|f| f.personal = Some(true)),
            "---\r\n# mine\r\nTitle: 'A'  # the name\ntags:\r\n  - \"x\" # why\r\n  - y\r\nn: 1\rpersonal: true\r---\r\n",
        ),
        ("---\ntags: [ 'a', b ] # c\n---\n", Box::new(add("z")), "---\ntags: [ 'a', b, z ] # c\n---\n"),
        (
            "---\ntags: [a, b, c, d]\n---\n",
            Box::new(|f| f.tags = vec!["b".into(), "z".into()]),
            "---\ntags: [b, z]\n---\n",
        ),
        ("---\ntags: [\n  a, # one\n  b,\n]\n---\n", Box::new(add("z")), "---\ntags: [\n  a, # one\n  b, z,\n]\n---\n"),
        ("---\ntag: a\n---\n", Box::new(add("z")), "---\ntag: [a, z]\n---\n"),
        ("---\ntags:  # none yet\nx: 1\n---\n", Box::new(add("z")), "---\ntags: [z]  # none yet\nx: 1\n---\n"),
        (
            "---\ntags: [a]\nx: 1\ntags: [b]\n---\n",
            Box::new(|f| f.tags = vec!["b".into()]),
            "---\nx: 1\ntags: [b]\n---\n",
        ),
        ("---\nbase: &t [s]\ntags: *t\n---\n", Box::new(add("z")), "---\nbase: &t [s]\ntags: [s, z]\n---\n"),
        ("---\nbase: &t [s]\ntags: *t\n---", Box::new(title("T")), "---\nbase: &t [s]\ntags: *t\ntitle: T\n---"),
        ("---\ntype: person\n---\n", Box::new(|f| f.kind = Some(Kind::Todo)), "---\ntype: person\nkind: todo\n---\n"),
        ("---\ntype: person\n---\n", Box::new(|f| f.kind = Some(Kind::Note)), "---\ntype: person\n---\n"),
        ("---\ndue: soonish\n---\n", Box::new(|f| f.due = When::parse("2026-03-01")), "---\ndue: 2026-03-01\n---\n"),
        ("---\ndue: 2026-03-01 # d\n---\n", Box::new(|f| f.due = None), "---\n---\n"),
        (
            "---\ndate: 2026-03-01\n---\n",
            Box::new(|f| f.created = When::parse("2026-03-02")),
            "---\ndate: 2026-03-02\n---\n",
        ),
        (
            "---\nsummary: |\n  one\n  two\n\n# c\nx: 1\n---\n",
            Box::new(|f| f.summary = Some("s".into())),
            "---\nsummary: s\n\n# c\nx: 1\n---\n",
        ),
        (
            "---\nx:\n  y: 1\nz: 2\n---\n",
            Box::new(|f| {
                f.props.insert("x".into(), "[1.10]".into());
            }),
            "---\nx: [1.10]\nz: 2\n---\n",
        ),
        (
            "---\nx:\n  y: 1\nz: 2\n---\n",
            Box::new(|f| {
                f.props.remove("x");
            }),
            "---\nz: 2\n---\n",
        ),
        ("---\nbad: [1\ntitle: A: b\n---\n", Box::new(title("C")), "---\nbad: [1\ntitle: C\n---\n"),
        ("---\n{title: A, x: 1}\n---\n", Box::new(title("C")), "---\ntitle: C\nx: 1\n---\n"),
        ("---\n  title: A\n---\n", Box::new(add("z")), "---\n  title: A\n  tags: [z]\n---\n"),
        ("\u{feff}---\na: 1\n---\n", Box::new(title("T")), "\u{feff}---\na: 1\ntitle: T\n---\n"),
        ("\u{feff}", Box::new(title("T")), "\u{feff}---\ntitle: T\n---\n"),
        ("", Box::new(title("Yes")), "---\ntitle: \"Yes\"\n---\n"),
        (
            "+++\r\ntitle = 'A' # c\r\n[extra]\r\nx = 1\r\n+++\r\n",
            Box::new(title("B")),
            "+++\r\ntitle = \"B\" # c\r\n[extra]\r\nx = 1\r\n+++\r\n",
        ),
        (
            "+++\ntitle = 'A'\n# t\n[extra]\nx = 1\n+++\n",
            Box::new(add("z")),
            "+++\ntitle = 'A'\ntags = [\"z\"]\n# t\n[extra]\nx = 1\n+++\n",
        ),
        (
            "+++\ntags = ['a',\n  'b', # c\n]\n+++\n",
            Box::new(add("z")),
            "+++\ntags = ['a',\n  'b', \"z\", # c\n]\n+++\n",
        ),
        (
            "+++\n[extra]\nx = 1\n[other]\ny = 1\n[extra.z]\nw = 1\n+++\n",
            Box::new(|f| {
                f.props.remove("extra");
            }),
            "+++\n[other]\ny = 1\n+++\n",
        ),
        (
            "+++\na.b = 1\nc = 2\na.d = 3\n+++\n",
            Box::new(|f| {
                f.props.insert("a".into(), "{\"b\":1}".into());
            }),
            "+++\nc = 2\na = {b = 1}\n+++\n",
        ),
        (
            "+++\ndate = 2018-12-14\n+++\n",
            Box::new(|f| f.created = When::parse("2018-12-15")),
            "+++\ndate = 2018-12-15\n+++\n",
        ),
    ];
    for (front, change, want) in table {
        assert_eq!(edited(front, change), want, "{front:?}");
    }
}

#[test]
fn who_made_a_page_is_said_in_a_new_front_matter_only() {
    let claude = Some(MadeBy::Claude);
    assert_eq!(rewrite("", &Fields::default(), claude, "\r\n"), "---\r\nmade_by: claude\r\n---\r\n");
    assert_eq!(rewrite("---\na: 1\n---\n", &parse("---\na: 1\n---\n").fields, claude, "\n"), "---\na: 1\n---\n");
}
