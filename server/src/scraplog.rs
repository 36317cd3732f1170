//! A store as one file: `scrap export --log` writes it, `scrap import` takes it back with ids and history.
//!
//! The file is `scraplog`, the version as one byte (1), then records:
//!
//! | record | bytes |
//! |---|---|
//! | text | `T`, length, the text's BLAKE3, the text in UTF-8 |
//! | blob | `B`, length, the file's BLAKE3, the file |
//! | entry | `E`, length, the entry's id (its BLAKE3), the entry's CBOR |
//! | end | `Z`, how many records came before it; nothing follows |
//!
//! A length and the count at the end have eight bytes, the lowest first. Texts come before the entries that name them,
//! and so do files. A reader checks every hash, and takes a file without its end for cut short.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use scrap_core::entry::{Envelope, MAX_BODY_BYTES, MAX_ENTRY_BYTES};
use scrap_core::id::{BlobHash, EntryId};
use scrap_core::store::{Arrival, Batch, Store, StoreError, is_worth_merging};
use serde::Serialize;

use crate::blobs::PutError;
use crate::coming::Coming;
use crate::data::Data;
use crate::error::Failure;
use crate::import::merge_index;
use crate::print::{counted, note, one_line};

const MAGIC: &[u8; 9] = b"scraplog\x01";

/// Records that are kept together: so many, of so many bytes, and no longer than others shall wait.
const BATCH: u64 = 500;
const BATCH_BYTES: u64 = 16 * 1024 * 1024;
const BATCH_TIME: Duration = Duration::from_millis(100);

/// What was written or taken in.
#[derive(Debug, Default, Serialize)]
pub struct Counts {
    /// Bodies and readings.
    pub texts: u64,
    /// Entries that the store did not have, or all that were written.
    pub entries: u64,
    /// Entries that were there already.
    pub known: u64,
    /// Entries that were removed for good here before, and stay so.
    pub removed: u64,
    /// Files.
    pub files: u64,
    /// Files that are named and were not there to be written.
    pub missing: u64,
}

impl Counts {
    /// For people.
    pub fn text(&self) -> String {
        format!(
            "{} new, {} known{}; {}, {}\n",
            entries(self.entries),
            self.known,
            if self.removed > 0 { format!(", {} removed here and left out", self.removed) } else { String::new() },
            counted(self.texts, "text"),
            counted(self.files, "file")
        )
    }
}

/// A count of entries.
pub fn entries(count: u64) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") }
}

/// Whether the file says that it is a log, of whatever version.
pub fn is_log(path: &Path) -> bool {
    let mut start = [0; 8];
    path.is_file() && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == MAGIC[..8]
}

/// Writes everything to `path`, under another name until it is whole.
pub fn write(data: &Data, store: &Store, path: &Path, stop: &AtomicBool) -> Result<Counts, Failure> {
    let coming = Coming::beside(path).map_err(|error| Failure::disk("write", path, error))?;
    let file = coming.file().try_clone().map_err(|error| Failure::disk("write", path, error))?;
    let out = BufWriter::with_capacity(1 << 20, file);
    let mut log = Writer { out, path, stop, counts: Counts::default(), records: 0 };
    log.bytes(MAGIC)?;
    // Texts come first from the store, then the files, then the entries that name both.
    store.snapshot(|store| {
        let mut files = Some(store.blobs()?);
        let log = std::cell::RefCell::new(&mut log);
        store.export_log::<Failure>(
            |hash, text| {
                let mut log = log.borrow_mut();
                log.counts.texts += 1;
                log.record(b'T', &hash.0, text.as_bytes())
            },
            |id, bytes| {
                let mut log = log.borrow_mut();
                for (hash, _) in files.take().unwrap_or_default() {
                    log.file(data, hash)?;
                }
                log.counts.entries += 1;
                log.record(b'E', &id.0, bytes)
            },
        )
    })?;
    let Writer { mut out, counts, records, .. } = log;
    let end = move || -> io::Result<()> {
        out.write_all(b"Z")?;
        out.write_all(&records.to_le_bytes())?;
        out.flush()?;
        coming.keep(path)
    };
    end().map_err(|error| Failure::disk("write", path, error))?;
    Ok(counts)
}

