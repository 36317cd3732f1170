//! Mends of what the checks of a store's health find, as far as one tap can make them: each is an edit, and can be undone.

use std::collections::HashSet;

use super::{Basis, FileRow, Page, Saved, Store, StoreError, Trash};
use crate::entry::File;
use crate::fields::MadeBy;
use crate::id::{EntryId, PageId};
use crate::markdown::written::{self, label_of};
use crate::text;
use crate::time::Instant;

/// The status of a todo that is closed.
const DONE: &str = "done";

/// A mend of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mend {
    /// Closes a todo.
    Close,
    /// Gives the page a tag.
    Tag(String),
    /// Leaves of every link in the text that dangles only what shows of it.
    Unlink,
    /// Writes a link to the page at the end of another one.
    LinkFrom(PageId),
    /// Brings tags, names, files and text to another page, and puts the page in the trash.
    MergeInto(PageId),
}

/// A mend that is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended {
    /// The pages that it changed, with the revision of each before: to restore these undoes it. A page whose edits had
    /// not come together yet is left out.
    pub before: Vec<(PageId, EntryId)>,
    /// The new revisions.
    pub saved: Vec<Saved>,
}

/// Why a page is not mended.
#[derive(Debug, thiserror::Error)]
pub enum MendError {
    /// There is nothing that this would change.
    #[error("there is nothing to mend here: {0}")]
    Nothing(&'static str),
    /// A tag of signs and blanks alone.
    #[error("`{0}` is no tag")]
    NoTag(String),
    /// The page could not be read or saved.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MendError {
    /// A name for the error that stays.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Nothing(_) => "nothing_to_mend",
            Self::NoTag(_) => "bad_tag",
            Self::Store(failed) => failed.code(),
        }
    }
}

impl Store {
    /// Mends the page, by all of what the mend is or by nothing.
    ///
    /// # Errors
    /// [`MendError`].
    pub fn mend(&mut self, page: PageId, mend: &Mend, made_by: MadeBy, now: Instant) -> Result<Mended, MendError> {
        let known = |store: &Self, id| store.page(id)?.ok_or(StoreError::UnknownPage(id));
        let page = known(self, page)?;
        match mend {
            Mend::Close => self.edited(&page, made_by, now, |content| content.fields.status = Some(DONE.to_owned())),
            Mend::Tag(tag) => {
                let tag = tag.trim().trim_start_matches('#').trim();
                if !tag.contains(char::is_alphanumeric) {
                    return Err(MendError::NoTag(tag.to_owned()));
                }
                if page.tags.iter().any(|there| text::fold(there) == text::fold(tag)) {
                    return Err(MendError::Nothing("the page has this tag"));
                }
                self.edited(&page, made_by, now, |content| content.fields.tags.push(tag.to_owned()))
            }
            Mend::Unlink => {
                let body = self.unlinked(&page)?;
                self.edited(&page, made_by, now, |content| content.body = body)
            }
            Mend::LinkFrom(other) => {
                let other = known(self, *other)?;
                if other.at.id == page.at.id {
                    return Err(MendError::Nothing("a page's link to itself leads nobody to it"));
                }
                let line = format!("- {}", self.link_to(&page)?);
                self.edited(&other, made_by, now, |content| content.body = with_line(&content.body, &line))
            }
            Mend::MergeInto(other) => {
                let other = known(self, *other)?;
                if other.at.id == page.at.id {
                    return Err(MendError::Nothing("it is one page"));
                }
                self.merged_into(&page, &other, made_by, now)
            }
        }
    }

    fn edited(
        &mut self,
        page: &Page,
        made_by: MadeBy,
        now: Instant,
        edit: impl FnOnce(&mut crate::merge::Content),
    ) -> Result<Mended, MendError> {
        let saved = self.edit(page.at.id, Basis::now(made_by, now), edit)?;
        Ok(Mended { before: before(&[page]), saved: vec![saved] })
    }

