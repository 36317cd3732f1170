//! Queries that cover every filter: alone, with a word, and in pairs.

use scrap_core::query::keys::KEYS;

/// So many queries.
const QUERIES: usize = 200;

/// Every filter with every value that has a name and some of those that are free, alone; then each with a word and with
/// another filter, in turn, until there are enough. They make sense over the tldr pages.
pub fn queries() -> Vec<String> {
    let free = |key: &str| -> &[&str] {
        match key {
            "tag" => &["linux", "common"],
            "is" => &["done"],
            "after" | "before" => &["2026", "2026-03", "1w", "1y"],
            "due" => &["<today", ">=2026-01-01"],
            "path" => &["pages/linux", "pages.de"],
            "source" => &["bench"],
            "link" => &["tar", "git"],
            _ => &[],
        }
    };
    let mut alone = Vec::new();
    for entry in KEYS {
        let key = entry.key.name();
        let named = entry.values.iter().map(|value| value.name);
        for value in named.chain(free(key).iter().copied()) {
            alone.push(match key {
                "in" => format!("in:{value} file"),
                "sort" | "group" | "date" => format!("path:pages/linux {key}:{value}"),
                _ => format!("{key}:{value}"),
            });
        }
    }
    let filters: Vec<&String> = alone.iter().filter(|query| !query.contains(' ')).collect();
    let paired = filters.iter().zip(filters.iter().cycle().skip(7)).enumerate();
    let pairs: Vec<String> = paired
        .map(|(at, (one, other))| match at % 3 {
            0 => format!("file {one}"),
            1 => format!("{one} -{other}"),
            _ => format!("{one} {other}"),
        })
        .collect();
    let short = QUERIES.saturating_sub(alone.len());
    alone.extend(pairs.into_iter().take(short));
    alone
}
