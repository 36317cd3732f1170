//! Trees of pages in a store, whose links and files the store knows.

use crate::dispatch::{Context, Desk};
use crate::id::{BlobHash, DeviceId};
use crate::query;
use crate::store::{Store, Trash};
use crate::time::Instant;
use crate::wire::tree::{LinkTo, Node, TreeView};
use crate::wire::{KeptFile, PageFile, Request};

fn store(pages: &[(&str, &str)], files: &[&str]) -> Store {
    let mut store = Store::in_memory(DeviceId([1; 16])).unwrap();
    let mut desk = Desk::default();
    let paths = pages.iter().map(|(path, _)| *path).chain(files.iter().copied()).map(String::from).collect();
    let kept = files.iter().map(|path| {
        let blob = BlobHash::of(path.as_bytes()).to_string();
        KeptFile { path: (*path).into(), blob, size: 1, modified: Some(1) }
    });
    let pages = pages.iter().map(|(path, body)| {
        let bytes = body.as_bytes().to_vec();
        PageFile { path: (*path).into(), bytes, modified: Some(1), original: None }
    });
    let requests = [
        Request::ImportBegin { source: "notes".into(), paths },
        Request::ImportKept { files: kept.collect() },
        Request::ImportPages { files: pages.collect() },
    ];
    for request in requests {
        let mut context = Context {
            now: Instant::from_ms(1_000),
            random: [7; 16],
            stop: &mut || false,
            pause: &mut || false,
            scratch: &mut || Store::in_memory(DeviceId([2; 16])),
        };
        desk.dispatch(&mut store, request, &mut context).unwrap();
    }
    store
}

fn tree(store: &Store, page: &str, query: &str) -> TreeView {
    let at = store.lookup(page, Trash::Last).unwrap();
    let page = store.page(at.id).unwrap().unwrap();
    TreeView::read(store, &page, Some(&query::parse(query).unwrap())).unwrap()
}

#[test]
fn links_lead_where_the_list_of_links_says() {
    let body = "---\nparent: \"[[Otter]]\"\n---\n[[Otter]] [[#Here]] <a@example.org> [x](../a/otter.md#den) [[nowhere]] [y](c d.md)\n\n# Here\n\n[[Otter|o]] [z](../e.md)\n";
    let store = store(&[("a/otter.md", "# Otter\n"), ("b/list.md", body), ("b/c d.md", "x\n")], &[]);
    let at = store.lookup("b/list", Trash::Last).unwrap();
    let rows = store.links(at.id).unwrap();
    let tree = tree(&store, "b/list", "x");
    let mut shown = Vec::new();
    for view in &tree.nodes {
        match &view.node {
            Node::Link(LinkTo::Page { id, .. }) => shown.push(Ok(id.clone())),
            Node::Link(LinkTo::Missing { target }) => shown.push(Err(target.clone())),
            _ => {}
        }
    }
    let of_body = rows.iter().filter(|row| row.line > 0);
    let known: Vec<_> = of_body
        .map(|row| row.page.as_ref().map(|page| page.id.to_string()).ok_or_else(|| row.target.clone()))
        .collect();
    assert_eq!(shown, known);
    assert_eq!(shown.iter().filter(|link| link.is_ok()).count(), 4);
}

#[test]
fn pictures_are_the_files_of_the_page() {
    let body = "![a](../img/cat.png) ![[cat.png]] [p](../doc.pdf) ![n](../img/none.png)\n";
    let store = store(&[("b/list.md", body)], &["img/cat.png", "doc.pdf", "img/other.png"]);
    let tree = tree(&store, "b/list", "x");
    let cat = BlobHash::of(b"img/cat.png").to_string();
    let images = tree.nodes.iter().filter(|view| matches!(&view.node, Node::Image { blob, .. } if *blob == cat));
    assert_eq!(images.count(), 2);
    let file = |view: &&crate::wire::tree::NodeView| matches!(&view.node, Node::Link(LinkTo::File { name, mime, .. }) if name == "doc.pdf" && mime == "application/pdf");
    assert_eq!(tree.nodes.iter().filter(file).count(), 1);
    assert_eq!(tree.nodes.iter().filter(|view| matches!(&view.node, Node::Link(LinkTo::Nothing { .. }))).count(), 1);
}

#[test]
fn a_query_marks_its_words_phrases_and_raw_terms_but_not_what_it_excludes() {
    let store = store(&[("a.md", "Otters swim. The river otter foo_bar( heron\n")], &[]);
    let marked = |query: &str| -> Vec<String> {
        let marks = tree(&store, "a", query).nodes.into_iter().filter_map(|view| match view.node {
            Node::Mark { text, .. } => Some(text),
            _ => None,
        });
        marks.collect()
    };
    assert_eq!(marked("otter -heron kind:note"), ["Otters", "otter"]);
    assert_eq!(marked("\"river otter\" 'bar('"), ["river otter", "bar("]);
    assert_eq!(marked("kind:note"), Vec::<String>::new());
}
