//! The terms of a query: words, phrases, literals, regexes and `key:value`, each read from the place where it starts.

use super::dates::Comparison;
use super::filter::{self, Meaning};
use super::keys::{KEYS, Key};
use super::nearest::nearest;
use super::parse::{Parser, Scope};
use super::print;
use super::problem::Code;
use super::scan;
use super::{At, Flag, Node, Sort, Term};

/// A grep pattern has so many characters at the most.
const LONGEST_PATTERN: usize = 200;

impl<'a> Parser<'a> {
    /// Reads the term here. Moves on by a character at least.
    pub fn term(&mut self, negated: bool) {
        let start = self.at;
        match self.text.at(start) {
            Some(c) if scan::is_quote(c) => self.phrase(negated),
            Some(c) if scan::is_apostrophe(c) => self.literal(negated),
            Some('/') => match self.text.regex(start) {
                Some((pattern, end)) => self.grep(Term::Regex(pattern), end, negated),
                None => self.word(start, start, negated),
            },
            Some('\\') => {
                let escaped = print::is_special(self.text.slice(start + 1, self.word_end(start)));
                self.word(start, if escaped { start + 1 } else { start }, negated);
            }
            _ => match self.key() {
                Some((key, value)) => self.filter(key, value, negated),
                None => {
                    self.word_notes(negated);
                    self.word(start, start, negated);
                }
            },
        }
    }

    /// A word from `start` whose text begins at `inside`.
    pub fn word(&mut self, start: usize, inside: usize, negated: bool) {
        let end = self.word_end(start).max(start + 1);
        self.at = end;
        // A phone's keyboard makes an em dash of two dashes.
        let dashes =
            if inside == start { self.text.skip(start, |c| scan::is_sign(c) || c == scan::EM_DASH) } else { start };
        let text = self.text.slice(inside, dashes.max(inside)).replace(scan::EM_DASH, "--")
            + self.text.slice(dashes.max(inside), end);
        if scan::has_word(&text) {
            let span = self.text.span(start, end);
            self.add_text(Node::Term(span, Term::Word(text)), negated);
        } else if text.chars().all(|c| c == ')') {
            self.problem(Code::UnopenedBracket, start, end, "no ( was opened before this: it is ignored", None);
        } else {
            // An open literal's quote is no part of what the closed one would say.
            let open = inside == start && self.text.at(start).is_some_and(scan::is_apostrophe);
            self.no_letters(start, end, self.text.slice(inside + usize::from(open), end), negated);
        }
    }

    fn no_letters(&mut self, start: usize, end: usize, inside: &str, negated: bool) {
        let literal = print::literal(inside);
        if negated {
            let message = "there is no letter or digit in this to look up, so it excludes nothing and is ignored";
            self.problem(Code::NoLetters, start, end, message, None);
        } else {
            let message = format!(
                "there is no letter or digit in this to look up: it is ignored. Write {literal} to find it as it is"
            );
            self.problem(Code::NoLetters, start, end, &message, Some(&literal));
        }
    }

    /// What is worth saying about a word that looks like something else.
    fn word_notes(&mut self, negated: bool) {
        let (start, end) = (self.at, self.word_end(self.at));
        let word = self.text.slice(start, end);
        if !negated && (word == "AND" || word == "NOT") {
            let advice = if word == "AND" { "a blank already means and" } else { "to exclude a word write -word" };
            let message = format!("{word} is read as a word: {advice}");
            return self.problem(Code::WordOperator, start, end, &message, None);
        }
        let Some((key, value)) = word.split_once(':') else { return };
        let typed = key.len() >= 2 && key.bytes().all(|b| b.is_ascii_alphabetic());
        if !typed || value.is_empty() || value.starts_with([':', '/', '\\']) {
            return;
        }
        if let Some(known) = nearest(key, KEYS.iter().map(|row| row.key.name())) {
            let suggestion = format!("{known}:{value}");
            let message = format!("there is no filter {key}: and this is read as a word. Did you mean {known}:?");
            self.problem(Code::UnknownKey, start, end, &message, Some(&suggestion));
        }
    }

    fn phrase(&mut self, negated: bool) {
        let start = self.at;
        let (inside, end) = self.quoted(start);
        let inside = inside.trim();
        if inside.is_empty() {
            self.problem(
                Code::EmptyQuotes,
                start,
                end,
                "there is nothing between these quotes: they are ignored",
                None,
            );
        } else if scan::has_word(inside) {
            let span = self.text.span(start, end);
            self.add_text(Node::Term(span, Term::Phrase(inside.to_owned())), negated);
        } else {
            self.no_letters(start, end, inside, negated);
        }
    }

