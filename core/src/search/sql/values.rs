//! Values that a completion offers, from what pages have.

use std::collections::HashMap;

use rusqlite::{Connection, params};

use crate::query::Key;
use crate::store::StoreError;
use crate::text::fold;

/// Up to `most` values of a key that pages have and that begin with `value`, folded; the most used first.
pub(in crate::search) fn values(
    connection: &Connection,
    key: Key,
    value: &str,
    most: usize,
) -> Result<Vec<String>, StoreError> {
    match key {
        Key::Tag => tags(connection, value, most),
        Key::Is => names(
            connection,
            most,
            "SELECT status, count(*) AS pages FROM page WHERE status IS NOT NULL AND trashed = 0
             GROUP BY status ORDER BY pages DESC, status",
            |status| status.starts_with(&value.replace(' ', "_")),
        ),
        Key::Source => names(
            connection,
            most,
            "SELECT source, count(*) AS pages FROM page WHERE source <> '' AND trashed = 0
             GROUP BY source ORDER BY pages DESC, source",
            |source| fold(source).starts_with(value),
        ),
        Key::Link if !value.is_empty() => {
            let mut find = connection.prepare_cached(
                "SELECT DISTINCT p.title FROM name n JOIN page p ON p.key = n.page
                 WHERE n.key >= ?1 AND n.key < ?1 || char(0x10ffff) AND n.kinds & 2 AND p.trashed = 0
                 ORDER BY n.key LIMIT ?2",
            )?;
            Ok(find.query_map(params![value, most as i64], |row| row.get(0))?.collect::<Result<_, _>>()?)
        }
        _ => Ok(Vec::new()),
    }
}

fn names(
    connection: &Connection,
    most: usize,
    sql: &str,
    is: impl Fn(&str) -> bool,
) -> Result<Vec<String>, StoreError> {
    let mut find = connection.prepare_cached(sql)?;
    let mut rows = find.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()?.filter(|_| found.len() < most) {
        let name: String = row.get(0)?;
        if is(&name) {
            found.push(name);
        }
    }
    Ok(found)
}

/// Tags with a part that begins with what is typed: up to that part, and whole.
fn tags(connection: &Connection, value: &str, most: usize) -> Result<Vec<String>, StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT t.name, count(*) FROM tag t JOIN page_tag b ON b.tag = t.key WHERE instr(t.folded, ?1) GROUP BY t.key",
    )?;
    let mut rows = find.query([format!("/{value}")])?;
    let mut pages: HashMap<String, i64> = HashMap::new();
    while let Some(row) = rows.next()? {
        let (name, count): (String, i64) = (row.get(0)?, row.get(1)?);
        for end in name.match_indices('/').map(|(at, _)| at).chain([name.len()]) {
            if format!("/{}", fold(&name[..end])).contains(&format!("/{value}")) {
                *pages.entry(name[..end].to_owned()).or_default() += count;
            }
        }
    }
    let mut found: Vec<(String, i64)> = pages.into_iter().collect();
    found.sort_unstable_by(|(one, ones), (other, others)| others.cmp(ones).then_with(|| one.cmp(other)));
    found.truncate(most);
    Ok(found.into_iter().map(|(name, _)| name).collect())
}
