//! The table of examples, and the laws of reading: what is printed reads back, every character is accounted for, and
//! the work grows with the text.

use std::fmt::Write;

use proptest::prelude::*;

use super::*;

/// The tree as the table writes it: operators first, every kind of term told apart.
fn tree(node: &Node) -> String {
    let list =
        |name: &str, nodes: &[Node]| format!("({name} {})", nodes.iter().map(tree).collect::<Vec<_>>().join(" "));
    match node {
        Node::And(nodes) => list("and", nodes),
        Node::Or(nodes) => list("or", nodes),
        Node::Not(inner) => format!("(not {})", tree(inner)),
        Node::In(column, inner) => format!("({} {})", column.name(), tree(inner)),
        Node::Term(_, Term::Word(word)) => word.clone(),
        Node::Term(_, Term::Phrase(text)) => format!("\"{text}\""),
        Node::Term(_, Term::Literal(text)) => format!("literal[{text}]"),
        Node::Term(_, Term::Regex(pattern)) => format!("regex[{pattern}]"),
        Node::Term(_, Term::Filter(filter)) => match filter {
            Filter::Status(status) => format!("status:{status}"),
            filter => filter.to_string(),
        },
        Node::Nothing(_, text) => format!("nothing[{text}]"),
    }
}

/// The tree and the settings of a query.
fn shape(query: &Query) -> String {
    let mut out = query.root.as_ref().map(tree).unwrap_or_default();
    if let Some(At { value: Sort { key, reversed }, .. }) = query.sort {
        let _ = write!(out, " {}sort:{}", if reversed { "-" } else { "" }, key.name());
    }
    if let Some(group) = query.group {
        let _ = write!(out, " group:{}", group.value.name());
    }
    if let Some(date) = query.date {
        let _ = write!(out, " date:{}", date.value.name());
    }
    out.trim_start().to_owned()
}

#[derive(serde::Deserialize)]
struct Table {
    row: Vec<Row>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    query: String,
    tree: String,
    #[serde(default)]
    problems: Vec<String>,
    #[serde(default)]
    suggest: Vec<String>,
}

#[test]
fn every_row_of_the_table_reads_as_it_says() {
    let table: Table = toml::from_str(include_str!("../../tests/data/query/parse.toml")).unwrap();
    let mut wrong = String::new();
    for row in &table.row {
        let query = parse(&row.query).unwrap();
        let problem = |p: &Problem| format!("{} {}", p.code.as_str(), &row.query[p.span.start..p.span.end]);
        let problems: Vec<_> = query.problems.iter().map(problem).collect();
        let suggest: Vec<_> = query.problems.iter().filter_map(|p| p.suggestion.clone()).collect();
        let expected = (row.tree.as_str(), &row.problems);
        if (shape(&query).as_str(), &problems) != expected || (!row.suggest.is_empty() && row.suggest != suggest) {
            let _ = writeln!(
                wrong,
                "query = {:?}\ntree = {:?}\nproblems = {problems:?}\nsuggest = {suggest:?}\n",
                row.query,
                shape(&query)
            );
        }
    }
    assert!(wrong.is_empty(), "these rows read so instead:\n\n{wrong}");
    assert!(table.row.len() >= 150);
}

#[test]
fn every_code_has_a_row_and_says_what_to_do() {
    let table: Table = toml::from_str(include_str!("../../tests/data/query/parse.toml")).unwrap();
    let problems: Vec<_> = table.row.iter().flat_map(|row| parse(&row.query).unwrap().problems).collect();
    for problem in &problems {
        assert!(problem.message.len() > 20, "{problem:?}");
    }
    // A suggestion takes the place of its span and leaves less to complain about there.
    for row in &table.row {
        for problem in parse(&row.query).unwrap().problems {
            let Some(suggestion) = &problem.suggestion else { continue };
            let mended = format!("{}{suggestion}{}", &row.query[..problem.span.start], &row.query[problem.span.end..]);
            let still = parse(&mended).unwrap().problems;
            assert!(
                still.iter().all(|p| p.span.start != problem.span.start || p.code != problem.code),
                "{mended} still has {still:?}"
            );
        }
    }
    for code in Code::ALL {
        // Needs more than a line of the table; see the tests of bounds below.
        let long = matches!(code, Code::TooDeep | Code::GrepTooLong);
        // Said by the search, not by the parser.
        let elsewhere = matches!(code, Code::BadRegex | Code::ListCut);
        assert!(long || elsewhere || problems.iter().any(|p| p.code == *code), "no row for {}", code.as_str());
    }
}

/// The query with every span set to nothing.
fn spanless(text: &str) -> Option<Query> {
    fn clear(node: &mut Node) {
        match node {
            Node::And(nodes) | Node::Or(nodes) => nodes.iter_mut().for_each(clear),
            Node::Not(inner) | Node::In(_, inner) => clear(inner),
            Node::Term(span, _) | Node::Nothing(span, _) => *span = Span::default(),
        }
    }
    let mut query = parse(text).ok()?;
    query.root.iter_mut().for_each(clear);
    query.sort.iter_mut().for_each(|at| at.span = Span::default());
    query.group.iter_mut().for_each(|at| at.span = Span::default());
    query.date.iter_mut().for_each(|at| at.span = Span::default());
    query.problems.clear();
    Some(query)
}

