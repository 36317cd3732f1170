//! Mends of what the checks of a store's health find.

use serde::{Deserialize, Serialize};

/// A mend of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MendRequest {
    /// Closes a todo.
    Close,
    /// Gives the page a tag.
    Tag {
        /// The tag, with or without `#`.
        tag: String,
    },
    /// Leaves of every link in the text that dangles only what shows of it.
    Unlink,
    /// Writes a link to the page at the end of another one.
    LinkFrom {
        /// The other page's id.
        page: String,
    },
    /// Brings here the tags, names, files and text of the pages that have a file which was captured for this one, and
    /// puts them in the trash.
    Merge,
}

/// A page as it was before a mend: restoring it undoes the mend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeforeView {
    /// The page.
    pub page: String,
    /// Its revision.
    pub revision: String,
}
