use scrap_core::{fields::MadeBy, id::*, interchange, merge::Content, search::*, store::*, time::*};
use std::time::Instant as Clock;
fn walk(dir: &std::path::Path, out: &mut Vec<std::path::PathBuf>) {
    let mut e: Vec<_> = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
    e.sort();
    for p in e {
        if p.is_dir() {
            walk(&p, out)
        } else if p.extension().is_some_and(|x| x == "md") {
            out.push(p)
        }
    }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (dir, db) = (&args[1], &args[2]);
    let fresh = !std::path::Path::new(db).exists();
    let c = rusqlite::Connection::open(db).unwrap();
    let mut store = Store::open(c, Journal::Wal, DeviceId([1; 16])).unwrap();
    if fresh {
        let mut files = vec![];
        walk(dir.as_ref(), &mut files);
        let t = Clock::now();
        let mut bytes = 0;
        let n = files.len();
        for chunk in files.chunks(500) {
            let mut b = store.batch().unwrap();
            for f in chunk {
                let raw = std::fs::read(f).unwrap();
                bytes += raw.len();
                let path = f.strip_prefix(dir).unwrap().to_str().unwrap();
                let p = interchange::page_of_file(path, &raw).unwrap();
                let mut fields = p.fields;
                fields.source = Some("x".into());
                b.import(
                    ImportPage {
                        content: Content { fields, body: p.body },
                        made_by: p.made_by.unwrap_or(MadeBy::Import),
                        attachments: vec![],
                    },
                    Instant::from_ms(1_700_000_000_000),
                )
                .unwrap();
            }
            b.commit().unwrap();
        }
        let s = t.elapsed().as_secs_f64();
        println!("import {n} pages {s:.2}s {:.0} pages/s text {bytes}", n as f64 / s);
    }
    for q in &args[3..] {
        let o = Options { limit: 20, today: Day::new(2026, 3, 1).unwrap(), freeze: None };
        let mut best = f64::MAX;
        let mut a = None;
        for _ in 0..std::env::var("N").map_or(5, |n| n.parse().unwrap()) {
            let t = Clock::now();
            a = Some(store.search(q, o).unwrap());
            best = best.min(t.elapsed().as_secs_f64() * 1e3);
        }
        let a = a.unwrap();
        println!("{q:30} {best:8.2} ms total {}", a.total);
        for h in a.hits.iter().take(if args.len() < 8 { 5 } else { 0 }) {
            println!(
                "    {} {} | {}",
                h.at.path,
                h.at.title,
                h.snippet
                    .iter()
                    .map(|s| if s.hit { format!("[{}]", s.text) } else { s.text.clone() })
                    .collect::<String>()
            );
        }
    }
}
