//! From match to match on a page: which one of how many, and the buttons and keys to the others.

use leptos::html::{div, output};
use leptos::prelude::*;

use super::icons;
use super::parts::round;
use crate::dom::look::{bring, is_seen};
use crate::dom::{self, Element, draw, place};
use crate::state::matches::step;

/// The matches of a page, and the one that the reader stands at.
#[derive(Clone, Copy)]
pub struct At {
    marks: StoredValue<Vec<Vec<Element>>, LocalStorage>,
    /// The line of each.
    pub lines: StoredValue<Vec<u32>>,
    at: RwSignal<usize>,
    count: RwSignal<(usize, bool)>,
}

impl At {
    /// None yet.
    pub fn new() -> Self {
        Self {
            marks: StoredValue::new_local(Vec::new()),
            lines: StoredValue::new(Vec::new()),
            at: RwSignal::new(0),
            count: RwSignal::new((0, false)),
        }
    }

    /// These are on the page.
    pub fn found(self, marks: Vec<Vec<Element>>, lines: Vec<u32>, more: bool) {
        self.count.set((marks.len(), more));
        self.marks.set_value(marks);
        self.lines.set_value(lines);
    }

    /// Goes to a match.
    pub fn go(self, to: usize) {
        self.show(to);
        self.marks.with_value(|marks| {
            // What shows already is left where it is.
            if let Some(first) = marks.get(to).and_then(|parts| parts.first()).filter(|first| !is_seen(first)) {
                bring(first, true);
            }
        });
    }

    /// Marks the first one and leaves the scrolling alone.
    pub fn go_still(self) {
        self.show(self.at.get_untracked());
    }

    fn by(self, by: isize) {
        let (count, _) = self.count.get_untracked();
        if count > 0 {
            self.go(step(self.at.get_untracked(), by, count));
        }
    }

    fn show(self, to: usize) {
        let before = self.at.get_untracked();
        self.marks.with_value(|marks| {
            for (at, on) in [(before, false), (to, true)] {
                for part in marks.get(at).into_iter().flatten() {
                    draw::class(part, "now", on);
                }
            }
        });
        self.at.set(to);
    }
}

/// The bar, where there are matches.
pub fn bar(at: At) -> impl IntoView {
    place::listen_while_here("keydown", move |event| {
        let Some(key) = dom::key(&event).filter(|key| !dom::is_writing(key) && !dom::is_modal_open()) else { return };
        if key.ctrl_key() || key.meta_key() || key.alt_key() {
            return;
        }
        match key.key().as_str() {
            "n" => at.by(1),
            "p" | "N" => at.by(-1),
            _ => {}
        }
    });
    move || {
        let (count, more) = at.count.get();
        (count > 0).then(|| {
            let sign = if more { "+" } else { "" };
            div().class("matches").attr("role", "group").attr("aria-label", "Matches").child((
                round(icons::UP, "Previous match", move || at.by(-1)),
                output().child(move || format!("{} of {count}{sign}", at.at.get() + 1)),
                round(icons::DOWN, "Next match", move || at.by(1)),
            ))
        })
    }
}
