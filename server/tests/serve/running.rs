//! A real server process, and a client that speaks to it byte by byte.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// What takes longer will not happen any more.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// A running server that does not outlive its test.
pub(crate) struct Running {
    pub(crate) process: Child,
    pub(crate) address: String,
    said: BufReader<std::process::ChildStdout>,
}

impl Running {
    pub(crate) fn start() -> Self {
        Self::with(&[])
    }

    /// On a free port, with these flags.
    pub(crate) fn with(flags: &[&str]) -> Self {
        Self::spawned(strata(&["serve", "--listen", "127.0.0.1:0"]).args(flags))
    }

    pub(crate) fn spawned(command: &mut Command) -> Self {
        Self::spawned_at(command, "Strata is at http://")
    }

    /// Where its first line begins so.
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

    /// What follows this in its next line: an address.
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
        let mut client = self.connect();
        client.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: strata\r\nConnection: close\r\n{headers}\r\n"
        ));
        client.rest()
    }

    /// A figure of the metrics; 0 where it is not there yet.
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

    /// How it ended.
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

/// The command without what the environment of the tests may say.
pub(crate) fn strata(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
    command.args(args).stderr(Stdio::null());
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("STRATA_")) {
        command.env_remove(name);
    }
    command
}

/// A connection.
pub(crate) struct Client(pub(crate) TcpStream);

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

    pub(crate) fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).expect("it reads");
    }

    /// Everything until the server closes the connection.
    pub(crate) fn rest(&mut self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }

    /// The same, where it is no text.
    pub(crate) fn bytes(&mut self) -> Vec<u8> {
        let mut answer = Vec::new();
        match self.0.read_to_end(&mut answer) {
            Ok(_) => {}
            // What was not read when the server closed; what came before counts.
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => {}
            Err(error) => panic!("the server did not end the connection: {error}"),
        }
        answer
    }

    /// One answer, the connection staying open.
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
