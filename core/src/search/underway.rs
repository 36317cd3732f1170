//! A search that goes on bit by bit: which pages may be hits is asked at once, and then hits are made of them until
//! somebody pauses it. In between nothing of the store is held, so that its owner hears what comes meanwhile.

use std::collections::HashMap;

use super::cursor::Cursor;
use super::section::Runs;
use super::{
    Answer, BadCursor, Freeze, Hit, List, MAX_LIMIT, Options, Plan, SearchError, Section, list_cut, problems_of, rank,
    says_nothing, section, snippet,
};
use crate::query::{self, Group, Problem, Query};
use crate::store::Store;
use crate::time::Day;

/// So many pages are asked at once whether they match still, where a raw term may be on few of them.
const AT_A_TIME: usize = 200;

/// A search under way: see [`Store::begin_search`].
#[derive(Debug)]
pub struct Underway {
    query: Query,
    today: Day,
    limit: usize,
    /// Pages in order: those that match, but for raw terms.
    pages: Vec<i64>,
    /// How many of them were looked at.
    at: usize,
    /// The store's change number under which they matched; nothing if that was never asked.
    matched: Option<i64>,
    hits: Vec<Hit>,
    sections: Vec<Section>,
    /// Which of the pages are in which section.
    runs: Runs,
    among: Among,
}

/// What a search goes through.
#[derive(Debug)]
enum Among {
    /// All pages.
    Store { text: String, freeze: Option<Freeze>, most: usize, total: u64, change: i64 },
    /// A list, of which so many pages were looked at before.
    List { id: [u8; 16], before: usize, cut: bool, problems: Vec<Problem> },
}

impl Store {
    /// Begins what [`Store::search`] does at once. [`Store::go_on`] and [`Store::finish`] do the rest. A list that is
    /// frozen has `most` pages at the most.
    ///
    /// # Errors
    /// As [`Store::search`].
    pub(crate) fn begin_search(&self, text: &str, options: Options, most: usize) -> Result<Underway, SearchError> {
        let limit = options.limit.min(MAX_LIMIT);
        let query = query::parse(text)?;
        let plan = Plan::of(&query, options.today);
        let _held = self.hold()?;
        let change = self.change_number()?;
        let wanted = match options.freeze {
            // Every page is in a section, and the first sections are known once all pages are.
            _ if query.group.is_some() => i64::MAX as usize,
            // A raw term may stand on any of the pages, so all of them are put in order.
            _ if plan.scans() => i64::MAX as usize,
            Some(_) => most.saturating_add(limit),
            None => limit,
        };
        let rank::Ranked { pages, total } = if says_nothing(&query, text) {
            // Not every page by accident: what was typed has no meaning, and the problems say why.
            rank::Ranked::default()
        } else {
            rank::rank(self.connection(), &plan, wanted)?
        };
        let (pages, sections) = match query.group {
            Some(group) => section::grouped(self, group.value, options.today, &pages)?,
            None => (pages, Vec::new()),
        };
        let runs = Runs::of(&sections);
        let among = Among::Store { text: text.to_owned(), freeze: options.freeze, most, total, change };
        let (today, matched) = (options.today, Some(change));
        Ok(Underway { query, today, limit, pages, at: 0, matched, hits: Vec::new(), sections, runs, among })
    }

    /// Begins what [`Store::search_in`] does at once.
    ///
    /// # Errors
    /// As [`Store::search_in`].
    pub(crate) fn begin_search_in(
        &self,
        list: &List,
        cursor: &str,
        limit: usize,
        today: Day,
    ) -> Result<Underway, SearchError> {
        let cursor: Cursor = cursor.parse()?;
        if cursor.id != list.id || cursor.at > list.pages.len() {
            return Err(BadCursor::Unknown.into());
        }
        let query = query::parse(&list.query)?;
        let problems = if list.cut { vec![list_cut(&list.query, list.pages.len())] } else { Vec::new() };
        let among = Among::List { id: list.id, before: cursor.at, cut: cursor.cut, problems };
        let (limit, pages) = (limit.min(MAX_LIMIT), list.pages[cursor.at..].to_vec());
        let runs = list.runs.cut(cursor.at, pages.len());
        let (hits, sections) = (Vec::new(), Vec::new());
        Ok(Underway { query, today, limit, pages, at: 0, matched: None, hits, sections, runs, among })
    }

