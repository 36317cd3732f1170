//! The form in which words, titles, tags and names compare. What is stored is never folded.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{compose, decompose_canonical};

use super::class::{is_ignorable, is_mark};

/// `text` as it compares: NFKC, lower case, without the marks that are no letters, without characters nobody sees.
/// `Łódź`, `LODZ` and `lodz` are one, `Straße` and `strasse`, `Ｗｉｄｅ` and `wide`, `it’s` and `it's`; `й`, `が`, `أ`
/// and the vowels of Thai and the Indic scripts stay themselves. Folding twice changes nothing.
#[must_use]
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    fold_into(text, &mut out);
    out
}

/// Appends [`fold`] of `text` to `out`.
pub fn fold_into(text: &str, out: &mut String) {
    let start = out.len();
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c.to_ascii_lowercase());
        } else if let Some(plain) = simple(c) {
            if !push_letter(plain, out) {
                out.push(plain);
            }
        } else {
            // A mark may belong to a letter already written, so the slow way starts over.
            out.truncate(start);
            fold_slowly(text, out);
            return;
        }
    }
}

/// The folded form of characters that fold by themselves, whatever stands beside them, unless that is a mark.
fn simple(c: char) -> Option<char> {
    match c {
        '\u{C0}'..='\u{17F}' => {
            let mut base = c;
            let mut parts = 0;
            decompose_canonical(c, |part| {
                if parts == 0 {
                    base = part;
                }
                parts += 1;
            });
            // What only compatibility takes apart (`ŀ`, `ŉ`, `ĳ`) goes the slow way.
            let compatible = matches!(c, 'Ĳ' | 'ĳ' | 'Ŀ' | 'ŀ' | 'ŉ' | 'ſ' | 'İ');
            (!compatible).then(|| base.to_lowercase().next().unwrap_or(base))
        }
        '\u{400}'..='\u{42F}' => c.to_lowercase().next(),
        '\u{430}'..='\u{45F}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' => Some(c),
        '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{30FC}' => Some(c),
        // Of Thai's marks only U+0E38 to U+0E3A can stand in another order than written.
        '\u{E01}'..='\u{E32}' | '\u{E34}'..='\u{E37}' | '\u{E40}'..='\u{E4E}' => Some(c),
        '\u{2018}' | '\u{2019}' => Some('\''),
        '\u{2010}'..='\u{2015}' if c != '\u{2011}' => Some(c),
        '\u{201C}'..='\u{201E}' | '\u{3001}' | '\u{3002}' | '\u{2022}' => Some(c),
        _ => None,
    }
}

fn fold_slowly(text: &str, out: &mut String) {
    let mut kept = String::with_capacity(text.len());
    // The letter that a mark stands on; `None` after anything else.
    let mut base = None;
    // What nobody sees goes first, or it would hold a letter and its mark apart.
    for c in text.chars().filter(|&c| !is_ignorable(c)).nfkd().filter(|&c| !is_ignorable(c)) {
        if is_mark(c) {
            if keeps_mark(base, c) {
                kept.push(c);
            }
            continue;
        }
        base = Some(c);
        for lower in c.to_lowercase() {
            if !push_letter(lower, &mut kept) {
                kept.push(lower);
            }
        }
    }
    out.extend(kept.nfc());
}

/// Whether `mark` makes another letter of its base, as in `й`, rather than stress, tone or vowel it.
fn keeps_mark(base: Option<char>, mark: char) -> bool {
    match mark {
        // Combining diacritics: noise on Latin and Greek, a letter's part where a letter of its own exists (`ё`).
        '\u{300}'..='\u{36F}' => base.is_some_and(|b| !is_latin_or_greek(b) && compose(b, mark).is_some()),
        '\u{483}'..='\u{489}' => false,
        // Hebrew points and cantillation.
        '\u{591}'..='\u{5C7}' => false,
        // Arabic vowel signs and the marks of the Quran; hamza and madda above and below are letters' parts.
        '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{652}' | '\u{656}'..='\u{65F}' | '\u{670}' => false,
        '\u{6D6}'..='\u{6ED}' | '\u{8CA}'..='\u{8FF}' => false,
        '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}' => false,
        _ => true,
    }
}

fn is_latin_or_greek(c: char) -> bool {
    matches!(
        c,
        'A'..='Z'
            | 'a'..='z'
            | '\u{AA}'
            | '\u{B5}'
            | '\u{BA}'
            | '\u{C0}'..='\u{3FF}'
            | '\u{1E00}'..='\u{1FFF}'
            | '\u{2C60}'..='\u{2C7F}'
            | '\u{A720}'..='\u{A7FF}'
            | '\u{AB30}'..='\u{AB6F}'
    )
}

