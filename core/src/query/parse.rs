//! From text to a raw tree: blanks, brackets, `OR`, signs and `in:`. What a term says is read in `term`; what the tree
//! means and where grep and the trash may stand is settled in `normal`.

use super::keys::Column;
use super::normal;
use super::problem::{Code, Limit, Problem, TooLarge};
use super::scan::{self, Text};
use super::{At, DateField, Group, Node, Query, Sort, Span};

/// Brackets nest so deep; deeper ones are text.
const DEEPEST: usize = 64;

/// The state of one pass over a text.
pub struct Parser<'a> {
    pub text: Text<'a>,
    pub at: usize,
    pub problems: Vec<Problem>,
    pub sort: Option<At<Sort>>,
    pub group: Option<At<Group>>,
    pub date: Option<At<DateField>>,
    pub terms: usize,
    pub filters: usize,
    /// The brackets around the one being read, outermost first.
    outer: Vec<Bracket>,
    bracket: Bracket,
    /// Brackets past the deepest that are open: their ends mean nothing either.
    ignored_brackets: usize,
}

/// What was read of a bracket so far; the whole text is one.
#[derive(Default)]
struct Bracket {
    open: usize,
    negated: bool,
    scope: Option<Scope>,
    /// How many terms stood before it.
    terms_before: usize,
    /// Before the last OR.
    choices: Vec<Node>,
    /// Since the last OR.
    run: Vec<Node>,
    last_or: Option<Span>,
    /// An `in:` that waits for its term.
    pending: Option<Scope>,
    /// Something stood in it, though perhaps nothing of use.
    touched: bool,
}

/// An `in:` and what it does to the term that follows.
#[derive(Clone, Copy)]
pub struct Scope {
    pub column: Column,
    pub negated: bool,
    pub span: Span,
}

pub fn parse(text: &str) -> Result<Query, TooLarge> {
    let characters = text.chars().count();
    check(Limit::Characters, characters)?;
    let mut parser = Parser::new(text);
    let root = parser.run();
    check(Limit::Terms, parser.terms)?;
    check(Limit::Filters, parser.filters)?;
    let root = root.and_then(normal::normal);
    let root = root.and_then(|node| normal::place(node, &mut parser.problems)).and_then(normal::normal);
    parser.problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
    Ok(Query { root, sort: parser.sort, group: parser.group, date: parser.date, problems: parser.problems })
}

