//! Files by the BLAKE3 of their bytes, in a folder: `ab/cdef…`. A file that is here is whole, and on the disk: it is
//! written under another name, synced, renamed, and its folder synced.

use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use scrap_core::id::BlobHash;

use crate::coming::{Coming, clear_dead, sync_folder};

/// What is read at once.
const CHUNK: usize = 256 * 1024;

/// Files up to this length are read whole.
const SMALL: u64 = 1024 * 1024;

/// What a blob is called until it is whole.
const PREFIX: &str = "coming-";

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
        let coming = Coming::in_folder(&self.dir, PREFIX).map_err(PutError::Write)?;
        let (hash, size) = copy(reader, |bytes| coming.file().write_all(bytes))?;
        let place = || -> io::Result<()> {
            let path = self.path(hash);
            let made = path.parent().filter(|folder| !folder.exists());
            made.map_or(Ok(()), fs::create_dir_all)?;
            coming.keep(&path)?;
            made.map_or(Ok(()), |_| sync_folder(&self.dir))
        };
        place().map_err(PutError::Write)?;
        Ok((hash, size))
    }

    /// Takes away what killed processes left half written.
    pub fn clear_dead(&self) {
        clear_dead(&self.dir, PREFIX);
    }

    /// Whether there is any blob.
    pub fn any(&self) -> bool {
        let mut folders = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        folders.any(|folder| fs::read_dir(folder.path()).is_ok_and(|mut files| files.next().is_some()))
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
