//! Programs that are started, shown and waited for. None ever reads standard input, so none can wait for an answer.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

/// `cargo` as it runs us, in `root`.
pub fn cargo(root: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root).args(arguments.split_whitespace());
    command
}

/// Prints the command line, runs it with our output and waits.
///
/// # Errors
/// When it cannot be started or does not exit with 0.
pub fn run(command: &mut Command) -> Result<()> {
    let line = shown(command);
    println!("  $ {line}");
    let status = command.stdin(Stdio::null()).status().with_context(|| format!("could not start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` ended with {status}");
    }
    Ok(())
}

/// What the command prints, or nothing where it is missing or fails.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Where `PATH` has the program `name`.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().map(OsString::from).unwrap_or_default();
    let words = std::iter::once(program.as_os_str()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
