//! What was acknowledged survives a killed process and a full disk, and the store is whole afterwards.
//!
//! `SCRAP_CRASH_ROUNDS` asks for more than the few rounds that every change runs.

#![cfg(not(target_arch = "wasm32"))]
// The helpers of a test may unwrap as its body may.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rusqlite::Connection;
use scrap_core::id::DeviceId;
use scrap_core::store::{Journal, Store};
use scrap_tests::pages;

fn open(file: &Path) -> Store {
    Store::open(Connection::open(file).unwrap(), Journal::Wal, DeviceId([7; 16])).unwrap()
}

fn check(store: &Store) {
    let report = store.check(&mut Store::in_memory(DeviceId([0; 16])).unwrap()).unwrap();
    assert_eq!(report.faults, []);
}

fn rounds(usual: u32) -> u32 {
    std::env::var("SCRAP_CRASH_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(usual)
}

/// Kills the writer after it has acknowledged some pages, a while into the next one, and gives all it acknowledged.
fn kill_after(mut writer: Child, lines: u32, while_: u32) -> BTreeSet<u32> {
    let mut out = BufReader::new(writer.stdout.take().unwrap()).lines();
    let mut acknowledged: BTreeSet<u32> = BTreeSet::new();
    while acknowledged.len() < lines as usize {
        acknowledged.insert(out.next().unwrap().unwrap().parse().unwrap());
    }
    // Some moments into the next write, however long those take here.
    let mut busy = 0_u32;
    for turn in 0..while_ {
        busy = std::hint::black_box(busy.wrapping_add(turn));
    }
    writer.kill().unwrap();
    // What it still said before it died counts as said; a line that was cut is no number.
    acknowledged.extend(out.map_while(Result::ok).filter_map(|line| line.parse::<u32>().ok()));
    writer.wait().unwrap();
    acknowledged
}

#[test]
fn nothing_acknowledged_is_lost_when_the_writer_is_killed() {
    let mut state = 0x9e37_79b9_u32;
    let mut random = move |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scrap.db");
    let mut acknowledged: BTreeSet<u32> = BTreeSet::new();
    for round in 0..rounds(6) {
        let mode = if round % 2 == 0 { "saves" } else { "imports" };
        let writer = Command::new(env!("CARGO_BIN_EXE_writer"))
            .arg(&file)
            .args([mode, &(round * 100_000).to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        acknowledged.extend(kill_after(writer, 1 + random(12), random(3_000_000)));

        let store = open(&file);
        for &number in &acknowledged {
            let page = store.page(pages::id(number)).unwrap();
            assert_eq!(page.map(|page| page.body), Some(pages::content(number).body), "page {number} of round {round}");
        }
        if round % 10 == 0 || round + 1 == rounds(6) {
            check(&store);
        }
    }
}

#[test]
fn a_full_disk_is_a_clear_error_that_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..rounds(6).min(50) {
        let file = folder.path().join(format!("{round}.db"));
        let connection = Connection::open(&file).unwrap();
        let mut store = Store::open(connection, Journal::Wal, DeviceId([7; 16])).unwrap();
        store.save(pages::draft(0), pages::NOW).unwrap();
        let used: i64 = store.file_pages().unwrap();
        store.limit_pages(used + 1 + i64::from(round) * 3).unwrap();

        let mut kept = 1;
        let error = loop {
            match store.save(pages::draft(kept), pages::NOW) {
                Ok(_) => kept += 1,
                Err(error) => break error,
            }
        };
        assert_eq!(error.code(), "disk_full", "{error}");
        assert!(error.to_string().contains("free some space"), "{error}");
        drop(store);

        let mut store = open(&file);
        for number in 0..kept {
            assert!(store.page(pages::id(number)).unwrap().is_some(), "page {number} of {kept}");
        }
        assert!(store.page(pages::id(kept)).unwrap().is_none());
        check(&store);
        store.save(pages::draft(kept), pages::NOW).unwrap();
    }
}
