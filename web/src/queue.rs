//! Which call the worker does next: what a person waits for before long work, and of two searches only the newer.

use std::collections::VecDeque;
use std::mem::discriminant;

use scrap_core::wire::Request;

use crate::message::Call;

/// Calls that wait, each with what came along with it.
#[derive(Debug)]
pub struct Queue<P> {
    waiting: VecDeque<Waiting<P>>,
}

/// A call that waits.
#[derive(Debug, PartialEq)]
pub struct Waiting<P> {
    /// What its answer carries.
    pub id: u64,
    /// What to do.
    pub call: Call,
    /// What came along.
    pub payload: P,
}

impl<P> Default for Queue<P> {
    fn default() -> Self {
        Self { waiting: VecDeque::new() }
    }
}

impl<P> Queue<P> {
    /// Adds a call, and gives the ids of calls that it makes pointless: they are out of the queue.
    pub fn push(&mut self, new: Waiting<P>) -> Vec<u64> {
        let mut dropped = Vec::new();
        if is_typed(&new.call) {
            self.waiting.retain(|old| {
                let stays = !is_typed(&old.call) || !same_kind(&old.call, &new.call);
                if !stays {
                    dropped.push(old.id);
                }
                stays
            });
        }
        self.waiting.push_back(new);
        dropped
    }

    /// Takes the next call: the oldest that someone waits for, else the oldest of the others.
    pub fn pop(&mut self) -> Option<Waiting<P>> {
        let next = self.waiting.iter().position(|waiting| !is_long(&waiting.call)).unwrap_or(0);
        self.waiting.remove(next)
    }

    /// Takes the oldest call that may come between two turns of a search: short, and no search itself.
    pub fn pop_between(&mut self) -> Option<Waiting<P>> {
        let is_apart = |call: &Call| !is_long(call) && !is_typed(call) && !pauses(call);
        let next = self.waiting.iter().position(|waiting| is_apart(&waiting.call))?;
        self.waiting.remove(next)
    }

    /// Whether a newer search waits, so that nobody waits for `search` any more.
    #[must_use]
    pub fn overtakes(&self, search: &Call) -> bool {
        pauses(search) && self.waiting.iter().any(|waiting| is_search(&waiting.call))
    }

    /// Whether nothing waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

/// Whether the call may take several turns.
#[must_use]
pub fn pauses(call: &Call) -> bool {
    is_search(call) || matches!(call, Call::Ask(request) if matches!(**request, Request::More { .. }))
}

fn is_search(call: &Call) -> bool {
    matches!(call, Call::Ask(request) if matches!(**request, Request::Search { .. }))
}

/// Asked anew with every keystroke.
fn is_typed(call: &Call) -> bool {
    let typed = |request: &Request| {
        matches!(
            request,
            Request::Search { .. } | Request::Explain { .. } | Request::Complete { .. } | Request::Facets { .. }
        )
    };
    matches!(call, Call::Ask(request) if typed(request))
}

fn same_kind(one: &Call, other: &Call) -> bool {
    match (one, other) {
        (Call::Ask(one), Call::Ask(other)) => discriminant(&**one) == discriminant(&**other),
        _ => false,
    }
}

/// Part of something that goes on for seconds, its files included: their order among each other stays.
fn is_long(call: &Call) -> bool {
    match call {
        Call::Keep => true,
        Call::Read(_) => false,
        Call::Ask(request) => matches!(
            **request,
            Request::ImportBegin { .. }
                | Request::ImportKept { .. }
                | Request::ImportPages { .. }
                | Request::ImportEnd { .. }
                | Request::ExportBegin
                | Request::ExportNext { .. }
                | Request::Check
                | Request::Rebuild
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(request: Request) -> Call {
        Call::Ask(Box::new(request))
    }

    fn search(query: &str) -> Call {
        ask(Request::Search { query: query.to_owned(), limit: 20, today: "2026-03-01".to_owned() })
    }

    fn queue(calls: impl IntoIterator<Item = Call>) -> (Queue<()>, Vec<u64>) {
        let mut queue = Queue::default();
        let numbered = (1..).zip(calls);
        let dropped = numbered.flat_map(|(id, call)| queue.push(Waiting { id, call, payload: () })).collect();
        (queue, dropped)
    }

    fn order(queue: &mut Queue<()>) -> Vec<u64> {
        std::iter::from_fn(|| queue.pop()).map(|waiting| waiting.id).collect()
    }

    #[test]
    fn a_newer_search_drops_the_older_and_nothing_else() {
        let (mut queue, dropped) = queue([search("v"), ask(Request::Status), Call::Keep, search("vs"), search("vsc")]);
        assert_eq!(dropped, [1, 4]);
        assert_eq!(order(&mut queue), [2, 5, 3]);
    }

    #[test]
    fn between_two_turns_of_a_search_comes_what_is_short_and_a_newer_search_ends_it() {
        let more = ask(Request::More { cursor: "x".to_owned(), limit: 20, today: "2026-03-01".to_owned() });
        let import = ask(Request::ImportPages { files: Vec::new() });
        let (mut queue, _) = queue([import, more.clone(), ask(Request::Status), Call::Read("00".to_owned())]);
        assert!(!queue.overtakes(&search("v")));
        let between: Vec<u64> = std::iter::from_fn(|| queue.pop_between()).map(|waiting| waiting.id).collect();
        assert_eq!(between, [3, 4]);
        queue.push(Waiting { id: 5, call: search("vs"), payload: () });
        assert!(queue.overtakes(&search("v")) && queue.overtakes(&more));
        assert!(!queue.overtakes(&Call::Keep));
        assert_eq!(order(&mut queue), [2, 5, 1]);
    }

    #[test]
    fn what_a_person_waits_for_goes_before_long_work() {
        let import = || ask(Request::ImportPages { files: Vec::new() });
        let (mut queue, _) = queue([import(), import(), search("x"), Call::Keep, Call::Read("00".to_owned())]);
        assert_eq!(order(&mut queue), [3, 5, 1, 2, 4]);
        assert!(queue.is_empty());
    }
}
