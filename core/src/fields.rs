//! The field set of a page: what a revision says of it besides the body. Only the shapes and their names; the log
//! writes them (`entry`), front matter maps to them (`front`), and the merge joins them (`merge`).

use std::collections::BTreeMap;

use crate::id::{BlobHash, EntryId};
use crate::time::When;

/// An enum whose values have one name each, and aliases that people type.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $code:literal $text:literal $(| $alias:literal)*),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// Every value, in the order in which lists show them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name in queries, front matter and JSON.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// The number in the log and the store, for ever.
            #[must_use]
            pub fn code(self) -> u8 {
                match self { $(Self::$variant => $code),+ }
            }

            /// The value of a number read from the log or the store.
            #[must_use]
            pub fn of_code(code: u8) -> Option<Self> {
                match code { $($code => Some(Self::$variant),)+ _ => None }
            }

            /// The value that a name or an alias means, in any case.
            #[must_use]
            pub fn named(text: &str) -> Option<Self> {
                match text.trim().to_lowercase().as_str() { $($text $(| $alias)* => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

named! {
    /// What a page is.
    Kind {
        /// Free text.
        Note = 0 "note",
        /// Something to do.
        Todo = 1 "todo",
        /// Something to read, watch, hear or play: Later.
        Consume = 2 "consume" | "later" | "read",
        /// A board with drawings and a write-up.
        Whiteboard = 3 "whiteboard" | "board",
        /// A file to read, such as a PDF.
        Document = 4 "document" | "doc",
        /// A photo or picture.
        Image = 5 "image",
        /// An address.
        Link = 6 "link",
        /// Claude's synthesis of several pages.
        Topic = 7 "topic",
        /// The one page of pins.
        Pinned = 8 "pinned",
    }
}

named! {
    /// How soon a todo matters.
    Priority {
        /// First.
        High = 0 "high" | "urgent",
        /// Then.
        Medium = 1 "medium",
        /// Last.
        Low = 2 "low",
    }
}

named! {
    /// A Later page's medium.
    Media {
        /// A book.
        Book = 0 "book",
        /// An article.
        Article = 1 "article",
        /// A film.
        Film = 2 "film",
        /// A series.
        Tv = 3 "tv",
        /// A video.
        Video = 4 "video",
        /// A podcast.
        Podcast = 5 "podcast",
        /// Music.
        Music = 6 "music",
        /// A game.
        Game = 7 "game",
    }
}

named! {
    /// What a Later page is for.
    Later {
        /// To read.
        Read = 0 "read",
        /// To watch.
        Watch = 1 "watch",
        /// To listen to.
        Listen = 2 "listen",
        /// To play.
        Play = 3 "play",
    }
}

named! {
    /// Who wrote an entry.
    MadeBy {
        /// The owner.
        User = 0 "user",
        /// Claude, over MCP.
        Claude = 1 "claude",
        /// An import that does not know.
        Import = 2 "import",
        /// `scrap gc`.
        Gc = 3 "gc",
    }
}

named! {
    /// What a file is to its page.
    Role {
        /// The page is about it: a photo, a scanned letter, a PDF.
        Capture = 0 "capture",
        /// It hangs on the page.
        Attachment = 1 "attachment",
        /// A board's drawing.
        Drawing = 2 "drawing",
    }
}

named! {
    /// How a reading came about.
    Reading {
        /// Text seen in a picture.
        Ocr = 0 "ocr",
        /// A picture put into words.
        Description = 1 "description",
        /// The text inside a file.
        Text = 2 "text",
    }
}

named! {
    /// What a described picture shows.
    ImageKind {
        /// A photo.
        Photo = 0 "photo",
        /// A whiteboard.
        Whiteboard = 1 "whiteboard",
        /// Handwriting.
        Handwriting = 2 "handwriting",
        /// A diagram.
        Diagram = 3 "diagram",
        /// A screenshot.
        Screenshot = 4 "screenshot",
        /// A printed document.
        Document = 5 "document",
        /// Something else.
        Other = 6 "other",
    }
}

/// What one revision says of its page, besides the body.
///
/// What the body says by itself is not repeated here: a title left out is the first heading or the path's last part,
/// and inline `#tags` are read from the body whenever it is folded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fields {
    /// The title, where it was given.
    pub title: Option<String>,
    /// Other names the page answers to.
    pub aliases: Vec<String>,
    /// What the page is; `None` is a note.
    pub kind: Option<Kind>,
    /// Tags as given, without `#`; `/` separates segments.
    pub tags: Vec<String>,
    /// What the page says, in a sentence or two.
    pub summary: Option<String>,
    /// Any word: `done`, `in_progress`, …
    pub status: Option<String>,
    /// Personal or not; `None` was never said, and counts as work.
    pub personal: Option<bool>,
    /// A todo's due day.
    pub due: Option<When>,
    /// A todo's priority.
    pub priority: Option<Priority>,
    /// A Later page's medium.
    pub media: Option<Media>,
    /// What a Later page is for.
    pub later: Option<Later>,
    /// The path inside the source, `/` between parts, without `.md`.
    pub path: Option<String>,
    /// The folder or collection it came from.
    pub source: Option<String>,
    /// Its files, as `file` entries.
    pub files: Vec<EntryId>,
    /// A topic's pages, as they are named.
    pub sources: Vec<String>,
    /// In the trash.
    pub trashed: bool,
    /// When the page was made.
    pub created: Option<When>,
    /// When it was last edited, as shown.
    pub updated: Option<When>,
    /// Front matter that has no field here: the key and its value as JSON text.
    pub props: BTreeMap<String, String>,
    /// The front matter as it came, fences and byte-order mark included.
    pub front: Option<String>,
    /// The file as it came, when its text was not UTF-8.
    pub original: Option<BlobHash>,
}
