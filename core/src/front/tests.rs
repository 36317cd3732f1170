//! What front matter means, as tables; that it reads back and that edits are small, as laws.

use proptest::prelude::*;

use super::fields::{is_placeholder, slot_of};
use super::value::Value;
use super::{LIMIT, Parsed, oversized, parse, rewrite, split};
use crate::fields::{Fields, Kind, Later, MadeBy, Media, Priority};
use crate::time::{Day, Instant, When};

mod edits;
mod laws;

fn yaml(inner: &str) -> Parsed {
    let front = format!("---\n{inner}---\n");
    assert_eq!(split(&front).0, front, "it is front matter");
    parse(&front)
}

fn lines_of(parsed: &Parsed) -> Vec<u32> {
    parsed.problems.iter().map(|problem| problem.line).collect()
}

#[test]
fn fences_as_people_write_them() {
    let table = [
        ("---\na: 1\n---\nbody", "---\na: 1\n---\n"),
        ("--- \t\na: 1\n---  \nbody", "--- \t\na: 1\n---  \n"),
        ("---\na: 1\n...\nbody", "---\na: 1\n...\n"),
        ("---\na: 1\n---", "---\na: 1\n---"),
        ("---\r\na: 1\r\n---\r\nbody", "---\r\na: 1\r\n---\r\n"),
        ("---\ra: 1\r---\rbody", "---\ra: 1\r---\r"),
        ("\u{feff}---\na: 1\n---\nbody", "\u{feff}---\na: 1\n---\n"),
        ("\u{feff}# Title\n", "\u{feff}"),
        ("---\n---\nbody", "---\n---\n"),
        ("---\n# only a comment\n---\nbody", "---\n# only a comment\n---\n"),
        ("+++\na = 1\n+++\nbody\n+++\nmore", "+++\na = 1\n+++\n"),
        ("+++\ra = 1\rb = 2\r+++\rbody", "+++\ra = 1\rb = 2\r+++\r"),
        ("---\ntitle: {{title}} x\ntags: [\n---\nbody", "---\ntitle: {{title}} x\ntags: [\n---\n"),
        ("---\na: 1\nbody without an end", ""),
        ("---\nSome prose.\n---\nmore", ""),
        ("---\nA remark: a rule is above\nand prose goes on here.\n\n---\nmore", ""),
        ("---\n- a\n- list\n---\n", ""),
        ("---\n{{frontmatter}}\n---\n", ""),
        ("\n---\na: 1\n---\n", ""),
        (" ---\na: 1\n---\n", ""),
        ("----\na: 1\n----\n", ""),
        ("--- yaml\na: 1\n---\n", ""),
        ("+++\nprose without any sign\n+++\n", ""),
        ("text\n---\na: 1\n---\n", ""),
        ("---", ""),
        ("", ""),
    ];
    for (text, front) in table {
        assert_eq!(split(text), (front, &text[front.len()..]), "{text:?}");
    }
}

#[test]
fn a_long_front_matter_stays_in_the_body() {
    let room = LIMIT - "---\na: \n---\n".len();
    let fits = format!("---\na: {}\n---\nbody", "x".repeat(room));
    assert_eq!((split(&fits).1, oversized(&fits)), ("body", false));
    let over = format!("\u{feff}---\na: {}\n---\nbody", "x".repeat(room));
    assert_eq!((split(&over).0, oversized(&over)), ("\u{feff}", true));
    let rules = format!("---\n\n{}\n---\n", "Prose. ".repeat(6000));
    assert_eq!((split(&rules).0, oversized(&rules)), ("", false));
}

