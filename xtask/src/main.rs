//! `cargo xtask test` and `cargo xtask run`: the two commands that a new clone needs.
//!
//! Both install what they miss where they can, and else print the command that does. Nothing here is part of the
//! product; it depends on no other crate of the workspace, so it builds soon.

mod app;
mod command;
mod fuzz;
mod run;
mod test;
mod tidy;
mod tools;

use std::{env, path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};

const HELP: &str = "\
cargo xtask test [--only STEP[,STEP]]   everything a change must pass, in order
cargo xtask app                         build the web app into target/app
cargo xtask bench-web FOLDER            measure the app in Chromium, with a folder of Markdown in it
cargo xtask fuzz TARGET [SECONDS]       bytes at the query's parser, or at the Markdown reader
cargo xtask run                         build everything, and serve the app at a printed address
cargo xtask run WORDS                   build the command line alone, and search the welcome pages

Steps: ";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => root().and_then(|root| test::run(&root, None)),
        ["test", "--only", steps] => root().and_then(|root| test::run(&root, Some(steps))),
        ["bench-web", words @ ..] => root().and_then(|root| test::bench_web(&root, words)),
        ["fuzz", words @ ..] => root().and_then(|root| fuzz::run(&root, words)),
        ["app"] => root().and_then(|root| app::run(&root)).map(|_| ()),
        ["run", words @ ..] => root().and_then(|root| run::run(&root, words)),
        _ => {
            println!("{HELP}{}", test::names().join(", "));
            return if matches!(words.as_slice(), ["help" | "--help" | "-h"]) {
                ExitCode::SUCCESS
            } else {
                ExitCode::from(2)
            };
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's folder: the one above this crate's.
fn root() -> Result<PathBuf> {
    let here = env::var_os("CARGO_MANIFEST_DIR").context("start this as `cargo xtask`, not as a program")?;
    PathBuf::from(here).parent().map(PathBuf::from).context("xtask is not in a workspace")
}
