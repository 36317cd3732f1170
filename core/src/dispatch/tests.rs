//! Requests as an app sends them, against a store in memory.

use super::*;
use crate::id::{BlobHash, DeviceId};
use crate::wire::{ImportReport, KeptFile, OutContent, PageFile};

struct App {
    desk: Desk,
    store: Store,
    clock: i64,
}

impl App {
    fn new() -> Self {
        Self { desk: Desk::default(), store: Store::in_memory(DeviceId([1; 16])).unwrap(), clock: 1_000 }
    }

    fn ask(&mut self, request: Request) -> Result<Reply, ErrorView> {
        self.with(|desk, store, context| desk.dispatch(store, request, context))
    }

    fn begun(&mut self, request: Request) -> Result<Option<Reply>, ErrorView> {
        self.with(|desk, store, context| desk.begin(store, request, context))
    }

    fn gone_on(&mut self) -> Result<Option<Reply>, ErrorView> {
        self.with(|desk, store, context| desk.go_on(store, context))
    }

    fn with<T>(&mut self, act: impl FnOnce(&mut Desk, &mut Store, &mut Context<'_>) -> T) -> T {
        self.clock += 1_000;
        let mut context = Context {
            now: Instant::from_ms(self.clock),
            random: (self.clock as u128).to_be_bytes(),
            stop: &mut || false,
            // A search is paused whenever it can be.
            pause: &mut || true,
            scratch: &mut || Store::in_memory(DeviceId([2; 16])),
        };
        act(&mut self.desk, &mut self.store, &mut context)
    }

    fn found(&mut self, query: &str) -> Vec<String> {
        let request = Request::Search { query: query.into(), limit: 20, today: "2026-03-01".into() };
        let Reply::Found(found) = self.ask(request).unwrap() else { panic!("no hits") };
        found.hits.into_iter().map(|hit| hit.path).collect()
    }

    fn imported(&mut self, request: Request) -> ImportReport {
        let Reply::Imported(report) = self.ask(request).unwrap() else { panic!("no report") };
        report
    }

    fn code(&mut self, request: Request) -> String {
        self.ask(request).unwrap_err().code
    }
}

fn file(path: &str, bytes: &[u8]) -> PageFile {
    PageFile { path: path.into(), bytes: bytes.into(), modified: Some(5_000), original: None }
}

fn kept(path: &str, bytes: &[u8]) -> KeptFile {
    KeptFile { path: path.into(), blob: BlobHash::of(bytes).to_string(), size: bytes.len() as u64, modified: Some(1) }
}

#[test]
fn a_folder_comes_in_step_by_step_and_goes_out_as_it_was() {
    let mut app = App::new();
    let latin = b"caf\xe9 here\n";
    let paths = ["a/tea.md", "a/leaf.png", "latin.md", "scan.pdf"].map(String::from).to_vec();
    for round in 0..2 {
        app.ask(Request::ImportBegin { source: "notes".into(), paths: paths.clone() }).unwrap();
        app.ask(Request::ImportKept { files: vec![kept("a/leaf.png", b"png"), kept("scan.pdf", b"pdf")] }).unwrap();
        let tea = file("a/tea.md", b"# Tea\n![](leaf.png)\n");
        let report = app.imported(Request::ImportPages { files: vec![tea, file("latin.md", latin)] });
        assert_eq!(report.keep, ["latin.md"]);
        assert_eq!((report.new, report.same), if round == 0 { (1, 0) } else { (0, 1) });
        let original = Some(BlobHash::of(latin).to_string());
        let report =
            app.imported(Request::ImportPages { files: vec![PageFile { original, ..file("latin.md", latin) }] });
        assert!(report.keep.is_empty());
        let report = app.imported(Request::ImportEnd { whole: true });
        assert_eq!((report.attached, report.more), (1, false));
        assert_eq!(
            (report.new, report.same),
            if round == 0 { (1, 0) } else { (0, 1) },
            "the scan is a page of its own"
        );
    }
    assert_eq!(app.code(Request::ImportEnd { whole: true }), "no_session");
    assert_eq!(app.found("tea"), ["a/tea"]);
    assert_eq!(app.found("cafe"), ["latin"]);

    let Reply::Exporting { files, .. } = app.ask(Request::ExportBegin).unwrap() else { panic!("no export") };
    assert_eq!(files, 4);
    let Reply::Exported { files } = app.ask(Request::ExportNext { from: 0 }).unwrap() else { panic!("no files") };
    let at = files.iter().position(|file| file.path == "latin.md").unwrap();
    assert_eq!(files[at].content, OutContent::NeedsOriginal(BlobHash::of(latin).to_string()));
    let Reply::Exported { files: again } = app.ask(Request::ExportPage { at, original: latin.to_vec() }).unwrap()
    else {
        panic!("no file")
    };
    assert_eq!(again[0].content, OutContent::Bytes(latin.to_vec()));
    let tea = files.iter().find(|file| file.path == "a/tea.md").unwrap();
    assert_eq!(tea.content, OutContent::Bytes(b"# Tea\n![](leaf.png)\n".to_vec()));
    let Reply::Exported { files } = app.ask(Request::ExportNext { from: 4 }).unwrap() else { panic!("no files") };
    assert!(files.is_empty());
}

#[test]
fn an_end_of_several_steps_counts_a_file_that_hangs_on_a_page_once() {
    let mut app = App::new();
    let mut files = vec![kept("leaf.png", b"png")];
    files.extend((0..600).map(|scan| kept(&format!("{scan}.pdf"), b"pdf")));
    let paths = files.iter().map(|file| file.path.clone()).chain(["tea.md".to_owned()]).collect();
    app.ask(Request::ImportBegin { source: "notes".into(), paths }).unwrap();
    app.ask(Request::ImportKept { files }).unwrap();
    app.imported(Request::ImportPages { files: vec![file("tea.md", b"![](leaf.png)\n")] });
    let (mut steps, mut attached) = (0, 0);
    loop {
        let report = app.imported(Request::ImportEnd { whole: true });
        (steps, attached) = (steps + 1, attached + report.attached);
        if !report.more {
            break;
        }
    }
    assert!(steps > 1, "so many scans come in by steps");
    assert_eq!(attached, 1);
}

#[test]
fn a_page_is_made_changed_thrown_away_and_brought_back() {
    let mut app = App::new();
    let edit = PageEdit::from_json(r#"{"title": "Tea", "body": "green leaves\n"}"#).unwrap();
    let Reply::Saved { page, revision } = app.ask(Request::New { edit }).unwrap() else { panic!("not saved") };
    let change = |body: &str| PageEdit { body: Some(Some(body.into())), ..PageEdit::default() };
    let edit = Request::Edit {
        page: page.clone(),
        base: vec![revision.clone()],
        resolves: false,
        edit: change("black leaves\n"),
    };
    app.ask(edit).unwrap();
    assert_eq!((app.found("black").len(), app.found("green").len()), (1, 0));
    app.ask(Request::Trash { page: page.clone(), trashed: true }).unwrap();
    assert_eq!((app.found("black").len(), app.found("is:trash black").len()), (0, 1));
    app.ask(Request::Trash { page: page.clone(), trashed: false }).unwrap();
    app.ask(Request::Restore { page: page.clone(), revision }).unwrap();
    let read = Request::Page { page: "tea".into(), history: true, query: None };
    let Reply::Page { page: shown, .. } = app.ask(read).unwrap() else { panic!("no page") };
    assert_eq!((shown.body.as_str(), shown.history.len()), ("green leaves\n", 5));
    app.ask(Request::Purge { page: page.clone() }).unwrap();
    assert_eq!(app.code(Request::Page { page, history: false, query: None }), "unknown_page");
}

#[test]
fn pages_are_pinned_and_mended() {
    let mut app = App::new();
    let edit = PageEdit { title: Some(Some("Tea".into())), body: Some(Some("[[gone]]".into())), ..PageEdit::default() };
    let Reply::Saved { page, .. } = app.ask(Request::New { edit }).unwrap() else { panic!("not saved") };
    let health = Request::Health { today: "2026-03-01".into(), pages: 5 };
    let Reply::Health(health) = app.ask(health).unwrap() else { panic!("no health") };
    let dangling = health.checks.iter().find(|check| check.id == "dangling").unwrap();
    assert_eq!((dangling.count, dangling.pages[0].id.as_str()), (1, page.as_str()));
    let mend = Request::Mend { page: page.clone(), mend: MendRequest::Unlink };
    let Reply::Mended { before } = app.ask(mend.clone()).unwrap() else { panic!("not mended") };
    assert_eq!(app.found("has:dangling"), [""; 0]);
    assert_eq!(app.code(mend), "nothing_to_mend");
    let BeforeView { page: changed, revision } = before[0].clone();
    app.ask(Request::Restore { page: changed, revision }).unwrap();
    assert_eq!(app.found("has:dangling").len(), 1);

    let pin = |change| Request::Pin { base: vec![], change };
    app.ask(pin(PinChange::AddSearch { name: "Teas".into(), query: "tag:tea".into() })).unwrap();
    let add = PinChange::AddPage { name: "The tea".into(), page: page.clone() };
    let Reply::Pins(pins) = app.ask(pin(add)).unwrap() else { panic!("no pins") };
    assert_eq!(pins.pins[0].query.as_deref(), Some("tag:tea"));
    assert_eq!(pins.pins[1].page.as_ref().map(|found| found.id.as_str()), Some(page.as_str()));
    assert_eq!(app.code(pin(PinChange::Remove { at: 2 })), "unknown_pin");
    assert_eq!(app.ask(Request::Pins).unwrap(), Reply::Pins(pins));

    let Reply::Syntax { keys, .. } = app.ask(Request::Syntax).unwrap() else { panic!("no syntax") };
    assert!(keys.iter().any(|key| key.key == "has" && key.values.iter().any(|(value, _)| value == "dangling")));
}

#[test]
fn typing_makes_no_list_and_scrolling_leads_to_every_page_once() {
    let mut app = App::new();
    for n in 0..30 {
        let edit = PageEdit::from_json(&format!(r#"{{"title": "Ledger {n}"}}"#)).unwrap();
        app.ask(Request::New { edit }).unwrap();
    }
    let today = || "2026-03-01".to_owned();
    let found = |reply: Reply| if let Reply::Found(found) = reply { found } else { panic!("no hits") };
    let search = Request::Search { query: "ledger".into(), limit: 10, today: today() };
    let mut reply = found(app.ask(search).unwrap());
    let mut seen: Vec<String> = reply.hits.iter().map(|hit| hit.id.clone()).collect();
    while let Some(cursor) = reply.cursor {
        reply = found(app.ask(Request::More { cursor, limit: 10, today: today() }).unwrap());
        seen.extend(reply.hits.iter().map(|hit| hit.id.clone()));
    }
    let count = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!((seen.len(), count), (30, 30));
    let kept: i64 = app.store.connection().query_row("SELECT count(*) FROM local_hits", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, 0);
}

#[test]
fn a_search_that_is_paused_hears_what_changes_and_gives_what_matches_then() {
    let mut app = App::new();
    let mut pages = Vec::new();
    for n in 0..5 {
        let edit = PageEdit::from_json(&format!(r#"{{"title": "Table {n}", "body": "|---|---|\n"}}"#)).unwrap();
        let Reply::Saved { page, .. } = app.ask(Request::New { edit }).unwrap() else { panic!("not saved") };
        pages.push(page);
    }
    let search = || Request::Search { query: "'|---|'".into(), limit: 20, today: "2026-03-01".into() };
    assert_eq!(app.begun(search()).unwrap(), None, "one page was looked at");
    app.begun(Request::Purge { page: pages[0].clone() }).unwrap();
    let edit = PageEdit { body: Some(Some("no table\n".into())), ..PageEdit::default() };
    app.begun(Request::Edit { page: pages[1].clone(), base: Vec::new(), resolves: false, edit }).unwrap();
    app.begun(Request::Trash { page: pages[2].clone(), trashed: true }).unwrap();
    let mut found = None;
    let mut turns = 0;
    while found.is_none() {
        found = app.gone_on().unwrap();
        turns += 1;
    }
    let Some(Reply::Found(found)) = found else { panic!("no hits") };
    assert_eq!(found.hits.iter().map(|hit| hit.title.as_str()).collect::<Vec<_>>(), ["Table 4", "Table 3"]);
    assert!(turns > 1, "a page a turn");
    assert_eq!(app.gone_on().unwrap_err().code, "no_session");

    app.begun(search()).unwrap();
    let other = Request::Search { query: "'no table'".into(), limit: 20, today: "2026-03-01".into() };
    let Ok(Reply::Found(found)) = app.ask(other) else { panic!("no hits") };
    assert_eq!(found.hits.len(), 1);
    assert_eq!(app.gone_on().unwrap_err().code, "no_session", "a newer search ends the older");
}

#[test]
fn what_cannot_be_done_says_why_by_a_code() {
    let mut app = App::new();
    let search = |query: &str, today: &str| Request::Search { query: query.into(), limit: 20, today: today.into() };
    assert_eq!(app.code(search("tea", "tomorrow")), "bad_day");
    assert_eq!(app.code(search(&"a ".repeat(200), "2026-03-01")), "too_many_terms");
    assert_eq!(app.code(Request::New { edit: PageEdit::default() }), "empty_page");
    assert_eq!(app.code(Request::Purge { page: "tea".into() }), "bad_id");
    assert_eq!(app.code(Request::ExportNext { from: 0 }), "no_session");
    let more = Request::More { cursor: "x".into(), limit: 20, today: "2026-03-01".into() };
    assert_eq!(app.code(more), "bad_cursor");
    let Reply::Checked { faults, .. } = app.ask(Request::Check).unwrap() else { panic!("not checked") };
    assert!(faults.is_empty());
}
