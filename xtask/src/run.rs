//! `cargo xtask run`: builds the app and the server, imports the welcome pages, and serves both at a printed address.
//!
//! The store stands under `target/`, so trying scrap leaves nothing outside the clone.

use std::{path::Path, process::Command};

use anyhow::Result;

use crate::{app, command};

/// Serves the app, or searches the welcome pages for `words` and ends.
///
/// # Errors
/// When the build, the import, the search or the server fails.
pub fn run(root: &Path, words: &[&str]) -> Result<()> {
    let mut build = command::cargo(root, "build --release -p scrap-server --bin scrap");
    if words.is_empty() {
        // Whoever only searches at the command line needs no app, and is spared its build.
        build.env("SCRAP_APP", app::run(root)?);
    }
    command::run(&mut build)?;
    // A path from here, so that the command lines shown can be typed again.
    let scrap = || {
        let mut scrap = Command::new(Path::new("target/release/scrap"));
        scrap.current_dir(root).args(["--data", "target/welcome"]);
        scrap
    };
    command::run(scrap().args(["import", "welcome"]))?;
    if !words.is_empty() {
        return command::run(scrap().args(["search", &words.join(" ")]));
    }
    println!("\nSearch here too: target/release/scrap --data target/welcome search 'kind:note is:orphan'");
    println!("Your own notes:  target/release/scrap import FOLDER");
    println!("The app keeps pages of its own, in the browser. To open it with the welcome pages in it:\n");
    println!("  http://127.0.0.1:7377/?welcome\n");
    command::run(scrap().arg("serve"))
}
