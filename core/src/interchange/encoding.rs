//! Bytes as text, and back: UTF-8, UTF-16, UTF-32, else Windows-1252.
//!
//! Our own code, since these few are all that is read: a library of every encoding brings tables that weigh a seventh
//! of the browser's program.

use std::borrow::Cow;

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

const UTF_8: &str = "UTF-8";
const UTF_16LE: &str = "UTF-16LE";
const UTF_16BE: &str = "UTF-16BE";
const UTF_32LE: &str = "UTF-32LE";
const UTF_32BE: &str = "UTF-32BE";
const WINDOWS_1252: &str = "windows-1252";

/// Reads bytes as text: valid UTF-8 as such; UTF-32 by its byte-order mark; UTF-16 by its own, or where every other byte
/// is zero; UTF-8 with a few bad bytes where most of what is not ASCII is good; else Windows-1252. Linear in the bytes.
#[must_use]
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    if let Some(text) = utf32(bytes).or_else(|| marked_utf16(bytes)).or_else(|| unmarked_utf16(bytes)) {
        return Decoded::Text(text);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let nuls = bytes.iter().filter(|byte| **byte == 0).count();
        // A stray one or two may be a slip; a short text with them is still read.
        if nuls > 4 && nuls * 100 > bytes.len() {
            return Decoded::Binary;
        }
        return Decoded::Text(Text { text: Cow::Borrowed(text), encoding: UTF_8, lossy: false });
    }
    let odd = |byte: &&u8| matches!(**byte, 0..=8 | 11 | 14..=26 | 28..=31 | 127);
    if bytes.iter().filter(odd).count() * 50 > bytes.len() {
        return Decoded::Binary;
    }
    let (good, bad) = bytes.utf8_chunks().fold((0_usize, 0_usize), |(good, bad), chunk| {
        let letters = chunk.valid().chars().filter(|char| !char.is_ascii()).count();
        (good + letters, bad + usize::from(!chunk.invalid().is_empty()))
    });
    Decoded::Text(if good > bad {
        Text { text: String::from_utf8_lossy(bytes), encoding: UTF_8, lossy: true }
    } else {
        let text = bytes.iter().map(|byte| of_windows_1252(*byte)).collect();
        Text { text: Cow::Owned(text), encoding: WINDOWS_1252, lossy: false }
    })
}

/// The text in the encoding that bytes were read in, if it can hold all of it.
pub(super) fn encode(text: &str, encoding: &str) -> Option<Vec<u8>> {
    let bytes = match encoding {
        UTF_16LE => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        UTF_16BE => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        UTF_32LE => text.chars().flat_map(|char| u32::from(char).to_le_bytes()).collect(),
        UTF_32BE => text.chars().flat_map(|char| u32::from(char).to_be_bytes()).collect(),
        WINDOWS_1252 => text.chars().map(to_windows_1252).collect::<Option<Vec<u8>>>()?,
        _ => return None,
    };
    let reads_back = matches!(decode(&bytes), Decoded::Text(read) if read.text == text && read.encoding == encoding);
    reads_back.then_some(bytes)
}

/// The text behind a mark of UTF-32, whose one order begins as UTF-16's does: so every four bytes have to be a character.
fn utf32(bytes: &[u8]) -> Option<Text<'static>> {
    let (units, rest) = bytes.as_chunks::<4>();
    let (encoding, read): (_, fn([u8; 4]) -> u32) = match units.first()? {
        [0xff, 0xfe, 0, 0] => (UTF_32LE, u32::from_le_bytes),
        [0, 0, 0xfe, 0xff] => (UTF_32BE, u32::from_be_bytes),
        _ => return None,
    };
    let text = units.iter().map(|unit| char::from_u32(read(*unit))).collect::<Option<String>>()?;
    rest.is_empty().then_some(Text { text: Cow::Owned(text), encoding, lossy: false })
}

/// The text behind a mark of UTF-16, whatever is wrong with it.
fn marked_utf16(bytes: &[u8]) -> Option<Text<'static>> {
    match bytes {
        [0xff, 0xfe, ..] => Some(of_utf16(bytes, UTF_16LE)),
        [0xfe, 0xff, ..] => Some(of_utf16(bytes, UTF_16BE)),
        _ => None,
    }
}

/// Text in UTF-16 without a mark, if all of it is good: most of its characters have a zero byte, on the same side.
fn unmarked_utf16(bytes: &[u8]) -> Option<Text<'static>> {
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
    Some(of_utf16(bytes, encoding)).filter(|text| !text.lossy)
}

/// Half a surrogate pair and half a unit become U+FFFD.
fn of_utf16(bytes: &[u8], encoding: &'static str) -> Text<'static> {
    let read = if encoding == UTF_16BE { u16::from_be_bytes } else { u16::from_le_bytes };
    let (units, rest) = bytes.as_chunks::<2>();
    let mut lossy = !rest.is_empty();
    let mut text = String::with_capacity(bytes.len());
    for unit in char::decode_utf16(units.iter().map(|unit| read(*unit))) {
        lossy |= unit.is_err();
        text.push(unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    Text { text: Cow::Owned(text), encoding, lossy }
}

/// What Windows-1252 has from 0x80 to 0x9F; elsewhere it is Latin-1. The five bytes that Windows leaves undefined are
/// the control characters that they are in Latin-1, as browsers read them (encoding.spec.whatwg.org).
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', //
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn of_windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn to_windows_1252(char: char) -> Option<u8> {
    match u8::try_from(u32::from(char)) {
        Ok(byte) if of_windows_1252(byte) == char => Some(byte),
        _ => (0x80..=0x9f).find(|byte| of_windows_1252(*byte) == char),
    }
}
