//! Pages whose text, titles and tags try to be more than text: nothing of them runs, and nothing is asked of a network.

use std::fs;

use serde_json::json;

use crate::browser::{self, Browser};
use crate::server::Server;

const FIELDS: &str = r#"---
title: "quince <img src=x onerror=self.ran=1>"
tags: ["<b>loud</b>", "a\"onmouseover=self.ran=1"]
source: "javascript:self.ran=1"
---
quince </mark><script>self.ran=1</script> quince
"#;

const HTML: &str = r#"# quince html
<img src=x onerror="self.ran=1"> <svg/onload="self.ran=1"> <svg><a xlink:href="javascript:self.ran=1"><text>tap</text></a></svg>
<input autofocus onfocus="self.ran=1"> <details open ontoggle="self.ran=1">folded</details>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=self.ran=1&gt;">
<iframe srcdoc="<script>parent.ran=1</script>"></iframe> <base href="HOST/elsewhere/"> <meta http-equiv="refresh" content="0;url=HOST/left">
<style>@import url(HOST/style.css)</style> <link rel=prefetch href="HOST/prefetched">
<form action="HOST/form"><button>send</button></form> <img src="HOST/pixel.png">
"#;

const LINKS: &str = r#"# quince links
[a](javascript:self.ran=1) [b](JaVaScRiPt:self.ran=1) [c](java&#10;script:self.ran=1) [d](&#106;avascript:self.ran=1)
[e](data:text/html,<script>self.ran=1</script>) [f](vbscript:x) [g]( javascript:self.ran=1) <javascript:self.ran=1>
![i](javascript:self.ran=1) ![j](HOST/track.png) ![[HOST/embedded.png]] [<svg/onload=self.ran=1//]() [[javascript:self.ran=1|k]]
[l][m] [n](HOST/followed "an address that may be followed")

[m]: javascript:self.ran=1 "t"
"#;

/// Addresses of links that are none of the app's or of http; elements that a page's text must not make.
const ODD: &str = "
    const links = [...document.querySelectorAll('a')].map((a) => a.protocol).filter((it) => !/^https?:$/.test(it));
    const made = document.querySelectorAll('main :is(script, iframe, object, embed, form, style, link, base, meta, math)');
    const handlers = [...document.querySelectorAll('main *')].flatMap((at) => at.getAttributeNames())
        .filter((name) => name.startsWith('on'));
    return { ran: self.ran ?? null, links, made: made.length, handlers };";

#[tokio::test]
async fn nothing_in_a_page_runs_or_asks_the_network() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("quinces");
    fs::create_dir(&folder).unwrap();
    for (name, text) in [("fields.md", FIELDS), ("html.md", HTML), ("links.md", LINKS)] {
        fs::write(folder.join(name), text.replace("HOST", &server.at(""))).unwrap();
    }
    let browser = Browser::start(&place.path().join("profile")).await;
    browser.listen().await;
    browser.client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    browser.kept().await;
    server.asked();

    browser.drop_folder(&folder).await;
    browser.find("input[type=search]").await.send_keys("quince").await.unwrap();
    browser.status(|said| said == "3 pages").await;
    let none = json!({ "ran": null, "links": [], "made": 0, "handlers": [] });
    assert_eq!(browser.script(ODD).await, none, "among the results");
    browser.shoot("hostile-results").await;

    let pages = "return [...document.querySelectorAll('ul.results li.hit a[data-at]')].map((a) => a.href)";
    let pages = browser.script(pages).await;
    for page in pages.as_array().unwrap() {
        browser.client.goto(page.as_str().unwrap()).await.unwrap();
        browser.find("main.wide h1").await;
        browser
            .until("its text", async || {
                let text = browser.script("return document.querySelector('main.wide').innerText").await;
                text.as_str()?.contains("quince").then_some(())
            })
            .await;
        assert_eq!(browser.script(ODD).await, none, "{page}");
        browser.shoot("hostile-page").await;
    }
    // What stands in the text as it was typed is found as it was typed.
    browser.client.goto(&server.at("/?q='onerror%3D'")).await.unwrap();
    browser.find("ul.results li.hit").await;
    assert_eq!(browser.console().await, Vec::<String>::new(), "no policy was needed to stop it");
    let asked: Vec<String> = server.asked().into_iter().filter(|path| path != "/sw.js").collect();
    assert_eq!(asked, Vec::<String>::new());
    browser.end().await;
}
