//! Which file each page and attachment of an export becomes.

use std::collections::{HashMap, HashSet};
use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

use crate::interchange::path::file_name_of;

use super::component::{NAME_LIMIT, shortened, slug_path};

/// Where the files go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A folder on a case-sensitive Unix disk: names stay as they came wherever such a disk takes them.
    Folder,
    /// Any disk, as for a zip file, Windows or macOS: names differ without regard to case and composition.
    Portable,
}

/// A page or attachment that needs a file.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// The source, which becomes the first folder.
    pub source: Option<&'a str>,
    /// The path in the source: a page's without `.md`, a file's whole.
    pub path: Option<&'a str>,
    /// What names it if there is no path.
    pub title: &'a str,
    /// The last characters of its id, which tell it apart where a name is taken.
    pub tail: &'a str,
    /// Whether it is a page, so that `.md` follows.
    pub page: bool,
}

/// Why a name was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// It has signs, a length or a word that file names may not have, or would lie outside the folder.
    NotAllowed,
    /// Another one has it, perhaps in other case or composition.
    Taken,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAllowed => "not allowed as a file name",
            Self::Taken => "taken by another page or file",
        })
    }
}

/// A name that is not the one wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Which of the wanted ones.
    pub index: usize,
    /// The path that it would have.
    pub from: String,
    /// The path that it has.
    pub to: String,
    /// The first reason for it.
    pub why: Why,
}

/// A distinct relative path for each, `/` between its parts, in the order in which they were wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// As many as were wanted.
    pub paths: Vec<String>,
    /// Those that could not be had as they were.
    pub changes: Vec<Change>,
}

impl Plan {
    /// Gives every page and file its path. Whoever can keep a name goes before those that need another, then the
    /// earlier before the later. Linear but for the hashing.
    #[must_use]
    pub fn new(target: Target, wanted: &[Wanted<'_>]) -> Self {
        let mut taken = Taken { target, files: HashSet::new(), folders: HashSet::new(), next: HashMap::new() };
        let asked: Vec<(String, String)> = wanted.iter().map(|one| (one.asked(), one.allowed(target))).collect();
        let mut paths = vec![String::new(); wanted.len()];
        let (kept, changed): (Vec<usize>, Vec<usize>) =
            (0..wanted.len()).partition(|at| asked.get(*at).is_some_and(|(from, to)| from == to));
        for at in kept.into_iter().chain(changed) {
            if let (Some((_, path)), Some(one), Some(slot)) = (asked.get(at), wanted.get(at), paths.get_mut(at)) {
                *slot = taken.give(path, one);
            }
        }
        let changes = asked.into_iter().zip(&paths).enumerate().filter(|(_, ((from, _), to))| from != *to);
        let changes = changes
            .map(|(index, ((from, allowed), to))| {
                let why = if from == allowed { Why::Taken } else { Why::NotAllowed };
                Change { index, from, to: to.clone(), why }
            })
            .collect();
        Self { paths, changes }
    }
}

impl Wanted<'_> {
    /// The path it would have on a disk without rules.
    fn asked(&self) -> String {
        let path = self.path.map_or_else(|| self.title.to_owned(), str::to_owned);
        let file = if self.page { file_name_of(&path) } else { path };
        self.source.map_or_else(|| file.clone(), |source| format!("{source}/{file}"))
    }

    /// The nearest path that the target takes.
    fn allowed(&self, target: Target) -> String {
        let path = self.path.map_or_else(|| slug_path(self.title), str::to_owned);
        let file = if self.page { file_name_of(&path) } else { path };
        let mut parts: Vec<String> = self.source.iter().map(|source| component(target, source)).collect();
        let before = parts.len();
        // An absolute path's and a doubled slash's empty parts name nothing.
        parts.extend(file.split('/').filter(|part| !part.is_empty()).map(|part| component(target, part)));
        if parts.len() == before {
            parts.push(component(target, ""));
        }
        parts.join("/")
    }
}

/// One part as it is, if the target takes it, else made safe with its extension.
fn component(target: Target, part: &str) -> String {
    let fits = match target {
        Target::Folder => fits_unix(part),
        Target::Portable => shortened(part, NAME_LIMIT) == part,
    };
    if fits {
        return part.to_owned();
    }
    match extension(part) {
        Some((stem, dot_extension)) => {
            // The dot keeps a device's name, such as `con.md`, in sight; a stem's own end is trimmed as a name's is.
            let stem = shortened(stem, NAME_LIMIT - dot_extension.len());
            shortened(&(stem + dot_extension), NAME_LIMIT)
        }
        None => shortened(part, NAME_LIMIT),
    }
}

