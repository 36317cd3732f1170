//! `cargo xtask run`: builds the `scrap` binary, imports the welcome pages and shows a search over them.
//!
//! The store stands under `target/`, so trying scrap leaves nothing outside the clone.

use std::{path::Path, process::Command};

use anyhow::Result;

use crate::command;

/// Imports `welcome/` and searches it for `words`, or for "find".
///
/// # Errors
/// When the build, the import or the search fails.
pub fn run(root: &Path, words: &[&str]) -> Result<()> {
    command::run(&mut command::cargo(root, "build --release -p scrap-server --bin scrap"))?;
    // A path from here, so that the command lines shown can be typed again.
    let scrap = || {
        let mut scrap = Command::new(Path::new("target/release/scrap"));
        scrap.current_dir(root).args(["--data", "target/welcome"]);
        scrap
    };
    command::run(scrap().args(["import", "welcome"]))?;
    let query = if words.is_empty() { "find".to_owned() } else { words.join(" ") };
    command::run(scrap().args(["search", &query]))?;
    println!("\nSearch on: target/release/scrap --data target/welcome search 'kind:note is:orphan'");
    println!("Your own notes: target/release/scrap import FOLDER");
    Ok(())
}
