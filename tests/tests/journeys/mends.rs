//! What health finds is mended with a tap, and a tap takes the mend back.

use fantoccini::key::Key;

use crate::browser::{self, Browser};
use crate::reader::{import, search, shows, tap, titles, write};
use crate::server::Server;

#[tokio::test]
async fn a_tap_mends_and_the_next_takes_it_back() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("garden");
    write(&folder, "beans.md", "---\ntags: [plants/climbing]\n---\nSee [[peas]] and [[nowhere]].\n");
    write(&folder, "peas.md", "---\ntags: [plants/climbing]\n---\nBack to [[beans]].\n");
    write(&folder, "apple trees.md", "Trees that nobody links to.\n");
    let old = "---\nkind: todo\ntags: [spring]\nupdated: 2020-02-01\n---\nPrune the trees, as in [[peas]].\n";
    write(&folder, "prune.md", old);
    let browser = Browser::start(&place.path().join("profile")).await;
    browser.listen().await;
    browser.client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    import(&browser, &folder).await;
    tap(&browser, "//a[@aria-label='Health']").await;
    let found =
        ["Dangling links 1 page", "Stale todos 1 page", "Orphans 1 page", "Untagged pages 1 page", "Only here 4 pages"];
    shows(&browser, ".checks li:not(.none) .check-name", &found).await;
    browser.shoot("mends").await;

    // One tap, and one tap back.
    tap(&browser, "//button[@aria-label='Close: prune']").await;
    shows(&browser, ".found [role=status]", &["Closed"]).await;
    tap(&browser, "//button[.='Undo']").await;
    browser.button("Close: prune").await.click().await.unwrap();
    tap(&browser, "//button[@aria-label='Drop the links: beans']").await;
    shows(&browser, ".found [role=status]", &["Links dropped", "Closed"]).await;

    // A tap and a choice.
    tap(&browser, "//button[@aria-label='Link: apple trees']").await;
    browser
        .until("an offer", async || {
            (!browser
                .script("return document.querySelector('.asks .chip')?.innerText ?? ''")
                .await
                .as_str()?
                .is_empty())
            .then_some(())
        })
        .await;
    browser.shoot("mend-link").await;
    shows(&browser, ".asks .chip", &["prune"]).await;
    tap(&browser, "//form//button[.='prune']").await;
    tap(&browser, "//button[@aria-label='Tag: apple trees']").await;
    browser.shoot("mend-tag").await;
    browser.find(".asks input").await.send_keys(&format!("trees{}", char::from(Key::Enter))).await.unwrap();
    shows(&browser, ".found [role=status]", &["Links dropped", "Closed", "Linked from prune", "Tagged #trees"]).await;

    tap(&browser, "//a[@aria-label='Settings']").await;
    tap(&browser, "//a[@aria-label='Health']").await;
    shows(&browser, ".checks li:not(.none) .check-name", &["Only here 4 pages"]).await;
    assert_eq!(titles(&search(&browser, "tag:trees").await), ["apple trees"]);
    assert_eq!(titles(&search(&browser, "link:\"apple trees\" is:done").await), ["prune"]);
    assert_eq!(browser.console().await, Vec::<String>::new());
    browser.end().await;
}
