//! Folders and what becomes of them, without a browser.

use super::*;

fn listed(paths: &[&str]) -> Vec<(String, ())> {
    paths.iter().map(|path| ((*path).to_owned(), ())).collect()
}

fn plan(paths: &[&str]) -> Plan<()> {
    plans(listed(paths), "files").remove(0)
}

fn names(files: &[Listed<()>]) -> Vec<&str> {
    files.iter().map(|file| file.path.as_str()).collect()
}

#[test]
fn a_folder_gives_its_name_and_leaves_out_what_is_hidden() {
    let plan = plan(&[
        "notes/a.md",
        "notes/.git/x",
        "notes/.git/y",
        "notes/b/c.MD",
        "notes/b/.d.md",
        "notes/p.png",
        "notes/..md",
    ]);
    assert_eq!((plan.source.as_str(), plan.whole), ("notes", true));
    assert_eq!(names(&plan.pages), ["a.md", "b/c.MD", "..md"]);
    assert_eq!(names(&plan.others), ["p.png"]);
    assert_eq!((plan.paths().len(), plan.hidden), (4, 2));
    let progress = Progress { phase: Phase::Done, ..Progress::of(&[plan]) };
    assert_eq!(progress.said(), "Imported notes: nothing new, 2 hidden left out");
}

#[test]
fn loose_files_come_in_together() {
    let plan = plan(&["a.md", "b.pdf"]);
    assert_eq!((plan.source.as_str(), plan.whole, plan.files()), ("files", false, 2));
    assert_eq!(plans(listed(&[]), "files"), []);
    let mut progress = Progress::of::<()>(&[]);
    progress.end(false);
    assert_eq!(progress.said(), "There was no file to import.");
}

#[test]
fn folders_that_are_dropped_together_come_in_one_by_one() {
    let plans = plans(listed(&["a/1.md", "b/2.md", "c.md", "a/3.md"]), "files");
    let told: Vec<_> = plans.iter().map(|plan| format!("{} {}", plan.source, plan.paths().join("+"))).collect();
    assert_eq!(told, ["a 1.md+3.md", "b 2.md", "files c.md"]);
    let progress = Progress::of(&plans);
    assert_eq!(progress.said(), "Importing a, b, files: 0 of 4 files");
}

#[test]
fn a_request_has_room_for_some_files_and_for_a_large_one_alone() {
    let taken = |sizes: &[u64]| {
        let mut room = Room::default();
        sizes.iter().take_while(|size| room.takes(**size)).count()
    };
    assert_eq!(taken(&[1, BYTES - 1, 1]), 2);
    assert_eq!(taken(&[1, BYTES, 1]), 1);
    assert_eq!(taken(&[BYTES * 3, 0]), 1);
    assert_eq!(taken(&[u64::MAX, u64::MAX]), 1);
    assert_eq!(taken(&[1; 450]), FILES);
}

#[test]
fn progress_adds_up_and_says_what_came_of_it() {
    let mut progress = Progress::of(&[plan(&["n/a.md", "n/b.md", "n/c.png"])]);
    assert_eq!(progress.said(), "Importing n: 0 of 3 files");
    progress.add(2, ImportReport { new: 1, same: 1, ..ImportReport::default() });
    assert_eq!((progress.said().as_str(), progress.percent()), ("Importing n: 2 of 3 files", 66));
    progress.add(1, ImportReport { attached: 1, ..ImportReport::default() });
    assert_eq!(progress.percent(), 99, "not before it has ended");
    progress.end(false);
    assert_eq!((progress.percent(), progress.is_running()), (100, false));
    assert_eq!(progress.said(), "Imported n: 1 new page, 1 as before, 1 file attached");
}

#[test]
fn an_import_that_stops_says_why_and_keeps_what_it_has() {
    let mut progress = Progress::of(&[plan(&["n/a.md", "n/b.md"])]);
    progress.add(1, ImportReport { new: 1, ..ImportReport::default() });
    progress.end(true);
    assert_eq!(progress.said(), "Stopped importing n at 1 of 2 files: 1 new page");
    progress.fail(ErrorView { code: "disk_full".into(), message: "The disk is full.".into() });
    progress.end(false);
    assert_eq!(progress.said(), "The import stopped: The disk is full.");
}

#[test]
fn warnings_past_what_anybody_reads_are_counted() {
    let mut progress = Progress::listing();
    for _ in 0..250 {
        progress.warn(WarningView { path: "a.md".into(), line: None, message: "odd".into() });
    }
    assert_eq!((progress.warnings.len(), progress.warned()), (200, 250));
}
