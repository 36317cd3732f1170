//! `cargo xtask app`: builds the web app into `target/app`, a folder that any file host can serve.
//!
//! Two programs become wasm, each file gets the hash of its content into its name, and what names a file is filled in
//! after it: so an old page can never meet a new worker. Why this is not Trunk: `docs/decisions/0009`.

mod pack;
mod shell;
mod wasm;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use self::pack::Packed;
use self::shell::{Site, fill};

/// Where the app ends up, below the workspace's folder.
pub const OUT: &str = "target/app";

/// What the app may load and do. The server sends the same, and that no page may frame it, which only a header can say.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; \
    base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types scrap";

/// Bytes through Brotli that a first visit may take until the box answers.
const BUDGET: usize = 750_000;

/// Files that keep their names: browsers and people look for them there.
const AT_THE_ROOT: &[&str] = &["icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png", "manifest.webmanifest"];

/// Builds the app and says how large its files are.
///
/// # Errors
/// What is missing on this machine, or what does not compile.
pub fn run(root: &Path) -> Result<PathBuf> {
    let built = wasm::build(root)?;
    let site = assemble(root, &built)?;
    let out = root.join(OUT);
    let packed = pack::write(&site, &out)?;
    report(&packed);
    println!("\nThe app is in {OUT}: {} files, build {}.", packed.len(), site.build());
    Ok(out)
}

/// Names the files by their content, from the ones that name no other to the page that everything starts from.
fn assemble(root: &Path, built: &wasm::Built) -> Result<Site> {
    let (shell, index) = (root.join("web/shell"), fs::read_to_string(root.join("index.html"))?);
    let text = |name: &str| fs::read_to_string(shell.join(name)).with_context(|| format!("web/shell/{name}"));
    let mut site = Site::default();
    let app_wasm = site.asset("app.wasm", built.app.wasm.clone());
    let app = site.asset("app.js", built.app.glue.clone().into_bytes());
    let worker_wasm = site.asset("store.wasm", built.worker.wasm.clone());
    let glue = site.asset("store.js", built.worker.glue.clone().into_bytes());
    let worker = fill(&text("worker.js")?, &[("WORKER", &glue), ("WORKER_WASM", &worker_wasm)])?;
    let worker = site.asset("worker.js", worker.into_bytes());
    let boot = fill(&text("boot.js")?, &[("APP", &app), ("APP_WASM", &app_wasm), ("WORKER", &worker)])?;
    let boot = site.asset("boot.js", boot.into_bytes());
    let style = site.asset("style.css", text("style.css")?.into_bytes());
    let pages = site.asset("welcome.json", pages(&root.join("welcome"))?);
    for name in AT_THE_ROOT {
        site.put(name, fs::read(shell.join(name)).with_context(|| format!("web/shell/{name}"))?);
    }

    let in_assets = |name: &str| format!("/assets/{name}");
    let service = text("sw.js")?;
    // Of all that goes into the two files that carry it.
    let build = site.digest(format!("{index}\0{service}").as_bytes());
    let page = fill(
        &index,
        &[
            ("POLICY", POLICY),
            ("BUILD", &build),
            ("ROOT", "/"),
            ("STYLE", &in_assets(&style)),
            ("BOOT", &in_assets(&boot)),
            ("APP", &in_assets(&app)),
            ("APP_WASM", &in_assets(&app_wasm)),
            ("WELCOME", &in_assets(&pages)),
        ],
    )?;
    site.put("index.html", page.into_bytes());
    let service = fill(&service, &[("BUILD", &build), ("FILES\",", &site.listed())])?;
    site.put("sw.js", service.into_bytes());
    // Hosts of plain files answer with this where they have no file, and the app shows what the address says.
    site.copy("index.html", "404.html")?;
    Ok(site.of_build(build))
}

/// The welcome pages, each with its path, as an empty app imports them.
fn pages(folder: &Path) -> Result<Vec<u8>> {
    let mut pages = Vec::new();
    for file in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = file?.path();
        let name = path.file_name().and_then(|name| name.to_str()).context("a welcome page's name is no UTF-8")?;
        pages.push((format!("welcome/{name}"), fs::read_to_string(&path)?));
    }
    pages.sort();
    Ok(serde_json::to_vec(&pages)?)
}

fn report(packed: &[Packed]) {
    println!("\n{:>9} {:>9}  file", "bytes", "Brotli");
    for file in packed {
        println!("{:>9} {:>9}  {}", file.bytes, file.brotli, file.name);
    }
    let first: usize = packed.iter().filter(|file| file.is_awaited()).map(|file| file.brotli).sum();
    let verdict = if first <= BUDGET { "within" } else { "OVER" };
    println!("{first:>19}  until the box answers, {verdict} the budget of {BUDGET}");
}
