//! What a person's or a model's reference to a page means: one page, or an answer that helps to ask again. How links
//! resolve is `links`' business; they never ask back.

use std::collections::BTreeSet;

use rusqlite::params;

use super::links::without_extension;
use super::names::{self, kind};
use super::read::{PageRef, REF, page_ref};
use super::{Store, StoreError};
use crate::id::PageId;
use crate::interchange::{leaf_of_path, place};
use crate::query::edits;
use crate::text;

/// So many pages are named when a reference does not settle which one is meant.
pub const MAX_CANDIDATES: usize = 10;

/// Longer references are not compared with names that are nearly the same.
const NEAR_CHARS: usize = 80;

/// Of the names in a store, so many are looked at for near ones.
const NEAR_NAMES: u32 = 200_000;

/// Whether a page in the trash can be meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trash {
    /// Only where no other page is called so, or by its id or path.
    Last,
    /// As much as any other page: for what brings pages back, or removes them for good.
    Counts,
}

/// Why a reference gives no page.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// No page is called so.
    #[error("no page is called {}{}", quoted(.name), near(.begins, .nearest))]
    Unknown {
        /// As it was given.
        name: String,
        /// Pages with a name that begins so, up to [`MAX_CANDIDATES`].
        begins: Vec<PageRef>,
        /// Pages with a name that is nearly this one, the nearest first; with `begins` up to [`MAX_CANDIDATES`].
        nearest: Vec<PageRef>,
    },
    /// Several pages are called so, and equally well.
    #[error(
        "{} may mean {count} pages; name one by its source/path or its id:\n{}{}",
        quoted(.name), listed(.pages), if *.count > .pages.len() { "\n  …" } else { "" }
    )]
    Ambiguous {
        /// As it was given.
        name: String,
        /// The pages, up to [`MAX_CANDIDATES`].
        pages: Vec<PageRef>,
        /// How many there are.
        count: usize,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl LookupError {
    /// A name for the error that stays.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "unknown_page",
            Self::Ambiguous { .. } => "ambiguous_page",
            Self::Store(error) => error.code(),
        }
    }
}

impl From<rusqlite::Error> for LookupError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error.into())
    }
}

fn quoted(name: &str) -> String {
    format!("`{}`", one_line(name))
}

/// Names of pages stand in lines: what would end one is a blank.
fn one_line(text: &str) -> String {
    text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect()
}

fn near(begins: &[PageRef], nearest: &[PageRef]) -> String {
    if begins.is_empty() && nearest.is_empty() {
        return ": search finds pages by what is in them".to_owned();
    }
    let pages: Vec<PageRef> = begins.iter().chain(nearest).cloned().collect();
    format!("; the nearest names:\n{}", listed(&pages))
}

/// `source/path  title`, a line for each; the id too where several stand at the same place, or at none.
fn listed(pages: &[PageRef]) -> String {
    let line = |page: &PageRef| {
        let place = page.place();
        let alone = !page.path.is_empty() && pages.iter().filter(|other| other.place() == place).count() == 1;
        let id = if alone { String::new() } else { format!("  {}", page.id) };
        one_line(&format!("  {place}  {}{id}", page.title))
    };
    pages.iter().map(line).collect::<Vec<_>>().join("\n")
}

impl PageRef {
    /// `source/path` as shown.
    #[must_use]
    pub fn place(&self) -> String {
        place(&self.source, &self.path)
    }
}

/// How well a page answers, the best first: in the trash or not, and by which of its names.
type Rank = (bool, u8);

struct Candidate {
    key: i64,
    at: PageRef,
    claimed: String,
    kinds: u8,
    trashed: bool,
}

