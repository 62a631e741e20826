//! Tests of a Unix socket instead of a port.
#![cfg(unix)]

use std::os::unix::net::UnixStream;

use super::running::{Client, DEADLINE, Folder, Running, complaint, strata};

fn started(address: &str) -> Running {
    let mut command = strata(&format!("serve --listen {address}"));
    let server = Running::spawned_at(&mut command, "Strata is at ");
    assert_eq!(server.address, address);
    server
}

fn asked(server: &Running) -> String {
    let path = server.address.strip_prefix("unix:").expect("a socket");
    let stream = UnixStream::connect(path).expect("it can be done");
    let limited = stream.set_read_timeout(Some(DEADLINE));
    limited.expect("it can be done");
    Client(stream).get("/healthz", "")
}

#[test]
fn it_listens_there_and_takes_the_place_of_one_that_was_killed() {
    let folder = Folder::new("socket");
    let path = folder.0.join("strata.sock");
    let address = format!("unix:{}", path.display());
    let mut killed = started(&address);
    assert!(asked(&killed).ends_with("ok\n"));
    complaint(&format!("serve --listen {address}"), 1);
    killed.tell("-KILL");
    assert!(!killed.end().success());
    assert!(path.exists());
    let mut server = started(&address);
    assert!(asked(&server).ends_with("ok\n"));
    server.tell("-TERM");
    assert!(server.end().success());
    assert!(!path.exists(), "the socket goes with the server");
}
