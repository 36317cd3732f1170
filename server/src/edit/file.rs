//! `scrap file`: files that hang on pages.

use std::path::Path;

use scrap_core::entry::File;
use scrap_core::fields::{MadeBy, Role};
use scrap_core::store::Basis;

use super::place_of;
use crate::cli::FileCommand;
use crate::data::{Data, now};
use crate::error::Failure;
use crate::print;
use crate::show::find;
use scrap_core::interchange::mime_of;

/// Runs the command.
pub fn run(data: &Data, command: &FileCommand) -> Result<u8, Failure> {
    let FileCommand::Add { page, file } = command;
    add(data, page, file)
}

/// Keeps the file, then hangs it on the page.
fn add(data: &Data, page: &str, path: &Path) -> Result<u8, Failure> {
    let mut store = data.open()?;
    let page = find(&store, page)?;
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| Failure::usage("the file's name is not UTF-8: rename it first"))?;
    if !path.is_file() {
        let kind = std::io::ErrorKind::NotFound;
        return Err(Failure::disk("read the file", path, kind.into()));
    }
    let (blob, size) =
        data.blobs().put_file(path).map_err(|error| Failure::disk("keep the file", path, error.into()))?;
    let file =
        File { after: Vec::new(), name: name.to_owned(), mime: mime_of(name), size, blob, role: Role::Attachment };
    let _turn = data.turn();
    let mut batch = store.batch()?;
    let entry = batch.add_file(page.at.id, file)?;
    batch.edit(page.at.id, Basis::now(MadeBy::User, now()), |content| {
        if !content.fields.files.contains(&entry) {
            content.fields.files.push(entry);
        }
    })?;
    batch.commit()?;
    print::out(&format!("{} hangs on {} now\n", print::one_line(name), place_of(&page)))?;
    Ok(0)
}
