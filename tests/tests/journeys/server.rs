//! A host of plain files with the server's security headers, which can be switched off: that is "offline".

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// A host on a port of its own, until the test ends.
pub struct Server {
    address: String,
    shared: Arc<Shared>,
}

struct Shared {
    folder: Mutex<PathBuf>,
    is_on: AtomicBool,
    asked: Mutex<Vec<String>>,
}

impl Server {
    /// Hosts a folder.
    pub fn start(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let shared = Arc::new(Shared {
            folder: Mutex::new(folder.to_owned()),
            is_on: AtomicBool::new(true),
            asked: Mutex::new(Vec::new()),
        });
        let of_thread = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&of_thread);
                thread::spawn(move || shared.answer(stream));
            }
        });
        Self { address, shared }
    }

    /// The address of a path.
    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// Hosts another folder from now on.
    pub fn host(&self, folder: &Path) {
        folder.clone_into(&mut self.shared.folder.lock().unwrap());
    }

    /// Off, it hangs up on everybody.
    pub fn switch(&self, on: bool) {
        self.shared.is_on.store(on, Ordering::SeqCst);
    }

    /// The paths asked for since the last time this was called.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.asked.lock().unwrap())
    }
}

impl Shared {
    /// One request a connection: there is nothing to gain from more.
    fn answer(&self, mut stream: TcpStream) {
        let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
        let Some(first) = lines.next() else { return };
        let accepts_brotli = lines
            .take_while(|line| !line.is_empty())
            .filter(|line| line.to_ascii_lowercase().starts_with("accept-encoding:") && line.contains("br"));
        // Read to the end, so that the browser does not see its request cut off.
        let accepts_brotli = accepts_brotli.count() > 0;
        let path = first.split(' ').nth(1).unwrap_or("/");
        let path = path.split('?').next().unwrap_or(path).to_owned();
        self.asked.lock().unwrap().push(path.clone());
        if !self.is_on.load(Ordering::SeqCst) {
            return;
        }
        // A browser that leaves in the middle is no fault of the test.
        let _ = stream.write_all(&self.file(&path, accepts_brotli));
    }

    fn file(&self, path: &str, accepts_brotli: bool) -> Vec<u8> {
        let folder = self.folder.lock().unwrap().clone();
        let policy = policy(&folder);
        let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
        let small = folder.join(format!("{name}.br"));
        let (bytes, encoding) = if accepts_brotli && small.is_file() {
            (fs::read(small), "Content-Encoding: br\r\n")
        } else {
            (fs::read(folder.join(name)), "")
        };
        let (status, bytes) = match bytes {
            Ok(bytes) => ("200 OK", bytes),
            Err(_) => ("404 Not Found", fs::read(folder.join("404.html")).unwrap_or_default()),
        };
        let mime = match name.rsplit_once('.').map(|(_, extension)| extension) {
            _ if status.starts_with("404") => "text/html",
            Some("html") => "text/html",
            Some("js") => "text/javascript",
            Some("wasm") => "application/wasm",
            Some("css") => "text/css",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("webmanifest") => "application/manifest+json",
            _ => "application/octet-stream",
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\n{encoding}Content-Length: {}\r\nCache-Control: no-cache\r\n\
             Content-Security-Policy: {policy}; frame-ancestors 'none'\r\nX-Content-Type-Options: nosniff\r\n\
             Connection: close\r\n\r\n",
            bytes.len(),
        );
        [head.into_bytes(), bytes].concat()
    }
}

/// The page's own policy: a server sends the same.
fn policy(folder: &Path) -> String {
    let page = fs::read_to_string(folder.join("index.html")).unwrap_or_default();
    let policy = page.split_once("Content-Security-Policy\" content=\"").and_then(|(_, rest)| rest.split_once('"'));
    policy.map(|(policy, _)| policy.to_owned()).unwrap()
}
