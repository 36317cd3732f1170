//! Two tabs: the second says where the store is and takes it over.

use crate::browser::{self, Browser};
use crate::server::Server;

#[tokio::test]
async fn a_second_tab_says_where_the_store_is_and_takes_it_over() {
    let server = Server::start(&browser::app());
    let profile = tempfile::tempdir().unwrap();
    let browser = Browser::start(profile.path()).await;
    let client = &browser.client;
    client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    let first = client.window().await.unwrap();

    let second = client.new_window(true).await.unwrap().handle;
    client.switch_to_window(second.clone()).await.unwrap();
    client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "scrap is open in a browser tab.").await;
    browser.shoot("second-tab").await;
    browser.button("Use it here").await.click().await.unwrap();
    browser.status(|said| said == "0 pages").await;

    client.switch_to_window(first).await.unwrap();
    browser.status(|said| said.starts_with("scrap is open in")).await;
    client.switch_to_window(second).await.unwrap();
    client.close_window().await.unwrap();
    client.switch_to_window(client.windows().await.unwrap().remove(0)).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    browser.end().await;
}
