//! What reaches the terminal: text of pages never as commands to it, colours only where somebody looks.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};

use indicatif::{ProgressBar, ProgressStyle};

use crate::error::Failure;

/// Writes to standard output. Once its reader has gone, that is [`Failure::Closed`].
pub fn out(text: &str) -> Result<(), Failure> {
    bytes_out(text.as_bytes())
}

/// As [`out`], for bytes that are to arrive as they are.
pub fn bytes_out(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::Disk {
            what: "cannot write the output".to_owned(),
            reason: error,
            advice: "Check where it is sent to",
        },
    })
}

/// One object as JSON, on one line.
pub fn json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(|error| Failure::Refused(error.to_string()))?;
    out(&(text + "\n"))
}

/// Writes a line to standard error; nobody can be told if that fails.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "scrap: {text}");
}

/// Text of several lines: control characters are spelt out, but for tabs and line ends.
pub fn safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' | '\t' => safe.push(char),
            _ => push_escaped(&mut safe, char),
        }
    }
    safe
}

/// Text of one line: line ends and tabs are spelt out too.
pub fn one_line(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    text.chars().for_each(|char| push_escaped(&mut safe, char));
    safe
}

fn push_escaped(text: &mut String, char: char) {
    match char {
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        // Signs that turn the direction make a name read as another one.
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' => {
            let _ = write!(text, "\\u{{{:x}}}", u32::from(char));
        }
        _ if char.is_control() => {
            let _ = write!(text, "\\x{:02x}", u32::from(char));
        }
        _ => text.push(char),
    }
}

/// How words are set off, if somebody looks.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    on: bool,
}

impl Style {
    /// Colours for standard output: on a terminal, unless `NO_COLOR` asks for none.
    pub fn of_stdout() -> Self {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { on: io::stdout().is_terminal() && !unwanted }
    }

    /// For titles.
    pub fn bold(self, text: &str) -> String {
        self.wrap("1", text)
    }

    /// For what matters less.
    pub fn dim(self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// For what was searched for.
    pub fn hit(self, text: &str) -> String {
        self.wrap("1;33", text)
    }

    fn wrap(self, code: &str, text: &str) -> String {
        if self.on && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Of a long list so many items are shown, in about so many characters.
const SHOWN: usize = 12;
const SHOWN_CHARS: usize = 160;

/// The first few of a list, each on one line, and how many more there are.
pub fn first(items: &[String], between: &str) -> String {
    let mut text = String::new();
    for (at, item) in items.iter().enumerate() {
        let used = text.chars().count();
        if at == SHOWN || (at > 0 && used + item.chars().count() > SHOWN_CHARS) {
            text.push_str(&format!("{between}+{} more", items.len() - at));
            break;
        }
        if at > 0 {
            text.push_str(between);
        }
        let item = one_line(item);
        text.extend(item.chars().take(SHOWN_CHARS));
        if item.chars().nth(SHOWN_CHARS).is_some() {
            text.push('…');
        }
    }
    text
}

/// A bar over so many files, where somebody looks at standard error.
pub fn progress(files: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} files, {per_sec} {eta}");
    ProgressBar::new(files).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A count with its noun: `1 page`, `2 pages`.
pub fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_shows_its_first_items_and_counts_the_rest() {
        let items = |count: usize, length: usize| vec!["x".repeat(length); count];
        assert_eq!(first(&[], " "), "");
        assert_eq!(first(&items(12, 1), " "), ["x"; 12].join(" "));
        assert_eq!(first(&items(2_000, 1), ", "), ["x"; 12].join(", ") + ", +1988 more");
        assert!(first(&items(3, 90), " ").ends_with("x +2 more"));
        assert_eq!(first(&items(2, 4_000), " ").chars().count(), 160 + "… +1 more".chars().count());
    }

    #[test]
    fn nothing_commands_the_terminal() {
        assert_eq!(safe("a\x1b[31mb\r\nc\rd\te\u{9b}x\u{202e}"), "a\\x1b[31mb\nc\\rd\te\\x9bx\\u{202e}");
        assert_eq!(one_line("new\nline\tand\x07"), "new\\nline\\tand\\x07");
    }
}
