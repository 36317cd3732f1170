//! Bytes as text, and back: UTF-8, UTF-16, UTF-32, else Windows-1252.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// What a file's bytes are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decoded<'a> {
    /// Text in an encoding that could be told.
    Text(Text<'a>),
    /// No text: too many bytes that no text has.
    Binary,
}

/// Bytes read as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text<'a> {
    /// The text, with its byte-order mark if there is one.
    pub text: Cow<'a, str>,
    /// `UTF-8`, `UTF-16LE`, `UTF-16BE`, `UTF-32LE`, `UTF-32BE` or `windows-1252`.
    pub encoding: &'static str,
    /// Whether bytes were replaced by U+FFFD.
    pub lossy: bool,
}

/// Reads bytes as text: valid UTF-8 as such; UTF-32 by its byte-order mark; UTF-16 by its own, or where every other byte
/// is zero; UTF-8
/// with a few bad bytes where most of what is not ASCII is good; else Windows-1252. Linear in the bytes.
#[must_use]
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    if let Some((text, encoding)) = utf32(bytes) {
        return Decoded::Text(Text { text: Cow::Owned(text), encoding, lossy: false });
    }
    if let Some(encoding) = utf16(bytes) {
        let (text, lossy) = encoding.decode_without_bom_handling(bytes);
        let text = Text { text: Cow::Owned(text.into_owned()), encoding: encoding.name(), lossy };
        return Decoded::Text(text);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let nuls = bytes.iter().filter(|byte| **byte == 0).count();
        // A stray one or two may be a slip; a short text with them is still read.
        if nuls > 4 && nuls * 100 > bytes.len() {
            return Decoded::Binary;
        }
        return Decoded::Text(Text { text: Cow::Borrowed(text), encoding: UTF_8.name(), lossy: false });
    }
    let odd = |byte: &&u8| matches!(**byte, 0..=8 | 11 | 14..=26 | 28..=31 | 127);
    if bytes.iter().filter(odd).count() * 50 > bytes.len() {
        return Decoded::Binary;
    }
    let (good, bad) = bytes.utf8_chunks().fold((0_usize, 0_usize), |(good, bad), chunk| {
        let letters = chunk.valid().chars().filter(|char| !char.is_ascii()).count();
        (good + letters, bad + usize::from(!chunk.invalid().is_empty()))
    });
    let (encoding, lossy) = if good > bad { (UTF_8, true) } else { (WINDOWS_1252, false) };
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    Decoded::Text(Text { text: Cow::Owned(text.into_owned()), encoding: encoding.name(), lossy })
}

/// The text in the encoding that bytes were read in, if it can hold all of it.
pub(super) fn encode(text: &str, encoding: &str) -> Option<Vec<u8>> {
    let bytes = match encoding {
        "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        UTF_32LE => text.chars().flat_map(|char| u32::from(char).to_le_bytes()).collect(),
        UTF_32BE => text.chars().flat_map(|char| u32::from(char).to_be_bytes()).collect(),
        "windows-1252" => {
            let (bytes, _, unmappable) = WINDOWS_1252.encode(text);
            if unmappable {
                return None;
            }
            bytes.into_owned()
        }
        _ => return None,
    };
    let reads_back = matches!(decode(&bytes), Decoded::Text(read) if read.text == text && read.encoding == encoding);
    reads_back.then_some(bytes)
}

const UTF_32LE: &str = "UTF-32LE";
const UTF_32BE: &str = "UTF-32BE";

/// The text behind a mark of UTF-32, whose one order begins as UTF-16's does: so every four bytes have to be a character.
fn utf32(bytes: &[u8]) -> Option<(String, &'static str)> {
    let (units, rest) = bytes.as_chunks::<4>();
    let (encoding, read): (_, fn([u8; 4]) -> u32) = match units.first()? {
        [0xff, 0xfe, 0, 0] => (UTF_32LE, u32::from_le_bytes),
        [0, 0, 0xfe, 0xff] => (UTF_32BE, u32::from_be_bytes),
        _ => return None,
    };
    let text = units.iter().map(|unit| char::from_u32(read(*unit))).collect::<Option<String>>()?;
    rest.is_empty().then_some((text, encoding))
}

fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [0xff, 0xfe, ..] => return Some(UTF_16LE),
        [0xfe, 0xff, ..] => return Some(UTF_16BE),
        _ => {}
    }
    if bytes.len() < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    // A sample is enough: whoever writes UTF-16 without a mark writes it throughout.
    let sample = &bytes[..bytes.len().min(4096)];
    let zeros = |from: usize| sample.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, units) = (zeros(0), zeros(1), sample.len() / 2);
    let encoding = if odd * 10 >= units * 7 && even == 0 {
        UTF_16LE
    } else if even * 10 >= units * 7 && odd == 0 {
        UTF_16BE
    } else {
        return None;
    };
    encoding.decode_without_bom_handling_and_without_replacement(bytes).map(|_| encoding)
}
