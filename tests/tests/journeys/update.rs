//! A new build waits, says so, and takes over on a reload: the whole of it or nothing.

use std::{fs, path::Path};

use crate::browser::{self, Browser};
use crate::server::Server;

/// The app under another build's name, in `folder`.
fn newer(folder: &Path, build: &str) {
    fs::create_dir(folder.join("assets")).unwrap();
    let app = browser::app();
    for part in ["", "assets"] {
        for entry in fs::read_dir(app.join(part)).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
            fs::copy(entry.path(), folder.join(part).join(entry.file_name())).unwrap();
        }
    }
    for name in ["index.html", "sw.js"] {
        let text = fs::read_to_string(app.join(name)).unwrap();
        let (before, after) =
            if name == "sw.js" { ("const BUILD = \"", "\";") } else { ("name=\"scrap-build\" content=\"", "\">") };
        let (head, rest) = text.split_once(before).unwrap();
        let (_, tail) = rest.split_once(after).unwrap();
        fs::write(folder.join(name), [head, before, build, after, tail].concat()).unwrap();
        for end in ["br", "gz"] {
            let _ = fs::remove_file(folder.join(format!("{name}.{end}")));
        }
    }
}

const BUILD: &str = "return document.querySelector('meta[name=scrap-build]').content";
const LOOK: &str = "navigator.serviceWorker.getRegistration().then((found) => found.update())";

#[tokio::test]
async fn an_update_waits_says_so_and_applies_on_reload() {
    let server = Server::start(&browser::app());
    let [profile, second, third] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    newer(second.path(), "second");
    newer(third.path(), "third");
    let browser = Browser::start(profile.path()).await;
    let client = &browser.client;
    client.goto(&server.at("/")).await.unwrap();
    browser.kept().await;
    let first = browser.script(BUILD).await;
    client.refresh().await.unwrap();
    browser.status(|said| said == "0 pages").await;

    server.host(second.path());
    browser.script(LOOK).await;
    let button = browser.button("Reload to update").await;
    assert_eq!(browser.script(BUILD).await, first, "it waits");
    browser.shoot("update").await;
    button.click().await.unwrap();
    browser.until("the second build", async || (browser.script(BUILD).await == "second").then_some(())).await;
    browser.status(|said| said == "0 pages").await;

    server.host(third.path());
    browser.script(LOOK).await;
    browser.button("Reload to update").await;
    client.refresh().await.unwrap();
    browser.until("the third build", async || (browser.script(BUILD).await == "third").then_some(())).await;
    browser.status(|said| said == "0 pages").await;
    server.switch(false);
    client.refresh().await.unwrap();
    browser.status(|said| said == "0 pages").await;
    let caches = browser.script("return caches.keys()").await;
    assert_eq!(caches, serde_json::json!(["scrap-third"]), "old builds are gone");
    browser.end().await;
}
