//! Requests to replies: what the owner of a store does with a [`Request`]. Where requests come from, in which order and
//! with which ids, is the caller's.

mod export;
mod import;
mod lists;
#[cfg(test)]
mod tests;

use crate::fields::MadeBy;
use crate::id::{EntryId, PageId};
use crate::markdown::Target;
use crate::merge::Content;
use crate::pins::{Change, PinTo, destination};
use crate::query::Span;
use crate::query::keys::KEYS;
use crate::query::syntax::TERMS;
use crate::search::complete::Completion;
use crate::search::explain::Explanation;
use crate::search::{Options, SearchError};
use crate::store::{Basis, Draft, LookupError, Mend, MendError, Mended, PinError, Saved, Store, StoreError, Trash};
use crate::time::{Day, Instant};
use crate::wire::tree::TreeView;
use crate::wire::{
    BadField, BeforeView, CompletionView, ErrorView, ExplainView, HealthReply, KeyView, MendRequest, PageEdit,
    PageView, PinChange, Reply, Request,
};

use self::export::Export;
use self::import::Import;
use self::lists::{Lists, Searching};

/// Of a health check at most so many pages are told; all of them are a search away.
const MAX_CHECK_PAGES: usize = 100;

/// What a request needs from outside.
pub struct Context<'c> {
    /// Now.
    pub now: Instant,
    /// 16 random bytes: the id of a page or a list that the request makes.
    pub random: [u8; 16],
    /// Whether the time for an explanation is over.
    pub stop: &'c mut dyn FnMut() -> bool,
    /// Whether a search has gone on for long enough, for now.
    pub pause: &'c mut dyn FnMut() -> bool,
    /// An empty store, for a check to fold the log into.
    pub scratch: &'c mut dyn FnMut() -> Result<Store, StoreError>,
}

/// What stays between requests: hit lists that are scrolled through; a search, an import and an export that are under
/// way.
#[derive(Default)]
pub struct Desk {
    lists: Lists,
    searching: Option<Searching>,
    import: Option<Import>,
    export: Option<Export>,
}

impl Desk {
    /// Carries out one request, whatever [`Context::pause`] says.
    ///
    /// # Errors
    /// An [`ErrorView`] with a code that stays; nothing was changed then.
    pub fn dispatch(
        &mut self,
        store: &mut Store,
        request: Request,
        context: &mut Context<'_>,
    ) -> Result<Reply, ErrorView> {
        let mut reply = self.begin(store, request, context)?;
        loop {
            match reply {
                Some(reply) => return Ok(reply),
                None => reply = self.go_on(store, context)?,
            }
        }
    }

