//! The files that a page means that is imported alone, without its folder.

use std::path::Path;

use scrap_core::interchange::{is_markdown, joined};
use scrap_core::markdown::Target;

use super::walk::Found;

/// The files that a page imported alone means: those that lie where it says, in its own folder or below.
pub fn beside_alone(folder: &Path, target: &Target) -> Option<Found> {
    let (Target::Name(path) | Target::Relative(path)) = target else { return None };
    let path = joined("", path.trim_start_matches('/')).filter(|path| !is_markdown(path))?;
    let at = folder.join(&path);
    let real = at.canonicalize().ok()?;
    (real.starts_with(folder) && real.is_file()).then_some(Found { path, at })
}
