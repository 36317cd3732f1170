//! Searching: hits as the reader types, the query language in the box, long lists, the keys, and addresses.

use std::collections::HashSet;
use std::path::Path;

use fantoccini::key::Key;
use serde_json::json;

use crate::browser::{self, Browser};
use crate::reader::{BOX, hits, import, search, text, titles, type_over, write};
use crate::server::Server;

/// Pages that one word finds: more than come at first, and than come at a time.
const MANY: usize = 230;

#[tokio::test]
async fn the_box_finds_as_it_is_typed_into_and_says_why_it_does_not() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let browser = kitchen(&server, place.path(), 0).await;

    let field = browser.find(BOX).await;
    for (typed, found) in [("l", 4), ("e", 3), ("nt", 1)] {
        field.send_keys(typed).await.unwrap();
        browser.status(|said| said == if found == 1 { "1 page".to_owned() } else { format!("{found} pages") }).await;
    }
    let lentil = hits(&browser, "lent").await;
    assert_eq!(titles(&lentil), ["Lentil soup"]);
    assert_eq!(lentil[0].path, "kitchen/soups/lentil");
    assert_eq!(lentil[0].marks, ["lentils"], "the title stands above the snippet and is not said twice");

    for (query, found) in [
        ("organiz", &["Stock-taking"][..]),
        ("cafe", &["Café"]),
        ("olive oil", &["Olive grove", "Salad", "Lentil soup"]),
        ("\"olive oil\"", &["Salad", "Lentil soup"]),
        ("olive oil -lentils", &["Olive grove", "Salad"]),
        ("(salad OR ledger) -oil", &["Ledger"]),
        ("in:title salad", &["Salad"]),
        ("tag:soup", &["Lentil soup"]),
        ("kind:todo", &["Stock-taking"]),
        ("'|---|'", &["Ledger"]),
        ("'foo_bar('", &["Ledger"]),
        ("'FOO_BAR('", &["Ledger"]),
        ("'foo_bar)'", &[]),
    ] {
        let titles: HashSet<String> = search(&browser, query).await.into_iter().map(|hit| hit.title).collect();
        assert_eq!(titles, found.iter().map(|title| (*title).to_owned()).collect(), "{query}");
    }
    assert_eq!(search(&browser, "\"olive oil\"").await[0].marks, ["olive oil"]);
    browser.shoot("search").await;

    let raw = search(&browser, "'|---|'").await;
    assert_eq!(raw[0].marks, ["|---|"]);
    assert_eq!(text(&browser, ".hit .lines .n").await, "4", "the line is numbered in the page");
    browser.shoot("search-literal").await;

    assert_eq!(search(&browser, "lentil zzyzx").await, []);
    let without = browser.button("Without it: 1 page").await;
    let why =
        browser.script("return [...document.querySelectorAll('.why .what')].map((part) => part.textContent)").await;
    assert_eq!(why, json!(["lentil 1 page", "zzyzx 0 pages"]));
    browser.shoot("search-nothing").await;
    without.click().await.unwrap();
    assert_eq!(titles(&hits(&browser, "lentil").await), ["Lentil soup"]);
    assert_eq!(boxed(&browser).await, "lentil");

    type_over(&browser, "tga:soup").await;
    browser.button("Use tag:soup").await.click().await.unwrap();
    assert_eq!(titles(&hits(&browser, "tag:soup").await), ["Lentil soup"]);
    type_over(&browser, "due:soonish").await;
    browser.until("why", async || text(&browser, ".problem").await.contains("does not take").then_some(())).await;

    let long = vec!["tea"; 65].join(" ");
    browser.client.goto(&server.at(&format!("/?q={}", long.replace(' ', "+")))).await.unwrap();
    let refused = browser.status(|said| said.contains("64")).await;
    assert!(refused.contains("words") || refused.contains("terms"), "{refused}");
    browser.shoot("search-refused").await;
    assert_eq!(titles(&search(&browser, "lentil").await), ["Lentil soup"], "a shorter one goes on");
    browser.client.goto(&server.at(&format!("/?q={}", "x".repeat(4_097)))).await.unwrap();
    browser.status(|said| said.contains("4,096") || said.contains("4096")).await;
    assert_eq!(browser.console().await, Vec::<String>::new());
    browser.end().await;
}

