//! What the shapes promise to whoever reads or writes them.

use super::*;
use crate::fields::{Fields, Kind};
use crate::merge::Content;

fn edit(json: &str) -> PageEdit {
    serde_json::from_str(json).unwrap()
}

#[test]
fn an_edit_sets_clears_and_leaves_alone() {
    let fields = Fields {
        title: Some("Old".into()),
        summary: Some("Short".into()),
        tags: vec!["kept".into()],
        path: Some("old".into()),
        ..Fields::default()
    };
    let mut content = Content { fields, body: "text\n".into() };
    edit(r#"{"title": "New", "summary": null, "kind": "Later", "path": null}"#).apply(&mut content).unwrap();
    assert_eq!(content.fields.title.as_deref(), Some("New"));
    assert_eq!(content.fields.summary, None);
    assert_eq!(content.fields.kind, Some(Kind::Consume));
    assert_eq!(content.fields.tags, ["kept"]);
    assert_eq!(content.fields.path.as_deref(), Some("old"), "a page is never without a path");
    assert_eq!(content.body, "text\n");
    edit(r##"{"tags": ["#a", " b ", "#"]}"##).apply(&mut content).unwrap();
    assert_eq!(content.fields.tags, ["a", "b"]);
}

#[test]
fn an_edit_with_a_bad_value_changes_nothing_and_says_what_is_taken() {
    let mut content = Content::default();
    let bad = edit(r#"{"title": "T", "due": "soonish"}"#).apply(&mut content).unwrap_err();
    assert_eq!(bad.field, "due");
    assert_eq!(content, Content::default());
    let bad = edit(r#"{"kind": "todos"}"#).apply(&mut content).unwrap_err();
    assert!(bad.to_string().contains("todo, consume"), "{bad}");
}

#[test]
fn a_key_or_value_that_no_field_takes_is_refused_by_its_name() {
    let table = [
        (r#"{"titel": "T"}"#, "unknown_field", "`title` is the nearest"),
        (r#"{"colour": "red"}"#, "unknown_field", "title, body, aliases"),
        (r#"{"tags": "a"}"#, "bad_field", "`tags` cannot be"),
        (r#"{"personal": "yes"}"#, "bad_field", "true or false"),
        (r#"{"title": 1}"#, "bad_field", "a text"),
        ("[1]", "bad_json", "one JSON object"),
        ("{", "bad_json", "one JSON object"),
    ];
    for (json, code, told) in table {
        let error = PageEdit::from_json(json).unwrap_err();
        assert!(error.code() == code && error.to_string().contains(told), "{json}: {error}");
    }
    assert_eq!(PageEdit::from_json(r#"{"title": null}"#).unwrap().title, Some(None));
}

#[test]
fn every_field_of_an_edit_is_known_by_its_name() {
    let all = |value: serde_json::Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    let text = Some(None);
    let full = PageEdit {
        title: text.clone(),
        body: text.clone(),
        kind: text.clone(),
        summary: text.clone(),
        status: text.clone(),
        due: text.clone(),
        priority: text.clone(),
        media: text.clone(),
        later: text.clone(),
        path: text.clone(),
        created: text,
        aliases: Some(None),
        tags: Some(None),
        sources: Some(None),
        personal: Some(None),
    };
    let json = serde_json::to_value(&full).unwrap();
    assert_eq!(PageEdit::from_json(&json.to_string()).unwrap(), full);
    assert_eq!(all(json).len(), 15);
}

#[test]
fn a_path_is_one_that_an_export_writes_and_an_import_finds() {
    let set = |path: &str| {
        let mut content = Content::default();
        let json = serde_json::json!({ "path": path }).to_string();
        PageEdit::from_json(&json).unwrap().apply(&mut content).map(|()| content.fields.path.unwrap())
    };
    for (path, kept) in [("a", "a"), ("a/b c~d", "a/b c~d"), ("a.md", "a"), ("why? a:b", "why? a:b"), ("é/…", "é/…")]
    {
        assert_eq!(set(path).unwrap(), kept);
    }
    let long = "x".repeat(253);
    let deep = ["a"; 600].join("/");
    let bad = [
        "",
        " ",
        "/a",
        "../a",
        "a/../b",
        "a/..",
        ".",
        "a//b",
        "a/",
        "a/ /b",
        "a\nb",
        "a\u{0}",
        "\u{202e}a",
        ".a",
        "a/.b",
    ];
    for path in bad.into_iter().chain(["..\\a", "c:\\a", &long, &deep]) {
        assert_eq!(set(path).unwrap_err().field, "path", "{path}");
    }
}

#[test]
fn a_reply_has_the_names_of_the_contract() {
    let hit = HitView {
        id: "0".into(),
        title: String::new(),
        source: String::new(),
        path: String::new(),
        kind: "note".into(),
        tags: vec![],
        updated: String::new(),
        section: None,
        snippet: vec![SegmentView { text: "x".into(), hit: true }],
        line: None,
        lines: vec![LineView { n: 1, part: "body".into(), text: "x".into(), spans: vec![(0, 1)] }],
        matches: 1,
    };
    let reply = SearchReply {
        hits: vec![hit],
        total: 1,
        exact: true,
        sections: vec![Section { key: "k".into(), label: "K".into(), count: 1 }],
        tokens: vec![TokenView { start: 0, end: 6, role: "filter".into(), value: "is:one".into() }],
        problems: vec![],
        explain: None,
        unmeasured: 0,
        cursor: None,
        change: 7,
    };
    let value = serde_json::to_value(&reply).unwrap();
    let keys = |value: &serde_json::Value| -> Vec<String> {
        let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    };
    assert_eq!(
        keys(&value),
        ["change", "cursor", "exact", "explain", "hits", "problems", "sections", "tokens", "total", "unmeasured"]
    );
    let names = "id kind line lines matches path section snippet source tags title updated";
    assert_eq!(keys(&value["hits"][0]).join(" "), names);
    assert_eq!(keys(&value["hits"][0]["lines"][0]), ["n", "part", "spans", "text"]);
    assert_eq!(serde_json::from_value::<SearchReply>(value).unwrap(), reply);
}
