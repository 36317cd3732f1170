//! Writes the app's files, each with its compressed forms beside it where they are smaller.

use std::{
    fs,
    io::{Read, Write},
    path::Path,
};

use anyhow::Result;

use super::shell::Site;

/// A file as it was written, with its sizes in bytes.
pub struct Packed {
    pub name: String,
    pub bytes: usize,
    /// Through Brotli; its plain size where that is smaller.
    pub brotli: usize,
}

impl Packed {
    /// Whether a first visit waits for it: icons and the service worker come after the box answers.
    pub fn is_awaited(&self) -> bool {
        self.name.starts_with("assets/") || self.name == "index.html"
    }
}

/// Makes `out` anew with the site's files in it.
pub fn write(site: &Site, out: &Path) -> Result<Vec<Packed>> {
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    fs::create_dir_all(out.join("assets"))?;
    site.files().map(|(name, bytes)| one(name, bytes, out)).collect()
}

fn one(name: &str, bytes: &[u8], out: &Path) -> Result<Packed> {
    fs::write(out.join(name), bytes)?;
    let mut packed = Packed { name: name.to_owned(), bytes: bytes.len(), brotli: bytes.len() };
    if name.ends_with(".png") {
        return Ok(packed);
    }
    let small = brotli(bytes)?;
    if small.len() < bytes.len() {
        packed.brotli = small.len();
        fs::write(out.join(format!("{name}.br")), small)?;
    }
    let small = gzip(bytes)?;
    if small.len() < bytes.len() {
        fs::write(out.join(format!("{name}.gz")), small)?;
    }
    Ok(packed)
}

fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut small = Vec::new();
    // The best there is: it is done once, and read by every visitor.
    let (buffer, quality, window) = (64 * 1024, 11, 22);
    brotli::CompressorReader::new(bytes, buffer, quality, window).read_to_end(&mut small)?;
    Ok(small)
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}
