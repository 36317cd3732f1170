//! Which mend a tap can make of what a health check finds, and what is said of it.

use scrap_core::wire::MendRequest;

/// A mend that a tap makes, or begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mend {
    /// Closes a todo.
    Close,
    /// Takes the brackets from links that dangle.
    Unlink,
    /// Merges duplicates into this page.
    Merge,
    /// Asks for a tag.
    Tag,
    /// Asks for a page that shall link here.
    Link,
}

impl Mend {
    /// The mend of a check, by its id; others are mended on the page itself, or elsewhere.
    #[must_use]
    pub fn of_check(id: &str) -> Option<Self> {
        Some(match id {
            "stale" => Self::Close,
            "dangling" => Self::Unlink,
            "duplicate" => Self::Merge,
            "untagged" => Self::Tag,
            "orphan" => Self::Link,
            _ => return None,
        })
    }

    /// What its button says.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Close => "Close",
            Self::Unlink => "Drop the links",
            Self::Merge => "Keep this one",
            Self::Tag => "Tag",
            Self::Link => "Link",
        }
    }

    /// What a tap sends, where it needs to ask nothing.
    #[must_use]
    pub fn request(self) -> Option<MendRequest> {
        match self {
            Self::Close => Some(MendRequest::Close),
            Self::Unlink => Some(MendRequest::Unlink),
            Self::Merge => Some(MendRequest::Merge),
            Self::Tag | Self::Link => None,
        }
    }
}

/// The search for pages that may want to link to a page of this title: those with any of its words. Nothing for a
/// title without any.
#[must_use]
pub fn search_for_linking(title: &str) -> Option<String> {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 1).take(8);
    let words: Vec<String> = words.map(|word| format!("\"{word}\"")).collect();
    (!words.is_empty()).then(|| words.join(" OR "))
}

/// The tags of completions of `tag:`, without the key and without quotes.
#[must_use]
pub fn tag_of_completion(text: &str) -> Option<String> {
    let tag = text.strip_prefix("tag:")?.trim_matches('"');
    (!tag.is_empty()).then(|| tag.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_title_are_looked_for_one_or_another() {
        assert_eq!(search_for_linking("Sour-dough: a bread").as_deref(), Some("\"Sour\" OR \"dough\" OR \"bread\""));
        assert_eq!(search_for_linking("OR -x \"").as_deref(), Some("\"OR\""));
        assert_eq!(search_for_linking("!"), None);
    }

    #[test]
    fn a_completion_reads_as_its_tag() {
        assert_eq!(tag_of_completion("tag:tea/green").as_deref(), Some("tea/green"));
        assert_eq!(tag_of_completion("tag:\"green tea\"").as_deref(), Some("green tea"));
        assert_eq!(tag_of_completion("tag:"), None);
    }
}
