//! Names that every disk takes, and never fewer files than pages.

use std::collections::HashSet;

use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization as _;

use super::*;
use crate::interchange::path_of_file;

#[test]
fn titles_as_names() {
    let long = "long ".repeat(80);
    let table = [
        ("💾 backup plan", "💾 backup plan"),
        ("Why?", "Why"),
        ("A: B", "A- B"),
        ("2014/12/01", "2014-12-01"),
        ("back\\slash", "back-slash"),
        ("pipe | here", "pipe - here"),
        ("\"quoted\"", "quoted"),
        ("<angle>", "angle"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("com¹", "_com¹"),
        ("COM10", "COM10"),
        ("Conference", "Conference"),
        ("..", "untitled"),
        ("../../etc", "-..-etc"),
        (".hidden", "hidden"),
        ("?.hidden", "hidden"),
        ("   blanks   ", "blanks"),
        ("ends with dot.", "ends with dot"),
        ("dot. ?", "dot"),
        ("two\nlines", "two lines"),
        ("\u{202e}gpj.exe", "gpj.exe"),
        ("README.md", "README"),
        ("a.MD.md", "a"),
        (".md", "md"),
        ("", "untitled"),
    ];
    for (title, name) in table {
        assert_eq!(slug_path(title), name, "{title:?}");
    }
    assert!(slug_path(&long).len() <= 240 && slug_path(&long).starts_with("long long"));
}

fn wanted<'a>(source: Option<&'a str>, path: &'a str) -> Wanted<'a> {
    Wanted { source, path: Some(path), title: "", tail: "k7x2", page: true }
}

fn plan(target: Target, paths: &[&str]) -> Plan {
    Plan::new(target, &paths.iter().map(|path| wanted(None, path)).collect::<Vec<_>>())
}

#[test]
fn a_folder_keeps_names_as_they_came() {
    let names = [
        "Field Notes",
        "field notes",
        "FIELD NOTES",
        "Gruß",
        "gruss",
        "new\nline",
        "-rf",
        "100%",
        "CON",
        "trailing ",
        ".dot/x",
        "a:b",
    ];
    let plan = plan(Target::Folder, &names);
    assert_eq!(plan.paths, names.map(|name| format!("{name}.md")));
    assert_eq!(plan.changes, []);
}

#[test]
fn a_portable_export_keeps_apart_what_some_disks_do_not() {
    let plan = plan(
        Target::Portable,
        &["Field Notes", "field notes", "FIELD NOTES", "Gruß", "gruss", "é", "e\u{301}", "trailing ", "a?b", "ab"],
    );
    assert_eq!(
        plan.paths,
        [
            "Field Notes.md",
            "field notes~k7x2.md",
            "FIELD NOTES~k7x2-2.md",
            "Gruß.md",
            "gruss~k7x2.md",
            "é.md",
            "e\u{301}~k7x2.md",
            "trailing .md",
            "ab~k7x2.md",
            "ab.md"
        ]
    );
    let why: Vec<_> = plan.changes.iter().map(|change| (change.index, change.why)).collect();
    assert_eq!(why, [(1, Why::Taken), (2, Why::Taken), (4, Why::Taken), (6, Why::Taken), (8, Why::NotAllowed)]);
    assert_eq!((plan.changes[0].from.as_str(), plan.changes[0].to.as_str()), ("field notes.md", "field notes~k7x2.md"));
}

#[test]
fn no_path_leads_outside() {
    let paths =
        ["../x", "a/../../x", "/etc/x", "C:/x", "C:\\x", "..\\x", "\\\\host\\x", "a/./b", "a//b", "", "/", "\0"];
    for target in [Target::Folder, Target::Portable] {
        for path in plan(target, &paths).paths {
            let outside =
                path.starts_with('/') || path.split(['/', '\\']).any(|part| matches!(part, "" | "." | ".." | "C:"));
            assert!(!outside && !path.contains('\0'), "{path:?}");
        }
    }
}

#[test]
fn sources_are_folders_and_a_file_is_never_also_a_folder() {
    let all = [
        wanted(Some("vault"), "a"),
        wanted(None, "vault/a"),
        wanted(None, "x.md/y"),
        wanted(None, "x"),
        Wanted { path: Some("img/p.png"), page: false, ..wanted(Some("vault"), "") },
        Wanted { path: None, title: "2014/12/01", ..wanted(None, "") },
    ];
    let plan = Plan::new(Target::Folder, &all);
    assert_eq!(
        plan.paths,
        ["vault/a.md", "vault/a~k7x2.md", "x.md/y.md", "x~k7x2.md", "vault/img/p.png", "2014-12-01.md"]
    );
    let files_first = Plan::new(Target::Folder, &[wanted(None, "x"), wanted(None, "x.md/y")]);
    assert_eq!(files_first.paths, ["x.md", "x.md~/y~k7x2.md"]);
}

#[test]
fn a_thousand_pages_of_one_name_are_a_thousand_files() {
    let plan = plan(Target::Portable, &["x".repeat(300).as_str(); 1000]);
    assert_eq!(plan.paths.iter().collect::<HashSet<_>>().len(), 1000);
    assert!(plan.paths.iter().all(|path| path.len() <= 255));
}

fn any_path() -> impl Strategy<Value = String> {
    let device = "(con|nul|com1|aux)(\\.[a-z]{0,3})?";
    prop_oneof!["(?s).{0,12}", "[aAßsS./\\\\:?~ é\u{301}]{0,8}", device, "[é🚀]{60,140}"]
}

proptest! {
    #[test]
    fn a_component_is_a_name_everywhere(text in any_path()) {
        for name in [safe_component(&text), slug_path(&text)] {
            prop_assert!(!name.is_empty() && name.len() <= 255, "{:?}", name);
            prop_assert!(!name.contains(|c: char| c.is_control() || "<>:\"/\\|?*".contains(c)), "{:?}", name);
            prop_assert!(!name.starts_with(['.', ' ']) && !name.ends_with(['.', ' ']), "{:?}", name);
            let device = name.split('.').next().unwrap().trim().to_lowercase();
            prop_assert!(!["con", "nul", "aux", "com1"].contains(&device.as_str()), "{:?}", name);
            prop_assert_eq!(safe_component(&name), name);
        }
        let path = slug_path(&text);
        prop_assert_eq!(path_of_file(&format!("{path}.md")), Some(path));
    }

    #[test]
    fn every_page_has_a_file_of_its_own(
        paths in proptest::collection::vec((any_path(), any::<bool>(), proptest::option::of("[aA.]{0,2}")), 0..24),
    ) {
        let all: Vec<Wanted<'_>> = paths
            .iter()
            .map(|(path, page, source)| Wanted { page: *page, ..wanted(source.as_deref(), path) })
            .collect();
        for target in [Target::Folder, Target::Portable] {
            let plan = Plan::new(target, &all);
            let key = |path: &str| match target {
                Target::Folder => path.to_owned(),
                Target::Portable => path.nfd().collect::<String>().to_uppercase().to_lowercase().nfc().collect(),
            };
            let files: HashSet<String> = plan.paths.iter().map(|path| key(path)).collect();
            prop_assert_eq!(files.len(), all.len());
            for path in &plan.paths {
                let fits = |part: &str| !matches!(part, "" | "." | "..") && part.len() <= 255;
                prop_assert!(path.split('/').all(fits), "{:?}", path);
                let key = key(path);
                prop_assert!(key.match_indices('/').all(|(at, _)| !files.contains(&key[..at])), "{:?}", path);
                if target == Target::Portable {
                    prop_assert!(path.split('/').all(|part| safe_component(part) == part), "{:?}", path);
                }
            }
            let told = |change: &Change| plan.paths[change.index] == change.to && change.from != change.to;
            prop_assert!(plan.changes.iter().all(told));
        }
    }
}
