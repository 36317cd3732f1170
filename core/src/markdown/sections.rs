//! Headings, and what stands under those that ask "Open questions".

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Its words, with single blanks between.
    pub text: String,
    /// The line of the body, from 1.
    pub line: u32,
    /// What a link's `#fragment` calls it: its [`slug`], with `-1`, `-2` … from the second of a kind on.
    pub slug: String,
}

/// A heading's text as a fragment, as on GitHub: in lower case, blanks as `-`, no signs but `-` and `_`.
#[must_use]
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for c in text.trim().chars() {
        if c.is_whitespace() {
            slug.push('-');
        } else if crate::text::is_word_char(c) || matches!(c, '-' | '_') {
            slug.extend(c.to_lowercase());
        }
    }
    slug
}

/// Text with single blanks between its words.
pub(super) fn squeezed(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !squeezed.is_empty() {
            squeezed.push(' ');
        }
        squeezed.push_str(word);
    }
    squeezed
}

/// Whether a heading says nothing but a template's placeholder, `{{title}}` or `<% tp.file.title %>`.
pub(super) fn is_placeholder(text: &str) -> bool {
    let mut rest = text;
    let mut placeholders = 0;
    loop {
        let (open, close) = match (rest.find("{{"), rest.find("<%")) {
            (Some(a), Some(b)) if b < a => (b, "%>"),
            (Some(a), _) => (a, "}}"),
            (None, Some(b)) => (b, "%>"),
            (None, None) => break,
        };
        let (before, after) = rest.split_at(open);
        let Some((_, after)) = after.split_once(close) else { break };
        if before.contains(char::is_alphanumeric) {
            return false;
        }
        placeholders += 1;
        rest = after;
    }
    placeholders > 0 && !rest.contains(char::is_alphanumeric)
}

/// The sections under "Open questions" headings, as the reader goes through them.
#[derive(Default)]
pub(super) struct OpenQuestions {
    sections: Vec<Section>,
    found: bool,
}

struct Section {
    level: u8,
    content: bool,
    boxes: bool,
    unticked: bool,
}

impl OpenQuestions {
    /// A heading outside of quotes and lists: it ends the sections of its level and below, and may start one.
    pub fn heading(&mut self, level: u8, text: &str) {
        while self.sections.last().is_some_and(|section| section.level >= level) {
            self.close();
        }
        let words = text.trim_end_matches([':', '：']).trim_end();
        if words.eq_ignore_ascii_case("open questions") {
            self.sections.push(Section { level, content: false, boxes: false, unticked: false });
        }
    }

    /// A paragraph, list, table or code.
    pub fn content(&mut self) {
        // Levels rise, so there are six at most.
        self.sections.iter_mut().for_each(|section| section.content = true);
    }

    /// A task box.
    pub fn task(&mut self, ticked: bool) {
        for section in &mut self.sections {
            section.boxes = true;
            section.unticked |= !ticked;
        }
    }

    /// Whether any section was open, at the body's end.
    pub fn finish(mut self) -> bool {
        while !self.sections.is_empty() {
            self.close();
        }
        self.found
    }

    fn close(&mut self) {
        if let Some(section) = self.sections.pop() {
            self.found |= if section.boxes { section.unticked } else { section.content };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_what_fragments_say() {
        assert_eq!(slug("Chapter two"), "chapter-two");
        assert_eq!(slug(" Ärger & Co. (a_b-c) "), "ärger--co-a_b-c");
    }

    #[test]
    fn placeholders_are_no_titles() {
        for text in ["{{title}}", "<% tp.file.title %>", "{{date}} – {{title}}"] {
            assert!(is_placeholder(text), "{text}");
        }
        for text in ["Using {{x}}", "{{x}} in Jinja", "a", "", "{{open", "}} {{"] {
            assert!(!is_placeholder(text), "{text}");
        }
    }
}
