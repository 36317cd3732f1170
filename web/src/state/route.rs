//! Addresses and what they show: every screen can be linked to, reloaded and gone back to.

/// A screen, with what it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// The box and what it finds.
    Search {
        /// What stands in the box.
        query: String,
    },
    /// A page.
    Page {
        /// Its id, or what names it.
        id: String,
        /// The line to stand at, from 1.
        line: Option<u32>,
        /// The heading to stand at.
        heading: Option<String>,
        /// The query whose words are marked in it.
        query: String,
    },
    /// What could be better about the pages.
    Health,
    /// Import, export, look, storage.
    Settings,
}

impl Default for Route {
    fn default() -> Self {
        Self::search("")
    }
}

impl Route {
    /// The box with `query` in it.
    #[must_use]
    pub fn search(query: impl Into<String>) -> Self {
        Self::Search { query: query.into() }
    }

    /// A page from its start.
    #[must_use]
    pub fn page(id: impl Into<String>) -> Self {
        Self::Page { id: id.into(), line: None, heading: None, query: String::new() }
    }

    /// What an address shows: its path, and what follows `?` and `#`, each with or without its sign. An unknown address
    /// shows the box.
    #[must_use]
    pub fn read(path: &str, search: &str, hash: &str) -> Self {
        let value = |wanted: &str| {
            let pairs = search.trim_start_matches('?').split('&');
            let mut found = pairs.filter_map(|pair| pair.split_once('=').filter(|(key, _)| *key == wanted));
            found.next().map(|(_, value)| decoded(&value.replace('+', " ")))
        };
        let query = value("q").unwrap_or_default();
        let heading = Some(decoded(hash.trim_start_matches('#'))).filter(|hash| !hash.is_empty());
        match path.trim_matches('/').split_once('/') {
            Some(("p", id)) if !id.is_empty() => {
                let line = value("line").and_then(|line| line.parse().ok()).filter(|line| *line > 0);
                Self::Page { id: decoded(id), line, heading, query }
            }
            None if path.trim_matches('/') == "settings" => Self::Settings,
            None if path.trim_matches('/') == "health" => Self::Health,
            _ => Self::Search { query },
        }
    }

    /// What an address as a link has it shows: from its path on.
    #[must_use]
    pub fn of_link(link: &str) -> Self {
        let (link, hash) = link.split_once('#').unwrap_or((link, ""));
        let (path, search) = link.split_once('?').unwrap_or((link, ""));
        Self::read(path, search, hash)
    }

    /// Its address, from the path on.
    #[must_use]
    pub fn link(&self) -> String {
        match self {
            Self::Settings => "/settings".to_owned(),
            Self::Health => "/health".to_owned(),
            Self::Search { query } if query.is_empty() => "/".to_owned(),
            Self::Search { query } => format!("/?q={}", encoded(query)),
            Self::Page { id, line, heading, query } => {
                let line = line.map(|line| format!("line={line}"));
                let query = Some(query).filter(|query| !query.is_empty()).map(|query| format!("q={}", encoded(query)));
                let search: Vec<String> = line.into_iter().chain(query).collect();
                let sign = if search.is_empty() { "" } else { "?" };
                let heading = heading.as_ref().map(|heading| format!("#{}", encoded(heading))).unwrap_or_default();
                format!("/p/{}{sign}{}{heading}", encoded(id), search.join("&"))
            }
        }
    }
}

/// `text` such that it can stand in any part of an address.
#[must_use]
pub fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ => {
                let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0').to_ascii_uppercase();
                out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
            }
        }
    }
    out
}

/// The text that an address's part stands for. What is no escape stays as it is, and what is no UTF-8 becomes `�`.
fn decoded(part: &str) -> String {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digit = |at: usize| after.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        let escaped = (first == b'%').then(|| digit(0).zip(digit(1))).flatten();
        match escaped {
            Some((high, low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(id: &str, line: Option<u32>, query: &str) -> Route {
        Route::Page { id: id.into(), line, heading: None, query: query.into() }
    }

    #[test]
    fn an_address_reads_as_its_screen() {
        let table = [
            ("/", Route::search("")),
            ("/?q=foo_bar%28", Route::search("foo_bar(")),
            ("/?q=a+b%2Bc", Route::search("a b+c")),
            ("/?q=50%&x=1", Route::search("50%")),
            ("/p/ab12", Route::page("ab12")),
            ("/p/ab12?line=7&q=caf%C3%A9", page("ab12", Some(7), "café")),
            ("/p/ab12?line=0", Route::page("ab12")),
            ("/p/notes/tea", Route::page("notes/tea")),
            ("/settings", Route::Settings),
            ("/settings/", Route::Settings),
            ("/health", Route::Health),
            ("/p/", Route::search("")),
            ("/nowhere?q=x", Route::search("x")),
        ];
        for (link, route) in table {
            assert_eq!(Route::of_link(link), route, "{link}");
        }
    }

    #[test]
    fn every_route_reads_back_from_its_link() {
        let texts = ["", "a b", "50%", "a&q=b#c?d", "/x\\/", "日本 «é»", "+", "%2F", "\u{202e}\n"];
        for text in texts {
            assert_eq!(Route::of_link(&Route::search(text).link()), Route::search(text));
            for heading in [None, Some("a b#c".to_owned())] {
                let id = format!("x{text}y");
                let route = Route::Page { id, line: Some(3), heading, query: text.into() };
                assert_eq!(Route::of_link(&route.link()), route);
            }
        }
        for route in [Route::Settings, Route::Health] {
            assert_eq!(Route::of_link(&route.link()), route);
        }
    }
}