#[test]
fn tags_in_every_shape() {
    let table: [(&str, &[&str], usize); 19] = [
        ("tags: garden, seeds\n", &["garden", "seeds"], 0),
        ("tags: [garden, seeds]\n", &["garden", "seeds"], 0),
        ("tags:\n- garden\n- seeds\n", &["garden", "seeds"], 0),
        ("tags:\n  - garden\n  - seeds\n", &["garden", "seeds"], 0),
        ("tags: [\"#garden\", \"#seeds\"]\n", &["garden", "seeds"], 0),
        ("tags: garden seeds\n", &["garden", "seeds"], 0),
        ("tags: [\"green garden\", \"a, b\"]\n", &["green-garden", "a", "b"], 0),
        ("tags: [2024, garden]\n", &["2024", "garden"], 0),
        ("tags: 1.10\n", &["1.10"], 0),
        ("tag: garden\ntags: [seeds, garden]\n", &["seeds", "garden"], 0),
        ("Tags: [garden]\n", &["garden"], 0),
        ("tags:\n", &[], 0),
        ("tags: ''\n", &[], 0),
        ("tags: [~, '', garden]\n", &["garden"], 0),
        ("tags: {garden: yes}\n", &[], 1),
        ("tags: [{garden: yes}]\n", &[], 1),
        ("tags: {{tags}}\n", &[], 1),
        ("tags: [\"{{tags}}\", garden]\n", &["garden"], 1),
        ("base: &t [shared]\ntags: *t\n", &["shared"], 0),
    ];
    for (inner, tags, problems) in table {
        let parsed = yaml(inner);
        assert_eq!(
            (parsed.fields.tags.as_slice(), parsed.problems.len()),
            (tags.map_to_owned().as_slice(), problems),
            "{inner}"
        );
    }
}

trait MapToOwned {
    fn map_to_owned(&self) -> Vec<String>;
}

impl MapToOwned for &[&str] {
    fn map_to_owned(&self) -> Vec<String> {
        self.iter().map(|&text| text.to_owned()).collect()
    }
}

#[test]
fn every_field_has_its_keys() {
    let parsed = yaml(concat!(
        "Title: 'Pond: notes'\nalias: The pond, Water\ntype: later\nsummary: |\n  Two\n  lines\nstatus: in_progress\n",
        "personal: Yes\ndue: 2026-03-01\npriority: urgent\nmedia: tv\nlater: watch\nsources: [\"[[A]]\", B]\n",
        "date: 2026-03-01 09:15\nmodified: 2026-03-01T23:30:00-08:00\nmade_by: claude\nversion: 1.10\nzip: 01234\n",
        "on: off\nnested: {b: [1, null], a: x}\n1: one\nempty:\n"
    ));
    assert_eq!(parsed.problems, []);
    let day = Day::parse("2026-03-01").map(When::Day);
    let text = |text: &str| Some(text.to_owned());
    let want = Fields {
        title: text("Pond: notes"),
        aliases: vec!["The pond".into(), "Water".into()],
        kind: Some(Kind::Consume),
        summary: text("Two\nlines"),
        status: text("in_progress"),
        personal: Some(true),
        due: day,
        priority: Some(Priority::High),
        media: Some(Media::Tv),
        later: Some(Later::Watch),
        sources: vec!["[[A]]".into(), "B".into()],
        created: day,
        updated: When::parse("2026-03-02T07:30:00Z"),
        props: [
            ("version", "1.10"),
            ("zip", "\"01234\""),
            ("on", "\"off\""),
            ("nested", "{\"b\":[1,null],\"a\":\"x\"}"),
            ("1", "\"one\""),
            ("empty", "null"),
        ]
        .map(|(key, json)| (key.to_owned(), json.to_owned()))
        .into(),
        ..Fields::default()
    };
    assert_eq!(parsed.fields, want);
    assert_eq!(parsed.made_by, Some(MadeBy::Claude));
    assert_eq!(parsed.links, ["[[A]]"]);
}

