//! What goes into a store, what is named and left out, and what a second import does.

use std::fs;

use crate::bench::Bench;

#[test]
fn a_second_import_of_the_same_folder_adds_nothing() {
    let bench = Bench::new("import_twice");
    bench.write("notes/tea.md", "---\ntags: [drinks]\n---\n# Tea\n\nA pot of tea.\n");
    bench.write("notes/sub/cake.md", "Cake with [tea](../tea.md).\n");
    let first = bench.json(&["import", "notes", "--json"]);
    assert_eq!((&first["files"], &first["new"], &first["same"]), (&2.into(), &2.into(), &0.into()));
    let second = bench.json(&["import", "notes", "--json"]);
    assert_eq!((&second["new"], &second["changed"], &second["same"]), (&0.into(), &0.into(), &2.into()));
    assert_eq!(bench.paths("tag:drinks"), ["tea"]);
    assert_eq!(bench.paths("link:tea"), ["sub/cake"]);
}

#[test]
fn a_changed_file_merges_with_an_edit_made_here_and_gone_files_are_kept_and_named() {
    let bench = Bench::new("import_merges");
    bench.write("notes/list.md", "first line\n\nmiddle\n\nlast line\n");
    bench.write("notes/old.md", "walrus\n");
    bench.ok(&["import", "notes"]);
    let created = bench.json(&["show", "notes/list", "--json"])["created"].clone();
    bench.ok(&["edit", "notes/list", "--body", "FIRST line\n\nmiddle\n\nlast line\n"]);
    bench.write("notes/list.md", "first line\n\nmiddle\n\nLAST line\n");
    fs::rename(bench.dir.join("notes/old.md"), bench.dir.join("notes/new.md")).unwrap();
    let report = bench.json(&["import", "notes", "--json"]);
    assert_eq!((&report["new"], &report["changed"]), (&1.into(), &1.into()));
    assert_eq!(report["gone"]["count"], 1);
    assert_eq!(report["gone"]["pages"][0]["path"], "old");
    let list = bench.json(&["show", "notes/list", "--json", "--history"]);
    assert_eq!(list["body"], "FIRST line\n\nmiddle\n\nLAST line\n");
    assert_eq!(list["created"], created);
    assert_eq!(list["history"].as_array().unwrap().len(), 3);
    let mut found = bench.paths("walrus");
    found.sort();
    assert_eq!(found, ["new", "old"]);
}

#[test]
fn every_file_is_in_or_named_and_the_numbers_add_up() {
    let bench = Bench::new("import_adds_up");
    bench.write("in/100%.md", "ocelot\n");
    bench.write("in/a%20b.md", "ocelot\n");
    bench.write("in/a b.md", "ocelot\n");
    bench.write("in/-rf.md", "ocelot\n");
    bench.write("in/--help.md", "ocelot\n");
    bench.write("in/..md", "ocelot, on a page called `.`\n");
    bench.write("in/table.csv", "a,b\n1,2\n");
    bench.write("in/photo.jpg", b"\xff\xd8\xff\xe0 no real photo");
    bench.write("in/broken.md", b"\0\x01\x02\x03\0\0\0\0".repeat(20));
    bench.write("in/.obsidian/app.json", "{}");
    bench.write("in/.hidden.md", "ocelot\n");
    let report = bench.json(&["import", "in", "--json"]);
    assert_eq!(report["files"], 9);
    assert_eq!(report["new"], 9);
    assert_eq!(report["hidden"], 2);
    assert_eq!(report["warnings"][0]["path"], "broken.md");
    assert_eq!(bench.paths("ocelot").len(), 6);
    assert_eq!(bench.paths("kind:image"), ["photo.jpg"]);
    let mut documents = bench.paths("kind:document");
    documents.sort();
    assert_eq!(documents, ["broken.md", "table.csv"]);
    bench.ok(&["export", "out"]);
    let visible: Vec<_> =
        bench.tree("in").into_iter().filter(|(path, _)| path == "..md" || !path.starts_with('.')).collect();
    assert_eq!(bench.tree("out"), visible);
}

#[test]
fn a_file_may_be_called_like_an_option() {
    let bench = Bench::new("import_dash");
    bench.write("-rf.md", "ocelot\n");
    let text = bench.ok(&["import", "--source", "in", "--", "-rf.md"]);
    assert!(text.contains("1 new"), "{text}");
    assert_eq!(bench.paths("source:in"), ["-rf"]);
}

