//! Folders and what becomes of them, without a browser.

use super::*;

fn plan(paths: &[&str]) -> Option<Plan<()>> {
    Plan::new(paths.iter().map(|path| ((*path).to_owned(), 10, ())).collect(), "files")
}

fn names(files: &[Listed<()>]) -> Vec<&str> {
    files.iter().map(|file| file.path.as_str()).collect()
}

#[test]
fn a_folder_gives_its_name_and_leaves_out_what_is_hidden() {
    let plan =
        plan(&["notes/a.md", "notes/.git/x", "notes/b/c.MD", "notes/b/.d.md", "notes/p.png", "notes/..md"]).unwrap();
    assert_eq!((plan.source.as_str(), plan.whole), ("notes", true));
    assert_eq!(names(&plan.pages), ["a.md", "b/c.MD", "..md"]);
    assert_eq!(names(&plan.others), ["p.png"]);
    assert_eq!(plan.paths().len(), 4);
}

#[test]
fn loose_files_come_in_together() {
    let plan = plan(&["a.md", "b.pdf"]).unwrap();
    assert_eq!((plan.source.as_str(), plan.whole, plan.files()), ("files", false, 2));
    assert_eq!(self::plan(&[]), None);
    assert_eq!(self::plan(&["x/.git/config"]), None, "nothing to import");
}

#[test]
fn folders_that_are_dropped_together_come_in_one_by_one() {
    let files = ["a/1.md", "b/2.md", "c.md", "a/3.md"].map(|path| (path.to_owned(), 1, ()));
    let plans = plans(files.to_vec(), "files");
    let told: Vec<_> = plans.iter().map(|plan| format!("{} {}", plan.source, plan.paths().join("+"))).collect();
    assert_eq!(told, ["a 1.md+3.md", "b 2.md", "files c.md"]);
}

#[test]
fn portions_hold_every_file_once_and_stay_small() {
    let file = |size| Listed { path: String::new(), size, file: () };
    let sizes = |files: Vec<Listed<()>>| -> Vec<Vec<u64>> {
        portions(files).into_iter().map(|some| some.into_iter().map(|file| file.size).collect()).collect()
    };
    let large = BYTES * 3;
    assert_eq!(
        sizes(vec![file(1), file(BYTES - 1), file(1), file(large), file(2)]),
        [vec![1, BYTES - 1], vec![1], vec![large], vec![2]]
    );
    let many = sizes((0..450).map(|_| file(1)).collect());
    assert_eq!(many.iter().map(Vec::len).collect::<Vec<_>>(), [200, 200, 50]);
    assert!(sizes(vec![]).is_empty());
}

#[test]
fn progress_adds_up_and_says_what_came_of_it() {
    let mut progress = Progress::of(&plan(&["n/a.md", "n/b.md", "n/c.png"]).unwrap());
    assert_eq!(progress.said(), "Importing n: 0 of 3 files");
    progress.add(2, ImportReport { new: 1, same: 1, ..ImportReport::default() });
    assert_eq!((progress.said().as_str(), progress.percent()), ("Importing n: 2 of 3 files", 66));
    progress.add(1, ImportReport { attached: 1, ..ImportReport::default() });
    assert_eq!(progress.percent(), 99, "not before it has ended");
    progress.phase = Phase::Done;
    assert_eq!((progress.percent(), progress.is_running()), (100, false));
    assert_eq!(progress.said(), "Imported n: 1 new page, 1 as before, 1 file attached");
}

#[test]
fn an_import_that_stops_says_why_and_keeps_what_it_has() {
    let mut progress = Progress::of(&plan(&["n/a.md", "n/b.md"]).unwrap());
    progress.add(1, ImportReport { new: 1, ..ImportReport::default() });
    progress.phase = Phase::Cancelled;
    assert_eq!(progress.said(), "Stopped importing n at 1 of 2 files: 1 new page");
    progress.fail(ErrorView { code: "disk_full".into(), message: "The disk is full.".into() });
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
