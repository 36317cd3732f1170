//! `scrap enrich`: what was read in a page's files or written about it, as Claude sets it over MCP. Each replaces what
//! it was before.

use scrap_core::entry::{Derived, Entry, Related, What, Writeup};
use scrap_core::fields::{ImageKind, MadeBy, Reading};
use scrap_core::id::{EntryId, PageId};
use scrap_core::store::{Basis, Page, Store};

use super::{place_of, standard_input};
use crate::cli::{Enrich, Enrichment};
use crate::data::{Data, now};
use crate::error::Failure;
use crate::print::{self, one_line};
use crate::show::find;

/// Runs the command.
pub fn run(data: &Data, args: &Enrich) -> Result<u8, Failure> {
    let mut store = data.open()?;
    let page = find(&store, &args.page)?;
    let text = standard_input()?;
    let _turn = data.turn();
    match args.what {
        Enrichment::Summary => {
            let summary = Some(text.trim().to_owned()).filter(|summary| !summary.is_empty());
            store.edit(page.at.id, Basis::now(MadeBy::Claude, now()), |content| content.fields.summary = summary)?;
        }
        Enrichment::Description => read(&mut store, &page, args, Reading::Description, &text)?,
        Enrichment::Ocr => read(&mut store, &page, args, Reading::Ocr, &text)?,
        Enrichment::Text => read(&mut store, &page, args, Reading::Text, &text)?,
        Enrichment::Writeup => write_up(&mut store, &page, args.prompt_version, &text)?,
        Enrichment::Related => relate(&mut store, &page, &text, !args.drop)?,
    }
    print::out(&format!("{} is enriched\n", place_of(&page)))?;
    Ok(0)
}

/// A reading of one of the page's files.
fn read(store: &mut Store, page: &Page, args: &Enrich, reading: Reading, text: &str) -> Result<(), Failure> {
    let image_kind = match args.image_kind.as_deref() {
        None => None,
        Some(_) if reading != Reading::Description => {
            return Err(Failure::usage("--image-kind goes with --what description"));
        }
        Some(name) => Some(ImageKind::named(name).ok_or_else(|| {
            let kinds: Vec<&str> = ImageKind::ALL.iter().map(|kind| kind.name()).collect();
            Failure::usage(format!("--image-kind is one of {}", kinds.join(", ")))
        })?),
    };
    let file = file_of(store, page, args.file.as_deref())?;
    let replaces = replaced(store, page, |what| match what {
        What::Derived(derived) => derived.file == file && derived.reading == reading,
        _ => false,
    })?;
    add(store, page.at.id, replaces, Some(text), |stamp, replaces, text| {
        What::Derived(Derived { replaces, stamp, file, reading, image_kind, text })
    })
}

/// The file of this name, or the only one.
fn file_of(store: &Store, page: &Page, name: Option<&str>) -> Result<EntryId, Failure> {
    let files = store.files(page)?;
    let mut meant = files
        .iter()
        .filter(|file| name.is_none_or(|name| file.name == name || file.name.ends_with(&format!("/{name}"))));
    match (meant.next(), meant.next()) {
        (Some(file), None) => Ok(file.entry),
        (None, _) => {
            Err(Failure::Refused(format!("{} has no such file: `scrap file add` hangs one on it", place_of(page))))
        }
        (Some(_), Some(_)) => {
            let names: Vec<String> = files.iter().map(|file| one_line(&file.name)).collect();
            Err(Failure::usage(format!("name one of its files with --file: {}", names.join(", "))))
        }
    }
}

fn write_up(store: &mut Store, page: &Page, prompt_version: u64, text: &str) -> Result<(), Failure> {
    let replaces = replaced(store, page, |what| matches!(what, What::Writeup(_)))?;
    let mut inputs = page.heads.clone();
    inputs.sort_unstable();
    add(store, page.at.id, replaces, Some(text), |stamp, replaces, text| {
        What::Writeup(Writeup { replaces, stamp, prompt_version, inputs: inputs.clone(), text })
    })
}

/// Picks or drops the pages named in `text`, one a line; all of them are known before one is kept.
fn relate(store: &mut Store, page: &Page, text: &str, picked: bool) -> Result<(), Failure> {
    let names = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let targets = names.map(|name| find(store, name).map(|page| page.at.id)).collect::<Result<Vec<PageId>, _>>()?;
    for target in targets {
        let replaces =
            replaced(store, page, |what| matches!(what, What::Related(related) if related.target == target))?;
        add(store, page.at.id, replaces, None, |stamp, replaces, _| {
            What::Related(Related { replaces, stamp, target, picked })
        })?;
    }
    Ok(())
}

/// What an enrichment replaces, in ascending order.
fn replaced(store: &Store, page: &Page, is_one: impl Fn(&What) -> bool) -> Result<Vec<EntryId>, Failure> {
    let found = store.enrichments(page.at.id)?.into_iter().filter(|(_, what)| is_one(what));
    let mut ids: Vec<EntryId> = found.map(|(id, _)| id).collect();
    ids.sort_unstable();
    Ok(ids)
}

/// Adds one entry, after the text that it names.
fn add(
    store: &mut Store,
    page: PageId,
    replaces: Vec<EntryId>,
    text: Option<&str>,
    what: impl FnOnce(scrap_core::entry::Stamp, Vec<EntryId>, scrap_core::id::BlobHash) -> What,
) -> Result<(), Failure> {
    let mut batch = store.batch()?;
    let stamp = batch.stamp(&replaces, MadeBy::Claude, now())?;
    let text = match text {
        Some(text) => batch.receive_text(text)?,
        None => scrap_core::id::BlobHash::of(&[]),
    };
    batch.add(&Entry { page, what: what(stamp, replaces, text) })?;
    Ok(batch.commit()?)
}
