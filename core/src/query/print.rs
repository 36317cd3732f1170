//! A query as text again, in the one form that all its spellings share. Reading that text gives the same query.
//!
//! It may be longer than what was read, and so past the limit of 4,096 characters.

use std::fmt::{self, Display, Write};

use super::keys::Key;
use super::scan::{EM_DASH, is_apostrophe, is_invisible, is_quote, is_sign};
use super::{Node, Query, Term};

impl Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.root.as_ref().map(ToString::to_string));
        let sort = self.sort.map(|sort| sort.value);
        parts.extend(sort.map(|s| format!("{}sort:{}", if s.reversed { "-" } else { "" }, s.key.name())));
        parts.extend(self.group.map(|group| format!("group:{}", group.value.name())));
        parts.extend(self.date.map(|date| format!("date:{}", date.value.name())));
        f.write_str(&parts.join(" "))
    }
}

impl Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        node(&mut out, self, Around::Or);
        f.write_str(&out)
    }
}

/// What stands around a node: it decides on brackets.
#[derive(Clone, Copy, PartialEq)]
enum Around {
    Or,
    And,
    Not,
}

fn node(out: &mut String, this: &Node, around: Around) {
    match this {
        Node::And(nodes) => bracketed(out, around == Around::Not, |out| list(out, nodes, " ", Around::And)),
        Node::Or(nodes) => bracketed(out, around != Around::Or, |out| list(out, nodes, " OR ", Around::Or)),
        Node::Not(inner) => {
            out.push('-');
            node(out, inner, Around::Not);
        }
        Node::In(column, inner) => {
            out.push_str("in:");
            out.push_str(column.name());
            out.push(' ');
            node(out, inner, Around::And);
        }
        Node::Term(_, inner) => out.push_str(&term(inner, around == Around::Not)),
        Node::Nothing(_, text) => out.push_str(text),
    }
}

fn list(out: &mut String, nodes: &[Node], between: &str, around: Around) {
    for (i, inner) in nodes.iter().enumerate() {
        if i > 0 {
            out.push_str(between);
        }
        node(out, inner, around);
    }
}

fn bracketed(out: &mut String, needed: bool, inside: impl FnOnce(&mut String)) {
    if needed {
        out.push('(');
    }
    let start = out.len();
    inside(out);
    if needed {
        // A `)` glued to a word that has a `(` would belong to the word.
        let last = out.get(start..).and_then(|inside| inside.rsplit(char::is_whitespace).next());
        if last.is_some_and(|word| word.contains('(')) {
            out.push(' ');
        }
        out.push(')');
    }
}

/// A term as text; `signed` when a sign stands glued before it.
pub fn term(this: &Term, signed: bool) -> String {
    match this {
        Term::Word(word) if is_safe(word, signed) => word.clone(),
        Term::Word(word) => format!("\\{word}"),
        Term::Phrase(text) => format!("\"{text}\""),
        Term::Literal(text) => literal(text),
        Term::Regex(pattern) => regex(pattern),
        Term::Filter(filter) => filter.to_string(),
    }
}

/// A literal: quotes doubled, and backslashes that stand before a quote.
pub fn literal(text: &str) -> String {
    let mut out = String::from("'");
    let mut slashes = 0;
    for c in text.chars().map(Some).chain([None]) {
        if matches!(c, Some('\'') | None) {
            out.extend(std::iter::repeat_n('\\', slashes));
        }
        slashes = if c == Some('\\') { slashes + 1 } else { 0 };
        if c == Some('\'') {
            out.push('\'');
        }
        out.push(c.unwrap_or('\''));
    }
    out
}

/// A regex: its slashes escaped.
fn regex(pattern: &str) -> String {
    let mut out = String::from("/");
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '/' => out.push_str("\\/"),
            '\\' => {
                out.push(c);
                out.extend(chars.next());
            }
            c => out.push(c),
        }
    }
    out.push('/');
    out
}

/// `key:value`, quoted where it must be.
pub fn key_value(key: Key, value: &str) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_value(&mut out, key, value);
    out
}

/// Writes `key:value`, quoted where it must be. A value with a quote sign in it came without quotes and needs none.
pub fn write_value(out: &mut impl Write, key: Key, value: &str) -> fmt::Result {
    let loose = value.contains(|c: char| c.is_whitespace() || c == '(' || c == ')') || value.starts_with(':');
    let quote = if loose && !value.contains(is_quote) { "\"" } else { "" };
    write!(out, "{}:{quote}{value}{quote}", key.name())
}

/// Whether a word would mean something else than a word, so that a backslash before it makes it one.
pub fn is_special(word: &str) -> bool {
    let word = word.trim_start_matches('\\');
    let opens = |c: char| {
        is_sign(c) || is_quote(c) || is_apostrophe(c) || is_invisible(c) || matches!(c, EM_DASH | '(' | ')' | '/')
    };
    let key = || word.split_once(':').is_some_and(|(key, rest)| Key::named(key).is_some() && !rest.starts_with(':'));
    word.starts_with(opens) || word == "OR" || key()
}

/// Whether a word reads back as itself without a backslash before it.
fn is_safe(word: &str, signed: bool) -> bool {
    let after = word.trim_start_matches(is_sign);
    match word.chars().count() - after.chars().count() {
        0 => !is_special(word),
        1 => false,
        _ => !signed && !after.starts_with(|c| c == EM_DASH || c == '(' || is_quote(c) || is_apostrophe(c)),
    }
}

#[cfg(test)]
mod tests {
    use crate::query::parse;

    #[test]
    fn a_value_that_cannot_be_prints_as_it_was_quoted() {
        for text in ["tag:\"/  ", "tag:\"/ #\" x", "tag:(a", "kind:\"a b\"", "-due:\" \"", "tag:/"] {
            let printed = parse(text).unwrap().to_string();
            assert_eq!(parse(&printed).unwrap().to_string(), printed, "{text}");
        }
    }
}
