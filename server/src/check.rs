//! `scrap check` and `scrap rebuild`: that everything is whole, and how to make the fold anew.

use scrap_core::id::BlobHash;
use scrap_core::store::Fault;
use serde_json::json;

use crate::blobs::Blobs;
use crate::data::Data;
use crate::error::Failure;
use crate::print::{self, counted, one_line};

/// Reads the log, the index and every file, and compares the fold with a fresh one.
pub fn check(data: &Data, as_json: bool) -> Result<u8, Failure> {
    let store = data.open_to_read()?;
    let mut report = data.with_scratch(|scratch| Ok(store.check(scratch)?))?;
    let blobs = store.blobs()?;
    for (hash, size) in &blobs {
        report.faults.extend(fault_of(&data.blobs(), *hash, *size));
    }
    if report.entries == 0 && data.blobs().any() {
        let message = "the log is empty, and files lie beside it: the store's file was lost or an import was cut off: \
                       restore a backup, or import again";
        report.faults.push(Fault { code: "log_empty", message: message.to_owned() });
    }
    if as_json {
        let faults = report.faults.iter().map(|fault| json!({"code": fault.code, "message": fault.message}));
        print::json(&json!({
            "entries": report.entries,
            "texts": report.texts,
            "pages": report.pages,
            "files": blobs.len(),
            "faults": faults.collect::<Vec<_>>(),
            "unchecked": report.unchecked,
        }))?;
    } else {
        let mut text = format!(
            "{}, {}, {}, {}: ",
            counted(report.pages, "page"),
            if report.entries == 1 { "1 entry".to_owned() } else { format!("{} entries", report.entries) },
            counted(report.texts, "text"),
            counted(blobs.len() as u64, "file"),
        );
        text += &if report.faults.is_empty() {
            "all whole\n".to_owned()
        } else {
            counted(report.faults.len() as u64, "fault") + "\n"
        };
        for fault in &report.faults {
            text += &format!("  {}\n", one_line(&fault.message));
        }
        for what in &report.unchecked {
            text += &format!("  not checked: {}\n", one_line(what));
        }
        print::out(&text)?;
    }
    Ok(u8::from(!report.faults.is_empty()))
}

/// What is wrong with a blob.
fn fault_of(blobs: &Blobs, hash: BlobHash, size: Option<u64>) -> Option<Fault> {
    let message = match blobs.verify(hash) {
        Ok(Some(found)) if size.is_none_or(|size| found == size) => return None,
        Ok(_) => {
            let message = format!("the file {hash} was changed on the disk: import it again, or restore a backup");
            return Some(Fault { code: "blob_damaged", message });
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            format!("the file {hash} is named and not here: import it again, or restore a backup")
        }
        Err(error) => format!("the file {hash} cannot be read ({error}): check the disk, or restore a backup"),
    };
    Some(Fault { code: "blob_missing", message })
}

/// Drops what is derived and folds the log anew.
pub fn rebuild(data: &Data) -> Result<u8, Failure> {
    let mut store = data.open()?;
    let _turn = data.turn();
    store.rebuild()?;
    print::out(&format!("{} folded anew\n", counted(store.page_count()?, "page")))?;
    Ok(0)
}