struct Writer<'a> {
    out: BufWriter<File>,
    path: &'a Path,
    stop: &'a AtomicBool,
    counts: Counts,
    records: u64,
}

impl Writer<'_> {
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(|error| Failure::disk("write", self.path, error))
    }

    fn record(&mut self, kind: u8, hash: &[u8; 32], bytes: &[u8]) -> Result<(), Failure> {
        self.head(kind, bytes.len() as u64, hash)?;
        self.bytes(bytes)
    }

    fn head(&mut self, kind: u8, length: u64, hash: &[u8; 32]) -> Result<(), Failure> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted("stopped: nothing was written".to_owned()));
        }
        self.records += 1;
        self.bytes(&[kind])?;
        self.bytes(&length.to_le_bytes())?;
        self.bytes(hash)
    }

    fn file(&mut self, data: &Data, hash: BlobHash) -> Result<(), Failure> {
        let blobs = data.blobs();
        let path = blobs.path(hash);
        let opened = blobs.open(hash).and_then(|file| Ok((file.metadata()?.len(), file)));
        let (length, file) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                self.counts.missing += 1;
                note(&format!("the file {hash} is named and cannot be read ({error}): the log goes without it"));
                return Ok(());
            }
        };
        self.head(b'B', length, &hash.0)?;
        let copied = io::copy(&mut file.take(length), &mut self.out);
        let copied = copied.map_err(|error| Failure::disk("copy", &path, error))?;
        if copied != length {
            return Err(Failure::Refused(format!("the file {hash} was changed while it was copied: try again")));
        }
        self.counts.files += 1;
        Ok(())
    }
}

/// Takes a log in. What came in before a fault or an interrupt stays: taking it in again goes on from there.
pub fn take(data: &Data, store: &mut Store, path: &Path, stop: &AtomicBool) -> Result<Counts, Failure> {
    let file = File::open(path).map_err(|error| Failure::disk("read", path, error))?;
    let mut log = Reader { input: BufReader::with_capacity(1 << 20, file), path };
    if log.array::<9>()? != *MAGIC {
        return Err(log.bad("it was written by a newer scrap: update scrap to read it"));
    }
    let mut removed = HashSet::new();
    let counts = records(data, store, &mut log, stop, &mut removed);
    // Whatever ended it, what its removed entries brought along is not kept.
    let turn = data.turn();
    let mut batch = store.batch()?;
    batch.forget_texts(removed)?;
    batch.commit()?;
    drop(turn);
    let counts = counts?;
    if is_worth_merging(counts.entries, store.page_count()?) {
        merge_index(data, store, stop)?;
    }
    Ok(counts)
}

/// Takes the records in, up to the end. `removed` gets the texts of entries that had been removed for good here: others
/// may name them further on.
fn records(
    data: &Data,
    store: &mut Store,
    log: &mut Reader<'_>,
    stop: &AtomicBool,
    removed: &mut HashSet<BlobHash>,
) -> Result<Counts, Failure> {
    let mut counts = Counts::default();
    let mut records = 0_u64;
    let mut head = log.head()?;
    while head.kind != b'Z' {
        records += 1;
        if head.kind == b'B' {
            // Nobody is kept waiting while a file is copied.
            let hash = log.array()?;
            log.file(data, head.length, BlobHash(hash))?;
            counts.files += 1;
            head = log.head()?;
            stopped(stop, &counts)?;
            continue;
        }
        let turn = data.turn();
        let mut batch = store.batch()?;
        let (mut held, mut bytes, started) = (0, 0, Instant::now());
        loop {
            record(&mut batch, log, &head, &mut counts, removed)?;
            held += 1;
            bytes += head.length;
            head = log.head()?;
            let full = held >= BATCH || bytes >= BATCH_BYTES || started.elapsed() >= BATCH_TIME;
            if full || stop.load(Ordering::Relaxed) || matches!(head.kind, b'B' | b'Z') {
                break;
            }
            records += 1;
        }
        batch.commit()?;
        drop(turn);
        stopped(stop, &counts)?;
    }
    if head.length != records || !log.ends()? {
        return Err(log.bad("it is not as long as its end says: get it again"));
    }
    Ok(counts)
}

