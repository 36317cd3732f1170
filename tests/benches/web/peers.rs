//! Other search libraries over the same pages and queries, by a program of their own that measures them in Chromium:
//! `node run.mjs NAMES --data=CORPUS` writes `results.json`.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::figures::Figures;

/// lunr is left out: it takes minutes.
const NAMES: [&str; 4] = ["minisearch", "flexsearch", "orama", "sqlite"];

/// The queries that the peers are asked.
pub fn queries(folder: &Path) -> Result<Vec<String>> {
    let list: Vec<Value> = serde_json::from_slice(&fs::read(folder.join("queries.json"))?)?;
    let query = |entry: &Value| entry["query"].as_str().map(str::to_owned).context("queries.json: no query");
    list.iter().map(query).collect()
}

/// Measures them now, one after the other, and adds their figures.
pub fn measure(folder: &Path, corpus: &Path, figures: &mut Figures) -> Result<()> {
    let corpus = corpus.file_name().context("the corpus has no name")?.to_string_lossy();
    let mut run = Command::new("node");
    run.current_dir(folder).arg("run.mjs").args(NAMES).args([&format!("--data={corpus}"), "--runs=1"]);
    ensure!(run.status().context("node")?.success(), "the peers could not be measured: {run:?}");
    let results: Value = serde_json::from_slice(&fs::read(folder.join("results.json"))?)?;
    for name in NAMES {
        let data = &results["peers"][name]["data"][corpus.as_ref()];
        let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
        figures.add(name, "build s", number(&data["buildMs"]) / 1e3);
        figures.add(name, "p50 ms", number(&data["latency"]["p50"]));
        figures.add(name, "p95 ms", number(&data["latency"]["p95"]));
        figures.add(name, "worst ms", number(&data["latency"]["max"]));
        figures.add(name, "ready ms", number(&data["readyMs"]));
        figures.add(name, "MB", number(&data["loadMemory"]) / 1e6);
    }
    Ok(())
}
