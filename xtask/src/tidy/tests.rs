//! Each rule breaks on its fault and leaves its neighbours alone.

use super::*;

const HEAD: &str = "//! A file.\n";

/// The lines that break a rule in a file at `path`: `HEAD` is line 1, `body` follows.
fn lines(path: &str, body: &str) -> Vec<String> {
    let text = format!("{HEAD}{body}");
    check(&File { path, text: &text })
        .into_iter()
        .filter_map(|found| found.split(':').nth(1).map(String::from))
        .collect()
}

#[test]
fn a_clean_file_breaks_no_rule() {
    assert!(lines("core/src/id.rs", "pub struct Id;\n").is_empty());
    assert!(lines("core/src/store/open.rs", "const ALL: &str = \"SELECT 1\";\n").is_empty());
    assert!(lines("core/src/store.rs", "const ALL: &str = \"SELECT 1\";\n").is_empty());
    assert!(lines("web/src/dom.rs", "use web_sys::Window;\n").is_empty());
}

#[test]
fn a_rust_file_says_first_what_it_is_for() {
    let found = check(&File { path: "core/src/id.rs", text: "pub struct Id;\n" });
    assert_eq!(found, ["core/src/id.rs:1: starts with no `//!` that says what the file is for"]);
}

#[test]
fn a_file_has_four_hundred_lines_at_most() {
    assert!(lines("core/src/id.rs", &"x\n".repeat(LINES - 1)).is_empty());
    assert_eq!(lines("core/src/id.rs", &"x\n".repeat(LINES)), ["401"]);
}

#[test]
fn code_stands_where_it_belongs() {
    let cases = [
        ("core/src/id.rs", "#[cfg(target_arch = \"wasm32\")]\n"),
        ("core/src/id.rs", "const ALL: &str = \"SELECT 1\";\n"),
        ("core/src/storefront.rs", "const ALL: &str = \"SELECT 1\";\n"),
        ("server/src/api.rs", "run(\"PRAGMA user_version\");\n"),
        ("web/src/view.rs", "use web_sys::Window;\n"),
        ("core/src/id/tests.rs", "#[ignore]\n"),
        ("core/src/id/tests.rs", "std::thread::sleep(second);\n"),
    ];
    for (path, body) in cases {
        assert_eq!(lines(path, body), ["2"], "{path}: {body}");
        assert!(lines(path, &format!("// {body}")).is_empty(), "comments are no code");
    }
}

#[test]
fn lines_end_clean_but_in_data() {
    for body in ["blank \n", "tab\t\n", "dos\r\n", "no end"] {
        assert_eq!(lines("notes.md", body), ["2"], "{body:?}");
        assert!(lines("tests/data/notes.md", body).is_empty(), "{body:?}");
    }
    assert_eq!(lines("notes.md", "two ends\n\n"), ["3"]);
}

#[test]
fn a_home_folder_is_a_path_of_one_machine_and_a_page_path_is_not() {
    assert_eq!(lines("notes.md", "see /home/ada/notes\n"), ["2"]);
    assert_eq!(lines("notes.md", "see `/root/.cache`\n"), ["2"]);
    assert!(lines("notes.md", "see notes/home/garden.md\n").is_empty());
}

#[test]
fn migrations_count_from_one_without_a_gap() {
    let names = |names: &[&'static str]| migrations_are_numbered(&names.iter().copied().collect());
    assert!(names(&["migrations/0001_create_log.sql", "migrations/0002_add_index.sql", "README.md"]).is_empty());
    assert_eq!(names(&["migrations/0001_create_log.sql", "migrations/0003_add_index.sql"]).len(), 1);
    assert_eq!(names(&["migrations/0001_create_log.sql", "migrations/0001_add_index.sql"]).len(), 1);
}
