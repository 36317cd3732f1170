//! Links and what they resolve to. A link resolves again whenever a name that it uses comes, goes or changes its page;
//! that is done once at a batch's end, so an import does it for each name and not for each page.

use std::collections::{BTreeSet, HashMap};

use rusqlite::{Connection, OptionalExtension, params};

use super::derive::Derived;
use super::names::{self, kind};
use super::{StoreError, log};
use crate::id::PageId;
use crate::interchange::leaf_of_path;
use crate::markdown::Target;
use crate::text;

/// Of the pages that share a name, this many are looked at, the best first.
const MAX_CANDIDATES: usize = 1_000;

/// Of the `#` in a link's text, so many from the first on may end a page's name.
const MAX_FRAGMENTS: usize = 8;

/// Where a link stands, as `link.origin` says it.
pub(crate) mod origin {
    pub const BODY: u8 = 0;
    pub const WRITEUP: u8 = 1;
    pub const FRONT: u8 = 2;
    pub const SOURCES: u8 = 3;
}

mod shape {
    pub const NAME: i64 = 0;
    pub const RELATIVE: i64 = 1;
    pub const ID: i64 = 2;
}

/// Writes the page's links, unresolved, and marks their names.
pub(super) fn write(
    connection: &Connection,
    page: i64,
    derived: &Derived,
    dirty: &mut BTreeSet<String>,
) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO link (page, ord, shape, target, leaf, whole, line, origin) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for (ord, link) in (0_i64..).zip(&derived.links) {
        let (shape, target) = match &link.target {
            Target::Name(name) if name.contains('#') => (shape::NAME, name.trim().to_owned()),
            Target::Name(name) => (shape::NAME, without_extension(name).to_owned()),
            Target::Relative(path) => (shape::RELATIVE, from_folder(&derived.path, without_extension(path))),
            Target::Id(id) => (shape::ID, id.to_string()),
            // A link to the page itself neither dangles nor saves it from being an orphan.
            Target::Own => continue,
        };
        let name = if shape == shape::NAME { shortest(&target) } else { &target };
        let (leaf, whole) = (text::fold(leaf_of_path(name)), text::fold(name));
        insert.execute(params![page, ord, shape, target, leaf, whole, link.line, link.origin])?;
        dirty.extend([leaf, whole]);
    }
    Ok(())
}

/// A link may name a page with its extension or without.
pub(super) fn without_extension(target: &str) -> &str {
    let trimmed = target.trim();
    trimmed.strip_suffix(".md").or_else(|| trimmed.strip_suffix(".MD")).unwrap_or(trimmed)
}

/// The shortest name that a text in `[[…]]` may mean: what stands before its first `#`. A link is kept under this one,
/// and a name that comes or goes marks it, however much of the text that name is.
fn shortest(text: &str) -> &str {
    text.split_once('#').map_or(text, |(name, _)| without_extension(name))
}

/// Marks the links that may mean the folded `name` and are kept under a shorter one.
pub(super) fn mark_shorter(name: &str, dirty: &mut BTreeSet<String>) {
    if let Some((shorter, _)) = name.split_once('#') {
        dirty.extend([shorter.trim(), without_extension(shorter)].map(str::to_owned));
    }
}

/// The names that a text in `[[…]]` may mean, the longest first: all of it, or what stands before one of its `#`.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let mut ends: Vec<usize> = text.match_indices('#').map(|(at, _)| at).take(MAX_FRAGMENTS).collect();
    ends.push(text.len());
    ends.into_iter().rev().filter_map(|end| text.get(..end)).map(without_extension).filter(|name| !name.is_empty())
}

