//! The app's book of what it has asked: calls wait until the store is open, and each gets exactly one answer. It knows
//! no browser: what goes to the worker is handed back to its caller.

use std::collections::{BTreeMap, VecDeque};

use futures_channel::oneshot;

use crate::message::{Call, Failure, Given, Status, ToApp, ToWorker, failure};

/// What a call gave, with what came along.
pub type Answer<P> = Result<(Given, P), Failure>;

/// Calls under way and the store's state, as last heard. `P` is what may come along with a message.
#[derive(Debug)]
pub struct Ledger<P> {
    status: Status,
    last: u64,
    held: VecDeque<(ToWorker, P)>,
    asked: BTreeMap<u64, oneshot::Sender<Answer<P>>>,
}

impl<P> Default for Ledger<P> {
    fn default() -> Self {
        Self { status: Status::default(), last: 0, held: VecDeque::new(), asked: BTreeMap::new() }
    }
}

impl<P> Ledger<P> {
    /// The store's state, as last heard.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// Notes a call. It gives what waits for the answer and, if it can go now, the message; a call to a store that
    /// failed is answered at once.
    pub fn call(&mut self, call: Call, payload: P) -> (oneshot::Receiver<Answer<P>>, Option<(ToWorker, P)>) {
        let (sender, receiver) = oneshot::channel();
        if let Status::Failed(why) = &self.status {
            // Nobody who waits: nothing is lost.
            let _ = sender.send(Err(why.clone()));
            return (receiver, None);
        }
        self.last += 1;
        self.asked.insert(self.last, sender);
        let message = (ToWorker::Call { id: self.last, call }, payload);
        if self.status.is_open() {
            return (receiver, Some(message));
        }
        self.held.push_back(message);
        (receiver, None)
    }

    /// Takes in what the worker said, and gives the messages that can go now.
    pub fn hear(&mut self, word: ToApp, payload: P) -> Vec<(ToWorker, P)> {
        match word {
            ToApp::Status(status) => return self.become_(status),
            ToApp::Answer { id, given } => {
                if let Some(sender) = self.asked.remove(&id) {
                    let _ = sender.send(given.map(|given| (given, payload)));
                }
            }
        }
        Vec::new()
    }

    /// Notes that the worker has ended: whatever it had not answered fails with `why`. What it said itself of its end
    /// stays.
    pub fn end(&mut self, why: Failure) {
        if !matches!(self.status, Status::Failed(_)) {
            self.become_(Status::Failed(why));
        }
    }

    /// Notes that a new worker is on its way.
    pub fn begin_anew(&mut self) {
        self.status = Status::Opening;
    }

    fn become_(&mut self, status: Status) -> Vec<(ToWorker, P)> {
        self.status = status;
        if let Status::Failed(why) = &self.status {
            self.held.clear();
            for (_, sender) in std::mem::take(&mut self.asked) {
                let _ = sender.send(Err(why.clone()));
            }
        }
        if self.status.is_open() { self.held.drain(..).collect() } else { Vec::new() }
    }
}

/// What a call gets whose answer never came.
#[must_use]
pub fn gone() -> Failure {
    failure("gone", "The store's worker ended before it answered. Reload the page, and try again.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use scrap_core::wire::{Reply, Request};

    fn status() -> Call {
        Call::Ask(Box::new(Request::Status))
    }

    fn ids(messages: &[(ToWorker, ())]) -> Vec<u64> {
        let id = |message: &ToWorker| if let ToWorker::Call { id, .. } = message { Some(*id) } else { None };
        messages.iter().filter_map(|(message, ())| id(message)).collect()
    }

    #[test]
    fn calls_wait_until_the_store_is_open_and_go_in_order() {
        let mut ledger = Ledger::default();
        let (_first, sent) = ledger.call(status(), ());
        assert!(sent.is_none());
        let (_second, _) = ledger.call(status(), ());
        assert!(ledger.hear(ToApp::Status(Status::Elsewhere(Default::default())), ()).is_empty());
        assert_eq!(ids(&ledger.hear(ToApp::Status(Status::Ready), ())), [1, 2]);
        assert!(ledger.hear(ToApp::Status(Status::Ready), ()).is_empty(), "they go once");
        let (_third, sent) = ledger.call(status(), ());
        assert_eq!(ids(&[sent.unwrap()]), [3]);
    }

    #[test]
    fn each_call_gets_its_own_answer() {
        let mut ledger = Ledger::default();
        ledger.hear(ToApp::Status(Status::Ready), ());
        let (mut first, _) = ledger.call(status(), ());
        let (mut second, _) = ledger.call(status(), ());
        let given = |pages| Ok(Given::Reply(Reply::Status { pages, change: 0 }));
        ledger.hear(ToApp::Answer { id: 2, given: given(2) }, ());
        assert_eq!(first.try_recv(), Ok(None));
        assert_eq!(second.try_recv().unwrap().unwrap(), given(2).map(|given| (given, ())));
        ledger.hear(ToApp::Answer { id: 1, given: given(1) }, ());
        assert_eq!(first.try_recv().unwrap().unwrap(), given(1).map(|given| (given, ())));
        ledger.hear(ToApp::Answer { id: 2, given: given(9) }, ());
    }

    #[test]
    fn a_worker_that_ends_answers_everything_with_why() {
        let mut ledger = Ledger::default();
        let (mut held, _) = ledger.call(status(), ());
        ledger.end(failure("panic", "it broke"));
        assert_eq!(held.try_recv().unwrap().unwrap().unwrap_err().code, "panic");
        let (mut later, sent) = ledger.call(status(), ());
        assert!(sent.is_none());
        assert_eq!(later.try_recv().unwrap().unwrap().unwrap_err().code, "panic");

        ledger.end(failure("worker", "its script ended"));
        assert_eq!(ledger.status(), &Status::Failed(failure("panic", "it broke")));

        ledger.begin_anew();
        let (_again, _) = ledger.call(status(), ());
        assert_eq!(ids(&ledger.hear(ToApp::Status(Status::Ready), ())), [2], "what failed is not sent later");
    }
}
