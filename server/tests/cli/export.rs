//! What comes out: the same bytes, names that disks take, and everything as one file.

use std::fs::{self, File};
use std::io::Read as _;

use crate::bench::Bench;

#[test]
fn what_was_not_changed_comes_out_byte_for_byte() {
    let bench = Bench::new("export_bytes");
    bench.write("in/marked.md", "\u{feff}---\r\ntitle: \"T\"  # note\r\n---\r\nline\r\nmixed\nlast");
    bench.write("in/latin.md", b"caf\xe9 \x93quoted\x94\n");
    bench.write(
        "in/utf16.md",
        "\u{feff}Gr\u{fc}\u{df}e\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>(),
    );
    bench.write(
        "in/utf32.md",
        "\u{feff}Gr\u{fc}\u{df}e\n".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect::<Vec<_>>(),
    );
    bench.write("in/empty.md", "");
    bench.write("in/toml.markdown", "+++\ntitle = 'x'\n+++\nbody\n");
    bench.write("in/Caps.MD", "caps\n");
    bench.ok(&["import", "in"]);
    bench.ok(&["export", "out"]);
    assert_eq!(bench.tree("out"), bench.tree("in"));
    bench.ok(&["edit", "in/marked", "--tag", "new"]);
    let raw = bench.ok(&["show", "in/marked", "--raw"]);
    assert!(raw.starts_with("\u{feff}---\r\ntitle: \"T\"  # note\r\n"), "{raw:?}");
    assert!(raw.ends_with("---\r\nline\r\nmixed\nlast"), "{raw:?}");
}

#[test]
fn a_folder_that_holds_something_takes_force_and_loses_nothing() {
    let bench = Bench::new("export_force");
    bench.ok(&["new", "--title", "Tea", "--body", "pot\n"]);
    bench.write("out/mine.txt", "mine");
    bench.write("out/Tea.md", "older");
    let ran = bench.run(&["export", "out"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("--force"), "{ran:?}");
    assert_eq!(bench.read("out/Tea.md"), b"older");
    bench.ok(&["export", "out", "--force"]);
    bench.ok(&["export", "out", "--force"]);
    assert!(String::from_utf8(bench.read("out/Tea.md")).unwrap().contains("pot"));
    assert_eq!(bench.read("out/mine.txt"), b"mine");
    assert_eq!(bench.tree("out").len(), 2);
}

#[test]
fn several_sources_have_a_folder_each_and_files_keep_their_time() {
    let bench = Bench::new("export_sources");
    bench.write("a/x.md", "---\nupdated: 2020-05-06T07:08:09Z\n---\none\n");
    bench.write("b/x.md", "two\n");
    bench.ok(&["import", "a", "b"]);
    bench.ok(&["trash", "b/x"]);
    bench.write("b/y.md", "three\n");
    bench.ok(&["import", "b/y.md"]);
    bench.ok(&["export", "out"]);
    let names: Vec<String> = bench.tree("out").into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["a/x.md", "b/y.md"]);
    let changed = fs::metadata(bench.dir.join("out/a/x.md")).unwrap().modified().unwrap();
    assert_eq!(changed.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs(), 1_588_748_889);
}

#[test]
fn titles_that_are_no_file_names_come_back_with_the_next_import() {
    let bench = Bench::new("export_titles");
    let titles = [
        "CON",
        "a/b",
        "..",
        ".hidden",
        "Tea",
        "tea",
        "Straße",
        "strasse",
        "what? why*",
        "x".repeat(300).leak(),
        "tail. ",
    ];
    for title in titles {
        bench.ok(&["new", "--title", title, "--body", "bandicoot\n"]);
    }
    bench.ok(&["export", "out"]);
    let files = bench.tree("out");
    assert_eq!(files.len(), titles.len());
    for (name, _) in &files {
        assert!(!name.contains('/') && !name.starts_with('.') && name.len() <= 255, "{name}");
    }
    let other = Bench::new("export_titles_back");
    fs::rename(bench.dir.join("out"), other.dir.join("in")).unwrap();
    other.ok(&["import", "in"]);
    let found = other.json(&["search", "bandicoot", "--json"]);
    let mut back: Vec<String> =
        found["hits"].as_array().unwrap().iter().map(|hit| hit["title"].as_str().unwrap().to_owned()).collect();
    let mut gone: Vec<String> = titles.iter().map(|title| title.trim().to_owned()).collect();
    back.sort();
    gone.sort();
    assert_eq!(back, gone);
}

#[test]
fn a_zip_has_the_same_files_under_names_that_every_system_takes() {
    let bench = Bench::new("export_zip");
    bench.write("in/Gruß.md", "marmot\n");
    bench.write("in/gruss.md", "marmot\n");
    bench.write("in/a:b.md", "marmot\n");
    bench.write("in/pic.png", b"\x89PNG");
    bench.ok(&["import", "in"]);
    let told = bench.ok(&["export", "--zip", "out.zip"]);
    assert!(told.contains("a:b.md became a-b.md"), "{told}");
    let mut archive = zip::ZipArchive::new(File::open(bench.dir.join("out.zip")).unwrap()).unwrap();
    let mut names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    names.sort();
    assert_eq!(names.len(), 4);
    assert!(names.contains(&"Gruß.md".to_owned()) != names.contains(&"gruss.md".to_owned()), "{names:?}");
    let mut text = String::new();
    archive.by_name("a-b.md").unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "marmot\n");
    let bytes = bench.read("out.zip");
    let name = "Gruß".as_bytes();
    let header = bytes.windows(name.len()).position(|at| at == name).unwrap() - 30;
    assert_eq!(bytes[header + 7] & 0b1000, 0b1000, "the flag of UTF-8");
    assert_eq!(bench.run(&["export", "--zip", "out.zip"]).status, 1);
}

