//! How fast the built app is in Chromium: import, start, queries and keystrokes, and the worker's memory.
//!
//! `cargo xtask bench-web FOLDER [--peers FOLDER] [--json FILE] [--app FOLDER]` builds the app and starts this. `--app`
//! names another build, to measure in its place. `--peers` names a folder of other search libraries with a `run.mjs`; it
//! is run over the corpus called as `FOLDER` is, and their figures stand beside ours, of the same queries. It states
//! figures and judges none of them.
//!
//! Times are taken in the page: the way of a question to the worker and back is in every one of them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "the journeys' own harness drives it")]

#[path = "../tests/journeys/browser.rs"]
#[allow(dead_code, reason = "the journeys want more of it")]
mod browser;
#[path = "../tests/journeys/cdp.rs"]
mod cdp;
mod figures;
#[allow(dead_code, reason = "the native benchmark wants more of it")]
mod machine;
#[path = "web/peers.rs"]
mod peers;
#[path = "../tests/journeys/server.rs"]
#[allow(dead_code, reason = "the journeys want more of it")]
mod server;
#[path = "web/site.rs"]
mod site;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use browser::Browser;
use cdp::Cdp;
use figures::{Figures, percentiles};
use server::Server;

const PAGE: &str = include_str!("web/page.js");

/// What the reader types, letter by letter.
const TYPED: [&str; 12] = [
    "docker",
    "git commit",
    "remove a file",
    "tag:linux",
    "kubernetes pod",
    "\"more information\"",
    "archive OR compress",
    "ssh key",
    "network -docker",
    "the path",
    "copy file",
    "zip",
];

/// Rounds over the queries: the middle one of a query's times counts.
const ROUNDS: usize = 3;

/// A phone's processor against this one, as Lighthouse takes it.
const SLOWER: u32 = 4;

struct Options {
    folder: PathBuf,
    peers: Option<PathBuf>,
    json: Option<PathBuf>,
    app: PathBuf,
}

impl Options {
    /// Nothing if the program was not started to measure: `cargo test --all-targets` starts it too.
    fn read() -> Result<Option<Self>> {
        let (mut folder, mut peers, mut json, mut app, mut measure) = (None, None, None, None, false);
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().map(PathBuf::from).with_context(|| format!("{word} wants a path"));
            match word.as_str() {
                "--bench" => measure = true,
                "--peers" => peers = Some(value()?),
                "--json" => json = Some(value()?),
                "--app" => app = Some(value()?),
                flag if flag.starts_with('-') => bail!("unknown option {flag}"),
                path => folder = Some(PathBuf::from(path)),
            }
        }
        if !measure {
            return Ok(None);
        }
        let folder = folder.context("name a folder of Markdown: cargo xtask bench-web FOLDER")?;
        let app = app.unwrap_or_else(browser::app);
        Ok(Some(Self { folder: folder.canonicalize()?, peers, json, app }))
    }
}

fn main() -> Result<()> {
    let Some(options) = Options::read()? else { return Ok(()) };
    println!("{}, {}", options.folder.display(), machine::describe());
    let queries = match &options.peers {
        Some(peers) => peers::queries(peers)?,
        None => site::QUERIES.lines().filter(|line| !line.starts_with("## ")).map(str::to_owned).collect(),
    };
    let mut figures = Figures::default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure(&options, &queries, &mut figures))?;
    if let Some(peers) = &options.peers {
        peers::measure(peers, &options.folder, &mut figures)?;
    }
    figures.print();
    if let Some(file) = options.json {
        fs::write(file, figures.json())?;
    }
    Ok(())
}

