//! Until the store is this worker's: in line for its lock, and on its user's word asking for it.

use std::pin::{Pin, pin};

use futures_util::future::{Either, select};

use crate::message::{BetweenTabs, Elsewhere, Failure, PATIENCE_MS, Status};

use super::inbox::{Event, Inbox};
use super::lock::Lock;
use super::scope::Scope;
use super::tabs::Tabs;

/// Waits until the lock is here, and says meanwhile where the store is.
///
/// # Errors
/// Where the browser has no locks.
pub async fn wait(scope: &Scope, inbox: &mut Inbox, tabs: &Tabs) -> Result<Lock, Failure> {
    if let Some(lock) = Lock::now(scope).await? {
        return Ok(lock);
    }
    let mut known = Elsewhere::default();
    inbox.show(scope, Status::Elsewhere(known.clone()));
    tabs.say(&BetweenTabs::Where);
    loop {
        // All tabs stand in line, so that the death of the one with the store is noticed; only one was told to have it.
        let mut another_asked = false;
        let mut turn = pin!(Lock::turn(scope));
        let lock = loop {
            let event = match step(scope, inbox, turn.as_mut(), known.asked && !known.silent).await {
                Step::Lock(lock) => break lock?,
                Step::Silence => {
                    known.silent = true;
                    inbox.show(scope, Status::Elsewhere(known.clone()));
                    continue;
                }
                Step::Event(event) => event,
            };
            match event {
                Event::Hello => inbox.show_again(scope),
                Event::TakeOver => {
                    (known.asked, known.silent, another_asked) = (true, false, false);
                    tabs.say(&BetweenTabs::Release);
                    inbox.show(scope, Status::Elsewhere(known.clone()));
                }
                Event::Tab(BetweenTabs::Here(place)) => {
                    known.place = Some(place);
                    inbox.show(scope, Status::Elsewhere(known.clone()));
                }
                Event::Tab(BetweenTabs::Release) => (known.asked, another_asked) = (false, true),
                Event::Tab(BetweenTabs::Where) | Event::Queued => {}
            }
        };
        if !another_asked {
            return Ok(lock);
        }
        // It is another tab's turn: behind it in line again.
        drop(lock);
    }
}

/// What comes first.
enum Step {
    Lock(Result<Lock, Failure>),
    Event(Event),
    /// A tab that was asked has had its time.
    Silence,
}

async fn step(
    scope: &Scope,
    inbox: &mut Inbox,
    turn: Pin<&mut impl Future<Output = Result<Lock, Failure>>>,
    asked: bool,
) -> Step {
    let patience = pin!(patience(scope, asked));
    let event = pin!(inbox.next(scope));
    match select(turn, select(event, patience)).await {
        Either::Left((lock, _)) => Step::Lock(lock),
        Either::Right((Either::Left((event, _)), _)) => Step::Event(event),
        Either::Right((Either::Right(_), _)) => Step::Silence,
    }
}

async fn patience(scope: &Scope, asked: bool) {
    if asked {
        scope.pass(PATIENCE_MS).await;
    } else {
        std::future::pending::<()>().await;
    }
}
