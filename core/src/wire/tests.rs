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
fn an_unknown_key_is_refused_by_its_name() {
    let error = serde_json::from_str::<PageEdit>(r#"{"titel": "T"}"#).unwrap_err();
    assert!(error.to_string().contains("`titel`"), "{error}");
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
        problems: vec![],
        explain: None,
        cursor: None,
    };
    let value = serde_json::to_value(&reply).unwrap();
    let keys = |value: &serde_json::Value| -> Vec<String> {
        let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    };
    assert_eq!(keys(&value), ["cursor", "exact", "explain", "hits", "problems", "sections", "total"]);
    let names = "id kind line lines matches path section snippet source tags title updated";
    assert_eq!(keys(&value["hits"][0]).join(" "), names);
    assert_eq!(keys(&value["hits"][0]["lines"][0]), ["n", "part", "spans", "text"]);
    assert_eq!(serde_json::from_value::<SearchReply>(value).unwrap(), reply);
}
