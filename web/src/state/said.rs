//! The one line under the box: how the store is, or how much was found.

use super::amount::pages;
use super::results::Results;
use crate::message::{Elsewhere, Status};

/// What the status line says.
#[must_use]
pub fn line(status: &Status, results: &Results) -> String {
    match status {
        Status::Opening => "Opening your pages…".to_owned(),
        Status::Failed(why) => sentence(&why.message),
        Status::Elsewhere(at) => elsewhere(at),
        Status::Ready | Status::InMemory(_) => match &results.failed {
            Some(why) => sentence(&why.message),
            None if !results.answered => String::new(),
            None if results.exact || results.total == 0 => pages(results.total),
            // Grep has read no further than what shows.
            None if results.has_more() => format!("{} or fewer", pages(results.total)),
            None => pages(results.hits.len() as u64),
        },
    }
}

/// An error's words as a sentence of its own.
#[must_use]
pub fn sentence(words: &str) -> String {
    let words = words.trim();
    let key = words.split_whitespace().next().is_some_and(|first| first.ends_with(':'));
    let mut chars = words.chars();
    let mut out: String = match chars.next() {
        // What stands in the box keeps its case.
        Some(first) if !key => first.to_uppercase().chain(chars).collect(),
        _ => words.to_owned(),
    };
    if !out.ends_with(['.', '!', '?', '…']) && !out.is_empty() {
        out.push('.');
    }
    out
}

fn elsewhere(at: &Elsewhere) -> String {
    let place = at.place.as_deref().unwrap_or("another tab");
    match (at.silent, at.asked) {
        (true, _) => format!("scrap is open in {place}, which does not answer. Close it, and this one goes on."),
        (_, true) => format!("Asking {place} for your pages…"),
        _ => format!("scrap is open in {place}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::failure;

    #[test]
    fn the_line_says_how_the_store_is_before_what_was_found() {
        let found = Results { total: 1_200, exact: true, answered: true, ..Results::default() };
        let place = Some("the installed app".to_owned());
        let table = [
            (Status::Opening, "Opening your pages…"),
            (Status::Ready, "1,200 pages"),
            (Status::InMemory("private".into()), "1,200 pages"),
            (Status::Failed(failure("disk_full", "The disk is full.")), "The disk is full."),
            (Status::Elsewhere(Elsewhere::default()), "scrap is open in another tab."),
            (
                Status::Elsewhere(Elsewhere { place, asked: true, silent: false }),
                "Asking the installed app for your pages…",
            ),
        ];
        for (status, said) in table {
            assert_eq!(line(&status, &found), said);
        }
        assert_eq!(line(&Status::Ready, &Results::default()), "", "nothing was asked yet");
    }

    #[test]
    fn words_of_an_error_read_as_a_sentence() {
        let table = [
            ("no page is called `x`", "No page is called `x`."),
            ("The disk is full.", "The disk is full."),
            ("due: does not take soonish", "due: does not take soonish."),
            ("", ""),
        ];
        for (words, said) in table {
            assert_eq!(sentence(words), said);
        }
    }

    #[test]
    fn a_count_that_is_not_exact_says_so() {
        let mut results = Results { total: 90, answered: true, ..Results::default() };
        results.hits = Vec::new();
        assert_eq!(line(&Status::Ready, &results), "0 pages");
        results.exact = true;
        assert_eq!(line(&Status::Ready, &results), "90 pages");
    }
}
