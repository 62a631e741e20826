//! Tests of hosting: host names, readiness, the protocols of service managers.

use std::process::{Command, Stdio};

use super::running::{Running, Says, complaint, strata};

fn asked_as(server: &Running, hosts: &str) -> String {
    let mut client = server.connect();
    client.send(&format!(
        "GET /robots.txt HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n"
    ));
    client.rest()
}

#[test]
fn only_the_names_that_are_allowed_are_answered() {
    let server = Running::with("--allowed-hosts strata.example.com,[::1]");
    let answer = asked_as(&server, "Host: strata.example.com:8080\r\n");
    answer.is(200);
    answer.has("cross-origin-resource-policy: same-origin\r\n");
    answer.lacks("strict-transport-security");
    answer.lacks("opener");
    answer.ends("User-agent: *\nDisallow: /api/\nDisallow: /search?\nDisallow: /validity?\nDisallow: /offsets?\n");
    for wrong in [
        "Host: evil.example\r\n",
        "",
        "Host: [::1]\r\nHost: [::1]\r\n",
    ] {
        let answer = asked_as(&server, wrong);
        answer.is(400);
    }
    // Load balancers request by address.
    server.get("/readyz").is(200);
}

#[test]
fn health_is_asked_of_the_running_server() {
    let server = Running::start();
    let health = format!("health --listen {}", server.address);
    let well = strata(&health).output().expect("it starts");
    assert!(well.status.success(), "{well:?}");
    assert_eq!(well.stdout, b"ok\n");
    let address = server.address.clone();
    drop(server);
    let said = complaint(&health, 1);
    assert!(
        said.starts_with(&format!("strata: nothing answers at {address}: ")),
        "{said}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_service_manager_is_told_when_it_is_ready_and_when_it_stops() {
    use std::os::unix::net::UnixDatagram;

    let folder = super::running::Folder::new("notify");
    let path = folder.0.join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    let limit = super::running::DEADLINE;
    manager.set_read_timeout(Some(limit)).unwrap();
    let told = || {
        let mut state = [0; 64];
        let length = manager.recv(&mut state).expect("it tells");
        String::from_utf8_lossy(&state[..length]).into_owned()
    };
    let mut command = strata("serve --listen 127.0.0.1:0");
    let mut server = Running::spawned(command.env("NOTIFY_SOCKET", &path));
    assert_eq!(told(), "READY=1");
    server.tell("-TERM");
    assert_eq!(told(), "STOPPING=1");
    assert!(server.end().success());
}

/// A service manager that opens the socket and becomes the server, as systemd does.
#[cfg(unix)]
const MANAGER: &str = "
import os, socket, sys
passed = socket.create_server(('127.0.0.1', 0))
os.dup2(passed.fileno(), 3)
os.set_inheritable(3, True)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1')
os.execv(sys.argv[1], [sys.argv[1], 'serve', '--listen', 'systemd'])
";

#[cfg(unix)]
#[test]
fn a_socket_that_a_service_manager_opened_is_served() {
    let mut command = Command::new("python3");
    let server = Running::spawned(command.args(["-c", MANAGER, env!("CARGO_BIN_EXE_strata")]));
    server.get("/healthz").ends("ok\n");
    let said = complaint("serve --listen systemd", 1);
    said.has("hands over no socket");
}

#[test]
fn a_log_that_nobody_reads_stops_nothing() {
    let mut command = strata("serve --listen 127.0.0.1:0 --log info");
    // A pipe holds some 64 KiB.
    let server = Running::spawned(command.stderr(Stdio::piped()));
    let mut client = server.connect();
    for _ in 0..2000 {
        client.ask("/healthz").ends("ok\n");
    }
}
