//! The command line as it is typed: commands, options and their help. What they do stands in a module of each.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use scrap_core::store::Scope;

use crate::serve::PublicUrl;

/// Keeps your pages and finds anything in them.
#[derive(Debug, Parser)]
#[command(name = "scrap", version, about, max_term_width = 100)]
pub struct Cli {
    /// The folder of data [default: the platform's]
    #[arg(long, global = true, env = "SCRAP_DATA", value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Take in folders of Markdown and other files; a second time updates
    Import(Import),
    /// Write all pages as Markdown files, or everything with its history as one file
    Export(Export),
    /// Find pages
    Search(Search),
    /// What could be better about the pages, with how many it concerns
    Health(Health),
    /// Show a page
    Show(Show),
    /// Make a page
    New(New),
    /// Change a page; without options in your editor
    Edit(Edit),
    /// Put a page in the trash
    Trash(Named),
    /// Take a page out of the trash
    Restore(Named),
    /// Remove a page and its history for good
    Purge(Purge),
    /// Files of a page
    File(File),
    /// Set what was read in a page or written about it, as Claude does; the text comes on standard input
    Enrich(Enrich),
    /// Serve the web app and the HTTP API, here and, behind a reverse proxy, anywhere
    Serve(Serve),
    /// Tokens by which others may ask the server
    Token(Token),
    /// Check that the store, its index and its files are whole
    Check(Json),
    /// Fold the log anew, index included
    Rebuild,
}

