//! The query language as tables: pages, and queries with what they find. `tests/data/query/*.toml` is the data, readable
//! as a description of the language, and the same runner goes through it natively and in a browser.
//!
//! A table is a store of its own: `pages::open` makes it, [`run`] asks it every case. What is expected of a query stands
//! in its case alone; the engine's own order, totals and counts are held against it as well.

mod case;
pub mod pages;

use scrap_core::time::Day;
use serde::Deserialize;

use self::case::Case;
use self::pages::Page;

/// Every table, by the name of its file.
pub const TABLES: &[(&str, &str)] = &[
    ("words", include_str!("../data/query/words.toml")),
    ("writing", include_str!("../data/query/writing.toml")),
    ("grammar", include_str!("../data/query/grammar.toml")),
    ("order", include_str!("../data/query/order.toml")),
    ("fields", include_str!("../data/query/fields.toml")),
    ("dates", include_str!("../data/query/dates.toml")),
    ("has", include_str!("../data/query/has.toml")),
    ("health", include_str!("../data/query/health.toml")),
    ("open_questions", include_str!("../data/query/open_questions.toml")),
    ("places", include_str!("../data/query/places.toml")),
    ("groups", include_str!("../data/query/groups.toml")),
    ("facets", include_str!("../data/query/facets.toml")),
    ("raw", include_str!("../data/query/raw.toml")),
    ("problems", include_str!("../data/query/problems.toml")),
    ("empty", include_str!("../data/query/empty.toml")),
];

/// A table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// What it describes.
    #[serde(rename = "about")]
    _about: String,
    /// The day that "today" means.
    today: String,
    /// Pages, the latest edit last.
    pages: Vec<Page>,
    /// Queries over them.
    cases: Vec<Case>,
}

/// What a case is about, for whoever counts them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Covered {
    /// The row of the language that it belongs to, such as `tag:` or `is:orphan`.
    pub row: String,
    /// `hit`, `near miss` or `edge`.
    pub is: String,
}

/// Reads a table without asking anything.
///
/// # Errors
/// What is no table.
pub fn covered(text: &str) -> Result<Vec<Covered>, String> {
    let cases = read(text)?.cases.into_iter();
    Ok(cases.map(|case| Covered { row: case.row, is: case.is }).collect())
}

/// Asks every query of a table, and gives what came otherwise than expected: nothing, if all is well.
///
/// # Errors
/// What is no table, and what a store refuses.
pub fn run(text: &str) -> Result<Vec<String>, String> {
    let table = read(text)?;
    let today = Day::parse(&table.today).ok_or_else(|| format!("`{}` is no day", table.today))?;
    let store = pages::open(&table.pages, today)?;
    let names = table.pages.iter().map(|page| (pages::id(&page.name), page.name.clone())).collect();
    Ok(table.cases.iter().filter_map(|case| case.fault(&store, &names, today)).collect())
}

fn read(text: &str) -> Result<Table, String> {
    toml::from_str(text).map_err(|error| error.to_string())
}
