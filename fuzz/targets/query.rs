//! Whatever is typed is parsed: no panic, spans that lie in the text, and a query that prints as one that parses alike.

#![no_main]

use libfuzzer_sys::fuzz_target;
use scrap_core::query::{Span, caret, parse};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(query) = parse(&text) else { return };
    let lies_in = |span: Span| text.get(span.start..span.end).is_some();
    assert!(query.leaves().iter().all(|leaf| lies_in(leaf.span)));
    assert!(query.problems.iter().all(|problem| lies_in(problem.span)));
    assert!(query.tokens(&text).iter().all(|token| lies_in(token.span)));
    for (at, _) in text.char_indices().take(64) {
        let _ = caret::typing(&text, at);
    }
    let printed = query.to_string();
    if let Ok(again) = parse(&printed) {
        assert_eq!(again.to_string(), printed, "printed it is stable");
    }
});
