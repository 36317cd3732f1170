//! What is measured without a store: merges, Markdown, the words of the index.

use std::hint::black_box;
use std::time::Instant as Clock;

use anyhow::Result;
use scrap_core::markdown;
use scrap_core::merge::lines;
use scrap_core::text::{Stemmer, index};

use crate::corpus::Corpus;

/// Each is done so many times, and the best time counts.
const RUNS: usize = 5;

fn best_seconds(mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Clock::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

/// `count` lines that no text of another `name` has.
fn text(name: &str, count: usize) -> String {
    (0..count).map(|line| format!("{name} says this on line {line}\n")).collect()
}

pub fn merge_two_ways(count: usize) -> f64 {
    let (earlier, later) = (text("one", count), text("other", count));
    best_seconds(|| drop(black_box(lines::two_way(&earlier, &later)))) * 1e3
}

pub fn merge_three_ways(count: usize) -> f64 {
    let (base, earlier, later) = (text("base", count), text("one", count), text("other", count));
    best_seconds(|| drop(black_box(lines::three_way(&base, &earlier, &later)))) * 1e3
}

/// Megabytes of bodies read in a second.
pub fn read_markdown(corpus: &Corpus) -> Result<f64> {
    let texts = corpus.texts()?;
    let seconds = best_seconds(|| {
        for text in &texts {
            black_box(markdown::read(text));
        }
    });
    Ok(corpus.bytes as f64 / 1e6 / seconds)
}

/// Megabytes of text cut into the words of the index in a second.
pub fn write_columns(corpus: &Corpus) -> Result<f64> {
    let texts = corpus.texts()?;
    let mut stemmer = Stemmer::new();
    let mut column = String::new();
    let seconds = best_seconds(|| {
        for text in &texts {
            column.clear();
            index::column(text, &mut stemmer, &mut column);
            black_box(&column);
        }
    });
    Ok(corpus.bytes as f64 / 1e6 / seconds)
}
