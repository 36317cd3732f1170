//! How fast the parser reads a query as the text doubles: `cargo bench -p scrap-tests --bench parser`. The texts are those
//! over which a test counts its steps; past the limit of terms a query is refused, once it has been read.

#[cfg(not(target_arch = "wasm32"))]
mod doubling {
    use std::hint::black_box;
    use std::time::Instant;

    use anyhow::{Context, Result};
    use scrap_core::query;

    const SHAPES: &str = include_str!("../data/parser.toml");

    /// Characters of a text; the last is the most that a query may have.
    const LENGTHS: [usize; 4] = [512, 1_024, 2_048, 4_096];

    /// Each is read so many times, and the best time counts.
    const RUNS: usize = 200;

    pub fn main() -> Result<()> {
        // `cargo test --all-targets` starts it too.
        if !std::env::args().any(|word| word == "--bench") {
            return Ok(());
        }
        let table: toml::Table = toml::from_str(SHAPES)?;
        let shapes = table.get("shapes").and_then(toml::Value::as_array).context("the table has shapes")?;
        println!("{:12}{:>10}{:>10}{:>10}{:>10}  µs; eight times the text", "", 512, "1,024", "2,048", "4,096");
        let mut growths = Vec::new();
        for shape in shapes.iter().filter_map(toml::Value::as_str) {
            let times = LENGTHS.map(|length| best(&shape.chars().cycle().take(length).collect::<String>()));
            let growth = times[LENGTHS.len() - 1] / times[0];
            print!("{:12}", format!("{shape:?}"));
            times.iter().for_each(|time| print!("{time:>10.1}"));
            println!("{growth:>8.1} times the time");
            growths.push(growth);
        }
        growths.sort_by(f64::total_cmp);
        let (middle, most) = (growths.get(growths.len() / 2).context("there are shapes")?, growths.last());
        println!("\nin the middle {middle:.1}, at the most {:.1}", most.copied().unwrap_or_default());
        Ok(())
    }

    /// Microseconds.
    fn best(text: &str) -> f64 {
        let mut best = f64::INFINITY;
        for _ in 0..RUNS {
            let start = Instant::now();
            drop(black_box(query::parse(black_box(text))));
            best = best.min(start.elapsed().as_secs_f64());
        }
        best * 1e6
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> anyhow::Result<()> {
    doubling::main()
}

/// As the store's benchmark, it runs where the machine can be asked for the time without a browser.
#[cfg(target_arch = "wasm32")]
fn main() {}
