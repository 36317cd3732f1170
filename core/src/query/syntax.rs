//! What a query may hold, told from the table of keys: for the manual, a sheet in an app, and whoever asks at a terminal.

use super::keys::{Entry, KEYS, Value};

/// What is no key: an example and what it finds, the first thing to know first.
pub const TERMS: &[(&str, &str)] = &[
    ("sour bread", "both words, anywhere on a page; each by its beginning as you type, or by its stem"),
    ("\"sour bread\"", "these words as written, one after the other"),
    ("-yeast", "without this word; `!yeast` is the same"),
    ("tea OR coffee", "either"),
    ("(tea OR coffee) cup", "brackets hold together what belongs together"),
    ("'foo_bar('", "to the letter, signs included; `''` is a quote in it"),
    ("/colou?r\\b/", "what the regex matches on a line; `\\/` is a slash in it"),
    ("in:title tea", "narrows the next word, phrase or bracket"),
    ("tag:tea", "a filter; `-tag:tea` excludes, `tag:\"green tea\"` takes blanks"),
];

/// The whole syntax as Markdown: what is no key, then every key with its values.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::from("| You type | You find |\n|---|---|\n");
    for (example, meaning) in TERMS {
        text.push_str(&format!("| {} | {} |\n", code(example), cell(meaning)));
    }
    for Entry { key, meaning, takes, values } in KEYS {
        text.push_str(&format!("\n### `{}:`\n\n{}. It takes {}.\n", key.name(), capital(meaning), takes));
        if !values.is_empty() {
            text.push_str("\n| Value | Means |\n|---|---|\n");
        }
        for Value { name, aliases, meaning } in *values {
            let also = aliases.iter().map(|alias| format!(", {}", code(alias))).collect::<String>();
            text.push_str(&format!("| {}{also} | {} |\n", code(name), cell(meaning)));
        }
    }
    text
}

fn code(text: &str) -> String {
    format!("`{}`", cell(text))
}

/// A `|` would end the cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Severity, parse};

    const PAGE: &str = include_str!("../../../docs/query.md");

    #[test]
    fn the_manual_has_the_tables_of_the_code() {
        let (begin, end) = ("<!-- from the code: begin -->\n", "<!-- from the code: end -->\n");
        let there = PAGE.split_once(begin).and_then(|(_, rest)| rest.split_once(end)).map(|(text, _)| text.trim());
        let wanted = markdown();
        assert!(there == Some(wanted.trim()), "put this between the marks in docs/query.md:\n\n{wanted}");
    }

    #[test]
    fn every_example_is_understood() {
        for (example, _) in TERMS {
            let query = parse(example).unwrap();
            assert!(query.problems.iter().all(|problem| problem.severity() == Severity::Note), "{example}");
        }
    }
}
