//! The scrap binary.
fn main() {}
