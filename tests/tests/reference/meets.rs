//! Whether a page meets a condition.

use std::collections::HashMap;

use scrap_core::fields::{Kind, MadeBy};
use scrap_core::query::{Column, Comparison, DateField, Due, DueDay, Filter, Flag, Has, Node, Query, Term};
use scrap_core::text::{Stemmer, fold, for_each_token};
use scrap_core::time::Day;
use scrap_tests::tables::pages::PageFile;

use super::drawn::{Drawn, Piece};
use super::links::Links;

/// Nothing is drawn that meets these; the tables have pages that do.
pub const NOT_DRAWN: [Filter; 6] = [
    Filter::Is(Flag::Conflict),
    Filter::Image(scrap_core::fields::ImageKind::Whiteboard),
    Filter::Image(scrap_core::fields::ImageKind::Handwriting),
    Filter::Image(scrap_core::fields::ImageKind::Screenshot),
    Filter::Image(scrap_core::fields::ImageKind::Document),
    Filter::Image(scrap_core::fields::ImageKind::Other),
];

/// All pages, and what they are to each other.
pub struct World<'w> {
    pages: &'w [Drawn],
    links: HashMap<&'w str, Links>,
    today: Day,
}

impl Drawn {
    pub fn kind(&self) -> Kind {
        self.page.kind.as_deref().and_then(Kind::named).unwrap_or(Kind::Note)
    }

    fn author(&self) -> MadeBy {
        self.page.made_by.as_deref().and_then(MadeBy::named).unwrap_or(MadeBy::User)
    }

    fn title(&self) -> String {
        let renamed = self.page.edits.iter().rev().find_map(|edit| edit.title.clone());
        renamed.or(self.page.title.clone()).unwrap_or_else(|| self.page.name.clone())
    }

    fn files(&self) -> impl Iterator<Item = &PageFile> {
        self.page.files.iter().filter(|file| !file.gone)
    }

    /// The texts of a part of the page, as a reader sees them.
    fn text(&self, column: Column) -> Vec<String> {
        match column {
            Column::Title => [self.title()].into_iter().chain(self.page.aliases.iter().cloned()).collect(),
            Column::Tags => self.tags(),
            Column::Summary => self.page.summary.iter().cloned().collect(),
            Column::Body => vec![self.pieces.iter().map(Piece::words).collect::<Vec<_>>().join("\n")],
            Column::File => self.files().filter_map(|file| file.text.clone()).collect(),
        }
    }

    fn tags(&self) -> Vec<String> {
        let inline = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Tag(tag) => Some((*tag).to_owned()),
            _ => None,
        });
        self.page.tags.iter().cloned().chain(inline).collect()
    }

    fn writeup_words(&self) -> String {
        self.page.writeup.as_ref().map(|writeup| writeup.text.clone()).unwrap_or_default()
    }
}

impl<'w> World<'w> {
    pub fn new(pages: &'w [Drawn], today: Day) -> Self {
        let links = pages.iter().map(|drawn| (drawn.page.name.as_str(), Links::of(drawn))).collect();
        Self { pages, links, today }
    }

    pub fn all(&self) -> impl Iterator<Item = &'w Drawn> {
        self.pages.iter()
    }

    pub fn live(&self) -> impl Iterator<Item = &'w Drawn> {
        self.pages.iter().filter(|drawn| !drawn.page.trashed)
    }

    pub fn page(&self, name: &str) -> &'w Drawn {
        self.pages.iter().find(|drawn| drawn.page.name == name).unwrap()
    }

    /// The names of the pages that a query finds.
    pub fn matching(&self, query: &Query) -> Vec<String> {
        let dated = Dated { world: self, date: query.date_field() };
        let in_trash = query.in_trash();
        let meets = |drawn: &&Drawn| {
            let held = drawn.page.trashed == in_trash;
            // Nothing typed but an order is every page, the latest first.
            held && query.root.as_ref().is_none_or(|root| dated.meets(drawn, root, Column::ALL, false))
        };
        self.pages.iter().filter(meets).map(|drawn| drawn.page.name.clone()).collect()
    }

    pub fn meets_filter(&self, drawn: &Drawn, filter: &Filter) -> bool {
        Dated { world: self, date: DateField::Updated }.filter(drawn, filter)
    }

    fn is_live(&self, name: &str) -> bool {
        self.pages.iter().any(|drawn| drawn.page.name == name && !drawn.page.trashed)
    }

    fn leads_to(&self, from: &Drawn, to: &str) -> bool {
        self.links[from.page.name.as_str()].all().any(|target| target == to)
    }

    /// No link either way to another page that is there, but what gc wrote.
    fn is_orphan(&self, drawn: &Drawn) -> bool {
        let name = &drawn.page.name;
        let others = || self.live().filter(|other| other.page.name != *name && other.author() != MadeBy::Gc);
        drawn.author() != MadeBy::Gc
            && !others().any(|other| self.leads_to(drawn, &other.page.name) || self.leads_to(other, name))
    }

    fn is_duplicate(&self, drawn: &Drawn) -> bool {
        let others = || self.live().filter(|other| other.page.name != drawn.page.name);
        let captured = drawn.files().filter(|file| file.role == "capture");
        captured.into_iter().any(|file| others().any(|other| other.files().any(|theirs| theirs.bytes == file.bytes)))
    }

    fn is_outdated(&self, drawn: &Drawn) -> bool {
        let gone = |name: &String| !self.is_live(name);
        drawn.kind() == Kind::Whiteboard
            && drawn.page.writeup.as_ref().is_some_and(|writeup| {
                writeup.behind
                    || writeup.older_prompt > 0
                    || self.links[drawn.page.name.as_str()].writeup.iter().any(gone)
            })
    }

    fn is_stale(&self, drawn: &Drawn) -> bool {
        let due = drawn.page.due.as_deref().and_then(Day::parse);
        drawn.kind() == Kind::Todo
            && drawn.page.status.as_deref() != Some("done")
            && due.is_none_or(|due| due < self.today)
            && updated(drawn, self.today).number() < self.today.number() - 60
    }
}

