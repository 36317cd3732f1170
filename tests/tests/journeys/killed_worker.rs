//! The worker with the store ends, or its tab does: the app says so, starts another, and every page that was
//! acknowledged is there.

use std::path::Path;

use serde_json::json;

use crate::browser::{self, Browser};
use crate::cdp::Cdp;
use crate::reader::{import, import_says, imported, search, text, titles, write};
use crate::server::Server;

/// Pages that come in while the worker ends.
const PAGES: usize = 2_000;

#[tokio::test]
async fn a_worker_that_ends_in_an_import_is_told_of_and_starts_again_with_what_was_in() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("boats");
    boats(&folder, PAGES);
    let browser = Browser::start(&place.path().join("profile")).await;
    browser.client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    browser.pick_folder(&folder).await;
    let acknowledged = browser.until("some pages", async || taken_in(&browser).await.filter(|taken| *taken > 0)).await;
    in_worker(&browser, "setTimeout(() => { throw new Error('the end') })").await;

    let said = browser.status(|said| said.starts_with("The store's worker ended")).await;
    assert!(said.contains("the end"), "{said}");
    assert!(text(&browser, ".card h1").await.contains("stopped answering"));
    let stopped = browser
        .until("the end of the import", async || {
            Some(import_says(&browser).await).filter(|said| said.starts_with("The import stopped"))
        })
        .await;
    assert!(stopped.contains("worker ended"), "{stopped}");
    browser.shoot("killed-worker").await;
    imported(&browser).await;

    browser.button("Start again").await.click().await.unwrap();
    let there = count(&browser.status(|said| said.ends_with(" pages")).await);
    assert!(there >= acknowledged && there < PAGES, "{acknowledged} in, {there} there");
    let found = search(&browser, "boat").await;
    assert_eq!((found.len(), titles(&found)[0].starts_with("Boat ")), (20, true));
    assert_eq!(text(&browser, ".card h1").await, "");
    browser.shoot("started-again").await;
    let said = import(&browser, &folder).await;
    assert!(said.ends_with(" as before") && count(said.rsplit_once(", ").unwrap().1) >= acknowledged, "{said}");
    browser.status(|said| said == "2,000 pages").await;
    browser.end().await;
}

#[tokio::test]
async fn a_tab_that_crashes_leaves_the_store_to_the_one_that_waits_or_comes_next() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("boats");
    boats(&folder, 40);
    let browser = Browser::start(&place.path().join("profile")).await;
    let client = &browser.client;
    client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    assert_eq!(import(&browser, &folder).await, "Imported boats: 40 new pages");
    let [first, waiting, next] = [
        client.window().await.unwrap(),
        client.new_window(true).await.unwrap().handle,
        client.new_window(true).await.unwrap().handle,
    ];

    client.switch_to_window(waiting.clone()).await.unwrap();
    client.goto(&server.at("/?q=boat")).await.unwrap();
    browser.status(|said| said.starts_with("scrap is open in")).await;
    client.switch_to_window(first).await.unwrap();
    crash(&browser).await;
    client.switch_to_window(waiting).await.unwrap();
    browser.status(|said| said == "40 pages").await;
    assert_eq!(search(&browser, "\"Boat 7\"").await.len(), 1);

    crash(&browser).await;
    client.switch_to_window(next).await.unwrap();
    client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "40 pages").await;
    assert_eq!(import(&browser, &folder).await, "Imported boats: 40 as before");
    browser.end().await;
}

fn boats(folder: &Path, pages: usize) {
    for page in 0..pages {
        write(folder, &format!("{page}.md"), format!("# Boat {page}\n\nSails the sea number {page}.\n"));
    }
}

/// How many files the app says are in.
async fn taken_in(browser: &Browser) -> Option<usize> {
    import_says(browser).await.strip_prefix("Importing boats: ").map(count)
}

/// The number that a text begins with.
fn count(said: &str) -> usize {
    let number = said.split(' ').next().unwrap_or_default().replace(',', "");
    number.parse().unwrap_or_else(|_| panic!("no number: {said}"))
}

/// Runs a script in the store's worker, as a debugger does.
async fn in_worker(browser: &Browser, script: &str) {
    let run = async |name, given| browser.client.issue_cmd(Cdp(name, given)).await.unwrap();
    let targets = run("Target.getTargets", json!({})).await;
    let worker = targets["targetInfos"].as_array().unwrap().iter().find(|target| target["type"] == "worker").unwrap();
    let attach = json!({ "targetId": worker["targetId"], "flatten": false });
    let session = run("Target.attachToTarget", attach).await;
    let message = json!({ "id": 1, "method": "Runtime.evaluate", "params": { "expression": script } });
    let send = json!({ "sessionId": session["sessionId"], "message": message.to_string() });
    run("Target.sendMessageToTarget", send).await;
}

/// Ends the process that runs the page and its worker.
async fn crash(browser: &Browser) {
    let answer = browser.client.issue_cmd(Cdp("Page.crash", json!({}))).await;
    assert!(answer.is_err(), "nobody is there to answer: {answer:?}");
}
