//! Which files of a folder a page means: by the path from its own folder, from the folder's root, or, as Obsidian does
//! it, by the file's name anywhere.

use std::collections::HashMap;

use super::path::{is_markdown, leaf_of_path};
use crate::markdown::Target;

/// Of the files of one name, so many are looked at, the shortest paths first: a folder may hold thousands.
const MAX_SAME: usize = 100;

/// The files that pages can mean, by their places in the list of the folder's files.
#[derive(Debug, Default)]
pub struct Files {
    paths: Vec<String>,
    by_path: HashMap<String, usize>,
    /// By the last part in lower case; the shortest path first.
    by_name: HashMap<String, Vec<usize>>,
}

impl Files {
    /// Those of a folder's `paths` that are no Markdown.
    #[must_use]
    pub fn new(paths: Vec<String>) -> Self {
        let mut files = Self::default();
        for (at, path) in paths.iter().enumerate().filter(|(_, path)| !is_markdown(path)) {
            files.by_path.insert(path.clone(), at);
            files.by_name.entry(leaf_of_path(path).to_lowercase()).or_default().push(at);
        }
        for same in files.by_name.values_mut() {
            same.sort_by_key(|at| paths.get(*at).map(|path| (path.len(), path)));
        }
        files.paths = paths;
        files
    }

    /// Whether there is no file to be meant.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_path.is_empty()
    }

    /// The file that `target` means in the page whose file is `page`.
    #[must_use]
    pub fn resolve(&self, page: &str, target: &Target) -> Option<usize> {
        let (Target::Name(path) | Target::Relative(path)) = target else { return None };
        let path = path.split(['?', '#']).next().filter(|_| !self.by_path.contains_key(path.as_str())).unwrap_or(path);
        let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
        let from_folder = joined(folder, path).and_then(|path| self.by_path.get(&path));
        let from_root = || joined("", path).and_then(|path| self.by_path.get(&path));
        from_folder.or_else(from_root).copied().or_else(|| self.by_suffix(path))
    }

    fn by_suffix(&self, path: &str) -> Option<usize> {
        let path = path.trim_start_matches(['.', '/']);
        let same = self.by_name.get(&leaf_of_path(path).to_lowercase())?;
        let same = same.get(..MAX_SAME).unwrap_or(same);
        let ends = |at: &&usize, text: &str| {
            self.paths
                .get(**at)
                .and_then(|path| path.strip_suffix(text))
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        same.iter()
            .find(|at| ends(at, path))
            .or_else(|| same.iter().find(|at| ends(at, leaf_of_path(path))))
            .or(same.first())
            .copied()
    }

    /// The file whose whole name is the page's without `.md`: the two would be pages of one path, so they are one page.
    #[must_use]
    pub fn beside(&self, page: &str) -> Option<usize> {
        self.by_path.get(page.strip_suffix(".md")?).copied()
    }
}

/// `path` from `folder`, or from the root where it starts with `/`; nothing if it climbs out.
#[must_use]
pub fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = if path.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    parts.retain(|part| !part.is_empty());
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_from_the_page_the_root_or_by_its_name() {
        let paths = ["a/pic.png", "b/c/pic.png", "img/Photo 1.JPG", "page.md", "sub/page.md"];
        let files = Files::new(paths.map(String::from).into());
        let relative = |page: &str, path: &str| files.resolve(page, &Target::Relative(path.into()));
        assert_eq!(relative("a/x.md", "pic.png"), Some(0));
        assert_eq!(relative("b/x.md", "c/pic.png"), Some(1));
        assert_eq!(relative("b/x.md", "../a/pic.png"), Some(0));
        assert_eq!(relative("b/x.md", "/b/c/pic.png"), Some(1));
        assert_eq!(relative("x.md", "pic.png"), Some(0), "the shortest path");
        assert_eq!(relative("x.md", "photo 1.jpg"), Some(2));
        assert_eq!(relative("x.md", "../../etc/passwd"), None);
        assert_eq!(relative("x.md", "sub/page.md"), None, "a page is no file");
        assert_eq!(files.resolve("x.md", &Target::Name("c/pic.png".into())), Some(1));
        assert_eq!(files.resolve("x.md", &Target::Own), None);
    }
}
