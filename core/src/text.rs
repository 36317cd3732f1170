//! What is compared and indexed: text folded, cut into tokens, stemmed. The index and every search use these same
//! functions, so that what was written and what was typed meet. Nothing here is stored as a page's text: a page keeps
//! its bytes as they came.
//!
//! - [`fold`] gives the form in which titles, tags, names and words compare.
//! - [`for_each_token`] cuts text into the tokens of the index; [`inner_words`] finds `name` in `getUserName`.
//! - [`index::column`] writes what one column of the full-text table gets.
//! - [`query_tokens`] and [`phrase_tokens`] do the same for what was typed.
//! - [`matcher::Matcher`] finds the typed words in a text again, to mark them.

mod class;
mod fold;
mod inner;
mod query;
mod stem;
mod token;

pub mod index;
pub mod matcher;

pub use fold::{fold, fold_into};
pub use inner::inner_words;
pub use query::{Phrase, phrase_tokens, query_tokens};
pub use stem::Stemmer;
pub use token::{TOKEN_CHARS, for_each_token};

/// Whether `c` can stand inside a word or a tag: a letter, a digit or a mark on one.
pub(crate) fn is_word_char(c: char) -> bool {
    class::is_alphanumeric(c) || class::is_mark(c)
}
