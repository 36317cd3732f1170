//! Where the sections of a list of pages end. A list keeps them, so that a page which changes on the way stays in the
//! section where it stood: else a section would come twice.

use super::Section;

/// Parts a section's fields, and parts sections, in a list that is kept.
const PARTS: [char; 2] = ['\u{1f}', '\u{1e}'];

/// The sections of a list, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Runs(Vec<Run>);

/// A section, and after how many of the list's pages it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    end: usize,
    pub key: String,
    label: String,
}

impl Runs {
    /// Those of all pages.
    pub fn of(sections: &[Section]) -> Self {
        let mut end = 0;
        let runs = sections.iter().map(|section| {
            end += usize::try_from(section.count).unwrap_or(usize::MAX);
            Run { end, key: section.key.clone(), label: section.label.clone() }
        });
        Self(runs.collect())
    }

    /// The section of the page at this place.
    pub fn at(&self, place: usize) -> Option<&Run> {
        self.0.get(self.0.partition_point(|run| run.end <= place))
    }

    /// What the section of this key is called.
    pub fn label(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|run| run.key == key).map(|run| run.label.as_str())
    }

    /// Those of the `length` pages from `start` on.
    pub fn cut(&self, start: usize, length: usize) -> Self {
        let inside = |place: usize| place.saturating_sub(start).min(length);
        self.with_ends(|run| inside(run.end))
    }

    /// Those of the pages for which `kept` has true.
    pub fn kept(&self, kept: &[bool]) -> Self {
        let mut before = Vec::with_capacity(kept.len() + 1);
        before.push(0);
        for stays in kept {
            before.push(before.last().copied().unwrap_or_default() + usize::from(*stays));
        }
        self.with_ends(|run| before.get(run.end).or(before.last()).copied().unwrap_or_default())
    }

    fn with_ends(&self, end: impl Fn(&Run) -> usize) -> Self {
        let (mut last, mut runs) = (0, Vec::new());
        for run in &self.0 {
            let end = end(run);
            if end > last {
                runs.push(Run { end, ..run.clone() });
                last = end;
            }
        }
        Self(runs)
    }

    /// As the store keeps them.
    pub fn to_text(&self) -> String {
        let plain = |text: &str| text.replace(PARTS, " ");
        let [field, section] = PARTS;
        let one = |run: &Run| format!("{}{field}{}{field}{}", run.end, plain(&run.key), plain(&run.label));
        self.0.iter().map(one).collect::<Vec<_>>().join(&section.to_string())
    }

    /// Reads what [`Runs::to_text`] wrote. What is no section is left out.
    pub fn of_text(text: &str) -> Self {
        let [field, section] = PARTS;
        let read = |one: &str| {
            let mut fields = one.split(field);
            let (end, key, label) = (fields.next()?.parse().ok()?, fields.next()?, fields.next()?);
            Some(Run { end, key: key.to_owned(), label: label.to_owned() })
        };
        Self(text.split(section).filter_map(read).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(counts: &[(&str, u64)]) -> Runs {
        let section = |&(key, count): &(&str, u64)| Section { key: key.into(), label: key.to_uppercase(), count };
        Runs::of(&counts.iter().map(section).collect::<Vec<_>>())
    }

    fn shown(runs: &Runs, length: usize) -> String {
        (0..length).map(|place| runs.at(place).map_or("-", |run| run.key.as_str())).collect()
    }

    #[test]
    fn every_page_keeps_its_section_however_the_list_is_cut() {
        let all = runs(&[("a", 2), ("b", 1), ("c", 3)]);
        assert_eq!(shown(&all, 7), "aabccc-");
        assert_eq!(shown(&all.cut(1, 3), 4), "abc-");
        assert_eq!(shown(&all.cut(3, 9), 4), "ccc-");
        assert_eq!(shown(&all.kept(&[true, false, false, true, true, false]), 4), "acc-");
        assert_eq!(shown(&Runs::default(), 1), "-");
        for runs in [all.clone(), all.cut(1, 3), Runs::default()] {
            assert_eq!(Runs::of_text(&runs.to_text()), runs);
        }
        let odd = runs(&[("x\u{1f}y\u{1e}", 1)]);
        assert_eq!(Runs::of_text(&odd.to_text()).at(0).map(|run| run.key.clone()).as_deref(), Some("x y "));
    }
}
