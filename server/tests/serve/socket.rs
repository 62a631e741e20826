//! Tests of a Unix socket instead of a port.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Stdio};

use super::running::{DEADLINE, strata};

fn started(path: &Path) -> Child {
    let listen = format!("unix:{}", path.display());
    let mut command = strata(&format!("serve --listen {listen}"));
    let mut process = command
        .stdout(Stdio::piped())
        .spawn()
        .expect("it can be done");
    let mut line = String::new();
    let said = process.stdout.take().expect("it can be done");
    BufReader::new(said)
        .read_line(&mut line)
        .expect("it can be done");
    assert_eq!(line, format!("Strata is at {listen}\n"));
    process
}

fn asked(path: &Path) -> String {
    let mut stream = UnixStream::connect(path).expect("it can be done");
    stream
        .set_read_timeout(Some(DEADLINE))
        .expect("it can be done");
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: strata\r\nConnection: close\r\n\r\n")
        .expect("it can be done");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it can be done");
    answer
}

#[test]
fn it_listens_there_and_takes_the_place_of_one_that_was_killed() {
    let folder = std::env::temp_dir().join(format!("strata-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be done");
    let path = folder.join("strata.sock");
    let mut killed = started(&path);
    assert!(asked(&path).ends_with("ok\n"));
    let listen = format!("unix:{}", path.display());
    let second = strata(&format!("serve --listen {listen}"))
        .output()
        .expect("it can be done");
    assert_eq!(second.status.code(), Some(1));
    killed.kill().expect("it can be done");
    killed.wait().expect("it can be done");
    assert!(path.exists());
    let mut process = started(&path);
    assert!(asked(&path).ends_with("ok\n"));
    let id = process.id().to_string();
    let told = std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status();
    assert!(told.expect("it can be done").success());
    assert!(process.wait().expect("it can be done").success());
    assert!(!path.exists(), "the socket goes with the server");
    std::fs::remove_dir_all(&folder).expect("it can be done");
}
