//! stub
#![allow(missing_docs)]
use crate::id::PageId;
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    Name(String),
    Relative(String),
    Id(PageId),
    Own,
}
#[derive(Debug, Clone)]
pub struct PageLink {
    pub target: Target,
    pub line: u32,
}
#[derive(Debug, Clone, Default)]
pub struct Features {
    pub table: bool,
    pub code: bool,
    pub task: bool,
    pub open_task: bool,
    pub link: bool,
}
#[derive(Debug, Clone, Default)]
pub struct Document {
    pub text: String,
    pub title: Option<String>,
    pub links: Vec<PageLink>,
    pub tags: Vec<String>,
    pub features: Features,
    pub open_questions: bool,
}
pub fn read(body: &str) -> Document {
    let title = body.lines().find_map(|l| l.strip_prefix("# ")).map(str::to_owned);
    let mut links = vec![];
    for part in body.split("[[").skip(1) {
        if let Some((t, _)) = part.split_once("]]") {
            links.push(PageLink { target: Target::Name(t.to_owned()), line: 1 });
        }
    }
    let tags = body
        .split_whitespace()
        .filter_map(|w| w.strip_prefix('#'))
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect();
    Document { text: body.to_owned(), title, links, tags, ..Document::default() }
}
pub fn link_targets_in(_value: &str) -> Vec<Target> {
    vec![]
}
impl Document {
    pub fn line_of(&self, at: usize) -> u32 {
        self.text[..at].matches('\n').count() as u32 + 1
    }
}
