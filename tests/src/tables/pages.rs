//! The pages of a table, saved as their authors would have.

use std::collections::HashMap;

use scrap_core::entry::{Derived, Entry, File, Related, Revision, Stamp, WRITEUP_PROMPT, What, Writeup};
use scrap_core::fields::{Fields, ImageKind, Kind, Later, MadeBy, Media, Priority, Reading, Role};
use scrap_core::id::{BlobHash, DeviceId, EntryId, PageId};
use scrap_core::merge::Content;
use scrap_core::store::{Batch, Store, StoreError};
use scrap_core::time::{Day, Instant, When};
use serde::Deserialize;

const DEVICE: DeviceId = DeviceId([7; 16]);

/// A page. What is left out is as on a new page; the title is the name, and so is the path.
#[derive(Debug, Clone, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs, reason = "the fields are a page's")]
pub struct Page {
    /// What cases call it.
    pub name: String,
    pub title: Option<String>,
    pub body: String,
    pub aliases: Vec<String>,
    pub kind: Option<String>,
    pub tags: Vec<String>,
    pub summary: Option<String>,
    pub status: Option<String>,
    pub personal: Option<bool>,
    pub due: Option<String>,
    pub priority: Option<String>,
    pub media: Option<String>,
    pub later: Option<String>,
    pub path: Option<String>,
    pub source: Option<String>,
    pub created: Option<String>,
    pub updated: Option<String>,
    pub made_by: Option<String>,
    /// A topic's pages.
    pub sources: Vec<String>,
    /// Front matter that is no field: a key and its text.
    pub props: HashMap<String, String>,
    pub files: Vec<PageFile>,
    pub writeup: Option<PageWriteup>,
    /// Names of pages that were picked as related.
    pub related: Vec<String>,
    /// Names of pages that were picked and dropped again.
    pub unrelated: Vec<String>,
    /// Texts that came after the first, with their authors.
    pub edits: Vec<Edit>,
    /// A second text beside the first, by another device that had not seen it.
    pub beside: Option<String>,
    /// The text has not arrived.
    pub missing: bool,
    pub trashed: bool,
}

/// A file of a page.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are a file's")]
pub struct PageFile {
    pub name: String,
    pub mime: String,
    pub role: String,
    /// Stands for the bytes: files with the same are one file.
    pub bytes: Option<String>,
    /// What was read from it, and how.
    pub text: Option<String>,
    pub reading: Option<String>,
    pub image: Option<String>,
    /// It is no longer the page's.
    #[serde(default)]
    pub gone: bool,
}

/// A write-up.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are a write-up's")]
pub struct PageWriteup {
    pub text: String,
    /// Versions of the prompt before the one of now.
    #[serde(default)]
    pub older_prompt: u64,
    /// The page was edited after it.
    #[serde(default)]
    pub behind: bool,
}

/// A text or title that came later, and from whom.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are a revision's")]
pub struct Edit {
    pub by: String,
    pub body: Option<String>,
    pub title: Option<String>,
}

/// The id of the page with this name.
#[must_use]
pub fn id(name: &str) -> PageId {
    PageId::of_import("table", name)
}

/// A store with the pages in it. They are edited a minute apart, the last one at noon of `today`, unless they say when.
///
/// # Errors
/// What a page cannot be, and what the store refuses.
pub fn open(pages: &[Page], today: Day) -> Result<Store, String> {
    let mut store = Store::in_memory(DEVICE).map_err(|error| error.to_string())?;
    let noon = today.number() * 86_400_000 + 43_200_000;
    let minutes = i64::try_from(pages.len()).unwrap_or_default();
    let mut batch = store.batch().map_err(|error| error.to_string())?;
    for (at, page) in (1..).zip(pages) {
        let time = Instant::from_ms(noon - (minutes - at) * 60_000);
        let content = Content { fields: page.fields()?, body: page.body.clone() };
        let mut writer = Writer { batch: &mut batch, page: id(&page.name), time };
        writer.write(page, content).map_err(|error| format!("{}: {error}", page.name))??;
    }
    batch.commit().map_err(|error| error.to_string())?;
    Ok(store)
}

impl Page {
    fn fields(&self) -> Result<Fields, String> {
        let day = |text: &Option<String>| text.as_deref().map(when).transpose();
        Ok(Fields {
            title: Some(self.title.clone().unwrap_or_else(|| self.name.clone())),
            aliases: self.aliases.clone(),
            kind: named(&self.kind, Kind::named)?,
            tags: self.tags.clone(),
            summary: self.summary.clone(),
            status: self.status.clone(),
            personal: self.personal,
            due: day(&self.due)?,
            priority: named(&self.priority, Priority::named)?,
            media: named(&self.media, Media::named)?,
            later: named(&self.later, Later::named)?,
            path: Some(self.path.clone().unwrap_or_else(|| self.name.clone())),
            source: self.source.clone(),
            sources: self.sources.clone(),
            created: day(&self.created)?,
            updated: day(&self.updated)?,
            props: self.props.iter().map(|(key, value)| (key.clone(), format!("{value:?}"))).collect(),
            ..Fields::default()
        })
    }
}