impl Store {
    /// The page that `text` means: by its id; its `source/path` as shown, with or without `.md`; its title or its path
    /// alone as written; then in any case of the letters its title, an alias, its path's end; last what it was called
    /// before.
    ///
    /// # Errors
    /// [`LookupError::Unknown`], [`LookupError::Ambiguous`] if several pages answer equally well;
    /// [`LookupError::Store`].
    pub fn lookup(&self, text: &str, trash: Trash) -> Result<PageRef, LookupError> {
        let name = text.trim();
        if let Ok(id) = name.parse::<PageId>() {
            let by_id = format!("SELECT {REF} FROM page p JOIN page_key k ON k.key = p.key WHERE k.id = ?1");
            if let Some(page) = self.refs(&by_id, params![&id.0[..]])?.pop() {
                return Ok(page);
            }
        }
        let mut best: Option<Rank> = None;
        let mut pages: Vec<PageRef> = Vec::new();
        for candidate in self.called(name)? {
            let Some(rank) = self.rank(&candidate, name, trash)? else { continue };
            if best.is_none_or(|best| rank < best) {
                (best, pages) = (Some(rank), Vec::new());
            }
            if best == Some(rank) && pages.iter().all(|page| page.id != candidate.at.id) {
                pages.push(candidate.at);
            }
        }
        pages.sort_by(|a, b| (&a.source, &a.path, a.id).cmp(&(&b.source, &b.path, b.id)));
        let count = pages.len();
        match (count, pages.pop()) {
            (1, Some(page)) => Ok(page),
            (_, Some(last)) => {
                pages.push(last);
                pages.truncate(MAX_CANDIDATES);
                Err(LookupError::Ambiguous { name: name.to_owned(), pages, count })
            }
            (_, None) => Err(self.unknown(name)?),
        }
    }

