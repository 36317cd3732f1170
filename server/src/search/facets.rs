//! `scrap search --facets`: what the pages of a query are.

use std::fmt::Write as _;

use scrap_core::store::Store;
use scrap_core::time::Day;
use scrap_core::wire::{FacetView, FacetsReply};

use crate::error::Failure;
use crate::print::{self, Style, one_line};

/// Counts and prints.
pub fn run(store: &Store, query: &str, today: Day, json: bool) -> Result<u8, Failure> {
    let facets = FacetsReply::from(store.facets(query, today)?);
    if json {
        print::json(&facets)?;
    } else {
        print::out(&table(&facets, Style::of_stdout()))?;
    }
    Ok(0)
}

fn table(facets: &FacetsReply, style: Style) -> String {
    let mut text = String::new();
    for (name, views) in [("kinds", &facets.kinds), ("areas", &facets.areas), ("tags", &facets.tags)] {
        if !views.is_empty() {
            write_facet(&mut text, name, views, style);
        }
    }
    if facets.more_tags > 0 {
        let _ = writeln!(text, "and {}", print::counted(facets.more_tags as u64, "smaller tag"));
    }
    if !facets.exact {
        text.push_str("counted before the pages were scanned for the raw text\n");
    }
    if text.is_empty() { "no page matches\n".to_owned() } else { text }
}

fn write_facet(text: &mut String, name: &str, views: &[FacetView], style: Style) {
    let _ = writeln!(text, "{}", style.bold(name));
    let width = views.iter().map(|view| view.count.to_string().len()).max().unwrap_or(0);
    for view in views {
        let _ = writeln!(text, "  {:>width$}  {}", view.count, one_line(&view.query));
    }
}
