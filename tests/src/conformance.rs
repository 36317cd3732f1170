//! What scrap relies on of the store, as functions that take an opened database: natively a file, in a browser OPFS.
//!
//! A new suite is a `pub fn` here and one call in each of `tests/native.rs` and `tests/browser.rs`. Functions panic
//! through `assert!` where the store answers wrongly and return SQLite's own errors. Not for speed: that is `bench`.

use rusqlite::{Connection, Result};

/// The index's shape: one contentless row a page whose rows can be deleted, and tokens that Rust has already folded.
const INDEX: &str = "CREATE VIRTUAL TABLE words USING
    fts5(title, body, content='', contentless_delete=1, tokenize='ascii', columnsize=1)";

/// Creates the index's table, fills it and asks it everything a search asks. The rows stay for [`sqlite_kept`].
///
/// # Errors
/// SQLite's, among them "no such module: fts5" from a build without it.
pub fn sqlite(connection: &mut Connection) -> Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(INDEX)?;
    for (page, title, body) in
        [(1, "pancakes", "flour milk eggs"), (2, "shopping", "milk and café beans"), (3, "waffles", "flour milk")]
    {
        transaction.execute("INSERT INTO words(rowid, title, body) VALUES (?1, ?2, ?3)", (page, title, body))?;
    }
    transaction.execute("DELETE FROM words WHERE rowid = 3", ())?;
    transaction.commit()?;
    sqlite_kept(connection)
}

/// Whether the rows that [`sqlite`] wrote are found: after it, and again in a database closed and opened since.
///
/// # Errors
/// SQLite's.
pub fn sqlite_kept(connection: &Connection) -> Result<()> {
    assert_eq!(pages(connection, "milk")?, [1, 2], "a deleted row stays away");
    assert_eq!(pages(connection, "title : \"pan\" *")?, [1], "a prefix in one column");
    assert_eq!(pages(connection, "\"flour milk\" NOT \"beans\"")?, [1], "a phrase, and a word left out");
    assert_eq!(pages(connection, "\"café\"")?, [2], "letters beyond ASCII are part of a token");
    assert_eq!(connection.query_row("PRAGMA integrity_check", (), |row| row.get::<_, String>(0))?, "ok");
    Ok(())
}

fn pages(connection: &Connection, expression: &str) -> Result<Vec<i64>> {
    connection
        .prepare("SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY rowid")?
        .query_map([expression], |row| row.get(0))?
        .collect()
}
