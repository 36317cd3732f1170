//! Connections that work, wait, panic and are left.

use std::sync::mpsc;
use std::time::Duration;

use scrap_core::id::DeviceId;

use super::*;

/// A pool over an empty store, and its folder.
fn pool() -> (Pool, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let data = Data::at(Some(folder.path().to_owned())).unwrap();
    drop(data.open_or_make().unwrap());
    (Pool::open(&data).unwrap(), folder)
}

#[tokio::test]
async fn a_panic_costs_its_request_and_no_connection() {
    let (pool, _folder) = pool();
    for _ in 0..3 * READERS {
        assert_eq!(pool.read(|_| panic!("as asked")).await, Err::<(), _>(Undone::Failed));
    }
    assert_eq!(pool.read(|store| store.change_number().unwrap()).await, Ok(0));
}

#[tokio::test]
async fn more_requests_than_may_wait_are_turned_away_at_once() {
    let (pool, _folder) = pool();
    let pool = Arc::new(pool);
    let (open, shut) = mpsc::channel::<()>();
    let shut = Arc::new(Mutex::new(shut));
    let ask = || {
        let (pool, shut) = (Arc::clone(&pool), Arc::clone(&shut));
        // Until the other end is dropped.
        tokio::spawn(async move { pool.read(move |_| lock(&shut).recv().unwrap_err()).await })
    };
    let waiting: Vec<_> = (0..READERS + QUEUE).map(|_| ask()).collect();
    while pool.readers.queue.available_permits() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(pool.read(|_| ()).await, Err(Undone::Busy));
    assert_eq!(pool.write(|_| ()).await, Ok(()), "writing has a queue of its own");
    drop(open);
    for done in waiting {
        assert_eq!(done.await.unwrap(), Ok(mpsc::RecvError));
    }
    assert_eq!(pool.read(|_| ()).await, Ok(()));
}

#[tokio::test]
async fn what_nobody_waits_for_is_ended_and_the_connection_serves_on() {
    let (pool, _folder) = pool();
    let (said, hears) = mpsc::channel();
    let long = pool.read(move |store| {
        let other = Store::in_memory(DeviceId([0; 16])).unwrap();
        let connection = std::mem::replace(store, other).into_connection();
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT sum(i) FROM n";
        let ended: rusqlite::Result<i64> = connection.query_row(endless, [], |row| row.get(0));
        said.send(ended.unwrap_err().sqlite_error_code()).unwrap();
    });
    assert!(tokio::time::timeout(Duration::from_millis(50), long).await.is_err());
    assert_eq!(hears.recv().unwrap(), Some(rusqlite::ErrorCode::OperationInterrupted));
    for _ in 0..2 * READERS {
        assert_eq!(pool.read(|store| store.change_number().unwrap()).await, Ok(0));
    }
}
