//! A page in the user's editor: the Markdown file that an export would write, and back.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use scrap_core::fields::Fields;
use scrap_core::front;
use scrap_core::interchange;
use scrap_core::merge::Content;
use scrap_core::store::{Page, Store};

use crate::data::{Data, random};
use crate::error::Failure;
use crate::export;
use crate::print::{self, one_line};

/// The page as the editor left it, with the draft to discard once it is saved; nothing if it was left as it was.
pub fn edited(store: &Store, data: &Data, page: &Page) -> Result<Option<(Content, Draft)>, Failure> {
    let before = export::page_text(store, page)?;
    let draft = Draft::new(data.dir(), &before)?;
    let ran = editor(&draft.0);
    let after = fs::read(&draft.0).map_err(|error| Failure::disk("read", &draft.0, error))?;
    // From here on the draft stays until it is saved, whatever fails.
    let draft = if after == before { draft.discard() } else { Some(draft) };
    if !ran.map_err(|error| Failure::Refused(format!("the editor did not start ({error}): set EDITOR")))? {
        return Err(Failure::Refused("the editor ended with a failure: nothing was changed".to_owned()));
    }
    let Some(draft) = draft else { return Ok(None) };
    let read = interchange::page_of_file("page.md", &after).map_err(|_| {
        Failure::Refused("what the editor wrote is no text, or over 16 MiB: nothing was changed".into())
    })?;
    for problem in &read.problems {
        print::note(&one_line(&problem.to_string()));
    }
    let old = &page.fields;
    let had = front::parse(old.front.as_deref().unwrap_or_default()).fields;
    let fields = Fields {
        path: old.path.clone(),
        source: old.source.clone(),
        files: old.files.clone(),
        trashed: old.trashed,
        original: old.original,
        // What the file does not say by itself stays, unless its line was taken out.
        created: read.fields.created.or(old.created.filter(|_| had.created.is_none())),
        ..read.fields
    };
    Ok(Some((Content { fields, body: read.body }, draft)))
}

/// Runs the editor on `file`, and says whether it ended well.
fn editor(file: &Path) -> std::io::Result<bool> {
    let named = ["VISUAL", "EDITOR"].into_iter().filter_map(|name| std::env::var(name).ok());
    let editor = named.into_iter().find(|editor| !editor.trim().is_empty());
    let editor = editor.unwrap_or_else(|| if cfg!(windows) { "notepad" } else { "vi" }.to_owned());
    // An editor may come with options; a shell takes them apart as its user expects.
    let mut command = if cfg!(windows) {
        let mut words = editor.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or("notepad"));
        command.args(words).arg(file);
        command
    } else {
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("{editor} \"$1\"")).arg("sh").arg(file);
        command
    };
    Ok(command.status()?.success())
}

/// A file with the page's text. One that is dropped without being discarded stays, and is named: it holds somebody's work.
pub struct Draft(PathBuf);

impl Draft {
    fn new(folder: &Path, text: &[u8]) -> Result<Self, Failure> {
        let id: String = random()?.iter().map(|byte| format!("{byte:02x}")).collect();
        let path = folder.join(format!("draft-{id}.md"));
        fs::write(&path, text).map_err(|error| Failure::disk("write", &path, error))?;
        Ok(Self(path))
    }

    /// Takes the file away, and gives nothing.
    pub fn discard(mut self) -> Option<Self> {
        let path = std::mem::take(&mut self.0);
        if let Err(error) = fs::remove_file(&path) {
            print::note(&one_line(&format!("{} cannot be removed ({error})", path.display())));
        }
        None
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty() {
            print::note(&one_line(&format!("what the editor wrote is kept in {}", self.0.display())));
        }
    }
}
