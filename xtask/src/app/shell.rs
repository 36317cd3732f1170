//! The files of the app by name, hashes in their names, and the templates that mention them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

/// The app's files: path from its root, and bytes.
#[derive(Default)]
pub struct Site {
    files: BTreeMap<String, Vec<u8>>,
    build: String,
}

impl Site {
    /// Adds a file under a name of its content, and gives that name without its folder.
    pub fn asset(&mut self, name: &str, bytes: Vec<u8>) -> String {
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let named = format!("{stem}-{}.{extension}", &hex(&Sha256::digest(&bytes))[..16]);
        self.files.insert(format!("assets/{named}"), bytes);
        named
    }

    /// Adds a file under its own name.
    pub fn put(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.insert(name.to_owned(), bytes);
    }

    /// Adds a file once more.
    pub fn copy(&mut self, from: &str, to: &str) -> Result<()> {
        let bytes = self.files.get(from).with_context(|| format!("there is no {from}"))?.clone();
        self.put(to, bytes);
        Ok(())
    }

    /// A name for all files so far and `more`: other bytes in any of them give another.
    pub fn digest(&self, more: &[u8]) -> String {
        let mut all = Sha256::new();
        for (name, bytes) in &self.files {
            all.update((name.len() as u64).to_le_bytes());
            all.update(name);
            all.update((bytes.len() as u64).to_le_bytes());
            all.update(bytes);
        }
        all.update(more);
        hex(&all.finalize())[..12].to_owned()
    }

    /// The files so far as rows of the service worker's list. The page goes by the folder's address and without a
    /// hash: hosts may write into it.
    pub fn listed(&self) -> String {
        let mut rows = String::new();
        for (name, bytes) in &self.files {
            let row = if name == "index.html" {
                write!(rows, "[\"./\", \"\"],\n  ")
            } else {
                write!(rows, "[\"./{name}\", \"sha256-{}\"],\n  ", base64(&Sha256::digest(bytes)))
            };
            debug_assert!(row.is_ok(), "a string takes everything");
        }
        rows.trim_end().to_owned()
    }

    /// The same files, as this build's.
    pub fn of_build(self, build: String) -> Self {
        Self { build, ..self }
    }

    /// The build's name.
    pub fn build(&self) -> &str {
        &self.build
    }

    /// All files in the order of their names.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }
}

/// Puts values in for `%NAME%`; a name with `",` at its end stands for a whole quoted item of a list.
///
/// # Errors
/// When a name is not in the template, or the template has one that got no value.
pub fn fill(template: &str, values: &[(&str, &str)]) -> Result<String> {
    let mut text = template.to_owned();
    for (name, value) in values {
        let mark = match name.strip_suffix("\",") {
            Some(name) => format!("\"%{name}%\","),
            None => format!("%{name}%"),
        };
        if !text.contains(&mark) {
            bail!("the template has no {mark}");
        }
        text = text.replace(&mark, value);
    }
    match left_over(&text) {
        Some(name) => bail!("nothing was put in for %{name}%"),
        None => Ok(text),
    }
}

fn left_over(text: &str) -> Option<&str> {
    let is_name = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    text.split('%').skip(1).find(is_name)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// RFC 4648, with padding: what an `integrity` value is written in.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |bits: u32| char::from(DIGITS[(bits & 63) as usize]);
    bytes.chunks(3).fold(String::new(), |mut text, chunk| {
        let bits = (0..3).fold(0_u32, |bits, at| bits << 8 | u32::from(chunk.get(at).copied().unwrap_or(0)));
        text.extend([digit(bits >> 18), digit(bits >> 12)]);
        text.push(if chunk.len() > 1 { digit(bits >> 6) } else { '=' });
        text.push(if chunk.len() > 2 { digit(bits) } else { '=' });
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_filled_whole_or_not_at_all() {
        assert_eq!(fill("a %B% c", &[("B", "x")]).unwrap(), "a x c");
        assert_eq!(fill("[\n  \"%ROWS%\",\n]", &[("ROWS\",", "1,\n  2,")]).unwrap(), "[\n  1,\n  2,\n]");
        assert!(fill("a %B% %C%", &[("B", "x")]).is_err());
        assert!(fill("a", &[("B", "x")]).is_err());
        assert_eq!(fill("50 % of %B%", &[("B", "100 %")]).unwrap(), "50 % of 100 %");
    }

    #[test]
    fn base64_is_that_of_the_standard() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let encoded = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(texts.map(|text| base64(text.as_bytes())), encoded);
    }

    #[test]
    fn names_and_builds_follow_the_bytes() {
        let with = |bytes: &[u8]| {
            let mut site = Site::default();
            let name = site.asset("app.js", bytes.to_vec());
            (name, site.digest(b""))
        };
        assert_eq!(with(b"one"), with(b"one"));
        assert_ne!(with(b"one").0, with(b"two").0);
        assert_ne!(with(b"one").1, with(b"two").1);
    }
}