#[test]
fn files_that_pages_name_hang_on_them() {
    let bench = Bench::new("import_attachments");
    bench.write("vault/day/one.md", "![[sketch.png]] and [the plan](../files/plan%20b.pdf)\n");
    bench.write("vault/two.md", "![](files/sketch.png)\n");
    bench.write("vault/files/sketch.png", b"\x89PNG sketch");
    bench.write("vault/files/plan b.pdf", b"%PDF-1.4 plan");
    bench.write("vault/files/lonely.png", b"\x89PNG lonely");
    bench.write("vault/lonely.png.md", "Beside no file of its name.\n");
    bench.write("vault/beside.png", b"\x89PNG beside");
    bench.write("vault/beside.png.md", "About the picture.\n");
    let report = bench.json(&["import", "vault", "--json"]);
    assert_eq!((&report["files"], &report["new"], &report["attached"]), (&8.into(), &5.into(), &3.into()));
    let files = |page: &str| -> Vec<String> {
        let page = bench.json(&["show", page, "--json"]);
        page["files"].as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(files("vault/day/one"), ["files/sketch.png", "files/plan b.pdf"]);
    assert_eq!(files("vault/two"), ["files/sketch.png"]);
    assert_eq!(files("vault/beside.png"), ["beside.png"]);
    assert_eq!(files("vault/files/lonely.png"), ["files/lonely.png"]);
    bench.ok(&["export", "out"]);
    assert_eq!(bench.tree("out"), bench.tree("vault"));
    let again = bench.json(&["import", "vault", "--json"]);
    assert_eq!((&again["new"], &again["changed"], &again["same"]), (&0.into(), &0.into(), &5.into()));
}

#[test]
fn front_matter_never_keeps_a_page_out() {
    let bench = Bench::new("import_front_matter");
    let mut bomb = "---\na: &a [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for (from, to) in ('a'..'i').zip('b'..='i') {
        bomb += &format!("{to}: &{to} [{}]\n", vec![format!("*{from}"); 9].join(", "));
    }
    bomb += "---\naxolotl\n";
    bench.write("in/bomb.md", &bomb);
    bench.write("in/twice.md", "---\ntags: [a]\ntags: [b]\ndue: soonish\n---\naxolotl\n");
    bench.write("in/marked.md", "\u{feff}---\ntitle: Harbour\n---\naxolotl\n");
    let keys: String = (0..3_000).map(|n| format!("k{n}: v\n")).collect();
    bench.write("in/wide.md", format!("---\n{keys}---\naxolotl\n"));
    let report = bench.json(&["import", "in", "--json"]);
    assert_eq!(report["new"], 4);
    let warned = |path: &str| report["warnings"].as_array().unwrap().iter().any(|warning| warning["path"] == path);
    assert!(warned("bomb.md") && warned("twice.md") && !warned("marked.md"), "{report}");
    assert_eq!(bench.paths("axolotl").len(), 4);
    assert_eq!(bench.paths("in:title harbour"), ["marked"]);
    bench.ok(&["export", "out"]);
    assert_eq!(bench.tree("out"), bench.tree("in"));
}

#[test]
fn a_text_too_long_for_a_page_comes_in_as_a_file() {
    let bench = Bench::new("import_too_long");
    bench.write("in/long.md", "word ".repeat(4 * 1024 * 1024));
    let report = bench.json(&["import", "in", "--json"]);
    assert_eq!((&report["new"], &report["skipped"]), (&1.into(), &serde_json::json!([])));
    assert!(report["warnings"][0]["message"].as_str().unwrap().contains("16 MiB"), "{report}");
    bench.ok(&["export", "out"]);
    assert!(bench.read("out/long.md") == bench.read("in/long.md"));
}

#[cfg(unix)]
#[test]
fn links_pipes_and_odd_names_are_named_and_never_followed_in_circles() {
    use std::ffi::OsStr;
    use std::os::unix::{ffi::OsStrExt as _, fs::symlink, net::UnixListener};
    let bench = Bench::new("import_links");
    bench.write("in/real.md", "marmot\n");
    bench.write("secret.md", "not for import\n");
    let at = |name: &str| bench.dir.join("in").join(name);
    symlink("real.md", at("linked.md")).unwrap();
    symlink("../secret.md", at("outside.md")).unwrap();
    symlink("loop.md", at("loop.md")).unwrap();
    symlink(".", at("circle")).unwrap();
    let _socket = UnixListener::bind(at("socket")).unwrap();
    fs::write(at("").join(OsStr::from_bytes(b"latin-\xe9\xff.md")), "marmot\n").unwrap();
    fs::write(at("new\nline.md"), "marmot\n").unwrap();
    let ran = bench.run(&["import", "in"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.starts_with("in: 8 files: 3 new, 0 changed, 0 same, 0 attached, 5 skipped"), "{ran:?}");
    assert!(ran.out.contains("skipped latin-\\xe9\\xff.md: "), "{ran:?}");
    assert!(ran.out.contains("skipped outside.md: it is a link that leaves the folder"), "{ran:?}");
    let mut found = bench.paths("marmot");
    found.sort();
    assert_eq!(found, ["linked", "new\nline", "real"]);
    assert!(!bench.ok(&["search", "marmot"]).contains("new\nline"));
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read_is_named_and_not_gone() {
    use std::os::unix::fs::PermissionsExt as _;
    let bench = Bench::new("import_unreadable");
    bench.write("in/open.md", "stoat\n");
    bench.write("in/shut.md", "stoat\n");
    bench.ok(&["import", "in"]);
    let shut = bench.dir.join("in/shut.md");
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o0)).unwrap();
    // Whoever may read everything reads this one too.
    let readable = fs::read(&shut).is_ok();
    let ran = bench.run(&["import", "in", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(ran.status, i32::from(!readable));
    assert_eq!(report["skipped"].as_array().unwrap().len(), usize::from(!readable));
    assert_eq!(report["same"], if readable { 2 } else { 1 });
    assert_eq!(report["gone"]["count"], 0);
}

#[test]
fn what_is_not_there_is_an_error_that_names_it() {
    let bench = Bench::new("import_missing");
    let ran = bench.run(&["import", "nowhere"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("nowhere"), "{ran:?}");
    assert_eq!(bench.run(&["import"]).status, 2);
}
