//! A page as it is read from outside: fields, body, links both ways, files, conflicts and history.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::fields::{Fields, Kind};
use crate::merge::Conflict;
use crate::store::{FileRow, HistoryRow, LinkRow, Page, PageRef, Store, StoreError};

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

impl PageView {
    /// Everything of `page`; its history if `history`.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn read(store: &Store, page: Page, history: bool) -> Result<Self, StoreError> {
        let id = page.at.id;
        let links = store.links(id)?.into_iter().map(LinkView::from).collect();
        let backlinks = once_a_page(store.backlinks(id)?);
        let files = store.files(&page)?.into_iter().map(FileView::from).collect();
        let history = if history { store.history(id)? } else { Vec::new() };
        let Page { at, heads, fields, body, text_missing, conflicts, tags, created, updated, made_by } = page;
        let Fields { aliases, kind, summary, status, personal, due, priority, media, later, sources, trashed, .. } =
            fields;
        // A number that passes what JSON's reader here can hold stays as its text.
        let props = fields.props.into_iter().map(|(key, json)| {
            let value = serde_json::from_str(&json).unwrap_or(serde_json::Value::String(json));
            (key, value)
        });
        Ok(Self {
            id: at.id.to_string(),
            heads: heads.iter().map(ToString::to_string).collect(),
            title: at.title,
            source: at.source,
            path: at.path,
            kind: kind.unwrap_or(Kind::Note).name().to_owned(),
            aliases,
            tags,
            summary,
            status,
            personal,
            due: due.map(|due| due.to_string()),
            priority: priority.map(|priority| priority.name().to_owned()),
            media: media.map(|media| media.name().to_owned()),
            later: later.map(|later| later.name().to_owned()),
            sources,
            trashed,
            created: fields.created.map_or_else(|| created.to_string(), |when| when.to_string()),
            updated: fields.updated.map_or_else(|| updated.to_string(), |when| when.to_string()),
            made_by: made_by.name().to_owned(),
            props: props.collect(),
            body,
            text_missing,
            links,
            backlinks,
            files,
            conflicts: conflicts.into_iter().map(ConflictView::from).collect(),
            history: history.into_iter().map(HistoryView::from).collect(),
        })
    }
}

/// The rows, which come page by page, as one for each page with its first line.
fn once_a_page(rows: Vec<LinkRow>) -> Vec<LinkView> {
    let mut views: Vec<LinkView> = Vec::new();
    for view in rows.into_iter().map(LinkView::from) {
        match views.last_mut().filter(|last| last.page == view.page) {
            Some(last) => last.count += 1,
            None => views.push(view),
        }
    }
    views
}

impl From<PageRef> for RefView {
    fn from(page: PageRef) -> Self {
        Self { id: page.id.to_string(), title: page.title, source: page.source, path: page.path }
    }
}

impl From<LinkRow> for LinkView {
    fn from(row: LinkRow) -> Self {
        let line = Some(row.line).filter(|line| *line > 0);
        Self { page: row.page.map(RefView::from), target: row.target, line, count: 1 }
    }
}

impl From<FileRow> for FileView {
    fn from(row: FileRow) -> Self {
        Self {
            id: row.entry.to_string(),
            name: row.name,
            mime: row.mime,
            size: row.size,
            blob: row.blob.to_string(),
            role: row.role.name().to_owned(),
        }
    }
}

impl From<Conflict> for ConflictView {
    fn from(conflict: Conflict) -> Self {
        let Conflict { field, line, earlier, later } = conflict;
        Self { field, line: Some(line).filter(|line| *line > 0), earlier, later }
    }
}

impl From<HistoryRow> for HistoryView {
    fn from(row: HistoryRow) -> Self {
        Self {
            revision: row.entry.to_string(),
            time: row.time.to_string(),
            made_by: row.made_by.name().to_owned(),
            parents: row.parents.iter().map(ToString::to_string).collect(),
            head: row.head,
            purged: row.purged,
        }
    }
}