#[test]
fn a_log_takes_everything_to_another_store() {
    let bench = Bench::new("export_log");
    bench.write("in/a.md", "![](p.png)\n");
    bench.write("in/p.png", b"\x89PNG p");
    bench.write("in/latin.md", b"caf\xe9 here\n");
    bench.ok(&["import", "in"]);
    bench.ok(&["edit", "in/a", "--body", "second ![](p.png)\n"]);
    bench.ok(&["new", "--title", "Gone", "--body", "quoll\n"]);
    bench.ok(&["trash", "Gone"]);
    bench.ok(&["new", "--title", "Purged", "--body", "numbat\n"]);
    bench.ok(&["purge", "Purged", "--yes"]);
    bench.ok(&["export", "--log", "all.scraplog"]);
    let other = Bench::new("export_log_back");
    fs::copy(bench.dir.join("all.scraplog"), other.dir.join("all.scraplog")).unwrap();
    other.ok(&["import", "all.scraplog"]);
    let shown = |bench: &Bench, page: &str| bench.json(&["show", page, "--json", "--history"]);
    for page in ["in/a", "in/latin", "Gone"] {
        assert_eq!(shown(&other, page), shown(&bench, page));
    }
    assert!(!fs::read(other.dir.join("all.scraplog")).unwrap().windows(6).any(|at| at == b"numbat"));
    other.ok(&["check"]);
    other.ok(&["export", "out"]);
    bench.ok(&["export", "out"]);
    assert_eq!(other.tree("out"), bench.tree("out"));
    let again = other.json(&["import", "all.scraplog", "--json"]);
    assert_eq!(again["entries"], 0);
    other.ok(&["export", "--log", "back.scraplog"]);
    assert_eq!(other.read("back.scraplog"), other.read("all.scraplog"));
}

#[test]
fn a_page_whose_text_is_not_here_is_named_and_not_written_out_empty() {
    let bench = Bench::new("export_no_text");
    bench.write("in/a.md", "a pot of it\n");
    bench.write("in/b.md", "here\n");
    bench.ok(&["import", "in"]);
    bench.ok(&["export", "--log", "whole"]);
    // The first record is a text: what follows it comes in without.
    let whole = bench.read("whole");
    let length = |at: usize| u64::from_le_bytes(whole[at + 1..at + 9].try_into().unwrap()) as usize;
    assert_eq!(whole[9], b'T');
    let mut rest = whole[9 + 41 + length(9)..].to_vec();
    let count = rest.len() - 8;
    let records = u64::from_le_bytes(rest[count..].try_into().unwrap()) - 1;
    rest[count..].copy_from_slice(&records.to_le_bytes());
    let other = Bench::new("export_no_text_back");
    other.write("part", [&whole[..9], &rest[..]].concat());
    other.ok(&["import", "part"]);
    for args in [&["export", "out"][..], &["export", "--zip", "out.zip"]] {
        let ran = other.run(args);
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.out.contains("1 page and 0 files") && ran.out.contains(".md: its text is not here"), "{ran:?}");
    }
    let named = other.json(&["search", "is:unindexed", "--json"])["hits"][0]["path"].as_str().unwrap().to_owned();
    assert_eq!(other.tree("out").len(), 1);
    assert!(!other.dir.join(format!("out/{named}.md")).exists());
    let ran = other.run(&["show", &format!("in/{named}"), "--raw"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(other.ok(&["show", &format!("in/{named}")]).contains("not here yet"));
}

#[test]
fn a_damaged_log_is_refused_at_the_fault() {
    let bench = Bench::new("export_log_damaged");
    bench.ok(&["new", "--title", "Tea", "--body", "a pot of it\n"]);
    bench.ok(&["export", "--log", "whole"]);
    let whole = bench.read("whole");
    let mut bent = whole.clone();
    let at = bent.windows(3).position(|at| at == b"pot").unwrap();
    bent[at] ^= 1;
    bench.write("bent", &bent);
    bench.write("cut", &whole[..whole.len() - 20]);
    bench.write("longer", [&whole[..], b"x"].concat());
    bench.write("newer", [b"scraplog\x09", &whole[9..]].concat());
    let mut huge = whole.clone();
    huge[10..18].fill(0xff);
    bench.write("huge", &huge);
    for log in ["bent", "cut", "longer", "newer", "huge"] {
        let ran = bench.command(&["import", log]).env("SCRAP_DATA", "other").output().unwrap();
        assert_eq!(ran.status.code(), Some(1), "{log}");
        assert!(String::from_utf8_lossy(&ran.stderr).contains(log), "{log}");
    }
}
