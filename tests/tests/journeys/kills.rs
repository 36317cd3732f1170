//! The browser, or the process that holds the store, is killed at any moment of an import: what was acknowledged is
//! there, and the store is whole.
//!
//! `SCRAP_KILLS` asks for more kills than the few of every run.

use std::{
    env, fs,
    path::Path,
    time::{Duration, Instant, SystemTime},
};

use crate::browser::{self, Browser, Victim};
use crate::server::Server;

/// Files of the folder that comes in again and again; every one of them changes in between.
const FILES: usize = 1_200;

/// About what it takes them to come in.
const LONGEST: Duration = Duration::from_millis(2_500);

#[tokio::test]
async fn what_was_acknowledged_survives_a_kill_at_any_moment_of_an_import() {
    let kills: u32 = env::var("SCRAP_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(4);
    let mut random = Random::new();
    let server = Server::start(&browser::app());
    let place = tempfile::tempdir().unwrap();
    let (profile, folder) = (place.path().join("profile"), place.path().join("notes"));
    fs::create_dir(&folder).unwrap();

    let mut pages = 0;
    for kill in 0..kills {
        write(&folder, kill);
        let mut browser = Browser::start(&profile).await;
        browser.client.goto(&server.at("/settings")).await.unwrap();
        browser.button("Check the store").await;
        let begun = Instant::now();
        let moment = LONGEST.mul_f64(random.part());
        browser.drop_folder(&folder).await;
        let mut acknowledged = 0;
        while begun.elapsed() < moment {
            acknowledged = acknowledged.max(taken_in(&browser).await);
        }
        let victim = if random.part() < 0.5 { Victim::Browser } else { Victim::Pages };
        browser.kill(victim);
        drop(browser);

        let browser = Browser::start(&profile).await;
        browser.client.goto(&server.at(&format!("/?q=kill{kill}"))).await.unwrap();
        let found = count(&browser.status(|said| said.ends_with("page") || said.ends_with("pages")).await);
        println!("kill {kill}, {victim:?}: {acknowledged} in, {found} there");
        assert!(found >= acknowledged, "kill {kill} of seed {}: {acknowledged} in, {found} there", random.seed);
        browser.client.goto(&server.at("/settings")).await.unwrap();
        // Not before the store is open: until then a line at the top says that it opens, and what is below moves.
        settings(&browser, |said| said.contains(" pages\n")).await;
        browser.button("Check the store").await.click().await.unwrap();
        let whole = settings(&browser, |said| said.contains("everything is whole")).await;
        let line = whole.lines().find(|line| line.contains("everything is whole")).unwrap();
        assert!(count(line) >= pages, "no page is lost: {line}");
        pages = count(line);
        browser.end().await;
    }
    assert!(pages > 0, "kills came after something was acknowledged");
}

/// Files that name the kill which is next; some with a picture that changes too.
fn write(folder: &Path, kill: u32) {
    for file in 0..FILES {
        let mut text = format!("# Page {file}\n\nSaved before kill{kill}, among others.\n\n- [ ] open\n");
        if file % 100 == 0 {
            let picture = format!("{file}.png");
            fs::write(folder.join(&picture), format!("no picture, but bytes: {file} {kill}")).unwrap();
            text.push_str(&format!("\n![{file}]({picture})\n"));
        }
        fs::write(folder.join(format!("page {file}.md")), text).unwrap();
    }
}

/// What the settings say, once it is what is waited for.
async fn settings(browser: &Browser, is: impl Fn(&str) -> bool) -> String {
    browser
        .until("the settings", async || {
            let said = browser.script("return document.querySelector('.settings')?.innerText ?? ''").await;
            let said = said.as_str()?.to_owned();
            is(&said).then_some(said)
        })
        .await
}

/// How many files the app says are in.
async fn taken_in(browser: &Browser) -> u64 {
    let said = browser.script("return document.querySelector('.run [role=status]')?.textContent ?? ''").await;
    let said = said.as_str().unwrap_or_default();
    // Pictures come first and are files too, but no pages.
    let pictures = (FILES / 100) as u64;
    said.strip_prefix("Importing notes: ").map_or(0, |said| count(said).saturating_sub(pictures))
}

/// The number that a text begins with.
fn count(said: &str) -> u64 {
    let digits = said.chars().take_while(|letter| letter.is_ascii_digit() || *letter == ',');
    digits.filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0)
}

/// Different moments in every run; its seed is told when something is lost.
struct Random {
    seed: u64,
    state: u64,
}

impl Random {
    fn new() -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        let seed = since.as_nanos() as u64;
        Self { seed, state: seed }
    }

    /// From 0 to 1.
    fn part(&mut self) -> f64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 11) as f64 / (1_u64 << 53) as f64
    }
}