    /// Carries out one request, or begins it: nothing comes back from a search that was paused, and [`Desk::go_on`] leads
    /// on. Other requests may come in between; another search ends this one.
    ///
    /// # Errors
    /// As [`Desk::dispatch`].
    pub fn begin(
        &mut self,
        store: &mut Store,
        request: Request,
        context: &mut Context<'_>,
    ) -> Result<Option<Reply>, ErrorView> {
        let now = context.now;
        Ok(Some(match request {
            Request::Status => Reply::Status { pages: store.page_count()?, change: store.change_number()? },
            Request::Search { query, limit, today } => {
                self.searching = Some(Lists::search(store, query, limit, day(&today)?, context.random)?);
                return self.go_on(store, context);
            }
            Request::More { cursor, limit, today } => {
                self.searching = Some(self.lists.more(store, &cursor, limit, day(&today)?, now)?);
                return self.go_on(store, context);
            }
            Request::Explain { query, today } => explained(store.explain(&query, day(&today)?, context.stop)?),
            Request::Facets { query, today } => Reply::Facets(store.facets(&query, day(&today)?)?.into()),
            Request::Health { today, pages } => Reply::Health(health(store, day(&today)?, pages)?),
            Request::Mend { page, mend } => mended(store.mend(id(&page)?, &to_mend(mend)?, MadeBy::User, now)?),
            Request::Pins => Reply::Pins(store.pins()?.into()),
            Request::Pin { base, change } => {
                let base = base.iter().map(|id| entry(id)).collect::<Result<Vec<_>, _>>()?;
                let base = Some(base.as_slice()).filter(|base| !base.is_empty());
                store.change_pins(&to_change(change)?, base, now)?;
                Reply::Pins(store.pins()?.into())
            }
            Request::Syntax => syntax(),
            Request::Complete { query, caret } => completed(store.complete(&query, caret)?),
            Request::Page { page, history, query } => page_reply(store, &page, history, query.as_deref())?,
            Request::New { edit } => saved(new_page(store, &edit, context)?),
            Request::Edit { page, base, resolves, edit } => {
                let heads = base.iter().map(|id| entry(id)).collect::<Result<Vec<_>, _>>()?;
                let heads = Some(heads.as_slice()).filter(|heads| !heads.is_empty());
                saved(edit_page(store, id(&page)?, Basis { heads, made_by: MadeBy::User, now, resolves }, &edit)?)
            }
            Request::Trash { page, trashed } => {
                let page = id(&page)?;
                saved(in_batch(store, |batch| batch.set_trashed(page, trashed, MadeBy::User, now))?)
            }
            Request::Restore { page, revision } => {
                let (page, revision) = (id(&page)?, entry(&revision)?);
                saved(in_batch(store, |batch| batch.restore(page, revision, now))?)
            }
            Request::Purge { page } => Reply::Purged { traces: store.purge(id(&page)?, now)?.traces.is_some() },
            Request::ImportBegin { source, paths } => {
                self.import = Some(Import::begin(source, paths));
                Reply::Done
            }
            Request::ImportKept { files } => {
                self.import()?.keep(files)?;
                Reply::Done
            }
            Request::ImportPages { files } => Reply::Imported(self.import()?.pages(store, files, now)?),
            Request::ImportEnd { whole } => {
                let report = self.import()?.end(store, whole, now)?;
                if !report.more {
                    self.import = None;
                }
                Reply::Imported(report)
            }
            Request::ExportBegin => {
                let export = Export::begin(store)?;
                let reply = export.reply();
                self.export = Some(export);
                reply
            }
            Request::ExportNext { from } => {
                let export = self.export.as_ref().ok_or_else(|| no_session("export"))?;
                let files = export.next(store, from)?;
                if files.is_empty() {
                    self.export = None;
                }
                Reply::Exported { files }
            }
            Request::ExportPage { at, original } => {
                let export = self.export.as_ref().ok_or_else(|| no_session("export"))?;
                Reply::Exported { files: export.with_original(store, at, &original)? }
            }
            Request::Check => {
                let report = store.check(&mut (context.scratch)()?)?;
                let view = |fault: crate::store::Fault| error(fault.code, fault.message);
                Reply::Checked { pages: report.pages, faults: report.faults.into_iter().map(view).collect() }
            }
            Request::Rebuild => {
                store.rebuild()?;
                Reply::Done
            }
        }))
    }

    /// Goes on with the search that was paused.
    ///
    /// # Errors
    /// The code `no_session` when none is under way; else as [`Desk::dispatch`], and the search has ended.
    pub fn go_on(&mut self, store: &Store, context: &mut Context<'_>) -> Result<Option<Reply>, ErrorView> {
        let searching = self.searching.take().ok_or_else(|| no_session("search"))?;
        match self.lists.go_on(store, searching, context.pause)? {
            Ok(found) => return Ok(Some(Reply::Found(found))),
            Err(paused) => self.searching = Some(paused),
        }
        Ok(None)
    }

    fn import(&mut self) -> Result<&mut Import, ErrorView> {
        self.import.as_mut().ok_or_else(|| no_session("import"))
    }
}

fn page_reply(store: &Store, page: &str, history: bool, query: Option<&str>) -> Result<Reply, ErrorView> {
    let at = store.lookup(page, Trash::Last)?;
    let page = store.page(at.id)?.ok_or(StoreError::UnknownPage(at.id))?;
    // A query that is too large marks nothing.
    let query = query.and_then(|query| crate::query::parse(query).ok());
    let tree = Box::new(TreeView::read(store, &page, query.as_ref())?);
    Ok(Reply::Page { page: Box::new(PageView::read(store, page, history)?), tree })
}

/// A page needs a name or a text: an empty one would be found by nothing.
fn new_page(store: &mut Store, edit: &PageEdit, context: &Context<'_>) -> Result<Saved, ErrorView> {
    let mut content = Content::default();
    edit.apply(&mut content)?;
    let named = content.fields.title.as_deref().is_some_and(|title| !title.trim().is_empty());
    if !named && content.body.trim().is_empty() {
        return Err(error("empty_page", "a page needs a title or a text".to_owned()));
    }
    let draft = Draft {
        page: PageId(context.random),
        parents: Vec::new(),
        content,
        made_by: MadeBy::User,
        import: false,
        request: None,
    };
    Ok(store.save(draft, context.now)?)
}

fn edit_page(store: &mut Store, page: PageId, basis: Basis<'_>, edit: &PageEdit) -> Result<Saved, ErrorView> {
    // What does not apply is refused before anything is written.
    edit.apply(&mut Content::default())?;
    Ok(store.edit(page, basis, |content| {
        let applied = edit.apply(content);
        debug_assert!(applied.is_ok(), "it applied to an empty page");
    })?)
}

