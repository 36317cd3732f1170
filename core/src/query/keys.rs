//! The one table of keys: every key with its values, their aliases and what each means in a line. The parser, the
//! nearest-key suggestion, completion and the documentation read it; how a value is typed stands in `filter`.

/// One value that a key takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// The name.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// What it means, in a line.
    pub meaning: &'static str,
}

/// One key and what it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: Key,
    /// What it does, in a line.
    pub meaning: &'static str,
    /// What may follow the colon, in words.
    pub takes: &'static str,
    /// The values by name; empty, or not all, where a value is free.
    pub values: &'static [Value],
}

const fn value(name: &'static str, aliases: &'static [&'static str], meaning: &'static str) -> Value {
    Value { name, aliases, meaning }
}

/// An enum of the values of a key, with its rows for the table.
macro_rules! values {
    ($(#[$doc:meta])+ $name:ident $table:ident { $($variant:ident = $text:literal $([$($alias:literal),+])? $meaning:literal),+ $(,)? }) => {
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $(#[doc = $meaning] $variant),+ }

        const $table: &[Value] = &[$(value($text, &[$($($alias),+)?], $meaning)),+];

        impl $name {
            /// Every value, in the order in which lists show them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name in queries.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// The value that a name or an alias means, in any case, with `_` or `-` between its words.
            #[must_use]
            pub fn named(text: &str) -> Option<Self> {
                let text = text.trim().to_lowercase().replace('_', "-");
                match text.as_str() { $($text $($(| $alias)+)? => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

values! {
    /// What `is:` knows by name; any other value is a status.
    Flag FLAGS {
        Personal = "personal" "marked as personal",
        Work = "work" "not marked as personal",
        Claude = "claude" "written by Claude",
        ClaudeEdited = "claude-edited" "text changed by Claude after the first revision",
        Topic = "topic" "Claude's topic pages",
        Orphan = "orphan" "no page links to it and it links to none",
        Untagged = "untagged" "no tags",
        Stale = "stale" "an open todo, not due today or later, unchanged for 60 days",
        Duplicate = "duplicate" "one of its captured files is also another page's",
        Outdated = "outdated" "a board's write-up older than the board or its prompt, or with a link that dangles",
        Conflict = "conflict" "two devices changed the same part",
        Unsynced = "unsynced" "changes that the server does not have yet",
        Unindexed = "unindexed" "a text that cannot be searched yet",
        Trash = "trash" "in the trash; nothing else shows it",
    }
}

values! {
    /// What `has:` asks for.
    Has HAS {
        Image = "image" "a picture that was captured",
        Drawing = "drawing" "a current drawing",
        File = "file" "any file",
        Pdf = "pdf" "a PDF",
        Ocr = "ocr" "text read from a picture",
        Table = "table" "a table",
        Code = "code" "a block of code",
        Task = "task" "a task box, ticked or not",
        Link = "link" "a link to a page or an address",
        Dangling = "dangling" "a link to no page, or to one in the trash",
        OpenQuestions = "open-questions" "a section \"Open questions\" that is open",
    }
}

values! {
    /// What `in:` narrows a word to.
    Column COLUMNS {
        Title = "title" "the title and the aliases",
        Body = "body" "the text of the page",
        Tags = "tags" ["tag"] "the tags",
        Summary = "summary" "the summary",
        File = "file" ["files"] "the text read from the files",
    }
}

values! {
    /// Which date `after:` and `before:` compare.
    DateField DATES {
        Updated = "updated" "the last edit; so it is without `date:`",
        Created = "created" "when the page was made",
    }
}

values! {
    /// What `sort:` orders by.
    SortKey SORTS {
        Updated = "updated" "the latest edit first",
        Created = "created" "the newest first",
        Title = "title" "A to Z",
        Due = "due" "the soonest first, no due day last",
        Priority = "priority" "high first, none last",
    }
}

values! {
    /// The sections that `group:` makes.
    Group GROUPS {
        Letter = "letter" "by the title's first letter",
        Tag = "tag" "by the first segment of the first tag",
        Type = "type" "by kind",
        Now = "now" "by what needs attention",
        Due = "due" "by due day",
        Area = "area" "personal and work",
    }
}

const KINDS: &[Value] = &[
    value("note", &[], "free text"),
    value("todo", &[], "something to do"),
    value("consume", &["later", "read"], "something to read, watch, hear or play"),
    value("whiteboard", &["board"], "a board with drawings and a write-up"),
    value("document", &["doc"], "a file to read, such as a PDF"),
    value("image", &[], "a photo or picture"),
    value("link", &[], "an address"),
    value("topic", &[], "Claude's synthesis of several pages"),
    value("pinned", &[], "the page of pins"),
];

const IMAGES: &[Value] = &[
    value("photo", &[], "a photo"),
    value("whiteboard", &[], "a whiteboard"),
    value("handwriting", &[], "handwriting"),
    value("diagram", &[], "a diagram"),
    value("screenshot", &[], "a screenshot"),
    value("document", &[], "a printed document"),
    value("other", &[], "something else"),
];

const DUE: &[Value] = &[
    value("today", &[], "due today"),
    value("tomorrow", &[], "due tomorrow"),
    value("yesterday", &[], "was due yesterday"),
    value("none", &[], "no due day"),
];

const PRIORITIES: &[Value] = &[
    value("high", &["urgent"], "first"),
    value("medium", &[], "then"),
    value("low", &[], "last"),
    value("none", &[], "no priority"),
];

const MEDIA: &[Value] = &[
    value("book", &[], "a book"),
    value("article", &[], "an article"),
    value("film", &[], "a film"),
    value("tv", &[], "a series"),
    value("video", &[], "a video"),
    value("podcast", &[], "a podcast"),
    value("music", &[], "music"),
    value("game", &[], "a game"),
];

const LATER: &[Value] = &[
    value("read", &[], "to read"),
    value("watch", &[], "to watch"),
    value("listen", &[], "to listen to"),
    value("play", &[], "to play"),
];

const DATE_FORMS: &str = "a year, month or day (2026, 2026-03, 2026-03-01) or a time ago up to 100 (1d, 2w, 3m, 1y)";

macro_rules! keys {
    ($($variant:ident = $name:literal $meaning:literal, $takes:expr, $values:expr;)+) => {
        /// A key of `key:value`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Key { $(#[doc = $meaning] $variant),+ }

        /// The table, in the order in which the documentation shows it.
        pub const KEYS: &[Entry] =
            &[$(Entry { key: Key::$variant, meaning: $meaning, takes: $takes, values: $values }),+];

        impl Key {
            /// Every key, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The key as written before the colon.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The key of this name, in any case.
            #[must_use]
            pub fn named(text: &str) -> Option<Self> {
                [$(Self::$variant),+].into_iter().find(|key| key.name().eq_ignore_ascii_case(text))
            }

            /// The key's row in the table.
            #[must_use]
            pub fn entry(self) -> &'static Entry {
                const ROWS: &[Entry] = KEYS;
                &ROWS[self as usize]
            }
        }
    };
}

keys! {
    Kind = "kind" "pages of a kind; two mean either", "a kind", KINDS;
    Tag = "tag" "pages with a tag, by whole segments: `tag:a` and `tag:b` find `a/b`", "a tag or a part of one", &[];
    Is = "is" "pages in a state, of a health check, or with a status", "a check or any status, with _ for blanks", FLAGS;
    Has = "has" "pages that hold something", "what the page holds", HAS;
    Image = "image" "pages with a picture that shows this; two mean either", "what a picture shows", IMAGES;
    After = "after" "last edited then or later", DATE_FORMS, &[];
    Before = "before" "last edited before then", DATE_FORMS, &[];
    Date = "date" "which date `after:` and `before:` compare, in the whole query", "a date", DATES;
    Due = "due" "todos by due day", "a day (2026-03-01, today, tomorrow, yesterday), after <, <=, >, >= or =; or none", DUE;
    Priority = "priority" "todos by priority; two mean either", "a priority", PRIORITIES;
    Media = "media" "Later pages by medium; two mean either", "a medium", MEDIA;
    Later = "later" "Later pages by what they are for; two mean either", "what it is for", LATER;
    Path = "path" "pages whose path begins with these whole parts", "a path or its first parts", &[];
    Source = "source" "pages that came from a folder or collection", "the name of a source", &[];
    Link = "link" "pages that link to a page", "a path, a title or an alias", &[];
    In = "in" "narrows the next word, phrase or bracket to a part of the page", "a part of the page", COLUMNS;
    Sort = "sort" "the order; `-sort:` turns it round", "an order", SORTS;
    Group = "group" "sections", "sections", GROUPS;
}

impl Key {
    /// Whether two values of the key mean either; of every other key they mean both.
    #[must_use]
    pub fn means_either(self) -> bool {
        matches!(self, Self::Kind | Self::Priority | Self::Media | Self::Later | Self::Image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields;

    #[test]
    fn every_key_is_found_by_its_name_and_leads_to_its_row() {
        for row in KEYS {
            assert_eq!(Key::named(&row.key.name().to_uppercase()), Some(row.key));
            assert_eq!(row.key.entry(), row);
        }
    }

    /// Every name and alias of the rows is a value, and every value has its row, in order.
    fn check<T: PartialEq + std::fmt::Debug + Copy>(
        rows: &[Value],
        all: &[T],
        name: impl Fn(T) -> &'static str,
        named: impl Fn(&str) -> Option<T>,
    ) {
        assert_eq!(
            rows.iter().map(|row| row.name).collect::<Vec<_>>(),
            all.iter().map(|v| name(*v)).collect::<Vec<_>>()
        );
        for row in rows {
            for alias in row.aliases {
                assert_eq!(named(alias).map(&name), Some(row.name), "{alias}");
            }
        }
    }

    #[test]
    fn the_table_agrees_with_the_fields_of_a_page() {
        check(KINDS, fields::Kind::ALL, fields::Kind::name, fields::Kind::named);
        check(IMAGES, fields::ImageKind::ALL, fields::ImageKind::name, fields::ImageKind::named);
        check(&PRIORITIES[..3], fields::Priority::ALL, fields::Priority::name, fields::Priority::named);
        check(MEDIA, fields::Media::ALL, fields::Media::name, fields::Media::named);
        check(LATER, fields::Later::ALL, fields::Later::name, fields::Later::named);
    }

    #[test]
    fn names_take_an_underscore_for_a_dash() {
        assert_eq!(Flag::named("Claude_Edited"), Some(Flag::ClaudeEdited));
        assert_eq!(Has::named("open_questions"), Some(Has::OpenQuestions));
    }
}
