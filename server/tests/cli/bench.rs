//! A folder for one test, and the binary run in it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder with a store and whatever a test writes into it.
pub struct Bench {
    /// The folder; commands run in it.
    pub dir: PathBuf,
}

/// What a command gave.
#[derive(Debug)]
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Bench {
    /// An empty folder of this name.
    pub fn new(name: &str) -> Self {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        Self { dir }
    }

    /// Writes a file, its folders included.
    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.dir.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.dir.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// `scrap` with the arguments, not yet started.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_scrap"));
        command.current_dir(&self.dir).args(args).stdin(Stdio::null());
        command.env("SCRAP_DATA", "data").env("TZ", "UTC").env_remove("EDITOR").env_remove("VISUAL");
        command
    }

    /// Runs `scrap`.
    pub fn run(&self, args: &[&str]) -> Ran {
        Ran::of(self.command(args).output().unwrap())
    }

    /// Runs `scrap`, which must end well, and gives what it printed.
    pub fn ok(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        assert_eq!(ran.status, 0, "scrap {args:?}: {ran:?}");
        ran.out
    }

    /// As [`Bench::ok`], read as JSON.
    pub fn json(&self, args: &[&str]) -> serde_json::Value {
        let out = self.ok(args);
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("scrap {args:?}: {error}: {out}"))
    }

    /// Runs `scrap` with text on its standard input.
    pub fn fed(&self, args: &[&str], input: &str) -> Ran {
        let mut command = self.command(args);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // A command that refuses does so before it has read everything.
        match child.stdin.take().unwrap().write_all(input.as_bytes()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => panic!("{args:?}: {error}"),
            _ => {}
        }
        Ran::of(child.wait_with_output().unwrap())
    }

    /// The paths of the pages that a query finds, in order.
    pub fn paths(&self, query: &str) -> Vec<String> {
        let found = self.json(&["search", "--json", "--limit", "1000", "--", query]);
        let hits = found["hits"].as_array().unwrap();
        hits.iter().map(|hit| hit["path"].as_str().unwrap().to_owned()).collect()
    }

    /// Every file under a folder, by its path from there.
    pub fn tree(&self, folder: &str) -> Vec<(String, Vec<u8>)> {
        let root = self.dir.join(folder);
        let mut files = Vec::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
                    files.push((name, fs::read(&path).unwrap()));
                }
            }
        }
        files.sort();
        files
    }
}

impl Ran {
    fn of(output: std::process::Output) -> Self {
        Self {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}
