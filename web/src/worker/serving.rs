//! The loop over a store that is open: one call at a time, newest search first to be heard.

use scrap_core::dispatch::{Context, Desk};
use scrap_core::id::DeviceId;
use scrap_core::store::Store;
use wasm_bindgen::JsValue;

use crate::message::{BetweenTabs, Call, Failure, Given};
use crate::queue::{Waiting, pauses};

use super::blobs::Blobs;
use super::inbox::{Event, Inbox, superseded};
use super::scope::Scope;
use super::tabs::Tabs;

/// How long an explanation may take, in milliseconds.
const EXPLAIN_MS: f64 = 250.0;

/// How long a search goes on before it is looked what else has come, in milliseconds: a frame of a screen, less the page
/// that is just being read.
const TURN_MS: f64 = 12.0;

/// Serves until another tab asks for the store, and gives the store back to be closed.
pub async fn serve(scope: &Scope, inbox: &mut Inbox, tabs: Option<&Tabs>, mut store: Store, mut blobs: Blobs) -> Store {
    let mut desk = Desk::default();
    let mut searching: Option<(u64, Call)> = None;
    loop {
        let is_idle = searching.is_none() && inbox.queue.is_empty();
        let mut event = if is_idle { Some(inbox.next(scope).await) } else { None };
        // What else has come: a newer search among it makes an older one pointless.
        scope.breathe().await;
        let mut is_wanted = false;
        while let Some(now) = event.take().or_else(|| inbox.arrived(scope)) {
            match (now, tabs) {
                (Event::Hello, _) => inbox.show_again(scope),
                (Event::Tab(BetweenTabs::Where), Some(tabs)) => tabs.say(&BetweenTabs::Here(scope.name())),
                (Event::Tab(BetweenTabs::Release), Some(_)) => is_wanted = true,
                (Event::Tab(_) | Event::TakeOver | Event::Queued, _) => {}
            }
        }
        if let Some((id, _)) = searching.take_if(|(_, search)| inbox.queue.overtakes(search)) {
            scope.answer(id, Err(superseded()), None);
        }
        if is_wanted {
            // The search begins anew when the store is back.
            if let Some((id, search)) = searching {
                inbox.enqueue(scope, id, search, JsValue::UNDEFINED);
            }
            return store;
        }
        let next = if searching.is_some() { inbox.queue.pop_between() } else { inbox.queue.pop() };
        if let Some(Waiting { id, call, payload }) = next {
            let paused = pauses(&call).then(|| (id, call.clone()));
            match begin(scope, &mut desk, &mut store, &mut blobs, call, payload).await {
                Ok(Some((given, payload))) => scope.answer(id, Ok(given), payload),
                Ok(None) => searching = paused,
                Err(why) => scope.answer(id, Err(why), None),
            }
        } else if let Some((id, _)) = &searching {
            let given = match with_context(scope, |context| desk.go_on(&store, context)) {
                Ok(None) => continue,
                Ok(Some(reply)) => Ok(Given::Reply(reply)),
                Err(why) => Err(why),
            };
            scope.answer(*id, given, None);
            searching = None;
        }
    }
}

/// What a call gives; nothing if it is a search that goes on.
async fn begin(
    scope: &Scope,
    desk: &mut Desk,
    store: &mut Store,
    blobs: &mut Blobs,
    call: Call,
    payload: JsValue,
) -> Result<Option<(Given, Option<JsValue>)>, Failure> {
    match call {
        Call::Ask(request) => {
            let reply = with_context(scope, |context| desk.begin(store, *request, context))?;
            Ok(reply.map(|reply| (Given::Reply(reply), None)))
        }
        Call::Keep => Ok(Some((Given::Kept(blobs.keep(payload).await?), None))),
        Call::Read(hash) => {
            let bytes = blobs.read(&hash).await?;
            Ok(Some((Given::Read(bytes.is_some()), bytes.map(JsValue::from))))
        }
    }
}

/// What a request needs from outside, from now on.
fn with_context<T>(scope: &Scope, act: impl FnOnce(&mut Context<'_>) -> T) -> T {
    let begun = scope.elapsed_ms();
    let mut context = Context {
        now: scope.now(),
        random: scope.random(),
        stop: &mut || scope.elapsed_ms() - begun > EXPLAIN_MS,
        pause: &mut || scope.elapsed_ms() - begun > TURN_MS,
        scratch: &mut || Store::in_memory(DeviceId(scope.random())),
    };
    act(&mut context)
}