/// A path as seen from the folder of the page at `page_path`; a leading `/` means from the source's root. Parts that
/// climb out of the source stay where they are: they resolve to nothing.
fn from_folder(page_path: &str, target: &str) -> String {
    let mut parts: Vec<&str> = match target.strip_prefix('/') {
        Some(_) => Vec::new(),
        None => page_path.rsplit_once('/').map_or(Vec::new(), |(folder, _)| folder.split('/').collect()),
    };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Resolves every link that uses one of `dirty`.
pub(super) fn resolve(connection: &Connection, dirty: &BTreeSet<String>) -> Result<(), StoreError> {
    let mut known = HashMap::new();
    for key in dirty {
        for link in using(connection, key)? {
            let resolved = link.resolve(connection, &mut known)?;
            if resolved != link.resolved {
                connection
                    .prepare_cached("UPDATE link SET resolved = ?3 WHERE page = ?1 AND ord = ?2")?
                    .execute(params![link.page, link.ord, resolved])?;
            }
        }
    }
    Ok(())
}

struct Stored {
    page: i64,
    ord: i64,
    shape: i64,
    target: String,
    source: String,
    resolved: Option<i64>,
}

fn using(connection: &Connection, key: &str) -> Result<Vec<Stored>, StoreError> {
    let mut find = connection.prepare_cached(
        "SELECT l.page, l.ord, l.shape, l.target, p.source, l.resolved
         FROM link l JOIN page p ON p.key = l.page WHERE l.leaf = ?1
         UNION
         SELECT l.page, l.ord, l.shape, l.target, p.source, l.resolved
         FROM link l JOIN page p ON p.key = l.page WHERE l.whole = ?1",
    )?;
    let rows = find.query_map([key], |row| {
        Ok(Stored {
            page: row.get(0)?,
            ord: row.get(1)?,
            shape: row.get(2)?,
            target: row.get(3)?,
            source: row.get(4)?,
            resolved: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The pages that answer to one name, the best first.
type Candidates = std::rc::Rc<Answering>;

struct Answering {
    pages: Vec<Candidate>,
    by_path: HashMap<(String, String), usize>,
}

struct Candidate {
    kind: u8,
    page: i64,
    source: String,
    /// As written, and folded.
    path: String,
    folded: String,
    title: String,
    trashed: bool,
}

fn candidates(
    connection: &Connection,
    key: &str,
    known: &mut HashMap<String, Candidates>,
) -> Result<Candidates, StoreError> {
    if let Some(found) = known.get(key) {
        return Ok(found.clone());
    }
    let mut find = connection.prepare_cached(
        "SELECT n.kinds, n.page, p.source, p.path, p.title, p.trashed
         FROM name n JOIN page p ON p.key = n.page JOIN page_key k ON k.key = p.key WHERE n.key = ?1
         ORDER BY p.trashed, length(p.path), p.path, p.created, k.id",
    )?;
    let mut rows = find.query([key])?;
    let mut pages = Vec::new();
    while let Some(row) = rows.next()? {
        let kinds: u8 = row.get(0)?;
        let (page, path): (i64, String) = (row.get(1)?, row.get(3)?);
        for kind in kind::ALL.into_iter().filter(|kind| kinds & kind != 0) {
            let paths = match kind {
                kind::FORMER_LEAF => {
                    let former = names::former(connection, page)?.into_iter().map(|(_, path)| path);
                    former.filter(|path| text::fold(leaf_of_path(path)) == key).collect()
                }
                _ => vec![path.clone()],
            };
            for path in paths {
                let folded = text::fold(&path);
                let (source, title, trashed) = (row.get(2)?, row.get(4)?, row.get(5)?);
                pages.push(Candidate { kind, page, source, path, folded, title, trashed });
            }
        }
    }
    let mut by_path = HashMap::new();
    for (at, candidate) in pages.iter().enumerate().filter(|(_, c)| c.kind == kind::LEAF) {
        by_path.entry((candidate.source.clone(), candidate.path.clone())).or_insert(at);
    }
    let found = Candidates::new(Answering { pages, by_path });
    known.insert(key.to_owned(), found.clone());
    Ok(found)
}

impl Stored {
    /// The page that the link goes to. Of the names that its text may mean, the longest that a page has counts.
    fn resolve(
        &self,
        connection: &Connection,
        known: &mut HashMap<String, Candidates>,
    ) -> Result<Option<i64>, StoreError> {
        match self.shape {
            shape::ID => return by_id(connection, &self.target),
            shape::RELATIVE => return Named::new(&self.target, &self.source).resolve(connection, known),
            _ => {}
        }
        for name in names_in(&self.target) {
            let page = Named::new(name, &self.source).resolve(connection, known)?;
            if page.is_some() {
                return Ok(page);
            }
        }
        Ok(None)
    }
}

/// A name that a page is looked for by, from a page of a source.
struct Named<'a> {
    target: &'a str,
    leaf: String,
    whole: String,
    source: &'a str,
}

impl<'a> Named<'a> {
    fn new(target: &'a str, source: &'a str) -> Self {
        Self { target, leaf: text::fold(leaf_of_path(target)), whole: text::fold(target), source }
    }

    /// The page that the name means: the exact path in the same source, a path's end, then title, alias, and what
    /// pages were called before. A page in the trash comes after every other; among equals, one written exactly so,
    /// one of the same source, then the shortest path.
    fn resolve(
        &self,
        connection: &Connection,
        known: &mut HashMap<String, Candidates>,
    ) -> Result<Option<i64>, StoreError> {
        let by_leaf = candidates(connection, &self.leaf, known)?;
        let exact = by_leaf
            .by_path
            .get(&(self.source.to_owned(), self.target.to_owned()))
            .and_then(|&at| by_leaf.pages.get(at));
        if let Some(exact) = exact.filter(|page| !page.trashed) {
            return Ok(Some(exact.page));
        }
        let by_whole = candidates(connection, &self.whole, known)?;
        let of_leaf =
            by_leaf.pages.iter().take(MAX_CANDIDATES).filter(|c| matches!(c.kind, kind::LEAF | kind::FORMER_LEAF));
        let of_whole = by_whole.pages.iter().take(MAX_CANDIDATES);
        let of_whole = of_whole.filter(|c| matches!(c.kind, kind::TITLE | kind::ALIAS | kind::FORMER_TITLE));
        let best = of_leaf.chain(of_whole).enumerate().filter_map(|(at, c)| Some((self.rank(c)?, at, c.page))).min();
        Ok(best.map(|(_, _, page)| page))
    }

    fn rank(&self, candidate: &Candidate) -> Option<(bool, u8, bool, bool)> {
        let same_source = candidate.source == self.source;
        let ends = || {
            candidate
                .folded
                .strip_suffix(self.whole.as_str())
                .is_some_and(|head| head.is_empty() || head.ends_with('/'))
        };
        let rank = match candidate.kind {
            kind::LEAF if same_source && candidate.folded == self.whole => 0,
            kind::LEAF if ends() => 1,
            kind::TITLE => 2,
            kind::ALIAS => 3,
            kind::FORMER_LEAF if ends() => 4,
            kind::FORMER_TITLE => 5,
            _ => return None,
        };
        let written_so = match candidate.kind {
            kind::LEAF => candidate.path.ends_with(self.target),
            kind::TITLE => candidate.title == self.target,
            _ => true,
        };
        Some((candidate.trashed, rank, !written_so, !same_source))
    }
}

fn by_id(connection: &Connection, id: &str) -> Result<Option<i64>, StoreError> {
    let Ok(id) = id.parse::<PageId>() else { return Ok(None) };
    let Some(key) = log::known_page_key(connection, id)? else { return Ok(None) };
    let mut find = connection.prepare_cached("SELECT key FROM page WHERE key = ?1")?;
    Ok(find.query_row([key], |row| row.get(0)).optional()?)
}
