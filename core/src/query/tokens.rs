//! The parts of a query that a screen shows as things of their own: filters, the order, the sections.

use super::{Query, Span, Term};

/// What a part does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It chooses pages.
    Filter,
    /// It is the order that counts.
    Sort,
    /// It makes the sections.
    Group,
}

/// A part of a query.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Token {
    /// Where it stands, with the sign that excludes it or turns it round.
    pub span: Span,
    /// What it does.
    pub role: Role,
    /// An order or sections by their name, `-` before an order that is turned round; a filter as it is written.
    pub value: String,
}

impl Query {
    /// The filters, the order and the sections of the query whose text is `text`, as they stand in it.
    #[must_use]
    pub fn tokens(&self, text: &str) -> Vec<Token> {
        let signed = |span: Span| {
            let before = text.get(..span.start).unwrap_or_default();
            Span { start: before.trim_end_matches(['-', '!']).len(), end: span.end }
        };
        let filter = |span: Span| {
            let span = signed(span);
            let value = text.get(span.start..span.end).unwrap_or_default().to_owned();
            Token { span, role: Role::Filter, value }
        };
        let leaves = self.leaves().into_iter();
        let filters = leaves.filter(|leaf| matches!(leaf.term, None | Some(Term::Filter(_)))).map(|leaf| leaf.span);
        let mut tokens: Vec<Token> = filters.chain(self.date.map(|date| date.span)).map(filter).collect();
        tokens.extend(self.sort.map(|sort| {
            let sign = if sort.value.reversed { "-" } else { "" };
            let value = format!("{sign}{}", sort.value.key.name());
            Token { span: signed(sort.span), role: Role::Sort, value }
        }));
        tokens.extend(self.group.map(|group| Token {
            span: signed(group.span),
            role: Role::Group,
            value: group.value.name().to_owned(),
        }));
        tokens.sort_unstable();
        tokens.dedup();
        tokens
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::parse;

    fn tokens(text: &str) -> Vec<(Role, String)> {
        parse(text).unwrap().tokens(text).into_iter().map(|token| (token.role, token.value)).collect()
    }

    fn filters(text: &str) -> Vec<String> {
        tokens(text).into_iter().filter(|(role, _)| *role == Role::Filter).map(|(_, value)| value).collect()
    }

    #[test]
    fn filters_stand_in_their_order_with_their_sign() {
        assert_eq!(
            filters("tea tag:a/b -kind:note is:\"in progress\""),
            ["tag:a/b", "-kind:note", "is:\"in progress\""]
        );
        let text = "kind:note kind:todo (due:today OR tag:x) due:soonish";
        assert_eq!(filters(text), ["kind:note", "kind:todo", "due:today", "tag:x", "due:soonish"]);
        assert_eq!(filters("tea \"tag:x\" '|---|'"), [""; 0]);
    }

    #[test]
    fn order_and_sections_are_told_by_name() {
        let wanted = [(Role::Sort, "-title".to_owned()), (Role::Filter, "date:created".to_owned())];
        assert_eq!(tokens("tea -SORT:Title date:created"), wanted);
        assert_eq!(
            tokens("group:letter sort:due group:tag"),
            [(Role::Sort, "due".to_owned()), (Role::Group, "tag".to_owned())]
        );
        let text = "tea -sort:title";
        assert_eq!(parse(text).unwrap().tokens(text)[0].span, Span { start: 4, end: text.len() });
    }
}
