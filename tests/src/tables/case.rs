//! One query and what it finds.

use std::collections::{BTreeSet, HashMap};

use scrap_core::id::PageId;
use scrap_core::search::{Hit, Options, SearchError};
use scrap_core::store::Store;
use scrap_core::time::Day;
use serde::Deserialize;

/// A case. What is left out is not looked at, but for problems: none are expected then.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    /// The row of the language that it belongs to.
    pub row: String,
    /// `hit`, `near miss` or `edge`.
    pub is: String,
    /// What is typed.
    query: String,
    /// So often, with blanks between: for limits.
    times: Option<usize>,
    /// Why it is so, where one may ask.
    #[serde(rename = "why")]
    _why: Option<String>,
    /// The names of the pages, in any order.
    finds: Option<Vec<String>>,
    /// The names of the pages, in their order.
    order: Option<Vec<String>>,
    /// The codes of the problems, in order.
    #[serde(default)]
    problems: Vec<String>,
    /// The suggestion of the first problem.
    suggests: Option<String>,
    /// The code of the refusal.
    refused: Option<String>,
    /// `Label: page page`, in order.
    sections: Option<Vec<String>>,
    /// `kind:note 3`, in order: kinds, tags, areas.
    facets: Option<Vec<String>>,
    /// The first hit's snippet or first line, with marks in brackets.
    shows: Option<String>,
    /// Of an empty result: `part alone without`, and ` -> instead` where there is one.
    explains: Option<Vec<String>>,
}

/// What cases call the pages.
pub(super) type Names = HashMap<PageId, String>;

/// More hits than any table has pages.
const ALL: usize = 200;

impl Case {
    /// What came otherwise than expected.
    pub fn fault(&self, store: &Store, names: &Names, today: Day) -> Option<String> {
        let query = vec![self.query.as_str(); self.times.unwrap_or(1)].join(" ");
        let fault = self.compare(store, names, today, &query).err()?;
        let query: String = query.chars().take(120).collect();
        Some(format!("{} ({}) `{query}`: {fault}", self.row, self.is))
    }

    fn compare(&self, store: &Store, names: &Names, today: Day, query: &str) -> Result<(), String> {
        let options = Options { limit: ALL, today, freeze: None };
        let answer = match (store.search(query, options), &self.refused) {
            (Ok(answer), None) => answer,
            (Ok(_), Some(code)) => return Err(format!("wanted a refusal, {code}")),
            (Err(SearchError::TooLarge(why)), Some(code)) => return same("refusal", code, &why.code().to_owned()),
            (Err(error), _) => return Err(error.to_string()),
        };
        let codes: Vec<String> = answer.problems.iter().map(|problem| problem.code.as_str().to_owned()).collect();
        same("problems", &self.problems, &codes)?;
        if let Some(suggestion) = &self.suggests {
            let first = answer.problems.first().and_then(|problem| problem.suggestion.clone());
            same("suggestion", suggestion, &first.unwrap_or_default())?;
        }
        let name = |hit: &Hit| names.get(&hit.at.id).cloned().unwrap_or_default();
        let found: Vec<String> = answer.hits.iter().map(name).collect();
        if answer.exact {
            same("total", &(found.len() as u64), &answer.total)?;
        }
        if let Some(order) = &self.order {
            same("order", order, &found)?;
        }
        if let Some(finds) = &self.finds {
            same("pages", &finds.iter().collect::<BTreeSet<_>>(), &found.iter().collect())?;
        }
        if let Some(sections) = &self.sections {
            let told = answer.sections.iter().map(|section| {
                let inside = answer.hits.iter().filter(|hit| hit.section.as_ref() == Some(&section.key));
                let inside: Vec<String> = inside.map(name).collect();
                format!("{}: {}", section.label, inside.join(" "))
            });
            same("sections", sections, &told.collect())?;
        }
        if let Some(shows) = &self.shows {
            same("snippet", shows, &answer.hits.first().map(shown).unwrap_or_default())?;
        }
        self.compare_facets(store, today, query)?;
        self.compare_explanation(store, today, query)
    }

    fn compare_facets(&self, store: &Store, today: Day, query: &str) -> Result<(), String> {
        let Some(wanted) = &self.facets else { return Ok(()) };
        let facets = store.facets(query, today).map_err(|error| error.to_string())?;
        let kinds = facets.kinds.iter().map(|(kind, count)| format!("kind:{} {count}", kind.name()));
        let tags = facets.tags.iter().map(|tag| format!("tag:{} {}", tag.segments.join("/"), tag.count));
        let areas = [("is:personal", facets.personal), ("is:work", facets.work)];
        let areas = areas.into_iter().filter(|(_, count)| *count > 0).map(|(area, count)| format!("{area} {count}"));
        same("facets", wanted, &kinds.chain(tags).chain(areas).collect())
    }

    fn compare_explanation(&self, store: &Store, today: Day, query: &str) -> Result<(), String> {
        let Some(wanted) = &self.explains else { return Ok(()) };
        let explanation = store.explain(query, today, &mut || false).map_err(|error| error.to_string())?;
        let told = explanation.parts.iter().map(|part| {
            let written = query.get(part.span.start..part.span.end).unwrap_or_default();
            let instead = part.instead.as_ref().map(|(text, _)| format!(" -> {text}")).unwrap_or_default();
            format!("{written} {} {}{instead}", part.alone, part.without)
        });
        same("explanation", wanted, &told.collect())
    }
}

/// What a hit shows, with what was found in brackets.
fn shown(hit: &Hit) -> String {
    let marked = |text: &str, hit: bool| if hit { format!("[{text}]") } else { text.to_owned() };
    match hit.lined.lines.first() {
        Some(line) => {
            let (mut text, mut at) = (format!("{}: ", line.number), 0);
            for span in &line.spans {
                text.push_str(line.text.get(at..span.start).unwrap_or_default());
                text.push_str(&marked(line.text.get(span.clone()).unwrap_or_default(), true));
                at = span.end;
            }
            text + line.text.get(at..).unwrap_or_default()
        }
        None => hit.snippet.iter().map(|segment| marked(&segment.text, segment.hit)).collect(),
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, wanted: &T, got: &T) -> Result<(), String> {
    if wanted == got { Ok(()) } else { Err(format!("{what}: wanted {wanted:?}, got {got:?}")) }
}
