//! Which pages come first: queries over real corpora, with the three that a reader would want at the top.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use scrap_core::store::Store;
use serde::Deserialize;

use crate::stored;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(rename = "about")]
    _about: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    query: String,
    /// The paths of the first pages, as many as there is no doubt about.
    first: Vec<String>,
}

/// Asks every query of the table.
///
/// # Errors
/// The queries whose first three are others.
pub fn check(store: &Store, file: &Path) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let table: Table = toml::from_str(&text)?;
    let (mut faults, mut count) = (String::new(), 0);
    for case in &table.cases {
        let first: Vec<String> =
            stored::search(store, &case.query, 3)?.hits.into_iter().map(|hit| hit.at.path).collect();
        if first != case.first {
            count += 1;
            writeln!(faults, "  {{ query = {:?}, first = {first:?} }},", case.query)?;
        }
    }
    println!("\n{} of {} queries have the pages first that they should", table.cases.len() - count, table.cases.len());
    if count > 0 {
        bail!("these have others:\n{faults}");
    }
    Ok(())
}
