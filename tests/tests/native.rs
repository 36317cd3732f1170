//! The suites of `scrap_tests` natively, over a database in memory and one in a file.

#![cfg(not(target_arch = "wasm32"))]

use rusqlite::Connection;
use scrap_core::{
    id::DeviceId,
    store::{Journal, Store},
};
use scrap_tests::conformance;

const DEVICE: DeviceId = DeviceId([9; 16]);

#[test]
fn the_index_works_in_memory() {
    conformance::sqlite(&mut Connection::open_in_memory().unwrap()).unwrap();
}

#[test]
fn the_index_is_still_there_in_a_file_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scrap.db");
    let mut connection = Connection::open(&file).unwrap();
    conformance::sqlite(&mut connection).unwrap();

    connection.close().unwrap();

    conformance::sqlite_kept(&Connection::open(&file).unwrap()).unwrap();
}

#[test]
fn a_store_works_in_memory() {
    conformance::store(&mut Store::in_memory(DEVICE).unwrap()).unwrap();
}

#[test]
fn a_store_is_still_there_in_a_file_opened_again() {
    for journal in [Journal::Wal, Journal::TruncateExclusive] {
        let folder = tempfile::tempdir().unwrap();
        let open = || Store::open(Connection::open(folder.path().join("scrap.db")).unwrap(), journal, DEVICE).unwrap();
        let mut store = open();
        conformance::store(&mut store).unwrap();

        store.into_connection().close().unwrap();

        conformance::store_kept(&open()).unwrap();
    }
}

#[test]
fn two_stores_fold_one_log_alike() {
    let open = || Store::in_memory(DEVICE).unwrap();
    conformance::fold(&mut open(), &mut open(), &mut open()).unwrap();
}
