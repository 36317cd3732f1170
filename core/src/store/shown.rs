//! What the hits of a search show of their pages. Which pages those are is `search`'s.

use rusqlite::Connection;

use super::derive::feature;
use super::read::{PageRef, REF, conflicts, page_ref, tags};
use super::{StoreError, log};
use crate::entry;
use crate::fields::Kind;
use crate::time::Instant;

/// What a page's hit can show.
pub(crate) struct Shown {
    pub at: PageRef,
    pub kind: Kind,
    pub tags: Vec<String>,
    pub updated: Instant,
    pub body: String,
    pub summary: Option<String>,
    /// The sides of conflicts that are not shown, the write-up's words and what was read from the files, in order.
    pub others: Vec<String>,
}

/// What a page's hit can show, the body as merged; nothing if the page is gone.
pub(crate) fn shown(connection: &Connection, page: i64) -> Result<Option<Shown>, StoreError> {
    let mut find = connection.prepare_cached(&format!(
        "SELECT {REF}, p.kind, p.updated, p.features, p.merged, coalesce(p.merged_body, t.content, ''), e.bytes
         FROM page p JOIN page_key k ON k.key = p.key JOIN entry e ON e.seq = p.seq
         LEFT JOIN text t ON t.key = e.text WHERE p.key = ?1"
    ))?;
    let mut rows = find.query([page])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let features: u32 = row.get(6)?;
    let summary = match (features & feature::SUMMED_UP, row.get::<_, Option<Vec<u8>>>(7)?) {
        (0, _) => None,
        (_, Some(merged)) => entry::decode_fields(&merged)?.summary,
        (_, None) => log::decode_revision(row.get_ref(9)?.as_blob().map_err(rusqlite::Error::from)?)?.fields.summary,
    };
    let mut others = Vec::new();
    if features & feature::CONFLICT != 0 {
        // As the index has them.
        others.extend(conflicts(connection, page)?.iter().map(|side| crate::markdown::read(&side.earlier).text));
    }
    if features & feature::PARTS != 0 {
        others.extend(other_texts(connection, page)?);
    }
    Ok(Some(Shown {
        at: page_ref(row, 0)?,
        kind: Kind::of_code(row.get(4)?).unwrap_or(Kind::Note),
        tags: if features & feature::TAGGED == 0 { Vec::new() } else { tags(connection, page)? },
        updated: Instant::from_ms(row.get(5)?),
        body: row.get(8)?,
        summary,
        others,
    }))
}

/// The words of a page's write-up and what was read from its files.
fn other_texts(connection: &Connection, page: i64) -> Result<Vec<String>, StoreError> {
    let mut parts = connection.prepare_cached(
        "SELECT c.part, t.content FROM chunk c JOIN entry e ON e.seq = c.seq JOIN text t ON t.key = e.text
         WHERE c.page = ?1 AND c.part > 0 AND t.content IS NOT NULL ORDER BY c.ord",
    )?;
    let texts = parts.query_map([page], |row| {
        let text: String = row.get(1)?;
        Ok(if row.get::<_, u8>(0)? == 1 { crate::markdown::read(&text).text } else { text })
    })?;
    Ok(texts.collect::<Result<_, _>>()?)
}
