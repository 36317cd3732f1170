//! What leaves a store as files: pages as Markdown, their files beside them, each under a path of its own. Where they are
//! written to, and reading the bytes of files, is the caller's.

use std::collections::{HashMap, HashSet};

use crate::fields::{Fields, Kind, MadeBy, Role};
use crate::id::{BlobHash, PageId};
use crate::interchange::names::{Change, Plan, Target, Wanted};
use crate::interchange::{PageOut, file_of_page, title_of_path};
use crate::markdown;
use crate::store::{FileRow, Page, PageRef, Store, StoreError};
use crate::time::Instant;

/// What becomes one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A page's Markdown.
    Page(PageRef),
    /// A file of a page's.
    File {
        /// The page's source.
        source: String,
        /// Its path there, or its name.
        name: String,
        /// Its bytes.
        blob: BlobHash,
        /// Its length in bytes.
        size: u64,
        /// The page's last edit.
        updated: Instant,
        /// The last characters of the page's id.
        tail: String,
    },
}

/// Everything that an export writes, with the path of each file; the trash stays in the store.
#[derive(Debug, Clone)]
pub struct Outgoing {
    /// What to write, and where, `/` between the parts; by source and path.
    pub files: Vec<(Item, String)>,
    /// The paths that could not be kept, and why.
    pub changes: Vec<Change>,
}

impl Outgoing {
    /// Plans an export for file systems like `target`. Reads every page once.
    ///
    /// # Errors
    /// [`StoreError::Sqlite`].
    pub fn plan(store: &Store, target: Target) -> Result<Self, StoreError> {
        let items = items(store)?;
        let sources: HashSet<&str> = items.iter().map(Item::source).collect();
        let several = sources.len() > 1;
        let tails: Vec<String> = items.iter().map(Item::tail).collect();
        let wanted: Vec<Wanted<'_>> = items.iter().zip(&tails).map(|(item, tail)| item.wanted(several, tail)).collect();
        let Plan { paths, changes } = Plan::new(target, &wanted);
        Ok(Self { files: items.into_iter().zip(paths).collect(), changes })
    }
}

/// Everything that becomes a file, by source and path.
fn items(store: &Store) -> Result<Vec<Item>, StoreError> {
    let mut items = Vec::new();
    let mut had: HashMap<(String, String), BlobHash> = HashMap::new();
    for at in store.pages()? {
        let Some(page) = store.page(at.id)? else { continue };
        let files = store.files(&page)?;
        if !is_only_its_file(&page, &files) {
            items.push(Item::Page(at));
        }
        for file in files {
            let FileRow { name, size, blob, .. } = file;
            let source = page.at.source.clone();
            // A file that hangs on several pages is one file.
            if had.insert((source.clone(), name.clone()), blob) != Some(blob) {
                items.push(Item::File { source, name, blob, size, updated: page.updated, tail: page.at.id.tail() });
            }
        }
    }
    Ok(items)
}

/// Whether the page says nothing but that its file is there, as an import makes it.
fn is_only_its_file(page: &Page, files: &[FileRow]) -> bool {
    let [file] = files else { return false };
    let Page { fields, body, .. } = page;
    let is_file = matches!(fields.kind, Some(Kind::Image | Kind::Document)) && file.role == Role::Capture;
    let plain = Fields {
        path: Some(file.name.clone()),
        source: fields.source.clone(),
        kind: fields.kind,
        files: fields.files.clone(),
        created: fields.created,
        updated: fields.updated,
        ..Fields::default()
    };
    is_file && body.is_empty() && !page.text_missing && *fields == plain
}

impl Item {
    fn source(&self) -> &str {
        match self {
            Self::Page(at) => &at.source,
            Self::File { source, .. } => source,
        }
    }

    fn tail(&self) -> String {
        match self {
            Self::Page(at) => at.id.tail(),
            Self::File { tail, .. } => tail.clone(),
        }
    }

    fn wanted<'a>(&'a self, several: bool, tail: &'a str) -> Wanted<'a> {
        let source = Some(self.source()).filter(|source| several && !source.is_empty());
        match self {
            Self::Page(at) => Wanted {
                source,
                path: Some(at.path.as_str()).filter(|path| !path.is_empty()),
                title: &at.title,
                tail,
                page: true,
            },
            Self::File { name, .. } => Wanted { source, path: Some(name), title: name, tail, page: false },
        }
    }
}

/// The page as the bytes of a file at `path`. `original` are the bytes that `fields.original` names; without them the text
/// is written as UTF-8.
///
/// # Errors
/// [`StoreError::TextMissing`]; [`StoreError::Sqlite`].
pub fn file_of(store: &Store, page: &Page, path: &str, original: Option<&[u8]>) -> Result<Vec<u8>, StoreError> {
    if page.text_missing {
        return Err(StoreError::TextMissing(page.at.id));
    }
    let imported = is_import(store, page)?;
    // A page without a title of its own has none to leave out, and is spared the reading.
    let heading = page.fields.title.as_ref().and_then(|_| markdown::read(&page.body).title);
    let derived_title = heading.as_deref().unwrap_or_else(|| title_of_path(path.strip_suffix(".md").unwrap_or(path)));
    let made_by = Some(page.made_by).filter(|made_by| !matches!(made_by, MadeBy::Import));
    let out = PageOut { fields: &page.fields, body: &page.body, original, derived_title, imported, made_by };
    Ok(file_of_page(&out))
}

/// Whether the page came from a file; most tell it by their id.
fn is_import(store: &Store, page: &Page) -> Result<bool, StoreError> {
    let by_name = PageId::of_import(&page.at.source, &page.at.path) == page.at.id;
    if by_name { Ok(true) } else { store.is_import(page.at.id) }
}
