//! Laws over arbitrary texts and fields.

use super::*;

/// Any text that a field keeps as it is.
fn text() -> impl Strategy<Value = String> {
    let any = prop_oneof![
        "(?s).{1,12}",
        "[a-z:#, \\-'\"\\[\\]{}&*!|>%@`\n\t\r\\\\0-9.]{1,12}",
        "(yes|null|1\\.0|2026-03-01|~|<<)"
    ];
    any.prop_map(|text| text.trim().to_owned())
        .prop_filter("a field is never empty or a placeholder", |text| !text.is_empty() && !is_placeholder(text))
}

/// Blanks around it are kept where they are quoted.
fn padded() -> impl Strategy<Value = String> {
    (text(), any::<bool>()).prop_map(|(text, pad)| if pad { format!("  {text} ") } else { text })
}

fn set(texts: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<String>> {
    proptest::collection::btree_set(texts, 0..4).prop_map(|set| set.into_iter().collect())
}

fn when() -> impl Strategy<Value = When> {
    prop_oneof![
        (-700_000_i64..2_900_000).prop_map(|day| When::Day(Day::from_number(day))),
        (0_i64..4_000_000_000_000).prop_map(|ms| When::Instant(Instant::from_ms(ms))),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::Bool),
        "(?s).{0,12}".prop_map(Value::Text),
        text().prop_map(Value::Text),
        "-?(0|[1-9][0-9]{0,9})(\\.[0-9]{1,3})?(e-?[1-9])?".prop_map(Value::Number),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::List),
            proptest::collection::btree_map("(?s).{0,6}", inner, 0..4)
                .prop_map(|map| Value::Map(map.into_iter().collect())),
        ]
    })
    .prop_filter("a link or a placeholder without quotes is text already", |value| {
        let json = value.to_json();
        !json.contains("[[") && !json.contains("{{")
    })
}

prop_compose! {
    fn fields()(
        title in proptest::option::of(padded()),
        aliases in set(text()),
        kind in proptest::option::of(proptest::sample::select(&Kind::ALL[1..])),
        tags in set("[a-z0-9é]{1,4}(/[a-z0-9_]{1,4})?".prop_map(String::from)),
        summary in proptest::option::of(padded()),
        status in proptest::option::of(text()),
        personal in proptest::option::of(any::<bool>()),
        (due, created, updated) in (proptest::option::of(when()), proptest::option::of(when()), proptest::option::of(when())),
        (priority, media, later) in (
            proptest::option::of(proptest::sample::select(Priority::ALL)),
            proptest::option::of(proptest::sample::select(Media::ALL)),
            proptest::option::of(proptest::sample::select(Later::ALL)),
        ),
        sources in set(text()),
        props in proptest::collection::btree_map("(?s).{0,8}", value(), 0..4),
    ) -> Fields {
        let props = props.into_iter().filter(|(key, _)| slot_of(key).is_none());
        Fields {
            title, aliases, kind, tags, summary, status, personal, due, created, updated, priority, media, later, sources,
            props: props.map(|(key, value)| (key, value.to_json())).collect(),
            ..Fields::default()
        }
    }
}

/// One change of one field, named by the key whose lines it may touch.
fn change() -> impl Strategy<Value = (&'static str, Fields)> {
    fields().prop_flat_map(|other| {
        proptest::sample::select(vec!["title", "tags", "aliases", "status", "personal", "due", "created"])
            .prop_map(move |key| (key, other.clone()))
    })
}

fn apply(fields: &mut Fields, (key, other): &(&str, Fields)) {
    match *key {
        "title" => fields.title.clone_from(&other.title),
        "tags" => fields.tags.clone_from(&other.tags),
        "aliases" => fields.aliases.clone_from(&other.aliases),
        "status" => fields.status.clone_from(&other.status),
        "personal" => fields.personal = other.personal,
        "due" => fields.due = other.due,
        _ => fields.created = other.created,
    }
}

/// Every line of `a` that is not in `b` begins with the key.
fn only_lines_of(key: &str, a: &str, b: &str) -> bool {
    let there: Vec<&str> = b.split_inclusive('\n').collect();
    a.split_inclusive('\n').all(|line| there.contains(&line) || line.starts_with(key))
}

