//! What scrap relies on of the store, as functions that take an opened database: natively a file, in a browser OPFS.
//!
//! A new suite is a `pub fn` here and one call in each of `tests/native.rs` and `tests/browser.rs`. Functions panic
//! through `assert!` where the store answers wrongly and return SQLite's own errors. Not for speed: that is `bench`.

use rusqlite::{Connection, Result};
use scrap_core::{
    fields::{Fields, MadeBy},
    id::{EntryId, PageId},
    merge::Content,
    search::{Options, SearchError},
    store::{Basis, Draft, Store, StoreError},
    time::Instant,
};

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

/// The pages that [`store`] saves: title and body.
const PAGES: [(&str, &str); 3] = [
    ("Pancakes", "Flour, milk and eggs. Served in the [[Café]]."),
    ("Café", "Opens at nine, `foo_bar(` on the door."),
    ("Waffles", "Flour and milk."),
];

/// Saves pages, edits one and throws one away. They stay for [`store_kept`].
///
/// # Errors
/// The store's.
pub fn store(store: &mut Store) -> Result<(), SearchError> {
    for (number, (title, body)) in (1..).zip(PAGES) {
        let fields = Fields { title: Some(title.into()), ..Fields::default() };
        let content = Content { fields, body: body.into() };
        let made_by = MadeBy::User;
        let draft = Draft { page: page(number), parents: vec![], content, made_by, import: false, request: None };
        store.save(draft, now())?;
    }
    store.edit(page(1), Basis::now(MadeBy::User, now()), |content| content.body.push_str(" With syrup."))?;
    store.edit(page(3), Basis::now(MadeBy::User, now()), |content| content.fields.trashed = true)?;
    store_kept(store)
}

/// Whether the pages of [`store`] are found and read: after it, and again in a store closed and opened since.
///
/// # Errors
/// The store's.
pub fn store_kept(store: &Store) -> Result<(), SearchError> {
    for (query, titles) in [
        ("flour milk", &["Pancakes"][..]),
        ("syr", &["Pancakes"]),
        ("cafe", &["Café", "Pancakes"]),
        ("foo_bar(", &["Café"]),
        ("is:trash", &["Waffles"]),
        ("flour -syrup", &[]),
    ] {
        let answer = store.search(query, Options { limit: 20, today: now().utc_day(), freeze: None })?;
        let found: Vec<&str> = answer.hits.iter().map(|hit| hit.at.title.as_str()).collect();
        assert_eq!((found.as_slice(), answer.total), (titles, titles.len() as u64), "{query}");
    }
    let edited = store.page(page(1))?.ok_or(StoreError::UnknownPage(page(1)))?;
    assert_eq!(edited.body, format!("{} With syrup.", PAGES[0].1));
    assert_eq!(store.history(page(1))?.len(), 2);
    assert_eq!(store.backlinks(page(2))?.len(), 1);
    Ok(())
}

/// Writes a page's history with a fork, a criss-cross and a removal into `here`, sends it to `there` backwards, and looks
/// whether both stores fold it alike, check clean, and fold it alike once more from nothing.
///
/// # Errors
/// The store's.
pub fn fold(here: &mut Store, there: &mut Store, scratch: &mut Store) -> Result<(), StoreError> {
    let write = |store: &mut Store, parents: &[EntryId], body: &str, second: i64| {
        let fields = Fields { title: Some("Plan".into()), path: Some("plan".into()), ..Fields::default() };
        let content = Content { fields, body: body.into() };
        let made_by = MadeBy::User;
        let parents = parents.to_vec();
        let draft = Draft { page: page(9), parents, content, made_by, import: false, request: None };
        Ok::<_, StoreError>(store.save(draft, Instant::from_ms(now().ms() + second * 1_000))?.entry)
    };
    let root = write(here, &[], "one\n\ntwo\n\nthree\n\n", 0)?;
    let left = write(here, &[root], "ONE\n\ntwo\n\nthree\n\n", 1)?;
    let right = write(here, &[root], "one\r\n\r\ntwo\r\n\r\nTHREE\r\n\r\n", 2)?;
    let cross = write(here, &[left, right], "ONE\n\ntwo\n\nTHREE\n\nfour\n", 3)?;
    let criss = write(here, &[left, right], "ONE\n\nTWO\n\nTHREE\n\n", 4)?;
    let shown = here.page(page(9))?.ok_or(StoreError::UnknownPage(page(9)))?;
    assert_eq!(shown.heads, [cross, criss]);
    assert_eq!((shown.body.as_str(), shown.conflicts.len()), ("ONE\n\nTWO\n\nTHREE\n\nfour\n", 0));

    let (mut texts, mut entries) = (Vec::new(), Vec::new());
    here.export_log::<StoreError>(
        |_, text| {
            texts.push(text.to_owned());
            Ok(())
        },
        |_, entry| {
            entries.push(entry.to_vec());
            Ok(())
        },
    )?;
    let mut batch = there.batch()?;
    for entry in entries.iter().rev() {
        batch.receive(entry)?;
    }
    for text in texts.iter().rev() {
        batch.receive_text(text)?;
    }
    batch.commit()?;
    assert_eq!(here.dump()?, there.dump()?, "any order of entries gives equal dumps");

    there.purge(page(9), now())?;
    assert_eq!(there.page(page(9))?, None);
    let report = here.check(scratch)?;
    assert_eq!(report.faults, [], "a store that was written is whole");
    let before = here.dump()?;
    here.rebuild()?;
    assert_eq!(here.dump()?, before, "folding the log anew changes nothing");
    Ok(())
}

/// 2026-03-01 at noon: suites have no clock.
fn now() -> Instant {
    Instant::from_ms(1_772_366_400_000)
}

fn page(number: u8) -> PageId {
    PageId([number; 16])
}
