//! Which of the pins is the one that somebody looks at.

use scrap_core::wire::PinView;

/// The place of the pin of a search, blanks around it aside.
#[must_use]
pub fn at_search(pins: &[PinView], query: &str) -> Option<usize> {
    let query = query.trim();
    pins.iter().position(|pin| pin.query.as_deref().is_some_and(|kept| kept.trim() == query))
}

/// The place of the pin of a page.
#[must_use]
pub fn at_page(pins: &[PinView], id: &str) -> Option<usize> {
    pins.iter().position(|pin| pin.page.as_ref().is_some_and(|page| page.id == id))
}

#[cfg(test)]
mod tests {
    use scrap_core::wire::RefView;

    use super::*;

    #[test]
    fn a_pin_is_known_by_what_it_leads_to() {
        let page = RefView { id: "p1".into(), title: "Tea".into(), source: String::new(), path: "tea".into() };
        let pins = [
            PinView { name: "Gone".into(), query: None, page: None },
            PinView { name: "Teas".into(), query: Some("tag:tea".into()), page: None },
            PinView { name: "Tea".into(), query: None, page: Some(page) },
        ];
        assert_eq!(at_search(&pins, " tag:tea "), Some(1));
        assert_eq!(at_search(&pins, "tag:te"), None);
        assert_eq!((at_page(&pins, "p1"), at_page(&pins, "p2")), (Some(2), None));
    }
}