fn sorted(mut fields: Fields) -> Fields {
    fields.tags.sort();
    fields.aliases.sort();
    fields
}

/// Text with fences, keys and oddities likelier than chance makes them.
fn page_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "(?s).{0,6}",
        proptest::sample::select(vec![
            "---",
            "+++",
            "...",
            "\n",
            "\r\n",
            "\r",
            "\u{feff}",
            "a: b",
            "tags: [x, y]",
            "title: {{t}}",
            "k = 1",
            "- x",
            "  ",
            "# c",
            "*a",
            "&a ",
            "[",
            "]",
            "{",
            "}",
            "\"",
            "'",
            "|",
            ": ",
            "date: 2020-01-01",
            "tags:",
            "[t]",
            "<% x %>",
            "? ",
            "<<: ",
        ])
        .prop_map(str::to_owned),
    ];
    let opening = proptest::sample::select(vec!["", "---\n", "+++\n", "\u{feff}---\r\n", "---\r"]);
    let closing = proptest::sample::select(vec!["", "\n---\n", "\n+++\n", "\r---\r", "\n..."]);
    (opening, proptest::collection::vec(part, 0..16), closing)
        .prop_map(|(open, parts, close)| format!("{open}{}{close}", parts.concat()))
}

proptest! {
    #[test]
    fn front_and_body_joined_are_the_text(text in page_text()) {
        let (front, body) = split(&text);
        prop_assert_eq!(format!("{front}{body}"), text.clone());
        let parsed = parse(front);
        let lines = text.split(['\n', '\r']).count();
        prop_assert!(parsed.problems.iter().all(|problem| (1..=lines).contains(&(problem.line as usize))));
    }

    #[test]
    fn a_front_matter_that_says_it_all_stays_to_the_byte(text in page_text()) {
        let front = split(&text).0;
        prop_assert_eq!(rewrite(front, &parse(front).fields, None, "\n"), front);
    }

    #[test]
    fn any_front_matter_takes_any_change((text, change) in (page_text(), change())) {
        let front = split(&text).0;
        let mut fields = parse(front).fields;
        apply(&mut fields, &change);
        let edited = rewrite(front, &fields, None, "\n");
        prop_assert_eq!(split(&edited).0, &edited);
        let read = parse(&edited).fields;
        prop_assert_eq!(&read.title, &fields.title);
        prop_assert_eq!(sorted(read.clone()).tags, sorted(fields.clone()).tags);
        prop_assert_eq!((read.due, read.created, read.personal), (fields.due, fields.created, fields.personal));
    }

    #[test]
    fn fields_written_as_yaml_read_back(fields in fields(), mark in any::<bool>()) {
        let front = rewrite(if mark { "\u{feff}" } else { "" }, &fields, None, "\n");
        prop_assert_eq!(&sorted(parse(&front).fields), &sorted(fields), "{}", front);
    }

    #[test]
    fn fields_written_as_toml_read_back(fields in fields()) {
        let front = rewrite("+++\n+++\n", &fields, None, "\n");
        prop_assert_eq!(&sorted(parse(&front).fields), &sorted(fields), "{}", front);
    }

    #[test]
    fn a_change_of_one_field_touches_only_its_lines(
        (fields, change) in (fields(), change()),
        toml in any::<bool>(),
    ) {
        let front = rewrite(if toml { "+++\n+++\n" } else { "---\n---\n" }, &fields, None, "\n");
        let mut wanted = fields.clone();
        apply(&mut wanted, &change);
        let edited = rewrite(&front, &wanted, None, "\n");
        prop_assert!(only_lines_of(change.0, &front, &edited) && only_lines_of(change.0, &edited, &front), "{}{}", front, edited);
        prop_assert_eq!(&sorted(parse(&edited).fields), &sorted(wanted), "{}", edited);
    }
}

#[test]
fn a_very_long_key_reads_back() {
    let props = [("k ".repeat(900), "{\"".to_owned() + &"n ".repeat(900) + "\":1}")].into();
    let fields = Fields { props, ..Fields::default() };
    let front = rewrite("", &fields, None, "\n");
    assert_eq!(parse(&front).fields, fields);
}
