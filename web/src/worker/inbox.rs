//! What comes in, from the app and from other tabs, in one line; calls are set aside in the queue.

use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures_util::StreamExt;
use wasm_bindgen::prelude::*;
use web_sys::MessageEvent;

use crate::codec;
use crate::message::{BetweenTabs, Call, Failure, Status, ToApp, ToWorker, failure};
use crate::queue::{Queue, Waiting};

use super::scope::Scope;

/// What the loop reacts to.
pub enum Event {
    /// The app listens now.
    Hello,
    /// The app wants the store here.
    TakeOver,
    /// A call is in the queue.
    Queued,
    /// Another tab said something.
    Tab(BetweenTabs),
}

/// As it came in.
enum Raw {
    App(ToWorker, JsValue),
    Tab(BetweenTabs),
    Unreadable(String),
}

/// The line of what came in, and the calls that wait.
pub struct Inbox {
    raw: UnboundedReceiver<Raw>,
    sender: UnboundedSender<Raw>,
    /// Calls that wait.
    pub queue: Queue<JsValue>,
    status: Status,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl Inbox {
    /// Listens to the app.
    pub fn listen(scope: &Scope) -> Self {
        let (sender, raw) = unbounded();
        let to = sender.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let raw = match codec::read(&event.data()) {
                Ok((word, payload)) => Raw::App(word, payload),
                Err(words) => Raw::Unreadable(words),
            };
            // The receiver lives as long as the worker.
            let _ = to.unbounded_send(raw);
        });
        scope.global().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Self { raw, sender, queue: Queue::default(), status: Status::default(), _on_message: on_message }
    }

    /// What takes in the words of other tabs.
    pub fn tabs(&self) -> impl Fn(BetweenTabs) + 'static {
        let sender = self.sender.clone();
        move |word| {
            let _ = sender.unbounded_send(Raw::Tab(word));
        }
    }

    /// Tells the app the store's status, and keeps it for when it asks.
    pub fn show(&mut self, scope: &Scope, status: Status) {
        self.status = status;
        scope.tell(&ToApp::Status(self.status.clone()));
    }

    /// Tells the app the status that it was told last.
    pub fn show_again(&self, scope: &Scope) {
        scope.tell(&ToApp::Status(self.status.clone()));
    }

    /// Waits for the next event.
    pub async fn next(&mut self, scope: &Scope) -> Event {
        loop {
            // The sender is held here: the line never ends.
            if let Some(raw) = self.raw.next().await
                && let Some(event) = self.sort(scope, raw)
            {
                return event;
            }
        }
    }

    /// The next event, if one is here.
    pub fn arrived(&mut self, scope: &Scope) -> Option<Event> {
        while let Ok(raw) = self.raw.try_recv() {
            if let Some(event) = self.sort(scope, raw) {
                return Some(event);
            }
        }
        None
    }

    fn sort(&mut self, scope: &Scope, raw: Raw) -> Option<Event> {
        match raw {
            Raw::App(ToWorker::Hello, _) => Some(Event::Hello),
            Raw::App(ToWorker::TakeOver, _) => Some(Event::TakeOver),
            Raw::App(ToWorker::Call { id, call }, payload) => {
                self.enqueue(scope, id, call, payload);
                Some(Event::Queued)
            }
            Raw::Tab(word) => Some(Event::Tab(word)),
            Raw::Unreadable(words) => {
                // It has no id to answer to: app and worker are of different builds.
                scope.tell(&ToApp::Status(Status::Failed(failure("protocol", words))));
                None
            }
        }
    }

    /// Lets a call wait, and answers those that it makes pointless.
    pub fn enqueue(&mut self, scope: &Scope, id: u64, call: Call, payload: JsValue) {
        for dropped in self.queue.push(Waiting { id, call, payload }) {
            scope.answer(dropped, Err(superseded()), None);
        }
    }
}

/// Why a search gave nothing that a newer one overtook.
pub fn superseded() -> Failure {
    failure("superseded", "A newer search came before this one was done.")
}
