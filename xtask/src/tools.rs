//! What the steps need beyond cargo, found or installed: the wasm target, clang, wasm-bindgen's test runner, Chromium.
//!
//! Looked for in this order: the variable that names it, `PATH`, our cache, a package manager. Only where we are root
//! on a Debian-like system does `apt-get` run by itself; elsewhere the error is the command to run.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::command;

/// The target of the browser's crates.
pub const WASM: &str = "wasm32-unknown-unknown";

/// The npm package that brings `wasm-opt`, as tried.
const BINARYEN: &str = "132.0.0";

/// Debian's browser, the names of Chrome and Chromium elsewhere, and where macOS keeps them.
const BROWSERS: &[&str] = &[
    "chromium",
    "google-chrome",
    "google-chrome-stable",
    "chromium-browser",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// Makes sure that Rust and C compile to wasm: SQLite is C.
///
/// # Errors
/// What is missing and the command that installs it.
pub fn wasm_compiler() -> Result<()> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "target-libdir", "--target", WASM]);
    if !command::output(&mut rustc).is_some_and(|folder| Path::new(folder.trim()).is_dir()) {
        command::run(Command::new("rustup").args(["target", "add", WASM]))
            .with_context(|| format!("Rust's standard library for {WASM} is missing"))?;
    }
    if env::var_os("CC_wasm32_unknown_unknown").is_some() || clang_for_wasm() {
        return Ok(());
    }
    // llvm is for its `ar`, which writes the index of an archive of wasm objects.
    apt_or_tell(
        &["clang", "llvm"],
        "brew install llvm; export CC_wasm32_unknown_unknown=\"$(brew --prefix llvm)/bin/clang\"",
    )?;
    if clang_for_wasm() { Ok(()) } else { bail!("`clang --print-targets` does not list wasm32: install LLVM's clang") }
}

/// Apple's clang cannot.
fn clang_for_wasm() -> bool {
    command::output(Command::new("clang").arg("--print-targets")).is_some_and(|targets| targets.contains("wasm32"))
}

/// wasm-bindgen's `program` of exactly the version in `Cargo.lock`: another refuses what it is given.
///
/// Kept in the user's cache by version, so that the next clone has it at once.
///
/// # Errors
/// When it is neither there nor can be installed.
pub fn wasm_bindgen(root: &Path, program: &str) -> Result<PathBuf> {
    let lock = fs::read_to_string(root.join("Cargo.lock")).context("Cargo.lock is missing")?;
    let version = locked(&lock, "wasm-bindgen").context("Cargo.lock has no wasm-bindgen")?;
    let kept = cache()?.join(format!("wasm-bindgen-{version}"));
    let in_cache = kept.join("bin").join(program).with_extension(env::consts::EXE_EXTENSION);
    let has_version = |program: &PathBuf| {
        command::output(Command::new(program).arg("--version"))
            .is_some_and(|shown| shown.split_whitespace().any(|word| word == version))
    };
    if let Some(found) = command::on_path(program).into_iter().chain([in_cache.clone()]).find(has_version) {
        return Ok(found);
    }

    println!("Installing wasm-bindgen {version} into {}: some minutes, once.", kept.display());
    fs::create_dir_all(&kept)?;
    if command::output(&mut command::cargo(&kept, "binstall -V")).is_some() {
        let mut quick = command::cargo(&kept, "binstall --no-confirm --disable-strategies compile --root");
        // A prebuilt program is only the quick way: without one it is compiled below.
        if command::run(quick.arg(&kept).arg(format!("wasm-bindgen-cli@{version}"))).is_ok() && has_version(&in_cache) {
            return Ok(in_cache);
        }
    }
    // Its own lock file asks for crates that this Rust cannot build, hence no `--locked`.
    let mut install = command::cargo(&kept, "install wasm-bindgen-cli --version");
    install.arg(version).arg("--root").arg(&kept).env_remove("CARGO_TARGET_DIR").env_remove("RUSTFLAGS");
    command::run(&mut install)?;
    if has_version(&in_cache) { Ok(in_cache) } else { bail!("{} does not run", in_cache.display()) }
}

/// cargo-fuzz, as tried.
const CARGO_FUZZ: &str = "0.13.2";

