//! `scrap new`, `edit`, `trash`, `restore` and `purge`: one revision each, made by the user.

mod editor;
pub mod enrich;
pub mod file;

use std::io::Read as _;

use scrap_core::entry::MAX_BODY_BYTES;
use scrap_core::fields::{Fields, MadeBy};
use scrap_core::id::{EntryId, PageId};
use scrap_core::interchange::slug_path;
use scrap_core::markdown;
use scrap_core::merge::Content;
use scrap_core::store::{Basis, Draft, Page, Saved, Store};
use scrap_core::text;
use scrap_core::time::When;
use scrap_core::wire::{BadEdit, PageEdit};

use crate::cli::{self, FieldArgs};
use crate::data::{Data, now, random};
use crate::error::Failure;
use crate::print::{self, one_line};
use crate::show::{find, find_exactly};

/// The source of pages that are made here.
const SOURCE: &str = "scrap";

/// So many paths are tried before a page takes its id's end into its path.
const TRIES: u32 = 100;

/// Makes a page.
pub fn new(data: &Data, args: &cli::New) -> Result<u8, Failure> {
    let edit = given(&args.fields)?;
    let mut content = Content::default();
    edit.apply(&mut content).map_err(BadEdit::from)?;
    let says_nothing = |text: &str| text.trim().is_empty();
    if content.fields.title.as_deref().is_none_or(says_nothing) && says_nothing(&content.body) {
        return Err(Failure::usage("a new page needs a title or a text: --title, --body, or both fields in --json"));
    }
    add_tags(&mut content.fields, &args.fields.tags, &[]);
    let mut store = data.open_or_make()?;
    let page = PageId(random()?);
    let _turn = data.turn();
    let title = content.fields.title.clone().or_else(|| markdown::read(&content.body).title).unwrap_or_default();
    let now = now();
    let fields = &mut content.fields;
    fields.source = Some(SOURCE.to_owned());
    fields.created = fields.created.or(Some(When::Instant(now)));
    fields.updated = Some(When::Instant(now));
    if fields.path.is_none() {
        fields.path = Some(free_path(&store, &title, page)?);
    }
    let draft = Draft { page, parents: Vec::new(), content, made_by: MadeBy::User, import: false, request: None };
    let saved = store.save(draft, now)?;
    done(&store, saved, args.fields.json.is_some())
}

/// A path that no page has, in any case of its letters: the title, or the title with a number.
fn free_path(store: &Store, title: &str, page: PageId) -> Result<String, Failure> {
    let slug = slug_path(title);
    let numbered = (2..TRIES).map(|number| slug_path(&format!("{slug} {number}")));
    for path in std::iter::once(slug.clone()).chain(numbered) {
        if !store.path_is_taken(SOURCE, &path)? {
            return Ok(path);
        }
    }
    Ok(slug_path(&format!("{slug} {}", page.tail())))
}

/// What an edit does to what the page shows.
type Change<'a> = Box<dyn FnOnce(&mut Content) + 'a>;

/// Changes a page.
pub fn edit(data: &Data, args: &cli::Edit) -> Result<u8, Failure> {
    let mut store = data.open()?;
    let page = find(&store, &args.page)?;
    let heads = args.base.iter().map(|head| head.trim().parse::<EntryId>()).collect::<Result<Vec<_>, _>>();
    let heads =
        heads.map_err(|_| Failure::usage("--base takes revisions of 64 digits, as `heads` of show --json has them"))?;
    let plain = given(&args.fields)?;
    let by_options = !plain.is_empty() || !args.fields.tags.is_empty() || !args.untag.is_empty();
    let mut draft = None;
    let (change, seen): (Change<'_>, Vec<EntryId>) = if by_options {
        // What the values say is checked before the store is asked for its lock.
        plain.apply(&mut Content::default()).map_err(BadEdit::from)?;
        let change = move |content: &mut Content| {
            let _ = plain.apply(content);
            add_tags(&mut content.fields, &args.fields.tags, &args.untag);
        };
        (Box::new(change), if heads.is_empty() { page.heads.clone() } else { heads })
    } else if args.fields.json.is_some() {
        return Err(Failure::usage("the JSON on standard input sets nothing"));
    } else {
        match editor::edited(&store, data, &page)? {
            Some((content, written)) => {
                draft = Some(written);
                (Box::new(move |slot: &mut Content| *slot = content), page.heads.clone())
            }
            None => {
                print::out("nothing was changed\n")?;
                return Ok(0);
            }
        }
    };
    let basis = Basis { heads: Some(&seen), made_by: MadeBy::User, now: now(), resolves: args.resolve };
    let turn = data.turn();
    let saved = store.edit(page.at.id, basis, change)?;
    drop(turn);
    draft.and_then(editor::Draft::discard);
    done(&store, saved, args.fields.json.is_some())
}

