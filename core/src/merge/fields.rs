//! Field sets merged: lists as sets, the front matter by lines, everything else as one value a field.

use std::collections::BTreeSet;

use super::{Conflict, Content, lines};
use crate::fields::{Fields, Kind, Later, Media, Priority};
use crate::id::{BlobHash, EntryId};
use crate::time::When;

/// Merges the fields of `earlier` and `later` over each base; none counts as a base in which nothing was set.
pub fn merge(bases: &[Content], earlier: &Content, later: &Content) -> (Fields, Vec<Conflict>) {
    let unset = Fields::default();
    let mut over: Vec<&Fields> = bases.iter().map(|base| &base.fields).collect();
    if over.is_empty() {
        over.push(&unset);
    }
    let mut merge = Merge { bases: over, earlier: &earlier.fields, later: &later.fields, conflicts: Vec::new() };
    let fields = Fields {
        title: merge.scalar("title", |f| &f.title),
        aliases: merge.set(|f| &f.aliases),
        kind: merge.scalar("kind", |f| &f.kind),
        tags: merge.set(|f| &f.tags),
        summary: merge.scalar("summary", |f| &f.summary),
        status: merge.scalar("status", |f| &f.status),
        personal: merge.scalar("personal", |f| &f.personal),
        due: merge.scalar("due", |f| &f.due),
        priority: merge.scalar("priority", |f| &f.priority),
        media: merge.scalar("media", |f| &f.media),
        later: merge.scalar("later", |f| &f.later),
        path: merge.scalar("path", |f| &f.path),
        source: merge.scalar("source", |f| &f.source),
        files: merge.set(|f| &f.files),
        sources: merge.set(|f| &f.sources),
        trashed: trashed(bases, earlier, later),
        created: merge.date(|f| f.created, std::cmp::Ordering::Less),
        updated: merge.date(|f| f.updated, std::cmp::Ordering::Greater),
        props: merge.props(),
        front: merge.front(),
        original: merge.scalar("original", |f| &f.original),
    };
    (fields, merge.conflicts)
}

struct Merge<'a> {
    bases: Vec<&'a Fields>,
    earlier: &'a Fields,
    later: &'a Fields,
    conflicts: Vec<Conflict>,
}

impl<'a> Merge<'a> {
    /// The side that changed; the later one, and a conflict, if both did or if the bases do not agree.
    fn scalar<T: Clone + PartialEq + Shown + 'a>(&mut self, name: &str, of: impl Fn(&'a Fields) -> &'a T) -> T {
        let (earlier, later) = (of(self.earlier), of(self.later));
        if earlier == later {
            return later.clone();
        }
        if self.bases.iter().all(|base| of(base) == earlier) {
            return later.clone();
        }
        if self.bases.iter().all(|base| of(base) == later) {
            return earlier.clone();
        }
        self.conflict(name, earlier.shown(), later.shown());
        later.clone()
    }

    fn conflict(&mut self, name: &str, earlier: String, later: String) {
        self.conflicts.push(Conflict { field: name.to_owned(), line: 0, earlier, later });
    }

    /// The later side's members in its order, but for those that the earlier side took out of every base; then what
    /// the earlier side added.
    fn set<T: Clone + Ord + 'a>(&self, of: impl Fn(&'a Fields) -> &'a Vec<T>) -> Vec<T> {
        let (earlier, later) = (of(self.earlier), of(self.later));
        let in_every_base = |item: &T| self.bases.iter().all(|base| of(base).contains(item));
        let mut seen = BTreeSet::new();
        let kept = later.iter().filter(|item| earlier.contains(item) || !in_every_base(item));
        let added = earlier.iter().filter(|item| !later.contains(item) && !in_every_base(item));
        kept.chain(added).filter(|item| seen.insert(*item)).cloned().collect()
    }

    /// Dates move with every edit, so they never conflict: the earliest creation and the latest edit hold.
    fn date(&self, of: impl Fn(&Fields) -> Option<When>, prefer: std::cmp::Ordering) -> Option<When> {
        let (earlier, later) = (of(self.earlier), of(self.later));
        let changed = |side| self.bases.iter().any(|base| of(base) != side);
        match (changed(earlier), changed(later)) {
            (false, _) => later,
            (_, false) => earlier,
            (true, true) => match (earlier, later) {
                (Some(a), Some(b)) => Some(if a.sort_key().cmp(&b.sort_key()) == prefer { a } else { b }),
                (one, other) => other.or(one),
            },
        }
    }

    fn props(&mut self) -> std::collections::BTreeMap<String, String> {
        let names: BTreeSet<&'a String> = self.earlier.props.keys().chain(self.later.props.keys()).collect();
        let mut merged = std::collections::BTreeMap::new();
        for name in names {
            let (earlier, later) = (self.earlier.props.get(name), self.later.props.get(name));
            let all_bases = |side| self.bases.iter().all(|base| base.props.get(name) == side);
            let value = if earlier == later || all_bases(earlier) {
                later
            } else if all_bases(later) {
                earlier
            } else {
                self.conflict(
                    &format!("props.{name}"),
                    earlier.cloned().unwrap_or_default(),
                    later.cloned().unwrap_or_default(),
                );
                later
            };
            if let Some(value) = value {
                merged.insert(name.clone(), value.clone());
            }
        }
        merged
    }

    fn front(&mut self) -> Option<String> {
        let (Some(earlier), Some(later)) = (&self.earlier.front, &self.later.front) else {
            return self.scalar("front", |f| &f.front);
        };
        let bases: Vec<&str> = self.bases.iter().filter_map(|base| base.front.as_deref()).collect();
        let merged = lines::over_each(bases.into_iter(), earlier, later);
        for hunk in merged.hunks {
            self.conflict("front", hunk.earlier, hunk.later);
        }
        Some(merged.text)
    }
}

/// The trash yields to any other change, and without a base to the page that is not in it.
fn trashed(bases: &[Content], earlier: &Content, later: &Content) -> bool {
    if earlier.fields.trashed == later.fields.trashed {
        return later.fields.trashed;
    }
    let kept = if earlier.fields.trashed { later } else { earlier };
    let untouched = |base: &Content| {
        let quiet = |content: &Content| Fields { updated: None, trashed: false, ..content.fields.clone() };
        !base.fields.trashed && base.body == kept.body && quiet(base) == quiet(kept)
    };
    !bases.is_empty() && bases.iter().all(untouched)
}

/// A value as a conflict shows it; unset is empty.
trait Shown {
    fn shown(&self) -> String;
}

impl<T: Shown> Shown for Option<T> {
    fn shown(&self) -> String {
        self.as_ref().map(T::shown).unwrap_or_default()
    }
}

macro_rules! shown {
    ($($type:ty => $show:expr),+ $(,)?) => {
        $(impl Shown for $type {
            fn shown(&self) -> String {
                ($show)(self)
            }
        })+
    };
}

shown! {
    String => String::clone,
    bool => ToString::to_string,
    When => ToString::to_string,
    BlobHash => ToString::to_string,
    EntryId => ToString::to_string,
    Kind => |k: &Kind| k.name().to_owned(),
    Priority => |p: &Priority| p.name().to_owned(),
    Media => |m: &Media| m.name().to_owned(),
    Later => |l: &Later| l.name().to_owned(),
}
