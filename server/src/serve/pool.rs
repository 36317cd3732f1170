//! The one way from requests to the store: a few connections that read, one that writes, and a bounded queue before each.
//! Work runs on tokio's blocking threads, so the threads that speak HTTP never wait for the disk.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::Connection;
use scrap_core::search::List;
use scrap_core::store::Store;
use tokio::sync::Semaphore;

use crate::data::Data;
use crate::error::Failure;

/// Connections that read. Each has a page cache of 16 MiB, and more of them than processors gain nothing.
const READERS: usize = 4;

/// Requests that wait for a connection, at the most.
const QUEUE: usize = 256;

/// How long a request waits for a connection.
const QUEUE_PATIENCE: Duration = Duration::from_secs(5);

/// How long a connection that reads waits for another process.
const READ_PATIENCE: Duration = Duration::from_millis(250);

/// How long a search waits for its list of hits to be kept: less than whoever waits for the hits would notice much.
const LIST_PATIENCE: Duration = Duration::from_millis(250);

/// How long the connection that writes waits for another process.
const WRITE_PATIENCE: Duration = Duration::from_secs(5);

/// After so many steps SQLite looks whether its asker is still there: well under a millisecond.
const STEPS: i32 = 10_000;

/// The store as the server holds it.
pub struct Pool {
    readers: Lane,
    writer: Lane,
    /// Keeps what cursors lead into, beside the writer: a list that comes too late is no loss.
    lists: Lane,
}

/// Why work was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undone {
    /// All connections are taken, and as many requests wait as may, or this one waited too long.
    Busy,
    /// It panicked.
    Failed,
}

impl Pool {
    /// Opens the store of a folder, which is there.
    pub fn open(data: &Data) -> Result<Self, Failure> {
        Ok(Self {
            readers: Lane::open(data, READERS, READ_PATIENCE, true)?,
            writer: Lane::open(data, 1, WRITE_PATIENCE, false)?,
            lists: Lane::open(data, 1, LIST_PATIENCE, false)?,
        })
    }

    /// Runs `work` on a connection of its own. Where its future is dropped (the asker has gone, the time is up), the SQL
    /// that runs is ended.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store) -> T + Send + 'static,
    ) -> Result<T, Undone> {
        self.readers.run(work).await
    }

    /// Runs `work` on the connection that writes, alone. It is carried out whether or not its asker waits for it.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store) -> T + Send + 'static,
    ) -> Result<T, Undone> {
        self.writer.run(work).await
    }

    /// Keeps a list of hits; false if that would keep its asker waiting, since another process writes.
    pub async fn keep(&self, list: List) -> bool {
        let kept = self.lists.run(move |store| store.keep_list(&list).is_ok());
        matches!(tokio::time::timeout(LIST_PATIENCE, kept).await, Ok(Ok(true)))
    }
}

/// Connections of one kind, and the queue before them.
struct Lane {
    idle: Arc<Mutex<Vec<Member>>>,
    free: Arc<Semaphore>,
    /// Requests that have a connection or wait for one.
    queue: Semaphore,
    /// Work that nobody waits for any more is not carried through.
    ends_early: bool,
}

/// A connection, and what ends its work early.
struct Member {
    store: Store,
    turns: Arc<Turns>,
}

/// Which work a connection does, counted, and up to which it is to end early. A late word about work that is done
/// already leaves the next one alone.
struct Turns {
    current: AtomicU64,
    ended: AtomicU64,
}

impl Turns {
    fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed) >= self.current.load(Ordering::Relaxed)
    }
}

impl Lane {
    fn open(data: &Data, count: usize, patience: Duration, ends_early: bool) -> Result<Self, Failure> {
        let members = (0..count).map(|_| Member::open(data, patience)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            idle: Arc::new(Mutex::new(members)),
            free: Arc::new(Semaphore::new(count)),
            queue: Semaphore::new(count + QUEUE),
            ends_early,
        })
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce(&mut Store) -> T + Send + 'static) -> Result<T, Undone> {
        let _place = self.queue.try_acquire().map_err(|_| Undone::Busy)?;
        let free = tokio::time::timeout(QUEUE_PATIENCE, Arc::clone(&self.free).acquire_owned());
        let permit = free.await.map_err(|_| Undone::Busy)?.map_err(|_| Undone::Busy)?;
        let mut member = lock(&self.idle).pop().ok_or(Undone::Busy)?;
        let turn = 1 + member.turns.current.fetch_add(1, Ordering::Relaxed);
        let _asker = self.ends_early.then(|| Asker { turns: Arc::clone(&member.turns), turn });
        let idle = Arc::clone(&self.idle);
        let done = tokio::task::spawn_blocking(move || {
            let done = catch_unwind(AssertUnwindSafe(|| work(&mut member.store)));
            lock(&idle).push(member);
            drop(permit);
            done.unwrap_or_else(|panic| resume_unwind(panic))
        });
        done.await.map_err(|_| Undone::Failed)
    }
}

impl Member {
    fn open(data: &Data, patience: Duration) -> Result<Self, Failure> {
        // Opening the connection is its first turn.
        let turns = Arc::new(Turns { current: AtomicU64::new(1), ended: AtomicU64::new(0) });
        let seen = Arc::clone(&turns);
        let prepare = move |connection: &mut Connection| {
            connection.busy_timeout(patience)?;
            connection.progress_handler(STEPS, Some(move || seen.is_ended()))
        };
        Ok(Self { store: data.open_with(prepare)?, turns })
    }
}

/// Whoever waits for a turn: once they wait no longer, it ends.
struct Asker {
    turns: Arc<Turns>,
    turn: u64,
}

impl Drop for Asker {
    fn drop(&mut self) {
        self.turns.ended.fetch_max(self.turn, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
