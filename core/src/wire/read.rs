//! A page out of the store, in the shape that leaves.

use crate::fields::{Fields, Kind};
use crate::merge::Conflict;
use crate::store::{FileRow, HistoryRow, LinkRow, Page, PageRef, Store, StoreError};

use super::{ConflictView, FileView, HistoryView, LinkView, PageView, RefView};

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