    /// What stands between the double quotes that open at `start`, and where they end; moves there.
    fn quoted(&mut self, start: usize) -> (&'a str, usize) {
        let close = self.text.phrase_end(start + 1);
        let inside = self.text.slice(start + 1, close);
        if close < self.text.len() {
            self.at = close + 1;
        } else {
            self.at = close;
            if !inside.trim().is_empty() {
                let message = "this quote is not closed: the phrase reaches to the end";
                let suggestion = format!("{}\"", self.text.slice(start, close));
                self.problem(Code::UnclosedPhrase, start, close, message, Some(&suggestion));
            }
        }
        (inside, self.at)
    }

    fn literal(&mut self, negated: bool) {
        let start = self.at;
        let Some((inside, end)) = self.text.literal(start) else {
            let message = "this quote is not closed, so what follows is read as words. Close it with ' before a blank to find it as it is";
            self.problem(Code::UnclosedLiteral, start, start + 1, message, None);
            if self.word_end(start) > start + 1 {
                return self.word(start, start, negated);
            }
            self.at = start + 1;
            return;
        };
        if inside.is_empty() {
            self.at = end;
            let message = "there is nothing between these quotes: they are ignored";
            return self.problem(Code::EmptyQuotes, start, end, message, None);
        }
        if inside.chars().count() <= 2 && inside.chars().all(char::is_alphanumeric) {
            let message =
                format!("'{inside}' is read as raw text, to be found as it is anywhere. Write {inside} for the word");
            self.problem(Code::ReadAsRaw, start, end, &message, Some(&inside));
        }
        self.grep(Term::Literal(inside), end, negated);
    }

    fn grep(&mut self, term: Term, end: usize, negated: bool) {
        let start = self.at;
        self.at = end;
        let span = self.text.span(start, end);
        let (Term::Literal(pattern) | Term::Regex(pattern)) = &term else { return };
        if matches!(&term, Term::Regex(p) if p.starts_with(char::is_whitespace) && p.ends_with(char::is_whitespace)) {
            let message = "what stands between these slashes is read as a regex. Leave them out to find the words";
            self.problem(Code::ReadAsRaw, start, end, message, None);
        }
        let length = pattern.chars().count();
        if length > LONGEST_PATTERN {
            let message =
                format!("this raw term has {length} characters and 200 are the most, so nothing matches: shorten it");
            self.problem(Code::GrepTooLong, start, end, &message, None);
            self.add_text(Node::Nothing(span, print::term(&term, false)), negated);
        } else {
            self.add_text(Node::Term(span, term), negated);
        }
    }

    /// The known key here and where its value starts. `path::x` is no filter.
    fn key(&self) -> Option<(Key, usize)> {
        let colon = self.text.skip(self.at, |c| c.is_ascii_alphabetic());
        let is_key = self.text.at(colon) == Some(':') && self.text.at(colon + 1) != Some(':');
        let key = is_key.then(|| Key::named(self.text.slice(self.at, colon))).flatten()?;
        Some((key, colon + 1))
    }

    fn filter(&mut self, key: Key, value_start: usize, negated: bool) {
        let start = self.at;
        let value = if self.text.at(value_start).is_some_and(scan::is_quote) {
            self.quoted(value_start).0
        } else {
            self.at = self.word_end(value_start);
            self.text.slice(value_start, self.at)
        };
        let end = self.at;
        let typed = if key == Key::Due { Comparison::split(value.trim()).1 } else { value };
        if typed.trim().is_empty() {
            return self.half_typed(key, start);
        }
        if key != Key::In {
            self.filters += 1;
        }
        let span = self.text.span(start, end);
        let bracket = key == Key::Tag && value.starts_with('(') && self.text.at(value_start) == Some('(');
        match filter::read(key, value).filter(|_| !bracket) {
            Some(Meaning::Filter(filter)) => {
                self.filter_notes(&filter, value, start, end);
                self.add(Node::Term(span, Term::Filter(filter)), negated, None);
            }
            Some(Meaning::In(column)) => self.scope(Scope { column, negated, span }),
            Some(setting) => self.setting(setting, start, end, negated),
            None => self.bad_value(key, value, start, end, negated),
        }
    }

