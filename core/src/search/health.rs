//! Store health: what could be better about the pages. A check is a filter of the query language and nothing is stored,
//! so a finding is always of now; its SQL stands in `sql::health`, once for the count and for the filter.

use super::{SearchError, sql};
use crate::query::{Flag, Has};
use crate::store::Store;
use crate::time::Day;

/// A todo is stale when it was not changed for so many days.
pub const STALE_DAYS: i64 = 60;

/// One check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Check {
    /// The kind, for ever.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What a page that it finds has.
    pub meaning: &'static str,
    /// What to do about it.
    pub mend: &'static str,
    /// The query that finds the pages.
    pub query: &'static str,
    /// The filter in it.
    pub finds: Finds,
}

/// The filter of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finds {
    /// `is:`
    Is(Flag),
    /// `has:`
    Has(Has),
}

/// Every check, in the order in which lists show them.
pub const CHECKS: &[Check] = &[
    Check {
        id: "conflict",
        label: "Conflicts",
        meaning: "Two devices changed the same part, and only the later side shows.",
        mend: "Open the page and keep what is right of both sides.",
        query: "is:conflict",
        finds: Finds::Is(Flag::Conflict),
    },
    Check {
        id: "dangling",
        label: "Dangling links",
        meaning: "A link in the page's text leads to no page, or to one in the trash.",
        mend: "Correct the link, make the page that it names, or take that page out of the trash.",
        query: "has:dangling",
        finds: Finds::Has(Has::Dangling),
    },
    Check {
        id: "open-questions",
        label: "Open questions",
        meaning: "A section headed \"Open questions\" has an unticked box, or text and no boxes.",
        mend: "Tick the boxes that are answered, or take the section out.",
        query: "has:open-questions",
        finds: Finds::Has(Has::OpenQuestions),
    },
    Check {
        id: "stale",
        label: "Stale todos",
        meaning: "An open todo that is not due today or later and was not changed for 60 days.",
        mend: "Do it, close it, or give it a new day.",
        query: "is:stale",
        finds: Finds::Is(Flag::Stale),
    },
    Check {
        id: "orphan",
        label: "Orphans",
        meaning: "No page links to this one, and it links to none.",
        mend: "Link it from a page where it is looked for.",
        query: "is:orphan",
        finds: Finds::Is(Flag::Orphan),
    },
    Check {
        id: "untagged",
        label: "Untagged pages",
        meaning: "The page has no tags.",
        mend: "Give it a tag.",
        query: "is:untagged",
        finds: Finds::Is(Flag::Untagged),
    },
    Check {
        id: "duplicate",
        label: "Duplicates",
        meaning: "A file that was captured for the page is also another page's.",
        mend: "Keep one of the pages and put the other in the trash.",
        query: "is:duplicate",
        finds: Finds::Is(Flag::Duplicate),
    },
    Check {
        id: "outdated",
        label: "Outdated write-ups",
        meaning: "A board's write-up is older than the board or its prompt, or links to a page that is gone.",
        mend: "Have the write-up written anew.",
        query: "is:outdated",
        finds: Finds::Is(Flag::Outdated),
    },
    Check {
        id: "unindexed",
        label: "Not searchable yet",
        meaning: "A text has not arrived here, was written by a newer scrap, or stands in a PDF or text file that nobody \
                  has read yet.",
        mend: "Sync or update scrap, or add the file's text with `scrap enrich --what text`.",
        query: "is:unindexed",
        finds: Finds::Is(Flag::Unindexed),
    },
    Check {
        id: "unsynced",
        label: "Only here",
        meaning: "The page has changes that no server has yet.",
        mend: "Keep a backup: `scrap export --log`.",
        query: "is:unsynced",
        finds: Finds::Is(Flag::Unsynced),
    },
];

/// What the checks found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Health {
    /// Every check with how many pages it finds, in the order of [`CHECKS`]. The trash is not looked at.
    pub counts: Vec<(&'static Check, u64)>,
    /// The store's change number: counts and hits of one number agree.
    pub change: i64,
}

impl Store {
    /// Counts what every check finds, as of `today`: as many pages as a search for [`Check::query`] has hits.
    ///
    /// # Errors
    /// [`SearchError::Store`].
    pub fn health(&self, today: Day) -> Result<Health, SearchError> {
        let _held = self.hold()?;
        let count = |check: &'static Check| Ok((check, sql::health::count(self.connection(), check.finds, today)?));
        let counts = CHECKS.iter().map(count).collect::<Result<_, SearchError>>()?;
        Ok(Health { counts, change: self.change_number()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../../docs/query.md");

    #[test]
    fn the_manual_has_every_check() {
        let mut wanted = String::from("| Check | A page it finds | Mend |\n|---|---|---|\n");
        for Check { query, label, meaning, mend, .. } in CHECKS {
            wanted.push_str(&format!("| {label} `{query}` | {meaning} | {mend} |\n"));
        }
        let (begin, end) = ("<!-- checks from the code: begin -->\n", "<!-- checks from the code: end -->\n");
        let there = PAGE.split_once(begin).and_then(|(_, rest)| rest.split_once(end)).map(|(text, _)| text.trim());
        assert!(there == Some(wanted.trim()), "put this between the marks in docs/query.md:\n\n{wanted}");
    }
}