    /// The pages one of whose names may be `name`, once for each way to read it.
    fn called(&self, name: &str) -> Result<Vec<Candidate>, StoreError> {
        let short = without_extension(name);
        // A shown path has `~` and the end of its page's id after the path; a path may have a `~` of its own.
        let claimed = |path: &str| path.rsplit_once('~').map(|(path, _)| path.to_owned());
        let mut keys: BTreeSet<String> = BTreeSet::from([text::fold(name), text::fold(short)]);
        for path in [Some(name.to_owned()), Some(short.to_owned()), claimed(name), claimed(short)].iter().flatten() {
            keys.insert(text::fold(leaf_of_path(path)));
        }
        let mut find = self.connection().prepare_cached(&format!(
            "SELECT {REF}, p.key, p.path, n.kinds, p.trashed FROM name n JOIN page p ON p.key = n.page
             JOIN page_key k ON k.key = p.key WHERE n.key = ?1"
        ))?;
        let mut candidates = Vec::new();
        for key in keys.iter().filter(|key| !key.is_empty()) {
            let rows = find.query_map([key], |row| {
                let at = page_ref(row, 0)?;
                let (key, claimed, kinds, trashed) = (row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?);
                Ok(Candidate { key, at, claimed, kinds, trashed })
            })?;
            candidates.extend(rows.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(candidates)
    }

    fn rank(&self, candidate: &Candidate, name: &str, trash: Trash) -> Result<Option<Rank>, StoreError> {
        let Candidate { key, at, claimed, kinds, trashed } = candidate;
        let short = without_extension(name);
        if [name, short].contains(&at.place().as_str()) {
            return Ok(Some((false, 0)));
        }
        let (folded, folded_short) = (text::fold(name), text::fold(short));
        let ends = |path: &str| {
            let path = text::fold(path);
            [&folded, &folded_short]
                .into_iter()
                .any(|name| path.strip_suffix(name.as_str()).is_some_and(|head| head.is_empty() || head.ends_with('/')))
        };
        let claimed = place(&at.source, claimed);
        let level = if [name, short].contains(&at.path.as_str()) || at.title == name {
            1
        } else if kinds & kind::TITLE != 0 && text::fold(&at.title) == folded {
            2
        } else if kinds & kind::ALIAS != 0 && self.answers_to(*key, &folded, kind::ALIAS)? {
            3
        } else if kinds & kind::LEAF != 0 && (ends(&claimed) || ends(&at.place())) {
            4
        } else if self.was_called(*key, *kinds, &folded, &ends, &at.source)? {
            5
        } else {
            return Ok(None);
        };
        Ok(Some((*trashed && trash == Trash::Last, level)))
    }

    /// Whether the page has this name of this kind.
    fn answers_to(&self, page: i64, name: &str, kind: u8) -> Result<bool, StoreError> {
        let mut find = self
            .connection()
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM name WHERE key = ?1 AND page = ?2 AND kinds & ?3)")?;
        Ok(find.query_row(params![name, page, kind], |row| row.get(0))?)
    }

    fn was_called(
        &self,
        page: i64,
        kinds: u8,
        folded: &str,
        ends: &dyn Fn(&str) -> bool,
        source: &str,
    ) -> Result<bool, StoreError> {
        if kinds & (kind::FORMER_LEAF | kind::FORMER_TITLE) == 0 {
            return Ok(false);
        }
        let former = names::former(self.connection(), page)?;
        Ok(former.iter().any(|(title, path)| {
            text::fold(title) == folded || (!path.is_empty() && (ends(path) || ends(&place(source, path))))
        }))
    }

    /// What to say of a name that no page has.
    fn unknown(&self, name: &str) -> Result<LookupError, StoreError> {
        let folded = text::fold(without_extension(name));
        let leaf = text::fold(leaf_of_path(without_extension(name)));
        let mut begins = Vec::new();
        let mut nearest = Vec::new();
        if !folded.is_empty() {
            let by_prefix = format!(
                "SELECT {REF} FROM page p JOIN page_key k ON k.key = p.key
                 WHERE p.key IN (SELECT page FROM name WHERE key >= ?1 AND key < ?2)
                 ORDER BY p.trashed, p.title, k.id LIMIT {MAX_CANDIDATES}"
            );
            begins = self.refs(&by_prefix, params![folded, format!("{folded}\u{10FFFF}")])?;
            for name in self.near_names([&folded, &leaf])? {
                let by_name = format!(
                    "SELECT {REF} FROM name n JOIN page p ON p.key = n.page JOIN page_key k ON k.key = p.key
                     WHERE n.key = ?1 ORDER BY p.trashed, p.source, p.path, k.id LIMIT {MAX_CANDIDATES}"
                );
                for page in self.refs(&by_name, [&name])? {
                    if begins.len() + nearest.len() < MAX_CANDIDATES
                        && !begins.contains(&page)
                        && !nearest.contains(&page)
                    {
                        nearest.push(page);
                    }
                }
            }
        }
        Ok(LookupError::Unknown { name: name.to_owned(), begins, nearest })
    }

    /// Names of pages that are a slip or two from one of `wanted`, the nearest first. At most [`NEAR_NAMES`] are looked at.
    fn near_names(&self, wanted: [&String; 2]) -> Result<Vec<String>, StoreError> {
        let wanted: BTreeSet<Vec<char>> = wanted.into_iter().map(|name| name.chars().collect()).collect();
        let wanted: Vec<Vec<char>> = wanted.into_iter().filter(|name| (2..=NEAR_CHARS).contains(&name.len())).collect();
        let (Some(least), Some(most)) = (wanted.iter().map(Vec::len).min(), wanted.iter().map(Vec::len).max()) else {
            return Ok(Vec::new());
        };
        // One slip in four characters.
        let slips = |name: &[char]| name.len().div_ceil(4).min(4);
        let mut find = self
            .connection()
            .prepare_cached("SELECT DISTINCT key FROM name WHERE length(key) BETWEEN ?1 AND ?2 LIMIT ?3")?;
        let bounds = params![least.saturating_sub(4) as i64, (most + 4) as i64, NEAR_NAMES];
        let mut rows = find.query(bounds)?;
        let mut near: Vec<(usize, String)> = Vec::new();
        while let Some(row) = rows.next()? {
            let key: String = row.get(0)?;
            let chars: Vec<char> = key.chars().collect();
            let close = wanted.iter().filter(|name| name.len().abs_diff(chars.len()) <= slips(name));
            if let Some(distance) =
                close.map(|name| (edits(name, &chars), slips(name))).filter(|(d, most)| d <= most).map(|(d, _)| d).min()
            {
                near.push((distance, key));
            }
        }
        near.sort();
        near.truncate(MAX_CANDIDATES);
        Ok(near.into_iter().map(|(_, name)| name).collect())
    }
}

#[cfg(test)]
mod tests;
