//! `scrap show`, and what a page's name on the command line means. Instants are shown in UTC and days as days, as the
//! filters count them.

use std::fmt::Write as _;

use scrap_core::interchange::place;
use scrap_core::store::{LookupError, Page, PageRef, Store, Trash};
use scrap_core::wire::{LinkView, PageView, RefView};

use crate::cli;
use crate::data::Data;
use crate::error::Failure;
use crate::export;
use crate::print::{self, Style, counted, one_line, safe};

/// Runs the command.
pub fn run(data: &Data, args: &cli::Show) -> Result<u8, Failure> {
    let store = data.open_to_read()?;
    store.snapshot(|store| {
        let page = find(store, &args.page)?;
        if args.raw {
            let bytes = export::page_bytes(store, &data.blobs(), &page)?;
            // What goes into a file or a pipe goes as it is.
            let seen = std::io::IsTerminal::is_terminal(&std::io::stdout());
            let shown = if seen { safe(&String::from_utf8_lossy(&bytes)).into_bytes() } else { bytes };
            print::bytes_out(&shown)?;
            return Ok(0);
        }
        let view = PageView::read(store, page, args.history || !args.json)?;
        if args.json {
            print::json(&view)?;
        } else {
            print::out(&text(&view, args.history, Style::of_stdout()))?;
        }
        Ok(0)
    })
}

/// The one page that `name` means; where no page is called so, the one page with a name that begins so.
pub fn find(store: &Store, name: &str) -> Result<Page, Failure> {
    match store.lookup(name, Trash::Last) {
        Err(LookupError::Unknown { begins, .. }) if begins.len() == 1 => read(store, begins.first(), name),
        found => read(store, Some(&found?), name),
    }
}

/// The one page that `name` means, the trash searched too and no beginnings of names taken: for what cannot be undone
/// by the same command.
pub fn find_exactly(store: &Store, name: &str) -> Result<Page, Failure> {
    read(store, Some(&store.lookup(name, Trash::Counts)?), name)
}

fn read(store: &Store, at: Option<&PageRef>, name: &str) -> Result<Page, Failure> {
    let page = at.map_or(Ok(None), |at| store.page(at.id))?;
    let gone = || LookupError::Unknown { name: name.to_owned(), begins: Vec::new(), nearest: Vec::new() };
    page.ok_or_else(|| gone().into())
}

fn text(page: &PageView, history: bool, style: Style) -> String {
    let mut text = format!("{}\n", style.bold(&one_line(&page.title)));
    let mut field = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{}  {}", style.dim(&format!("{name:>9}")), one_line(value));
        }
    };
    let optional = |value: &Option<String>| value.clone().unwrap_or_default();
    field("page", &place(&page.source, &page.path));
    field("id", &page.id);
    field("kind", &page.kind);
    field("tags", &print::first(&page.tags.iter().map(|tag| format!("#{tag}")).collect::<Vec<_>>(), " "));
    field("aliases", &print::first(&page.aliases, ", "));
    field("summary", &optional(&page.summary));
    field("status", &optional(&page.status));
    field("area", page.personal.map_or("", |personal| if personal { "personal" } else { "work" }));
    field("due", &optional(&page.due));
    field("priority", &optional(&page.priority));
    field("media", &optional(&page.media));
    field("later", &optional(&page.later));
    field("sources", &print::first(&page.sources, ", "));
    field("created", &page.created);
    field("updated", &page.updated);
    field("made by", &page.made_by);
    for (key, value) in &page.props {
        field(&one_line(key), &value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    }
    field("trash", if page.trashed { "in the trash; `scrap restore` takes it out" } else { "" });
    field("text", if page.text_missing { "not here yet: sync, or import the log that has it" } else { "" });
    for conflict in &page.conflicts {
        let at = conflict.line.map(|line| format!(" line {line}")).unwrap_or_default();
        field("conflict", &format!("{}{at}: not shown: {}", conflict.field, conflict.earlier));
    }
    let body = safe(&page.body);
    let _ = writeln!(text, "\n{}", body.trim_end_matches('\n'));
    write_list(&mut text, style, "Links", page.links.iter().map(link_line));
    write_list(&mut text, style, "Linked from", page.backlinks.iter().map(back_line));
    let files =
        page.files.iter().map(|file| format!("{}  {}, {} bytes, {}", file.name, file.mime, file.size, file.role));
    write_list(&mut text, style, "Files", files);
    if history {
        let lines = page.history.iter().map(|revision| {
            let mark = if revision.purged {
                "  removed"
            } else if revision.head {
                "  shown"
            } else {
                ""
            };
            let id = revision.revision.get(..12).unwrap_or(&revision.revision);
            format!("{}  {}  {id}{mark}", revision.time, revision.made_by)
        });
        write_list(&mut text, style, "History", lines);
    } else if page.history.len() > 1 {
        let _ = writeln!(
            text,
            "\n{}",
            style.dim(&format!("{}; --history lists them", counted(page.history.len() as u64, "revision")))
        );
    }
    text
}

fn write_list(text: &mut String, style: Style, title: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        let _ = writeln!(text, "\n{}", style.bold(title));
    }
    for line in lines {
        let _ = writeln!(text, "  {}", one_line(&line));
    }
}

fn link_line(link: &LinkView) -> String {
    match &link.page {
        Some(page) => named(page),
        None => format!("{}  (no page of this name)", link.target),
    }
}

fn back_line(link: &LinkView) -> String {
    let page = link.page.as_ref().map(named).unwrap_or_default();
    let count = if link.count > 1 { format!("  {} links", link.count) } else { String::new() };
    format!("{page}{count}")
}

fn named(page: &RefView) -> String {
    format!("{}  {}", page.title, place(&page.source, &page.path))
}