/// A page without a date of its own was edited today, and made then.
fn updated(drawn: &Drawn, today: Day) -> Day {
    drawn.page.updated.as_deref().and_then(Day::parse).unwrap_or(today)
}

/// The pages with the date that the query compares.
struct Dated<'s, 'w> {
    world: &'s World<'w>,
    date: DateField,
}

impl Dated<'_, '_> {
    /// Under what excludes, however far up it stands, a word is whole.
    fn meets(&self, drawn: &Drawn, node: &Node, columns: &[Column], excluded: bool) -> bool {
        match node {
            Node::And(nodes) => nodes.iter().all(|node| self.meets(drawn, node, columns, excluded)),
            Node::Or(nodes) => nodes.iter().any(|node| self.meets(drawn, node, columns, excluded)),
            Node::Not(inner) => !self.meets(drawn, inner, columns, true),
            Node::In(column, node) => self.meets(drawn, node, &[*column], excluded),
            Node::Term(_, Term::Word(word)) if excluded => has_phrase(drawn, word, columns),
            Node::Term(_, Term::Word(word)) => has_word(drawn, word, columns),
            Node::Term(_, Term::Phrase(phrase)) => has_phrase(drawn, phrase, columns),
            Node::Term(_, Term::Literal(text)) => has_letters(drawn, text),
            Node::Term(_, Term::Regex(_)) => unreachable!("none is drawn"),
            Node::Term(_, Term::Filter(filter)) => self.filter(drawn, filter),
            Node::Nothing(..) => false,
        }
    }

    fn filter(&self, drawn: &Drawn, filter: &Filter) -> bool {
        let (page, world) = (&drawn.page, self.world);
        let day = |text: &Option<String>| text.as_deref().and_then(Day::parse);
        let dated = || match self.date {
            DateField::Updated => updated(drawn, world.today),
            DateField::Created => day(&page.created).unwrap_or(world.today),
        };
        match filter {
            Filter::Kind(kind) => drawn.kind() == *kind,
            Filter::Tag(parts) => drawn.tags().iter().any(|tag| has_run(tag, parts)),
            Filter::Status(status) => page.status.as_deref() == Some(status),
            Filter::Is(flag) => self.flag(drawn, *flag),
            Filter::Has(has) => self.has(drawn, *has),
            Filter::Image(kind) => drawn.files().any(|file| file.image.as_deref() == Some(kind.name())),
            Filter::After(spec) => dated() >= spec.first_day(world.today),
            Filter::Before(spec) => dated() < spec.first_day(world.today),
            Filter::Due(Due::None) => page.due.is_none(),
            Filter::Due(Due::Day(comparison, with)) => day(&page.due).is_some_and(|due| {
                let with = match with {
                    DueDay::Day(day) => *day,
                    DueDay::Yesterday => Day::from_number(world.today.number() - 1),
                    DueDay::Today => world.today,
                    DueDay::Tomorrow => Day::from_number(world.today.number() + 1),
                };
                match comparison {
                    Comparison::Before => due < with,
                    Comparison::UpTo => due <= with,
                    Comparison::On => due == with,
                    Comparison::From => due >= with,
                    Comparison::After => due > with,
                }
            }),
            Filter::Priority(priority) => page.priority.as_deref() == priority.map(|priority| priority.name()),
            Filter::Media(media) => page.media.as_deref() == Some(media.name()),
            Filter::Later(later) => page.later.as_deref() == Some(later.name()),
            Filter::Path(parts) => {
                let path: Vec<&str> = page.path.as_deref().unwrap_or_default().split('/').collect();
                path.len() >= parts.len() && path.iter().zip(parts).all(|(have, want)| fold(have) == fold(want))
            }
            Filter::Source(source) => page.source.as_deref().is_some_and(|have| fold(have) == fold(source)),
            Filter::Link(name) => {
                let links = &world.links[page.name.as_str()];
                name != &page.name && (links.body.contains(name) || links.writeup.contains(name))
            }
        }
    }

