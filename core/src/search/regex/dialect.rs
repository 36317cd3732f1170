//! From the syntax that people write, RE2's, to that of the engines: where the two read the same signs otherwise.
//! `\w`, `\d`, `\s` and `\b` are of ASCII, a class has no operators and no classes in it, a brace that counts nothing is
//! itself.

/// What engines write differently.
pub(crate) struct Spelling {
    /// Around the letter of an edge between ASCII letters.
    pub edge: (&'static str, &'static str),
    /// A class may stand in a class.
    pub nests: bool,
}

/// The pattern as an engine takes it. What it does not take is left for it to refuse.
pub(super) fn translated(pattern: &str, spelling: &Spelling) -> String {
    let mut out = String::with_capacity(pattern.len() * 2);
    let mut rest = pattern;
    let mut class = None;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match (c, class) {
            ('\\', _) => escape(after, class.is_some(), spelling, &mut out),
            ('[', None) => {
                class = Some(());
                open_class(after, &mut out)
            }
            (']', Some(())) => {
                class = None;
                out.push(c);
                after
            }
            ('[', Some(())) => posix_class(rest, &mut out),
            ('&' | '~', Some(())) => {
                out.push('\\');
                out.push(c);
                after
            }
            // A range from or to a dash, and no difference of two classes.
            ('-', Some(())) if after.starts_with('-') => {
                out.push_str("-\\-");
                &after[1..]
            }
            ('{', None) => count(rest, &mut out),
            _ => {
                out.push(c);
                after
            }
        };
    }
    out
}

/// What follows a backslash; gives what is left.
fn escape<'p>(after: &'p str, in_class: bool, spelling: &Spelling, out: &mut String) -> &'p str {
    let Some(c) = after.chars().next() else {
        out.push('\\');
        return after;
    };
    let rest = &after[c.len_utf8()..];
    if c == 'Q' {
        let (text, rest) = rest.split_once("\\E").unwrap_or((rest, ""));
        out.push_str(&regex_lite::escape(text));
        return rest;
    }
    let others = match c {
        'W' => r"\x00-\x2F\x3A-\x40\x5B-\x5E\x60\x7B-\x{10FFFF}",
        'D' => r"\x00-\x2F\x3A-\x{10FFFF}",
        _ => r"\x00-\x08\x0B\x0E-\x1F\x21-\x{10FFFF}",
    };
    let members = match c {
        'w' | 'W' => "0-9A-Za-z_",
        'd' | 'D' => "0-9",
        's' | 'S' => r"\t\n\x0C\r\x20",
        _ => "",
    };
    match c {
        'w' | 'd' | 's' if in_class => out.push_str(members),
        'w' | 'd' | 's' => out.push_str(&format!("[{members}]")),
        'W' | 'D' | 'S' if in_class && !spelling.nests => out.push_str(others),
        'W' | 'D' | 'S' => out.push_str(&format!("[^{members}]")),
        'b' | 'B' if !in_class => out.push_str(&format!("{}{c}{}", spelling.edge.0, spelling.edge.1)),
        // Edges of words to the engines, plain signs to whoever writes them.
        '<' | '>' => out.push(c),
        _ => {
            out.push('\\');
            out.push(c);
            // The braces of a character's number or of a class's name count nothing.
            if matches!(c, 'x' | 'p' | 'P')
                && rest.starts_with('{')
                && let Some(end) = rest.find('}')
            {
                let (name, rest) = rest.split_at(end + 1);
                out.push_str(name);
                return rest;
            }
        }
    }
    rest
}

/// The signs at a class's start that mean something else further on.
fn open_class<'p>(mut after: &'p str, out: &mut String) -> &'p str {
    out.push('[');
    if let Some(rest) = after.strip_prefix('^') {
        out.push('^');
        after = rest;
    }
    match after.strip_prefix(']') {
        Some(rest) => {
            out.push_str("\\]");
            rest
        }
        None => after,
    }
}

/// `[:alpha:]` in a class, or else a bracket as a member.
fn posix_class<'p>(rest: &'p str, out: &mut String) -> &'p str {
    let name = rest.strip_prefix("[:").and_then(|rest| rest.split_once(":]")).map(|(name, _)| name);
    match name.filter(|name| name.trim_start_matches('^').bytes().all(|b| b.is_ascii_alphabetic())) {
        Some(name) => {
            let (class, rest) = rest.split_at(name.len() + 4);
            out.push_str(class);
            rest
        }
        None => {
            out.push_str("\\[");
            &rest[1..]
        }
    }
}

/// `{2}`, `{2,}` or `{2,3}`, or else a brace.
fn count<'p>(rest: &'p str, out: &mut String) -> &'p str {
    let inside = rest[1..].split_once('}').map(|(inside, _)| inside);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let counts = inside.filter(|inside| match inside.split_once(',') {
        Some((least, most)) => is_number(least) && (most.is_empty() || is_number(most)),
        None => is_number(inside),
    });
    match counts {
        Some(inside) => {
            let (count, rest) = rest.split_at(inside.len() + 2);
            out.push_str(count);
            rest
        }
        None => {
            out.push_str("\\{");
            &rest[1..]
        }
    }
}
