//! What the parser has to say about a text: where, what is wrong, what to do. Not an error: a query with problems is
//! still a query. The one error is a query past a limit.

use super::Span;

/// What a problem does to the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The query does what it says; how it was read is worth knowing.
    Note,
    /// The part at the span has no effect.
    Ignored,
    /// The condition at the span holds for no page.
    MatchesNothing,
}

macro_rules! codes {
    ($($(#[$doc:meta])+ $name:ident = $code:literal $severity:ident),+ $(,)?) => {
        /// What kind of problem, for ever.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])+ $name),+ }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The stable name in JSON and in tests.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),+ }
            }

            /// What a problem of this kind does to the answer.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),+ }
            }
        }
    };
}

codes! {
    /// `tga:x`: a key that does not exist and looks like one that does; read as text.
    UnknownKey = "unknown-key" Note,
    /// `due:soonish`: a value that the key does not take.
    BadValue = "bad-value" MatchesNothing,
    /// `sort:colour`, `group:colour`: an order or sections that do not exist.
    BadOrder = "bad-order" Ignored,
    /// `tag:` with nothing after the colon.
    NoValue = "no-value" Ignored,
    /// `is:orphans`: read as a status, though a check has nearly that name.
    NearCheck = "near-check" Note,
    /// `tag:a,b`: read as one tag with a comma in its name.
    CommaInTag = "comma-in-tag" Note,
    /// `sort:`, `group:` or `date:` a second time: the last one counts.
    Superseded = "superseded" Ignored,
    /// `sort:`, `group:`, `date:` inside a bracket, or the last two excluded.
    SettingMisplaced = "setting-misplaced" Ignored,
    /// `is:trash` under OR or NOT.
    TrashMisplaced = "trash-misplaced" Ignored,
    /// `|---|` as a word: no letter or digit to look up.
    NoLetters = "no-letters" Ignored,
    /// `""`, `''`: nothing between the quotes.
    EmptyQuotes = "empty-quotes" Ignored,
    /// A `"` that nothing closes: a phrase to the end.
    UnclosedPhrase = "unclosed-phrase" Note,
    /// A `'` that nothing closes: read as words.
    UnclosedLiteral = "unclosed-literal" Note,
    /// `'n'`, `/ b /`: read as a raw term, which may not be what was meant.
    ReadAsRaw = "read-as-raw" Note,
    /// A literal or regex of more than 200 characters.
    GrepTooLong = "grep-too-long" MatchesNothing,
    /// A fifth literal or regex.
    GrepTooMany = "grep-too-many" MatchesNothing,
    /// A literal or regex under OR or NOT, or in a column that has no raw text.
    GrepMisplaced = "grep-misplaced" Ignored,
    /// A literal or regex beside `is:trash`.
    GrepInTrash = "grep-in-trash" MatchesNothing,
    /// `in:title` with no word after it.
    InDangling = "in-dangling" Ignored,
    /// `OR` with nothing on one side.
    OrDangling = "or-dangling" Ignored,
    /// `AND` or `NOT` in capitals: read as a word.
    WordOperator = "word-operator" Note,
    /// `()`, `-()`.
    EmptyBracket = "empty-bracket" Ignored,
    /// A `(` that nothing closes: it reaches to the end.
    UnclosedBracket = "unclosed-bracket" Note,
    /// A `)` that nothing opened.
    UnopenedBracket = "unopened-bracket" Ignored,
    /// A bracket deeper than 64.
    TooDeep = "too-deep" Ignored,
    /// `/(/`, or a regex that is too large; a search says so, not the parser.
    BadRegex = "bad-regex" MatchesNothing,
    /// A hit list that ends before the matches do; a search says so, not the parser.
    ListCut = "list-cut" Note,
    /// Two dashes before a bracket or a quote.
    DoubleDash = "double-dash" Ignored,
}

/// One thing to say about a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The part of the text it is about.
    pub span: Span,
    /// What kind it is.
    pub code: Code,
    /// What is wrong and what to do, in a sentence or two.
    pub message: String,
    /// Text that may stand in place of the span.
    pub suggestion: Option<String>,
}

impl Problem {
    /// What it does to the answer.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}

/// A measure that has a most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Unicode scalar values of the text.
    Characters,
    /// Words, phrases, literals and regexes, over the whole tree.
    Terms,
    /// `key:value`, over the whole tree; `in:` is none.
    Filters,
}

impl Limit {
    /// The most that a query may have.
    #[must_use]
    pub fn most(self) -> usize {
        match self {
            Self::Characters => 4096,
            Self::Terms | Self::Filters => 64,
        }
    }
}

/// The query is past a limit and was not read: a dropped part would show other pages than asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub struct TooLarge {
    /// Which limit.
    pub limit: Limit,
    /// How many the text has.
    pub found: usize,
}

impl TooLarge {
    /// The stable name in JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self.limit {
            Limit::Characters => "query_too_long",
            Limit::Terms => "too_many_terms",
            Limit::Filters => "too_many_filters",
        }
    }
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (found, most) = (self.found, self.limit.most());
        let what = match self.limit {
            Limit::Characters => "characters",
            Limit::Terms => "words and phrases",
            Limit::Filters => "filters",
        };
        write!(f, "this query has {found} {what}, and {most} are the most: shorten it, or ask in two queries")
    }
}
