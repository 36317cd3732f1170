//! How fast the engine is over a store in a file: import, saves, queries, merges, and reading Markdown.
//!
//! `cargo bench -p scrap-tests --bench store -- [FOLDER] [--queries] [--json FILE] [--hits FILE]`. Without a folder, or
//! one in `SCRAP_CORPUS`, it makes a corpus of its own, the same every time. `--queries` leaves out what takes long;
//! `--hits` writes what every query finds, to lay beside another build's; `--ranking` holds a table of
//! `tests/data/ranking` against what comes first. It states figures and judges none of them:
//! the goals stand in `docs/benchmarks.md`. A harness of its own, since what matters of a search is its slowest
//! queries, not the mean of many runs of one.

#[cfg(not(target_arch = "wasm32"))]
mod corpus;
#[cfg(not(target_arch = "wasm32"))]
mod figures;
#[cfg(not(target_arch = "wasm32"))]
mod filters;
#[cfg(not(target_arch = "wasm32"))]
mod machine;
#[cfg(not(target_arch = "wasm32"))]
mod pure;
#[cfg(not(target_arch = "wasm32"))]
mod ranking;
#[cfg(not(target_arch = "wasm32"))]
mod run;
#[cfg(not(target_arch = "wasm32"))]
mod stored;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> anyhow::Result<()> {
    run::main()
}

/// In a browser the app measures itself: there is no folder to read here.
#[cfg(target_arch = "wasm32")]
fn main() {}
