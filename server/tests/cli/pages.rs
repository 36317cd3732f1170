//! Pages made, shown, changed, thrown away and brought back.

use crate::bench::Bench;

#[test]
fn a_new_page_is_shown_under_its_title_its_path_and_its_id() {
    let bench = Bench::new("pages_new");
    bench.ok(&["new", "--title", "Otter pond", "--body", "By the [[mill]].\n", "--tag", "#water", "--kind", "todo"]);
    for name in ["Otter pond", "scrap/Otter pond", "otter p"] {
        let page = bench.json(&["show", name, "--json"]);
        assert_eq!((&page["title"], &page["kind"]), (&"Otter pond".into(), &"todo".into()));
        assert_eq!(page["tags"], serde_json::json!(["water"]));
        assert_eq!(page["links"][0]["target"], "mill");
        assert_eq!(bench.json(&["show", page["id"].as_str().unwrap(), "--json"])["id"], page["id"]);
    }
    bench.ok(&["new", "--title", "Mill", "--body", "[[Otter pond]], [[otter pond]]\n"]);
    let shown = bench.ok(&["show", "Otter pond"]);
    assert!(shown.contains("Mill  scrap/Mill  2 links"), "{shown}");
}

#[test]
fn a_name_that_means_several_pages_is_asked_back() {
    let bench = Bench::new("pages_ambiguous");
    bench.ok(&["new", "--title", "Otter pond", "--body", "a"]);
    bench.ok(&["new", "--title", "Otter song", "--body", "b"]);
    let ran = bench.run(&["show", "otter"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("scrap/Otter pond") && ran.err.contains("scrap/Otter song"), "{ran:?}");
    assert_eq!(bench.run(&["show", "badger"]).status, 1);
}

#[test]
fn a_title_that_two_pages_share_is_asked_back_by_every_command() {
    let bench = Bench::new("pages_shared_title");
    bench.write("in/a~b.md", "# Otter\n");
    bench.write("in/c.md", "# Otter\n");
    bench.ok(&["import", "in"]);
    for args in [
        &["show"][..],
        &["edit", "--tag", "x"],
        &["trash"],
        &["restore"],
        &["purge", "--yes"],
        &["enrich", "--what", "summary"],
    ] {
        let ran = bench.run(&[args, &["Otter"]].concat());
        assert_eq!(ran.status, 1, "{args:?}: {ran:?}");
        assert!(ran.err.contains("\n  in/a~b  Otter\n  in/c  Otter\n"), "{args:?}: {ran:?}");
    }
    let ran = bench.run(&["show", "Otter", "--json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&ran.err).unwrap()["code"], "ambiguous_page");
    assert_eq!(bench.json(&["show", "in/a~b", "--json"])["path"], "a~b");
    assert_eq!(bench.run(&["purge", "in/a", "--yes"]).status, 1, "a beginning is not enough");
    bench.ok(&["purge", "in/a~b.md", "--yes"]);
    bench.ok(&["show", "Otter"]);
    assert!(bench.run(&["show", "Oter"]).err.contains("  in/c  Otter"));
}

#[test]
fn one_title_twice_makes_two_paths() {
    let bench = Bench::new("pages_twice");
    for title in ["Tea", "tea", "../Tea"] {
        bench.ok(&["new", "--title", title, "--body", "bandicoot"]);
    }
    let mut paths = bench.paths("bandicoot");
    paths.sort();
    assert_eq!(paths, ["-Tea", "Tea", "tea 2"]);
}

#[test]
fn fields_come_as_json_and_a_wrong_key_is_named() {
    let bench = Bench::new("pages_json");
    let made =
        bench.fed(&["new", "--json", "-"], r#"{"title": "Bill", "kind": "todo", "due": "2026-03-01", "body": "pay"}"#);
    assert_eq!(made.status, 0, "{made:?}");
    let made: serde_json::Value = serde_json::from_str(&made.out).unwrap();
    let id = made["id"].as_str().unwrap();
    assert_eq!(bench.fed(&["edit", id, "--json", "-"], r#"{"due": null, "status": "done"}"#).status, 0);
    let page = bench.json(&["show", id, "--json"]);
    assert_eq!(
        (&page["due"], &page["status"], &page["body"]),
        (&serde_json::Value::Null, &"done".into(), &"pay".into())
    );
    for (input, named) in [(r#"{"titel": "x"}"#, "`title`"), (r#"{"kind": "todos"}"#, "kind"), ("{", "JSON")] {
        let ran = bench.fed(&["edit", id, "--json", "-"], input);
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.err.contains(named), "{ran:?}");
    }
    assert_eq!(bench.json(&["show", id, "--json", "--history"])["history"].as_array().unwrap().len(), 2);
}

#[test]
fn a_page_without_title_and_text_or_with_a_path_outside_is_refused() {
    let bench = Bench::new("pages_refused");
    let nothing = ["{}", r#"{"tags": ["a"]}"#, r#"{"title": "", "body": " \n"}"#, r#"{"title": null}"#];
    for input in nothing {
        let ran = bench.fed(&["new", "--json", "-"], input);
        assert!(ran.status == 2 && ran.err.contains("a title or a text"), "{input}: {ran:?}");
    }
    for path in ["../x", "/etc/x", "a\\u0007b", "a//b", &"x".repeat(300)] {
        let ran = bench.fed(&["new", "--json", "-"], &format!(r#"{{"title": "T", "path": "{path}"}}"#));
        assert!(ran.status == 2 && ran.err.contains("`path` cannot be"), "{path}: {ran:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&ran.err).unwrap()["code"], "bad_field");
    }
    assert!(!bench.dir.join("data").exists(), "nothing was made");
}

#[test]
fn an_edit_of_an_older_reading_is_merged() {
    let bench = Bench::new("pages_base");
    bench.ok(&["new", "--title", "List", "--body", "one\n\ntwo\n\nthree\n"]);
    let base = bench.json(&["show", "List", "--json"])["heads"][0].as_str().unwrap().to_owned();
    bench.ok(&["edit", "List", "--body", "ONE\n\ntwo\n\nthree\n"]);
    bench.ok(&["edit", "List", "--base", &base, "--body", "one\n\ntwo\n\nTHREE\n"]);
    assert_eq!(bench.json(&["show", "List", "--json"])["body"], "ONE\n\ntwo\n\nTHREE\n");
    assert_eq!(bench.run(&["edit", "List", "--base", "12", "--body", "x"]).status, 2);
    assert_eq!(bench.run(&["edit", "List", "--base", &"0".repeat(64), "--body", "x"]).status, 1);
}

#[test]
fn tags_are_added_and_taken_away() {
    let bench = Bench::new("pages_tags");
    bench.ok(&["new", "--title", "T", "--tag", "a", "--tag", "b"]);
    bench.ok(&["edit", "T", "--untag", "A", "--tag", "c", "--tag", "B"]);
    assert_eq!(bench.json(&["show", "T", "--json"])["tags"], serde_json::json!(["b", "c"]));
}

#[test]
fn a_page_with_thousands_of_tags_does_not_drown_the_terminal() {
    let bench = Bench::new("pages_many_tags");
    let tags: Vec<String> = (0..2_000).map(|n| format!("#t{n}")).collect();
    bench.ok(&["new", "--title", "T", "--body", &tags.join(" ")]);
    for args in [&["search", "tag:t5"][..], &["show", "T"]] {
        let out = bench.ok(args);
        let line = out.lines().find(|line| line.contains("#t0")).unwrap();
        assert!(line.len() < 250 && line.ends_with("+1988 more"), "{line}");
    }
    assert_eq!(bench.json(&["show", "T", "--json"])["tags"].as_array().unwrap().len(), 2_000);
}

#[cfg(unix)]
#[test]
fn the_editor_gets_the_file_and_what_it_writes_is_the_page() {
    let bench = Bench::new("pages_editor");
    bench.write("notes/tea.md", "---\ntags: [drinks]  # kept\ntitle: Tea\n---\nblack\n");
    bench.ok(&["import", "notes"]);
    let edit = |editor: &str| bench.command(&["edit", "notes/tea"]).env("EDITOR", editor).output().unwrap();
    assert!(edit("sed -i s/black/green/").status.success());
    assert_eq!(bench.ok(&["show", "notes/tea", "--raw"]), "---\ntags: [drinks]  # kept\ntitle: Tea\n---\ngreen\n");
    assert!(edit("true").status.success());
    assert!(!edit("false").status.success());
    assert_eq!(bench.json(&["show", "notes/tea", "--json", "--history"])["history"].as_array().unwrap().len(), 2);
    let left: Vec<_> = bench.tree("data").into_iter().filter(|(path, _)| path.contains("draft")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn the_trash_gives_back_and_a_purge_does_not() {
    let bench = Bench::new("pages_trash");
    bench.ok(&["new", "--title", "Wombat", "--body", "burrow\n"]);
    bench.ok(&["trash", "Wombat"]);
    assert!(bench.paths("burrow").is_empty());
    assert_eq!(bench.paths("burrow is:trash"), ["Wombat"]);
    bench.ok(&["restore", "Wombat"]);
    assert_eq!(bench.paths("burrow"), ["Wombat"]);
    assert_eq!(bench.run(&["purge", "Wombat"]).status, 2);
    bench.ok(&["purge", "Wombat", "--yes"]);
    assert!(bench.paths("burrow").is_empty());
    assert_eq!(bench.run(&["show", "Wombat"]).status, 1);
    bench.ok(&["check"]);
}

#[test]
fn an_older_log_brings_nothing_back_and_a_file_that_is_still_there_does() {
    let bench = Bench::new("pages_back");
    bench.write("in/wombat.md", "burrow ![](p.png)\n");
    bench.write("in/p.png", b"\x89PNG p");
    bench.ok(&["import", "in"]);
    bench.ok(&["export", "--log", "old.scraplog"]);
    bench.ok(&["purge", "in/wombat", "--yes"]);
    let taken = bench.json(&["import", "old.scraplog", "--json"]);
    assert_eq!((&taken["entries"], &taken["removed"]), (&0.into(), &2.into()));
    bench.ok(&["export", "--log", "new.scraplog"]);
    assert!(!bench.read("new.scraplog").windows(6).any(|at| at == b"burrow"));
    let report = bench.json(&["import", "in", "--json"]);
    assert_eq!((&report["new"], &report["back"]), (&1.into(), &1.into()));
    assert_eq!(bench.paths("burrow"), ["wombat"]);
    bench.ok(&["export", "out"]);
    assert_eq!(bench.read("out/p.png"), b"\x89PNG p");
    assert_eq!(bench.json(&["import", "in", "--json"])["same"], 1);
    bench.ok(&["check"]);
}

#[test]
fn a_file_is_hung_on_a_page_and_comes_out_again() {
    let bench = Bench::new("pages_file");
    bench.write("scan.pdf", "%PDF-1.4");
    bench.ok(&["new", "--title", "Letter", "--body", "see the scan\n"]);
    bench.ok(&["file", "add", "Letter", "scan.pdf"]);
    bench.ok(&["file", "add", "Letter", "scan.pdf"]);
    assert_eq!(bench.json(&["show", "Letter", "--json"])["files"].as_array().unwrap().len(), 1);
    bench.ok(&["export", "out"]);
    assert_eq!(bench.read("out/scan.pdf"), b"%PDF-1.4");
}

#[test]
fn what_is_read_in_a_page_is_found_and_replaces_what_was_read_before() {
    let bench = Bench::new("pages_enrich");
    bench.write("in/scan.png", b"\x89PNG");
    bench.write("in/other.md", "x\n");
    bench.ok(&["import", "in"]);
    let enrich = |what: &str, text: &str| {
        let ran = bench.fed(&["enrich", "in/scan.png", "--what", what], text);
        assert_eq!(ran.status, 0, "{ran:?}");
    };
    enrich("ocr", "first quokka\n");
    enrich("ocr", "second numbat\n");
    enrich("description", "a marsupial\n");
    enrich("summary", "what was scanned\n");
    enrich("writeup", "# About\n\nbilbies\n");
    enrich("related", "in/other\n");
    assert!(bench.paths("quokka").is_empty());
    for word in ["numbat", "marsupial", "scanned", "bilbies"] {
        assert_eq!(bench.paths(word), ["scan.png"], "{word}");
    }
    assert_eq!(bench.fed(&["enrich", "in/other", "--what", "ocr"], "x").status, 1);
    assert_eq!(bench.fed(&["enrich", "in/other", "--what", "poem"], "x").status, 2);
    bench.ok(&["check"]);
}

#[test]
fn nothing_a_page_says_commands_the_terminal() {
    let bench = Bench::new("pages_terminal");
    bench.write("in/a.md", "---\ntitle: \"\\e]0;x\\a\"\n---\nred \u{1b}[31m and\rover \u{9b}2J\n");
    bench.ok(&["import", "in"]);
    for args in [&["show", "in/a"][..], &["search", "red"], &["show", "in/a", "--history"]] {
        let out = bench.ok(args);
        assert!(!out.chars().any(|char| char.is_control() && char != '\n'), "{out:?}");
    }
}
