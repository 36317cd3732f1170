//! What a character is to the tokenizer. Tables by block, as Unicode lays the scripts out; no text is changed here.

use std::array;
use std::sync::OnceLock;

use unicode_normalization::char::is_combining_mark;

/// A letter or digit, of any script.
pub(super) fn is_alphanumeric(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { class(c) & ALPHANUMERIC != 0 }
}

/// A mark that belongs to the letter before it.
pub(super) fn is_mark(c: char) -> bool {
    // No mark stands before U+0300: most text never reaches the table.
    c >= '\u{300}' && class(c) & MARK != 0
}

const ALPHANUMERIC: u8 = 1;
const MARK: u8 = 2;

/// What the first 65,536 characters are, in blocks of 256. Unicode's own tables are searched step by step, which was a
/// fifth of the time of a search in Arabic or Chinese; a block is read from them when its first character is met.
static BLOCKS: [OnceLock<[u8; 256]>; 256] = [const { OnceLock::new() }; 256];

fn class(c: char) -> u8 {
    let code = c as usize;
    match BLOCKS.get(code >> 8) {
        Some(block) => block
            .get_or_init(|| array::from_fn(|low| char::from_u32((code & !0xFF | low) as u32).map_or(0, look_up)))
            [code & 0xFF],
        None => look_up(c),
    }
}

fn look_up(c: char) -> u8 {
    let alphanumeric = if c.is_alphanumeric() && !is_ignorable(c) { ALPHANUMERIC } else { 0 };
    alphanumeric | if is_combining_mark(c) { MARK } else { 0 }
}

/// A character that nobody sees (Unicode's `Default_Ignorable_Code_Point`) and that never parts a word: soft hyphen,
/// zero-width blanks and joiners, directional controls, variation selectors, Hangul fillers, tags.
pub(super) fn is_ignorable(c: char) -> bool {
    matches!(
        c,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFF8}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// A letter, digit or mark of a script that is written without blanks between words, so that its runs are indexed in
/// pairs: Han, kana, bopomofo, Hangul, Thai, Lao, Myanmar, Khmer. Hangul is here because its words carry endings.
pub(super) fn is_unspaced(c: char) -> bool {
    // Nothing below Thai is: Latin, Greek, Cyrillic, Arabic and the Indic scripts part their words.
    if c < '\u{E00}' {
        return false;
    }
    let block = matches!(
        c,
        '\u{E00}'..='\u{EFF}'
            | '\u{1000}'..='\u{109F}'
            | '\u{1100}'..='\u{11FF}'
            | '\u{1780}'..='\u{17FF}'
            | '\u{3005}'..='\u{3007}'
            | '\u{3021}'..='\u{302F}'
            | '\u{3031}'..='\u{3035}'
            | '\u{3038}'..='\u{303C}'
            | '\u{3041}'..='\u{318F}'
            | '\u{31A0}'..='\u{31BF}'
            | '\u{31F0}'..='\u{31FF}'
            | '\u{3400}'..='\u{4DBF}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{A960}'..='\u{A97F}'
            | '\u{A9E0}'..='\u{A9FF}'
            | '\u{AA60}'..='\u{AA7F}'
            | '\u{AC00}'..='\u{D7FF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{FF66}'..='\u{FFDC}'
            | '\u{1AFF0}'..='\u{1B16F}'
            | '\u{20000}'..='\u{3FFFF}'
    );
    block && (is_alphanumeric(c) || is_mark(c))
}

/// Whether `c` is folded together with the character before it: a mark, a sound mark of kana in either width, or a
/// vowel or final of a Hangul syllable written in parts.
pub(super) fn joins_before(c: char) -> bool {
    matches!(c, '\u{FF9E}' | '\u{FF9F}' | '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FF}')
        || is_mark(c)
        || is_ignorable(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_of_every_character_what_unicode_says() {
        for c in '\0'..=char::MAX {
            assert_eq!(is_alphanumeric(c), c.is_alphanumeric() && !is_ignorable(c), "{c:?}");
            assert_eq!(is_mark(c), is_combining_mark(c), "{c:?}");
        }
    }
}
