//! Filters as SQL over `page p`. Values are bound, never written into the text.

use rusqlite::types::Value;

use super::health;
use crate::fields::{Kind, Role};
use crate::query::{Comparison, DateField, Due, DueDay, Filter, Flag, Has, Node, Query, Term};
use crate::search::expression::{self, Columns, Meet};
use crate::store::{feature, status_key};
use crate::text::{self, Stemmer};
use crate::time::Day;

/// A piece of SQL and the values of its `?`, in order.
#[derive(Debug, Clone, Default)]
pub(in crate::search) struct Sql {
    pub text: String,
    pub values: Vec<Value>,
}

impl Sql {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), values: Vec::new() }
    }

    fn with(text: impl Into<String>, value: impl Into<Value>) -> Self {
        Self { text: text.into(), values: vec![value.into()] }
    }

    pub(in crate::search) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(in crate::search) fn and(&mut self, other: Self) {
        self.text.push_str(" AND ");
        self.text.push_str(&other.text);
        self.values.extend(other.values);
    }

    fn join(parts: impl Iterator<Item = Self>, word: &str) -> Self {
        let mut all = Self::new("(");
        for (at, part) in parts.enumerate() {
            if at > 0 {
                all.text.push_str(word);
            }
            all.text.push_str(&part.text);
            all.values.extend(part.values);
        }
        all.text.push(')');
        all
    }
}

/// Conditions that all hold. Excluded tags are asked for in one set: to make a set for each takes longest of all that a
/// query of them costs.
pub(in crate::search) fn all(nodes: &[&Node], query: &Query, today: Day) -> Option<Sql> {
    all_met(nodes, query, today, Meet::Start)
}

fn all_met(nodes: &[&Node], query: &Query, today: Day, meet: Meet) -> Option<Sql> {
    let mut excluded = Vec::new();
    let mut parts = Vec::new();
    for node in nodes {
        match node {
            Node::Not(inner) if let Node::Term(_, Term::Filter(Filter::Tag(segments))) = inner.as_ref() => {
                excluded.push(tag_sql(segments));
            }
            node => parts.push(of(node, query, today, meet)),
        }
    }
    if !excluded.is_empty() {
        let tags = Sql::join(excluded.into_iter(), " OR ");
        parts.push(Sql {
            text: format!(
                "p.key NOT IN (SELECT page FROM page_tag WHERE tag IN (SELECT key FROM tag WHERE {}))",
                tags.text
            ),
            values: tags.values,
        });
    }
    (!parts.is_empty()).then(|| Sql::join(parts.into_iter(), " AND "))
}

/// Over `tag`: it is the tag asked for, or has it among its segments.
fn tag_sql(segments: &[String]) -> Sql {
    Sql::with("instr(folded, ?)", format!("/{}/", text::fold(&segments.join("/"))))
}

/// A condition as SQL. Under what excludes, however far up it stands, words are met whole.
fn of(node: &Node, query: &Query, today: Day, meet: Meet) -> Sql {
    let matching = |node: &Node, meet: Meet, set: &str| {
        let expression = expression::all(&[node], Columns::ALL, meet, &mut Stemmer::default())?;
        let text = format!("p.key {set} (SELECT rowid FROM page_fts WHERE page_fts MATCH ?)");
        Some(Sql::with(text, expression.to_string()))
    };
    match node {
        Node::Not(inner) if expression::is_text(inner) => {
            matching(inner, Meet::Whole, "NOT IN").unwrap_or(Sql::new("1"))
        }
        node if expression::is_text(node) => matching(node, meet, "IN").unwrap_or(Sql::new("0")),
        Node::And(nodes) => all_met(&nodes.iter().collect::<Vec<_>>(), query, today, meet).unwrap_or(Sql::new("1")),
        Node::Or(nodes) => Sql::join(nodes.iter().map(|node| of(node, query, today, meet)), " OR "),
        Node::Not(node) => {
            let inner = of(node, query, today, Meet::Whole);
            Sql { text: format!("NOT coalesce({}, 0)", inner.text), values: inner.values }
        }
        Node::Term(_, Term::Filter(filter)) => of_filter(filter, query, today),
        // A raw term is looked for in the stored text, once the index has chosen.
        Node::Term(_, Term::Literal(_) | Term::Regex(_)) => Sql::new("1"),
        Node::In(_, node) => of(node, query, today, meet),
        Node::Term(..) | Node::Nothing(..) => Sql::new("0"),
    }
}

