//! The engine of scrap: the log of entries, its fold into pages, the index and the search over it.
//!
//! Pure but for SQLite: no clock, no randomness, no file system and no platform switch. Modules are declared in the
//! order in which data flows through them: what a save passes on its way into the index, then what a query passes on
//! its way out.
//!
//! Without the feature `store` there is no SQLite: what reads and writes texts and queries stays, for a program that
//! asks another one's store.

// What only a store calls is not called then.
#![cfg_attr(not(feature = "store"), allow(dead_code, unused_imports))]

pub mod id;
pub mod time;

pub mod fields;

pub mod front;

pub mod interchange;

pub mod entry;

pub mod merge;

pub mod text;

pub mod markdown;

#[cfg(feature = "store")]
pub mod store;

#[cfg(feature = "store")]
pub mod outgoing;

pub mod query;

pub mod pins;

#[cfg(feature = "store")]
pub mod search;

pub mod wire;

#[cfg(feature = "store")]
pub mod dispatch;
