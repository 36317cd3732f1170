//! A process that writes to a store until it is killed, and says on standard output what it has been promised:
//! `tests/crash.rs` is the one that kills it. Not a tool for people.
//!
//! `writer FILE saves|imports SEED`: each save is a commit of its own; an import commits 20 pages at a time.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use std::io::Write as _;

    use scrap_core::id::DeviceId;
    use scrap_core::store::{Journal, Store};
    use scrap_tests::pages;

    let mut words = std::env::args().skip(1);
    let (file, mode, seed) = (words.next(), words.next(), words.next());
    let (Some(file), Some(mode), Some(seed)) = (file, mode, seed) else {
        return Err("usage: writer FILE saves|imports SEED".into());
    };
    let seed: u32 = seed.parse()?;
    let mut store = Store::open(rusqlite::Connection::open(file)?, Journal::Wal, DeviceId([7; 16]))?;
    let mut out = std::io::stdout().lock();
    for number in 0_u32.. {
        let first = seed + number * 20;
        let kept = if mode == "imports" {
            let mut batch = store.batch()?;
            for number in first..first + 20 {
                batch.import(pages::import(number), pages::NOW)?;
            }
            batch.commit()?;
            first..first + 20
        } else {
            store.save(pages::draft(first), pages::NOW)?;
            first..first + 1
        };
        for number in kept {
            writeln!(out, "{number}")?;
        }
        out.flush()?;
    }
    Ok(())
}

#[cfg(target_arch = "wasm32")]
fn main() {}
