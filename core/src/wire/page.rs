//! A page as it is read from outside: fields, body, links both ways, files, conflicts and history.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A page, whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageView {
    /// Its id.
    pub id: String,
    /// Its revision: what an edit names as its base.
    pub heads: Vec<String>,
    /// Its title, as shown.
    pub title: String,
    /// Its source, empty for none.
    pub source: String,
    /// Its path, as shown.
    pub path: String,
    /// Its kind.
    pub kind: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// All tags, the body's own included.
    pub tags: Vec<String>,
    /// What it says, in short.
    pub summary: Option<String>,
    /// Any word.
    pub status: Option<String>,
    /// Personal, or work; nothing if that was never said.
    pub personal: Option<bool>,
    /// A day, or RFC 3339.
    pub due: Option<String>,
    /// `high`, `medium` or `low`.
    pub priority: Option<String>,
    /// A Later page's medium.
    pub media: Option<String>,
    /// What a Later page is for.
    pub later: Option<String>,
    /// A topic's pages.
    pub sources: Vec<String>,
    /// In the trash.
    pub trashed: bool,
    /// A day, or RFC 3339 in UTC.
    pub created: String,
    /// A day, or RFC 3339 in UTC.
    pub updated: String,
    /// Who wrote its first revision.
    pub made_by: String,
    /// Front matter that is no field.
    pub props: BTreeMap<String, serde_json::Value>,
    /// The text.
    pub body: String,
    /// The text, or a part of it, has not arrived here.
    #[serde(default)]
    pub text_missing: bool,
    /// Where it links to, in order.
    pub links: Vec<LinkView>,
    /// The pages that link to it, each once.
    pub backlinks: Vec<LinkView>,
    /// Its files.
    pub files: Vec<FileView>,
    /// What could not be merged.
    pub conflicts: Vec<ConflictView>,
    /// Its revisions, the latest first; only when asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<HistoryView>,
}

/// A page's names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefView {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its source.
    pub source: String,
    /// Its path.
    pub path: String,
}

/// A link, or all links of one page to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkView {
    /// The other page; nothing if the link dangles.
    pub page: Option<RefView>,
    /// The target as written.
    pub target: String,
    /// The line in the body of the page that links, from 1; nothing in a front matter.
    pub line: Option<u32>,
    /// How many links this stands for.
    pub count: u32,
}

/// A file of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileView {
    /// Its entry.
    pub id: String,
    /// Its path in the source, or its name.
    pub name: String,
    /// Its media type.
    pub mime: String,
    /// Its length in bytes.
    pub size: u64,
    /// The BLAKE3 of its bytes.
    pub blob: String,
    /// `capture`, `attachment` or `drawing`.
    pub role: String,
}

/// Two sides that could not both show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConflictView {
    /// The field, `body` for the body.
    pub field: String,
    /// The line of the body; nothing for a field.
    pub line: Option<u32>,
    /// The side that is not shown.
    pub earlier: String,
    /// The side that is.
    pub later: String,
}

/// A revision of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryView {
    /// Its entry.
    pub revision: String,
    /// RFC 3339, UTC.
    pub time: String,
    /// `user`, `claude`, `import` or `gc`.
    pub made_by: String,
    /// What it continues.
    pub parents: Vec<String>,
    /// The page shows it, alone or merged.
    pub head: bool,
    /// Only this is left of it.
    pub purged: bool,
}
