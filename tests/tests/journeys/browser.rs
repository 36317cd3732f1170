//! A Chromium with a profile of its own that can be ended and started again, and how to wait for what it shows.

use std::{
    env, fs,
    future::Future,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use fantoccini::{Client, ClientBuilder, Locator, elements::Element};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::cdp::Cdp;

/// How long anything may take before the journey fails: a loaded machine compiles the wasm slowly.
const DEADLINE: Duration = Duration::from_secs(60);

/// A phone's screen and a desktop's, in CSS pixels.
const SCREENS: [(&str, u32, u32, bool); 2] = [("phone", 390, 844, true), ("desktop", 1440, 900, false)];

/// A running browser.
pub struct Browser {
    /// The way to it.
    pub client: Client,
    driver: Driver,
}

/// Chromium's driver, with the one session that it has.
struct Driver {
    process: Child,
    port: u16,
    session: Option<String>,
}

/// What is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Victim {
    /// All of the browser.
    Browser,
    /// The processes that run pages and their workers.
    Pages,
}

impl Browser {
    /// Starts a browser on the profile in `profile`.
    pub async fn start(profile: &Path) -> Self {
        let mut driver = Driver::start();
        let arguments = format!("--user-data-dir={}", profile.display());
        let mut options = webdriver_json();
        options["goog:chromeOptions"]["args"].as_array_mut().unwrap().push(arguments.into());
        options["goog:loggingPrefs"] = json!({ "browser": "ALL" });
        let Value::Object(capabilities) = options else { unreachable!("an object is an object") };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{}", driver.port))
            .await
            .unwrap();
        driver.session = client.session_id().await.unwrap();
        let browser = Self { client, driver };
        browser.screen(1).await;
        browser
    }

    /// Ends the browser: what starts next on its profile is cold.
    pub async fn end(mut self) {
        self.client.clone().close().await.unwrap();
        self.driver.session = None;
    }

    /// Ends processes of the browser as no process can prepare for.
    pub fn kill(&mut self, victim: Victim) {
        let of_pages = |arguments: &str| arguments.contains("--type=renderer");
        let processes = self.driver.browser().into_iter();
        let victims: Vec<String> = processes
            .filter(|(_, arguments)| victim == Victim::Browser || of_pages(arguments))
            .map(|(process, _)| process.to_string())
            .collect();
        assert!(!victims.is_empty(), "there is nothing to kill");
        // One of them may have ended with another.
        Command::new("kill").arg("-KILL").args(&victims).stderr(Stdio::null()).status().unwrap();
        if victim == Victim::Browser {
            self.driver.session = None;
        }
    }

    /// Waits for an element.
    pub async fn find(&self, css: &str) -> Element {
        self.client.wait().at_most(DEADLINE).for_element(Locator::Css(css)).await.unwrap_or_else(|_| panic!("no {css}"))
    }

    /// Waits until the page's status says what `is` wants, and gives what it says.
    pub async fn status(&self, is: impl Fn(&str) -> bool) -> String {
        self.until("the status", async || {
            let shown = self.script("return document.querySelector('[role=status]')?.textContent ?? ''").await;
            let shown = shown.as_str().unwrap_or_default().to_owned();
            is(&shown).then_some(shown)
        })
        .await
    }

    /// Waits until `found` gives something.
    pub async fn until<T, F: Future<Output = Option<T>>>(&self, what: &str, found: impl Fn() -> F) -> T {
        let begun = Instant::now();
        let mut ticks = tokio::time::interval(Duration::from_millis(25));
        loop {
            if let Some(found) = found().await {
                return found;
            }
            if begun.elapsed() > DEADLINE {
                self.shoot("failed").await;
                panic!("{what} did not come: {:?}", self.console().await);
            }
            ticks.tick().await;
        }
    }

    /// Waits until the service worker has the page, so that it would start without a network.
    pub async fn kept(&self) {
        self.until("a service worker in charge", async || {
            let there = self.script("return navigator.serviceWorker.controller?.state === 'activated'").await;
            (there == true).then_some(())
        })
        .await;
    }

    /// Runs a script in the page; null while one page gives way to another.
    pub async fn script(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_default()
    }

    /// Waits for a button that says this, or is called so.
    pub async fn button(&self, name: &str) -> Element {
        let path = format!("//button[.='{name}' or @aria-label='{name}']");
        let found = self.client.wait().at_most(DEADLINE).for_element(Locator::XPath(&path)).await;
        found.unwrap_or_else(|_| panic!("no button {name}"))
    }

