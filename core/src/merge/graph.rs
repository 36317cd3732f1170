//! The revisions of one page as a graph: who continues whom. It knows ids only.

use std::collections::{HashMap, HashSet};

use crate::id::EntryId;

/// Each known revision or blank with its parents, which may be unknown.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    parents: HashMap<EntryId, Vec<EntryId>>,
}

impl Graph {
    /// Adds a revision or a blank.
    pub fn insert(&mut self, id: EntryId, parents: Vec<EntryId>) {
        self.parents.insert(id, parents);
    }

    fn parents(&self, id: EntryId) -> &[EntryId] {
        self.parents.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The entries themselves and all that they descend from, as far as it is known. Linear in the graph.
    #[must_use]
    pub fn ancestry(&self, of: &[EntryId]) -> HashSet<EntryId> {
        let mut seen: HashSet<EntryId> = of.iter().copied().collect();
        let mut open: Vec<EntryId> = seen.iter().copied().collect();
        while let Some(id) = open.pop() {
            open.extend(self.parents(id).iter().copied().filter(|&parent| seen.insert(parent)));
        }
        seen
    }

    /// What `one` and the merge of `several` both descend from, without what another such entry descends from.
    /// Ascending, so that the merge over each of them is the same everywhere.
    #[must_use]
    pub fn lowest_common_ancestors(&self, several: &[EntryId], one: EntryId) -> Vec<EntryId> {
        let mut common = self.ancestry(several);
        let other = self.ancestry(&[one]);
        common.retain(|id| other.contains(id));
        // An ancestor of a common ancestor is one too, so a lowest one is no common ancestor's parent.
        let inner: HashSet<EntryId> = common.iter().flat_map(|&id| self.parents(id)).copied().collect();
        let mut lowest: Vec<EntryId> = common.into_iter().filter(|id| !inner.contains(id)).collect();
        lowest.sort_unstable();
        lowest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u8) -> EntryId {
        EntryId([n; 32])
    }

    fn graph(edges: &[(u8, &[u8])]) -> Graph {
        let mut graph = Graph::default();
        for (child, parents) in edges {
            graph.insert(id(*child), parents.iter().map(|&p| id(p)).collect());
        }
        graph
    }

    #[test]
    fn a_fork_has_one_base_and_a_criss_cross_two() {
        let fork = graph(&[(1, &[]), (2, &[1]), (3, &[2]), (4, &[2])]);
        assert_eq!(fork.lowest_common_ancestors(&[id(3)], id(4)), [id(2)]);
        let cross = graph(&[(1, &[]), (2, &[1]), (3, &[1]), (4, &[2, 3]), (5, &[2, 3])]);
        assert_eq!(cross.lowest_common_ancestors(&[id(4)], id(5)), [id(2), id(3)]);
    }

    #[test]
    fn strangers_have_none_and_an_unknown_parent_can_be_shared() {
        let strangers = graph(&[(1, &[]), (2, &[])]);
        assert!(strangers.lowest_common_ancestors(&[id(1)], id(2)).is_empty());
        let orphans = graph(&[(1, &[9]), (2, &[9])]);
        assert_eq!(orphans.lowest_common_ancestors(&[id(1)], id(2)), [id(9)]);
    }

    #[test]
    fn a_loop_that_only_a_broken_log_could_hold_ends() {
        let ring = graph(&[(1, &[2]), (2, &[1])]);
        assert_eq!(ring.ancestry(&[id(1)]).len(), 2);
    }
}