#[test]
fn what_does_not_fit_its_field_is_kept_and_reported() {
    for inner in [
        "due: soonish\n",
        "kind: recipe\n",
        "personal: perhaps\n",
        "priority: 7\n",
        "media: cassette\n",
        "later: smell\n",
        "created: <% now %>\n",
        "made_by: robot\n",
        "title: [a, b]\n",
        "title: {{title}}\n",
        "title: \"{{title}}\"\n",
        "title: <% tp.file.title %>\n",
        "title: Notes of {{date:YYYY-MM-DD}}\n",
    ] {
        let parsed = yaml(inner);
        let key = inner.split(':').next().unwrap_or_default();
        assert_eq!(lines_of(&parsed), [2], "{inner}");
        assert_eq!(parsed.problems[0].key, key, "{inner}");
        assert_eq!(parsed.fields.props.keys().collect::<Vec<_>>(), [key], "{inner}");
        let none = Fields { props: parsed.fields.props.clone(), ..Fields::default() };
        assert_eq!(parsed.fields, none, "{inner}");
    }
    let about_templates = yaml("title: Using {{x}} in templates\n");
    assert_eq!(about_templates.fields.title.as_deref(), Some("Using {{x}} in templates"));
}

#[test]
fn the_written_name_of_a_key_counts_before_its_other_name() {
    let parsed = yaml("type: person\nkind: todo\ndate: 2020-01-01\ncreated: 2021-01-01\n");
    assert_eq!(parsed.fields.kind, Some(Kind::Todo));
    assert_eq!(parsed.fields.created.map(|when| when.to_string()).as_deref(), Some("2021-01-01"));
    assert_eq!(parsed.fields.props.keys().collect::<Vec<_>>(), ["date", "type"]);
}

#[test]
fn keys_that_stand_twice_are_reported_with_both_lines() {
    let parsed = yaml("title: A\ntags: [team]\ncreated: 2026-02-03\ntags: [planning]\ncreated: 2026-02-04\n");
    assert_eq!(parsed.fields.tags, ["team", "planning"]);
    assert_eq!(parsed.fields.created.map(|when| when.to_string()).as_deref(), Some("2026-02-04"));
    let said: Vec<String> = parsed.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "line 5: `tags` stands more than once (lines 3 and 5): all their values count",
            "line 6: `created` stands more than once (lines 4 and 6): the value in line 6 counts, not the one in line 4",
        ]
    );
}

#[test]
fn broken_yaml_is_read_line_by_line() {
    let parsed = yaml(concat!(
        "# a comment\ntitle: Soup: hot\ntags: [daily]\nwho: <% ask(\"Who?\") %>: x\nbad: [1, 2\nlist:\n  - a\n  - b\n",
        "tab:\n\t- x\n"
    ));
    assert_eq!(parsed.fields.title.as_deref(), Some("Soup: hot"));
    assert_eq!(parsed.fields.tags, ["daily"]);
    let props: Vec<_> = parsed.fields.props.iter().map(|(key, json)| (key.as_str(), json.as_str())).collect();
    assert_eq!(
        props,
        [
            ("bad", "\"[1, 2\""),
            ("list", "[\"a\",\"b\"]"),
            ("tab", "\"- x\""),
            ("who", "\"<% ask(\\\"Who?\\\") %>: x\"")
        ]
    );
    assert_eq!(lines_of(&parsed), [3, 5, 6, 10]);
}

#[test]
fn links_are_found_in_quotes_and_without() {
    let parsed = yaml("company: [[Acme]]\npeople:\n  - \"[[Nils Example|Nils]]\"\n  - {boss: '[[Ilse]]'}\n");
    assert_eq!(parsed.links, ["[[Acme]]", "[[Nils Example|Nils]]", "[[Ilse]]"]);
    assert_eq!(parsed.fields.props["company"], "\"[[Acme]]\"");
}

#[test]
fn aliases_are_expanded_within_bounds() {
    let mut bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
    for (this, before) in ('b'..='i').zip('a'..) {
        let all = vec![format!("*{before}"); 10].join(",");
        bomb += &format!("{this}: &{this} [{all}]\n");
    }
    let parsed = yaml(&(bomb + "tags: *a\n"));
    assert_eq!(lines_of(&parsed), [4, 5, 6, 7, 8, 9, 10]);
    assert!(parsed.problems.iter().all(|problem| problem.message.contains("too many aliases")));
    assert_eq!(parsed.fields.tags, ["x"]);
    assert!(parsed.fields.props["c"].starts_with("\"&c [*b"), "{}", parsed.fields.props["c"]);

    let wide = format!("k: &k \"{}\"\nl: [*k,*k,*k,*k,*k,*k]\n", "lol ".repeat(4000));
    let parsed = yaml(&wide);
    assert_eq!(parsed.problems.iter().filter(|problem| problem.message.contains("too large when expanded")).count(), 1);
    assert_eq!(yaml("a: &a [*a]\nb: 1\n").fields.props["a"], "\"&a [*a]\"");
}

