//! `scrap health`: what could be better about the pages, as a table or as one object in the names of `wire`.

use std::fmt::Write as _;

use scrap_core::wire::HealthReply;

use crate::cli;
use crate::data::Data;
use crate::error::Failure;
use crate::print::{self, Style};
use crate::search::day_of;

/// Runs the command. Findings are no failure: its status is 0.
pub fn run(data: &Data, args: &cli::Health) -> Result<u8, Failure> {
    let today = day_of(args.today.as_deref())?;
    let health = HealthReply::from(data.open_to_read()?.health(today)?);
    if args.json {
        print::json(&health)?;
    } else {
        print::out(&table(&health, Style::of_stdout()))?;
    }
    Ok(0)
}

/// A line for each check, and what to do about those that found something.
fn table(health: &HealthReply, style: Style) -> String {
    let counts: Vec<String> = health.checks.iter().map(|check| check.count.to_string()).collect();
    let width = |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let number = width(&mut counts.iter().map(String::as_str));
    let label = width(&mut health.checks.iter().map(|check| check.label.as_str()));
    let mut text = String::new();
    for (check, count) in health.checks.iter().zip(counts) {
        let name = format!("{:label$}", check.label);
        let name = if check.count > 0 { style.bold(&name) } else { name };
        let _ = writeln!(text, "{count:>number$}  {name}  {}", style.dim(&check.query));
        if check.count > 0 {
            let _ = writeln!(text, "{:number$}    {} {}", "", check.meaning, check.mend);
        }
    }
    text
}
