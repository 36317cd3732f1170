//! Pages and queries, drawn from few words, tags and days, so that they meet.

use proptest::prelude::*;
use scrap_core::fields::{Kind, Media};
use scrap_core::query::keys::KEYS;
use scrap_tests::tables::pages::{Edit, Page, PageFile, PageWriteup};

/// The most pages of a draw; their names are `p0`, `p1` and so on.
const PAGES: usize = 7;

/// A page, and what its text says.
#[derive(Debug, Clone)]
pub struct Drawn {
    pub page: Page,
    pub pieces: Vec<Piece>,
}

/// A part of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Words(&'static str),
    /// To a page, or to none.
    Link(String),
    Table,
    Code,
    Task(bool),
    /// "Open questions", and how it goes on.
    Questions(&'static str),
    Tag(&'static str),
    Comment,
}

impl Piece {
    pub fn markdown(&self) -> String {
        match self {
            Self::Words(words) => (*words).to_owned(),
            Self::Link(name) => format!("[[{name}]]"),
            Self::Table => "| pear | plum |\n|---|---|\n| x | y |".to_owned(),
            Self::Code => "```\nlemon()\n```".to_owned(),
            Self::Task(done) => format!("- [{}] mow", if *done { 'x' } else { ' ' }),
            Self::Questions(rest) => format!("## Open questions\n\n{rest}\n\n## End"),
            Self::Tag(tag) => format!("about #{tag} here"),
            Self::Comment => "%% hidden %%".to_owned(),
        }
    }

    /// The words that a reader sees.
    pub fn words(&self) -> String {
        match self {
            Self::Words(words) => (*words).to_owned(),
            Self::Link(name) => name.clone(),
            Self::Table => "pear plum x y".to_owned(),
            Self::Code => "lemon".to_owned(),
            Self::Task(_) => "mow".to_owned(),
            Self::Questions(rest) => format!("open questions {} end", rest.replace("- [ ]", "").replace("- [x]", "")),
            Self::Tag(tag) => format!("about {} here", tag.replace('/', " ")),
            Self::Comment => String::new(),
        }
    }
}

const WORDS: [&str; 7] =
    ["green tea", "teas", "an organ", "the organization", "Café crème", "foo_bar(1)", "Tea, green"];
const TAGS: [&str; 6] = ["home", "home/garden", "garden", "Work/home", "homes", "tea"];
const DAYS: [&str; 10] = [
    "2024-06-01",
    "2025-12-31",
    "2026-01-08",
    "2026-01-09",
    "2026-01-10",
    "2026-03-03",
    "2026-03-09",
    "2026-03-10",
    "2026-03-11",
    "2026-03-17",
];
const STATES: [&str; 3] = ["done", "in_progress", "open"];
const QUESTIONS: [&str; 4] = ["- [ ] why", "- [x] why", "why", ""];

fn maybe<T: Clone + std::fmt::Debug + 'static>(from: Vec<T>) -> impl Strategy<Value = Option<T>> {
    prop::option::weighted(0.5, prop::sample::select(from))
}

