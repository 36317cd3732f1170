//! What no compiler checks: rules on the text of the repository's files, one function each.
//!
//! A rule gets one file and gives the lines that break it. Not for style that rustfmt or clippy can hold.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use anyhow::{Context, Result, bail};

use crate::command;

#[cfg(test)]
mod tests;

/// Files that may be longer than [`LINES`]: tables, each with the reason.
const LONG: &[(&str, &str)] = &[];

/// A file longer than this has more than one subject.
const LINES: usize = 400;

/// The only files of the product with SQL in them, so that a change of schema has one place to look.
const SQL: &[&str] = &["core/src/search/sql", "core/src/store"];

/// The only files of the app that touch the browser's objects.
const WEB_SYS: &[&str] = &["web/src/dom", "web/src/worker", "web/src/pwa.rs"];

/// These rules and their tests, which spell out what the rules look for.
const OURS: &str = "xtask/src/tidy";

/// A file of the repository: its path from the root, with slashes, and its text.
struct File<'a> {
    path: &'a str,
    text: &'a str,
}

/// A line, counted from 1, and what is wrong with it.
type Finding = (usize, String);

const RULES: &[fn(&File) -> Vec<Finding>] = &[
    opens_with_its_purpose,
    is_short,
    has_no_target_in_core,
    keeps_sql_apart,
    keeps_the_browser_apart,
    skips_no_test,
    ends_its_lines,
    names_no_home,
];

/// Reads every file that git would commit and prints what breaks a rule.
///
/// # Errors
/// When a rule is broken, or git cannot list the files.
pub fn run(root: &Path) -> Result<()> {
    let mut git = Command::new("git");
    git.current_dir(root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let listed = command::output(&mut git).context("`git ls-files` failed: the rules hold for a git work tree")?;
    let paths: BTreeSet<&str> = listed.split_terminator('\0').collect();

    let mut findings = migrations_are_numbered(&paths);
    for path in paths {
        // Gone from the work tree but not yet from git, or not text.
        let Ok(text) = fs::read_to_string(root.join(path)) else { continue };
        let file = File { path, text: &text };
        findings.extend(check(&file));
    }
    for finding in &findings {
        println!("{finding}");
    }
    if findings.is_empty() { Ok(()) } else { bail!("{} lines to mend", findings.len()) }
}

fn check(file: &File) -> Vec<String> {
    let findings = RULES.iter().flat_map(|rule| rule(file));
    findings.map(|(line, problem)| format!("{}:{line}: {problem}", file.path)).collect()
}

impl File<'_> {
    fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Inputs of tests are kept byte for byte, faults included.
    fn is_data(&self) -> bool {
        let folders = ["data", "fixtures", "corpus", "snapshots", "proptest-regressions"];
        self.path.split('/').any(|part| folders.contains(&part)) || self.path.ends_with(".snap")
    }

    fn is_under(&self, places: &[&str]) -> bool {
        places.iter().any(|place| {
            self.path.strip_prefix(place).is_some_and(|rest| place.ends_with(".rs") || rest.starts_with(['/', '.']))
        })
    }

    fn is_test(&self) -> bool {
        self.path.starts_with("tests/") || self.path.contains("/tests/") || self.path.ends_with("/tests.rs")
    }

    /// The lines of code that hold `is_wrong`, comments left out.
    fn code(&self, problem: &str, is_wrong: impl Fn(&str) -> bool) -> Vec<Finding> {
        if self.path.starts_with(OURS) {
            return vec![];
        }
        let lines = self.text.lines().enumerate();
        let wrong = lines.filter(|(_, line)| !line.trim_start().starts_with("//") && is_wrong(line));
        wrong.map(|(index, _)| (index + 1, problem.to_owned())).collect()
    }
}

/// A reader learns from the first line what a file is for.
fn opens_with_its_purpose(file: &File) -> Vec<Finding> {
    if !file.is_rust() || file.is_data() || file.text.starts_with("//! ") {
        return vec![];
    }
    vec![(1, "starts with no `//!` that says what the file is for".to_owned())]
}