fn stopped(stop: &AtomicBool, counts: &Counts) -> Result<(), Failure> {
    if !stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    let so_far = entries(counts.entries);
    Err(Failure::Interrupted(format!("stopped after {so_far}: import the log again to go on")))
}

/// Takes in a text or an entry.
fn record(
    batch: &mut Batch<'_>,
    log: &mut Reader<'_>,
    head: &Head,
    counts: &mut Counts,
    removed: &mut HashSet<BlobHash>,
) -> Result<(), Failure> {
    let hash: [u8; 32] = log.array()?;
    match head.kind {
        b'T' => {
            let text = String::from_utf8(log.bytes(head.length, MAX_BODY_BYTES)?);
            let text = text.map_err(|_| log.bad("a text in it is not UTF-8: get it again"))?;
            if BlobHash::of(text.as_bytes()).0 != hash {
                return Err(log.damaged());
            }
            batch.receive_text(&text)?;
            counts.texts += 1;
        }
        b'E' => {
            let entry = log.bytes(head.length, MAX_ENTRY_BYTES)?;
            if EntryId::of(&entry).0 != hash {
                return Err(log.damaged());
            }
            match batch.receive(&entry) {
                Ok(Arrival::New) => counts.entries += 1,
                Ok(Arrival::Known) => counts.known += 1,
                Ok(Arrival::Removed) => {
                    counts.removed += 1;
                    removed.extend(Envelope::read(&entry).into_iter().flat_map(|envelope| envelope.texts));
                }
                Err(StoreError::Entry(error)) => return Err(log.bad(&format!("an entry in it is bad ({error})"))),
                Err(error) => return Err(error.into()),
            }
        }
        _ => return Err(log.damaged()),
    }
    Ok(())
}

/// How a record begins.
struct Head {
    kind: u8,
    length: u64,
}

struct Reader<'a> {
    input: BufReader<File>,
    path: &'a Path,
}

impl Reader<'_> {
    fn head(&mut self) -> Result<Head, Failure> {
        let [kind] = self.array()?;
        Ok(Head { kind, length: u64::from_le_bytes(self.array()?) })
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Failure> {
        let mut bytes = [0; N];
        self.input.read_exact(&mut bytes).map_err(|error| self.cut(error))?;
        Ok(bytes)
    }

    /// The next `length` bytes, of which there may be `most`.
    fn bytes(&mut self, length: u64, most: usize) -> Result<Vec<u8>, Failure> {
        if length > most as u64 {
            return Err(self.damaged());
        }
        // The length is a claim: memory is taken for what there is.
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(length).read_to_end(&mut bytes).map_err(|error| self.cut(error))?;
        if (read as u64) < length {
            return Err(self.cut(io::ErrorKind::UnexpectedEof.into()));
        }
        Ok(bytes)
    }

    fn file(&mut self, data: &Data, length: u64, hash: BlobHash) -> Result<(), Failure> {
        let blobs = data.blobs();
        let mut part = self.input.by_ref().take(length);
        let (found, size) = match blobs.put(&mut part) {
            Ok(put) => put,
            Err(PutError::Read(error)) => return Err(Failure::disk("read", self.path, error)),
            Err(PutError::Write(error)) => return Err(Failure::disk("keep a file in", blobs.dir(), error)),
        };
        if size < length {
            return Err(self.cut(io::ErrorKind::UnexpectedEof.into()));
        }
        if found != hash { Err(self.damaged()) } else { Ok(()) }
    }

    fn ends(&mut self) -> Result<bool, Failure> {
        let mut byte = [0];
        let read = self.input.read(&mut byte).map_err(|error| Failure::disk("read", self.path, error))?;
        Ok(read == 0)
    }

    fn cut(&self, error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::UnexpectedEof {
            return self.bad("it is cut short: get it again");
        }
        Failure::disk("read", self.path, error)
    }

    fn damaged(&self) -> Failure {
        self.bad("it is damaged, a hash in it does not hold: get it again")
    }

    fn bad(&self, what: &str) -> Failure {
        Failure::Log(format!("{}: {what}", one_line(&self.path.display().to_string())))
    }
}
