//! Which page a link goes to, as pages come, go and change their names.

use super::*;

#[test]
fn links_follow_the_names_that_pages_have_and_had() {
    let mut store = store();
    let otter = PageId([2; 16]);
    store.save(draft(PAGE, &[], "Notes", "[[Otter]] and [[Stoat]]\n"), at(10)).unwrap();
    assert!(store.links(PAGE).unwrap().iter().all(|link| link.page.is_none()));
    let saved = store.save(draft(otter, &[], "Otter", "x\n"), at(20)).unwrap();
    assert_eq!(store.backlinks(otter).unwrap().len(), 1);
    store.save(draft(otter, &[saved.entry], "River", "x\n"), at(30)).unwrap();
    assert_eq!(store.links(PAGE).unwrap()[0].page.as_ref().map(|page| page.title.as_str()), Some("River"));
    store.save(draft(PageId([3; 16]), &[], "Otter", "the new one\n"), at(40)).unwrap();
    assert_eq!(store.links(PAGE).unwrap()[0].page.as_ref().map(|page| page.id), Some(PageId([3; 16])));
}

#[test]
fn a_name_with_a_number_sign_is_found_before_a_heading_whatever_comes_first() {
    let texts = ["C# notes", "C", "C#", "Issue #7", "a", "a#b", "C#/intro"];
    let links = "[[C# notes]] [[C#]] [[Issue #7]] [[a#b#c]] [[a#x]] [[C#/intro#top]] [[c#.md]] [[Issue#7]]\n";
    let number = |title: &str| 2 + texts.iter().position(|text| *text == title).unwrap() as u8;
    let pages: Vec<Draft> = texts
        .iter()
        .map(|title| draft(PageId([number(title); 16]), &[], title, "x\n"))
        .chain([Draft { page: PAGE, ..draft(PAGE, &[], "Links", links) }])
        .collect();
    let resolved = |store: &Store| -> Vec<Option<String>> {
        store.links(PAGE).unwrap().into_iter().map(|link| link.page.map(|page| page.title)).collect()
    };
    let whole = ["C# notes", "C#", "Issue #7", "a#b", "a", "C#/intro", "C#"].map(|title| Some(title.to_owned()));
    let mut dumps = Vec::new();
    for turn in 0..pages.len() {
        let mut order = pages.clone();
        order.rotate_left(turn);
        for order in [order.clone(), order.into_iter().rev().collect()] {
            let mut store = store();
            for page in order {
                store.save(page, at(10)).unwrap();
            }
            assert_eq!(resolved(&store)[..7], whole, "turned by {turn}");
            assert_eq!(resolved(&store)[7], None);
            dumps.push(store.dump().unwrap());
        }
    }
    assert!(dumps.windows(2).all(|two| two[0] == two[1]));
    // Without the longer names the shorter ones are meant again.
    let mut store = store();
    for page in pages {
        store.save(page, at(10)).unwrap();
    }
    for title in ["C# notes", "C#", "Issue #7", "a#b", "C#/intro"] {
        let page = PageId([number(title); 16]);
        store.purge(page, at(20)).unwrap();
    }
    let shorter = ["C", "C", "", "a", "a", "C", "C", ""].map(|title| (!title.is_empty()).then(|| title.to_owned()));
    assert_eq!(resolved(&store), shorter);
}
