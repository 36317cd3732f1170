//! Which form of a file a client is sent: the one that it likes best of those we have (RFC 9110, 12.5.3).

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

/// A form in which a file can be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Brotli.
    Brotli,
    /// gzip.
    Gzip,
    /// As it is.
    Identity,
}

impl Encoding {
    /// Every form, the smallest first.
    pub const ALL: [Self; 3] = [Self::Brotli, Self::Gzip, Self::Identity];

    /// Its name in headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }
}

/// The best of the forms that there are; of equals the smallest. A client that takes none gets the file as it is, which
/// the standard leaves to us.
pub fn best(headers: &HeaderMap, is_there: impl Fn(Encoding) -> bool) -> Encoding {
    let wishes: Vec<(&str, u16)> = headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(wish)
        .collect();
    let weight = |encoding: Encoding| {
        let named = |name: &str| {
            let mut weights = wishes.iter().filter(|(wished, _)| wished.eq_ignore_ascii_case(name));
            weights.next().map(|(_, weight)| *weight)
        };
        let any = if encoding == Encoding::Gzip { named("x-gzip") } else { None };
        // Not named, it is worth what `*` says; without that, as it is will do if nothing better is wished for.
        let unnamed = if encoding == Encoding::Identity { 1 } else { 0 };
        named(encoding.name()).or(any).or_else(|| named("*")).unwrap_or(unnamed)
    };
    let mut best = (Encoding::Identity, 0);
    for encoding in Encoding::ALL.into_iter().filter(|encoding| is_there(*encoding)) {
        let weight = weight(encoding);
        if weight > best.1 {
            best = (encoding, weight);
        }
    }
    best.0
}

/// A form and its weight in thousandths; a weight that is none counts as 0.
fn wish(text: &str) -> (&str, u16) {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    (name, weight.map_or(1000, |weight| thousandths(weight).unwrap_or(0)))
}

/// `0.5` as 500: at most three digits after the point, and at most 1.
fn thousandths(weight: &str) -> Option<u16> {
    let (whole, part) = weight.split_once('.').unwrap_or((weight, ""));
    if part.len() > 3 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part: u16 = format!("{part:0<3}").parse().ok()?;
    match (whole, part) {
        ("0", part) => Some(part),
        ("1", 0) => Some(1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Encoding::{Brotli, Gzip, Identity};
    use super::*;

    /// What a client wishes, and what it gets of all three forms, and of gzip and the file as it is.
    const CASES: &[(&str, Encoding, Encoding)] = &[
        ("", Identity, Identity),
        ("gzip, deflate, br, zstd", Brotli, Gzip),
        ("gzip", Gzip, Gzip),
        ("x-gzip", Gzip, Gzip),
        ("BR", Brotli, Identity),
        ("br;q=0.1, gzip;q=0.2", Gzip, Gzip),
        ("br;q=0, *", Gzip, Gzip),
        ("*", Brotli, Gzip),
        ("*;q=0", Identity, Identity),
        ("identity, br;q=0.5", Identity, Identity),
        ("br ; q=0.5 , identity;q=0.4", Brotli, Identity),
        ("identity;q=0, gzip;q=0.001", Gzip, Gzip),
        ("br;q=1.5, gzip;q=x", Identity, Identity),
        ("br;q=1.000, gzip;q=0.9999", Brotli, Identity),
        ("deflate, zstd", Identity, Identity),
        (",;=,,br;;q=1", Brotli, Identity),
        ("brotli, notgzip", Identity, Identity),
    ];

    #[test]
    fn a_client_gets_the_form_that_it_likes_best() {
        for &(wishes, of_all, of_two) in CASES {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, wishes.parse().unwrap());
            assert_eq!(best(&headers, |_| true), of_all, "{wishes:?}");
            assert_eq!(best(&headers, |encoding| encoding != Brotli), of_two, "{wishes:?} without br");
        }
        assert_eq!(best(&HeaderMap::new(), |_| true), Identity);
    }
}
