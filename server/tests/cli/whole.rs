//! Stores stay whole: checked, rebuilt, interrupted, read by half.

use std::fs;

use crate::bench::Bench;

#[test]
fn check_finds_what_is_damaged_and_rebuild_mends_the_fold() {
    let bench = Bench::new("whole_check");
    bench.write("in/a.md", "[b](b.md)\n");
    bench.write("in/b.md", "capybara\n");
    bench.write("in/p.png", b"\x89PNG p");
    bench.ok(&["import", "in"]);
    let report = bench.json(&["check", "--json"]);
    assert_eq!((&report["pages"], &report["files"], &report["faults"]), (&3.into(), &1.into(), &serde_json::json!([])));
    bench.ok(&["rebuild"]);
    bench.ok(&["check"]);
    assert_eq!(bench.paths("capybara"), ["b"]);
    let blob = bench.tree("data/blobs").remove(0).0;
    bench.write(&format!("data/blobs/{blob}"), "PNG q!");
    let ran = bench.run(&["check"]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("was changed on the disk"), "{ran:?}");
    fs::remove_file(bench.dir.join("data/blobs").join(&blob)).unwrap();
    assert_eq!(bench.run(&["check"]).status, 1);
    bench.ok(&["import", "in"]);
    bench.ok(&["check"]);
    let left: Vec<_> = bench.tree("data").into_iter().filter(|(path, _)| path.contains("tmp")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn commands_that_make_one_store_at_once_share_it() {
    let bench = Bench::new("whole_at_once");
    let titles = ["a", "b", "c", "d", "e", "f"];
    let children = titles.map(|title| bench.command(&["new", "--title", title, "--body", "potoroo"]).spawn().unwrap());
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let mut found = bench.paths("potoroo");
    found.sort();
    assert_eq!(found, titles);
}

#[test]
fn another_programs_database_is_left_alone() {
    let bench = Bench::new("whole_not_ours");
    bench.write("data/scrap.db", "this is no database at all, but long enough to be looked at as if it were one");
    let ran = bench.run(&["search", "x"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with("scrap: "), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_store_that_opens_and_the_next_import_goes_on() {
    use std::process::{Command, Stdio};
    let bench = Bench::new("whole_interrupt");
    for n in 0..3_000 {
        bench.write(&format!("in/{n}.md"), format!("page {n} about bilbies\n"));
    }
    let child =
        bench.command(&["import", "in", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It listens for interrupts before it makes the store.
    while !bench.dir.join("data/scrap.db").exists() {
        std::thread::yield_now();
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["interrupted"], true);
    let so_far = report["new"].as_u64().unwrap();
    assert_eq!(report["left"].as_u64().unwrap() + so_far, 3_000);
    let found = bench.json(&["search", "bilbies", "--json"])["total"].as_u64().unwrap();
    assert_eq!(found, so_far);
    let rest = bench.json(&["import", "in", "--json"]);
    assert_eq!((rest["new"].as_u64().unwrap(), rest["same"].as_u64().unwrap()), (3_000 - so_far, so_far));
    bench.ok(&["check"]);
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    use std::process::Stdio;
    let bench = Bench::new("whole_pipe");
    bench.ok(&["new", "--title", "Long", "--body", &"a line of text\n".repeat(8_000)]);
    let mut child = bench.command(&["show", "Long"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn a_store_whose_log_was_lost_does_not_pass_for_whole() {
    let bench = Bench::new("whole_log_lost");
    bench.write("in/p.png", b"\x89PNG p");
    bench.ok(&["import", "in"]);
    for name in ["scrap.db", "scrap.db-wal", "scrap.db-shm"] {
        let _ = fs::remove_file(bench.dir.join("data").join(name));
    }
    bench.write("data/scrap.db", "");
    let ran = bench.run(&["check", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.status, &report["faults"][0]["code"]), (1, &"log_empty".into()));
    bench.ok(&["import", "in"]);
    bench.ok(&["check"]);
}

#[test]
fn a_removal_says_when_its_words_may_still_stand_in_the_log() {
    let bench = Bench::new("whole_purge_log");
    for title in ["Quoll", "Numbat", "Bilby"] {
        bench.ok(&["new", "--title", title]);
    }
    let reader = rusqlite::Connection::open(bench.dir.join("data/scrap.db")).unwrap();
    assert_eq!(bench.run(&["purge", "Bilby", "--yes"]).err, "", "a connection that reads nothing holds nothing");
    reader.execute_batch("BEGIN; SELECT count(*) FROM page").unwrap();
    let ran = bench.run(&["purge", "Quoll", "--yes"]);
    assert!(ran.status == 0 && ran.err.contains("write-ahead log"), "{ran:?}");
    reader.execute_batch("COMMIT").unwrap();
    assert_eq!(bench.run(&["purge", "Numbat", "--yes"]).err, "");
}

#[cfg(unix)]
#[test]
fn what_a_killed_process_left_half_written_goes_with_the_next_one() {
    let bench = Bench::new("whole_killed");
    bench.write("in/p.png", b"\x89PNG p");
    bench.write("data/blobs/coming-1-0.tmp", "half a picture");
    bench.write("out.zip.1-0.tmp", "half an archive");
    bench.write("all.log.1-0.tmp", "half a log");
    let live = fs::File::create(bench.dir.join("data/blobs/coming-1-1.tmp")).unwrap();
    live.lock().unwrap();
    bench.ok(&["import", "in"]);
    bench.ok(&["export", "--zip", "out.zip"]);
    bench.ok(&["export", "--log", "all.log"]);
    let left: Vec<String> =
        bench.tree(".").into_iter().map(|(path, _)| path).filter(|path| path.ends_with("tmp")).collect();
    assert_eq!(left, ["data/blobs/coming-1-1.tmp"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_export_leaves_nothing_half_written() {
    use std::process::{Command, Stdio};
    let bench = Bench::new("whole_export_interrupt");
    for n in 10..30 {
        bench.write(&format!("in/{n}.bin"), format!("{n} ").repeat(1_500_000));
    }
    bench.ok(&["import", "in"]);
    let child = bench.command(&["export", "--zip", "out.zip"]).stderr(Stdio::piped()).spawn().unwrap();
    let begun = || {
        let names = fs::read_dir(&bench.dir).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().starts_with("out.zip")).count()
    };
    while begun() == 0 {
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(begun(), 0);
}

#[test]
fn edits_beside_an_import_all_get_their_turn() {
    let bench = Bench::new("whole_turns");
    for n in 0..3_000 {
        bench.write(&format!("in/{n}.md"), format!("page {n} about bilbies\n"));
    }
    bench.ok(&["new", "--title", "Tally", "--body", "0\n"]);
    let mut import = bench.command(&["import", "in"]).spawn().unwrap();
    let mut edits = 0;
    while import.try_wait().unwrap().is_none() && edits < 50 {
        edits += 1;
        bench.ok(&["edit", "Tally", "--body", &format!("{edits}\n")]);
    }
    assert!(import.wait().unwrap().success());
    assert!(edits > 3, "{edits}");
    let tally = bench.json(&["show", "Tally", "--json", "--history"]);
    assert_eq!((&tally["body"], tally["history"].as_array().unwrap().len()), (&format!("{edits}\n").into(), edits + 1));
    assert_eq!(bench.json(&["search", "bilbies", "--json"])["total"], 3_000);
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_read_and_says_what_it_lacks() {
    use std::os::unix::fs::PermissionsExt as _;
    let bench = Bench::new("whole_read_only");
    bench.write("in/a.md", "numbat\n");
    bench.write("in/b.md", "numbat\n");
    bench.write("in/p.png", b"\x89PNG p");
    bench.ok(&["import", "in"]);
    let data = bench.dir.join("data");
    let mode = |mode| fs::set_permissions(&data, fs::Permissions::from_mode(mode)).unwrap();
    mode(0o555);
    // Whoever may write everywhere is not kept out.
    let kept_out = fs::write(data.join("probe"), "").is_err();
    let found = bench.run(&["search", "numbat", "--json", "--limit", "1"]);
    let (shown, out, whole) = (bench.run(&["show", "in/a"]), bench.run(&["export", "out"]), bench.run(&["check"]));
    let edited = bench.run(&["edit", "in/a", "--tag", "x"]);
    mode(0o755);
    let answer: serde_json::Value = serde_json::from_str(&found.out).unwrap();
    assert_eq!((found.status, &answer["total"], answer["cursor"].is_null()), (0, &2.into(), kept_out), "{found:?}");
    assert_eq!(found.err.contains("no cursor"), kept_out, "{found:?}");
    assert_eq!((shown.status, out.status, whole.status), (0, 0, 0), "{shown:?} {out:?} {whole:?}");
    assert_eq!(whole.out.contains("not checked: the index"), kept_out, "{whole:?}");
    assert_eq!(bench.tree("out").len(), 3);
    assert_eq!(edited.status, i32::from(kept_out), "{edited:?}");
}
