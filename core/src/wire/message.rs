//! What an app asks of whoever owns the store, and what it is told: the browser's worker speaks this, each request with
//! an id of its own around it. Long work is many requests, each of them short.

use serde::{Deserialize, Serialize};

use super::tree::TreeView;
use super::{
    BeforeView, CompletionView, ErrorView, ExplainView, FacetsReply, HealthReply, KeyView, MendRequest, PageEdit,
    PageView, PinChange, PinsReply, SearchReply,
};

/// A question or an order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// How much there is.
    Status,
    /// The first hits of a query, and a cursor to the others.
    Search {
        /// What was typed.
        query: String,
        /// How many hits, up to 1,000.
        limit: usize,
        /// The local day, `YYYY-MM-DD`.
        today: String,
    },
    /// The next hits.
    More {
        /// Where the last ones ended.
        cursor: String,
        /// How many hits, up to 1,000.
        limit: usize,
        /// The local day.
        today: String,
    },
    /// Why a query finds nothing.
    Explain {
        /// What was typed.
        query: String,
        /// The local day.
        today: String,
    },
    /// What the pages of a query are.
    Facets {
        /// What was typed.
        query: String,
        /// The local day.
        today: String,
    },
    /// What could be better about the pages.
    Health {
        /// The local day.
        today: String,
        /// How many pages of each check, up to 100.
        pages: usize,
    },
    /// Mends a page.
    Mend {
        /// Its id.
        page: String,
        /// How.
        mend: MendRequest,
    },
    /// What is kept at hand.
    Pins,
    /// Changes what is kept at hand.
    Pin {
        /// The revision that its author read; empty for the one of now.
        base: Vec<String>,
        /// What to change.
        change: PinChange,
    },
    /// What a query may hold.
    Syntax,
    /// What may stand where somebody types.
    Complete {
        /// What was typed.
        query: String,
        /// Where the caret stands, in bytes.
        caret: usize,
    },
    /// A page whole.
    Page {
        /// Its id, or what names it.
        page: String,
        /// With its revisions.
        history: bool,
        /// The query whose words to mark in it.
        query: Option<String>,
    },
    /// Makes a page.
    New {
        /// Its fields.
        edit: PageEdit,
    },
    /// Changes a page.
    Edit {
        /// Its id.
        page: String,
        /// The revision that its author read; empty for the one of now.
        base: Vec<String>,
        /// Settles an open conflict.
        resolves: bool,
        /// What to change.
        edit: PageEdit,
    },
    /// Puts a page in the trash, or takes it out.
    Trash {
        /// Its id.
        page: String,
        /// In, or out.
        trashed: bool,
    },
    /// Makes an earlier revision the page's again.
    Restore {
        /// Its id.
        page: String,
        /// The revision.
        revision: String,
    },
    /// Removes a page for good.
    Purge {
        /// Its id.
        page: String,
    },
    /// Begins an import: what the folder has, so that pages find their files. One that was open is forgotten.
    ImportBegin {
        /// The source's name: the folder's.
        source: String,
        /// The paths of all files, `/` between the parts.
        paths: Vec<String>,
    },
    /// Files of the folder whose bytes are kept already. They come before the pages that show them.
    ImportKept {
        /// The files.
        files: Vec<KeptFile>,
    },
    /// Markdown files of the folder.
    ImportPages {
        /// The files: a few megabytes of them at most, to keep a request short.
        files: Vec<PageFile>,
    },
    /// Ends an import: files that no page shows become pages, some at a time, until [`ImportReport::more`] is false.
    ImportEnd {
        /// The whole folder came in: pages of the source without a file are named.
        whole: bool,
    },
    /// Begins an export for a zip file.
    ExportBegin,
    /// The next files of the export.
    ExportNext {
        /// How many of them came before.
        from: usize,
    },
    /// A file of the export again, with the bytes it came from: see [`OutContent::NeedsOriginal`].
    ExportPage {
        /// How many files of the export came before.
        at: usize,
        /// The bytes.
        #[serde(with = "serde_bytes")]
        original: Vec<u8>,
    },
    /// Reads everything through.
    Check,
    /// Makes everything derived anew.
    Rebuild,
}

