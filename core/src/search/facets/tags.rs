//! Tags counted as `tag:` finds them: by whole segments, wherever in a tag they stand, and each page once.

use std::collections::HashMap;

use rusqlite::Connection;

use crate::search::{SearchError, sql};

/// The tree is so many segments deep. A deeper tag counts for the first ones, and for what `tag:` finds in it.
pub const DEPTH: usize = 8;

/// A tag and how many pages `tag:` finds with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagCount {
    /// Its segments, as written on one of the pages.
    pub segments: Vec<String>,
    /// Pages with it, or with a tag that has it among its segments.
    pub count: u64,
}

/// The tags of the pages so far. Each is a node, and so is each of its beginnings.
#[derive(Default)]
pub(super) struct Tree {
    runs: Vec<Run>,
    by_text: HashMap<String, usize>,
    /// What a page with a tag counts for, by the tag's number.
    of_tag: HashMap<i64, Vec<usize>>,
}

/// A run of segments of some tag: a page that has the tag counts for it.
struct Run {
    /// As written; nothing while no tag begins with it, and then it is no node.
    segments: Vec<String>,
    count: u64,
    /// The page that was counted last.
    last: i64,
}

impl Tree {
    /// Counts a tag of a page. The tags of a page come one after the other.
    pub(super) fn count(&mut self, connection: &Connection, page: i64, tag: i64) -> Result<(), SearchError> {
        if !self.of_tag.contains_key(&tag) {
            let (name, folded) = sql::tag(connection, tag)?;
            let runs = self.runs_of(&name, &folded);
            self.of_tag.insert(tag, runs);
        }
        for &run in self.of_tag.get(&tag).into_iter().flatten() {
            if let Some(run) = self.runs.get_mut(run).filter(|run| run.last != page) {
                run.last = page;
                run.count += 1;
            }
        }
        Ok(())
    }

    /// Every run of up to [`DEPTH`] segments of a tag, those from its start as nodes of the tree.
    fn runs_of(&mut self, name: &str, folded: &str) -> Vec<usize> {
        let folded: Vec<&str> = folded.split('/').filter(|segment| !segment.is_empty()).collect();
        let written: Vec<&str> = name.split('/').filter(|segment| !segment.is_empty()).collect();
        // A sign that folds to a slash makes segments that nobody wrote.
        let written = if written.len() == folded.len() { &written } else { &folded };
        let mut runs = Vec::new();
        for start in 0..folded.len() {
            let mut text = String::new();
            for (end, segment) in (start + 1..).zip(folded.iter().skip(start).take(DEPTH)) {
                if end > start + 1 {
                    text.push('/');
                }
                text.push_str(segment);
                let run = *self.by_text.entry(text.clone()).or_insert_with(|| {
                    self.runs.push(Run { segments: Vec::new(), count: 0, last: i64::MIN });
                    self.runs.len() - 1
                });
                runs.push(run);
                if start == 0
                    && let Some(node) = self.runs.get_mut(run)
                {
                    let segments = written.iter().take(end).map(|segment| (*segment).to_owned()).collect();
                    // Of several spellings always the same one, whatever the order in which pages came.
                    if node.segments.is_empty() || segments < node.segments {
                        node.segments = segments;
                    }
                }
            }
        }
        runs
    }

    /// The `most` largest nodes, parents before what is under them, and how many more there are.
    pub(super) fn largest(mut self, most: usize) -> (Vec<TagCount>, usize) {
        let mut nodes = Vec::new();
        for (folded, run) in self.by_text {
            if let Some(run) = self.runs.get_mut(run).filter(|run| !run.segments.is_empty()) {
                nodes.push((folded, TagCount { segments: std::mem::take(&mut run.segments), count: run.count }));
            }
        }
        // Whatever counts for a node counts for those it is under.
        nodes.sort_unstable_by(|(one_folded, one), (other_folded, other)| {
            other.count.cmp(&one.count).then_with(|| one_folded.cmp(other_folded))
        });
        let more = nodes.len().saturating_sub(most);
        nodes.truncate(most);
        let mut spelt: HashMap<&str, Vec<String>> = HashMap::new();
        let mut tags = Vec::with_capacity(nodes.len());
        for (folded, mut tag) in nodes.iter().map(|(folded, tag)| (folded.as_str(), tag.clone())) {
            // A parent is written alike wherever it stands.
            if let Some((parent, _)) = folded.rsplit_once('/')
                && let (Some(parent), Some(last)) = (spelt.get(parent), tag.segments.pop())
            {
                tag.segments = parent.iter().cloned().chain([last]).collect();
            }
            spelt.insert(folded, tag.segments.clone());
            tags.push(tag);
        }
        (tags, more)
    }
}
