//! The merged view of a page with several heads: pure, deterministic, and never written by itself.
//!
//! Heads are sorted by (time, id) and folded left. Each pair is merged over each of its lowest common ancestors; where
//! the results differ, or where both sides changed the same thing, it is a conflict: the later side shows, and the
//! earlier one is kept beside it.

pub mod fields;
pub mod graph;
pub mod lines;
#[cfg(test)]
mod tests;

use self::graph::Graph;
use crate::fields::Fields;
use crate::id::EntryId;
use crate::time::Instant;

/// A revision's whole content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Content {
    /// Everything but the body.
    pub fields: Fields,
    /// The body.
    pub body: String,
}

/// A revision that no known entry names as a parent.
#[derive(Debug, Clone)]
pub struct Head {
    /// Its entry.
    pub id: EntryId,
    /// Its entry's time.
    pub time: Instant,
    /// What it says.
    pub content: Content,
}

/// Two sides that could not both show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The field's name, `body` for the body, `props.KEY` for one of the unknown front matter keys.
    pub field: String,
    /// The 1-based line of the merged text where the later side stands, or what a third version put in its place; 0 for
    /// a field of one value.
    pub line: u32,
    /// What the earlier side says: kept, searchable, not shown in place.
    pub earlier: String,
    /// What the later side says: shown, unless a third version took its place, which then has a conflict of its own.
    pub later: String,
}

/// What a page shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct View {
    /// Fields and body, merged.
    pub content: Content,
    /// What could not be merged.
    pub conflicts: Vec<Conflict>,
}

/// Merges `heads`, given in any order. `graph` holds the page's revisions and blanks; `content` gives an ancestor's
/// content, or nothing where it is missing, purged or unknown, which only means that there is no base.
///
/// No heads give an empty view.
pub fn merge(mut heads: Vec<Head>, graph: &Graph, mut content: impl FnMut(EntryId) -> Option<Content>) -> View {
    heads.sort_by_key(|head| (head.time, head.id));
    let mut heads = heads.into_iter();
    let Some(first) = heads.next() else { return View::default() };
    let mut merged = vec![first.id];
    let mut view = View { content: first.content, conflicts: Vec::new() };
    for later in heads {
        let bases: Vec<Content> =
            graph.lowest_common_ancestors(&merged, later.id).into_iter().filter_map(&mut content).collect();
        view = pair(view, &later.content, &bases);
        merged.push(later.id);
    }
    view
}

/// One step of the fold: what was merged so far is the earlier side.
fn pair(earlier: View, later: &Content, bases: &[Content]) -> View {
    let body = lines::over_each(bases.iter().map(|base| base.body.as_str()), &earlier.content.body, &later.body);
    let (fields, field_conflicts) = fields::merge(bases, &earlier.content, later);
    let mut conflicts = earlier.conflicts;
    follow(&mut conflicts, &earlier.content.body, &body.text);
    conflicts.extend(field_conflicts);
    conflicts.extend(body.hunks.into_iter().map(|hunk| Conflict {
        field: "body".to_owned(),
        line: hunk.line,
        earlier: hunk.earlier,
        later: hunk.later,
    }));
    View { content: Content { fields, body: body.text }, conflicts }
}

/// Moves the conflicts in a body to where their lines are now that it went on from `before` to `after`.
fn follow(conflicts: &mut [Conflict], before: &str, after: &str) {
    let lines: Vec<u32> = conflicts.iter().map(|conflict| conflict.line).filter(|line| *line > 0).collect();
    if lines.is_empty() || before == after {
        return;
    }
    let in_body = conflicts.iter_mut().filter(|conflict| conflict.line > 0);
    for (conflict, line) in in_body.zip(lines::moved(before, after, &lines)) {
        conflict.line = line;
    }
}