/// The program of cargo-fuzz, kept in the user's cache.
///
/// # Errors
/// When it is neither there nor can be installed.
pub fn cargo_fuzz() -> Result<PathBuf> {
    let kept = cache()?.join(format!("cargo-fuzz-{CARGO_FUZZ}"));
    let program = kept.join("bin/cargo-fuzz").with_extension(env::consts::EXE_EXTENSION);
    if !program.is_file() {
        println!("Installing cargo-fuzz {CARGO_FUZZ} into {}, once.", kept.display());
        fs::create_dir_all(&kept)?;
        let mut install = command::cargo(&kept, "install cargo-fuzz --locked --version");
        command::run(install.arg(CARGO_FUZZ).arg("--root").arg(&kept).env_remove("CARGO_TARGET_DIR"))?;
    }
    Ok(program)
}

/// Binaryen's optimiser, from `PATH` or through npm; nothing where neither has it: the app is larger then, and works.
///
/// # Errors
/// When there is no folder for the user's cache.
pub fn wasm_opt() -> Result<Option<PathBuf>> {
    let runs = |program: &PathBuf| command::output(Command::new(program).arg("--version")).is_some();
    let kept = cache()?.join(format!("binaryen-{BINARYEN}"));
    let in_cache = kept.join("node_modules/.bin/wasm-opt");
    if let Some(found) = command::on_path("wasm-opt").into_iter().chain([in_cache.clone()]).find(runs) {
        return Ok(Some(found));
    }
    if let Some(npm) = command::on_path("npm") {
        println!("Installing binaryen {BINARYEN} into {}, once.", kept.display());
        fs::create_dir_all(&kept)?;
        let mut install = Command::new(npm);
        install.args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"]).arg(&kept);
        if command::run(install.arg(format!("binaryen@{BINARYEN}"))).is_ok() && runs(&in_cache) {
            return Ok(Some(in_cache));
        }
    }
    println!("No wasm-opt, and no npm that could install it: the app is built without, a tenth larger.");
    Ok(None)
}

/// Chromium's driver, with a Chromium beside it; nothing where `CHROMEDRIVER…` already says which.
///
/// # Errors
/// What is missing and the command that installs it.
pub fn browser() -> Result<Option<PathBuf>> {
    if env::var_os("CHROMEDRIVER").is_some() || env::var_os("CHROMEDRIVER_REMOTE").is_some() {
        return Ok(None);
    }
    let found = || {
        let browser = BROWSERS.iter().any(|name| command::on_path(name).is_some() || Path::new(name).is_file());
        command::on_path("chromedriver").filter(|_| browser)
    };
    if found().is_none() {
        apt_or_tell(&["chromium", "chromium-driver"], "brew install --cask google-chrome chromedriver")?;
    }
    let driver = found().context("no Chromium with its chromedriver on PATH; CHROMEDRIVER can name another")?;
    Ok(Some(driver))
}

/// `$XDG_CACHE_HOME/scrap/tools`, or what stands for it on this system.
fn cache() -> Result<PathBuf> {
    // Set but empty counts as not set, as the XDG specification has it.
    let set = |name: &str| env::var_os(name).filter(|folder| !folder.is_empty());
    let below = |name: &str, rest: &str| set(name).map(|folder| PathBuf::from(folder).join(rest));
    let user = below("XDG_CACHE_HOME", "")
        .or_else(|| below("LOCALAPPDATA", ""))
        .or_else(|| below("HOME", ".cache"))
        .context("neither XDG_CACHE_HOME nor HOME is set")?;
    Ok(user.join("scrap").join("tools"))
}

/// The version of `package` in the text of a lock file.
fn locked<'lock>(lock: &'lock str, package: &str) -> Option<&'lock str> {
    let wanted = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != wanted);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

fn apt_or_tell(packages: &[&str], elsewhere: &str) -> Result<()> {
    let line = format!("apt-get install {}", packages.join(" "));
    if command::on_path("apt-get").is_none() {
        bail!("{} missing. On macOS: {elsewhere}\nOn Debian: {line}", packages.join(" and "));
    }
    let root = command::output(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0");
    if !root {
        bail!("{} missing. Run: sudo {line}", packages.join(" and "));
    }
    command::run(Command::new("apt-get").args(["update", "--quiet"]))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "--yes", "--quiet", "--no-install-recommends"]).args(packages);
    command::run(install.env("DEBIAN_FRONTEND", "noninteractive"))
}

#[cfg(test)]
mod tests {
    use super::locked;

    #[test]
    fn a_version_is_read_by_the_whole_name_of_its_package() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"registry\"\n";
        assert_eq!(locked(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked(lock, "wasm"), None);
    }
}
