//! Values as YAML and TOML text that reads back equal, quoted only where that needs it.

use super::fence::Syntax;
use super::value::Value;

/// YAML parsers look this far for a key's `:`; a longer key is introduced by `?`.
const PLAIN_KEY: usize = 1000;

/// A value on one line.
pub(super) fn value(syntax: Syntax, value: &Value) -> String {
    let mut out = String::new();
    write(syntax, value, &mut out);
    out
}

/// `key: value` or `key = value`, without a line end.
pub(super) fn pair(syntax: Syntax, name: &str, text: &str) -> String {
    match syntax {
        Syntax::Yaml => format!("{}: {text}", key(syntax, name, '\n')),
        Syntax::Toml => format!("{} = {text}", key(syntax, name, '\n')),
    }
}

/// `gap` stands between a key too long for YAML to look ahead and its `:`.
fn key(syntax: Syntax, name: &str, gap: char) -> String {
    let bare = |char: char| char.is_ascii_alphanumeric() || char == '_' || char == '-';
    match syntax {
        Syntax::Toml if !name.is_empty() && name.chars().all(bare) => name.to_owned(),
        Syntax::Toml => quoted(name),
        Syntax::Yaml => {
            let text = if is_plain(name) { name.to_owned() } else { quoted(name) };
            if text.chars().count() > PLAIN_KEY { format!("? {text}{gap}") } else { text }
        }
    }
}

fn write(syntax: Syntax, value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str(if syntax == Syntax::Yaml { "null" } else { "\"\"" }),
        Value::Bool(_) => out.push_str(value.scalar().unwrap_or_default()),
        Value::Number(text) if syntax == Syntax::Yaml || fits_toml(text) => out.push_str(text),
        Value::Text(text) if syntax == Syntax::Yaml && is_plain(text) => out.push_str(text),
        Value::Number(text) | Value::Text(text) => out.push_str(&quoted(text)),
        Value::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                write(syntax, item, out);
            }
            out.push(']');
        }
        Value::Map(pairs) => {
            out.push('{');
            for (at, (name, value)) in pairs.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                out.push_str(&key(syntax, name, ' '));
                out.push_str(if syntax == Syntax::Yaml { ": " } else { " = " });
                write(syntax, value, out);
            }
            out.push('}');
        }
    }
}

fn fits_toml(number: &str) -> bool {
    if number.contains(['.', 'e', 'E']) {
        number.parse::<f64>().is_ok_and(f64::is_finite)
    } else {
        number.parse::<i64>().is_ok()
    }
}

/// Whether YAML reads the text as itself without quotes, in brackets too, and other YAML readers do as well: words that
/// older ones take for a truth, a number or a date are quoted.
fn is_plain(text: &str) -> bool {
    let safe = |char: char| char.is_alphanumeric() || " _-./()+;!?".contains(char);
    // A sign at a word's edge may be one of YAML's own, in brackets at least.
    let sign = text.split(' ').any(|word| word.starts_with(['-', '?', '!', '/']) || word.ends_with('-'));
    let word = text.starts_with(char::is_alphabetic) && !sign;
    let truth = ["y", "n", "yes", "no", "on", "off", "null", "true", "false", "nan", "inf"];
    word && !text.ends_with(' ') && text.chars().all(safe) && !truth.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// In double quotes, with the escapes that YAML, TOML and JSON share.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // What an editor may take for a line end or drop, and what YAML does not allow raw.
            _ if char.is_control()
                || matches!(char, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}') =>
            {
                out.push_str(&format!("\\u{:04X}", u32::from(char)));
            }
            _ => out.push(char),
        }
    }
    out.push('"');
    out
}
