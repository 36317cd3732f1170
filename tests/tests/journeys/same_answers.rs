//! The app gives the answers that the engine gives natively: the same hits in the same order, and as many.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use scrap_core::fields::{Fields, MadeBy};
use scrap_core::id::DeviceId;
use scrap_core::interchange;
use scrap_core::merge::Content;
use scrap_core::search::Options;
use scrap_core::store::{ImportPage, Store};
use scrap_core::time::{Day, Instant, When};

use crate::browser::{self, Browser};
use crate::reader::{import, search};
use crate::server::Server;

const QUERIES: &str = include_str!("../../data/answers.txt");

/// Hits that the app shows at first.
const HITS: usize = 20;

/// The files' times: a day apart from here on, since a checkout gives them none that stay.
const FIRST_MS: u64 = 1_735_689_600_000;
const STEP_MS: u64 = 86_400_000;

#[tokio::test]
async fn the_app_and_the_engine_give_the_same_hits_in_the_same_order() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("answers");
    let files = copied(&folder);
    let store = natively(&folder, &files);

    let server = Server::start(&browser::app());
    let browser = Browser::start(&place.path().join("profile")).await;
    browser.client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    let said = import(&browser, &folder).await;
    assert_eq!(said, format!("Imported answers: {} new pages", files.len()));

    let queries: Vec<&str> = QUERIES.lines().filter(|line| !line.starts_with("## ")).collect();
    assert!(queries.len() >= 20);
    let today = Day::new(2025, 12, 1).unwrap();
    for query in queries.into_iter().chain([""]) {
        let answer = store.search(query, Options { limit: HITS, today, freeze: None }).unwrap();
        assert!(!answer.hits.is_empty(), "{query} finds nothing to compare");
        let native: Vec<(String, String)> = answer
            .hits
            .into_iter()
            .map(|hit| (hit.at.title.clone(), interchange::place(&hit.at.source, &hit.at.path)))
            .collect();
        let shown = search(&browser, query).await.into_iter().map(|hit| (hit.title, hit.path));
        assert_eq!(shown.collect::<Vec<_>>(), native, "{query}");
        if answer.exact {
            let total = if answer.total == 1 { "1 page".to_owned() } else { format!("{} pages", answer.total) };
            browser.status(|said| said == total).await;
        }
    }
    browser.shoot("same-answers").await;
    browser.end().await;
}

/// Copies the pages, gives each a time of its own, and says their paths in order.
fn copied(to: &Path) -> Vec<String> {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/answers");
    let mut paths = Vec::new();
    walk(&from, &mut paths);
    paths.sort();
    let mut files = Vec::new();
    for (path, at) in paths.iter().zip(0..) {
        let name = path.strip_prefix(&from).unwrap().to_str().unwrap().to_owned();
        fs::create_dir_all(to.join(&name).parent().unwrap()).unwrap();
        fs::copy(path, to.join(&name)).unwrap();
        let copy = File::options().write(true).open(to.join(&name)).unwrap();
        // In an order that is not the paths'.
        let time = FIRST_MS + at * 17 % paths.len() as u64 * STEP_MS;
        copy.set_modified(UNIX_EPOCH + Duration::from_millis(time)).unwrap();
        files.push(name);
    }
    files
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() { walk(&entry.path(), found) } else { found.push(entry.path()) }
    }
}

/// A store in memory with the pages in it. The last come first, which makes no difference.
fn natively(folder: &Path, files: &[String]) -> Store {
    let mut store = Store::in_memory(DeviceId([1; 16])).unwrap();
    let mut batch = store.batch().unwrap();
    for path in files.iter().rev() {
        let file = folder.join(path);
        let page = interchange::page_of_file(path, &fs::read(&file).unwrap()).unwrap();
        let modified = fs::metadata(&file).unwrap().modified().unwrap().duration_since(UNIX_EPOCH).unwrap();
        let modified = When::Instant(Instant::from_ms(modified.as_millis().try_into().unwrap()));
        let updated = page.fields.updated.or(Some(modified));
        let fields = Fields { source: Some("answers".to_owned()), updated, ..page.fields };
        let content = Content { fields, body: page.body };
        let made_by = page.made_by.unwrap_or(MadeBy::Import);
        let page = ImportPage { content, made_by, attachments: Vec::new(), born: Some(modified), twin: false };
        batch.import(page, Instant::from_ms(FIRST_MS as i64)).unwrap();
    }
    batch.commit().unwrap();
    store
}