    /// The page's body with the labels of its dangling links in their places.
    fn unlinked(&self, page: &Page) -> Result<String, MendError> {
        let links = self.body_links(page)?;
        let dangling: HashSet<usize> =
            links.iter().filter(|(_, link)| link.page.is_none()).map(|(start, _)| *start).collect();
        let mut written = written::links(&page.body);
        written.retain(|link| dangling.contains(&link.range.start));
        if written.is_empty() {
            return Err(MendError::Nothing("no link in the text dangles; one in the front matter is edited there"));
        }
        let mut body = String::with_capacity(page.body.len());
        let mut done = 0;
        for link in written {
            body.push_str(page.body.get(done..link.range.start).unwrap_or_default());
            body.push_str(page.body.get(link.label).unwrap_or_default());
            done = link.range.end;
        }
        body.push_str(page.body.get(done..).unwrap_or_default());
        Ok(body)
    }

    /// A link to the page as people write it, where its title names it alone; else by its id.
    fn link_to(&self, page: &Page) -> Result<String, StoreError> {
        let title = page.at.title.as_str();
        let plain = !title.trim().is_empty() && !title.contains(['[', ']', '|', '#', '\n', '\r', '\\']);
        let alone = plain && self.lookup(title, Trash::Last).is_ok_and(|found| found.id == page.at.id);
        Ok(if alone { format!("[[{title}]]") } else { format!("[{}](scrap:{})", label_of(title), page.at.id) })
    }

    fn merged_into(&mut self, page: &Page, other: &Page, made_by: MadeBy, now: Instant) -> Result<Mended, MendError> {
        let there: HashSet<_> = self.files(other)?.into_iter().map(|file| file.blob).collect();
        let mut files = self.files(page)?;
        files.retain(|file| !there.contains(&file.blob));
        let (from, title) = (page.fields.clone(), page.at.title.clone());
        let text = page.body.trim();
        let text = (!text.is_empty() && !other.body.contains(text)).then(|| page.body.clone());
        let mut batch = self.batch()?;
        let mut added = Vec::new();
        for FileRow { name, mime, size, blob, role, .. } in files {
            added.push(batch.add_file(other.at.id, File { after: Vec::new(), name, mime, size, blob, role })?);
        }
        let kept = batch.edit(other.at.id, Basis::now(made_by, now), |content| {
            let names = std::iter::once(title).chain(from.aliases);
            let names = names.filter(|name| !name.trim().is_empty() && text::fold(name) != text::fold(&other.at.title));
            add_new(&mut content.fields.aliases, names);
            add_new(&mut content.fields.tags, from.tags);
            add_new(&mut content.fields.sources, from.sources);
            content.fields.files.extend(added);
            if let Some(text) = text {
                content.body = with_line(&content.body, &format!("\n{text}"));
            }
        })?;
        let gone = batch.set_trashed(page.at.id, true, made_by, now)?;
        batch.commit()?;
        Ok(Mended { before: before(&[page, other]), saved: vec![kept, gone] })
    }
}

/// What the pages showed, where one revision says it.
fn before(pages: &[&Page]) -> Vec<(PageId, EntryId)> {
    let one = |page: &&Page| match page.heads.as_slice() {
        [head] => Some((page.at.id, *head)),
        _ => None,
    };
    pages.iter().filter_map(one).collect()
}

/// The body with a line more, in the body's own line ends.
fn with_line(body: &str, line: &str) -> String {
    let end = if body.contains("\r\n") { "\r\n" } else { "\n" };
    let gap = if body.is_empty() || body.ends_with(['\n', '\r']) { "" } else { end };
    let line = line.trim_end_matches(['\n', '\r']);
    format!("{body}{gap}{}{end}", if body.is_empty() { line.trim_start_matches('\n') } else { line })
}

fn add_new(list: &mut Vec<String>, more: impl IntoIterator<Item = String>) {
    for value in more {
        if list.iter().all(|there| text::fold(there) != text::fold(&value)) {
            list.push(value);
        }
    }
}
