//! The command line, and the order in which things are measured.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::corpus::Corpus;
use crate::figures::{Figures, percentiles};
use crate::{filters, machine, pure, ranking, stored};

/// The fixed queries: see the remarks in the file.
const QUERIES: &str = include_str!("queries.txt");

/// What was asked for.
#[derive(Default)]
struct Options {
    folder: Option<PathBuf>,
    json: Option<PathBuf>,
    hits: Option<PathBuf>,
    /// A table of queries with the pages that should come first.
    ranking: Option<PathBuf>,
    /// Keeps the store there, and takes it from there instead of importing once it is.
    store: Option<PathBuf>,
    /// How many of the slowest queries to name.
    slowest: usize,
    /// Only import and queries.
    queries_only: bool,
}

impl Options {
    /// Nothing if the program was not started to measure: `cargo test --all-targets` starts it too.
    fn read() -> Result<Option<Self>> {
        let mut options =
            Self { folder: std::env::var_os("SCRAP_CORPUS").map(PathBuf::from), slowest: 10, ..Self::default() };
        let mut measure = false;
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().map(PathBuf::from).with_context(|| format!("{word} wants a file"));
            match word.as_str() {
                "--bench" => measure = true,
                "--json" => options.json = Some(value()?),
                "--hits" => options.hits = Some(value()?),
                "--ranking" => options.ranking = Some(value()?),
                "--store" => options.store = Some(value()?),
                "--slowest" => options.slowest = value()?.to_string_lossy().parse()?,
                "--queries" => options.queries_only = true,
                flag if flag.starts_with('-') => bail!("unknown option {flag}"),
                folder => options.folder = Some(folder.into()),
            }
        }
        Ok(measure.then_some(options))
    }
}

pub fn main() -> Result<()> {
    let Some(options) = Options::read()? else { return Ok(()) };
    let queries: Vec<&str> = QUERIES.lines().filter(|line| !line.starts_with("## ")).collect();
    let place = tempfile::tempdir()?;
    let corpus = match options.folder {
        Some(folder) => Corpus::of(folder)?,
        None => Corpus::generated(place.path().join("corpus"))?,
    };
    let mut figures = Figures::default();
    println!("{} pages, {:.1} MB of text, {}", corpus.files.len(), corpus.bytes as f64 / 1e6, machine::describe());

    let file = options.store.unwrap_or_else(|| place.path().join("once.db"));
    if !file.exists() {
        let seconds = stored::import(&file, &corpus, &["bench"])?;
        figures.add("import", "pages/s", corpus.files.len() as f64 / seconds);
        figures.add("import", "MB/s", corpus.bytes as f64 / 1e6 / seconds);
        figures.add("import", "peak MB", machine::peak_memory().map_or(f64::NAN, |bytes| bytes / 1e6));
        figures.add("import", "store / text", std::fs::metadata(&file)?.len() as f64 / corpus.bytes as f64);
    }

    let mut store = stored::open(&file)?;
    let counted = stored::query(&store, &queries, 0)?;
    let shown = stored::query(&store, &queries, stored::HITS)?;
    figures.spread("20 hits with snippets", percentiles(&shown));
    figures.spread("the total alone", percentiles(&counted));
    stored::print_slowest(&store, &queries, &shown, options.slowest)?;
    let filters = filters::queries();
    let filters: Vec<&str> = filters.iter().map(String::as_str).collect();
    let filtered = stored::query(&store, &filters, stored::HITS)?;
    figures.spread("every filter, 20 hits", percentiles(&filtered));
    stored::print_slowest(&store, &filters, &filtered, options.slowest)?;
    if let Some(table) = &options.ranking {
        ranking::check(&store, table)?;
    }
    if let Some(file) = options.hits {
        std::fs::write(file, stored::hits(&store, &queries)?)?;
    }

    if !options.queries_only {
        figures.spread("8 KiB onto the disk", percentiles(&machine::sync_times(&place.path().join("sync"), 1_000)?));
        figures.spread("1,000 edits", percentiles(&stored::edits(&mut store, 1_000)?));
        figures.spread("1,000 new pages", percentiles(&stored::new_pages(&mut store, &corpus, 1_000)?));
        drop(store);

        let file = place.path().join("twice.db");
        stored::import(&file, &corpus, &["one", "two"])?;
        let twice = percentiles(&stored::query(&stored::open(&file)?, &queries, stored::HITS)?);
        figures.spread("20 hits, corpus twice", twice);
        let once = percentiles(&shown);
        figures.add("20 hits, corpus twice", "p95 / once", twice.p95 / once.p95);

        for lines in [5_000, 20_000] {
            figures.add(&format!("merge {lines} lines"), "two-way ms", pure::merge_two_ways(lines));
            figures.add(&format!("merge {lines} lines"), "three-way ms", pure::merge_three_ways(lines));
        }
        figures.add("markdown::read", "MB/s", pure::read_markdown(&corpus)?);
        figures.add("index::column", "MB/s", pure::write_columns(&corpus)?);
    }
    figures.print();
    if let Some(file) = options.json {
        std::fs::write(file, figures.json())?;
    }
    Ok(())
}