async fn measure(options: &Options, queries: &[String], figures: &mut Figures) -> Result<()> {
    let place = tempfile::tempdir()?;
    let site = place.path().join("site");
    site::write(&options.app, &site)?;
    let server = Server::start(&site);
    let profile = place.path().join("profile");

    let browser = start(&profile).await?;
    browser.client.goto(&server.at("/")).await?;
    browser.status(|said| said == "0 pages").await;
    let paint: Value = call(&browser, "paint", json!([])).await?;
    figures.add("first visit", "largest paint ms", number(&paint, "contentful"));
    figures.add("first visit", "main thread blocked ms", number(&paint, "blocked"));

    let _: Value = call(&browser, "forget", json!([])).await?;
    let said = import(&browser, &options.folder, figures).await?;
    println!("{said}");
    let paint: Value = call(&browser, "paint", json!([])).await?;
    figures.add("import", "longest task ms", number(&paint, "longest"));
    browser.kept().await;

    let times: Vec<f64> = call(&browser, "times", json!([queries, 20, ROUNDS])).await?;
    print_slowest(queries, &times);
    figures.spread("20 hits with snippets", percentiles(&times));
    let times: Vec<f64> = call(&browser, "times", json!([queries, 0, ROUNDS])).await?;
    figures.spread("the total alone", percentiles(&times));
    let memory: f64 = call(&browser, "memory", json!([])).await?;
    figures.add("worker's memory", "MB", memory / 1e6);

    let texts: Vec<String> = TYPED.iter().flat_map(|text| beginnings(text)).collect();
    let times: Vec<f64> = call(&browser, "keystrokes", json!([texts])).await?;
    figures.spread("keystroke to hits", percentiles(&times));
    browser.end().await;

    // From the profile alone: nothing is asked of the network, and nothing is in memory.
    server.switch(false);
    let browser = start(&profile).await?;
    browser.client.goto(&server.at("/?q=git")).await?;
    browser.find("ul.results li.hit").await;
    let ready: f64 = call(&browser, "ready", json!(["docker"])).await?;
    let paint: Value = call(&browser, "paint", json!([])).await?;
    figures.add("cold start, no network", "box ms", number(&paint, "box"));
    figures.add("cold start, no network", "first hit ms", number(&paint, "hit"));
    figures.add("cold start, no network", "asked again ms", ready);
    browser.client.refresh().await?;
    browser.find("ul.results li.hit").await;
    let paint: Value = call(&browser, "paint", json!([])).await?;
    figures.add("reload, no network", "first hit ms", number(&paint, "hit"));
    browser.end().await;

    // The page's own thread is slowed down; Chromium leaves workers as they are.
    server.switch(true);
    let browser = start(&profile).await?;
    browser.client.issue_cmd(Cdp("Emulation.setCPUThrottlingRate", json!({ "rate": SLOWER }))).await?;
    browser.client.goto(&server.at("/?q=git")).await?;
    browser.find("ul.results li.hit").await;
    let paint: Value = call(&browser, "paint", json!([])).await?;
    let name = format!("page {SLOWER} times slower");
    figures.add(&name, "first hit ms", number(&paint, "hit"));
    figures.add(&name, "largest paint ms", number(&paint, "contentful"));
    figures.add(&name, "main thread blocked ms", number(&paint, "blocked"));
    let times: Vec<f64> = call(&browser, "keystrokes", json!([texts])).await?;
    figures.spread(&format!("keystroke, {name}"), percentiles(&times));
    browser.end().await;
    Ok(())
}

/// A browser whose pages run `page.js` first.
async fn start(profile: &Path) -> Result<Browser> {
    let browser = Browser::start(profile).await;
    browser.client.issue_cmd(Cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": PAGE }))).await?;
    Ok(browser)
}

/// Imports a folder as a reader does, by the app's picker, and gives what the app says of it.
async fn import(browser: &Browser, folder: &Path, figures: &mut Figures) -> Result<String> {
    browser.script("self.benchImport = bench.imported()").await;
    browser.drop_folder(folder).await;
    let came: Value = browser
        .until("the import's report", async || {
            let done =
                browser.script("return Promise.race([benchImport, new Promise((r) => setTimeout(r, 20))])").await;
            (!done.is_null()).then_some(done)
        })
        .await;
    figures.add("import", "s", number(&came, "ms") / 1e3);
    Ok(came["said"].as_str().unwrap_or_default().to_owned())
}

/// What a call of `page.js` gives.
async fn call<T: DeserializeOwned>(browser: &Browser, name: &str, given: Value) -> Result<T> {
    let script = "const [name, given, done] = arguments; Promise.resolve(bench[name](...given)).then(done)";
    Ok(serde_json::from_value(browser.client.execute_async(script, vec![json!(name), given]).await?)?)
}

fn number(of: &Value, key: &str) -> f64 {
    of[key].as_f64().unwrap_or(f64::NAN)
}

/// The text as it grows under the reader's fingers.
fn beginnings(text: &str) -> Vec<String> {
    text.char_indices().map(|(at, letter)| text[..at + letter.len_utf8()].to_owned()).collect()
}

fn print_slowest(queries: &[String], times: &[f64]) {
    let mut slowest: Vec<(f64, &String)> = times.iter().copied().zip(queries).collect();
    slowest.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    println!("\nthe slowest queries");
    for (time, query) in slowest.iter().take(10) {
        println!("{time:8.2} ms  {query}");
    }
}
