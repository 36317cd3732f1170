//! A file's path in its folder and a page's path: one for one.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization as _;

/// What file names of Markdown end in, in any case.
const EXTENSIONS: [&str; 6] = ["md", "markdown", "mdown", "mkd", "mkdn", "mdwn"];

/// Whether a file's name or path ends in a Markdown extension.
#[must_use]
pub fn is_markdown(path: &str) -> bool {
    let name = leaf_of_path(path);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Whether a file or folder of this name stays out of an import. `..md` does not: it is the file of a page called `.`.
#[must_use]
pub fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && name != "..md"
}

/// A page's path: the file's without `.md`. What would then still end in a Markdown extension, or be no name at all,
/// keeps all of it, and so does every other spelling of the extension. `None` if the file is no Markdown.
#[must_use]
pub fn path_of_file(path: &str) -> Option<String> {
    if !is_markdown(path) {
        return None;
    }
    let short = path.strip_suffix(".md").filter(|rest| !rest.is_empty() && !rest.ends_with('/') && !is_markdown(rest));
    Some(short.unwrap_or(path).to_owned())
}

/// The file of a page's path: for every Markdown file the inverse of [`path_of_file`].
#[must_use]
pub fn file_name_of(path: &str) -> String {
    if is_markdown(path) { path.to_owned() } else { format!("{path}.md") }
}

/// `source/path`, as a page is named; the path alone where there is no source.
#[must_use]
pub fn place(source: &str, path: &str) -> String {
    if source.is_empty() { path.to_owned() } else { format!("{source}/{path}") }
}

/// A path's last part.
#[must_use]
pub fn leaf_of_path(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The title of a page that names none and has no heading: its path's last part, without a Markdown extension.
#[must_use]
pub fn title_of_path(path: &str) -> &str {
    let name = leaf_of_path(path);
    match name.rsplit_once('.') {
        Some((stem, _)) if is_markdown(name) && !stem.is_empty() => stem,
        _ => name,
    }
}

/// The media type of a file, by its name.
#[must_use]
pub fn mime_of(path: &str) -> String {
    mime_guess::from_path(path).first_or_octet_stream().essence_str().to_owned()
}

/// Those of a folder's paths that it has in another spelling too: the same characters, composed in other ways.
#[must_use]
pub fn twins<'a>(paths: impl IntoIterator<Item = &'a str>) -> HashSet<&'a str> {
    let mut spellings: HashMap<String, Vec<&str>> = HashMap::new();
    for path in paths {
        spellings.entry(path.nfc().collect()).or_default().push(path);
    }
    spellings.into_values().filter(|spellings| spellings.len() > 1).flatten().collect()
}
