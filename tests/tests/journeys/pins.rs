//! What is kept at hand: a search and a page are pinned, named and moved, and are there at the next visit. And the sheet
//! that says what can be searched for.

use fantoccini::key::Key;

use crate::browser::{self, Browser};
use crate::reader::{BOX, import, search, shows, tap, write};
use crate::server::Server;

#[tokio::test]
async fn searches_and_pages_are_pinned_named_and_moved() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("kitchen");
    write(&folder, "soup.md", "---\ntags: [recipes/soup]\n---\nLeek soup\n");
    write(&folder, "cake.md", "---\ntags: [recipes/cake]\n---\nPlum cake\n");
    let browser = Browser::start(&place.path().join("profile")).await;
    browser.listen().await;
    browser.client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    import(&browser, &folder).await;

    search(&browser, "tag:recipes -cake").await;
    tap(&browser, "//button[@aria-label='Pin this search']").await;
    tap(&browser, "//button[@aria-label='Unpin this search']").await;
    tap(&browser, "//button[@aria-label='Pin this search']").await;
    browser.button("Unpin this search").await;
    search(&browser, "plum").await;
    tap(&browser, "//li[contains(@class,'hit')]//a[.='cake']").await;
    tap(&browser, "//button[@aria-label='Pin this page']").await;
    browser.button("Unpin this page").await;
    browser.shoot("pinned-page").await;

    tap(&browser, "//a[@class='brand' or @href='/']").await;
    shows(&browser, ".pins .chip", &["tag:recipes -cake", "cake"]).await;
    tap(&browser, "//button[@aria-label='Edit the pins']").await;
    let name = browser.find(".pin-rows input").await;
    name.clear().await.unwrap();
    name.send_keys(&format!("Dinner{}", char::from(Key::Tab))).await.unwrap();
    browser.button("Move Dinner down").await.click().await.unwrap();
    browser.button("Move Dinner up").await;
    browser.shoot("pins-edited").await;
    tap(&browser, "//button[@aria-label='Done']").await;
    shows(&browser, ".pins .chip", &["cake", "Dinner"]).await;
    browser.shoot("pins").await;

    // They are kept, and lead where they did.
    browser.client.goto(&server.at("/")).await.unwrap();
    shows(&browser, ".pins .chip", &["cake", "Dinner"]).await;
    tap(&browser, "//section[@aria-label='Pins']//a[.='Dinner']").await;
    shows(&browser, ".results .title", &["soup"]).await;
    assert_eq!(browser.script(&format!("return document.querySelector('{BOX}').value")).await, "tag:recipes -cake");
    search(&browser, "kind:pinned").await;
    shows(&browser, ".results .title", &["Pins"]).await;
    assert_eq!(browser.console().await, Vec::<String>::new());
    browser.end().await;
}

#[tokio::test]
async fn the_sheet_says_what_the_box_understands_and_tries_it() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("kitchen");
    write(&folder, "soup.md", "Leek soup\n");
    let browser = Browser::start(&place.path().join("profile")).await;
    browser.listen().await;
    browser.client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    import(&browser, &folder).await;
    tap(&browser, "//a[@aria-label='Settings']").await;
    tap(&browser, "//button[.='Keys and syntax']").await;
    tap(&browser, "//summary[starts-with(., 'has:')]").await;
    browser.shoot("syntax").await;
    tap(&browser, "//details[@open]//button[.='has:dangling']").await;
    browser.status(|said| said == "0 pages").await;
    assert_eq!(browser.script(&format!("return document.querySelector('{BOX}').value")).await, "has:dangling");
    assert_eq!(browser.console().await, Vec::<String>::new());
    browser.end().await;
}
