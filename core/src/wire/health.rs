//! What could be better about a store's pages.

use serde::{Deserialize, Serialize};

use super::RefView;

/// Every check of a store's health with how many pages it finds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HealthReply {
    /// The checks, in the order in which lists show them.
    pub checks: Vec<CheckView>,
    /// The number of the store's last change: counts and hits of one number agree.
    pub change: i64,
}

/// A check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckView {
    /// The kind, for ever.
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// What a page that it finds has.
    pub meaning: String,
    /// What to do about it.
    pub mend: String,
    /// The query that finds the pages.
    pub query: String,
    /// How many pages that is.
    pub count: u64,
    /// The first of them, where they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<RefView>,
}

#[cfg(feature = "store")]
impl From<crate::search::health::Health> for HealthReply {
    fn from(health: crate::search::health::Health) -> Self {
        let view = |(check, count): (&crate::search::health::Check, u64)| CheckView {
            id: check.id.to_owned(),
            label: check.label.to_owned(),
            meaning: check.meaning.to_owned(),
            mend: check.mend.to_owned(),
            query: check.query.to_owned(),
            count,
            pages: Vec::new(),
        };
        Self { checks: health.counts.into_iter().map(view).collect(), change: health.change }
    }
}