/// What writes one page.
struct Writer<'w, 's> {
    batch: &'w mut Batch<'s>,
    page: PageId,
    time: Instant,
}

type Written<T = ()> = Result<Result<T, String>, StoreError>;

impl Writer<'_, '_> {
    /// The page's revisions, and what hangs on it.
    fn write(&mut self, page: &Page, mut content: Content) -> Written {
        let author = match named(&page.made_by, MadeBy::named) {
            Ok(author) => author.unwrap_or(MadeBy::User),
            Err(why) => return Ok(Err(why)),
        };
        let mut files = Vec::new();
        for file in &page.files {
            match self.file(file)? {
                Ok(entry) if file.gone => _ = entry,
                Ok(entry) => files.push(entry),
                Err(why) => return Ok(Err(why)),
            }
        }
        content.fields.files = files;
        let mut heads = vec![self.revision(vec![], author, &content, !page.missing)?];
        for Edit { by, body, title } in &page.edits {
            let Some(by) = MadeBy::named(by) else { return Ok(Err(format!("`{by}` is no author"))) };
            content.body = body.clone().unwrap_or(content.body);
            content.fields.title = title.clone().or(content.fields.title);
            heads = vec![self.revision(heads, by, &content, true)?];
        }
        if let Some(writeup) = &page.writeup {
            let inputs = heads.clone();
            let text = self.text(&writeup.text)?;
            let prompt_version = WRITEUP_PROMPT - writeup.older_prompt;
            let stamp = self.stamp(MadeBy::Claude);
            self.add(What::Writeup(Writeup { replaces: vec![], stamp, prompt_version, inputs, text }))?;
            if writeup.behind {
                content.body.push_str("\nMore.\n");
                heads = vec![self.revision(heads, author, &content, true)?];
            }
        }
        for (names, dropped) in [(&page.related, false), (&page.unrelated, true)] {
            for name in names {
                let mut related = |replaces: Vec<EntryId>, picked| {
                    let stamp = self.stamp(MadeBy::Claude);
                    self.add(What::Related(Related { replaces, stamp, target: id(name), picked }))
                };
                let pick = related(vec![], true)?;
                if dropped {
                    related(vec![pick], false)?;
                }
            }
        }
        if page.trashed {
            content.fields.trashed = true;
            heads = vec![self.revision(heads, author, &content, true)?];
        }
        if let Some(beside) = &page.beside {
            let base = heads;
            for body in [beside.as_str(), "The other side.\n"] {
                let side = Content { fields: content.fields.clone(), body: (*body).to_owned() };
                self.revision(base.clone(), author, &side, true)?;
            }
        }
        Ok(Ok(()))
    }

    fn revision(
        &mut self,
        parents: Vec<EntryId>,
        author: MadeBy,
        content: &Content,
        with_text: bool,
    ) -> Result<EntryId, StoreError> {
        let body = BlobHash::of(content.body.as_bytes());
        if with_text {
            self.text(&content.body)?;
        }
        let stamp = self.stamp(author);
        self.add(What::Page(Revision { parents, stamp, import: false, fields: content.fields.clone(), body }))
    }

    fn file(&mut self, file: &PageFile) -> Written<EntryId> {
        let PageFile { name, mime, role, bytes, text, reading, image, .. } = file;
        let Some(role) = Role::named(role) else { return Ok(Err(format!("`{role}` is no role"))) };
        let (reading, image_kind) = match (named(reading, Reading::named), named(image, ImageKind::named)) {
            (Ok(reading), Ok(image)) => (reading.unwrap_or(Reading::Text), image),
            (Err(why), _) | (_, Err(why)) => return Ok(Err(why)),
        };
        let bytes = bytes.as_deref().unwrap_or(name);
        let blob = BlobHash::of(bytes.as_bytes());
        let (name, mime, size) = (name.clone(), mime.clone(), bytes.len() as u64);
        let entry = self.add(What::File(File { after: vec![], name, mime, size, blob, role }))?;
        if let Some(text) = text {
            let (stamp, text) = (self.stamp(MadeBy::Claude), self.text(text)?);
            self.add(What::Derived(Derived { replaces: vec![], stamp, file: entry, reading, image_kind, text }))?;
        }
        Ok(Ok(entry))
    }

    fn text(&mut self, text: &str) -> Result<BlobHash, StoreError> {
        self.batch.receive_text(text)
    }

    fn add(&mut self, what: What) -> Result<EntryId, StoreError> {
        self.batch.add(&Entry { page: self.page, what })
    }

    /// Later than the one before by a millisecond.
    fn stamp(&mut self, made_by: MadeBy) -> Stamp {
        self.time = Instant::from_ms(self.time.ms() + 1);
        Stamp { time: self.time, device: DEVICE, made_by }
    }
}

fn when(text: &str) -> Result<When, String> {
    When::parse(text).ok_or_else(|| format!("`{text}` is no date"))
}

fn named<T>(name: &Option<String>, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, String> {
    name.as_deref().map(|name| read(name).ok_or_else(|| format!("`{name}` is no such value"))).transpose()
}
