//! The suites of `scrap_tests` in a browser: a dedicated worker, with its store in OPFS.
//!
//! Run by `cargo xtask test --only wasm`. Each test takes a pool of its own name, so none sees another's files.

#![cfg(target_arch = "wasm32")]
// clippy knows `#[test]` and not `#[wasm_bindgen_test]`.
#![allow(clippy::unwrap_used)]

use scrap_core::{
    id::DeviceId,
    store::{Journal, Store},
};
use scrap_tests::{conformance, opfs, tables};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[wasm_bindgen_test]
async fn the_index_is_still_there_when_the_pool_comes_back_from_opfs() {
    let (pool, mut connection) = opfs::open_pool("index").await.unwrap();
    conformance::sqlite(&mut connection).unwrap();

    connection.close().unwrap();
    opfs::reload(&pool).await.unwrap();

    conformance::sqlite_kept(&opfs::open(&pool).unwrap()).unwrap();
}

#[wasm_bindgen_test]
async fn a_store_is_still_there_when_the_pool_comes_back_from_opfs() {
    let open = |connection| Store::open(connection, Journal::TruncateExclusive, DeviceId([9; 16])).unwrap();
    let (pool, connection) = opfs::open_pool("store").await.unwrap();
    let mut store = open(connection);
    conformance::store(&mut store).unwrap();

    store.into_connection().close().unwrap();
    opfs::reload(&pool).await.unwrap();

    conformance::store_kept(&open(opfs::open(&pool).unwrap())).unwrap();
}

#[wasm_bindgen_test]
async fn two_stores_fold_one_log_alike() {
    let (_pool, connection) = opfs::open_pool("fold").await.unwrap();
    let mut here = Store::open(connection, Journal::TruncateExclusive, DeviceId([9; 16])).unwrap();
    let open = || Store::in_memory(DeviceId([8; 16])).unwrap();
    conformance::fold(&mut here, &mut open(), &mut open()).unwrap();
}

#[wasm_bindgen_test]
async fn a_transaction_that_was_not_committed_leaves_nothing_behind() {
    let (pool, mut connection) = opfs::open_pool("rollback").await.unwrap();
    connection.execute_batch("CREATE TABLE page(title TEXT) STRICT").unwrap();
    let transaction = connection.transaction().unwrap();
    transaction.execute("INSERT INTO page VALUES ('lost')", ()).unwrap();
    drop(transaction);

    connection.close().unwrap();
    opfs::reload(&pool).await.unwrap();

    let rows: i64 = opfs::open(&pool).unwrap().query_row("SELECT count(*) FROM page", (), |row| row.get(0)).unwrap();
    assert_eq!(rows, 0);
}

#[wasm_bindgen_test]
async fn a_pool_with_an_open_database_refuses_to_let_go() {
    let (pool, connection) = opfs::open_pool("held").await.unwrap();
    connection.execute_batch("CREATE TABLE page(title TEXT) STRICT").unwrap();
    assert!(opfs::reload(&pool).await.is_err());
}

#[wasm_bindgen_test]
fn every_query_finds_what_its_table_says() {
    for (name, text) in tables::TABLES {
        assert_eq!(tables::run(text).unwrap(), Vec::<String>::new(), "{name}");
    }
}
