//! Files by the BLAKE3 of their bytes, in a folder: `ab/cdef…`. A file that is here is whole, and on the disk: it is
//! written under another name, synced, renamed, and its folder synced.

use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use scrap_core::id::BlobHash;

/// What is read at once.
const CHUNK: usize = 256 * 1024;

/// Files up to this length are read whole.
const SMALL: u64 = 1024 * 1024;

/// The folder of blobs.
#[derive(Debug, Clone)]
pub struct Blobs {
    dir: PathBuf,
}

impl Blobs {
    /// The blobs in `dir`, which is made when the first one comes.
    pub fn in_folder(dir: PathBuf) -> Self {
        Self { dir }
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Where a blob lies.
    pub fn path(&self, hash: BlobHash) -> PathBuf {
        let digits = hash.to_string();
        let (folder, name) = digits.split_at(2);
        self.dir.join(folder).join(name)
    }

    /// Opens a blob whose bytes are those of its name: it is read through first, so that nothing damaged leaves here.
    pub fn open(&self, hash: BlobHash) -> io::Result<File> {
        match self.verify(hash)? {
            Some(_) => File::open(self.path(hash)),
            None => Err(damaged()),
        }
    }

    /// A small blob, whole.
    pub fn read(&self, hash: BlobHash) -> io::Result<Vec<u8>> {
        let bytes = fs::read(self.path(hash))?;
        if BlobHash::of(&bytes) == hash { Ok(bytes) } else { Err(damaged()) }
    }

    /// Keeps bytes.
    pub fn put_bytes(&self, bytes: &[u8]) -> io::Result<BlobHash> {
        let hash = BlobHash::of(bytes);
        if !self.has(hash, bytes.len() as u64) {
            self.put(&mut &*bytes)?;
        }
        Ok(hash)
    }

    /// Keeps a file of any length, of which never more than a part is in memory. One that is here already is only read.
    pub fn put_file(&self, path: &Path) -> Result<(BlobHash, u64), PutError> {
        let mut file = File::open(path).map_err(PutError::Read)?;
        if file.metadata().map_err(PutError::Read)?.len() <= SMALL {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(PutError::Read)?;
            return Ok((self.put_bytes(&bytes).map_err(PutError::Write)?, bytes.len() as u64));
        }
        let (hash, size) = copy(&mut file, |_| Ok(()))?;
        if self.has(hash, size) {
            return Ok((hash, size));
        }
        self.put(&mut File::open(path).map_err(PutError::Read)?)
    }

    /// Keeps whatever `reader` gives, hashed while it is copied.
    pub fn put(&self, reader: &mut dyn Read) -> Result<(BlobHash, u64), PutError> {
        fs::create_dir_all(&self.dir).map_err(PutError::Write)?;
        let coming = Coming::new(&self.dir);
        let mut file = File::create_new(&coming.0).map_err(PutError::Write)?;
        let (hash, size) = copy(reader, |bytes| file.write_all(bytes))?;
        let place = || -> io::Result<()> {
            file.sync_all()?;
            let path = self.path(hash);
            if let Some(folder) = path.parent() {
                let made = !folder.exists();
                fs::create_dir_all(folder)?;
                fs::rename(&coming.0, &path)?;
                sync_folder(folder)?;
                if made {
                    sync_folder(&self.dir)?;
                }
            }
            Ok(())
        };
        place().map_err(PutError::Write)?;
        Ok((hash, size))
    }

    /// Whether the blob is here and whole. One that was damaged on the disk is written anew by whoever brings its bytes.
    fn has(&self, hash: BlobHash, size: u64) -> bool {
        self.verify(hash).is_ok_and(|found| found == Some(size))
    }

    /// Reads the blob through, and gives its length if its bytes are those of its name.
    pub fn verify(&self, hash: BlobHash) -> io::Result<Option<u64>> {
        let mut file = File::open(self.path(hash))?;
        match copy(&mut file, |_| Ok(())) {
            Ok((found, size)) => Ok((found == hash).then_some(size)),
            Err(PutError::Read(error) | PutError::Write(error)) => Err(error),
        }
    }
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "they were changed on the disk")
}

/// Which side of a copy failed.
#[derive(Debug, thiserror::Error)]
pub enum PutError {
    /// The file that was to be kept cannot be read.
    #[error("{0}")]
    Read(io::Error),
    /// The folder of blobs cannot be written.
    #[error("{0}")]
    Write(io::Error),
}

impl From<PutError> for io::Error {
    fn from(error: PutError) -> Self {
        match error {
            PutError::Read(error) | PutError::Write(error) => error,
        }
    }
}

/// Reads to the end and gives hash and length.
fn copy(reader: &mut dyn Read, mut write: impl FnMut(&[u8]) -> io::Result<()>) -> Result<(BlobHash, u64), PutError> {
    let mut hasher = blake3::Hasher::new();
    let mut chunk = vec![0; CHUNK];
    let mut size = 0;
    loop {
        let read = match reader.read(&mut chunk) {
            Ok(0) => return Ok((BlobHash(*hasher.finalize().as_bytes()), size)),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(PutError::Read(error)),
        };
        let bytes = chunk.get(..read).unwrap_or_default();
        hasher.update(bytes);
        write(bytes).map_err(PutError::Write)?;
        size += read as u64;
    }
}

/// A name for a file that is on its way; what did not arrive is taken away.
struct Coming(PathBuf);

impl Coming {
    fn new(dir: &Path) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let time = jiff::Timestamp::now().as_nanosecond();
        Self(dir.join(format!("coming-{}-{time}-{next}.tmp", std::process::id())))
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Makes a rename in `folder` last.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}