    fn half_typed(&mut self, key: Key, start: usize) {
        let name = key.name();
        let end = self.at;
        let next = self.text.skip(end, char::is_whitespace);
        let quoted = self.text.at(next).is_some_and(scan::is_quote);
        let close = if quoted { self.text.phrase_end(next + 1) } else { self.word_end(next) };
        let next_end = if quoted { (close + 1).min(self.text.len()) } else { close };
        let inside = self.text.slice(if quoted { next + 1 } else { next }, close);
        let word = self.text.slice(next, next_end);
        let typed = self.text.slice(start, end);
        // Only what would be a filter without the blank is worth saying.
        let meant = !typed.ends_with(scan::is_quote)
            && (quoted || !print::is_special(word))
            && filter::read(key, &format!("{}{inside}", typed.split_once(':').map_or("", |(_, sign)| sign))).is_some();
        if meant && !inside.trim().is_empty() {
            let whole = format!("{typed}{word}");
            let message = format!(
                "{name}: has no value and is ignored, and {word} is read as text. Write {whole} without the blank for the filter"
            );
            self.problem(Code::NoValue, start, next_end, &message, Some(&whole));
        } else {
            let message = format!("{name}: has no value yet and is ignored. It takes {}", key.entry().takes);
            self.problem(Code::NoValue, start, end, &message, None);
        }
    }

    fn bad_value(&mut self, key: Key, value: &str, start: usize, end: usize, negated: bool) {
        let name = key.name();
        let (takes, near) = filter::allowed(key, value);
        let mut message = format!("{name}: does not take {}. It takes {takes}", value.trim());
        let suggestion = near.map(|near| format!("{name}:{near}"));
        let suggestion = suggestion.as_deref();
        if matches!(key, Key::Sort | Key::Group) {
            message.push_str(". It is ignored");
            return self.problem(Code::BadOrder, start, end, &message, suggestion);
        }
        if value.starts_with('(') {
            message.push_str("; brackets go around whole terms, as in (tag:a OR tag:b)");
        }
        message.push_str(". Nothing matches it");
        self.problem(Code::BadValue, start, end, &message, suggestion);
        let span = self.text.span(start, end);
        // A tag that begins with a bracket is taken when quoted, so it is kept without quotes.
        let bracketed = key == Key::Tag && value.starts_with('(');
        let text = if bracketed { format!("{name}:{value}") } else { print::key_value(key, value) };
        self.add(Node::Nothing(span, text), negated, None);
    }

    fn filter_notes(&mut self, filter: &super::Filter, value: &str, start: usize, end: usize) {
        match filter {
            super::Filter::Tag(_) if value.contains(',') => {
                let each = value.split(',').map(str::trim).filter(|tag| !tag.is_empty());
                let each: Vec<String> = each.map(|tag| print::key_value(Key::Tag, tag)).collect();
                let message = "this asks for one tag with a comma in its name. For pages with each of the tags write them one by one";
                self.problem(Code::CommaInTag, start, end, message, Some(&each.join(" ")));
            }
            super::Filter::Status(status) if status.len() >= 5 => {
                let checks = Flag::ALL.iter().map(|flag| flag.name());
                if let Some(near) = nearest(status, checks) {
                    let message = format!("this asks for pages with the status {status}. Did you mean is:{near}?");
                    self.problem(Code::NearCheck, start, end, &message, Some(&format!("is:{near}")));
                }
            }
            _ => {}
        }
    }

    /// `sort:`, `group:` and `date:` hold for the whole query, and the last one counts.
    fn setting(&mut self, setting: Meaning, start: usize, end: usize, negated: bool) {
        let misplaced = if self.in_bracket() {
            Some("it holds for the whole query, so it cannot stand in a bracket: it is ignored")
        } else if negated && !matches!(setting, Meaning::Sort(_)) {
            Some("it is no condition, so it cannot be excluded: it is ignored")
        } else {
            None
        };
        if let Some(message) = misplaced {
            return self.problem(Code::SettingMisplaced, start, end, message, None);
        }
        let span = self.text.span(start, end);
        let before = match setting {
            Meaning::Sort(key) => {
                self.sort.replace(At { value: Sort { key, reversed: negated }, span }).map(|old| old.span)
            }
            Meaning::Group(value) => self.group.replace(At { value, span }).map(|old| old.span),
            Meaning::Date(value) => self.date.replace(At { value, span }).map(|old| old.span),
            Meaning::Filter(_) | Meaning::In(_) => None,
        };
        if let Some(span) = before {
            let message = "a later one of the same key takes the place of this".to_owned();
            self.problems.push(super::Problem { span, code: Code::Superseded, message, suggestion: None });
        }
    }
}
