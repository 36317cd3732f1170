//! Pins: what is kept at hand, and changes of it.

use serde::{Deserialize, Serialize};

use super::RefView;

/// The pins in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PinsReply {
    /// The page that has them; nothing before the first pin.
    pub page: Option<String>,
    /// The revision that a change of them names as its base.
    pub base: Vec<String>,
    /// The pins.
    pub pins: Vec<PinView>,
}

/// A pin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PinView {
    /// Its name.
    pub name: String,
    /// The query, for a search.
    pub query: Option<String>,
    /// The page, for a page that there is; neither where a link dangles.
    pub page: Option<RefView>,
}

/// A change of the pins. Places count from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PinChange {
    /// Keeps a search.
    AddSearch {
        /// Its name.
        name: String,
        /// The query.
        query: String,
    },
    /// Keeps a page.
    AddPage {
        /// Its name.
        name: String,
        /// The page's id.
        page: String,
    },
    /// Takes a pin out.
    Remove {
        /// Its place.
        at: usize,
    },
    /// Gives a pin another name.
    Rename {
        /// Its place.
        at: usize,
        /// The name.
        name: String,
    },
    /// Moves a pin.
    Move {
        /// Its place.
        from: usize,
        /// Where it will be.
        to: usize,
    },
}

#[cfg(feature = "store")]
impl From<crate::store::Pinned> for PinsReply {
    fn from(pinned: crate::store::Pinned) -> Self {
        let view = |(pin, page): (crate::pins::Pin, Option<crate::store::PageRef>)| PinView {
            name: pin.name,
            query: match pin.to {
                crate::pins::PinTo::Search(query) => Some(query),
                crate::pins::PinTo::Page(_) => None,
            },
            page: page.map(RefView::from),
        };
        Self {
            page: pinned.page.map(|page| page.id.to_string()),
            base: pinned.heads.iter().map(ToString::to_string).collect(),
            pins: pinned.pins.into_iter().map(view).collect(),
        }
    }
}