fn check_printing(text: &str) -> Result<(), TestCaseError> {
    let Some(query) = spanless(text) else { return Ok(()) };
    let printed = query.to_string();
    if printed.chars().count() > Limit::Characters.most() {
        return Ok(());
    }
    prop_assert_eq!(spanless(&printed), Some(query), "printed as {}", printed);
    Ok(())
}

fn check_normal(node: &Node, under_not: bool) -> Result<(), TestCaseError> {
    match node {
        Node::And(nodes) => {
            prop_assert!(nodes.len() > 1 && !nodes.iter().any(|n| matches!(n, Node::And(_))));
            nodes.iter().try_for_each(|n| check_normal(n, under_not))
        }
        Node::Or(nodes) => {
            prop_assert!(nodes.len() > 1 && !nodes.iter().any(|n| matches!(n, Node::Or(_))));
            nodes.iter().try_for_each(|n| check_normal(n, under_not))
        }
        Node::Not(inner) => {
            prop_assert!(!matches!(**inner, Node::Not(_)));
            check_normal(inner, true)
        }
        Node::In(_, inner) => {
            prop_assert!(matches!(&**inner, Node::Term(_, term) if !matches!(term, Term::Filter(_))));
            Ok(())
        }
        Node::Nothing(..) => {
            prop_assert!(!under_not);
            Ok(())
        }
        Node::Term(_, Term::Word(text) | Term::Phrase(text)) => {
            prop_assert!(scan::has_word(text));
            Ok(())
        }
        Node::Term(..) => Ok(()),
    }
}

fn check_spans(text: &str) -> Result<(), TestCaseError> {
    let Ok(query) = parse(text) else { return Ok(()) };
    let mut spans: Vec<Span> = query.leaves().iter().map(|leaf| leaf.span).collect();
    spans.extend(query.sort.map(|at| at.span));
    spans.extend(query.group.map(|at| at.span));
    spans.extend(query.date.map(|at| at.span));
    spans.sort();
    for pair in spans.windows(2) {
        prop_assert!(pair[0].end <= pair[1].start, "terms overlap: {:?}", pair);
    }
    let reported: Vec<Span> = query.problems.iter().map(|p| p.span).collect();
    prop_assert!(reported.is_sorted(), "problems stand in the order of the text");
    let mut covered = vec![false; text.len()];
    for span in spans.iter().chain(&reported) {
        prop_assert!(span.start < span.end && text.get(span.start..span.end).is_some(), "{:?}", span);
        covered[span.start..span.end].fill(true);
    }
    let left: String = text.char_indices().map(|(at, c)| if covered[at] { '\u{1}' } else { c }).collect();
    let operator = |part: &str| {
        let part = part.trim_matches(|c| scan::is_sign(c) || c == '(' || c == ')' || scan::is_invisible(c));
        let scope = part.to_lowercase().replace(scan::is_quote, "");
        let scope = scope.split_once(':').is_some_and(|(key, column)| key == "in" && Column::named(column).is_some());
        part.is_empty() || part == "OR" || scope
    };
    for part in left.split(|c: char| c.is_whitespace() || c == '\u{1}') {
        prop_assert!(operator(part), "{:?} is neither read nor reported", part);
    }
    Ok(())
}

fn check_all(text: &str) -> Result<(), TestCaseError> {
    check_printing(text)?;
    check_spans(text)?;
    if let Some(root) = parse(text).ok().and_then(|query| query.root) {
        check_normal(&root, false)?;
    }
    Ok(())
}

