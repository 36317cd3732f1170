//! An export as one zip file: names in UTF-8, marked so, and such as every system takes.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write as _};
use std::path::{Path, PathBuf};

use scrap_core::time::Instant;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::Sink;
use crate::coming::Coming;
use crate::error::Failure;

/// Above this length an entry needs the large form.
const LARGE: u64 = u32::MAX as u64 / 2;

/// The archive, under another name until it is whole.
pub struct Zip {
    coming: Coming,
    path: PathBuf,
    archive: ZipWriter<BufWriter<File>>,
}

impl Zip {
    /// Begins the archive.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        let coming = Coming::beside(path).map_err(|error| Failure::disk("write", path, error))?;
        let file = coming.file().try_clone().map_err(|error| Failure::disk("write", path, error))?;
        let archive = ZipWriter::new(BufWriter::with_capacity(1 << 20, file));
        Ok(Self { coming, path: path.to_path_buf(), archive })
    }
}

impl Sink for Zip {
    fn put(&mut self, path: &str, bytes: &mut dyn Read, size: u64, changed: Instant) -> Result<(), Failure> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(zip_time(changed))
            .unix_permissions(0o644)
            .large_file(size > LARGE);
        let write = || -> io::Result<()> {
            self.archive.start_file(path, options)?;
            io::copy(bytes, &mut self.archive)?;
            Ok(())
        };
        let mut write = write;
        write().map_err(|error| Failure::disk("write", &self.path, error))
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        let Self { coming, path, archive } = *self;
        let end = || -> io::Result<()> {
            archive.finish()?.flush()?;
            coming.keep(&path)
        };
        end().map_err(|error| Failure::disk("write", &path, error))
    }
}

/// The time in UTC; the format begins in 1980 and ends in 2107.
fn zip_time(instant: Instant) -> DateTime {
    let stamp = jiff::Timestamp::from_millisecond(instant.ms()).unwrap_or_default();
    let time = jiff::tz::Offset::UTC.to_datetime(stamp);
    let part = |value: i8| u8::try_from(value).unwrap_or_default();
    let year = u16::try_from(time.year()).unwrap_or_default();
    DateTime::from_date_and_time(
        year,
        part(time.month()),
        part(time.day()),
        part(time.hour()),
        part(time.minute()),
        part(time.second()),
    )
    .unwrap_or_default()
}
