//! What may stand where somebody types: keys, their values, and tags, states, sources and titles of the store.

use super::sql;
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
                    sql::values(self.connection(), key, &fold(value), MOST)?
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
