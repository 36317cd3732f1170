//! A page opened from a hit stands at the match, and the way on and back: the other matches, links, back-links, the list
//! as it was.

use fantoccini::{Locator, key::Key};
use serde_json::json;

use crate::browser::{self, Browser};
use crate::reader::{BOX, hits, import, search, text, write};
use crate::server::Server;

/// A picture of one red dot.
const DOT: &[u8] = include_bytes!("../../data/dot.png");

/// Lighthouses beside the long one: the list is longer than the screen, and than what comes at first.
const OTHERS: usize = 60;

/// The marked words, and which of them the reader stands at and sees.
const MATCHES: &str = "const marks = [...document.querySelectorAll('article mark')];
    const seen = ({ top, bottom }) => top >= 0 && bottom <= innerHeight;
    return [marks.map((mark) => mark.textContent), marks.findIndex((mark) => mark.matches('.now')),
        marks.map((mark) => seen(mark.getBoundingClientRect())), document.querySelector('.matches output')?.textContent]";

#[tokio::test]
async fn a_page_stands_at_its_match_and_the_list_is_as_it_was_on_the_way_back() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("coast");
    let mut long = "# The long watch\n\nA keeper writes.\n\n![the lamp](lamp.png)\n\nSee [[Tides]].\n\n".to_owned();
    for night in 1..=200 {
        let heard = if night % 80 == 0 { "The **foghorn** sounded." } else { "All was quiet." };
        long.push_str(&format!("## Night {night}\n\n{heard}\n\n"));
    }
    write(&folder, "watch.md", long);
    write(&folder, "lamp.png", DOT);
    write(&folder, "tides.md", "# Tides\n\nHigh at noon. The keeper of [the long watch](watch.md) knows them.\n");
    for other in 0..OTHERS {
        write(&folder, &format!("lighthouses/{other}.md"), format!("# Lighthouse {other}\n\nHas a keeper.\n"));
    }
    let browser = Browser::start(&place.path().join("profile")).await;
    browser.listen().await;
    let client = &browser.client;
    client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    let said = import(&browser, &folder).await;
    assert_eq!(said, format!("Imported coast: {} new pages, 1 file attached", OTHERS + 2));

    assert_eq!(search(&browser, "foghorn").await.len(), 1);
    browser.find(".title a").await.click().await.unwrap();
    at_match(&browser, 0).await;
    let here = client.current_url().await.unwrap();
    assert!(here.path().starts_with("/p/") && here.query().unwrap().ends_with("&q=foghorn"), "{here}");
    browser.shoot("open-at-match").await;
    button(&browser, "Next match").await;
    at_match(&browser, 1).await;
    client.active_element().await.unwrap().send_keys("p").await.unwrap();
    at_match(&browser, 0).await;
    button(&browser, "Previous match").await;
    at_match(&browser, 1).await;
    client.refresh().await.unwrap();
    at_match(&browser, 0).await;

    let picture = "const picture = document.querySelector('article img');
        return [picture?.naturalWidth, picture?.alt, picture?.src.startsWith('blob:')]";
    browser
        .until("the picture", async || (browser.script(picture).await == json!([48, "the lamp", true])).then_some(()))
        .await;
    follow(&browser, "Tides").await;
    title(&browser, "Tides").await;
    assert_eq!(text(&browser, "article ul[aria-label='Linked from']").await, "The long watch");
    follow(&browser, "the long watch").await;
    title(&browser, "The long watch").await;
    browser.find("article ul[aria-label='Linked from'] a").await.click().await.unwrap();
    title(&browser, "Tides").await;
    browser.shoot("page").await;
    for back in ["The long watch", "Tides", "The long watch"] {
        client.back().await.unwrap();
        title(&browser, back).await;
    }
    client.back().await.unwrap();
    assert_eq!(hits(&browser, "foghorn").await.len(), 1);

    // A hit far down a list that has grown.
    search(&browser, "keeper").await;
    let all = "scrollTo(0, document.body.scrollHeight); return document.querySelectorAll('li.hit').length";
    browser.until("all hits", async || (browser.script(all).await == OTHERS + 2).then_some(())).await;
    let far = "const far = document.querySelectorAll('li.hit .title a')[45];
        far.scrollIntoView({ block: 'center', behavior: 'instant' });
        return [far.textContent, scrollY]";
    let far = browser.script(far).await;
    assert!(far[1].as_f64().unwrap() > 2_000.0, "{far}");
    let name = far[0].as_str().unwrap();
    follow(&browser, name).await;
    title(&browser, name).await;
    assert_eq!(browser.script("return scrollY").await, 0);
    let list = "return [document.activeElement.textContent, scrollY, document.querySelector('#box').value]";
    let as_it_was = json!([name, far[1], "keeper"]);
    let came_back = async || {
        browser.until("the list as it was", async || (browser.script(list).await == as_it_was).then_some(())).await;
    };
    button(&browser, "Back").await;
    came_back().await;
    assert_eq!(hits(&browser, "keeper").await.len(), OTHERS + 2);
    client.forward().await.unwrap();
    title(&browser, name).await;
    client.active_element().await.unwrap().send_keys(&char::from(Key::Escape).to_string()).await.unwrap();
    came_back().await;
    browser.find(BOX).await;
    assert_eq!(browser.console().await, Vec::<String>::new());
    browser.end().await;
}

/// Waits until the reader stands at this one of the two matches, and sees it.
async fn at_match(browser: &Browser, at: usize) {
    let of = ["1 of 2", "2 of 2"][at];
    browser
        .until(&format!("match {of}"), async || {
            let matches = browser.script(MATCHES).await;
            assert!(matches[0] == json!([]) || matches[0] == json!(["foghorn", "foghorn"]), "{matches}");
            let stands = matches[1] == at && matches[2][at] == true && matches[2][1 - at] == false;
            (stands && matches[3] == of).then_some(())
        })
        .await;
}

/// Presses a button that shows a sign only.
async fn button(browser: &Browser, name: &str) {
    browser.find(&format!("button[aria-label='{name}']")).await.click().await.unwrap();
}

/// Follows a link in the middle of the screen: to one elsewhere the driver scrolls, and clicks before it is there.
async fn follow(browser: &Browser, name: &str) {
    let link = browser.client.find(Locator::LinkText(name)).await.unwrap();
    let near = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
    let argument = serde_json::to_value(&link).unwrap();
    browser.client.execute(near, vec![argument]).await.unwrap();
    link.click().await.unwrap();
}

/// Waits for a page.
async fn title(browser: &Browser, title: &str) {
    browser.until(title, async || (text(browser, "article h1").await == title).then_some(())).await;
}
