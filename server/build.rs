//! Puts the built web app into the binary: `SCRAP_APP` names its folder, and each file in it becomes a row of a table.
//! Without `SCRAP_APP` the table is empty, so that building and testing the server needs no app.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=SCRAP_APP");
    println!("cargo::rerun-if-changed=build.rs");
    let mut table = String::from("&[\n");
    if let Some(folder) = env::var_os("SCRAP_APP").filter(|folder| !folder.is_empty()) {
        let root = PathBuf::from(folder);
        println!("cargo::rerun-if-changed={}", root.display());
        if !root.join("index.html").is_file() {
            let message = format!("SCRAP_APP is {}, which has no index.html: build the app first", root.display());
            return Err(io::Error::other(message));
        }
        let mut files = Vec::new();
        list(&root, &root, &mut files)?;
        files.sort();
        for name in &files {
            row(&mut table, &root, name)?;
        }
    }
    table.push_str("]\n");
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fs::write(Path::new(&out).join("app.rs"), table)
}

/// The files below a folder by their names in addresses, without their compressed forms.
fn list(root: &Path, folder: &Path, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, files)?;
            continue;
        }
        let name = path.strip_prefix(root).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        let compressed =
            [".br", ".gz"].iter().filter_map(|end| name.strip_suffix(end)).any(|of| root.join(of).is_file());
        if !compressed {
            files.push(name);
        }
    }
    Ok(())
}

fn row(table: &mut String, root: &Path, name: &str) -> io::Result<()> {
    let path = root.join(name);
    // Over all forms, so that bytes which differ never share a tag.
    let mut hasher = blake3::Hasher::new();
    for end in ["", ".br", ".gz"] {
        let form = root.join(format!("{name}{end}"));
        hasher.update(&if form.is_file() { fs::read(form)? } else { Vec::new() });
    }
    let tag = &hasher.finalize().to_hex()[..32];
    let mime = media_type(name);
    let plain = include(&path);
    let form = |end: &str| {
        let path = root.join(format!("{name}.{end}"));
        if path.is_file() { format!("Some({})", include(&path)) } else { "None".to_owned() }
    };
    let (br, gz) = (form("br"), form("gz"));
    writeln!(table, "    File {{ name: {name:?}, mime: {mime:?}, tag: {tag:?}, plain: {plain}, br: {br}, gz: {gz} }},")
        .map_err(io::Error::other)
}

fn include(path: &Path) -> String {
    format!("include_bytes!({:?})", path.to_string_lossy())
}

/// The media type, with the encoding of text.
fn media_type(name: &str) -> String {
    let mime = match name.rsplit_once('.').map(|(_, extension)| extension) {
        // Not in every table yet.
        Some("webmanifest") => "application/manifest+json".to_owned(),
        Some("wasm") => "application/wasm".to_owned(),
        Some("js" | "mjs") => "text/javascript".to_owned(),
        _ => mime_guess::from_path(name).first_or_octet_stream().to_string(),
    };
    if mime.starts_with("text/") || mime == "image/svg+xml" { mime + "; charset=utf-8" } else { mime }
}
