//! File names for an export: valid where they go, each page its own, nothing outside the folder.

mod component;
mod plan;

pub use component::{safe_component, slug_path};
pub use plan::{Change, Plan, Target, Wanted, Why, why_no_path};

#[cfg(test)]
mod tests;