/// `scrap import`.
#[derive(Debug, Args)]
pub struct Import {
    /// Folders, files, or a log that `export --log` wrote
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The name of the source [default: the folder's]
    #[arg(long, value_name = "NAME")]
    pub source: Option<String>,
    /// One object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `scrap export`.
#[derive(Debug, Args)]
pub struct Export {
    /// The folder to write into: new, empty, or with --force
    #[arg(value_name = "DIR", required_unless_present_any = ["zip", "log"], conflicts_with_all = ["zip", "log"])]
    pub folder: Option<PathBuf>,
    /// Write one zip file instead, with names that every system takes
    #[arg(long, value_name = "FILE", conflicts_with = "log")]
    pub zip: Option<PathBuf>,
    /// Write everything with ids and history, the trash too, for `scrap import` elsewhere
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Write over files that are there; nothing is ever deleted
    #[arg(long)]
    pub force: bool,
    /// One object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `scrap search`.
#[derive(Debug, Args)]
#[command(after_help = "A query that starts with a dash goes after `--`: scrap search -- -tag:work")]
pub struct Search {
    /// Words, "phrases" and filters such as tag:work; none lists the latest changes
    #[arg(value_name = "QUERY")]
    pub query: Vec<String>,
    /// So many hits
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub limit: u16,
    /// One object instead of text
    #[arg(long)]
    pub json: bool,
    /// The day that relative dates mean [default: today]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub today: Option<String>,
    /// The next hits, from the cursor of an earlier answer
    #[arg(long, value_name = "CURSOR", conflicts_with = "query")]
    pub cursor: Option<String>,
    /// How many of the pages are of each kind, have each tag, are personal or work, instead of the hits
    #[arg(long, conflicts_with_all = ["cursor", "limit"])]
    pub facets: bool,
    /// What a query may hold, instead of a search
    #[arg(long, conflicts_with_all = ["query", "cursor", "limit", "json", "today", "facets"])]
    pub syntax: bool,
}

/// `scrap health`.
#[derive(Debug, Args)]
pub struct Health {
    /// One object instead of text
    #[arg(long)]
    pub json: bool,
    /// The day from which todos are stale [default: today]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub today: Option<String>,
}

/// `scrap show`.
#[derive(Debug, Args)]
pub struct Show {
    /// An id, a source/path, a title, or the beginning of one
    #[arg(value_name = "PAGE")]
    pub page: String,
    /// One object instead of text
    #[arg(long)]
    pub json: bool,
    /// With its revisions
    #[arg(long)]
    pub history: bool,
    /// The Markdown file that an export writes, and nothing else
    #[arg(long, conflicts_with_all = ["json", "history"])]
    pub raw: bool,
}

/// Fields that can be set.
#[derive(Debug, Args, Default)]
pub struct FieldArgs {
    /// The title
    #[arg(long)]
    pub title: Option<String>,
    /// The text; - reads it from standard input
    #[arg(long, allow_hyphen_values = true)]
    pub body: Option<String>,
    /// note, todo, consume, whiteboard, document, image, link or topic
    #[arg(long)]
    pub kind: Option<String>,
    /// A tag, once for each
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// A word such as done or in_progress
    #[arg(long)]
    pub status: Option<String>,
    /// The page in a sentence or two
    #[arg(long)]
    pub summary: Option<String>,
    /// A day, such as 2026-03-01
    #[arg(long, value_name = "DAY")]
    pub due: Option<String>,
    /// high, medium or low
    #[arg(long)]
    pub priority: Option<String>,
    /// Fields as one JSON object on standard input (-): null clears, what is left out stays
    #[arg(long, value_name = "-")]
    pub json: Option<String>,
}

/// `scrap new`.
#[derive(Debug, Args)]
pub struct New {
    /// What the page says.
    #[command(flatten)]
    pub fields: FieldArgs,
}

/// `scrap edit`.
#[derive(Debug, Args)]
pub struct Edit {
    /// An id, a source/path, a title, or the beginning of one
    #[arg(value_name = "PAGE")]
    pub page: String,
    /// What is changed.
    #[command(flatten)]
    pub fields: FieldArgs,
    /// A tag to take away, once for each
    #[arg(long = "untag", value_name = "TAG")]
    pub untag: Vec<String>,
    /// The revision that was read (`heads` of show --json): an edit of an older one is merged
    #[arg(long, value_name = "HEADS", value_delimiter = ',')]
    pub base: Vec<String>,
    /// This text settles the conflict
    #[arg(long)]
    pub resolve: bool,
}

/// A page by its name.
#[derive(Debug, Args)]
pub struct Named {
    /// An id, a source/path, a title, or the beginning of one
    #[arg(value_name = "PAGE")]
    pub page: String,
}

/// `scrap purge`.
#[derive(Debug, Args)]
pub struct Purge {
    /// An id, a source/path or a title
    #[arg(value_name = "PAGE")]
    pub page: String,
    /// Yes: it cannot be taken back
    #[arg(long, action = ArgAction::SetTrue)]
    pub yes: bool,
}

/// `scrap file`.
#[derive(Debug, Args)]
pub struct File {
    /// What to do with them.
    #[command(subcommand)]
    pub command: FileCommand,
}

/// What to do with files.
#[derive(Debug, Subcommand)]
pub enum FileCommand {
    /// Hang a file on a page
    Add {
        /// An id, a source/path, a title, or the beginning of one
        #[arg(value_name = "PAGE")]
        page: String,
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// `scrap enrich`.
#[derive(Debug, Args)]
pub struct Enrich {
    /// An id, a source/path, a title, or the beginning of one
    #[arg(value_name = "PAGE")]
    pub page: String,
    /// What it is
    #[arg(long, value_enum)]
    pub what: Enrichment,
    /// - reads the text from standard input
    #[arg(value_name = "-", default_value = "-", value_parser = ["-"])]
    pub text: String,
    /// The file that was read, where the page has several
    #[arg(long, value_name = "NAME")]
    pub file: Option<String>,
    /// What a described picture shows
    #[arg(long, value_name = "KIND")]
    pub image_kind: Option<String>,
    /// The version of the prompt that a write-up answers
    #[arg(long, value_name = "N", default_value_t = scrap_core::entry::WRITEUP_PROMPT)]
    pub prompt_version: u64,
    /// The pages on standard input, one a line, are no longer related
    #[arg(long)]
    pub drop: bool,
}

/// What an enrichment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Enrichment {
    /// The page in a sentence or two.
    Summary,
    /// A picture in words.
    Description,
    /// The text in a picture.
    Ocr,
    /// The text inside a file.
    Text,
    /// A board's write-up, or a topic's synthesis, in Markdown.
    Writeup,
    /// Related pages, one a line.
    Related,
}

/// `scrap serve`.
#[derive(Debug, Args)]
pub struct Serve {
    /// Where to listen
    #[arg(long, env = "SCRAP_BIND", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7377")]
    pub bind: SocketAddr,
    /// The address at which a reverse proxy makes it public, such as `https://notes.example.org`
    #[arg(long, env = "SCRAP_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<PublicUrl>,
    /// The reverse proxy's own address, where it is not on this machine; once for each
    #[arg(long, env = "SCRAP_PROXY", value_name = "ADDRESS", value_delimiter = ',')]
    pub proxy: Vec<IpAddr>,
}

/// `scrap token`.
#[derive(Debug, Args)]
pub struct Token {
    /// What to do with them.
    #[command(subcommand)]
    pub command: TokenCommand,
}

/// What to do with tokens.
#[derive(Debug, Subcommand)]
pub enum TokenCommand {
    /// Make a token; it is shown this once
    New {
        /// What it is for, such as phone
        #[arg(value_name = "NAME")]
        name: String,
        /// What its holder may do
        #[arg(long, value_enum, default_value_t = ScopeName::Read)]
        scope: ScopeName,
        /// One object instead of text
        #[arg(long)]
        json: bool,
    },
    /// Which tokens there are, and when each was last used
    List {
        /// One object instead of text
        #[arg(long)]
        json: bool,
    },
    /// Make a token open nothing from now on
    Revoke {
        /// Its name
        #[arg(value_name = "NAME")]
        name: String,
    },
}

/// What a token's holder may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScopeName {
    /// Search and read.
    Read,
    /// Change pages too.
    Write,
    /// Sync too, as another device of yours.
    Sync,
}

impl From<ScopeName> for Scope {
    fn from(name: ScopeName) -> Self {
        match name {
            ScopeName::Read => Self::Read,
            ScopeName::Write => Self::Write,
            ScopeName::Sync => Self::Sync,
        }
    }
}

/// An answer for people or for programs.
#[derive(Debug, Args)]
pub struct Json {
    /// One object instead of text
    #[arg(long)]
    pub json: bool,
}
