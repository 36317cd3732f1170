//! What is measured over a store in a file.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant as Clock;

use anyhow::{Context, Result};
use rusqlite::Connection;
use scrap_core::fields::{Fields, MadeBy};
use scrap_core::id::{DeviceId, PageId};
use scrap_core::interchange;
use scrap_core::merge::Content;
use scrap_core::search::{Answer, Options};
use scrap_core::store::{Basis, Draft, ImportPage, Journal, Store};
use scrap_core::time::{Day, Instant};

use crate::corpus::Corpus;

/// Hits that a search is asked for.
pub const HITS: usize = 20;

/// Each query is run so many times, and its median counts.
const RUNS: usize = 5;

/// Files taken in by one transaction, as the program's own import does.
const BATCH: usize = 500;

/// The pages' edits are spread over the 800 days from here on, so that `after:` has something to tell apart.
const FIRST_EDIT_MS: i64 = 1_700_000_000_000;
const SPAN_MS: i64 = 800 * 86_400_000;

pub fn open(file: &Path) -> Result<Store> {
    Ok(Store::open(Connection::open(file)?, Journal::Wal, DeviceId([1; 16]))?)
}

/// Takes the corpus in, once for each source, and closes the store. Gives the seconds it took, reading the files
/// included.
pub fn import(file: &Path, corpus: &Corpus, sources: &[&str]) -> Result<f64> {
    let start = Clock::now();
    let mut store = open(file)?;
    let step = SPAN_MS / i64::try_from(corpus.files.len().max(1))?;
    for source in sources {
        let mut time = FIRST_EDIT_MS;
        for files in corpus.files.chunks(BATCH) {
            let mut batch = store.batch()?;
            for file in files {
                time += step;
                let Some(page) = read(corpus, file, source)? else { continue };
                batch.import(page, Instant::from_ms(time))?;
            }
            batch.commit()?;
        }
    }
    store.merge_whole_index()?;
    store.into_connection().close().map_err(|(_, error)| error)?;
    Ok(start.elapsed().as_secs_f64())
}

/// A file as a page; a page without tags gets its folder as one, or `tag:` would find nothing in most corpora.
fn read(corpus: &Corpus, file: &Path, source: &str) -> Result<Option<ImportPage>> {
    let path = corpus.path(file)?;
    let Ok(page) = interchange::page_of_file(&path, &fs::read(file)?) else { return Ok(None) };
    let mut fields = Fields { source: Some(source.to_owned()), ..page.fields };
    if let Some((folder, _)) = path.rsplit_once('/')
        && fields.tags.is_empty()
    {
        fields.tags.push(folder.to_owned());
    }
    let made_by = page.made_by.unwrap_or(MadeBy::Import);
    Ok(Some(ImportPage {
        content: Content { fields, body: page.body },
        made_by,
        attachments: Vec::new(),
        born: None,
        twin: false,
    }))
}

pub fn search(store: &Store, query: &str, limit: usize) -> Result<Answer> {
    let today = Day::new(2026, 3, 1).context("the first of March is a day")?;
    Ok(store.search(query, Options { limit, today, freeze: None })?)
}

/// The median milliseconds of each query.
pub fn query(store: &Store, queries: &[&str], limit: usize) -> Result<Vec<f64>> {
    let mut medians = Vec::with_capacity(queries.len());
    for query in queries {
        let mut times = [0.0; RUNS];
        for time in &mut times {
            let start = Clock::now();
            search(store, query, limit)?;
            *time = milliseconds(start);
        }
        times.sort_by(f64::total_cmp);
        medians.push(times[RUNS / 2]);
    }
    Ok(medians)
}

pub fn print_slowest(store: &Store, queries: &[&str], times: &[f64], count: usize) -> Result<()> {
    let mut slowest: Vec<(&str, f64)> = queries.iter().copied().zip(times.iter().copied()).collect();
    slowest.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    println!("\nthe slowest queries");
    for (query, time) in slowest.into_iter().take(count) {
        println!("{time:8.2} ms  {:6} hits  {query}", search(store, query, 0)?.total);
    }
    Ok(())
}

/// Every query with its total and all that its hits show, to lay beside those of another build.
pub fn hits(store: &Store, queries: &[&str]) -> Result<String> {
    let mut text = String::new();
    for query in queries {
        let answer = search(store, query, HITS)?;
        writeln!(text, "# {query}\n{} pages", answer.total)?;
        for hit in answer.hits {
            let snippet: String = hit
                .snippet
                .iter()
                .map(|segment| if segment.hit { format!("<{}>", segment.text) } else { segment.text.clone() })
                .collect();
            writeln!(text, "{} | {} | {:?} | {} | {snippet}", hit.at.path, hit.at.title, hit.tags, hit.line)?;
        }
    }
    Ok(text)
}

/// Milliseconds of each of `count` edits of pages all over the store, each on the disk before the next begins.
pub fn edits(store: &mut Store, count: usize) -> Result<Vec<f64>> {
    let pages = store.pages()?;
    let mut times = Vec::with_capacity(count);
    for edit in 0..count {
        // A prime step meets every page once before it meets one again.
        let page = pages.get(edit * 7_919 % pages.len().max(1)).context("the store has no pages")?;
        let now = Instant::from_ms(FIRST_EDIT_MS + SPAN_MS + i64::try_from(edit)?);
        let start = Clock::now();
        store.edit(page.id, Basis::now(MadeBy::User, now), |content| {
            write!(content.body, "\nA line added by edit {edit}.\n").ok();
        })?;
        times.push(milliseconds(start));
    }
    Ok(times)
}

/// Milliseconds of each of `count` new pages with texts of the corpus, each on the disk before the next begins.
pub fn new_pages(store: &mut Store, corpus: &Corpus, count: usize) -> Result<Vec<f64>> {
    let mut times = Vec::with_capacity(count);
    for number in 0..count {
        let file = corpus.files.get(number * 7_919 % corpus.files.len().max(1)).context("the corpus has no pages")?;
        let mut body = String::from_utf8_lossy(&fs::read(file)?).into_owned();
        write!(body, "\nPage {number}.\n")?;
        let mut id = [7; 16];
        id[..8].copy_from_slice(&(number as u64).to_be_bytes());
        let content = Content { fields: Fields::default(), body };
        let now = Instant::from_ms(FIRST_EDIT_MS + 2 * SPAN_MS + i64::try_from(number)?);
        let page = PageId(id);
        let draft = Draft { page, parents: Vec::new(), content, made_by: MadeBy::User, import: false, request: None };
        let start = Clock::now();
        store.save(draft, now)?;
        times.push(milliseconds(start));
    }
    Ok(times)
}

fn milliseconds(start: Clock) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}
