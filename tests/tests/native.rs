//! The suites of `scrap_tests` natively, over a database in memory and one in a file.

#![cfg(not(target_arch = "wasm32"))]

use rusqlite::Connection;
use scrap_tests::conformance;

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
