//! What the machine says of itself, where it has `/proc`.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Instant as Clock;

/// Cores, the processor's model, and how busy the machine is beside this program.
pub fn describe() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let model = value_in("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown processor".to_owned());
    let load = fs::read_to_string("/proc/loadavg").ok();
    let load = load.as_deref().and_then(|load| load.split(' ').next()).unwrap_or("-");
    format!("{cores} cores, {model}, load {load}")
}

/// The most memory that this process ever held, in bytes.
pub fn peak_memory() -> Option<f64> {
    let kilobytes: f64 = value_in("/proc/self/status", "VmHWM")?.split(' ').next()?.parse().ok()?;
    Some(kilobytes * 1024.0)
}

/// Milliseconds of each of `count` appends of a block to `file` that are forced onto the disk: no save is faster.
pub fn sync_times(file: &Path, count: usize) -> io::Result<Vec<f64>> {
    let mut file = File::create(file)?;
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        let start = Clock::now();
        file.write_all(&[1; 8192])?;
        file.sync_data()?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(times)
}

fn value_in(file: &str, key: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(key))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
