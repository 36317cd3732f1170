//! A zip file written piece by piece: stored, not compressed, with names in UTF-8. Its pieces stand one after the other
//! as they are made, so that nobody has to hold the whole. Past 65,535 files or 4 GiB it writes the zip64 records
//! (APPNOTE 6.3, 4.3.14 to 4.3.16 and 4.5.3); one file stays under 4 GiB.

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const END64: u32 = 0x0606_4b50;
const END64_PLACE: u32 = 0x0706_4b50;

/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
const PLAIN: u16 = 20;
const ZIP64: u16 = 45;
const MAX32: u32 = u32::MAX;
const MAX16: u16 = u16::MAX;

/// What is known of the files so far.
#[derive(Debug, Default)]
pub struct Zip {
    central: Vec<u8>,
    files: u64,
    at: u64,
}

/// A file that does not go into a zip: its name or its length is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the file is too large for a zip, or its name is too long")]
pub struct TooLarge;

impl Zip {
    /// What stands before the bytes of a file. They follow, then the next file's head.
    ///
    /// # Errors
    /// [`TooLarge`]; nothing was added then.
    pub fn head(&mut self, path: &str, modified_ms: i64, crc: u32, size: u64) -> Result<Vec<u8>, TooLarge> {
        let name = u16::try_from(path.len()).map_err(|_| TooLarge)?;
        let size32 = u32::try_from(size).ok().filter(|size| *size < MAX32).ok_or(TooLarge)?;
        let (time, date) = dos_time(modified_ms);
        let far = self.at >= u64::from(MAX32);
        let version = if far { ZIP64 } else { PLAIN };
        let shared = |out: &mut Vec<u8>, extra: u16| {
            for word in [version, FLAGS, 0, time, date] {
                out.extend(word.to_le_bytes());
            }
            for word in [crc, size32, size32] {
                out.extend(word.to_le_bytes());
            }
            out.extend(name.to_le_bytes());
            out.extend(extra.to_le_bytes());
        };
        let mut head = LOCAL.to_le_bytes().to_vec();
        shared(&mut head, 0);
        head.extend(path.as_bytes());

        self.central.extend(CENTRAL.to_le_bytes());
        self.central.extend(version.to_le_bytes());
        shared(&mut self.central, if far { 12 } else { 0 });
        self.central.extend([0; 10]);
        self.central.extend(u32::try_from(self.at).unwrap_or(MAX32).to_le_bytes());
        self.central.extend(path.as_bytes());
        if far {
            self.central.extend([1, 0, 8, 0]);
            self.central.extend(self.at.to_le_bytes());
        }
        self.files += 1;
        self.at += head.len() as u64 + size;
        Ok(head)
    }

    /// What stands after the last file.
    #[must_use]
    pub fn end(self) -> Vec<u8> {
        let Self { central: mut out, files, at } = self;
        let length = out.len() as u64;
        if files >= u64::from(MAX16) || at + length >= u64::from(MAX32) {
            out.extend(END64.to_le_bytes());
            out.extend(44_u64.to_le_bytes());
            out.extend(ZIP64.to_le_bytes());
            out.extend(ZIP64.to_le_bytes());
            out.extend([0; 8]);
            for word in [files, files, length, at] {
                out.extend(word.to_le_bytes());
            }
            out.extend(END64_PLACE.to_le_bytes());
            out.extend([0; 4]);
            out.extend((at + length).to_le_bytes());
            out.extend(1_u32.to_le_bytes());
        }
        out.extend(END.to_le_bytes());
        out.extend([0; 4]);
        let files = u16::try_from(files).unwrap_or(MAX16).to_le_bytes();
        out.extend(files);
        out.extend(files);
        out.extend(u32::try_from(length).unwrap_or(MAX32).to_le_bytes());
        out.extend(u32::try_from(at).unwrap_or(MAX32).to_le_bytes());
        out.extend([0; 2]);
        out
    }
}

