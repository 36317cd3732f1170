//! The two programs of `web`, compiled, bound to JavaScript and made small.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{command, tools};

/// Both programs.
pub struct Built {
    pub app: Program,
    pub worker: Program,
}

/// A program: its wasm, and the JavaScript module that loads it.
pub struct Program {
    pub wasm: Vec<u8>,
    pub glue: String,
}

/// What Rust's target has on by default, and the SIMD of `.cargo/config.toml`.
const FEATURES: &[&str] = &[
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// Compiles with the profile `web`.
pub fn build(root: &Path) -> Result<Built> {
    tools::wasm_compiler()?;
    let bindgen = tools::wasm_bindgen(root, "wasm-bindgen")?;
    let optimiser = tools::wasm_opt()?;
    // Apart, since the app is built without the store and cargo gives the packages of one run one set of features.
    for bin in ["app --no-default-features", "worker"] {
        let words = format!("build -p scrap-web --profile web --target {} --bin {bin}", tools::WASM);
        command::run(&mut command::cargo(root, &words))?;
    }
    let (work, compiled) = (root.join("target/app-work"), root.join("target").join(tools::WASM).join("web"));
    let program = |name: &str, level: &str| {
        bind(&bindgen, &compiled.join(name).with_extension("wasm"), &work, name)?;
        shrink(optimiser.as_deref(), &work, name, level)
    };
    // The app waits for the screen; the worker is searched with, so its inlining stays.
    Ok(Built { app: program("app", "-Oz")?, worker: program("worker", "-O3")? })
}

fn bind(bindgen: &Path, wasm: &Path, work: &Path, name: &str) -> Result<()> {
    let mut bind = Command::new(bindgen);
    bind.arg(wasm).args(["--target", "web", "--no-typescript", "--omit-default-module-path"]);
    bind.arg("--remove-name-section").arg("--remove-producers-section");
    command::run(bind.args(["--out-name", name]).arg("--out-dir").arg(work))
}

fn shrink(optimiser: Option<&Path>, work: &Path, name: &str, level: &str) -> Result<Program> {
    let glue = fs::read_to_string(work.join(format!("{name}.js"))).context("wasm-bindgen wrote no module")?;
    // A symbol that C wants and nobody has becomes an import that no browser can resolve.
    if glue.contains("from \"env\"") {
        bail!("{name} imports from `env`: C that is linked in lacks a function; wasm-dis on {name}_bg.wasm names it");
    }
    let bound: PathBuf = work.join(format!("{name}_bg.wasm"));
    let Some(optimiser) = optimiser else { return Ok(Program { wasm: fs::read(bound)?, glue }) };
    let small = work.join(format!("{name}.small.wasm"));
    let mut shrink = Command::new(optimiser);
    shrink.arg(level).args(FEATURES).arg(&bound).arg("-o").arg(&small);
    command::run(&mut shrink)?;
    Ok(Program { wasm: fs::read(small)?, glue })
}
