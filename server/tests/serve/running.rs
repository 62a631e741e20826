//! A real server process, and a client that sends raw bytes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

pub(crate) use super::folder::Folder;
use super::folder::command;

/// Timeout of anything that must happen.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// A layout, and its decode endpoint.
pub(crate) const LAYOUT: &str = "/api/v1/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64";
pub(crate) const DECODE: &str = "/api/v1/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64/decode";
/// Request headers.
pub(crate) const CLOSE: &str = "Connection: close\r\n";
pub(crate) const EXPECT: &str = "Expect: 100-continue\r\n";

/// A running server, killed at the end of its test.
pub(crate) struct Running {
    pub(crate) process: Child,
    pub(crate) address: String,
    said: BufReader<std::process::ChildStdout>,
}

impl Running {
    pub(crate) fn start() -> Self {
        Self::with("")
    }

    /// Starts the server on a free port, with these flags.
    pub(crate) fn with(flags: &str) -> Self {
        let line = format!("serve --listen 127.0.0.1:0 {flags}");
        Self::spawned(&mut strata(&line))
    }

    pub(crate) fn spawned(command: &mut Command) -> Self {
        Self::spawned_at(command, "Strata is at http://")
    }

    /// Starts a server whose first line begins with `says`.
    pub(crate) fn spawned_at(command: &mut Command, says: &str) -> Self {
        let mut process = command
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let said = process.stdout.take().expect("its output is piped");
        let mut running = Self {
            process,
            address: String::new(),
            said: BufReader::new(said),
        };
        running.address = running.said(says);
        running
    }

    /// The address in its next line, after `before`.
    pub(crate) fn said(&mut self, before: &str) -> String {
        let mut line = String::new();
        self.said.read_line(&mut line).expect("it says something");
        let address = line.trim().strip_prefix(before);
        let address = address.unwrap_or_else(|| panic!("the line is {line:?}"));
        address.trim_end_matches('/').to_owned()
    }

    pub(crate) fn connect(&self) -> Client {
        Client::of(&self.address)
    }

    pub(crate) fn get(&self, path: &str) -> String {
        self.get_with(path, "")
    }

    pub(crate) fn get_with(&self, path: &str, headers: &str) -> String {
        Client::of(&self.address).get(path, headers)
    }

    /// A metric; 0 where it does not exist yet.
    pub(crate) fn metric(&self, name: &str) -> f64 {
        metric(&self.get("/metrics"), name)
    }

    #[cfg(unix)]
    pub(crate) fn tell(&self, signal: &str) {
        let id = self.process.id().to_string();
        let told = Command::new("kill")
            .args([signal, &id])
            .status()
            .expect("it can be done");
        assert!(told.success());
    }

    pub(crate) fn end(&mut self) -> ExitStatus {
        self.process.wait().expect("it can be done")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn metric(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.map_or(0.0, |value| value.trim().parse().expect("a figure"))
}

pub(crate) fn strata(line: &str) -> Command {
    let mut command = command(line.split_whitespace());
    command.stderr(Stdio::null());
    command
}

/// The error output of a command that exits with this status.
#[track_caller]
pub(crate) fn complaint(line: &str, status: i32) -> String {
    let output = strata(line).stderr(Stdio::piped()).output();
    let output = output.expect("it starts");
    assert_eq!(output.status.code(), Some(status), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The URL of the data that a page names.
#[cfg(unix)]
pub(crate) fn bundle(page: &str) -> String {
    let (_, rest) = page
        .split_once("data-bundle=\"")
        .expect("it names its data");
    rest.split('"').next().expect("an address").to_owned()
}

/// Polls until `holds` returns true; panics after [`DEADLINE`].
#[track_caller]
pub(crate) fn until(otherwise: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + DEADLINE;
    while !holds() {
        assert!(Instant::now() < deadline, "{otherwise}");
    }
}

/// Assertions on an answer or any text.
pub(crate) trait Says {
    /// Checks the status of an answer.
    fn is(&self, status: u16);
    fn has(&self, part: &str);
    fn lacks(&self, part: &str);
    fn ends(&self, end: &str);
}

impl Says for str {
    #[track_caller]
    fn is(&self, status: u16) {
        let begin = format!("HTTP/1.1 {status} ");
        assert!(self.starts_with(&begin), "not {status}: {self}");
    }

    #[track_caller]
    fn has(&self, part: &str) {
        assert!(self.contains(part), "{part} is not in: {self}");
    }

    #[track_caller]
    fn lacks(&self, part: &str) {
        assert!(!self.contains(part), "{part} is in: {self}");
    }

    #[track_caller]
    fn ends(&self, end: &str) {
        assert!(self.ends_with(end), "{end} does not end: {self}");
    }
}

impl Folder {
    pub(crate) fn file(&self, name: &str) -> String {
        let path = self.0.join(name);
        path.to_str().expect("a path of text").to_owned()
    }
}

pub(crate) struct Client<S = TcpStream>(pub(crate) S);

impl Client {
    pub(crate) fn of(address: &str) -> Self {
        let stream = TcpStream::connect(address).expect("it listens");
        stream
            .set_read_timeout(Some(DEADLINE))
            .expect("it can be done");
        stream
            .set_write_timeout(Some(DEADLINE))
            .expect("it can be done");
        Self(stream)
    }
}

impl<S: Read + Write> Client<S> {
    pub(crate) fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).expect("it reads");
    }

    /// Sends one of several requests, and reads its answer.
    pub(crate) fn ask(&mut self, path: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: strata\r\n\r\n"));
        self.answer()
    }

    /// Posts `sent` bytes of a body of `length` zeros to be decoded.
    pub(crate) fn post(&mut self, length: usize, headers: &str, sent: usize) {
        self.send(&format!(
            "POST {DECODE} HTTP/1.1\r\nHost: strata\r\nContent-Type: application/octet-stream\r\n\
             Content-Length: {length}\r\n{headers}\r\n{}",
            "\0".repeat(sent)
        ));
    }

    /// Sends a single request with these headers, and reads the answer.
    pub(crate) fn get(&mut self, path: &str, headers: &str) -> String {
        String::from_utf8_lossy(&self.get_bytes(path, headers)).into_owned()
    }

    pub(crate) fn get_bytes(&mut self, path: &str, headers: &str) -> Vec<u8> {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: strata\r\nConnection: close\r\n{headers}\r\n"
        ));
        self.bytes()
    }

    /// Reads until the server closes the connection.
    pub(crate) fn rest(&mut self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }

    /// The same as bytes.
    pub(crate) fn bytes(&mut self) -> Vec<u8> {
        let mut answer = Vec::new();
        match self.0.read_to_end(&mut answer) {
            Ok(_) => {}
            // Unread data at the close; the bytes before count.
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => {}
            Err(error) => panic!("the server did not end the connection: {error}"),
        }
        answer
    }

    /// Reads one answer, and keeps the connection open.
    pub(crate) fn answer(&mut self) -> String {
        let mut answer = Vec::new();
        let mut byte = [0];
        while !answer.ends_with(b"\r\n\r\n") {
            self.0.read_exact(&mut byte).expect("a head");
            answer.extend(byte);
        }
        let head = String::from_utf8_lossy(&answer).to_lowercase();
        let length = head.split_once("content-length: ").map_or(0, |(_, rest)| {
            let length = rest.split("\r\n").next();
            length.unwrap_or_default().parse().expect("a length")
        });
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).expect("a body");
        answer.extend(body);
        String::from_utf8_lossy(&answer).into_owned()
    }
}
