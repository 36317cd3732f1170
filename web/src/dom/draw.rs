//! Elements made one by one, for what is drawn from a list instead of a view.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, Node};

/// Makes elements of one page.
pub struct Drawer(Document);

impl Drawer {
    /// Nothing where there is no page.
    #[must_use]
    pub fn new() -> Option<Self> {
        web_sys::window()?.document().map(Self)
    }

    /// An element; a name that is none gives nothing.
    #[must_use]
    pub fn element(&self, name: &str) -> Option<Element> {
        self.0.create_element(name).ok()
    }

    /// Puts text at an element's end.
    pub fn text(&self, parent: &Element, text: &str) {
        append(parent, &self.0.create_text_node(text));
    }
}

/// Puts a node at an element's end.
pub fn append(parent: &Element, child: &Node) {
    let _ = parent.append_child(child);
}

/// Sets an attribute.
pub fn set(element: &Element, name: &str, value: &str) {
    let _ = element.set_attribute(name, value);
}

/// Sets or removes a class.
pub fn class(element: &Element, name: &str, on: bool) {
    let _ = if on { element.class_list().add_1(name) } else { element.class_list().remove_1(name) };
}

/// Removes everything in an element.
pub fn clear(element: &Element) {
    element.replace_children_with_node_0();
}

/// The elements below one that a selector finds, in order.
#[must_use]
pub fn below(element: &Element, selector: &str) -> Vec<Element> {
    let Ok(found) = element.query_selector_all(selector) else { return vec![] };
    (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect()
}