fn in_batch<T>(
    store: &mut Store,
    change: impl FnOnce(&mut crate::store::Batch<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let mut batch = store.batch()?;
    let done = change(&mut batch)?;
    batch.commit()?;
    Ok(done)
}

/// The checks with their first pages.
fn health(store: &Store, today: Day, pages: usize) -> Result<HealthReply, ErrorView> {
    let mut health = HealthReply::from(store.health(today)?);
    for check in health.checks.iter_mut().filter(|check| check.count > 0 && pages > 0) {
        let options = Options { limit: pages.min(MAX_CHECK_PAGES), today, freeze: None };
        check.pages = store.search(&check.query, options)?.hits.into_iter().map(|hit| hit.at.into()).collect();
    }
    Ok(health)
}

fn mended(mended: Mended) -> Reply {
    let view =
        |(page, revision): (PageId, EntryId)| BeforeView { page: page.to_string(), revision: revision.to_string() };
    Reply::Mended { before: mended.before.into_iter().map(view).collect() }
}

fn to_mend(mend: MendRequest) -> Result<Mend, ErrorView> {
    Ok(match mend {
        MendRequest::Close => Mend::Close,
        MendRequest::Tag { tag } => Mend::Tag(tag),
        MendRequest::Unlink => Mend::Unlink,
        MendRequest::LinkFrom { page } => Mend::LinkFrom(id(&page)?),
        MendRequest::Merge => Mend::Merge,
    })
}

fn to_change(change: PinChange) -> Result<Change, ErrorView> {
    let add = |name, to| Change::Add { name, destination: destination(&to) };
    Ok(match change {
        PinChange::AddSearch { name, query } => add(name, PinTo::Search(query)),
        PinChange::AddPage { name, page } => add(name, PinTo::Page(Target::Id(id(&page)?))),
        PinChange::Remove { at } => Change::Remove(at),
        PinChange::Rename { at, name } => Change::Rename(at, name),
        PinChange::Move { from, to } => Change::Move { from, to },
    })
}

fn syntax() -> Reply {
    let terms = TERMS.iter().map(|(example, meaning)| ((*example).to_owned(), (*meaning).to_owned())).collect();
    Reply::Syntax { terms, keys: KEYS.iter().map(KeyView::from).collect() }
}

fn completed(found: Option<(Span, Vec<Completion>)>) -> Reply {
    let (Span { start, end }, found) = found.unwrap_or_default();
    let view = |Completion { text, meaning }| CompletionView { text, meaning };
    Reply::Completed { start, end, found: found.into_iter().map(view).collect() }
}

fn explained(explanation: Explanation) -> Reply {
    let parts = explanation.parts.into_iter().map(ExplainView::from).collect();
    Reply::Explained { parts, unmeasured: explanation.unmeasured }
}

fn saved(saved: Saved) -> Reply {
    Reply::Saved { page: saved.page.to_string(), revision: saved.entry.to_string() }
}

fn id(text: &str) -> Result<PageId, ErrorView> {
    text.parse().map_err(|bad: crate::id::BadId| error("bad_id", bad.to_string()))
}

fn entry(text: &str) -> Result<EntryId, ErrorView> {
    text.parse().map_err(|bad: crate::id::BadId| error("bad_id", bad.to_string()))
}

fn day(text: &str) -> Result<Day, ErrorView> {
    Day::parse(text).ok_or_else(|| error("bad_day", format!("`{text}` is no day: write it as 2026-03-01")))
}

fn error(code: &str, message: String) -> ErrorView {
    ErrorView { code: code.to_owned(), message }
}

fn no_session(what: &str) -> ErrorView {
    error("no_session", format!("no {what} is under way: begin it first"))
}

impl From<StoreError> for ErrorView {
    fn from(failed: StoreError) -> Self {
        error(failed.code(), failed.to_string())
    }
}

impl From<SearchError> for ErrorView {
    fn from(failed: SearchError) -> Self {
        error(failed.code(), failed.to_string())
    }
}

impl From<MendError> for ErrorView {
    fn from(failed: MendError) -> Self {
        error(failed.code(), failed.to_string())
    }
}

impl From<PinError> for ErrorView {
    fn from(failed: PinError) -> Self {
        error(failed.code(), failed.to_string())
    }
}

impl From<LookupError> for ErrorView {
    fn from(failed: LookupError) -> Self {
        error(failed.code(), failed.to_string())
    }
}

impl From<BadField> for ErrorView {
    fn from(bad: BadField) -> Self {
        error("bad_field", bad.to_string())
    }
}
