//! The words inside an identifier: `name` in `getUserName`. Words joined by `_`, `-` or `.` are tokens already.

use super::class::is_alphanumeric;
use super::fold::fold_into;
use super::token::TOKEN_CHARS;

/// Words told apart in one identifier, so that a long run of mixed case stays linear in the index.
const INNER_WORDS: usize = 8;

/// Calls `f` with the folded rest of `word` from each inner start on: `username` and `name` for `getUserName`,
/// `listener` for `TLSListener`, `decoder` for `utf8Decoder`. `word` is as written, one token's characters; at most
/// eight starts within its first 64 characters are told. The rests are those of the word cut at 64 characters.
pub fn inner_words(word: &str, mut f: impl FnMut(&str)) {
    // Most words have no capital after their first letter: they are passed by without a closer look.
    if word.is_ascii() && !word.bytes().skip(1).any(|b| b.is_ascii_uppercase()) {
        return;
    }
    let end = word.char_indices().nth(TOKEN_CHARS).map_or(word.len(), |(at, _)| at);
    let word = word.get(..end).unwrap_or(word);
    let end = word.find(['+', '#']).unwrap_or(word.len());
    let word = word.get(..end).unwrap_or(word);
    let mut rest = String::new();
    let mut told = 0;
    let mut before = None;
    for (at, c) in word.char_indices() {
        if let Some(before) = before
            && c.is_uppercase()
            && starts_inside(before, &word[at + c.len_utf8()..])
        {
            rest.clear();
            fold_into(&word[at..], &mut rest);
            if !rest.is_empty() && rest.chars().all(|c| is_alphanumeric(c) || super::class::is_mark(c)) {
                f(&rest);
                told += 1;
            }
            if told == INNER_WORDS {
                return;
            }
        }
        before = Some(c);
    }
}

/// Whether a capital after `before` and in front of `after` starts a word: `nameOf`, `utf8Of`, and the last capital of
/// a run that goes on small (`TLSListener`), but not a plural's (`URLs`).
fn starts_inside(before: char, after: &str) -> bool {
    if !before.is_uppercase() {
        return true;
    }
    let small = after.chars().take_while(|c| c.is_lowercase()).count();
    small > 1 || (small == 1 && !after.starts_with('s'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_come_apart_at_their_capitals() {
        let table = [
            ("getUserName", "username name"),
            ("TLSListener", "listener"),
            ("openWithFingerprint", "withfingerprint fingerprint"),
            ("utf8Decoder", "decoder"),
            ("plain", ""),
            ("Plain", ""),
            ("HTTP", ""),
            ("URLs", ""),
            ("iPhone", "phone"),
            ("größeÄndern", "andern"),
            ("aBcDeFgHiJkLmNoPqRsTuV", "bcdefghijklmnopqrstuv cdefghijklmnopqrstuv efghijklmnopqrstuv"),
        ];
        for (word, want) in table {
            let mut found = Vec::new();
            inner_words(word, |rest| found.push(rest.to_owned()));
            if word.starts_with("aBc") {
                assert_eq!(found.len(), INNER_WORDS);
            } else {
                assert_eq!(found.join(" "), want, "{word}");
            }
        }
    }
}