fn text(from: &[&'static str]) -> impl Strategy<Value = Option<String>> + use<> {
    maybe(from.iter().map(|text| (*text).to_owned()).collect())
}

fn target() -> impl Strategy<Value = String> {
    (0..PAGES + 2).prop_map(|page| format!("p{page}"))
}

fn piece() -> impl Strategy<Value = Piece> {
    prop_oneof![
        6 => prop::sample::select(&WORDS[..]).prop_map(Piece::Words),
        4 => target().prop_map(Piece::Link),
        1 => Just(Piece::Table),
        1 => Just(Piece::Code),
        1 => any::<bool>().prop_map(Piece::Task),
        2 => prop::sample::select(&QUESTIONS[..]).prop_map(Piece::Questions),
        2 => prop::sample::select(&TAGS[..5]).prop_map(Piece::Tag),
        1 => Just(Piece::Comment),
    ]
}

fn file() -> impl Strategy<Value = PageFile> {
    let kinds = vec![
        ("image/png", "capture"),
        ("image/png", "attachment"),
        ("application/pdf", "capture"),
        ("image/svg+xml", "drawing"),
        ("text/plain", "attachment"),
    ];
    let read =
        maybe(vec![("ocr", None), ("description", Some("photo")), ("description", Some("diagram")), ("text", None)]);
    (prop::sample::select(kinds), 0_u8..4, read, prop::sample::select(&WORDS[..]), prop::bool::weighted(0.2)).prop_map(
        |((mime, role), bytes, read, words, gone)| PageFile {
            name: String::new(),
            mime: mime.into(),
            role: role.into(),
            bytes: Some(format!("{bytes}")),
            text: read.map(|_| words.to_owned()),
            reading: read.map(|(reading, _)| reading.to_owned()),
            image: read.and_then(|(_, image)| image).map(str::to_owned),
            gone,
        },
    )
}

fn kind() -> impl Strategy<Value = Option<String>> {
    maybe(
        Kind::ALL
            .iter()
            .chain([&Kind::Todo; 6])
            .chain([&Kind::Whiteboard; 3])
            .map(|kind| kind.name().to_owned())
            .collect(),
    )
}

fn fields() -> impl Strategy<Value = Page> {
    let said = (text(&["Green", "Tea", "Organs"]), text(&["Café", "plum tea"]), text(&["green organs", "pear"]));
    let named = (kind(), text(&STATES), maybe(vec![true, false]), text(&["high", "medium", "low"]));
    let media = Media::ALL.iter().map(|media| media.name().to_owned()).collect();
    let later = (maybe(media), text(&["read", "watch", "listen", "play"]));
    let days = (text(&DAYS), text(&DAYS), text(&DAYS));
    let place = (text(&["vault", "Old notes"]), text(&["claude", "gc", "import"]), prop::bool::weighted(0.15));
    let tags = prop::collection::vec(prop::sample::select(&TAGS[..]), 0..3);
    (said, named, later, days, place, tags).prop_map(|(said, named, later, days, place, tags)| Page {
        title: said.0,
        aliases: said.1.into_iter().collect(),
        summary: said.2,
        kind: named.0,
        status: named.1,
        personal: named.2,
        priority: named.3,
        media: later.0,
        later: later.1,
        due: days.0,
        created: days.1,
        updated: days.2,
        source: place.0,
        made_by: place.1,
        trashed: place.2,
        tags: tags.into_iter().map(str::to_owned).collect(),
        ..Page::default()
    })
}

fn one() -> impl Strategy<Value = Drawn> {
    let pieces = prop::collection::vec(piece(), 0..5);
    let files = prop::collection::vec(file(), 0..3);
    let writeup = prop::option::weighted(
        0.3,
        (0_u64..2, any::<bool>(), target()).prop_map(|(older_prompt, behind, to)| PageWriteup {
            text: format!("[[{to}]]"),
            older_prompt,
            behind,
        }),
    );
    let picks = (prop::collection::vec(target(), 0..2), prop::collection::vec(target(), 0..2));
    let edit = prop::option::weighted(0.3, (prop::sample::select(vec!["user", "claude"]), any::<bool>()));
    (fields(), pieces, files, writeup, picks, edit).prop_map(|(mut page, pieces, mut files, writeup, picks, edit)| {
        for (at, file) in files.iter_mut().enumerate() {
            file.name = format!("f{at}");
        }
        let body = pieces.iter().map(Piece::markdown).collect::<Vec<_>>().join("\n\n");
        page.body = body.clone();
        (page.files, page.writeup) = (files, writeup);
        let (related, mut unrelated) = picks;
        unrelated.retain(|name| !related.contains(name));
        (page.related, page.unrelated) = (related, unrelated);
        if let Some((by, text)) = edit {
            // An edit that changes the text ends with the text as drawn.
            let first = if text { "before".to_owned() } else { body.clone() };
            page.body = first;
            let changed = text.then_some(body);
            page.edits.push(Edit { by: by.into(), body: changed, title: (!text).then(|| "Green".to_owned()) });
            if !text {
                page.title = Some("Tea".to_owned());
            }
        }
        Drawn { page, pieces }
    })
}

/// A store's pages. The first two are never in the trash, so that queries can name them.
pub fn pages() -> impl Strategy<Value = Vec<Drawn>> {
    prop::collection::vec(one(), 2..=PAGES).prop_map(|mut pages| {
        for (at, drawn) in pages.iter_mut().enumerate() {
            drawn.page.name = format!("p{at}");
            drawn.page.path = Some(if at % 3 == 2 { format!("deep/down/p{at}") } else { format!("p{at}") });
            drawn.page.trashed &= at > 1;
        }
        pages
    })
}

/// Filters that no page can meet: near misses.
pub const NEVER: [&str; 4] = ["is:never", "path:down", "source:vau", "tag:hom"];

/// A filter of every key with every value that has a name, and with some of those that are free.
pub fn filters() -> Vec<String> {
    let free = |key: &str| -> &[&str] {
        match key {
            "tag" => &["home", "garden", "home/garden", "work", "tea", "hom"],
            "is" => &["done", "in_progress", "open", "never"],
            "after" | "before" => &["2026", "2026-03", "2026-03-10", "1d", "1w", "2m", "1y"],
            "due" => &["<today", "<=tomorrow", ">2026-03-09", ">=today", "=2026-01-09"],
            "path" => &["deep", "deep/down", "p0", "down"],
            "source" => &["vault", "\"old notes\"", "vau"],
            "link" => &["p0", "p1"],
            _ => &[],
        }
    };
    let mut filters = Vec::new();
    for entry in KEYS {
        let key = entry.key.name();
        if ["sort", "group", "date", "in"].contains(&key) {
            continue;
        }
        let named = entry.values.iter().map(|value| value.name).filter(|name| *name != "trash");
        let values: Vec<&str> = named.chain(free(key).iter().copied()).collect();
        assert!(!values.is_empty(), "say what `{key}:` may ask for");
        filters.extend(values.iter().map(|value| format!("{key}:{value}")));
    }
    filters
}

fn term() -> impl Strategy<Value = String> {
    let words = [
        "tea",
        "te",
        "teas",
        "green",
        "organ",
        "organizations",
        "orga",
        "cafe",
        "crème",
        "foo_bar",
        "bar",
        "plum",
        "lemon",
        "mow",
        "open",
        "p1",
        "garden",
        "zzz",
    ];
    let phrases = ["\"green tea\"", "\"tea green\"", "\"organ\"", "\"orga\"", "\"pear plum\"", "\"café crème\""];
    let narrowed = [
        "in:title tea",
        "in:title organs",
        "in:body tea",
        "in:tags home",
        "in:summary green",
        "in:file tea",
        "in:title \"green\"",
        "in:body \"green tea\"",
    ];
    let of = |all: &[&'static str]| prop::sample::select(all.to_vec()).prop_map(str::to_owned);
    prop_oneof![5 => of(&words), 2 => of(&phrases), 1 => of(&narrowed), 8 => prop::sample::select(filters())]
}

/// A query: terms, joined and excluded; sometimes with letters to be found as they are, or of the trash.
pub fn query() -> impl Strategy<Value = String> {
    let condition = term().prop_recursive(3, 8, 3, |inner| {
        let some = prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            3 => some.clone().prop_map(|all| all.join(" ")),
            2 => some.prop_map(|all| format!("({})", all.join(" OR "))),
            2 => inner.prop_map(|one| format!("-({one})")),
        ]
    });
    let raw = prop::option::weighted(0.1, prop::sample::select(vec!["'|---|'", "'HIDDEN'", "'a, gr'", "'[[p'"]));
    let extra =
        prop::option::weighted(0.1, prop::sample::select(vec!["is:trash", "date:created", "sort:title", "group:now"]));
    (condition, raw, extra).prop_map(|(condition, raw, extra)| {
        // The trash is not read to the letter.
        let raw = raw.filter(|_| extra != Some("is:trash"));
        [Some(condition.as_str()), raw, extra].into_iter().flatten().collect::<Vec<_>>().join(" ")
    })
}
