//! The built app as it is measured: its worker also tells how much memory it has.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// The same list that the native benchmark asks.
pub const QUERIES: &str = include_str!("../queries.txt");

/// What is put before the worker's own first line.
const TELLS_MEMORY: &str = r#"
let program;
self.addEventListener("message", (event) => {
  if (event.data !== "memory") return;
  event.stopImmediatePropagation();
  program.then(({ memory }) => postMessage([{ memory: memory.buffer.byteLength }]));
});
program = "#;

/// Copies the app in `app` to `site`, with a worker that answers `memory`.
pub fn write(app: &Path, site: &Path) -> Result<()> {
    fs::create_dir_all(site.join("assets"))?;
    let mut worker = None;
    for folder in ["", "assets"] {
        for file in fs::read_dir(app.join(folder))? {
            let path = file?.path();
            let name = path.file_name().context("a file has a name")?;
            if path.is_file() {
                fs::copy(&path, site.join(folder).join(name))?;
            }
            let name = name.to_string_lossy();
            if name.starts_with("worker-") && name.ends_with(".js") {
                worker = Some(format!("assets/{name}"));
            }
        }
    }
    let worker = worker.context("the app has no worker: cargo xtask app")?;
    let text = fs::read_to_string(site.join(&worker))?;
    fs::write(site.join(&worker), text.replacen("\ninit(", &format!("{TELLS_MEMORY}init("), 1))?;

    // The service worker would refuse a file that is not as it was built.
    let service = fs::read_to_string(site.join("sw.js"))?;
    let (before, row) =
        service.split_once(&format!("[\"./{worker}\", \"")).context("sw.js does not list the worker")?;
    let (_, after) = row.split_once('"').context("sw.js lists no sum of the worker")?;
    fs::write(site.join("sw.js"), format!("{before}[\"./{worker}\", \"\"{after}"))?;
    for name in ["sw.js", worker.as_str()] {
        for packed in ["br", "gz"] {
            let packed = site.join(format!("{name}.{packed}"));
            if packed.is_file() {
                fs::remove_file(packed)?;
            }
        }
    }
    Ok(())
}
