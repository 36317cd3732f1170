//! `scrap search`: hits for people, or one object in the names of `wire`.

mod facets;

use std::fmt::Write as _;
use std::time::Duration;

use scrap_core::interchange::place;
use scrap_core::search::explain::BUDGET_MS;
use scrap_core::search::{Freeze, Options};
use scrap_core::time::Day;
use scrap_core::wire::{HitView, LineView, SearchReply};

use crate::cli;
use crate::data::{Data, now, random};
use crate::error::Failure;
use crate::print::{self, Style, one_line};

/// Runs the command.
pub fn run(data: &Data, args: &cli::Search) -> Result<u8, Failure> {
    if args.syntax {
        print::out(&scrap_core::query::syntax::markdown())?;
        return Ok(0);
    }
    let today = day_of(args.today.as_deref())?;
    let limit = usize::from(args.limit);
    let query = args.query.join(" ");
    // Limits of a query are told whatever there is to search.
    scrap_core::query::parse(&query).map_err(scrap_core::search::SearchError::from)?;
    let store = data.open_to_read()?;
    if args.facets {
        return facets::run(&store, &query, today, args.json);
    }
    let answer = match args.cursor.as_deref() {
        Some(cursor) => store.search_on(cursor, limit, today, now())?,
        None => {
            let kept = args.json && !store.is_read_only();
            let freeze = if kept { Some(Freeze { id: random()?, now: now() }) } else { None };
            let answer = store.search(&query, Options { limit, today, freeze })?;
            if let Some(list) = &answer.list {
                store.keep_list(list)?;
            }
            if args.json && !kept && answer.total > answer.hits.len() as u64 {
                print::note("the folder of data cannot be written, so there is no cursor: --limit gives more hits");
            }
            answer
        }
    };
    let mut reply = SearchReply::from(answer);
    if reply.hits.is_empty() && limit > 0 && args.cursor.is_none() {
        let started = std::time::Instant::now();
        let mut stop = || started.elapsed() >= Duration::from_millis(BUDGET_MS);
        reply.explain(store.explain(&query, today, &mut stop)?);
    }
    if args.json {
        print::json(&reply)?;
        return Ok(0);
    }
    for problem in &reply.problems {
        let instead = problem.suggestion.as_deref().map(|text| format!(" (perhaps: {text})")).unwrap_or_default();
        print::note(&one_line(&format!("{}{instead}", problem.message)));
    }
    for part in reply.explain.iter().flatten() {
        let condition = query.get(part.start..part.end).unwrap_or_default();
        let alone = print::counted(part.alone, "page");
        let instead = match (&part.instead, part.instead_alone) {
            (Some(text), Some(found)) => format!("; {text} finds {}", print::counted(found, "page")),
            _ => String::new(),
        };
        // Without the only condition there is no query.
        let without = match reply.explain.as_ref().map_or(0, Vec::len) + reply.unmeasured {
            1 => String::new(),
            _ => format!("; without it {}", print::counted(part.without, "page")),
        };
        print::note(&one_line(&format!("{condition}: {alone} alone{without}{instead}")));
    }
    if reply.unmeasured > 0 {
        let conditions = print::counted(reply.unmeasured as u64, "condition");
        print::note(&format!("{conditions} more took too long to measure"));
    }
    print::out(&text(&reply, Style::of_stdout()))?;
    Ok(0)
}

/// The day that `--today` says, or today.
pub fn day_of(given: Option<&str>) -> Result<Day, Failure> {
    let Some(text) = given else { return Ok(today()) };
    Day::parse(text).ok_or_else(|| Failure::usage(format!("--today {text:?} is no day: write it as 2026-03-01")))
}

/// Today where the user is: the system's zone, or `TZ`.
pub fn today() -> Day {
    let date = jiff::ZonedDateTime::now().date();
    Day::new(date.year(), date.month(), date.day()).unwrap_or_else(|| now().utc_day())
}

fn text(reply: &SearchReply, style: Style) -> String {
    let mut text = String::new();
    let mut section = None;
    for hit in &reply.hits {
        if hit.section != section {
            section.clone_from(&hit.section);
            if let Some(at) = reply.sections.iter().find(|at| Some(&at.key) == section.as_ref()) {
                let _ = writeln!(text, "{}\n", style.bold(&format!("== {} ({})", one_line(&at.label), at.count)));
            }
        }
        write_hit(&mut text, hit, style);
    }
    let shown = reply.hits.len() as u64;
    let _ = match reply.total {
        _ if !reply.exact && shown == 0 => writeln!(text, "no page matches"),
        total if !reply.exact => writeln!(text, "{shown} shown; {total} were to be scanned for the raw text"),
        0 => writeln!(text, "no page matches"),
        total if total > shown => writeln!(text, "{shown} of {total} pages; --limit shows more"),
        total => writeln!(text, "{}", print::counted(total, "page")),
    };
    text
}

fn write_hit(text: &mut String, hit: &HitView, style: Style) {
    let day = hit.updated.get(..10).unwrap_or(&hit.updated);
    let place = place(&hit.source, &hit.path);
    let line = hit.line.map(|line| format!(":{line}")).unwrap_or_default();
    let tags = print::first(&hit.tags.iter().map(|tag| format!("#{tag}")).collect::<Vec<_>>(), " ");
    let about = format!("{}{line}  {day}  {} {tags}", one_line(&place), hit.kind);
    let _ = writeln!(text, "{}\n  {}", style.bold(&one_line(&hit.title)), style.dim(about.trim_end()));
    let mut snippet = String::new();
    for segment in &hit.snippet {
        let words = one_line(&segment.text.split_inclusive(char::is_whitespace).map(blank_end).collect::<String>());
        snippet.push_str(&if segment.hit { style.hit(&words) } else { words });
    }
    if !snippet.trim().is_empty() {
        let _ = writeln!(text, "  {}", snippet.trim());
    }
    for line in &hit.lines {
        let _ = writeln!(text, "  {}: {}", line.n, marked(line, style));
    }
    text.push('\n');
}

/// A line with its matches marked.
fn marked(line: &LineView, style: Style) -> String {
    let (mut text, mut at) = (String::new(), 0);
    for &(start, end) in &line.spans {
        text.push_str(&one_line(line.text.get(at..start).unwrap_or_default()));
        text.push_str(&style.hit(&one_line(line.text.get(start..end).unwrap_or_default())));
        at = end;
    }
    text + &one_line(line.text.get(at..).unwrap_or_default())
}

/// A word with the line end or tab after it made a blank.
fn blank_end(word: &str) -> String {
    word.replace(['\n', '\r', '\t'], " ")
}