    /// Picks a folder of this machine in the app's picker, whose own window no driver reaches.
    pub async fn pick_folder(&self, folder: &Path) {
        let run = async |name, given| self.client.issue_cmd(Cdp(name, given)).await.unwrap();
        let document = run("DOM.getDocument", json!({})).await;
        let wanted = json!({ "nodeId": document["root"]["nodeId"], "selector": "#pick-folder" });
        let input = run("DOM.querySelector", wanted).await;
        let files = json!({ "files": [folder], "nodeId": input["nodeId"] });
        run("DOM.setFileInputFiles", files).await;
    }

    /// Drops a folder of this machine on the app.
    pub async fn drop_folder(&self, folder: &Path) {
        let data = json!({ "items": [], "files": [folder], "dragOperationsMask": 1 });
        for name in ["dragEnter", "dragOver", "drop"] {
            let event = json!({ "type": name, "x": 200, "y": 200, "data": data });
            self.client.issue_cmd(Cdp("Input.dispatchDragEvent", event)).await.unwrap();
        }
    }

    /// What the page wrote to its console since it was last asked: errors, refused scripts and warnings.
    pub async fn console(&self) -> Vec<String> {
        let script = "return (self.journeyErrors ?? []).splice(0)";
        let told = self.script(script).await;
        told.as_array().into_iter().flatten().map(|line| line.as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Notes from the first script of every page on what breaks its policy, and errors nobody caught.
    pub async fn listen(&self) {
        let source = "self.journeyErrors = [];
            addEventListener('securitypolicyviolation', (e) => journeyErrors.push(`${e.violatedDirective}: ${e.sample || e.blockedURI}`));
            addEventListener('error', (e) => journeyErrors.push(String(e.message)), true);
            addEventListener('unhandledrejection', (e) => journeyErrors.push(String(e.reason)));";
        let command = Cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
        self.client.issue_cmd(command).await.unwrap();
    }

    /// Saves pictures of the page on each screen in `target/journeys`.
    pub async fn shoot(&self, name: &str) {
        let folder = target().join("journeys");
        fs::create_dir_all(&folder).unwrap();
        for at in [0, 1] {
            self.screen(at).await;
            let picture = self.client.screenshot().await.unwrap();
            fs::write(folder.join(format!("{name}-{}.png", SCREENS[at].0)), picture).unwrap();
        }
    }

    async fn screen(&self, at: usize) {
        let (_, width, height, mobile) = SCREENS[at];
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        self.client.issue_cmd(Cdp("Emulation.setDeviceMetricsOverride", metrics)).await.unwrap();
    }
}

impl Driver {
    /// It asks for a free port, and then for the same one in the other family of addresses: where that is taken it ends,
    /// and another start gets another port.
    fn start() -> Self {
        (0..10).find_map(|_| Self::try_start()).expect("chromedriver says its port")
    }

    fn try_start() -> Option<Self> {
        let program = env::var_os("CHROMEDRIVER").unwrap_or_else(|| "chromedriver".into());
        let mut process = Command::new(program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
        let started = lines.find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        let driver = Self { process, port: started.unwrap_or_default(), session: None };
        started.map(|_| driver)
    }
}

impl Driver {
    /// The processes that it started, and those that they started, with their arguments.
    fn browser(&self) -> Vec<(u32, String)> {
        let listed = Command::new("ps").args(["-e", "-o", "pid=,ppid=,args="]).output().unwrap();
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let row = |line: &str| {
            let (process, rest) = line.trim().split_once(' ')?;
            let (parent, arguments) = rest.trim().split_once(' ')?;
            Some((process.parse::<u32>().ok()?, parent.parse::<u32>().ok()?, arguments.to_owned()))
        };
        let rows: Vec<_> = listed.lines().filter_map(row).collect();
        let (mut found, mut parents) = (Vec::new(), vec![self.process.id()]);
        while let Some(parent) = parents.pop() {
            for (process, _, arguments) in rows.iter().filter(|(_, of, _)| *of == parent) {
                parents.push(*process);
                found.push((*process, arguments.clone()));
            }
        }
        found
    }
}

impl Drop for Driver {
    /// Also after a test that failed: a driver that is killed leaves its browser behind.
    fn drop(&mut self) {
        if let Some(session) = &self.session
            && let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port))
        {
            let request = format!("DELETE /session/{session} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
            // Its answer comes when the browser has ended; the connection then stays open.
            let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
            let _ = stream.write_all(request.as_bytes()).and_then(|()| stream.read(&mut [0]));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The arguments that the other browser tests use too.
fn webdriver_json() -> Value {
    let text = fs::read_to_string(root().join("webdriver.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn target() -> PathBuf {
    root().join("target")
}

/// The built app.
pub fn app() -> PathBuf {
    let app = target().join("app");
    assert!(app.join("index.html").is_file(), "build the app first: cargo xtask app");
    app
}