/// Puts a page in the trash, or takes it out.
pub fn set_trashed(data: &Data, name: &str, trashed: bool) -> Result<u8, Failure> {
    let mut store = data.open()?;
    let page = if trashed { find(&store, name)? } else { find_exactly(&store, name)? };
    let at = place_of(&page);
    if page.fields.trashed == trashed {
        print::out(&format!("{at} is {} already\n", if trashed { "in the trash" } else { "out of the trash" }))?;
        return Ok(0);
    }
    let _turn = data.turn();
    let mut batch = store.batch()?;
    batch.set_trashed(page.at.id, trashed, MadeBy::User, now())?;
    batch.commit()?;
    print::out(&format!("{at} is {} now\n", if trashed { "in the trash" } else { "out of the trash" }))?;
    Ok(0)
}

/// Removes a page for good.
pub fn purge(data: &Data, args: &cli::Purge) -> Result<u8, Failure> {
    let mut store = data.open()?;
    let page = find_exactly(&store, &args.page)?;
    let at = place_of(&page);
    if !args.yes {
        let advice = "add --yes if it shall be removed with its whole history, or use `scrap trash`";
        return Err(Failure::usage(format!("{at} ({}): {advice}", page.at.id)));
    }
    let _turn = data.turn();
    let purged = store.purge(page.at.id, now())?;
    print::out(&format!("{at} is removed for good\n"))?;
    if let Some(error) = purged.traces {
        print::note(&format!("words of it may still stand in the files of the store: {error}"));
    }
    Ok(0)
}

fn place_of(page: &Page) -> String {
    one_line(&page.at.place())
}

/// Says which page has which revision now, and what of it could not be merged.
fn done(store: &Store, saved: Saved, json: bool) -> Result<u8, Failure> {
    let page = store.page(saved.page)?.ok_or(scrap_core::store::StoreError::UnknownPage(saved.page))?;
    if !page.conflicts.is_empty() {
        let fields: Vec<&str> = page.conflicts.iter().map(|conflict| conflict.field.as_str()).collect();
        print::note(&one_line(&format!(
            "the page has conflicts in {}: `scrap show` tells both sides",
            fields.join(", ")
        )));
    }
    if json {
        let heads: Vec<String> = page.heads.iter().map(ToString::to_string).collect();
        print::json(&serde_json::json!({
            "id": saved.page.to_string(),
            "revision": saved.entry.to_string(),
            "heads": heads,
            "source": page.at.source,
            "path": page.at.path,
            "title": page.at.title,
        }))?;
    } else {
        print::out(&format!("{}  {}\n", saved.page, place_of(&page)))?;
    }
    Ok(0)
}

/// The fields that the options, or standard input, give.
fn given(args: &FieldArgs) -> Result<PageEdit, Failure> {
    let mut edit = match args.json.as_deref() {
        None => PageEdit::default(),
        Some("-") => PageEdit::from_json(&standard_input()?)?,
        Some(_) => return Err(Failure::usage("--json takes - and reads the fields from standard input")),
    };
    let body = match args.body.as_deref() {
        Some("-") if args.json.is_some() => {
            return Err(Failure::usage("standard input can be the body or the JSON, not both"));
        }
        Some("-") => Some(standard_input()?),
        body => body.map(str::to_owned),
    };
    let put = |slot: &mut Option<Option<String>>, value: &Option<String>| {
        if let Some(value) = value {
            // An empty option clears, as null does.
            *slot = Some(Some(value.clone()).filter(|value| !value.is_empty()));
        }
    };
    put(&mut edit.title, &args.title);
    put(&mut edit.kind, &args.kind);
    put(&mut edit.status, &args.status);
    put(&mut edit.summary, &args.summary);
    put(&mut edit.due, &args.due);
    put(&mut edit.priority, &args.priority);
    put(&mut edit.body, &body);
    Ok(edit)
}

/// Standard input as text, up to what a page can hold.
fn standard_input() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let limit = MAX_BODY_BYTES as u64 * 2;
    let read = std::io::stdin().lock().take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::Refused(format!("standard input cannot be read: {error}")))?;
    if bytes.len() as u64 > limit {
        return Err(Failure::usage("standard input is over 32 MiB, more than a page can hold"));
    }
    String::from_utf8(bytes).map_err(|_| Failure::usage("standard input is not UTF-8: convert it first"))
}

/// Adds tags that are not there, and takes others away, in any case of their letters.
fn add_tags(fields: &mut Fields, add: &[String], take: &[String]) {
    let clean = |tag: &String| tag.trim().trim_start_matches('#').to_owned();
    let taken: Vec<String> = take.iter().map(|tag| text::fold(&clean(tag))).collect();
    fields.tags.retain(|tag| !taken.contains(&text::fold(tag)));
    for tag in add.iter().map(clean).filter(|tag| !tag.is_empty()) {
        if !fields.tags.iter().any(|had| text::fold(had) == text::fold(&tag)) {
            fields.tags.push(tag);
        }
    }
}
