//! What stands beside the number of hits: completions while a filter is typed, filters as chips, order and sections as
//! menus; each of them writes into the box.

use fantoccini::Locator;

use crate::browser::{self, Browser};
use crate::reader::{BOX, import, search, shows, titles, write};
use crate::server::Server;

async fn text_is(browser: &Browser, wanted: &str) {
    let script = format!("return document.querySelector('{BOX}').value");
    browser.until(wanted, async || (browser.script(&script).await == wanted).then_some(())).await;
}

#[tokio::test]
async fn filters_are_completed_shown_and_taken_out() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("kitchen");
    write(&folder, "soup.md", "---\ntags: [recipes/soup]\nkind: note\n---\nLeek soup\n");
    write(&folder, "cake.md", "---\ntags: [recipes/cake, sweet]\n---\nLemon cake\n");
    write(&folder, "shop.md", "---\nkind: todo\ntags: [errands]\n---\nBuy leeks for the soup\n");
    let browser = Browser::start(&place.path().join("profile")).await;
    browser.listen().await;
    browser.client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    import(&browser, &folder).await;

    // A key, then a tag of the store, by any of its parts.
    let field = browser.find(BOX).await;
    field.send_keys("ta").await.unwrap();
    shows(&browser, ".offer", &["tag:"]).await;
    browser.find(".offer").await.click().await.unwrap();
    text_is(&browser, "tag:").await;
    field.send_keys("rec").await.unwrap();
    shows(&browser, ".offer", &["tag:recipes", "tag:recipes/cake", "tag:recipes/soup"]).await;
    browser.shoot("completion").await;
    browser.client.find(Locator::Css(".offer:last-child")).await.unwrap().click().await.unwrap();
    text_is(&browser, "tag:recipes/soup ").await;
    browser.status(|said| said == "1 page").await;
    shows(&browser, ".offer", &[]).await;

    // Filters as chips; one that is taken out widens the search.
    assert_eq!(titles(&search(&browser, "leek -kind:todo tag:soup").await), ["soup"]);
    shows(&browser, ".chip:not(.offer)", &["-kind:todo", "tag:soup"]).await;
    browser.shoot("chips").await;
    browser.find(".chip[aria-label='Take out tag:soup']").await.click().await.unwrap();
    text_is(&browser, "leek -kind:todo").await;
    browser.find(".chip:not(.offer)").await.click().await.unwrap();
    text_is(&browser, "leek").await;
    browser.status(|said| said == "2 pages").await;

    // The menus write their tokens, and stand at what is written.
    let order = browser.find(".menu select").await;
    order.clone().select_by_value("title").await.unwrap();
    text_is(&browser, "leek sort:title").await;
    assert_eq!(titles(&search(&browser, "leek sort:title").await), ["shop", "soup"]);
    assert_eq!(titles(&search(&browser, "leek -sort:title").await), ["soup", "shop"]);
    let at = "return document.querySelector('.menu select').value";
    browser.until("the menu at it", async || (browser.script(at).await == "-title").then_some(())).await;
    assert_eq!(browser.console().await, Vec::<String>::new());
    browser.end().await;
}
