//! What the app and the worker say to each other, and workers of several tabs among themselves. The requests and
//! replies inside are core's; around them stand an id and the state of the store.

use scrap_core::wire::{ErrorView, Reply, Request};
use serde::{Deserialize, Serialize};

/// Why something was not done: a code that stays, and what to do about it.
pub type Failure = ErrorView;

/// From the app to its worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToWorker {
    /// Say the status again: what was said before the app listened is lost.
    Hello,
    /// Get the store from the tab that has it.
    TakeOver,
    /// Do this and answer.
    Call {
        /// The answer carries it.
        id: u64,
        /// What to do.
        call: Call,
    },
}

/// Something to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Call {
    /// A request to the store.
    Ask(Box<Request>),
    /// Keep the bytes that come along.
    Keep,
    /// Hand over the bytes kept under this hash.
    Read(String),
}

/// From the worker to its app.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToApp {
    /// How the store is.
    Status(Status),
    /// What a call gave.
    Answer {
        /// The call's.
        id: u64,
        /// What it gave, or why nothing.
        given: Result<Given, Failure>,
    },
}

/// What a [`Call`] gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Given {
    /// To a request.
    Reply(Reply),
    /// The bytes are kept, and flushed.
    Kept(Kept),
    /// Whether there are bytes under the hash; if so they come along.
    Read(bool),
}

/// Bytes that are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Their BLAKE3, in hex: their name.
    pub hash: String,
    /// How many.
    pub size: u64,
}

/// How the store is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Not open yet.
    #[default]
    Opening,
    /// Open, and what is saved stays.
    Ready,
    /// Open, and gone with the tab: why.
    InMemory(String),
    /// Open in another tab.
    Elsewhere(Elsewhere),
    /// It did not open, or its worker ended.
    Failed(Failure),
}

impl Status {
    /// Whether requests are answered.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Ready | Self::InMemory(_))
    }
}

/// What is known of the tab that has the store.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Elsewhere {
    /// What it says of itself, such as "the installed app"; nothing until it has said so.
    pub place: Option<String>,
    /// It was asked for the store.
    pub asked: bool,
    /// It was asked, and did not answer within [`PATIENCE_MS`].
    pub silent: bool,
}

/// How long a tab that has the store may take to give it away, in milliseconds.
pub const PATIENCE_MS: u32 = 2_000;

/// Between the workers of several tabs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BetweenTabs {
    /// Who has the store?
    Where,
    /// I have, and am this.
    Here(String),
    /// Give it to me: I am already in line for its lock.
    Release,
}

/// A failure with its code.
#[must_use]
pub fn failure(code: &str, message: impl Into<String>) -> Failure {
    ErrorView { code: code.to_owned(), message: message.into() }
}