#[test]
fn what_is_read_fits_one_log_entry() {
    let text = "x".repeat(30_000);
    for inner in
        [format!("a: &a {text}\nb: [*a]\n"), format!("title: {text}\n"), format!("tags: [{}]\n", "ab,".repeat(9000))]
    {
        let Fields { title, tags, props, .. } = yaml(&inner).fields;
        let size = title.map_or(0, |title| title.len())
            + tags.iter().map(String::len).sum::<usize>()
            + props.iter().map(|(key, value)| key.len() + value.len()).sum::<usize>();
        assert!(size < LIMIT, "{size}");
    }
}

#[test]
fn nothing_hostile_takes_long_or_overflows() {
    let units = [
        "[",
        "{",
        "- ",
        "? ",
        "a: [",
        "{a: ",
        "[a, ",
        "&a ",
        "*a ",
        "!x ",
        "\"",
        "'",
        "a:\n ",
        ": ",
        "a: b\n",
        "{{",
        "<%",
        "a=[",
        "[a.",
        "[a]\n",
        "a=1\n",
        "\t",
        "\r",
        "\0",
        "\u{feff}",
        "é: |\n",
        "k: &k x\nl: *k\n",
        "tags: [a]\n",
        "---\n",
    ];
    for unit in units {
        for (open, close) in [
            ("---\n", "\n---\n"),
            ("---\nk: ", "\n---\n"),
            ("---\nk: 1\nj: [", "\n---\n"),
            ("+++\n", "\n+++\n"),
            ("+++\nk = ", "\n+++\n"),
        ] {
            let text = format!("{open}{}{close}", unit.repeat(32_000 / unit.len()));
            let (front, body) = split(&text);
            assert_eq!(front.len() + body.len(), text.len());
            let fields = parse(&text).fields;
            let _ = rewrite(&text, &Fields { title: Some("T".into()), ..fields }, None, "\n");
        }
    }
}

#[test]
fn toml_has_the_same_fields() {
    let front = concat!(
        "+++\ntitle = 'Night watch'\ndate = 2018-12-14T22:12:40-05:00\ntags = ['sail', 'night']\ndue = 2018-12-15\n",
        "height = 1.50\nhex = 0x1F\nwater.salt = true\n[extra]\nat = 07:32:00\n[[crew]]\nname = \"[[Mo]]\"\n+++\n"
    );
    let parsed = parse(front);
    assert_eq!(parsed.problems, []);
    assert_eq!(parsed.fields.title.as_deref(), Some("Night watch"));
    assert_eq!(parsed.fields.tags, ["sail", "night"]);
    assert_eq!(parsed.fields.created.map(|when| when.to_string()).as_deref(), Some("2018-12-15T03:12:40Z"));
    assert_eq!(parsed.fields.due.map(|when| when.to_string()).as_deref(), Some("2018-12-15"));
    assert_eq!(parsed.links, ["[[Mo]]"]);
    let props: Vec<_> = parsed.fields.props.iter().map(|(key, json)| (key.as_str(), json.as_str())).collect();
    assert_eq!(
        props,
        [
            ("crew", "[{\"name\":\"[[Mo]]\"}]"),
            ("extra", "{\"at\":\"07:32:00\"}"),
            ("height", "1.50"),
            ("hex", "31"),
            ("water", "{\"salt\":true}")
        ]
    );
}

#[test]
fn broken_toml_is_read_line_by_line() {
    let parsed = parse("+++\ntags = ['sail']\ntitle = \"Broken\" date = 2018-12-14\n[extra]\nx = 1\n+++\n");
    assert_eq!(parsed.fields.tags, ["sail"]);
    assert_eq!(lines_of(&parsed), [3]);
    assert_eq!(parsed.fields.title, None);
}
