//! The welcome pages: by the address that `cargo xtask run` prints, and by the button of an empty store.

use crate::browser::{self, Browser};
use crate::server::Server;

#[tokio::test]
async fn an_empty_app_takes_in_the_welcome_pages_where_asked() {
    let server = Server::start(&browser::app());
    let profile = tempfile::tempdir().unwrap();
    let browser = Browser::start(profile.path()).await;
    browser.listen().await;

    browser.client.goto(&server.at("/")).await.unwrap();
    let button = browser.button("Add the welcome pages").await;
    browser.shoot("empty").await;
    button.click().await.unwrap();
    browser.status(|said| said == "7 pages").await;

    // A store with pages in it is left alone.
    browser.client.goto(&server.at("/?welcome")).await.unwrap();
    browser.find("input[type=search]").await.send_keys("find pa").await.unwrap();
    browser.status(|said| said.ends_with("pages") && said != "7 pages").await;
    browser.shoot("welcome").await;
    assert_eq!(browser.console().await, Vec::<String>::new());
    browser.end().await;

    let other = tempfile::tempdir().unwrap();
    let browser = Browser::start(other.path()).await;
    browser.client.goto(&server.at("/?welcome")).await.unwrap();
    browser.status(|said| said == "7 pages").await;
    browser.end().await;
}
