//! A first visit, then a cold start without a network.

use crate::browser::{self, Browser};
use crate::server::Server;

#[tokio::test]
async fn after_one_visit_the_app_starts_from_a_cold_browser_without_a_network() {
    let server = Server::start(&browser::app());
    let profile = tempfile::tempdir().unwrap();

    let browser = Browser::start(profile.path()).await;
    browser.listen().await;
    browser.client.goto(&server.at("/")).await.unwrap();
    let search = browser.find("input[type=search][aria-label=Search]").await;
    search.send_keys("anything").await.unwrap();
    browser.status(|said| said == "0 pages").await;
    browser.kept().await;
    assert_eq!(browser.console().await, Vec::<String>::new(), "the policy holds, nothing broke");
    browser.shoot("first-load").await;
    browser.end().await;

    server.switch(false);
    server.asked();
    let browser = Browser::start(profile.path()).await;
    browser.listen().await;
    for path in ["/", "/p/a-page-of-its-own?q=x"] {
        browser.client.goto(&server.at(path)).await.unwrap();
        browser.find("input[type=search]").await.send_keys("offline").await.unwrap();
        browser.status(|said| said == "0 pages").await;
        browser.client.refresh().await.unwrap();
        browser.status(|said| said == "0 pages").await;
    }
    assert_eq!(browser.console().await, Vec::<String>::new());
    let asked: Vec<String> = server.asked().into_iter().filter(|path| path != "/sw.js").collect();
    assert_eq!(asked, Vec::<String>::new(), "only the look for an update leaves the browser");
    browser.shoot("offline").await;
    browser.end().await;
}
