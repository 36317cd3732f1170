//! What a reader does and sees: types into the box, reads the list, imports a folder.

use std::{fs, path::Path};

use fantoccini::Locator;
use fantoccini::key::Key;
use serde_json::json;

use crate::browser::Browser;

/// The box.
pub const BOX: &str = "input[type=search]#box";

/// A hit of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// The page's title.
    pub title: String,
    /// Its source and path.
    pub path: String,
    /// What of the snippet, or of the lines that grep found, is marked.
    pub marks: Vec<String>,
}

/// Types over what stands in the box, as a reader does.
pub async fn type_over(browser: &Browser, text: &str) {
    let [control, release, delete] = [Key::Control, Key::Null, Key::Delete].map(char::from);
    let text = if text.is_empty() { delete.to_string() } else { text.to_owned() };
    browser.find(BOX).await.send_keys(&format!("{control}a{release}{text}")).await.unwrap();
}

/// Types a query and waits for its hits, or for the words that there are none.
pub async fn search(browser: &Browser, query: &str) -> Vec<Hit> {
    type_over(browser, query).await;
    hits(browser, query).await
}

/// Waits for the hits of a query, and gives those that the list has.
pub async fn hits(browser: &Browser, query: &str) -> Vec<Hit> {
    browser.until(&format!("hits of {query}"), async || hits_now(browser, query).await).await
}

/// The hits of a query, if the screen shows them or says that there are none.
pub async fn hits_now(browser: &Browser, query: &str) -> Option<Vec<Hit>> {
    let script = "const query = arguments[0].trim();
        if (document.querySelector('.none h2')?.textContent.includes(`“${query}”`)) return [];
        const text = (of) => of?.textContent ?? '';
        const shown = [...document.querySelectorAll('main:not([hidden]) ul.results:not([hidden]) li.hit')];
        const asked = (hit) => new URL(hit.querySelector('.title a').href).searchParams.get('q') ?? '';
        if (!shown.length || asked(shown[0]) !== query) return null;
        return shown.map((hit) => [text(hit.querySelector('.title')), text(hit.querySelector('.path')),
            [...hit.querySelectorAll('mark')].map(text)]);";
    let shown = browser.client.execute(script, vec![json!(query)]).await.unwrap_or_default();
    let shown: Vec<(String, String, Vec<String>)> = serde_json::from_value(shown).ok()?;
    Some(shown.into_iter().map(|(title, path, marks)| Hit { title, path, marks }).collect())
}

/// The titles of hits.
pub fn titles(hits: &[Hit]) -> Vec<&str> {
    hits.iter().map(|hit| hit.title.as_str()).collect()
}

/// What the app says of the import that runs, or of the last one.
pub async fn import_says(browser: &Browser) -> String {
    text(browser, ".run [role=status]").await
}

/// Imports a folder, and gives what the app says of it at the end.
pub async fn import(browser: &Browser, folder: &Path) -> String {
    browser.pick_folder(folder).await;
    imported(browser).await
}

/// Waits for the end of an import, puts its report away and gives what it said.
pub async fn imported(browser: &Browser) -> String {
    let said = browser
        .until("the import's report", async || {
            let said = import_says(browser).await;
            (said.starts_with("Imported ") || said.contains("topped")).then_some(said)
        })
        .await;
    browser.button("Close").await.click().await.unwrap();
    browser.until("no report", async || import_says(browser).await.is_empty().then_some(())).await;
    said
}

/// The text of the first element that a selector finds; nothing where there is none.
pub async fn text(browser: &Browser, css: &str) -> String {
    let script = "return document.querySelector(arguments[0])?.textContent ?? ''";
    let told = browser.client.execute(script, vec![json!(css)]).await.unwrap_or_default();
    told.as_str().unwrap_or_default().to_owned()
}

/// Taps what an XPath finds, once it is there.
pub async fn tap(browser: &Browser, xpath: &str) {
    let there = async || browser.client.find(Locator::XPath(xpath)).await.ok();
    browser.until(xpath, there).await.click().await.unwrap();
}

/// Waits until what a selector finds reads as wanted, in order, blanks aside.
pub async fn shows(browser: &Browser, css: &str, wanted: &[&str]) {
    browser.until(&format!("{wanted:?}"), async || (texts(browser, css).await == wanted).then_some(())).await;
}

/// What is read on all that a selector finds, in order.
async fn texts(browser: &Browser, css: &str) -> Vec<String> {
    let script = "return [...document.querySelectorAll(arguments[0])].map((it) => it.innerText.replace(/\\s+/g, ' '))";
    let told = browser.client.execute(script, vec![json!(css)]).await.unwrap_or_default();
    serde_json::from_value(told).unwrap_or_default()
}

/// Writes a file of a folder, and the folders on its way.
pub fn write(folder: &Path, path: &str, bytes: impl AsRef<[u8]>) {
    let file = folder.join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, bytes).unwrap();
}
