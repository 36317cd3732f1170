//! Files in, and the same files out.

use proptest::prelude::*;

use super::encoding::encode;
use super::*;
use crate::fields::Kind;
use crate::time::When;

fn page(path: &str, bytes: &[u8]) -> FilePage {
    page_of_file(path, bytes).expect("a page")
}

/// The file of a page that came from `bytes`, after a change.
fn exported(bytes: &[u8], change: impl FnOnce(&mut Fields, &mut String)) -> Vec<u8> {
    let FilePage { mut fields, mut body, original, .. } = page("a.md", bytes);
    change(&mut fields, &mut body);
    let original = original.then_some(bytes);
    let made_by = None;
    file_of_page(&PageOut { fields: &fields, body: &body, original, derived_title: "a", imported: true, made_by })
}

fn utf16(text: &str, big: bool) -> Vec<u8> {
    text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
}

fn utf32(text: &str, big: bool) -> Vec<u8> {
    text.chars().flat_map(|c| if big { u32::from(c).to_be_bytes() } else { u32::from(c).to_le_bytes() }).collect()
}

#[test]
fn bytes_are_text_in_the_encoding_they_show() {
    let marked = "\u{feff}Grüße\n";
    let japanese = "日本語のメモ\n".repeat(4).into_bytes();
    let cut = [&japanese[..], &japanese[..2]].concat();
    let table: Vec<(Vec<u8>, &str, String, bool)> = vec![
        (b"plain\r\n".to_vec(), "UTF-8", "plain\r\n".into(), false),
        (marked.into(), "UTF-8", marked.into(), false),
        (utf16(marked, false), "UTF-16LE", marked.into(), false),
        (utf16(marked, true), "UTF-16BE", marked.into(), false),
        (utf16("No mark here\n", false), "UTF-16LE", "No mark here\n".into(), false),
        (utf16("No mark here\n", true), "UTF-16BE", "No mark here\n".into(), false),
        (utf32(marked, false), "UTF-32LE", marked.into(), false),
        (utf32(marked, true), "UTF-32BE", marked.into(), false),
        // The same first four bytes, and no UTF-32 behind them.
        (utf16("\u{feff}\0ab", false), "UTF-16LE", "\u{feff}\0ab".into(), false),
        (b"caf\xe9 \x93quoted\x94\n".to_vec(), "windows-1252", "café “quoted”\n".into(), false),
        (cut, "UTF-8", String::from_utf8_lossy(&[&japanese[..], &japanese[..2]].concat()).into_owned(), true),
        (b"\xff\xfea\0\x00\xd8".to_vec(), "UTF-16LE", "\u{feff}a\u{fffd}".into(), true),
        (Vec::new(), "UTF-8", String::new(), false),
    ];
    for (bytes, encoding, text, lossy) in table {
        assert_eq!(decode(&bytes), Decoded::Text(Text { text: text.into(), encoding, lossy }));
    }
}

#[test]
fn every_byte_of_windows_1252_reads_back() {
    // Downwards, so that no two of them are UTF-8, and behind a letter: alone, the first two would be a mark of UTF-16.
    let bytes: Vec<u8> = [b'a'].into_iter().chain((0x80..=0xff).rev()).collect();
    let Decoded::Text(read) = decode(&bytes) else { panic!("they are text") };
    assert_eq!((read.encoding, read.text.chars().count(), read.lossy), ("windows-1252", 129, false));
    assert!(read.text.starts_with("aÿþýüûúùø") && read.text.ends_with("†…„ƒ‚\u{81}€"));
    assert_eq!(encode(&read.text, read.encoding).as_ref(), Some(&bytes));
    assert_eq!(encode("日", read.encoding), None);
}