/// Writes what a lower-case letter with a stroke, a hook or a ligature compares as; false if it is none.
fn push_letter(c: char, out: &mut String) -> bool {
    if c < '\u{DF}' {
        return false;
    }
    let plain = match c {
        'ß' => "ss",
        'æ' | 'ǽ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ø' | 'ɵ' => "o",
        'ł' | 'ƚ' | 'ɫ' | 'ⱡ' => "l",
        'đ' | 'ð' | 'ɖ' | 'ɗ' | 'ƌ' => "d",
        'ħ' | 'ⱨ' => "h",
        'ı' | 'ɨ' => "i",
        'ȷ' | 'ɉ' => "j",
        'ŧ' | 'ƭ' | 'ʈ' | 'ⱦ' => "t",
        'ŋ' => "ng",
        'ĸ' => "q",
        'ƀ' | 'ƃ' | 'ɓ' => "b",
        'ƈ' | 'ȼ' => "c",
        'ɇ' => "e",
        'ƒ' => "f",
        'ǥ' | 'ɠ' => "g",
        'ƙ' | 'ⱪ' => "k",
        'ɲ' | 'ƞ' => "n",
        'ƥ' | 'ᵽ' => "p",
        'ɍ' | 'ɽ' => "r",
        'ʉ' => "u",
        'ʋ' => "v",
        'ƴ' | 'ɏ' => "y",
        'ƶ' | 'ȥ' | 'ⱬ' => "z",
        'ⱥ' => "a",
        'ς' => "σ",
        // Curly and modifier apostrophes are what keyboards make of the straight one; the kashida only stretches.
        '\u{2018}' | '\u{2019}' | '\u{2BC}' => "'",
        '\u{640}' => "",
        _ => return false,
    };
    out.push_str(plain);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_compares_equal_folds_to_one_form() {
        let table = [
            ("ASCII Only-1", "ascii only-1"),
            ("Łódź", "lodz"),
            ("Straße STRASSE ẞ", "strasse strasse ss"),
            ("ὈΔΥΣΣΕΎΣ ὀδυσσεύς", "οδυσσευσ οδυσσευσ"),
            ("İstanbul ısı", "istanbul isi"),
            ("Ærøskøbing œuvre Þór", "aeroskobing oeuvre thor"),
            ("Việt Nam, Ångström, 각", "viet nam, angstrom, 각"),
            ("cafe\u{301}", "cafe"),
            ("й и\u{306} Й и\u{301} ё", "й й й и ё"),
            ("が か\u{3099} ｶﾞ", "が が ガ"),
            ("أ ا\u{654} كَتَبَ", "أ أ كتب"),
            ("שָׁלוֹם", "שלום"),
            ("ไทย กำ", "ไทย ก\u{e4d}า"),
            ("हिन्दी", "हिन्दी"),
            ("Ｗｉｄｅ ﬁne ①", "wide fine 1"),
            ("Wan\u{ad}der zero\u{200b}width jo\u{feff}ined", "wander zerowidth joined"),
            ("می\u{200c}خواهم", "میخواهم"),
            ("it’s ʼtwas ‘x", "it's 'twas 'x"),
            ("\u{301}x", "x"),
        ];
        for (text, want) in table {
            assert_eq!(fold(text), want, "{text}");
        }
    }

    #[test]
    fn folding_twice_changes_nothing_for_every_character() {
        for c in '\0'..=char::MAX {
            let once = fold(c.encode_utf8(&mut [0; 4]));
            assert_eq!(fold(&once), once, "{c:?} U+{:04X}", c as u32);
        }
    }

    #[test]
    fn the_quick_way_gives_what_the_slow_way_gives() {
        for c in '\0'..=char::MAX {
            let text = c.encode_utf8(&mut [0; 4]).to_owned();
            let mut slow = String::new();
            fold_slowly(&text, &mut slow);
            assert_eq!(fold(&text), slow, "{c:?} U+{:04X}", c as u32);
        }
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in "(\\PC|\\p{M}|[a-zA-Zа-яåй\u{ad}\u{200d}\u{301}\u{306}\u{327}]){0,12}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn composed_and_decomposed_text_compare_equal(text in "\\PC{0,12}") {
            let composed: String = text.nfc().collect();
            let decomposed: String = text.nfd().collect();
            prop_assert_eq!(fold(&composed), fold(&decomposed));
        }
    }
}
