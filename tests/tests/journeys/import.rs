//! A folder comes in: what shows meanwhile, what is told at the end, and that neither a second import nor one that was
//! stopped doubles or loses a page.

use std::path::Path;

use crate::browser::{self, Browser};
use crate::reader::{hits, hits_now, import, import_says, imported, search, text, titles, type_over, write};
use crate::server::Server;

/// Pages of the folder that are like each other.
const PAGES: usize = 3_000;

/// Pages whose files are odd: by their names, or by their encodings.
const ODD: usize = 6;

/// A picture of one red dot.
const DOT: &[u8] = include_bytes!("../../data/dot.png");

#[tokio::test]
async fn a_folder_comes_in_while_it_is_searched_and_only_once() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let (profile, folder) = (place.path().join("profile"), place.path().join("notes"));
    fill(&folder);
    let browser = Browser::start(&profile).await;
    browser.listen().await;
    browser.client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;

    browser.pick_folder(&folder).await;
    type_over(&browser, "kettle").await;
    let (found, said) = browser
        .until("hits while the import runs", async || {
            let found = hits_now(&browser, "kettle").await.filter(|found| !found.is_empty())?;
            let said = import_says(&browser).await;
            said.starts_with("Importing notes: ").then_some((found, said))
        })
        .await;
    assert!(said.ends_with(&format!(" of {} files", of_thousands(PAGES + ODD + 4))), "{said}");
    assert!(found.iter().all(|hit| hit.title.starts_with("Kettle ") && hit.marks.contains(&"kettle".into())));
    let percent = browser.script("return document.querySelector('progress[aria-label=Import]').value").await;
    assert!(percent.as_f64().unwrap() < 100.0);
    browser.shoot("import-running").await;
    browser
        .until("the end", async || {
            let said = import_says(&browser).await;
            said.starts_with("Imported notes: ").then_some(())
        })
        .await;
    let warned = text(&browser, ".run details").await;
    assert!(warned.contains("1 thing was not understood") && warned.contains("binary.md"), "{warned}");
    browser.shoot("import").await;
    let said = imported(&browser).await;
    // Beside the odd pages: the picture that no page shows, the sheet and the page that is no text.
    let pages = PAGES + ODD + 3;
    let pages_said = format!("{} pages", of_thousands(pages));
    let counts = format!("{} new pages, 1 file attached, 2 hidden left out", of_thousands(pages));
    assert_eq!(said, format!("Imported notes: {counts}"));

    // Half of the pages, of which the list holds the first ones.
    browser.status(|said| said == format!("{} pages", of_thousands(PAGES / 2))).await;
    assert_eq!(hits(&browser, "kettle").await.len(), 20);
    assert_eq!(titles(&search(&browser, "speckled").await), ["."]);
    assert_eq!(titles(&search(&browser, "'50%'").await), ["why? a#b 50% [x]"]);
    assert_eq!(titles(&search(&browser, "お茶").await), ["お茶"]);
    assert_eq!(titles(&search(&browser, "smørrebrød").await), ["Wide"]);
    assert_eq!(titles(&search(&browser, "naïveté").await), ["Old"]);
    assert_eq!(titles(&search(&browser, "alone.png").await), ["alone.png"]);
    assert_eq!(search(&browser, "hideaway").await, []);
    search(&browser, "").await;
    browser.status(|said| said == pages_said).await;

    let again = import(&browser, &folder).await;
    let same = format!("{} as before, 1 file attached, 2 hidden left out", of_thousands(pages));
    assert_eq!(again, format!("Imported notes: {same}"));
    browser.status(|said| said == pages_said).await;
    assert_eq!(browser.console().await, Vec::<String>::new());
    browser.end().await;
}

#[tokio::test]
async fn an_import_that_is_stopped_keeps_what_was_in_and_goes_on_later() {
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let (profile, folder) = (place.path().join("profile"), place.path().join("more"));
    for page in 0..PAGES {
        write(&folder, &format!("{page}.md"), format!("# Lantern {page}\n\nOil, wick and glass, the {page}th.\n"));
    }
    let browser = Browser::start(&profile).await;
    browser.client.goto(&server.at("/")).await.unwrap();
    browser.status(|said| said == "0 pages").await;
    browser.pick_folder(&folder).await;
    browser
        .until("some pages", async || {
            let said = import_says(&browser).await;
            let some = said.strip_prefix("Importing more: ")?;
            (!some.starts_with("0 ")).then_some(())
        })
        .await;
    browser.button("Cancel").await.click().await.unwrap();
    browser.until("the end", async || import_says(&browser).await.starts_with("Stopped").then_some(())).await;
    browser.shoot("import-stopped").await;
    let said = imported(&browser).await;
    let (at, counts) = said.strip_prefix("Stopped importing more at ").unwrap().split_once(": ").unwrap();
    let kept: usize = number(counts.strip_suffix(" new pages").unwrap());
    assert!(kept > 0 && kept < PAGES, "{said}");
    assert_eq!(at, format!("{} of {} files", of_thousands(kept), of_thousands(PAGES)));
    browser.status(|said| said == format!("{} pages", of_thousands(kept))).await;

    // What was in is on the disk, not only on the screen.
    browser.client.refresh().await.unwrap();
    browser.status(|said| said == format!("{} pages", of_thousands(kept))).await;
    let said = import(&browser, &folder).await;
    let counts = format!("{} new pages, {} as before", of_thousands(PAGES - kept), of_thousands(kept));
    assert_eq!(said, format!("Imported more: {counts}"));
    browser.status(|said| said == format!("{} pages", of_thousands(PAGES))).await;
    browser.end().await;
}

/// Many pages like each other, and one of everything that is not.
fn fill(folder: &Path) {
    for page in 0..PAGES {
        let thing = if page % 2 == 0 { "Kettle" } else { "Teapot" };
        let text = format!("# {thing} {page}\n\nA {} for {page} cups of tea.\n", thing.to_lowercase());
        write(folder, &format!("shelf {}/{page}.md", page / 500), text);
    }
    write(folder, "..md", "A speckled page.\n");
    write(folder, "why? a#b 50% [x].md", "Signs in the name.\n");
    write(folder, "日本/お茶.md", "緑茶と紅茶。\n");
    write(folder, "pictures.MARKDOWN", "# Pictures\n\n![a dot](pictures/dot.png)\n");
    let wide: Vec<u8> = "\u{feff}# Wide\n\nsmørrebrød\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    write(folder, "wide.md", wide);
    write(folder, "old.md", b"# Old\n\nna\xefvet\xe9 of another age\n");
    write(folder, "pictures/dot.png", DOT);
    write(folder, "pictures/alone.png", [DOT, b"another"].concat());
    write(folder, "sheet.csv", "a,b\n1,2\n");
    write(folder, "binary.md", [0, 159, 146, 150, 0, 0, 1, 2, 3, 0, 0]);
    write(folder, ".hideaway.md", "A hideaway.\n");
    write(folder, ".settings/app.json", "{}");
}

/// A number as the app writes it.
fn of_thousands(number: usize) -> String {
    if number < 1_000 { number.to_string() } else { format!("{},{:03}", number / 1_000, number % 1_000) }
}

fn number(said: &str) -> usize {
    said.replace(',', "").parse().unwrap()
}
