//! `cargo xtask fuzz`: bytes at what people and files bring, for as long as somebody likes. No step of the tests: it has
//! no end of its own.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::{command, tools};

/// What is run when nobody says for how long, in seconds.
const SECONDS: &str = "600";

/// Runs the target of `fuzz/` for some seconds, from its seeds on. What it finds lies in `fuzz/artifacts`.
///
/// # Errors
/// What does not compile; a crash, with the input that leads to it.
pub fn run(root: &Path, words: &[&str]) -> Result<()> {
    let target = words.first().context("say which target: `query` or `markdown`")?;
    let seconds = words.get(1).unwrap_or(&SECONDS);
    seconds.parse::<u64>().with_context(|| format!("`{seconds}` is no number of seconds"))?;
    let folder = root.join("fuzz");
    let grown = folder.join("corpus").join(target);
    std::fs::create_dir_all(&grown)?;
    let mut fuzz = Command::new(tools::cargo_fuzz()?);
    // Sanitizers are for a nightly Rust; there is no unsafe code here for them to watch.
    fuzz.current_dir(&folder).args(["fuzz", "run", "--fuzz-dir", ".", "--sanitizer", "none", target]).arg(grown);
    fuzz.arg(folder.join("seeds").join(target)).args(["--", "-max_len=5000"]).arg(format!("-max_total_time={seconds}"));
    command::run(&mut fuzz)
}