fn is_short(file: &File) -> Vec<Finding> {
    let lines = file.text.lines().count();
    if !file.is_rust() || lines <= LINES || LONG.iter().any(|(path, _)| *path == file.path) {
        return vec![];
    }
    vec![(lines, format!("has {lines} lines, {LINES} at most: split it by subject"))]
}

/// What differs between platforms comes into core as a value.
fn has_no_target_in_core(file: &File) -> Vec<Finding> {
    if !file.is_rust() || !file.path.starts_with("core/") {
        return vec![];
    }
    file.code("core knows no platform: no `cfg(target…)`", |line| {
        line.contains("cfg(target") || line.contains("cfg!(target") || line.contains("(target_arch")
    })
}

fn keeps_sql_apart(file: &File) -> Vec<Finding> {
    let product = ["core/src/", "server/src/", "web/src/"].iter().any(|crate_| file.path.starts_with(crate_));
    if !file.is_rust() || !product || file.is_test() || file.is_under(SQL) {
        return vec![];
    }
    let starts = ["\"SELECT ", "\"INSERT ", "\"UPDATE ", "\"DELETE FROM", "\"CREATE ", "\"PRAGMA "];
    file.code("SQL stands only in core's search/sql and store", |line| starts.iter().any(|start| line.contains(start)))
}

fn keeps_the_browser_apart(file: &File) -> Vec<Finding> {
    if !file.is_rust() || !file.path.starts_with("web/src/") || file.is_under(WEB_SYS) {
        return vec![];
    }
    file.code("`web_sys` stands only in web's dom.rs, worker and pwa.rs", |line| line.contains("web_sys"))
}

/// A test that does not run, or that waits, tells nothing.
fn skips_no_test(file: &File) -> Vec<Finding> {
    if !file.is_rust() {
        return vec![];
    }
    let ignored = file
        .code("an ignored test tells nothing: run it or remove it", |line| line.trim_start().starts_with("#[ignore"));
    let asleep = file.code("a sleep makes a test slow and unsure: wait for the event", |line| {
        file.is_test() && line.contains("thread::sleep")
    });
    [ignored, asleep].concat()
}

fn ends_its_lines(file: &File) -> Vec<Finding> {
    if file.is_data() || file.text.is_empty() {
        return vec![];
    }
    // `split` keeps the carriage return that `lines` drops.
    let lines = file.text.split('\n').enumerate();
    let blanks = lines.filter(|(_, line)| line.ends_with([' ', '\t', '\r']));
    let mut findings: Vec<Finding> = blanks.map(|(index, _)| (index + 1, "blank at the end".to_owned())).collect();
    if !file.text.ends_with('\n') || file.text.ends_with("\n\n") {
        findings.push((file.text.lines().count(), "the file must end with one line break".to_owned()));
    }
    findings
}

/// Nobody else has the folders of whoever wrote it.
fn names_no_home(file: &File) -> Vec<Finding> {
    if file.is_data() || file.path.starts_with(OURS) {
        return vec![];
    }
    let homes = ["/root/", "/home/", "/Users/", "\\Users\\"];
    let lines = file.text.lines().enumerate();
    let found = lines.filter(|(_, line)| homes.iter().any(|home| is_absolute(line, home)));
    found.map(|(index, _)| (index + 1, "a path of one machine: make it relative".to_owned())).collect()
}

/// Whether `home` stands in `line` as the start of a path, not in the middle of one (`notes/home/`).
fn is_absolute(line: &str, home: &str) -> bool {
    line.match_indices(home)
        .any(|(at, _)| !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '.'))
}

/// Migrations are run by number and never renamed: a gap or a double is a mistake of two branches.
fn migrations_are_numbered(paths: &BTreeSet<&str>) -> Vec<String> {
    let files = paths.iter().filter_map(|path| path.strip_prefix("migrations/")).filter(|name| name.ends_with(".sql"));
    let wrong = files.enumerate().filter(|(index, name)| !name.starts_with(&format!("{:04}_", index + 1)));
    wrong.map(|(index, name)| format!("migrations/{name}:1: should be number {:04}", index + 1)).collect()
}