/// Whether a Unix disk takes the name, and it stays inside the folder even where backslashes separate.
fn fits_unix(part: &str) -> bool {
    let windows = part.split('\\').any(|piece| piece == "..") || part.starts_with('\\');
    let drive = matches!(part.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    let climbs = windows || (drive && (part.len() == 2 || part.contains('\\')));
    !matches!(part, "" | "." | "..") && part.len() <= NAME_LIMIT && !part.contains(['\0', '/']) && !climbs
}

/// The longest path that somebody may give a page, in bytes: with a folder before it, it fits what systems take.
const PATH_LIMIT: usize = 1_024;

/// Why a page cannot have this path, if it cannot: an export has to write it as it is, inside its folder, and an import
/// of that folder has to find it again.
#[must_use]
pub fn why_no_path(path: &str) -> Option<&'static str> {
    let odd = |char: char| char.is_control() || matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut parts = path.split('/');
    if path.trim().is_empty() {
        Some("it is empty")
    } else if path.starts_with('/') {
        Some("it is a path in its source, without a slash before it")
    } else if parts.clone().any(|part| matches!(part, "." | "..")) {
        Some("it may not leave its source: no part is `.` or `..`")
    } else if parts.clone().any(|part| part.trim().is_empty()) {
        Some("no part between two slashes is empty")
    } else if path.contains(odd) {
        Some("it has control characters, or signs that turn the direction of writing")
    } else if parts.clone().any(|part| part.starts_with('.')) {
        Some("no part begins with a dot: an import passes over what is hidden")
    } else if path.len() > PATH_LIMIT || file_name_of(path).split('/').any(|part| part.len() > NAME_LIMIT) {
        Some("it is too long: at most 255 bytes between two slashes, `.md` included, and 1,024 in all")
    } else if !parts.all(fits_unix) {
        Some("it would leave its folder where backslashes or drives count")
    } else {
        None
    }
}

/// The stem and a short extension with its dot.
fn extension(name: &str) -> Option<(&str, &str)> {
    let at = name.rfind('.').filter(|at| *at > 0)?;
    let ending = &name[at + 1..];
    let sound = !ending.is_empty() && ending.len() <= 16 && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    sound.then(|| name.split_at(at))
}

/// The paths given so far.
struct Taken {
    target: Target,
    files: HashSet<String>,
    folders: HashSet<String>,
    /// How often a path has been asked for, so that the next free number is not searched from one again.
    next: HashMap<String, u32>,
}

impl Taken {
    fn give(&mut self, path: &str, wanted: &Wanted<'_>) -> String {
        if self.take(path) {
            return path.to_owned();
        }
        let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
        let folder = self.free_folder(folder);
        let (stem, ending) = extension(name).unwrap_or((name, ""));
        let tail: String = wanted.tail.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
        loop {
            let key = self.key(path);
            let count = self.next.entry(key).or_insert(0);
            *count += 1;
            let mark = match (*count, tail.as_str()) {
                (1, tail) if !tail.is_empty() => format!("~{tail}"),
                (count, "") => format!("~{count}"),
                (count, tail) => format!("~{tail}-{count}"),
            };
            let stem = shortened(stem, NAME_LIMIT - ending.len() - mark.len());
            let candidate = format!("{folder}{stem}{mark}{ending}");
            if self.take(&candidate) {
                return candidate;
            }
        }
    }

    /// The folder with its slash; a part that is a file already gets a mark of its own.
    fn free_folder(&self, folder: &str) -> String {
        let mut out = String::new();
        for part in folder.split('/').filter(|part| !part.is_empty()) {
            out.push_str(part);
            while self.files.contains(&self.key(&out)) {
                out.push('~');
            }
            out.push('/');
        }
        out
    }

    /// Takes a path if no file has it, no folder is it and no file stands where one of its folders would.
    fn take(&mut self, path: &str) -> bool {
        let key = self.key(path);
        let folders: Vec<&str> = key.match_indices('/').map(|(at, _)| &key[..at]).collect();
        let blocked = folders.iter().any(|folder| self.files.contains(*folder));
        if blocked || self.files.contains(&key) || self.folders.contains(&key) {
            return false;
        }
        let folders: Vec<String> = folders.into_iter().map(str::to_owned).collect();
        self.folders.extend(folders);
        self.files.insert(key);
        true
    }

    /// What two paths share if the target takes them for one.
    fn key(&self, path: &str) -> String {
        match self.target {
            Target::Folder => path.to_owned(),
            // Upper case first: it is what makes `ß` and `ss`, `ς` and `σ` one.
            Target::Portable => path.nfd().collect::<String>().to_uppercase().to_lowercase().nfc().collect(),
        }
    }
}