/// Queries as the grammar has them, and a little beside it.
fn grammar() -> impl Strategy<Value = String> {
    let values = prop::sample::select(vec![
        "todo",
        "Note",
        "later",
        "a",
        "a/b",
        "/",
        "#x",
        "\"two words\"",
        "\"a (b)\"",
        "none",
        "high",
        "image",
        "photo",
        "2026",
        "2026-03",
        "2026-03-01",
        "<today",
        ">=2026-01-01",
        "<",
        "2w",
        "101d",
        "title",
        "created",
        "due",
        "trash",
        "in_progress",
        "a,b",
        "",
        "soonish",
        "book",
        "watch",
        ":x",
        "(a",
        "a)",
        "x\"y",
        "/\"q",
        "body",
        "tags",
        "file",
    ]);
    let keys =
        prop::sample::select(keys::KEYS.iter().map(|row| row.key.name()).chain(["tga", "http"]).collect::<Vec<_>>());
    let leaf = prop_oneof![
        4 => prop::sample::select(vec![
            "cat", "dog", "OR", "AND", "foo_bar(", "main()", "it's", "’tis", "--shutdown", "/usr/bin/", "/usr", "a)", ")x",
            "-", "|", "C++", "x/", "\\OR", "\\-x", "\\kind:x", "\\a", "—x", "–x", "«", "ça", "'", "\"", "(", ")", "kind::x",
        ])
        .prop_map(str::to_owned),
        2 => prop::sample::select(vec![
            "\"organ donor\"", "“curly”", "\"|\"", "''", "'|---|'", "'it''s'", "'n'", "'a\\'", "‘x’", "/a.b/", "/a b/", "/\\/x/",
        ])
        .prop_map(str::to_owned),
        6 => (keys, values).prop_map(|(key, value)| format!("{key}:{value}")),
        1 => prop::sample::select(vec!["in:title ", "in:body ", "in:tags ", "in:x "]).prop_map(str::to_owned),
    ];
    let signed = (prop::sample::select(vec!["", "", "", "-", "!", "−", "--", "in:title ", "-in:file "]), leaf)
        .prop_map(|(sign, leaf)| format!("{sign}{leaf}"));
    signed.prop_recursive(5, 40, 5, |inner| {
        let glue = prop::sample::select(vec![" ", " ", " OR ", "", "  "]);
        (
            prop::sample::select(vec!["(", "-(", "", "in:title (", "( "]),
            prop::collection::vec((inner, glue), 1..5),
            any::<bool>(),
        )
            .prop_map(|(open, parts, close)| {
                let mut text = open.to_owned();
                for (part, glue) in parts {
                    text.push_str(&part);
                    text.push_str(glue);
                }
                if close && !open.is_empty() {
                    text.push(')');
                }
                text
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_the_grammar_makes_reads_back_and_is_covered(text in grammar()) {
        check_all(&text)?;
    }

    #[test]
    fn any_text_reads_back_and_is_covered(text in any::<String>()) {
        check_all(&text)?;
    }

    #[test]
    fn signs_in_any_order_read_back_and_are_covered(text in "[-!()'‘’\"“”/\\\\:|# ORakindtag–—\u{200b}]{0,40}") {
        check_all(&text)?;
    }
}

#[test]
fn the_limits_are_refused_with_what_was_found() {
    let words = |count: usize| (0..count).map(|i| format!("w{i}")).collect::<Vec<_>>().join(" ");
    let filters = |count: usize| (0..count).map(|i| format!("-tag:t{i}")).collect::<Vec<_>>().join(" ");
    let found = |text: &str| parse(text).map(|_| ()).map_err(|e| (e.code(), e.found));
    assert_eq!(found(&words(64)), Ok(()));
    assert_eq!(found(&format!("{} -secret", words(64))), Err(("too_many_terms", 65)));
    assert_eq!(found(&format!("({}) OR ({})", words(40), words(40))), Err(("too_many_terms", 80)));
    assert_eq!(found(&filters(64)), Ok(()));
    assert_eq!(found(&filters(65)), Err(("too_many_filters", 65)));
    assert_eq!(found(&"é".repeat(4096)), Ok(()));
    assert_eq!(found(&"é".repeat(4097)), Err(("query_too_long", 4097)));
    assert_eq!(found(&format!("{} {}", words(64), filters(64))), Ok(()));
    let message = parse(&words(65)).unwrap_err().to_string();
    assert!(message.contains("65") && message.contains("64"), "{message}");
}

#[test]
fn brackets_past_the_deepest_are_text_and_told_of() {
    for depth in [40, 64, 65, 2000] {
        let query = parse(&format!("{}cat{}", "(".repeat(depth), ")".repeat(depth))).unwrap();
        assert_eq!(shape(&query), "cat");
        let codes: Vec<_> = query.problems.iter().map(|p| p.code).collect();
        assert_eq!(codes, if depth > 64 { vec![Code::TooDeep] } else { vec![] }, "{depth}");
    }
    let query = parse(&"-(a ".repeat(1000)).unwrap_err();
    assert_eq!(query.code(), "too_many_terms");
    assert_eq!(parse(&"(".repeat(10_000)).unwrap_err().code(), "query_too_long");
}

#[test]
fn a_raw_term_has_200_characters_at_the_most() {
    for (open, close) in [('\'', '\''), ('/', '/')] {
        let fits = parse(&format!("{open}{}{close}", "é".repeat(200))).unwrap();
        assert!(fits.problems.is_empty());
        let query = parse(&format!("cat -{open}{}{close}", "é".repeat(201))).unwrap();
        assert_eq!(query.problems[0].code, Code::GrepTooLong);
        assert!(matches!(query.conjuncts(), [_, Node::Nothing(..)]));
        check_printing(&query.to_string()).unwrap();
    }
}

#[test]
fn the_work_grows_with_the_text_and_no_faster() {
    let table: toml::Table = toml::from_str(include_str!("../../../tests/data/parser.toml")).unwrap();
    for shape in table["shapes"].as_array().unwrap() {
        let shape = shape.as_str().unwrap();
        let text: String = shape.chars().cycle().take(4096).collect();
        let mut parser = parse::Parser::new(&text);
        parser.run();
        let steps = parser.text.steps.get();
        assert!(steps <= 12 * 4096, "{shape:?} took {steps} steps");
    }
}
