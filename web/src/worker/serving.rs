//! The loop over a store that is open: one call at a time, newest search first to be heard.

use scrap_core::dispatch::{Context, Desk};
use scrap_core::id::DeviceId;
use scrap_core::store::Store;
use wasm_bindgen::JsValue;

use crate::message::{BetweenTabs, Call, Failure, Given};
use crate::queue::Waiting;

use super::blobs::Blobs;
use super::inbox::{Event, Inbox};
use super::scope::Scope;
use super::tabs::Tabs;

/// How long an explanation may take, in milliseconds.
const EXPLAIN_MS: f64 = 250.0;

/// Serves until another tab asks for the store, and gives the store back to be closed.
pub async fn serve(scope: &Scope, inbox: &mut Inbox, tabs: Option<&Tabs>, mut store: Store, mut blobs: Blobs) -> Store {
    let mut desk = Desk::default();
    loop {
        let mut event = if inbox.queue.is_empty() { Some(inbox.next(scope).await) } else { None };
        // What else has come: a newer search among it makes an older one pointless.
        scope.breathe().await;
        while let Some(now) = event.take().or_else(|| inbox.arrived(scope)) {
            match (now, tabs) {
                (Event::Hello, _) => inbox.show_again(scope),
                (Event::Tab(BetweenTabs::Where), Some(tabs)) => tabs.say(&BetweenTabs::Here(scope.name())),
                (Event::Tab(BetweenTabs::Release), Some(_)) => return store,
                (Event::Tab(_) | Event::TakeOver | Event::Queued, _) => {}
            }
        }
        if let Some(Waiting { id, call, payload }) = inbox.queue.pop() {
            match answer(scope, &mut desk, &mut store, &mut blobs, call, payload).await {
                Ok((given, payload)) => scope.answer(id, Ok(given), payload),
                Err(why) => scope.answer(id, Err(why), None),
            }
        }
    }
}

async fn answer(
    scope: &Scope,
    desk: &mut Desk,
    store: &mut Store,
    blobs: &mut Blobs,
    call: Call,
    payload: JsValue,
) -> Result<(Given, Option<JsValue>), Failure> {
    match call {
        Call::Ask(request) => {
            let begun = scope.elapsed_ms();
            let mut context = Context {
                now: scope.now(),
                random: scope.random(),
                stop: &mut || scope.elapsed_ms() - begun > EXPLAIN_MS,
                scratch: &mut || Store::in_memory(DeviceId(scope.random())),
            };
            desk.dispatch(store, *request, &mut context).map(|reply| (Given::Reply(reply), None))
        }
        Call::Keep => Ok((Given::Kept(blobs.keep(payload).await?), None)),
        Call::Read(hash) => {
            let bytes = blobs.read(&hash).await?;
            Ok((Given::Read(bytes.is_some()), bytes.map(JsValue::from)))
        }
    }
}
