//! `cargo xtask test`: what a change must pass, as a table of steps from the quickest to the slowest.
//!
//! The first step that fails ends the run with what to do about it. CI runs this and nothing else.

use std::{path::Path, process::Command, time::Instant};

use anyhow::{Result, bail};

use crate::{app, command, tidy, tools};

struct Step {
    name: &'static str,
    /// What to do when it fails.
    mend: &'static str,
    run: fn(&Path) -> Result<()>,
}

/// A new step is a line here.
const STEPS: &[Step] = &[
    Step {
        name: "format",
        mend: "Run `cargo fmt --all`.",
        run: |root| command::run(&mut command::cargo(root, "fmt --all --check")),
    },
    Step {
        name: "tidy",
        mend: "Mend the lines above; `xtask/src/tidy.rs` says why each rule is there.",
        run: tidy::run,
    },
    Step { name: "lint", mend: "Mend what clippy says above.", run: lint },
    Step {
        name: "native",
        mend: "`cargo test -p CRATE NAME` runs one test alone.",
        run: |root| command::run(&mut command::cargo(root, "test --workspace")),
    },
    Step { name: "docs", mend: "Mend the links and blocks that rustdoc names above.", run: docs },
    Step {
        name: "lint-wasm",
        mend: "Mend what clippy says above; the native lint does not see these lines.",
        run: lint_wasm,
    },
    Step {
        name: "wasm",
        mend: "`NO_HEADLESS=1 cargo xtask test --only wasm` serves the tests for a browser of yours, with its console.",
        run: wasm,
    },
    Step { name: "app", mend: "`cargo xtask app` does this step alone.", run: |root| app::run(root).map(|_| ()) },
    Step {
        name: "journeys",
        mend: "`cargo xtask app` first, if this step ran alone; `target/journeys` has pictures of what was on the screen.",
        run: journeys,
    },
];

/// The names that `--only` takes, in order.
pub fn names() -> Vec<&'static str> {
    STEPS.iter().map(|step| step.name).collect()
}

/// Runs all steps, or those named in `only` with commas between them.
///
/// # Errors
/// The first failure and what to do about it; a name that is no step's.
pub fn run(root: &Path, only: Option<&str>) -> Result<()> {
    let wanted: Option<Vec<&str>> = only.map(|names| names.split(',').collect());
    if let Some(unknown) = wanted.iter().flatten().find(|name| !names().contains(name)) {
        bail!("no step is called `{unknown}`; there are: {}", names().join(", "));
    }
    let steps: Vec<&Step> =
        STEPS.iter().filter(|step| wanted.as_ref().is_none_or(|names| names.contains(&step.name))).collect();

    let start = Instant::now();
    for (passed, step) in steps.iter().enumerate() {
        println!("\n== {} ({} of {})", step.name, passed + 1, steps.len());
        let begun = Instant::now();
        if let Err(error) = (step.run)(root) {
            println!("\n{passed} passed, 1 failed, {} skipped", steps.len() - passed - 1);
            bail!(
                "{} failed: {error:#}\n{}\nThis step alone: cargo xtask test --only {}",
                step.name,
                step.mend,
                step.name
            );
        }
        println!("== {} passed in {:.1} s", step.name, begun.elapsed().as_secs_f32());
    }
    println!("\nAll steps took {:.0} s.", start.elapsed().as_secs_f32());
    println!("{} passed, 0 failed", steps.len());
    Ok(())
}

fn lint(root: &Path) -> Result<()> {
    command::run(&mut command::cargo(
        root,
        "clippy --workspace --all-targets --features scrap-tests/journeys -- -D warnings",
    ))
}

fn docs(root: &Path) -> Result<()> {
    command::run(command::cargo(root, "doc --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings"))
}

/// Linting a crate lints the workspace's crates under it too; core is not named, since its tests' crates are native.
fn lint_wasm(root: &Path) -> Result<()> {
    tools::wasm_compiler()?;
    command::run(&mut wasm_cargo(root, "clippy", "--all-targets -- -D warnings"))
}

/// The tests of the browser's crates, in headless Chromium.
fn wasm(root: &Path) -> Result<()> {
    tools::wasm_compiler()?;
    let runner = tools::wasm_bindgen(root, "wasm-bindgen-test-runner")?;
    let mut tests = wasm_cargo(root, "test", "--tests");
    tests.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner);
    if let Some(driver) = tools::browser()? {
        // The runner takes the first driver that it finds, Firefox's among them.
        tests.env("CHROMEDRIVER", driver);
    }
    command::run(&mut tests)
}

/// Through the built app in headless Chromium, one at a time: each browser wants a processor of its own.
fn journeys(root: &Path) -> Result<()> {
    let words = "test -p scrap-tests --features journeys --test journeys -- --test-threads 1";
    let mut tests = command::cargo(root, words);
    if let Some(driver) = tools::browser()? {
        tests.env("CHROMEDRIVER", driver);
    }
    command::run(&mut tests)
}

/// Measures the app in headless Chromium; what `words` may be is said in `tests/benches/web.rs`.
///
/// # Errors
/// What does not compile, start or import.
pub fn bench_web(root: &Path, words: &[&str]) -> Result<()> {
    app::run(root)?;
    let mut bench = command::cargo(root, "bench -p scrap-tests --features journeys --bench web --");
    bench.args(words);
    if let Some(driver) = tools::browser()? {
        bench.env("CHROMEDRIVER", driver);
    }
    command::run(&mut bench)
}

fn wasm_cargo(root: &Path, verb: &str, rest: &str) -> Command {
    command::cargo(root, &format!("{verb} -p scrap-tests -p scrap-web --target {} {rest}", tools::WASM))
}
