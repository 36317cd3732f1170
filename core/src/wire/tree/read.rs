//! A page of the store as a tree: its links as the store resolved them, so that a link and a back-link agree, and its
//! own files.

use super::TreeView;
use crate::interchange::Files;
use crate::markdown::tree::{self, Found, Reached, Resolver};
use crate::markdown::{PageLink, Target};
use crate::query::Query;
use crate::search;
use crate::store::{FileRow, LinkRow, Page, Store, StoreError};

impl TreeView {
    /// The body of `page`, with the words and raw terms of `query` marked.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn read(store: &Store, page: &Page, query: Option<&Query>) -> Result<Self, StoreError> {
        let files = store.files(page)?;
        let resolver = OfPage {
            path: &page.at.path,
            links: store.links(page.at.id)?,
            names: Files::new(files.iter().map(|file| file.name.clone()).collect()),
            files,
        };
        let mut wanted = query.map(search::wanted).unwrap_or_default();
        Ok(tree::tree(&page.body, &resolver, &mut wanted))
    }
}

/// What a page's links and files are.
struct OfPage<'a> {
    path: &'a str,
    /// The body's links come first, in their order.
    links: Vec<LinkRow>,
    names: Files,
    files: Vec<FileRow>,
}

impl Resolver for OfPage<'_> {
    fn page(&self, nth: usize, link: &PageLink) -> Reached {
        // A row on another line is of another reading of the body.
        let row = self.links.get(nth).filter(|row| row.line == link.line);
        match row {
            Some(LinkRow { page: Some(page), .. }) => {
                Reached::Page { id: page.id.to_string(), title: page.title.clone() }
            }
            Some(LinkRow { target, .. }) => Reached::Missing { target: target.clone() },
            None => Reached::Missing { target: tree::written_target(link) },
        }
    }

    fn file(&self, target: &Target) -> Option<Found> {
        let file = self.files.get(self.names.resolve(self.path, target)?)?;
        Some(Found { blob: file.blob.to_string(), name: file.name.clone(), mime: file.mime.clone() })
    }
}

#[cfg(test)]
mod tests;