fn check(limit: Limit, found: usize) -> Result<(), TooLarge> {
    if found > limit.most() { Err(TooLarge { limit, found }) } else { Ok(()) }
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text: Text::new(text),
            at: 0,
            problems: Vec::new(),
            sort: None,
            group: None,
            date: None,
            terms: 0,
            filters: 0,
            outer: Vec::new(),
            bracket: Bracket::default(),
            ignored_brackets: 0,
        }
    }

    /// Reads to the end. Every round moves on by a character at least.
    pub fn run(&mut self) -> Option<Node> {
        while let Some(c) = self.text.at(self.at) {
            match c {
                c if c.is_whitespace() || scan::is_invisible(c) => self.at += 1,
                ')' if self.in_bracket() => self.end_bracket(),
                _ => {
                    self.bracket.touched = true;
                    self.item();
                }
            }
        }
        while !self.outer.is_empty() {
            let open = self.bracket.open;
            self.problem(Code::UnclosedBracket, open, open + 1, "this ( is not closed: it reaches to the end", None);
            self.leave();
        }
        self.content()
    }

    pub fn in_bracket(&self) -> bool {
        !self.outer.is_empty()
    }

    /// An `OR`, or a sign and what it is glued to.
    fn item(&mut self) {
        let start = self.at;
        let Some(first) = self.text.at(start) else { return };
        if first == 'O' && self.text.at(start + 1) == Some('R') && self.word_end(start) == start + 2 {
            self.at += 2;
            return self.or(start);
        }
        if !scan::is_sign(first) && first != scan::EM_DASH {
            return self.operand(false);
        }
        let after = self.text.skip(start, |c| scan::is_sign(c) || c == scan::EM_DASH);
        let next = self.text.at(after);
        let opens = next.is_some_and(|c| c == '(' || scan::is_quote(c) || scan::is_apostrophe(c));
        if after > start + 1 || first == scan::EM_DASH {
            if !opens {
                return self.word(start, start, false);
            }
            let message = "two dashes exclude nothing: write one dash to exclude what follows";
            self.problem(Code::DoubleDash, start, after, message, Some("-"));
            self.at = after;
        } else if next.is_none_or(|c| c.is_whitespace() || c == ')') {
            self.word(start, start, false);
        } else {
            self.at = after;
            self.operand(true);
        }
    }

    /// A bracket or a term, after its sign.
    fn operand(&mut self, negated: bool) {
        if self.text.at(self.at) != Some('(') {
            return self.term(negated);
        }
        let open = self.at;
        if self.outer.len() < DEEPEST {
            self.at += 1;
            let scope = self.bracket.pending.take();
            let inner = Bracket { open, negated, scope, terms_before: self.terms, ..Bracket::default() };
            self.outer.push(std::mem::replace(&mut self.bracket, inner));
        } else {
            self.at = self.text.skip(open, |c| c == '(');
            self.ignored_brackets += self.at - open;
            let message = "brackets nest to 64 levels: this one and its end are read as text";
            self.problem(Code::TooDeep, open, self.at, message, None);
        }
    }

    fn end_bracket(&mut self) {
        self.at += 1;
        if self.ignored_brackets > 0 {
            self.ignored_brackets -= 1;
            return;
        }
        if !self.bracket.touched {
            let open = self.bracket.open;
            self.problem(Code::EmptyBracket, open, self.at, "there is nothing in this bracket: it is ignored", None);
        }
        self.leave();
    }

    /// Leaves the bracket being read and adds what it holds to the one around it.
    fn leave(&mut self) {
        let content = self.content();
        let outer = self.outer.pop().unwrap_or_default();
        let inner = std::mem::replace(&mut self.bracket, outer);
        if let Some(scope) = inner.scope.filter(|_| inner.terms_before == self.terms) {
            self.dangling_in(scope);
        }
        if let Some(node) = content {
            self.add(node, inner.negated, inner.scope);
        }
    }

    fn or(&mut self, start: usize) {
        self.drop_pending();
        let span = self.text.span(start, start + 2);
        if self.bracket.run.is_empty() {
            self.dangling_or(span);
        } else {
            let run = std::mem::take(&mut self.bracket.run);
            self.bracket.choices.push(Node::And(run));
            self.bracket.last_or = Some(span);
        }
    }

    fn dangling_or(&mut self, span: Span) {
        let message = "OR has nothing on one side and is ignored: it stands between two terms".to_owned();
        self.problems.push(Problem { span, code: Code::OrDangling, message, suggestion: None });
    }

    fn drop_pending(&mut self) {
        if let Some(scope) = self.bracket.pending.take() {
            self.dangling_in(scope);
        }
    }

    fn dangling_in(&mut self, scope: Scope) {
        let name = scope.column.name();
        let message =
            format!("in:{name} has no word to narrow and is ignored: it narrows the next word, phrase or bracket");
        self.problems.push(Problem { span: scope.span, code: Code::InDangling, message, suggestion: None });
    }

    /// What the bracket being read holds.
    fn content(&mut self) -> Option<Node> {
        self.drop_pending();
        let run = std::mem::take(&mut self.bracket.run);
        let mut choices = std::mem::take(&mut self.bracket.choices);
        if run.is_empty() {
            if let Some(span) = self.bracket.last_or.take() {
                self.dangling_or(span);
            }
        } else {
            choices.push(Node::And(run));
        }
        (!choices.is_empty()).then_some(Node::Or(choices))
    }

    /// Keeps an `in:` for the term that follows.
    pub fn scope(&mut self, scope: Scope) {
        self.drop_pending();
        self.bracket.pending = Some(scope);
    }

    /// Adds a term that `in:` can narrow.
    pub fn add_text(&mut self, node: Node, negated: bool) {
        self.terms += 1;
        let scope = self.bracket.pending.take();
        self.add(node, negated, scope);
    }

    /// Adds a condition to the bracket being read.
    pub fn add(&mut self, node: Node, negated: bool, scope: Option<Scope>) {
        let node = match scope {
            Some(scope) => Node::In(scope.column, Box::new(node)),
            None => node,
        };
        let negated = negated != scope.is_some_and(|scope| scope.negated);
        self.bracket.run.push(if negated { Node::Not(Box::new(node)) } else { node });
    }

    pub fn word_end(&self, start: usize) -> usize {
        self.text.word_end(start, self.in_bracket())
    }

    pub fn problem(&mut self, code: Code, start: usize, end: usize, message: &str, suggestion: Option<&str>) {
        let span = self.text.span(start, end);
        let suggestion = suggestion.map(str::to_owned);
        self.problems.push(Problem { span, code, message: message.to_owned(), suggestion });
    }
}
