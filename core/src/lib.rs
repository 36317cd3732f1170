//! The engine of scrap: the log of entries, its fold into pages, the index and the search over it.
//!
//! Pure but for SQLite: no clock, no randomness, no file system and no platform switch. Modules are declared in the
//! order in which data flows through them: what a save passes on its way into the index, then what a query passes on
//! its way out.

pub mod id;
pub mod time;

pub mod fields;

pub mod front;

pub mod interchange;

pub mod entry;

pub mod merge;

pub mod text;

pub mod markdown;

pub mod store;

pub mod outgoing;

pub mod query;

pub mod search;

pub mod wire;

pub mod dispatch;
