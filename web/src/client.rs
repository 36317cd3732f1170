//! What the screens use to reach the store: a request is a future, the store's state a signal.

use futures_channel::oneshot;
use leptos::prelude::*;
use scrap_core::wire::{Reply, Request};
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;

use crate::codec;
use crate::dom::{Blob, Port};
use crate::ledger::{Answer, Ledger, gone};
use crate::message::{Call, Failure, Given, Kept, Status, ToApp, ToWorker, failure};

/// The way to the store. It is a handle: copies lead to the same worker.
#[derive(Clone, Copy)]
pub struct Client {
    inner: StoredValue<Inner, LocalStorage>,
    status: RwSignal<Status>,
}

struct Inner {
    ledger: Ledger<JsValue>,
    port: Option<Port>,
}

impl Client {
    /// Takes up the page's worker. Everything ends with the owner that this is called under.
    #[must_use]
    pub fn start() -> Self {
        let client = Self {
            inner: StoredValue::new_local(Inner { ledger: Ledger::default(), port: None }),
            status: RwSignal::new(Status::default()),
        };
        client.connect();
        client
    }

    /// How the store is.
    #[must_use]
    pub fn status(&self) -> Signal<Status> {
        self.status.into()
    }

    /// Asks the store. A request made before it is open waits for it. A search that a newer one overtook in the queue
    /// fails with the code `superseded`: drop it silently.
    pub async fn ask(&self, request: Request) -> Result<Reply, Failure> {
        match self.call(Call::Ask(Box::new(request)), JsValue::UNDEFINED).await? {
            (Given::Reply(reply), _) => Ok(reply),
            _ => Err(mismatch()),
        }
    }

    /// Keeps a file's bytes, and gives their hash: before the request that names it.
    pub async fn put_blob(&self, blob: &Blob) -> Result<Kept, Failure> {
        match self.call(Call::Keep, blob.into()).await? {
            (Given::Kept(kept), _) => Ok(kept),
            _ => Err(mismatch()),
        }
    }

    /// The bytes kept under `hash`, nothing if there are none here.
    pub async fn blob(&self, hash: &str) -> Result<Option<Blob>, Failure> {
        match self.call(Call::Read(hash.to_owned()), JsValue::UNDEFINED).await? {
            (Given::Read(false), _) => Ok(None),
            (Given::Read(true), bytes) => bytes.dyn_into().map(Some).map_err(|_| mismatch()),
            _ => Err(mismatch()),
        }
    }

    /// Asks the tab that has the store to give it away; [`Client::status`] says what comes of it.
    pub fn take_over(&self) {
        self.send(&ToWorker::TakeOver, &JsValue::UNDEFINED);
    }

    /// Ends the worker and starts another, as after a panic.
    pub fn restart(&self) {
        self.inner.update_value(|inner| {
            inner.port = None;
            inner.ledger.end(gone());
            inner.ledger.begin_anew();
        });
        self.status.set(Status::Opening);
        self.connect();
    }

    fn connect(&self) {
        let client = *self;
        let heard = move |message: JsValue| client.heard(&message);
        let broke = move |words: String| client.fail(failure("worker", format!("The store's worker ended: {words}.")));
        match Port::open(heard, broke) {
            Ok(port) => {
                self.inner.update_value(|inner| inner.port = Some(port));
                self.send(&ToWorker::Hello, &JsValue::UNDEFINED);
            }
            Err(words) => self.fail(failure("worker", format!("The store's worker did not start: {words}."))),
        }
    }

    async fn call(&self, call: Call, payload: JsValue) -> Answer<JsValue> {
        let (receiver, message) = self.note(call, payload);
        if let Some((message, payload)) = message {
            self.send(&message, &payload);
        }
        receiver.await.unwrap_or_else(|_| Err(gone()))
    }

    fn note(&self, call: Call, payload: JsValue) -> (oneshot::Receiver<Answer<JsValue>>, Option<(ToWorker, JsValue)>) {
        let mut noted = None;
        self.inner.try_update_value(|inner| noted = Some(inner.ledger.call(call, payload)));
        // After the screens are gone nobody answers.
        noted.unwrap_or_else(|| (oneshot::channel().1, None))
    }

    fn heard(&self, message: &JsValue) {
        let (word, payload) = match codec::read::<ToApp>(message) {
            Ok(heard) => heard,
            Err(words) => return self.fail(failure("protocol", words)),
        };
        let mut news = None;
        self.inner.try_update_value(|inner| {
            let messages = inner.ledger.hear(word, payload);
            news = Some((messages, inner.ledger.status().clone()));
        });
        let Some((messages, status)) = news else { return };
        for (message, payload) in messages {
            self.send(&message, &payload);
        }
        if matches!(&status, Status::Failed(why) if why.code == "panic") {
            // What is left of it would keep the store's files from everybody.
            self.inner.try_update_value(|inner| inner.port = None);
        }
        self.show(status);
    }

    fn fail(&self, why: Failure) {
        let mut status = None;
        self.inner.try_update_value(|inner| {
            inner.ledger.end(why);
            status = Some(inner.ledger.status().clone());
        });
        if let Some(status) = status {
            self.show(status);
        }
    }

    fn show(&self, status: Status) {
        if self.status.try_with_untracked(|shown| *shown != status) == Some(true) {
            self.status.set(status);
        }
    }

    fn send(&self, message: &ToWorker, payload: &JsValue) {
        let sent = codec::write(message, payload).and_then(|message| {
            let post = |inner: &Inner| inner.port.as_ref().map_or(Ok(()), |port| port.post(&message));
            self.inner.try_with_value(post).unwrap_or(Ok(()))
        });
        if let Err(words) = sent {
            self.fail(failure("protocol", words));
        }
    }
}

fn mismatch() -> Failure {
    failure("protocol", "The worker answered something else than was asked. Reload the page.")
}
