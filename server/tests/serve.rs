//! The binary as it is started and stopped.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A running server that does not outlive its test.
struct Running {
    process: Child,
    address: String,
}

impl Running {
    fn start() -> Self {
        Self::listening("127.0.0.1:0")
    }

    fn listening(address: &str) -> Self {
        let mut process = strata(&["serve", "--listen", address])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        let said = process.stdout.take().expect("its output is piped");
        BufReader::new(said)
            .read_line(&mut line)
            .expect("it says where it is");
        let address = line
            .trim()
            .strip_prefix("Strata is at http://")
            .and_then(|rest| rest.strip_suffix('/'))
            .unwrap_or_else(|| panic!("the first line is {line:?}"))
            .to_owned();
        Self { process, address }
    }

    fn get(&self, path: &str) -> String {
        self.get_with(path, "")
    }

    fn get_with(&self, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: strata\r\nConnection: close\r\n{headers}\r\n");
        stream.write_all(head.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn strata(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
    command.args(args).stderr(Stdio::null());
    for name in ["STRATA_LISTEN", "STRATA_SITE", "STRATA_DATA", "STRATA_LOG"] {
        command.env_remove(name);
    }
    command
}

#[test]
fn it_says_where_it_is_and_answers_there() {
    let server = Running::start();
    let answer = server.get("/healthz");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.ends_with("ok\n"), "{answer}");
    assert!(server.get("/nothing").starts_with("HTTP/1.1 404 "));
}

#[test]
fn it_listens_where_a_name_leads() {
    let server = Running::listening("localhost:0");
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200 OK\r\n"));
}

#[test]
#[cfg(unix)]
fn it_stops_when_it_is_told_to() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Running::start();
        let id = server.process.id().to_string();
        let told = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(told.success());
        assert!(server.process.wait().unwrap().success(), "after {signal}");
    }
}

#[test]
fn a_head_has_an_end() {
    let server = Running::start();
    let long = format!("X-Long: {}\r\n", "a".repeat(20_000));
    let answer = server.get_with("/healthz", &long);
    assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
    let many = "X-Many: a\r\n".repeat(100);
    let answer = server.get_with("/healthz", &many);
    assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
}

#[test]
fn a_busy_port_gets_a_sentence_that_says_what_to_do() {
    let server = Running::start();
    let second = strata(&["serve", "--listen", &server.address])
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(1));
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(
        said.contains("is in use") && said.contains("--listen"),
        "{said}"
    );
}
