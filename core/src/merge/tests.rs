//! The laws of the merge, and a table of texts as people edit them.

use proptest::prelude::*;

use super::lines::{Merged, three_way, two_way};
use super::*;

fn shown(merged: &Merged) -> String {
    let hunks: String = merged.hunks.iter().map(|h| format!("!{}:{:?}|{:?}", h.line, h.earlier, h.later)).collect();
    format!("{}{hunks}", merged.text)
}

#[test]
fn texts_as_people_edit_them() {
    let table = [
        // base, earlier, later, merged
        ("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
        ("a\nb\nc\n", "A\nb\nc\n", "a\nB\nc\n", "A\nB\nc\n"),
        ("a\nb\n", "a\nx\nb\n", "a\ny\nb\n", "a\ny\nb\n!2:\"x\\n\"|\"y\\n\""),
        ("a\nb\n", "a\nx\nb\n", "a\nx\nb\n", "a\nx\nb\n"),
        ("a\nb\nc\n", "a\nc\n", "a\nB\nc\n", "a\nB\nc\n!2:\"\"|\"B\\n\""),
        ("a\nb\nc\n", "a\n", "a\nb\nc\nd\n", "a\nd\n"),
        ("a", "a\nb", "z\na", "z\na\nb"),
        ("a\r\nb\r\n", "a\nb\n", "a\r\nB\r\n", "a\nB\r\n"),
        ("a\nb\nc\n", "a\r\nb\r\nc\r\n", "a\nb\nC\n", "a\r\nb\r\nC\n"),
        ("", "x\n", "", "x\n"),
        ("x\n", "", "x\n", ""),
        ("a\nb\nc\nd\n", "a\nX\nY\nd\n", "a\nX\nZ\nd\n", "a\nX\nZ\nd\n!3:\"Y\\n\"|\"Z\\n\""),
    ];
    for (base, earlier, later, want) in table {
        assert_eq!(shown(&three_way(base, earlier, later)), want, "{base:?} {earlier:?} {later:?}");
    }
    assert_eq!(shown(&two_way("a\nb\nc", "a\nB\nc")), "a\nB\nc!2:\"b\\n\"|\"B\\n\"");
    assert_eq!(shown(&two_way("a\r\nb\r\n", "a\nb\n")), "a\nb\n");
}

fn text() -> impl Strategy<Value = String> {
    let line = prop_oneof!["[a-d]{1}", "[a-z]{3}", Just(String::new())];
    let end = prop_oneof![3 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\r")];
    let lines = prop::collection::vec((line, end), 0..14);
    (lines, any::<bool>()).prop_map(|(lines, closed)| {
        let mut text: String = lines.iter().map(|(line, end)| format!("{line}{end}")).collect();
        if !closed {
            text.truncate(text.trim_end_matches(['\r', '\n']).len());
        }
        text
    })
}

/// A base and two edits of it, so that they share lines.
fn edits() -> impl Strategy<Value = (String, String, String)> {
    let edit = |base: String| {
        let count = base.lines().count();
        let change = (0..=count, 0..3_usize, prop::collection::vec("[a-z]{2}\n", 0..3));
        prop::collection::vec(change, 0..3).prop_map(move |changes| {
            let mut lines: Vec<String> = base.split_inclusive('\n').map(str::to_owned).collect();
            for (at, removed, added) in changes {
                let at = at.min(lines.len());
                let end = (at + removed).min(lines.len());
                lines.splice(at..end, added);
            }
            lines.concat()
        })
    };
    text().prop_flat_map(move |base| (Just(base.clone()), edit(base.clone()), edit(base)))
}

fn lines_of(text: &str) -> Vec<&str> {
    text.split(['\n', '\r']).filter(|line| !line.is_empty()).collect()
}

proptest! {
    #[test]
    fn no_line_that_a_side_wrote_is_lost((base, earlier, later) in edits()) {
        let merged = three_way(&base, &earlier, &later);
        let kept: Vec<&str> = lines_of(&merged.text)
            .into_iter()
            .chain(merged.hunks.iter().flat_map(|h| lines_of(&h.earlier)))
            .collect();
        let old = lines_of(&base);
        for line in lines_of(&earlier).into_iter().chain(lines_of(&later)) {
            prop_assert!(old.contains(&line) || kept.contains(&line), "lost {line:?} in {merged:?}");
        }
    }

    #[test]
    fn a_side_that_did_nothing_changes_nothing((base, earlier, _) in edits()) {
        prop_assert_eq!(three_way(&base, &earlier, &base), three_way(&base, &base, &earlier));
        prop_assert_eq!(three_way(&base, &earlier, &base).text, earlier);
    }

    #[test]
    fn a_merge_without_conflicts_does_not_depend_on_who_came_first((base, earlier, later) in edits()) {
        let (one, other) = (three_way(&base, &earlier, &later), three_way(&base, &later, &earlier));
        prop_assert_eq!(one.hunks.len(), other.hunks.len());
        if one.hunks.is_empty() {
            prop_assert_eq!(lines_of(&one.text), lines_of(&other.text));
        }
    }

    #[test]
    fn strangers_share_their_common_lines_and_lose_none(earlier in text(), later in text()) {
        let merged = two_way(&earlier, &later);
        prop_assert_eq!(&merged.text, &later);
        let kept: Vec<&str> = lines_of(&merged.text)
            .into_iter()
            .chain(merged.hunks.iter().flat_map(|h| lines_of(&h.earlier)))
            .collect();
        for line in lines_of(&earlier) {
            prop_assert!(kept.contains(&line));
        }
    }
}

fn content(edit: impl FnOnce(&mut Fields)) -> Content {
    let mut content = Content::default();
    edit(&mut content.fields);
    content
}

#[test]
fn fields_merge_each_by_its_rule() {
    let base = content(|f| {
        f.tags = vec!["a".into(), "b".into()];
        f.title = Some("Old".into());
        f.status = Some("open".into());
    });
    let earlier = content(|f| {
        f.tags = vec!["b".into(), "c".into()];
        f.title = Some("Old".into());
        f.status = Some("done".into());
    });
    let later = content(|f| {
        f.tags = vec!["a".into(), "b".into(), "d".into()];
        f.title = Some("New".into());
        f.status = Some("started".into());
    });
    let (fields, conflicts) = fields::merge(&[base], &earlier, &later);
    assert_eq!(fields.tags, ["b", "d", "c"]);
    assert_eq!(fields.title.as_deref(), Some("New"));
    assert_eq!(fields.status.as_deref(), Some("started"));
    let named: Vec<_> = conflicts.iter().map(|c| (c.field.as_str(), c.earlier.as_str(), c.later.as_str())).collect();
    assert_eq!(named, [("status", "done", "started")]);
}

#[test]
fn the_trash_yields_to_any_other_change() {
    let base = content(|f| f.tags = vec!["a".into()]);
    let trashed = content(|f| {
        f.tags = vec!["a".into()];
        f.trashed = true;
    });
    let edited = Content { body: "new".into(), ..base.clone() };
    let only_dated = content(|f| {
        f.tags = vec!["a".into()];
        f.updated = Some(crate::time::When::Instant(Instant::from_ms(9)));
    });
    let bases = [base.clone()];
    assert!(fields::merge(&bases, &trashed, &base).0.trashed);
    assert!(fields::merge(&bases, &trashed, &only_dated).0.trashed);
    assert!(!fields::merge(&bases, &trashed, &edited).0.trashed);
    assert!(!fields::merge(&bases, &edited, &trashed).0.trashed);
    assert!(!fields::merge(&[], &edited, &trashed).0.trashed);
}

#[test]
fn a_hostile_pair_of_long_texts_ends() {
    let one: String = (0..20_000).map(|n| format!("{}\n", n % 7)).collect();
    let other: String = (0..20_000).map(|n| format!("{}\n", n * n % 11)).collect();
    let merged = two_way(&one, &other);
    assert_eq!(merged.text, other);
}

#[test]
fn hunks_that_overlap_in_a_long_chain_are_one_region() {
    let base: Vec<String> = (0..130_000).map(|n| format!("{n}\n")).collect();
    let edited = |sign: &str, phase: usize| -> String {
        base.iter().enumerate().map(|(n, l)| if n % 4 == phase { l.clone() } else { format!("{sign}{l}") }).collect()
    };
    let (earlier, later) = (edited("-", 3), edited("+", 1));
    let merged = three_way(&base.concat(), &earlier, &later);
    assert_eq!(merged.text, later);
    assert_eq!(merged.hunks.len(), 1);
}

/// A page's revisions, each made of one or two before it or of none, and those of them that are its heads. With
/// `apart`, no line is written twice.
fn histories(apart: bool) -> impl Strategy<Value = (Vec<(Vec<usize>, String)>, Vec<usize>)> {
    let line = || prop_oneof![3 => "[a-c]", 1 => "[a-z]{3}"];
    let body = prop::collection::vec(line(), 0..7);
    let edit = (0..7_usize, 0..3_usize, prop::collection::vec(line(), 0..3));
    let step =
        (prop::collection::vec(any::<prop::sample::Index>(), 1..3), prop::collection::vec(edit, 0..3), any::<bool>());
    (body, prop::collection::vec(step, 3..7)).prop_map(move |(body, steps)| {
        let mut written = 0;
        let mut write = |lines: Vec<String>| -> Vec<String> {
            let mut write = |line| {
                written += 1;
                if apart { format!("{line}{written}") } else { line }
            };
            lines.into_iter().map(&mut write).collect()
        };
        let mut revisions: Vec<(Vec<usize>, Vec<String>)> = vec![(Vec::new(), write(body))];
        for (parents, edits, stranger) in steps {
            let first_heads = revisions.len().min(4);
            let mut parents: Vec<usize> = parents.iter().map(|p| p.index(first_heads)).collect();
            parents.sort_unstable();
            parents.dedup();
            let mut lines = revisions[parents[0]].1.clone();
            for (at, removed, added) in edits {
                let at = at.min(lines.len());
                let end = (at + removed).min(lines.len());
                lines.splice(at..end, write(added));
            }
            revisions.push((if stranger && parents.len() == 1 { Vec::new() } else { parents }, lines));
        }
        let named: Vec<usize> = revisions.iter().flat_map(|(parents, _)| parents).copied().collect();
        let heads = (0..revisions.len()).filter(|at| !named.contains(at)).collect();
        let text = |lines: Vec<String>| lines.iter().map(|line| format!("{line}\n")).collect();
        (revisions.into_iter().map(|(parents, lines)| (parents, text(lines))).collect(), heads)
    })
}

fn entry(n: usize) -> EntryId {
    EntryId([n as u8; 32])
}

/// The view of the heads, given in this order.
fn view(revisions: &[(Vec<usize>, String)], heads: &[usize]) -> View {
    let of = |n: usize| Content { body: revisions[n].1.clone(), ..Content::default() };
    let mut graph = Graph::default();
    for (n, (parents, _)) in revisions.iter().enumerate() {
        graph.insert(entry(n), parents.iter().map(|&parent| entry(parent)).collect());
    }
    let heads = heads.iter().map(|&n| Head { id: entry(n), time: Instant::from_ms(n as i64 / 2), content: of(n) });
    merge(heads.collect(), &graph, |id| Some(of(usize::from(id.0[0]))))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn several_heads_merge_alike_in_any_order_and_lose_no_line((revisions, heads) in histories(false), turn in 0..4_usize) {
        let merged = view(&revisions, &heads);
        let mut turned = heads.clone();
        turned.rotate_left(turn % heads.len());
        prop_assert_eq!(&view(&revisions, &turned), &merged);
        turned.reverse();
        prop_assert_eq!(&view(&revisions, &turned), &merged);

        let inner: Vec<usize> = (0..revisions.len()).filter(|at| !heads.contains(at)).collect();
        let sides = merged.conflicts.iter().flat_map(|c| [&c.earlier, &c.later]);
        let kept: Vec<&str> = sides.chain([&merged.content.body]).flat_map(|text| text.lines()).collect();
        for &head in &heads {
            for line in revisions[head].1.lines() {
                let old = inner.iter().any(|&at| revisions[at].1.lines().any(|l| l == line));
                prop_assert!(old || kept.contains(&line), "lost {line:?} of {head}: {merged:?}");
            }
        }
    }

    #[test]
    fn a_conflict_s_line_is_where_its_later_side_shows((revisions, heads) in histories(true)) {
        let merged = view(&revisions, &heads);
        let lines: Vec<&str> = merged.content.body.lines().collect();
        for (at, conflict) in merged.conflicts.iter().enumerate() {
            let start = conflict.line as usize - 1;
            prop_assert!(start <= lines.len(), "{merged:?}");
            let later: Vec<&str> = conflict.later.lines().collect();
            // Lines that a third head added may stand between.
            let mut rest = lines[start..].iter();
            let shows = later.first().is_none_or(|first| lines.get(start) == Some(first))
                && later.iter().all(|wanted| rest.any(|line| line == wanted));
            // A third head put something in its place, or took away what it had from a revision before it.
            let gave_way = merged.conflicts[at + 1..].iter().any(|c| later.iter().any(|l| c.earlier.lines().any(|e| e == *l)));
            let has = |at: usize, line: &str| revisions[at].1.lines().any(|l| l == line);
            let inner = || (0..revisions.len()).filter(|at| !heads.contains(at));
            let took = |&head: &usize| later.iter().any(|l| !has(head, l) && inner().any(|at| has(at, l)));
            let taken = heads.iter().any(took);
            prop_assert!(shows || gave_way || taken, "{conflict:?} in {merged:?}");
        }
    }
}

#[test]
fn a_third_head_moves_the_conflict_of_the_first_two() {
    let body = |lines: &str| lines.split(' ').map(|line| format!("{line}\n")).collect::<String>();
    let conflicts = |texts: [&str; 4]| -> Vec<(u32, String, String)> {
        let parents = [vec![], vec![0], vec![0], vec![0]];
        let revisions: Vec<(Vec<usize>, String)> = parents.into_iter().zip(texts.map(body)).collect();
        let view = view(&revisions, &[1, 2, 3]);
        view.conflicts.into_iter().map(|c| (c.line, c.earlier, c.later)).collect()
    };
    let conflict = |line: u32, earlier: &str, later: &str| (line, earlier.replace(' ', "\n"), later.replace(' ', "\n"));
    // Lines that come before it move it.
    assert_eq!(conflicts(["a b c", "a X c", "a Y c", "1 2 3 a b c"]), [conflict(5, "X ", "Y ")]);
    assert_eq!(conflicts(["a b c d", "a b X d", "a b Y d", "b c d"]), [conflict(2, "X ", "Y ")]);
    // A third version of the same line: both conflicts stand at what shows now.
    let third = conflicts(["a b c", "a X c", "a Y c", "0 a Z c"]);
    assert_eq!(third, [conflict(3, "X ", "Y "), conflict(3, "Y ", "Z ")]);
}

#[test]
fn dates_take_the_side_that_changed_and_never_conflict() {
    let dated =
        |ms: Option<i64>| content(|f| f.created = ms.map(|ms| crate::time::When::Instant(Instant::from_ms(ms))));
    let merged = |base, earlier, later| {
        let (fields, conflicts) = fields::merge(&[dated(base)], &dated(earlier), &dated(later));
        assert!(conflicts.is_empty());
        fields.created.map(|when| when.sort_key().ms())
    };
    assert_eq!(merged(Some(1), Some(1), None), None);
    assert_eq!(merged(Some(1), None, Some(1)), None);
    assert_eq!(merged(Some(5), Some(3), Some(4)), Some(3));
    assert_eq!(merged(Some(5), None, Some(4)), Some(4));
    assert_eq!(merged(None, None, Some(4)), Some(4));
}