#[tokio::test]
async fn a_long_list_goes_on_to_its_end_and_no_hit_comes_twice() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let browser = kitchen(&server, place.path(), MANY).await;
    assert_eq!(search(&browser, "oven").await.len(), 20);
    browser.status(|said| said == format!("{MANY} pages")).await;
    let mut before = 20;
    while before < MANY {
        let end = browser.script("scrollTo(0, document.body.scrollHeight); return [scrollY, scrollY]").await;
        let (now, at) = browser
            .until("more hits", async || {
                let now = browser.script("return [document.querySelectorAll('li.hit').length, scrollY]").await;
                (now[0].as_u64()? as usize > before).then(|| (now[0].as_u64().unwrap() as usize, now[1].clone()))
            })
            .await;
        assert_eq!(at, end[0], "what is read stays where it is");
        before = now;
    }
    browser.shoot("search-end").await;
    let links = "return [...document.querySelectorAll('li.hit .title a')].map((link) => link.dataset.at)";
    let all: Vec<String> = serde_json::from_value(browser.script(links).await).unwrap();
    assert_eq!((all.len(), all.iter().collect::<HashSet<_>>().len()), (MANY, MANY));
    let last = "return document.querySelector('li.hit:last-child').getBoundingClientRect().bottom <= innerHeight";
    browser.script("scrollTo(0, document.body.scrollHeight)").await;
    browser.until("the last one", async || (browser.script(last).await == true).then_some(())).await;
    browser.end().await;
}

#[tokio::test]
async fn keys_lead_from_the_box_through_the_hits_to_a_page_and_back() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let browser = kitchen(&server, place.path(), 0).await;
    let found = search(&browser, "oil").await;
    let titles = titles(&found);
    assert_eq!(titles.len(), 3);

    press(&browser, Key::Down).await;
    focus(&browser, titles[0]).await;
    press(&browser, Key::Down).await;
    focus(&browser, titles[1]).await;
    browser.shoot("search-keys").await;
    press(&browser, Key::Up).await;
    press(&browser, Key::Up).await;
    focus(&browser, "Search").await;
    press(&browser, Key::Enter).await;
    focus(&browser, titles[0]).await;
    press(&browser, Key::Down).await;
    press(&browser, Key::Enter).await;
    browser.until("the page", async || (text(&browser, "article h1").await == titles[1]).then_some(())).await;
    focus(&browser, titles[1]).await;
    press(&browser, Key::Escape).await;
    assert_eq!(hits(&browser, "oil").await, found);
    focus(&browser, titles[1]).await;
    keys(&browser, "/").await;
    focus(&browser, "Search").await;
    keys(&browser, "tag:soup").await;
    hits(&browser, "tag:soup").await;
    assert_eq!(boxed(&browser).await, "tag:soup", "what stood in the box was marked to be typed over");
    press(&browser, Key::Down).await;
    press(&browser, Key::Escape).await;
    focus(&browser, "Search").await;
    press(&browser, Key::Escape).await;
    browser.until("an empty box", async || boxed(&browser).await.is_empty().then_some(())).await;
    hits(&browser, "").await;
    press(&browser, Key::Down).await;
    keys(&browser, "?").await;
    browser.until("the keys", async || text(&browser, "dialog[open] h2").await.contains("Keys").then_some(())).await;
    browser.shoot("keys").await;
    press(&browser, Key::Escape).await;
    browser.until("no dialog", async || text(&browser, "dialog[open] h2").await.is_empty().then_some(())).await;
    let control = char::from(Key::Control);
    keys(&browser, &format!("{control}k{}", char::from(Key::Null))).await;
    focus(&browser, "Search").await;
    browser.end().await;
}

