//! What the pages of a search are, counted.

use rusqlite::{Connection, params_from_iter};

use super::From;
use crate::fields::Kind;
use crate::search::SearchError;

impl From {
    /// The matches of each kind. Wants the pages joined.
    pub(in crate::search) fn kinds(&self, connection: &Connection) -> Result<Vec<(Kind, u64)>, SearchError> {
        let Self { tables, condition, values, .. } = self;
        let mut find = connection
            .prepare_cached(&format!("SELECT p.kind, count(*) FROM {tables} WHERE {condition} GROUP BY p.kind"))?;
        let rows = find.query_map(params_from_iter(values), |row| Ok((row.get::<_, u8>(0)?, row.get::<_, i64>(1)?)))?;
        let mut kinds = Vec::new();
        for row in rows {
            let (code, count) = row?;
            kinds.extend(Kind::of_code(code).map(|kind| (kind, count.unsigned_abs())));
        }
        Ok(kinds)
    }

    /// The matches that are personal, and the others. Wants the pages joined.
    pub(in crate::search) fn areas(&self, connection: &Connection) -> Result<(u64, u64), SearchError> {
        let Self { tables, condition, values, .. } = self;
        let mut find = connection.prepare_cached(&format!(
            "SELECT count(*) FILTER (WHERE p.personal IS 1), count(*) FROM {tables} WHERE {condition}"
        ))?;
        let (personal, all): (i64, i64) =
            find.query_row(params_from_iter(values), |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok((personal.unsigned_abs(), (all - personal).unsigned_abs()))
    }

    /// Calls `f` with each match and each of its tags, as short numbers. The tags of a page come one after the other.
    pub(in crate::search) fn tags(
        &self,
        connection: &Connection,
        mut f: impl FnMut(i64, i64) -> Result<(), SearchError>,
    ) -> Result<(), SearchError> {
        let Self { tables, key, condition, values } = self;
        // CROSS JOIN goes through the matches, each once, and from each to its tags.
        let mut find = connection.prepare_cached(&format!(
            "SELECT m.key, t.tag FROM (SELECT {key} AS key FROM {tables} WHERE {condition}) m
             CROSS JOIN page_tag t ON t.page = m.key"
        ))?;
        let mut rows = find.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            f(row.get(0)?, row.get(1)?)?;
        }
        Ok(())
    }
}

/// A tag as written and as compared.
pub(in crate::search) fn tag(connection: &Connection, key: i64) -> Result<(String, String), SearchError> {
    let mut find = connection.prepare_cached("SELECT name, folded FROM tag WHERE key = ?1")?;
    Ok(find.query_row([key], |row| Ok((row.get(0)?, row.get(1)?)))?)
}