/// The CRC-32 that zip wants (ISO 3309, reflected).
#[must_use]
pub fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        let at = (crc ^ u32::from(*byte)) & 0xff;
        (crc >> 8) ^ TABLE.get(at as usize).copied().unwrap_or_default()
    };
    !bytes.iter().fold(!0, step)
}

const TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let mut crc = at as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[at] = crc;
        at += 1;
    }
    table
}

/// Time and date as DOS had them, in UTC: 1980 to 2107, to two seconds.
fn dos_time(ms: i64) -> (u16, u16) {
    let seconds = ms.div_euclid(1_000).clamp(315_532_800, 4_354_819_198);
    let (days, of_day) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Hinnant's `civil_from_days`, for years that are never before 1970.
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let of_era = shifted % 146_097;
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let time = (of_day / 3_600) << 11 | (of_day / 60 % 60) << 5 | (of_day % 60 / 2);
    let date = (year - 1980) << 9 | month << 5 | day;
    (time as u16, date as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_that_zip_wants() {
        assert_eq!([crc(b""), crc(b"123456789")], [0, 0xcbf4_3926]);
    }

    #[test]
    fn times_are_those_of_dos() {
        let read = |ms: i64| {
            let (time, date) = dos_time(ms);
            let date = ((date >> 9) + 1980, (date >> 5) & 15, date & 31);
            (date, (time >> 11, (time >> 5) & 63, (time & 31) * 2))
        };
        assert_eq!(read(1_709_210_096_000), ((2024, 2, 29), (12, 34, 56)));
        assert_eq!(read(0), ((1980, 1, 1), (0, 0, 0)));
        assert_eq!(read(i64::MAX).0, (2107, 12, 31));
    }

    #[test]
    fn a_zip_of_two_files_has_each_where_its_directory_says() {
        let mut zip = Zip::default();
        let mut out = Vec::new();
        for (path, bytes) in [("a.md", &b"one"[..]), ("é/b.md", b"")] {
            out.extend(zip.head(path, 0, crc(bytes), bytes.len() as u64).unwrap());
            out.extend(bytes);
        }
        let central = out.len();
        out.extend(zip.end());
        let end = out.len() - 22;
        let word = |at: usize| u32::from_le_bytes(out[at..at + 4].try_into().unwrap());
        assert_eq!((word(end), word(end + 16) as usize, word(end + 12) as usize), (END, central, end - central));
        assert_eq!(u16::from_le_bytes(out[end + 10..end + 12].try_into().unwrap()), 2);
        let mut at = central;
        for (path, start) in [("a.md", 0), ("é/b.md", 37)] {
            assert_eq!((word(at), word(at + 42) as usize, word(start)), (CENTRAL, start, LOCAL));
            assert_eq!(&out[at + 46..at + 46 + path.len()], path.as_bytes());
            assert_eq!(&out[start + 30..start + 30 + path.len()], path.as_bytes());
            at += 46 + path.len();
        }
        assert_eq!(at, end);
    }

    #[test]
    fn many_files_or_bytes_bring_the_larger_records() {
        let mut many = Zip::default();
        for _ in 0..70_000 {
            many.head("x", 0, 0, 0).unwrap();
        }
        let end = many.end();
        let records = &end[end.len() - 22 - 20 - 56..];
        assert_eq!(records[..4], END64.to_le_bytes());
        assert_eq!(records[24..32], 70_000_u64.to_le_bytes());
        let mut large = Zip::default();
        large.head("a", 0, 0, 3_000_000_000).unwrap();
        large.head("b", 0, 0, 3_000_000_000).unwrap();
        large.head("c", 0, 0, 1).unwrap();
        let far = large.central.len() - 8;
        assert_eq!(large.central[far..], (6_000_000_000_u64 + 62).to_le_bytes());
        assert_eq!(Zip::default().head("a", 0, 0, 5_000_000_000), Err(TooLarge));
    }
}
