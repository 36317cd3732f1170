//! Figures in the order they were taken: as a table to read, as JSON to compare.

use std::fmt::Write as _;

/// Of a list of times, in milliseconds.
#[derive(Clone, Copy)]
pub struct Percentiles {
    pub p50: f64,
    pub p95: f64,
    pub worst: f64,
}

/// By nearest rank. Zero of nothing.
pub fn percentiles(times: &[f64]) -> Percentiles {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let rank = (share * times.len() as f64).ceil() as usize;
        times.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    };
    Percentiles { p50: at(0.5), p95: at(0.95), worst: at(1.0) }
}

/// What was measured, by subject and unit.
#[derive(Default)]
pub struct Figures(Vec<(String, String, f64)>);

impl Figures {
    pub fn add(&mut self, subject: &str, unit: &str, figure: f64) {
        self.0.push((subject.to_owned(), unit.to_owned(), figure));
    }

    pub fn spread(&mut self, subject: &str, spread: Percentiles) {
        self.add(subject, "p50 ms", spread.p50);
        self.add(subject, "p95 ms", spread.p95);
        self.add(subject, "worst ms", spread.worst);
    }

    /// One line a subject; `-` where this machine could not say.
    pub fn print(&self) {
        println!();
        for run in self.0.chunk_by(|(one, ..), (other, ..)| one == other) {
            let Some((subject, ..)) = run.first() else { continue };
            let mut line = format!("{subject:24}");
            for (_, unit, figure) in run {
                let figure = match *figure {
                    figure if figure.is_nan() => "-".to_owned(),
                    figure if figure >= 100.0 => format!("{figure:.0}"),
                    figure => format!("{figure:.2}"),
                };
                // Writing to a string does not fail.
                let _ = write!(line, "  {figure:>8} {unit}");
            }
            println!("{line}");
        }
    }

    /// `{"subject, unit": figure, …}`, a figure a line; subjects and units have no quotes in them.
    pub fn json(&self) -> String {
        let lines = self.0.iter().filter(|(.., figure)| figure.is_finite());
        let lines: Vec<String> =
            lines.map(|(subject, unit, figure)| format!("  \"{subject}, {unit}\": {figure:.4}")).collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }
}
