//! What sections ask of pages.

use std::collections::HashMap;

use rusqlite::{Connection, Row};

use super::pages_at_most;
use crate::query::Group;
use crate::search::SearchError;
use crate::search::section::Traits;

/// Where more than one page in so many is asked about, all of the store are read in one go: that is quicker than to look
/// each of them up.
const MANY: usize = 16;

/// What `group` asks of `pages`. Those that are gone are left out.
pub(in crate::search) fn traits(
    connection: &Connection,
    group: Group,
    pages: &[i64],
) -> Result<HashMap<i64, Traits>, SearchError> {
    let tag = match group {
        Group::Tag => {
            "(SELECT t.name FROM page_tag b JOIN tag t ON t.key = b.tag WHERE b.page = p.key ORDER BY b.ord LIMIT 1)"
        }
        _ => "NULL",
    };
    let title = if group == Group::Letter { "p.title" } else { "''" };
    let select = format!(
        "SELECT p.key, {title}, {tag}, p.kind, p.personal IS 1, p.due, p.priority, p.status, p.updated / 86400000
         FROM page p"
    );
    let mut found = HashMap::with_capacity(pages.len());
    if pages.len() > pages_at_most(connection)? / MANY {
        let mut find = connection.prepare_cached(&select)?;
        let wanted: std::collections::HashSet<i64> = pages.iter().copied().collect();
        let mut rows = find.query([])?;
        while let Some(row) = rows.next()? {
            let page = row.get(0)?;
            if wanted.contains(&page) {
                found.insert(page, of_row(row)?);
            }
        }
    } else {
        let mut find = connection.prepare_cached(&format!("{select} WHERE p.key = ?1"))?;
        for &page in pages {
            let mut rows = find.query([page])?;
            if let Some(row) = rows.next()? {
                found.insert(page, of_row(row)?);
            }
        }
    }
    Ok(found)
}

fn of_row(row: &Row<'_>) -> Result<Traits, rusqlite::Error> {
    Ok(Traits {
        title: row.get(1)?,
        tag: row.get(2)?,
        kind: row.get(3)?,
        personal: row.get(4)?,
        due: row.get(5)?,
        priority: row.get(6)?,
        status: row.get(7)?,
        updated: row.get(8)?,
    })
}
