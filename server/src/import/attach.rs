//! Which files of a folder a page means: by the path from its own folder, from the folder's root, or, as Obsidian does
//! it, by the file's name anywhere.

use std::collections::HashMap;
use std::path::Path;

use scrap_core::interchange::{is_markdown, leaf_of_path};
use scrap_core::markdown::Target;

use super::walk::Found;

/// Of the files of one name, so many are looked at, the shortest paths first: a folder may hold thousands.
const MAX_SAME: usize = 100;

/// The files that pages can mean, by their places in the list that was walked.
#[derive(Debug, Default)]
pub struct Files {
    by_path: HashMap<String, usize>,
    /// By the last part in lower case; the shortest path first.
    by_name: HashMap<String, Vec<usize>>,
}

impl Files {
    /// Every file in `found` that is no Markdown.
    pub fn new(found: &[Found]) -> Self {
        let mut files = Self::default();
        for (at, file) in found.iter().enumerate().filter(|(_, file)| !is_markdown(&file.path)) {
            files.by_path.insert(file.path.clone(), at);
            files.by_name.entry(leaf_of_path(&file.path).to_lowercase()).or_default().push(at);
        }
        for same in files.by_name.values_mut() {
            same.sort_by_key(|at| found.get(*at).map(|file| (file.path.len(), file.path.clone())));
        }
        files
    }

    /// Whether there is no file to be meant.
    pub fn is_empty(&self) -> bool {
        self.by_path.is_empty()
    }

    /// The file that `target` means in the page whose file is `page`.
    pub fn resolve(&self, found: &[Found], page: &str, target: &Target) -> Option<usize> {
        let (Target::Name(path) | Target::Relative(path)) = target else { return None };
        let path = path.split(['?', '#']).next().filter(|_| !self.by_path.contains_key(path.as_str())).unwrap_or(path);
        let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
        let from_folder = joined(folder, path).and_then(|path| self.by_path.get(&path));
        let from_root = || joined("", path).and_then(|path| self.by_path.get(&path));
        from_folder.or_else(from_root).copied().or_else(|| self.by_suffix(found, path))
    }

    fn by_suffix(&self, found: &[Found], path: &str) -> Option<usize> {
        let path = path.trim_start_matches(['.', '/']);
        let same = self.by_name.get(&leaf_of_path(path).to_lowercase())?;
        let same = same.get(..MAX_SAME).unwrap_or(same);
        let ends = |at: &&usize, text: &str| {
            found
                .get(**at)
                .and_then(|file| file.path.strip_suffix(text))
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        same.iter()
            .find(|at| ends(at, path))
            .or_else(|| same.iter().find(|at| ends(at, leaf_of_path(path))))
            .or(same.first())
            .copied()
    }

    /// The file whose whole name is the page's without `.md`: the two would be pages of one path, so they are one page.
    pub fn beside(&self, page: &str) -> Option<usize> {
        self.by_path.get(page.strip_suffix(".md")?).copied()
    }
}

/// `path` from `folder`, or from the root where it starts with `/`; nothing if it climbs out.
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

/// The files that a page imported alone means: those that lie where it says, in its own folder or below.
pub fn beside_alone(folder: &Path, target: &Target) -> Option<Found> {
    let (Target::Name(path) | Target::Relative(path)) = target else { return None };
    let path = joined("", path.trim_start_matches('/')).filter(|path| !is_markdown(path))?;
    let at = folder.join(&path);
    let real = at.canonicalize().ok()?;
    (real.starts_with(folder) && real.is_file()).then_some(Found { path, at })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn a_file_is_found_from_the_page_the_root_or_by_its_name() {
        let paths = ["a/pic.png", "b/c/pic.png", "img/Photo 1.JPG", "page.md", "sub/page.md"];
        let found: Vec<Found> = paths.iter().map(|path| Found { path: (*path).into(), at: PathBuf::new() }).collect();
        let files = Files::new(&found);
        let relative = |page: &str, path: &str| files.resolve(&found, page, &Target::Relative(path.into()));
        assert_eq!(relative("a/x.md", "pic.png"), Some(0));
        assert_eq!(relative("b/x.md", "c/pic.png"), Some(1));
        assert_eq!(relative("b/x.md", "../a/pic.png"), Some(0));
        assert_eq!(relative("b/x.md", "/b/c/pic.png"), Some(1));
        assert_eq!(relative("x.md", "pic.png"), Some(0), "the shortest path");
        assert_eq!(relative("x.md", "photo 1.jpg"), Some(2));
        assert_eq!(relative("x.md", "../../etc/passwd"), None);
        assert_eq!(relative("x.md", "sub/page.md"), None, "a page is no file");
        assert_eq!(files.resolve(&found, "x.md", &Target::Name("c/pic.png".into())), Some(1));
        assert_eq!(files.resolve(&found, "x.md", &Target::Own), None);
    }
}
