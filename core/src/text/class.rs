//! What a character is to the tokenizer. Tables by block, as Unicode lays the scripts out; no text is changed here.

use unicode_normalization::char::is_combining_mark;

/// A letter or digit, of any script.
pub(super) fn is_alphanumeric(c: char) -> bool {
    c.is_alphanumeric() && !is_ignorable(c)
}

/// A mark that belongs to the letter before it.
pub(super) fn is_mark(c: char) -> bool {
    // No mark stands before U+0300: most text never reaches the table.
    c >= '\u{300}' && is_combining_mark(c)
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
