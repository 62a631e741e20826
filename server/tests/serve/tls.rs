//! Tests of the server's own TLS, with curl as the client and a certificate from openssl.
#![cfg(unix)]

use std::process::{Command, Stdio};

use super::running::{DECODE, Folder, Running, Says, complaint, strata, until};

/// A certificate and its key.
struct Pair(Folder);

impl Pair {
    fn new(name: &str) -> Self {
        let pair = Self(Folder::new(&format!("tls-{name}")));
        pair.make();
        pair
    }

    /// Replaces it by another one.
    fn make(&self) {
        let line = format!(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
             -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout {} -out {}",
            self.0.file("key.pem"),
            self.0.file("certificate.pem")
        );
        let made = Command::new("openssl")
            .args(line.split_whitespace())
            .stderr(Stdio::null())
            .status()
            .expect("openssl is installed");
        assert!(made.success());
    }

    /// A server with this certificate and these flags.
    fn serving(&self, flags: &str) -> Running {
        let (certificate, key) = (self.0.file("certificate.pem"), self.0.file("key.pem"));
        let mut command = strata(&format!("serve --listen 127.0.0.1:0 {flags}"));
        command.args(["--tls-certificate", &certificate, "--tls-key", &key]);
        Running::spawned_at(&mut command, "Strata is at https://")
    }

    /// A request that trusts this certificate alone.
    fn curl(&self, address: &str, path: &str) -> Command {
        let mut command = Command::new("curl");
        let flags = "--silent --show-error --noproxy * --max-time 60 --cacert";
        command
            .args(flags.split(' '))
            .arg(self.0.file("certificate.pem"))
            .arg(format!("https://{address}{path}"));
        command
    }

    /// The success and output of curl by HTTP/1.1.
    fn asked(&self, address: &str) -> (bool, String) {
        let mut command = self.curl(address, "/healthz");
        let output = command
            .arg("--http1.1")
            .output()
            .expect("curl is installed");
        let said = [output.stdout, output.stderr].concat();
        (
            output.status.success(),
            String::from_utf8_lossy(&said).into_owned(),
        )
    }
}

#[test]
fn plain_http_is_told_to_use_https() {
    let pair = Pair::new("plain");
    let server = pair.serving("");
    let answer = server.get("/healthz");
    answer.is(400);
    answer.has("begin the URL with https://");
    assert_eq!(pair.asked(&server.address), (true, "ok\n".to_owned()));
}

#[test]
fn it_speaks_tls_and_takes_a_new_certificate_when_told() {
    let pair = Pair::new("renewed");
    let server = pair.serving("--header-time 1s");
    assert_eq!(pair.asked(&server.address), (true, "ok\n".to_owned()));
    // A client that offers HTTP/2 gets it; an idle one is disconnected.
    let mut http2 = pair.curl(&server.address, "/healthz");
    http2.args(["--http2", "--write-out", "%{http_version}"]);
    let output = http2.output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "ok\n2");
    // More than a stream's window.
    let zeros = pair.0.file("zeros.bin");
    pair.0.write("zeros.bin", vec![0; 1 << 20]);
    let mut http2 = pair.curl(&server.address, DECODE);
    let output = http2
        .args(["--http2", "--write-out", "%{http_version} %{http_code}"])
        .args([
            "--output",
            "/dev/null",
            "--data-binary",
            &format!("@{zeros}"),
        ])
        .args(["--header", "Content-Type: application/octet-stream"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "2 200");
    let mut silent = Command::new("openssl")
        .args(["s_client", "-alpn", "h2", "-connect", &server.address])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    until("it stays", || silent.try_wait().unwrap().is_some());
    // Without TLS there is no answer, and a handshake that does not begin ends.
    let mut plain = server.connect();
    plain.send("GET /healthz HTTP/1.1\r\nHost: strata\r\n\r\n");
    plain.rest().lacks("HTTP/1.1 200");
    assert_eq!(server.connect().rest(), "");
    pair.make();
    let (trusted, said) = pair.asked(&server.address);
    assert!(!trusted, "{said}");
    server.tell("-HUP");
    until("it keeps the old certificate", || {
        pair.asked(&server.address).0
    });
    // An invalid key is not taken.
    pair.0.write("key.pem", "nonsense");
    server.tell("-HUP");
    assert!(pair.asked(&server.address).0);
}

#[test]
fn files_that_are_of_no_use_stop_the_start() {
    let pair = Pair::new("wrong");
    let (certificate, key) = (pair.0.file("certificate.pem"), pair.0.file("key.pem"));
    for (certificate, key, says) in [
        (&certificate, &certificate, "expected a private key as PEM"),
        (&key, &key, "cannot be used"),
        (&certificate, &pair.0.file("none.pem"), "none.pem"),
    ] {
        let tls = format!("--tls-certificate {certificate} --tls-key {key}");
        let said = complaint(&format!("serve --listen 127.0.0.1:0 {tls}"), 1);
        said.has(says);
    }
}
