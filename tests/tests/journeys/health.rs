//! What could be better about the pages, and what they are: checks that lead to their pages, facets that are tapped, and
//! hits in sections.

use crate::browser::{self, Browser};
use crate::reader::{BOX, import, search, shows, tap, titles, write};
use crate::server::Server;

#[tokio::test]
async fn checks_lead_to_their_pages_and_facets_narrow_them() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("garden");
    write(&folder, "beans.md", "---\ntags: [plants/climbing]\n---\nSee [[peas]] and [[nowhere]].\n");
    write(
        &folder,
        "peas.md",
        "---\ntags: [plants/climbing, spring]\n---\n# peas\n\n## Open questions\n\n- [ ] When to sow?\n",
    );
    write(&folder, "apples.md", "---\ntags: [plants/trees]\n---\nNobody links here.\n");
    write(&folder, "prune.md", "---\nkind: todo\ntags: [spring]\n---\nPrune the apple tree.\n");
    let browser = Browser::start(&place.path().join("profile")).await;
    browser.listen().await;
    browser.client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    import(&browser, &folder).await;

    tap(&browser, "//a[@aria-label='Health']").await;
    let checks = ["Dangling links 1 page", "Open questions 1 page", "Orphans 2 pages", "Only here 4 pages"];
    shows(&browser, ".checks li:not(.none) .check-name", &checks).await;
    browser.shoot("health").await;
    tap(&browser, "//span[.='Orphans']").await;
    browser.status(|said| said == "2 pages").await;
    shows(&browser, ".results .title", &["apples", "prune"]).await;

    // Facets of a query; a tap writes its filter and counts anew, and the next takes it out.
    search(&browser, "sort:title").await;
    shows(&browser, "section[aria-label=Filters] ul:first-of-type li", &["Note 3", "Todo 1"]).await;
    let tags = ["plants 3", "climbing 2", "trees 1", "spring 2"];
    shows(&browser, "section[aria-label=Filters] h3:nth-of-type(2) + ul li", &tags).await;
    browser.shoot("facets").await;
    tap(&browser, "//section[@aria-label='Filters']//button[span='spring']").await;
    browser.status(|said| said == "2 pages").await;
    shows(&browser, "section[aria-label=Filters] [aria-pressed=true]", &["spring 2"]).await;
    tap(&browser, "//section[@aria-label='Filters']//button[span='spring']").await;
    browser.status(|said| said == "4 pages").await;
    assert_eq!(browser.script(&format!("return document.querySelector('{BOX}').value")).await, "sort:title");

    let hits = search(&browser, "group:type sort:title").await;
    assert_eq!(titles(&hits), ["apples", "beans", "peas", "prune"]);
    shows(&browser, ".results .group", &["Note 3", "Todo 1"]).await;
    browser.shoot("sections").await;
    assert_eq!(browser.console().await, Vec::<String>::new());
    browser.end().await;
}
