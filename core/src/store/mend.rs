//! Mends of what the checks of a store's health find, as far as one tap can make them: each is an edit, and can be undone.

use std::collections::HashSet;

use super::{Basis, FileRow, Page, Saved, Store, StoreError, Trash};
use crate::entry::File;
use crate::fields::{Fields, MadeBy, Role};
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
    /// Brings here the tags, names, files and text of the pages that have a file which was captured for this one, and
    /// puts them in the trash.
    Merge,
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
            Mend::Merge => self.merged(&page, made_by, now),
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

    fn merged(&mut self, page: &Page, made_by: MadeBy, now: Instant) -> Result<Mended, MendError> {
        let mut twins = Vec::new();
        for id in self.twins(page.at.id)? {
            let twin = self.page(id)?.ok_or(StoreError::UnknownPage(id))?;
            let files = self.files(&twin)?;
            twins.push((twin, files));
        }
        if twins.is_empty() {
            return Err(MendError::Nothing("no other page has a file of this one"));
        }
        let mut there: HashSet<_> = self.files(page)?.into_iter().map(|file| file.blob).collect();
        let mut added = Vec::new();
        let mut batch = self.batch()?;
        for FileRow { name, mime, size, blob, role, .. } in twins.iter().flat_map(|(_, files)| files).cloned() {
            if there.insert(blob) {
                added.push(batch.add_file(page.at.id, File { after: Vec::new(), name, mime, size, blob, role })?);
            }
        }
        let kept = batch.edit(page.at.id, Basis::now(made_by, now), |content| {
            content.fields.files.extend(added);
            for (twin, _) in &twins {
                let Fields { aliases, tags, sources, .. } = twin.fields.clone();
                let names = std::iter::once(twin.at.title.clone()).chain(aliases);
                let names =
                    names.filter(|name| !name.trim().is_empty() && text::fold(name) != text::fold(&page.at.title));
                add_new(&mut content.fields.aliases, names);
                add_new(&mut content.fields.tags, tags);
                add_new(&mut content.fields.sources, sources);
                let text = twin.body.trim();
                if !text.is_empty() && !content.body.contains(text) {
                    content.body = with_line(&content.body, &format!("\n{}", twin.body));
                }
            }
        })?;
        let mut saved = vec![kept];
        for (twin, _) in &twins {
            saved.push(batch.set_trashed(twin.at.id, true, made_by, now)?);
        }
        batch.commit()?;
        let changed: Vec<&Page> = twins.iter().map(|(twin, _)| twin).chain([page]).collect();
        Ok(Mended { before: before(&changed), saved })
    }

    /// The pages outside of the trash that have a file which was captured for this one, the oldest first.
    fn twins(&self, page: PageId) -> Result<Vec<PageId>, StoreError> {
        let mut find = self.connection().prepare_cached(
            "SELECT k.id FROM page o JOIN page_key k ON k.key = o.key WHERE o.trashed = 0 AND o.key IN (
                 SELECT g.page FROM file f JOIN file g ON g.blob = f.blob AND g.page <> f.page
                 WHERE f.page = (SELECT key FROM page_key WHERE id = ?1) AND f.current AND g.current AND f.role = ?2)
             ORDER BY o.created, k.id",
        )?;
        let twins = find.query_map((&page.0[..], Role::Capture.code()), |row| Ok(PageId(row.get(0)?)))?;
        Ok(twins.collect::<Result<_, _>>()?)
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
