//! The words that pages have, from the index's own vocabulary.

use rusqlite::Connection;

use crate::query::edits;
use crate::search::SearchError;

/// A word is compared with others from so many letters on: nearly all of two are near to each other.
const SHORTEST: usize = 3;

/// Longer words are compared with none: that takes the square of their length.
const LONGEST: usize = 24;

/// From so many letters on, two slips are near.
const TWO_SLIPS: usize = 6;

/// So many words are looked at between two looks at `stop`.
const STEP: usize = 64;

/// The word nearest to `word`, which is folded: one with the same first letter and up to two slips away, the one on the
/// most pages of those that are equally near. Nothing if there is none, or once `stop` gives true.
pub(in crate::search) fn near(
    connection: &Connection,
    word: &str,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Option<String>, SearchError> {
    let letters: Vec<char> = word.chars().collect();
    let Some(&first) = letters.first() else { return Ok(None) };
    if !(SHORTEST..=LONGEST).contains(&letters.len()) || !first.is_alphabetic() {
        return Ok(None);
    }
    let slips = if letters.len() < TWO_SLIPS { 1 } else { 2 };
    connection.execute_batch("CREATE VIRTUAL TABLE IF NOT EXISTS temp.word USING fts5vocab(main, page_fts, row)")?;
    let mut find = connection
        .prepare_cached("SELECT term, doc FROM temp.word WHERE term >= ?1 AND term < ?1 || char(0x10ffff)")?;
    let mut rows = find.query([first.to_string()])?;
    let mut best: Option<(usize, std::cmp::Reverse<i64>, String)> = None;
    let mut seen = 0;
    while let Some(row) = rows.next()? {
        seen += 1;
        if seen % STEP == 0 && stop() {
            return Ok(None);
        }
        let term: Vec<char> = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?.chars().collect();
        // What is only longer is a word that begins like it, and was found.
        if term.len().abs_diff(letters.len()) > slips || term.starts_with(&letters) {
            continue;
        }
        let distance = edits(&letters, &term);
        if distance <= slips {
            let found = (distance, std::cmp::Reverse(row.get(1)?), term.into_iter().collect());
            best = Some(match best {
                Some(best) => best.min(found),
                None => found,
            });
        }
    }
    Ok(best.map(|(_, _, word)| word))
}
