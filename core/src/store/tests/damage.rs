//! Damage on the disk, and what a check says of it.

use super::*;
use crate::search::Options;
use crate::time::Day;

#[test]
fn a_check_names_what_was_damaged_on_the_disk() {
    let damaged = |sql: &str| -> Vec<&str> {
        let (mut one, mut scratch) = (store(), store());
        one.save(draft(PAGE, &[], "Tea", "body\n"), at(10)).unwrap();
        one.connection().execute_batch(sql).unwrap();
        one.check(&mut scratch).unwrap().faults.into_iter().map(|fault| fault.code).collect()
    };
    assert_eq!(damaged(""), [""; 0]);
    assert!(damaged("DELETE FROM page_fts_docsize").contains(&"index"));
    assert!(damaged("DELETE FROM page_fts_idx; DELETE FROM page_fts_data WHERE id > 10").contains(&"index"));
    assert!(damaged("UPDATE text SET content = cast(x'ff41' AS TEXT)").contains(&"text_damaged"));
    assert!(damaged("UPDATE entry SET bytes = x'00'").contains(&"entry_damaged"));
    assert!(damaged("UPDATE page SET title = 'Soup'").contains(&"fold"));
}

#[test]
fn a_page_whose_text_has_not_arrived_is_not_edited_into_an_empty_one() {
    let mut one = store();
    let (entry, text) = revision(PAGE, 10, vec![], "Tea", "body\n");
    take(&mut one, &[Event { text: None, entry: Some(entry) }]);
    let refused = one.edit(PAGE, Basis::now(MadeBy::User, at(20)), |content| content.fields.tags.push("x".into()));
    assert_eq!(refused.unwrap_err().code(), "text_missing");
    assert!(one.page(PAGE).unwrap().unwrap().text_missing);
    take(&mut one, &[Event { text: Some(text), entry: None }]);
    assert_eq!(body_of(&one, PAGE), "body\n");
}

#[test]
fn a_reading_or_a_write_up_whose_text_has_not_arrived_marks_its_page() {
    use crate::entry::Writeup;
    let mut one = store();
    one.save(draft(PAGE, &[], "Tea", "body\n"), at(10)).unwrap();
    let options = Options { limit: 10, today: Day::new(2026, 1, 1).unwrap(), freeze: None };
    let marked = |one: &Store| one.search("is:unindexed", options).unwrap().total;
    let stamp = Stamp { time: at(20), device: DeviceId([2; 16]), made_by: MadeBy::Claude };
    let text = BlobHash::of(b"written\n");
    let writeup = Writeup { replaces: vec![], stamp, prompt_version: 1, inputs: vec![], text };
    let entry = Entry { page: PAGE, what: What::Writeup(writeup) }.encode().unwrap();
    take(&mut one, &[Event { text: None, entry: Some(entry) }]);
    assert_eq!(marked(&one), 1);
    assert!(!one.page(PAGE).unwrap().unwrap().text_missing, "the body is here");
    take(&mut one, &[Event { text: Some("written\n".into()), entry: None }]);
    assert_eq!(marked(&one), 0);
}
