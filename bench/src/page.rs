//! A loopback server for one page: the files of one folder and of `bench/js`, and one POST with the results.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::js;

const TIMEOUT: Duration = Duration::from_secs(300);
/// The most bytes of a POST.
const ANSWER_LIMIT: usize = 1 << 20;

/// A server that runs until the process ends.
pub(crate) struct Server {
    address: SocketAddr,
    answers: Receiver<String>,
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("loopback has no free port: {error}");
        let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let folder = folder.to_owned();
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // A broken connection is the browser's concern: it retries, or the page reports it.
                let _ = answer(&stream, &folder, &sender);
            }
        });
        Ok(Self { address, answers })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Waits for the page's POST.
    pub(crate) fn answer(&self) -> Result<String, String> {
        let answer = self.answers.recv_timeout(TIMEOUT);
        answer.map_err(|_| format!("the page said nothing in {} seconds", TIMEOUT.as_secs()))
    }
}

fn answer(stream: &TcpStream, folder: &Path, sender: &Sender<String>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let (mut request, mut length) = (String::new(), 0);
    reader.read_line(&mut request)?;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        let header = line.split_once(':');
        if let Some((name, value)) = header
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut words = request.split_whitespace();
    let (method, path) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let found = match (method, path) {
        ("POST", "/result") => {
            let mut body = vec![0; usize::min(length, ANSWER_LIMIT)];
            reader.read_exact(&mut body)?;
            // The receiver may be gone.
            let _ = sender.send(String::from_utf8_lossy(&body).into_owned());
            Some(Vec::new())
        }
        ("GET", path) => file(path, folder).and_then(|file| std::fs::read(file).ok()),
        _ => None,
    };
    let mut stream = stream;
    let status = if found.is_some() {
        "200 OK"
    } else {
        "404 Not Found"
    };
    let body = found.unwrap_or_default();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        media_type(path),
        body.len()
    )?;
    stream.write_all(&body)
}

fn file(path: &str, folder: &Path) -> Option<PathBuf> {
    match path {
        "/" => Some(js::script("page.html")),
        "/page.js" => Some(js::script("page.js")),
        "/kaitai-stream.js" => Some(folder.join("js/node_modules/kaitai-struct/KaitaiStream.js")),
        path if path.split('/').any(|part| part == "..") => None,
        path => Some(folder.join(path.trim_start_matches('/'))),
    }
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        _ if path == "/" => "text/html",
        _ => "application/octet-stream",
    }
}
