//! Who links to whom, as far as draws have names: `[[p3]]` is the page `p3`, and a name that no page has dangles.

use super::drawn::{Drawn, Piece};

/// The links of one page, by the names of pages.
pub struct Links {
    /// In the text.
    pub body: Vec<String>,
    /// In the write-up.
    pub writeup: Vec<String>,
    /// Picked as related, and not dropped.
    pub picks: Vec<String>,
}

impl Links {
    pub fn of(drawn: &Drawn) -> Self {
        let target = |piece: &Piece| match piece {
            Piece::Link(name) => Some(name.clone()),
            _ => None,
        };
        let writeup = drawn.page.writeup.iter().filter_map(|writeup| writeup.text.strip_prefix("[["));
        Self {
            body: drawn.pieces.iter().filter_map(target).collect(),
            writeup: writeup.filter_map(|text| text.strip_suffix("]]")).map(str::to_owned).collect(),
            picks: drawn.page.related.clone(),
        }
    }

    /// Every page that it leads to.
    pub fn all(&self) -> impl Iterator<Item = &String> {
        self.body.iter().chain(&self.writeup).chain(&self.picks)
    }
}
