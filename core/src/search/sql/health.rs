//! The checks of a store's health, each as one fragment over `page p`: the filter and the count both read it here.

use rusqlite::Connection;

use super::From;
use super::condition::{Sql, feature_sql};
use crate::entry::WRITEUP_PROMPT;
use crate::fields::{Kind, MadeBy, Role};
use crate::query::{Flag, Has};
use crate::search::SearchError;
use crate::search::health::{Finds, STALE_DAYS};
use crate::store::{feature, origin};
use crate::time::Day;

/// How many pages outside of the trash the filter of a check finds.
pub(in crate::search) fn count(connection: &Connection, finds: Finds, today: Day) -> Result<u64, SearchError> {
    let fragment = match finds {
        Finds::Is(flag) => super::condition::of_flag(flag, today),
        Finds::Has(has) => super::condition::of_has(has),
    };
    From::where_(Sql { text: format!("p.trashed = 0 AND ({})", fragment.text), values: fragment.values })
        .count(connection)
}

/// The fragment of an `is:` that is a check.
pub(super) fn of_flag(flag: Flag, today: Day) -> Option<Sql> {
    Some(match flag {
        Flag::Orphan => orphan(),
        Flag::Untagged => untagged(),
        Flag::Stale => stale(today),
        Flag::Duplicate => duplicate(),
        Flag::Outdated => outdated(),
        Flag::Conflict => feature_sql(feature::CONFLICT),
        // Nothing has been synced anywhere yet: every page is only here.
        Flag::Unsynced => Sql::new("1"),
        Flag::Unindexed => unindexed(),
        Flag::Personal | Flag::Work | Flag::Claude | Flag::ClaudeEdited | Flag::Topic | Flag::Trash => return None,
    })
}

/// The fragment of a `has:` that is a check.
pub(super) fn of_has(has: Has) -> Option<Sql> {
    match has {
        Has::OpenQuestions => Some(feature_sql(feature::OPEN_QUESTIONS)),
        Has::Dangling => Some(dangling()),
        _ => None,
    }
}

/// No link either way between this page and another one outside of the trash, by text, write-up, front matter or a
/// topic's sources; and none picked as related. What `gc` writes about pages is no link of theirs, and it is not looked
/// for. Sets, made once: to look for each page's links by themselves takes longer where most pages have none.
fn orphan() -> Sql {
    let gc = MadeBy::Gc.code();
    let links = "link l JOIN page t ON t.key = {other} WHERE l.resolved <> l.page";
    let picks = "related r JOIN page_key k ON k.id = r.target JOIN page t ON t.key = {other}
                 WHERE r.current AND r.picked AND k.key <> r.page";
    let linked = |page: &str, other: &str, all: &str| {
        let all = all.replace("{other}", other);
        format!("p.key NOT IN (SELECT {page} FROM {all} AND t.trashed = 0 AND t.made_by <> {gc})")
    };
    let parts = [
        format!("p.made_by <> {gc}"),
        linked("l.page", "l.resolved", links),
        linked("l.resolved", "l.page", links),
        linked("r.page", "k.key", picks),
        linked("k.key", "r.page", picks),
    ];
    Sql::new(parts.join(" AND "))
}

fn untagged() -> Sql {
    let (gc, topic) = (MadeBy::Gc.code(), Kind::Topic.code());
    Sql::new(format!("p.made_by <> {gc} AND p.kind <> {topic} AND p.features & {} = 0", feature::TAGGED))
}

fn stale(today: Day) -> Sql {
    let today = today.number();
    let text = format!(
        "p.kind = {} AND p.status IS NOT 'done' AND (p.due IS NULL OR p.due < ?) AND p.updated < ?",
        Kind::Todo.code()
    );
    Sql { text, values: vec![today.into(), ((today - STALE_DAYS) * 86_400_000).into()] }
}

fn duplicate() -> Sql {
    Sql::new(format!(
        "p.key IN (SELECT f.page FROM file f JOIN file g ON g.blob = f.blob AND g.page <> f.page
             JOIN page o ON o.key = g.page WHERE f.current AND g.current AND f.role = {} AND o.trashed = 0)",
        Role::Capture.code()
    ))
}

/// Only boards': a topic's synthesis is written anew by itself.
fn outdated() -> Sql {
    Sql::new(format!(
        "p.kind = {} AND EXISTS (SELECT 1 FROM writeup w WHERE w.page = p.key AND w.current AND (
             w.behind OR w.prompt_version < {WRITEUP_PROMPT} OR EXISTS (
                 SELECT 1 FROM link l LEFT JOIN page t ON t.key = l.resolved
                 WHERE l.page = p.key AND l.origin = {} AND (t.key IS NULL OR t.trashed = 1))))",
        Kind::Whiteboard.code(),
        origin::WRITEUP
    ))
}

/// In the page's own text, front matter included: a write-up is outdated then, and a topic's sources are not its text.
fn dangling() -> Sql {
    Sql::new(format!(
        "p.key IN (SELECT l.page FROM link l LEFT JOIN page t ON t.key = l.resolved
             WHERE l.origin IN ({}, {}) AND (t.key IS NULL OR t.trashed = 1))",
        origin::BODY,
        origin::FRONT
    ))
}

/// A text that is not here, or a file that has a text which nobody has read.
fn unindexed() -> Sql {
    Sql::new(format!(
        "(p.features & {} <> 0 OR p.key IN (SELECT f.page FROM file f
             WHERE f.current AND (f.mime = 'application/pdf' OR f.mime LIKE 'text/%')
                 AND f.seq NOT IN (SELECT r.file FROM reading r WHERE r.current AND r.file IS NOT NULL)))",
        feature::TEXT_MISSING | feature::NEWER
    ))
}