#[test]
fn what_is_no_text_is_no_page() {
    let compressed: Vec<u8> = (0..4000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert_eq!(page_of_file("a.md", &compressed), Err(NotAPage::Binary));
    assert_eq!(page_of_file("a.md", &[b"text".to_vec(), vec![0; 400]].concat()), Err(NotAPage::Binary));
    assert_eq!(page_of_file("a.md", &vec![b'x'; BODY_LIMIT + 1]), Err(NotAPage::TooLarge));
    assert_eq!(page_of_file("a.txt", b"text"), Err(NotAPage::NotMarkdown));
    assert_eq!(
        page("a.md", b"one \0 in a long line of a text, a hundred signs and more, is read as it is and not judged")
            .encoding,
        "UTF-8"
    );
}

#[test]
fn a_file_is_a_page() {
    let read = page(
        "notes/Pond.md",
        b"---\ntitle: The pond\ndue: soonish\nmade_by: claude\nat: '[[Mill]]'\n---\r\nWater.\r\n",
    );
    assert_eq!(read.fields.path.as_deref(), Some("notes/Pond"));
    assert_eq!(read.fields.title.as_deref(), Some("The pond"));
    assert_eq!(read.body, "Water.\r\n");
    assert_eq!((read.original, read.encoding, read.made_by), (false, "UTF-8", Some(MadeBy::Claude)));
    assert_eq!(read.links, ["[[Mill]]"]);
    let said = "line 3: `due` is no date like 2026-03-01 or 2026-03-01T09:15:00Z; kept as text";
    assert_eq!(read.problems.iter().map(ToString::to_string).collect::<Vec<_>>(), [said]);

    let long = format!("---\na: {}\n---\nBody", "x".repeat(front::LIMIT));
    let read = page("a.md", long.as_bytes());
    assert_eq!((read.body.as_str(), read.fields.front, read.problems.len()), (long.as_str(), None, 1));
}

#[test]
fn paths_of_files() {
    let table = [
        ("a.md", Some("a"), "a"),
        ("dir/a b.md", Some("dir/a b"), "a b"),
        ("a.txt.md", Some("a.txt"), "a.txt"),
        ("v1.0.md", Some("v1.0"), "v1.0"),
        ("a.md.md", Some("a.md.md"), "a.md"),
        ("a.MD", Some("a.MD"), "a"),
        ("a.MD.md", Some("a.MD.md"), "a.MD"),
        ("a.markdown", Some("a.markdown"), "a"),
        ("dir/.md", Some("dir/.md"), ".md"),
        ("100%.md", Some("100%"), "100%"),
        ("dir.md/a.md", Some("dir.md/a"), "a"),
        ("a.txt", None, ""),
        ("md", None, ""),
    ];
    for (file, path, title) in table {
        assert_eq!(path_of_file(file).as_deref(), path, "{file}");
        if let Some(path) = path {
            assert_eq!(title_of_path(path), title, "{file}");
        }
    }
}

#[test]
fn a_change_keeps_the_encoding_where_it_can() {
    let latin = b"---\ntitle: Caf\xe9\n---\r\nna\xefve\r\n";
    let done = |fields: &mut Fields, _: &mut String| fields.status = Some("done".into());
    assert_eq!(exported(latin, |_, _| {}), latin);
    assert_eq!(exported(latin, done), b"---\ntitle: Caf\xe9\nstatus: done\n---\r\nna\xefve\r\n");
    let wide = exported(latin, |_, body| body.push('日'));
    assert_eq!(wide, "---\ntitle: Café\n---\r\nnaïve\r\n日".as_bytes());
    let unix = "\u{feff}---\ntitle: A\n---\nB";
    let changed = "\u{feff}---\ntitle: A\nstatus: done\n---\nB";
    assert_eq!(exported(&utf16(unix, false), done), utf16(changed, false));
    assert_eq!(exported(&utf32(unix, true), done), utf32(changed, true));
}

#[test]
fn dates_are_written_where_they_were() {
    let touched = |fields: &mut Fields, _: &mut String| {
        fields.created = When::parse("2026-01-01");
        fields.updated = When::parse("2026-02-02");
    };
    assert_eq!(exported(b"text\n", touched), b"text\n");
    assert_eq!(exported(b"---\na: 1\n---\n", touched), b"---\na: 1\n---\n");
    assert_eq!(exported(b"---\nmodified: 2020-01-01 # m\n---\n", touched), b"---\nmodified: 2026-02-02 # m\n---\n");
}

fn made_here(fields: &Fields, body: &str, derived_title: &str) -> String {
    let page = PageOut { fields, body, original: None, derived_title, imported: false, made_by: None };
    String::from_utf8(file_of_page(&page)).expect("UTF-8")
}

#[test]
fn a_page_made_here_says_what_its_file_does_not() {
    let title = |title: &str| Fields { title: Some(title.to_owned()), kind: Some(Kind::Note), ..Fields::default() };
    assert_eq!(made_here(&title("Pond"), "Water.\n", "Pond"), "Water.\n");
    assert_eq!(made_here(&title("A: B"), "Water.\n", "A- B"), "---\ntitle: \"A: B\"\n---\nWater.\n");
    let dated = Fields { created: When::parse("2026-01-01"), ..title("Pond") };
    assert_eq!(made_here(&dated, "Water.\r\n", "Pond"), "---\r\ncreated: 2026-01-01\r\n---\r\nWater.\r\n");
    let body = "---\nkey: text of the body\n---\n";
    assert_eq!(made_here(&Fields::default(), body, "Pond"), format!("---\n---\n{body}"));
    assert_eq!(page("a.md", made_here(&Fields::default(), body, "Pond").as_bytes()).body, body);
}

#[test]
fn a_body_never_runs_into_the_closing_fence() {
    assert_eq!(exported(b"---\ntitle: A\n---", |_, body| body.push_str("New.\n")), b"---\ntitle: A\n---\nNew.\n");
}

/// What matches `inner`, often between fences.
fn fenced(inner: &str) -> impl Strategy<Value = String> + use<> {
    let open = "(---\n|\u{feff}|\u{feff}---\r\n|\\+\\+\\+\n|)";
    let close = "(\n---\n|\n\\+\\+\\+\n|)(?s).{0,8}";
    proptest::string::string_regex(&format!("{open}{inner}{close}")).expect("a pattern")
}

proptest! {
    #[test]
    fn any_file_comes_out_as_it_went_in(bytes in prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..64),
        fenced("[a-c:= \\[\\]\n\r#-]{0,24}").prop_map(String::into_bytes),
        "(---\n|)title: .{0,8}\n(---\n|)(?s).{0,8}".prop_map(|text| utf16(&text, true)),
    ]) {
        if let Ok(read) = page_of_file("a.md", &bytes) {
            let text = read.fields.front.unwrap_or_default() + &read.body;
            prop_assert_eq!(read.original, text.as_bytes() != bytes);
            prop_assert_eq!(exported(&bytes, |_, _| {}), bytes);
        }
    }

    #[test]
    fn a_body_written_here_reads_back(body in fenced("[a-c:= \n-]{0,12}"), titled in any::<bool>()) {
        let fields = Fields { title: titled.then(|| "T".to_owned()), ..Fields::default() };
        let text = made_here(&fields, &body, "a");
        let (front, rest) = front::split(&text);
        // A mark at the very start of a file is the file's, not the text's.
        let kept = if front == "\u{feff}" { text.as_str() } else { rest };
        prop_assert_eq!(kept, body);
    }

    #[test]
    fn files_and_paths_are_one_for_one(
        path in "([a.]{1,2}/)?[a.]{0,3}(\\.md|\\.MD|\\.markdown|\\.txt|\\.mdx|md)?(\\.md|\\.Md|\\.mkd)",
    ) {
        let page = path_of_file(&path).expect("a Markdown file");
        prop_assert_eq!(file_name_of(&page), path);
    }

    #[test]
    fn two_files_never_are_one_page(a in "[ab]?(\\.md|\\.MD){1,3}", b in "[ab]?(\\.md|\\.MD){1,3}") {
        prop_assert_eq!(path_of_file(&a) == path_of_file(&b), a == b);
    }
}

#[test]
fn what_looks_like_front_matter_and_is_none_is_reported() {
    let said = |text: &str| page_of_file("a.md", text.as_bytes()).unwrap().problems.len();
    assert_eq!(said("+++\ntitle = \"x\"\n[a\n+++\nbody\n"), 1);
    assert_eq!(said("---\n: : [\n  bad\n---\nbody\n"), 1);
    assert_eq!(said("---\nSome prose.\n\n---\nbody\n"), 0);
    assert_eq!(said("---\ntitle: x\n---\nbody\n"), 0);
}
