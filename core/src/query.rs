//! The query language. Nothing is matched here, and nothing is known of the index or of today.

pub mod keys;

pub use keys::{Column, DateField, Flag, Group, Has, Key, SortKey};