#[tokio::test]
async fn an_address_says_what_is_searched_for_and_back_and_forward_follow() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let browser = kitchen(&server, place.path(), 0).await;
    let client = &browser.client;
    client.goto(&server.at("/?q=%27foo_bar%28%27")).await.unwrap();
    hits(&browser, "'foo_bar('").await;
    assert_eq!(boxed(&browser).await, "'foo_bar('");

    search(&browser, "red lentils").await;
    address(&browser, "/?q=red%20lentils").await;
    let title = browser.script("return document.title").await;
    assert_eq!(title, "red lentils · scrap");
    browser.find(".title a").await.click().await.unwrap();
    browser.find("article .facts a.tag").await.click().await.unwrap();
    hits(&browser, "tag:recipes/soup").await;
    address(&browser, "/?q=tag%3Arecipes%2Fsoup").await;

    client.back().await.unwrap();
    browser.find("article .facts a.tag").await;
    client.back().await.unwrap();
    assert_eq!(titles(&hits(&browser, "red lentils").await), ["Lentil soup"]);
    assert_eq!(boxed(&browser).await, "red lentils");
    client.forward().await.unwrap();
    browser.find("article .facts a.tag").await;
    client.forward().await.unwrap();
    hits(&browser, "tag:recipes/soup").await;
    assert_eq!(boxed(&browser).await, "tag:recipes/soup");
    client.refresh().await.unwrap();
    hits(&browser, "tag:recipes/soup").await;
    client.back().await.unwrap();
    client.back().await.unwrap();
    hits(&browser, "red lentils").await;
    browser.end().await;
}

/// A browser with a small kitchen's pages in it, and so many of an oven.
async fn kitchen(server: &Server, place: &Path, ovens: usize) -> Browser {
    let folder = place.join("kitchen");
    let soup = "---\ntags: [recipes/soup]\n---\n# Lentil soup\n\nRed lentils, an onion, and a spoon of olive oil.\n";
    write(&folder, "soups/lentil.md", soup);
    write(&folder, "salad.md", "# Salad\n\nLettuce with olive oil, lemon and salt.\n");
    write(&folder, "grove.md", "# Olive grove\n\nOld trees in long rows; their oil is pressed in November.\n");
    write(&folder, "ledger.md", "# Ledger\n\n| what | price |\n|---|---|\n| flour | 2 |\n\n`foo_bar(7)` adds it up.\n");
    write(&folder, "café.md", "# Café\n\nA quiet place round the corner.\n");
    write(&folder, "stock.md", "---\nkind: todo\n---\n# Stock-taking\n\nThe organization of shelves, once a year.\n");
    for oven in 0..ovens {
        write(&folder, &format!("ovens/{oven}.md"), format!("# Oven {oven}\n\nBakes at {oven} degrees.\n"));
    }
    let browser = Browser::start(&place.join("profile")).await;
    browser.listen().await;
    browser.client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    assert_eq!(import(&browser, &folder).await, format!("Imported kitchen: {} new pages", ovens + 6));
    browser
}

/// What stands in the box.
async fn boxed(browser: &Browser) -> String {
    browser.find(BOX).await.prop("value").await.unwrap().unwrap_or_default()
}

async fn press(browser: &Browser, key: Key) {
    keys(browser, &char::from(key).to_string()).await;
}

/// Sends keys to whatever has the focus.
async fn keys(browser: &Browser, keys: &str) {
    browser.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
}

/// Waits until what is called so has the focus, and shows.
async fn focus(browser: &Browser, name: &str) {
    let script = "const at = document.activeElement, { top, bottom } = at.getBoundingClientRect();
        return [at.ariaLabel ?? at.textContent, top >= 0 && bottom <= innerHeight]";
    browser
        .until(&format!("the focus on {name}"), async || {
            (browser.script(script).await == json!([name, true])).then_some(())
        })
        .await;
}

/// Waits for an address, from its path on.
async fn address(browser: &Browser, address: &str) {
    let here = "return location.pathname + location.search";
    browser.until(address, async || (browser.script(here).await == address).then_some(())).await;
}