fn of_filter(filter: &Filter, query: &Query, today: Day) -> Sql {
    match filter {
        Filter::Kind(kind) => Sql::with("p.kind = ?", i64::from(kind.code())),
        Filter::Tag(segments) => {
            let Sql { text, values } = tag_sql(segments);
            let text = format!("p.key IN (SELECT page FROM page_tag WHERE tag IN (SELECT key FROM tag WHERE {text}))");
            Sql { text, values }
        }
        Filter::Is(flag) => of_flag(*flag, today),
        Filter::Status(status) => Sql::with("p.status = ?", status_key(status)),
        Filter::Has(has) => of_has(*has),
        Filter::Image(kind) => {
            Sql::with("p.key IN (SELECT page FROM reading WHERE current AND image_kind = ?)", i64::from(kind.code()))
        }
        Filter::After(date) => day_sql(query, ">=", date.first_day(today)),
        Filter::Before(date) => day_sql(query, "<", date.first_day(today)),
        Filter::Due(due) => of_due(*due, today),
        Filter::Priority(None) => Sql::new("p.priority IS NULL"),
        Filter::Priority(Some(priority)) => Sql::with("p.priority = ?", i64::from(priority.code())),
        Filter::Media(media) => Sql::with("p.media = ?", i64::from(media.code())),
        Filter::Later(later) => Sql::with("p.later = ?", i64::from(later.code())),
        Filter::Path(parts) => of_path(&text::fold(&parts.join("/"))),
        Filter::Source(source) => {
            Sql::with("p.folder IN (SELECT key FROM folder WHERE fold(source) = ?)", text::fold(source))
        }
        Filter::Link(target) => {
            let key = text::fold(target.strip_suffix(".md").unwrap_or(target));
            let leaf = key.rsplit('/').next().unwrap_or(&key).to_owned();
            let mut sql = Sql::with(
                "p.key IN (SELECT l.page FROM link l WHERE l.page <> l.resolved AND l.resolved IN (
                     SELECT n.page FROM name n JOIN page t ON t.key = n.page WHERE (n.kinds & 6 AND n.key = ?
                         OR n.kinds & 1 AND n.key = ? AND ('/' || fold(t.source) || '/' || fold(t.path)) LIKE ? ESCAPE '\\')))",
                key.clone(),
            );
            sql.values.push(Value::Text(leaf));
            sql.values.push(Value::Text(format!("%/{}", like(&key))));
            sql
        }
    }
}

/// In the folder of this path, under it, or at the path itself.
fn of_path(path: &str) -> Sql {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let text = "(p.folder IN (SELECT key FROM folder WHERE name = ? OR name >= ? AND name < ?)
                 OR p.folder IN (SELECT key FROM folder WHERE name = ?) AND fold(p.path) = ?)";
    // `0` is what follows `/`.
    let values = [path.to_owned(), format!("{path}/"), format!("{path}0"), folder.to_owned(), path.to_owned()];
    Sql { text: text.to_owned(), values: values.map(Value::Text).into() }
}

/// A text to be met as it is by `LIKE … ESCAPE '\'`.
fn like(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

pub(super) fn feature_sql(bit: u32) -> Sql {
    Sql::new(format!("p.features & {bit} <> 0"))
}

fn day_sql(query: &Query, comparison: &str, day: Day) -> Sql {
    let column = match query.date_field() {
        DateField::Updated => "p.updated",
        DateField::Created => "p.created",
    };
    Sql::with(format!("{column} {comparison} ?"), day.number() * 86_400_000)
}

fn of_due(due: Due, today: Day) -> Sql {
    let (comparison, day) = match due {
        Due::None => return Sql::new("p.due IS NULL"),
        Due::Day(comparison, day) => (comparison, day),
    };
    let comparison = match comparison {
        Comparison::Before => "<",
        Comparison::UpTo => "<=",
        Comparison::On => "=",
        Comparison::From => ">=",
        Comparison::After => ">",
    };
    let day = match day {
        DueDay::Day(day) => day.number(),
        DueDay::Today => today.number(),
        DueDay::Tomorrow => today.number() + 1,
        DueDay::Yesterday => today.number() - 1,
    };
    Sql::with(format!("p.due {comparison} ?"), day)
}

pub(super) fn of_flag(flag: Flag, today: Day) -> Sql {
    match flag {
        Flag::Personal => Sql::new("p.personal IS 1"),
        Flag::Work => Sql::new("p.personal IS NOT 1"),
        Flag::Claude => Sql::new("p.made_by = 1"),
        Flag::ClaudeEdited => Sql::new("p.claude_edited = 1"),
        Flag::Topic => Sql::with("p.kind = ?", i64::from(Kind::Topic.code())),
        Flag::Trash => Sql::new("p.trashed = 1"),
        // Every other one is a check.
        _ => health::of_flag(flag, today).unwrap_or(Sql::new("0")),
    }
}

pub(super) fn of_has(has: Has) -> Sql {
    let file = |condition: &str| Sql::new(format!("p.key IN (SELECT page FROM file WHERE current AND {condition})"));
    match has {
        Has::Image => file(&format!("role = {} AND mime LIKE 'image/%'", Role::Capture.code())),
        Has::Drawing => file(&format!("role = {}", Role::Drawing.code())),
        Has::File => file("1"),
        Has::Pdf => file("mime = 'application/pdf'"),
        Has::Ocr => Sql::new("p.key IN (SELECT page FROM reading WHERE current AND reading = 0)"),
        Has::Table => feature_sql(feature::TABLE),
        Has::Code => feature_sql(feature::CODE),
        Has::Task => feature_sql(feature::TASK),
        Has::Link => feature_sql(feature::LINK),
        // Every other one is a check.
        Has::OpenQuestions | Has::Dangling => health::of_has(has).unwrap_or(Sql::new("0")),
    }
}