    fn flag(&self, drawn: &Drawn, flag: Flag) -> bool {
        let (page, world) = (&drawn.page, self.world);
        match flag {
            Flag::Personal => page.personal == Some(true),
            Flag::Work => page.personal != Some(true),
            Flag::Claude => drawn.author() == MadeBy::Claude,
            // A board that goes on after its write-up is edited by its author.
            Flag::ClaudeEdited
                if page.writeup.as_ref().is_some_and(|writeup| writeup.behind) && drawn.author() == MadeBy::Claude =>
            {
                true
            }
            Flag::ClaudeEdited => page
                .edits
                .iter()
                .any(|edit| edit.by == "claude" && edit.body.as_ref().is_some_and(|body| *body != page.body)),
            Flag::Topic => drawn.kind() == Kind::Topic,
            Flag::Orphan => world.is_orphan(drawn),
            Flag::Untagged => drawn.tags().is_empty() && drawn.author() != MadeBy::Gc && drawn.kind() != Kind::Topic,
            Flag::Stale => world.is_stale(drawn),
            Flag::Duplicate => world.is_duplicate(drawn),
            Flag::Outdated => world.is_outdated(drawn),
            Flag::Conflict => false,
            Flag::Unsynced => true,
            Flag::Unindexed => drawn
                .files()
                .any(|file| (file.mime == "application/pdf" || file.mime.starts_with("text/")) && file.text.is_none()),
            Flag::Trash => page.trashed,
        }
    }

    fn has(&self, drawn: &Drawn, has: Has) -> bool {
        let file = |is: &dyn Fn(&PageFile) -> bool| drawn.files().any(is);
        let piece = |is: &dyn Fn(&Piece) -> bool| drawn.pieces.iter().any(is);
        match has {
            Has::Image => file(&|file| file.role == "capture" && file.mime.starts_with("image/")),
            Has::Drawing => file(&|file| file.role == "drawing"),
            Has::File => file(&|_| true),
            Has::Pdf => file(&|file| file.mime == "application/pdf"),
            Has::Ocr => file(&|file| file.reading.as_deref() == Some("ocr")),
            Has::Table => piece(&|piece| *piece == Piece::Table),
            Has::Code => piece(&|piece| *piece == Piece::Code),
            Has::Task => piece(&|piece| {
                matches!(piece, Piece::Task(_)) || matches!(piece, Piece::Questions(rest) if rest.starts_with("- ["))
            }),
            Has::Link => piece(&|piece| matches!(piece, Piece::Link(_))),
            Has::Dangling => {
                self.world.links[drawn.page.name.as_str()].body.iter().any(|name| !self.world.is_live(name))
            }
            Has::OpenQuestions => {
                drawn.kind() != Kind::Topic
                    && piece(
                        &|piece| matches!(piece, Piece::Questions(rest) if rest.starts_with("- [ ]") || *rest == "why"),
                    )
            }
        }
    }
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for_each_token(text, |token, _| tokens.push(token.to_owned()));
    tokens
}

/// The texts that a word may stand in, each by itself.
fn texts(drawn: &Drawn, columns: &[Column]) -> Vec<String> {
    let mut texts: Vec<String> = columns.iter().flat_map(|column| drawn.text(*column)).collect();
    if columns.len() > 1 {
        texts.push(drawn.writeup_words());
    }
    texts
}

/// A word stands somewhere by its beginning, or by its stem.
fn has_word(drawn: &Drawn, word: &str, columns: &[Column]) -> bool {
    let wanted = tokens(word);
    let mut stemmer = Stemmer::new();
    texts(drawn, columns).iter().any(|text| {
        let there = tokens(text);
        match wanted.as_slice() {
            [wanted] => there.iter().any(|token| {
                let stem = stemmer.stem_or_self(wanted).to_owned();
                token.starts_with(wanted.as_str()) || stemmer.stem_or_self(token) == stem
            }),
            // Its tokens one after the other, the last by its beginning.
            wanted => there.windows(wanted.len()).any(|window| {
                let mut pairs = window.iter().zip(wanted).rev();
                pairs.next().is_some_and(|(token, last)| token.starts_with(last.as_str())) && pairs.all(|(a, b)| a == b)
            }),
        }
    })
}

/// Whole words as written, one after the other.
fn has_phrase(drawn: &Drawn, phrase: &str, columns: &[Column]) -> bool {
    let wanted = tokens(phrase);
    texts(drawn, columns).iter().any(|text| tokens(text).windows(wanted.len()).any(|window| window == wanted))
}

/// The letters as they are stored, in any case, on one line.
fn has_letters(drawn: &Drawn, text: &str) -> bool {
    let body = drawn.pieces.iter().map(Piece::markdown).collect::<Vec<_>>().join("\n\n");
    let files = drawn.files().filter_map(|file| file.text.clone());
    let stored = [drawn.title(), body].into_iter().chain(files).collect::<Vec<_>>().join("\n");
    stored.lines().any(|line| line.to_lowercase().contains(&text.to_lowercase()))
}

/// Whether the segments of a tag have these next to each other.
fn has_run(tag: &str, parts: &[String]) -> bool {
    let segments: Vec<String> = tag.split('/').map(fold).collect();
    let parts: Vec<String> = parts.iter().map(|part| fold(part)).collect();
    segments.windows(parts.len()).any(|window| window == parts)
}