/// What a [`Request`] gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// To [`Request::Status`].
    Status {
        /// Pages, the trash included.
        pages: u64,
        /// The number of the last change.
        change: i64,
    },
    /// To [`Request::Search`] and [`Request::More`].
    Found(SearchReply),
    /// To [`Request::Explain`].
    Explained {
        /// The query's parts.
        parts: Vec<ExplainView>,
        /// How many parts there was no time for.
        unmeasured: usize,
    },
    /// To [`Request::Facets`].
    Facets(FacetsReply),
    /// To [`Request::Health`].
    Health(HealthReply),
    /// To [`Request::Mend`].
    Mended {
        /// The pages that were changed, as they were: to restore them undoes it. A page whose edits had not come
        /// together yet is left out.
        before: Vec<BeforeView>,
    },
    /// To [`Request::Pins`] and [`Request::Pin`].
    Pins(PinsReply),
    /// To [`Request::Syntax`].
    Syntax {
        /// Examples with what they find.
        terms: Vec<(String, String)>,
        /// The keys, in the order in which the manual shows them.
        keys: Vec<KeyView>,
    },
    /// To [`Request::Complete`].
    Completed {
        /// Where the part of the query begins that a completion replaces, in bytes.
        start: usize,
        /// The byte after its last.
        end: usize,
        /// The completions, the likeliest first.
        found: Vec<CompletionView>,
    },
    /// To [`Request::Page`].
    Page {
        /// The page.
        page: Box<PageView>,
        /// Its body as nodes, with what the query asks for marked.
        tree: Box<TreeView>,
    },
    /// To whatever writes a revision.
    Saved {
        /// The page.
        page: String,
        /// The revision.
        revision: String,
    },
    /// To [`Request::Purge`]: whether words of the page may still stand in unused parts of the file.
    Purged {
        /// They may.
        traces: bool,
    },
    /// To the requests of an import.
    Imported(ImportReport),
    /// To [`Request::ExportBegin`]: how many files there will be, and which names could not be kept.
    Exporting {
        /// Files in all.
        files: usize,
        /// `from became to: why`.
        renamed: Vec<String>,
    },
    /// To [`Request::ExportNext`] and [`Request::ExportPage`]; none are left when it is empty.
    Exported {
        /// Some files.
        files: Vec<OutFile>,
    },
    /// To [`Request::Check`]: what is wrong.
    Checked {
        /// Pages.
        pages: u64,
        /// Faults, none if all is whole.
        faults: Vec<ErrorView>,
    },
    /// To what gives nothing.
    Done,
}

/// A file whose bytes are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptFile {
    /// Its path in the folder.
    pub path: String,
    /// The BLAKE3 of its bytes.
    pub blob: String,
    /// Its length in bytes.
    pub size: u64,
    /// Its last change, in milliseconds since 1970.
    pub modified: Option<i64>,
}

/// A Markdown file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageFile {
    /// Its path in the folder.
    pub path: String,
    /// Its bytes.
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
    /// Its last change, in milliseconds since 1970.
    pub modified: Option<i64>,
    /// The BLAKE3 of its bytes, if they are kept: see [`ImportReport::keep`].
    pub original: Option<String>,
}

/// What an import did with the files of one request.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ImportReport {
    /// New pages, those that came back from a removal included.
    pub new: u64,
    /// Pages with a new revision.
    pub changed: u64,
    /// Pages whose file is as it was.
    pub same: u64,
    /// New pages that had been removed for good before.
    pub back: u64,
    /// Files that hang on pages; at the end of an import.
    pub attached: u64,
    /// Markdown files whose bytes have to be kept first, since they are not UTF-8: send them again with `original`.
    pub keep: Vec<String>,
    /// Markdown files that have to come in as files: keep their bytes.
    pub as_files: Vec<String>,
    /// What was not understood.
    pub warnings: Vec<WarningView>,
    /// Paths of pages whose file is gone from the folder; at the end of an import.
    pub gone: Vec<String>,
    /// The import has not ended yet: ask again.
    pub more: bool,
}

/// Something in a file that was not understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarningView {
    /// The file.
    pub path: String,
    /// Its line, from 1; nothing if it is about the whole.
    pub line: Option<u32>,
    /// What is wrong, and what was done.
    pub message: String,
}

/// A file of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutFile {
    /// Its path, `/` between the parts.
    pub path: String,
    /// Its last change, in milliseconds since 1970.
    pub modified: i64,
    /// Its bytes.
    pub content: OutContent,
}

/// The bytes of a file of an export, or where they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutContent {
    /// These.
    Bytes(#[serde(with = "serde_bytes")] Vec<u8>),
    /// Those of a kept file.
    Blob(String),
    /// The page came from a file that was not UTF-8, and these kept bytes are needed to write it as it was.
    NeedsOriginal(String),
    /// None: why the file is left out.
    Missing(String),
}
