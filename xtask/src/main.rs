//! Set-up and tests.
fn main() {}
