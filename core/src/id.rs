//! Names of things: pages by 16 bytes, entries and blobs by the BLAKE3 of their bytes. No lookup is done here.

use std::fmt;
use std::str::FromStr;

use unicode_normalization::UnicodeNormalization as _;

/// Crockford's base 32 in lower case: no `i`, `l`, `o` or `u` to misread.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A page, for ever: random when made in scrap, the hash of (source, path) when imported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageId(pub [u8; 16]);

impl PageId {
    /// The id of an imported page, the same on every device that imports the same path of the same source. File systems
    /// spell one name in several ways (`é` as one character or as two), so names are compared composed (NFC).
    #[must_use]
    pub fn of_import(source: &str, path: &str) -> Self {
        let composed = |name: &str| name.nfc().collect::<String>();
        Self::of_spelling(&composed(source), &composed(path))
    }

    /// The id of an imported page whose folder has another file of the same name in another spelling: that of
    /// [`PageId::of_import`] for the one that is spelled composed.
    #[must_use]
    pub fn of_spelling(source: &str, path: &str) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("scrap 2026 page id of an import");
        hasher.update(&(source.len() as u64).to_le_bytes());
        hasher.update(source.as_bytes());
        hasher.update(path.as_bytes());
        let mut id = [0; 16];
        id.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Self(id)
    }

    /// The last four characters, which tell apart pages that claim one path.
    #[must_use]
    pub fn tail(self) -> String {
        self.to_string().split_off(22)
    }
}

impl fmt::Display for PageId {
    /// 26 characters of Crockford's base 32.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut value = u128::from_be_bytes(self.0);
        let mut text = [0_u8; 26];
        for slot in text.iter_mut().rev() {
            *slot = ALPHABET[(value & 31) as usize];
            value >>= 5;
        }
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

impl FromStr for PageId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        if text.len() != 26 {
            return Err(BadId);
        }
        let mut value: u128 = 0;
        for byte in text.bytes() {
            let digit = ALPHABET.iter().position(|&a| a == byte.to_ascii_lowercase()).ok_or(BadId)?;
            // 26 digits hold 130 bits: the first may use three of its five.
            if value >> 123 != 0 {
                return Err(BadId);
            }
            value = value << 5 | digit as u128;
        }
        Ok(Self(value.to_be_bytes()))
    }
}

impl fmt::Debug for PageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is no page id or hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not an id: a page id has 26 letters and digits, a hash has 64 hexadecimal digits")]
pub struct BadId;

macro_rules! hash_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub [u8; 32]);

        impl $name {
            /// The BLAKE3 of `bytes`.
            #[must_use]
            pub fn of(bytes: &[u8]) -> Self {
                Self(*blake3::hash(bytes).as_bytes())
            }
        }

        impl fmt::Display for $name {
            /// 64 hexadecimal digits.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&blake3::Hash::from_bytes(self.0).to_hex())
            }
        }

        impl fmt::Debug for $name {
            /// The first eight digits, enough to tell entries apart in a test's output.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&blake3::Hash::from_bytes(self.0).to_hex()[..8])
            }
        }

        impl FromStr for $name {
            type Err = BadId;

            fn from_str(text: &str) -> Result<Self, BadId> {
                blake3::Hash::from_hex(text).map(|h| Self(*h.as_bytes())).map_err(|_| BadId)
            }
        }
    };
}

hash_type! {
    /// An entry of the log, by the BLAKE3 of its bytes.
    EntryId
}
hash_type! {
    /// A body, a reading or a file, by the BLAKE3 of its bytes.
    BlobHash
}

/// The replica that wrote an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeviceId(pub [u8; 16]);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_page_id_reads_back(bytes: [u8; 16]) {
            let id = PageId(bytes);
            prop_assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn what_is_no_page_id_is_refused() {
        for text in ["", "u0000000000000000000000000", "z0000000000000000000000000", "8zzzzzzzzzzzzzzzzzzzzzzzzz"] {
            assert_eq!(text.parse::<PageId>(), Err(BadId), "{text}");
        }
    }

    #[test]
    fn one_name_in_two_spellings_is_one_page() {
        let (composed, apart) = ("caf\u{e9}/a", "cafe\u{301}/a");
        assert_eq!(PageId::of_import("\u{e9}", composed), PageId::of_import("e\u{301}", apart));
        assert_eq!(PageId::of_import("s", composed), PageId::of_spelling("s", composed));
        assert_ne!(PageId::of_spelling("s", composed), PageId::of_spelling("s", apart));
    }

    #[test]
    fn source_and_path_do_not_run_together() {
        assert_ne!(PageId::of_import("a", "b/c"), PageId::of_import("a/b", "c"));
        assert_ne!(PageId::of_import("ab", "c"), PageId::of_import("a", "bc"));
    }
}
