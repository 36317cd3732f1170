//! What may stand where somebody types: keys, their values, and tags, states, sources and titles of the store.

use std::collections::HashMap;

use rusqlite::Connection;

use crate::query::caret::{Typed, typing};
use crate::query::keys::KEYS;
use crate::query::{Key, Span, key_value};
use crate::store::{Store, StoreError};
use crate::text::fold;

/// So many are offered at the most.
pub const MOST: usize = 12;

/// Longer texts are refused as queries, and nothing is offered in them.
const LONGEST: usize = 4 * 4_096;

/// What may stand in place of a part of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The text.
    pub text: String,
    /// What it means, in a line; empty for names that say it themselves.
    pub meaning: String,
}

impl Store {
    /// What may stand at `caret`, a byte of the query `text`: the part that it replaces, and up to [`MOST`] completions,
    /// the likeliest first. Nothing where nothing is to be completed.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn complete(&self, text: &str, caret: usize) -> Result<Option<(Span, Vec<Completion>)>, StoreError> {
        let Some(typing) = typing(text, caret).filter(|_| text.len() <= LONGEST) else { return Ok(None) };
        let mut found = match typing.what {
            Typed::Word(word) => keys(word),
            Typed::Value(key, value) => {
                let mut found = named(key, value);
                found.extend(
                    stored(self.connection(), key, &fold(value))?
                        .into_iter()
                        .map(|name| Completion { text: key_value(key, &name), meaning: String::new() }),
                );
                found
            }
        };
        // What stands there already is no completion.
        let there = &text[typing.span.start..typing.span.end];
        found.retain(|completion| completion.text != there);
        found.truncate(MOST);
        Ok((!found.is_empty()).then_some((typing.span, found)))
    }
}

/// Keys that begin with what is typed. One letter is the beginning of nearly every word.
fn keys(word: &str) -> Vec<Completion> {
    let word = word.to_ascii_lowercase();
    let rows = KEYS.iter().filter(|row| word.len() > 1 && row.key.name().starts_with(&word));
    rows.map(|row| Completion { text: format!("{}:", row.key.name()), meaning: row.meaning.to_owned() }).collect()
}

/// Values that have a name of their own and begin with what is typed, or have an alias that does.
fn named(key: Key, value: &str) -> Vec<Completion> {
    let (comparison, value) = match key {
        Key::Due => value.split_at(value.len() - value.trim_start_matches(['<', '>', '=']).len()),
        _ => ("", value),
    };
    let value = value.to_lowercase().replace('_', "-");
    let begins = |name: &str| name.starts_with(&value);
    let rows = key.entry().values.iter().filter(|row| begins(row.name) || row.aliases.iter().any(|name| begins(name)));
    let text = |name: &str| key_value(key, &format!("{comparison}{name}"));
    rows.map(|row| Completion { text: text(row.name), meaning: row.meaning.to_owned() }).collect()
}

/// Values that pages have, the most used first.
fn stored(connection: &Connection, key: Key, value: &str) -> Result<Vec<String>, StoreError> {
    match key {
        Key::Tag => tags(connection, value),
        Key::Is => names(
            connection,
            "SELECT status, count(*) AS pages FROM page WHERE status IS NOT NULL AND trashed = 0
             GROUP BY status ORDER BY pages DESC, status",
            |status| status.starts_with(&value.replace(' ', "_")),
        ),
        Key::Source => names(
            connection,
            "SELECT source, count(*) AS pages FROM page WHERE source <> '' AND trashed = 0
             GROUP BY source ORDER BY pages DESC, source",
            |source| fold(source).starts_with(value),
        ),
        Key::Link if !value.is_empty() => {
            let mut find = connection.prepare_cached(
                "SELECT DISTINCT p.title FROM name n JOIN page p ON p.key = n.page
                 WHERE n.key >= ?1 AND n.key < ?1 || char(0x10ffff) AND n.kinds & 2 AND p.trashed = 0
                 ORDER BY n.key LIMIT 12",
            )?;
            Ok(find.query_map([value], |row| row.get(0))?.collect::<Result<_, _>>()?)
        }
        _ => Ok(Vec::new()),
    }
}

fn names(connection: &Connection, sql: &str, is: impl Fn(&str) -> bool) -> Result<Vec<String>, StoreError> {
    let mut find = connection.prepare_cached(sql)?;
    let mut rows = find.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()?.filter(|_| found.len() < MOST) {
        let name: String = row.get(0)?;
        if is(&name) {
            found.push(name);
        }
    }
    Ok(found)
}

/// Tags with a part that begins with what is typed: up to that part, and whole.
fn tags(connection: &Connection, value: &str) -> Result<Vec<String>, StoreError> {
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
    found.truncate(MOST);
    Ok(found.into_iter().map(|(name, _)| name).collect())
}
