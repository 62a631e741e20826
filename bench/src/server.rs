//! Servers to measure, on loopback: Strata's binary, and nginx. Each ends on drop.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use xtask::nginx::{self, Daemon};

pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);
/// Ticks per second in `/proc`; Linux shows every program this rate, whatever it uses internally.
const TICKS: u64 = 100;

pub(crate) struct Server(Daemon);

#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
    /// Whether the server closed the connection in time.
    pub(crate) ended: bool,
}

impl Answer {
    pub(crate) fn status(&self) -> Option<u16> {
        self.head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let (_, value) = lines.find(|(own, _)| own.eq_ignore_ascii_case(name))?;
        Some(value)
    }
}

impl Server {
    /// Starts Strata on a free port, with these flags; its log goes to the file.
    pub(crate) fn strata(binary: &str, flags: &[&str], log: &Path) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{binary} does not start: {error}");
        let mut process = Command::new(binary)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(flags)
            .stdout(Stdio::piped())
            .stderr(File::create(log).map_err(failed)?)
            .spawn()
            .map_err(failed)?;
        let mut line = String::new();
        if let Some(out) = process.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(failed)?;
        }
        let address = line.split_once("http://").map(|(_, rest)| rest.trim());
        let address = address.ok_or_else(|| format!("{binary} said `{line}`"))?;
        let address = address.trim_end_matches('/').to_owned();
        let log = log.to_owned();
        Ok(Self(Daemon {
            process,
            address,
            log,
        }))
    }

    /// Its address and port.
    pub(crate) fn address(&self) -> &str {
        &self.0.address
    }

    /// Starts nginx in a folder, as fast as its manual teaches: with `sendfile`, open files cached, without a log;
    /// `.br` files with their coding.
    pub(crate) fn nginx(folder: &Path) -> Result<Self, String> {
        let main = "worker_processes auto;\nworker_rlimit_nofile 16384;\nevents { worker_connections 8192; }";
        let nginx = nginx::start(folder, main, |address| {
            format!(
                "  sendfile on;\n  tcp_nopush on;\n  keepalive_requests 1000000000;\n  \
                 open_file_cache max=100 inactive=1h;\n  open_file_cache_valid 1h;\n  \
                 types {{ application/json json; text/html html br; }}\n  \
                 server {{ listen {address} backlog=4096; root www; location ~ br$ {{ add_header Content-Encoding br; }} }}\n"
            )
        });
        nginx.map(Self).map_err(|error| format!("{error:#}"))
    }

    /// A connection with timeouts.
    pub(crate) fn connect(&self) -> Result<TcpStream, String> {
        connect(self.address())
    }

    /// Requests a path that must succeed.
    pub(crate) fn get(&self, path: &str, headers: &str) -> Result<Answer, String> {
        get(self.address(), path, headers)
    }

    /// Its resident memory, in megabytes.
    pub(crate) fn memory(&self) -> Result<f64, String> {
        let status = self.proc("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes =
            line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
        kilobytes
            .map(|kilobytes| kilobytes * 1.024e-3)
            .ok_or_else(|| "the server has no memory: it has ended".to_owned())
    }

    /// The processor time of it and its workers.
    pub(crate) fn busy(&self) -> Result<Duration, String> {
        let id = self.0.process.id();
        let children = self
            .proc(&format!("task/{id}/children"))
            .unwrap_or_default();
        let mut stats = self.proc("stat")?;
        for child in children.split_whitespace() {
            stats += &fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        }
        // Fields 12 and 13 after the name in brackets: user and system time.
        let ticks = stats
            .lines()
            .filter_map(|stat| stat.rsplit_once(") "))
            .flat_map(|(_, fields)| {
                let times = fields.split(' ').skip(11).take(2);
                times.filter_map(|time| time.parse::<u64>().ok())
            });
        Ok(Duration::from_millis(ticks.sum::<u64>() * 1000 / TICKS))
    }

    /// The number of open connections, without that of the request.
    pub(crate) fn connections(&self) -> Result<usize, String> {
        let metrics = String::from_utf8_lossy(&self.get("/metrics", "")?.body).into_owned();
        let line = metrics
            .lines()
            .find_map(|line| line.strip_prefix("strata_connections "));
        let open = line.and_then(|open| open.trim().parse::<usize>().ok());
        open.map(|open| open.saturating_sub(1))
            .ok_or_else(|| "the metrics do not say how many connections are open".to_owned())
    }

    /// Its exit status, if it has ended.
    pub(crate) fn ended(&mut self) -> Option<String> {
        let status = self.0.process.try_wait().ok().flatten();
        status.map(|status| status.to_string())
    }

    fn proc(&self, file: &str) -> Result<String, String> {
        let path = format!("/proc/{}/{file}", self.0.process.id());
        fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))
    }
}

pub(crate) fn connect(address: &str) -> Result<TcpStream, String> {
    let connected = TcpStream::connect(address).and_then(|stream| {
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    });
    connected.map_err(|error| format!("{address}: {error}"))
}

/// Sends bytes, optionally shuts down its writing side, and reads until the server closes the connection.
pub(crate) fn exchange(address: &str, bytes: &[u8], says_end: bool) -> Result<Answer, String> {
    let mut stream = connect(address)?;
    // The server may refuse and close before it has read everything.
    let _ = stream.write_all(bytes);
    if says_end {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let mut read = Vec::new();
    let ended = match stream.read_to_end(&mut read) {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    };
    let end = read.windows(4).position(|four| four == b"\r\n\r\n");
    let body = read.split_off(end.map_or(read.len(), |end| end + 4));
    let head = String::from_utf8_lossy(&read).into_owned();
    Ok(Answer { head, body, ended })
}

pub(crate) fn get(address: &str, path: &str, headers: &str) -> Result<Answer, String> {
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n");
    let answer = exchange(address, request.as_bytes(), false)?;
    let stated: Option<usize> = answer
        .header("content-length")
        .and_then(|it| it.parse().ok());
    match (answer.status(), stated) {
        (Some(200), None) => Ok(answer),
        (Some(200), Some(length)) if length == answer.body.len() => Ok(answer),
        _ => Err(format!(
            "{path}: {}",
            answer.head.lines().next().unwrap_or("no answer")
        )),
    }
}
