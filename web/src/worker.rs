//! The dedicated worker: it opens the store, owns it as a value of its own and answers the app's calls, one at a time.
//!
//! One worker of all tabs has the store, the one that holds the Web Lock; the others wait for it.

mod blobs;
mod inbox;
mod lock;
mod opening;
pub mod pool;
mod scope;
mod serving;
mod tabs;
mod waiting;

use crate::message::{Failure, Status, ToApp, failure};

use self::inbox::{Event, Inbox};
use self::opening::Place;
use self::scope::Scope;
use self::tabs::Tabs;

/// Starts the worker. It runs until its page ends it.
pub fn start() {
    std::panic::set_hook(Box::new(|panic| {
        // The trap that follows tells the app nothing of its reason.
        if let Some(scope) = Scope::here() {
            scope.tell(&ToApp::Status(Status::Failed(failure(
                "panic",
                format!(
                    "The store's worker broke, a fault of scrap's. Nothing saved is lost. Reload the page. ({panic})"
                ),
            ))));
        }
    }));
    wasm_bindgen_futures::spawn_local(async {
        // Outside a dedicated worker there is nobody to tell.
        let Some(scope) = Scope::here() else { return };
        let mut inbox = Inbox::listen(&scope);
        if let Err(why) = run(&scope, &mut inbox).await {
            refuse(&scope, &mut inbox, &why).await;
        }
    });
}

/// Waits for the store, opens it and serves until another tab gets it, over and over.
async fn run(scope: &Scope, inbox: &mut Inbox) -> Result<(), Failure> {
    inbox.show(scope, Status::Opening);
    let mut place = Place::find().await?;
    // What is in memory is this tab's alone.
    if let Place::Memory(why) = &place {
        let status = Status::InMemory(why.clone());
        let (store, blobs) = (place.open(scope).await?, place.blobs().await?);
        inbox.show(scope, status);
        serving::serve(scope, inbox, None, store, blobs).await;
        return Ok(());
    }
    let tabs = Tabs::join(inbox).map_err(|words| failure("tabs", words))?;
    loop {
        let lock = waiting::wait(scope, inbox, &tabs).await?;
        inbox.show(scope, Status::Opening);
        let (store, blobs) = (place.open(scope).await?, place.blobs().await?);
        inbox.show(scope, Status::Ready);
        let store = serving::serve(scope, inbox, Some(&tabs), store, blobs).await;
        place.close(store)?;
        drop(lock);
    }
}

/// Answers every call with why there is no store.
async fn refuse(scope: &Scope, inbox: &mut Inbox, why: &Failure) {
    inbox.show(scope, Status::Failed(why.clone()));
    loop {
        while let Some(waiting) = inbox.queue.pop() {
            scope.answer(waiting.id, Err(why.clone()), None);
        }
        if let Event::Hello = inbox.next(scope).await {
            inbox.show(scope, Status::Failed(why.clone()));
        }
    }
}
