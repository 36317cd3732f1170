//! The app's own pool of files in OPFS, opened as the suites want it: with the settings of a store, on a bare database.
//!
//! Only in a dedicated worker, as [`scrap_web::worker::pool`] says.

use std::error::Error;

use rusqlite::Connection;
pub use scrap_web::worker::pool::Pool;

/// Installs the pool `name` and opens the database in it, empty where it is new.
///
/// # Errors
/// Outside a dedicated worker, while another worker holds the pool, and when SQLite refuses a setting.
pub async fn open_pool(name: &str) -> Result<(Pool, Connection), Box<dyn Error>> {
    let pool = Pool::install(name).await?;
    let connection = open(&pool)?;
    Ok((pool, connection))
}

/// Opens the pool's database with a store's journal, which no suite of SQLite's own sets.
///
/// # Errors
/// When SQLite cannot open it or refuses a setting.
pub fn open(pool: &Pool) -> rusqlite::Result<Connection> {
    let connection = pool.open()?;
    for (pragma, value, shown) in [("locking_mode", "EXCLUSIVE", "exclusive"), ("journal_mode", "TRUNCATE", "truncate")]
    {
        connection.pragma_update_and_check(None, pragma, value, |row| {
            let kept: String = row.get(0)?;
            if kept == shown { Ok(()) } else { Err(rusqlite::Error::InvalidQuery) }
        })?;
    }
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(connection)
}

/// Lets every handle go and takes the files back by their headers, as the next start of the app would.
///
/// # Errors
/// While a connection is open, or another worker took the pool meanwhile.
pub async fn reload(pool: &Pool) -> Result<(), Box<dyn Error>> {
    pool.rest()?;
    Ok(pool.wake().await?)
}