    /// Goes on until all hits that were asked for are there, or `pause` says that it is enough for now: asked after each
    /// page that was scanned, so one page at least is done. Whether it is done. Pages that were changed or removed since
    /// the search began are left out if they match no longer.
    ///
    /// # Errors
    /// [`SearchError::Store`].
    pub(crate) fn go_on(&self, search: &mut Underway, pause: &mut dyn FnMut() -> bool) -> Result<bool, SearchError> {
        let plan = Plan::of(&search.query, search.today);
        let _held = self.hold()?;
        let same = search.matched == Some(self.change_number()?);
        while search.hits.len() < search.limit && search.at < search.pages.len() {
            let wanted = if plan.scans() { AT_A_TIME } else { search.limit - search.hits.len() };
            let some = &search.pages[search.at..(search.at + wanted).min(search.pages.len())];
            let still = if same { some.to_vec() } else { rank::still_match(self.connection(), &plan, some)? };
            if !plan.scans() {
                search.at += some.len();
                search.hits.extend(snippet::hits(self.connection(), plan.query, &still)?);
                continue;
            }
            let (end, mut still) = (search.at + some.len(), still.into_iter().peekable());
            while search.at < end && search.hits.len() < search.limit {
                let page = search.pages[search.at];
                search.at += 1;
                if still.next_if_eq(&page).is_none() {
                    continue;
                }
                if let Some(lined) = plan.scan(self, page)? {
                    let hits = snippet::hits(self.connection(), plan.query, &[page])?;
                    search.hits.extend(hits.into_iter().map(|hit| Hit { lined: lined.clone(), ..hit }));
                }
                if pause() && search.hits.len() < search.limit && search.at < search.pages.len() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// What the search found.
    ///
    /// # Errors
    /// [`SearchError::Store`].
    pub(crate) fn finish(&self, search: Underway) -> Result<Answer, SearchError> {
        let Underway { query, today, pages, at, mut hits, sections, runs, among, .. } = search;
        let plan = Plan::of(&query, today);
        let exact = !plan.scans();
        if query.group.is_some() {
            self.name_sections(&mut hits, &pages[..at], &runs)?;
        }
        match among {
            Among::Store { text, freeze, most, total, change } => {
                let mut problems = problems_of(&query);
                let list = freeze.map(|Freeze { id, now }| {
                    let rest = &pages[at..];
                    let pages = rest[..rest.len().min(most)].to_vec();
                    let cut = total > (at + pages.len()) as u64;
                    let runs = runs.cut(at, pages.len());
                    List { id, time: now, query: text.clone(), pages, runs, cut }
                });
                problems.extend(list.as_ref().filter(|list| list.cut).map(|list| list_cut(&text, list.pages.len())));
                let cursor = list.as_ref().and_then(List::cursor);
                let list = list.filter(|_| cursor.is_some());
                let tokens = query.tokens(&text);
                Ok(Answer { hits, total, exact, sections, tokens, problems, cursor, list, change })
            }
            Among::List { id, before, cut, problems } => {
                let cursor = (at < pages.len()).then(|| Cursor { id, at: before + at, cut }.to_string());
                let _held = self.hold()?;
                let (change, total) = (self.change_number()?, rank::count(self.connection(), &plan)?);
                let sections = match query.group {
                    Some(group) => self.sections_now(&plan, group.value, today, &hits, &runs)?,
                    None => Vec::new(),
                };
                let tokens = Vec::new();
                Ok(Answer { hits, total, exact, sections, tokens, problems, cursor, list: None, change })
            }
        }
    }

    /// Says of each hit in which section it stands: in which its page stood when all were put in order.
    fn name_sections(&self, hits: &mut [Hit], pages: &[i64], runs: &Runs) -> Result<(), SearchError> {
        let places: HashMap<i64, usize> = pages.iter().enumerate().map(|(place, page)| (*page, place)).collect();
        for hit in hits {
            let page = self.page_number(hit.at.id)?;
            let run = page.and_then(|page| places.get(&page)).and_then(|place| runs.at(*place));
            hit.section = run.map(|run| run.key.clone());
        }
        Ok(())
    }

    /// The sections as they are now, and those of hits whose pages have all left it since.
    fn sections_now(
        &self,
        plan: &Plan<'_>,
        group: Group,
        today: Day,
        hits: &[Hit],
        runs: &Runs,
    ) -> Result<Vec<Section>, SearchError> {
        let mut sections = section::grouped(self, group, today, &rank::unordered(self.connection(), plan)?)?.1;
        for key in hits.iter().filter_map(|hit| hit.section.as_ref()) {
            if !sections.iter().any(|section| section.key == *key)
                && let Some(label) = runs.label(key)
            {
                sections.push(Section { key: key.clone(), label: label.to_owned(), count: 0 });
            }
        }
        Ok(sections)
    }
}
