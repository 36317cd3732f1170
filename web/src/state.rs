//! What the screens know, as plain structs: no signal, no browser, so that tests need none. How it looks is `view`'s.

pub mod amount;
pub mod excerpt;
pub mod export;
pub mod facets;
pub mod import;
pub mod matches;
pub mod mend;
pub mod pins;
pub mod query;
pub mod results;
pub mod route;
pub mod said;
pub mod theme;
pub mod tokens;
pub mod when;
pub mod zip;
