//! `strata health`: asks the server of these settings whether it is ready. For container engines and scripts, so that a
//! container image needs no other program.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use crate::health;
use crate::settings::{Listen, Settings, Sources};

use super::{Failure, output};

const TIMEOUT: Duration = Duration::from_secs(5);
const ANSWER_LIMIT: u64 = 16 << 10;

pub(super) fn run(sources: &Sources) -> Result<(), Failure> {
    let settings = Settings::read(&sources.clone().with_file()?)?;
    let address = match settings.metrics_listen {
        None if settings.tls_key.is_some() => {
            let tls =
                "the health check does not use TLS: set metrics-listen, which also answers /readyz";
            return Err(Failure::Nothing(tls.to_owned()));
        }
        None => settings.listen,
        Some(address) => address,
    };
    let host = settings.allowed_hosts.0.first();
    let host = host.map_or("localhost", String::as_str);
    let answer = ask(&address, host)
        .map_err(|error| Failure::Nothing(format!("nothing answers at {address}: {error}")))?;
    let (head, text) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.lines().next().unwrap_or_default();
    match status.split(' ').nth(1) {
        Some("200") => output::text(text),
        _ => {
            let said = [status, text.trim_end()].join(" ");
            Err(Failure::Nothing(format!("not ready: {}", said.trim())))
        }
    }
}

fn ask(address: &Listen, host: &str) -> io::Result<String> {
    match address {
        Listen::Tcp(address) => {
            let stream = TcpStream::connect_timeout(&reachable(*address), TIMEOUT)?;
            stream.set_read_timeout(Some(TIMEOUT))?;
            exchange(stream, host)
        }
        #[cfg(unix)]
        Listen::Unix(path) => {
            let stream = std::os::unix::net::UnixStream::connect(path)?;
            stream.set_read_timeout(Some(TIMEOUT))?;
            exchange(stream, host)
        }
        Listen::Systemd => Err(io::Error::other(
            "the socket that the service manager opened is not known here: set metrics-listen",
        )),
        #[cfg(not(unix))]
        Listen::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
    }
}

fn exchange(mut stream: impl Read + Write, host: &str) -> io::Result<String> {
    let path = health::READY;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    stream.take(ANSWER_LIMIT).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// The address at which the server is reachable from its own machine, also if it listens on every address.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
