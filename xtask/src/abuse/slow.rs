//! Slow readers and slow writers: cut off after the times that the settings name, ordinary requests answered meanwhile.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use super::client;
use super::patient::Patient;
use super::report::Report;
use super::subject::{self, DECODE};
use super::witness::Witness;
use crate::failure::Failure;

/// How many of a kind there are at once.
const CLIENTS: usize = 100;
/// What the server is told to wait for heads, bodies and readers.
const TIME: Duration = Duration::from_secs(3);
const FLAGS: [&str; 8] = [
    // As many as there are, for `bodies` would refuse some at once.
    "--bodies",
    "100",
    "--header-time",
    "3s",
    "--body-time",
    "3s",
    "--write-time",
    "3s",
];
/// What it may take longer, on a machine that has other work: of an answer, the kernels of both sides take megabytes first.
const LATE: Duration = Duration::from_secs(5);
/// A writer sends a byte, and a reader takes one, every so often.
const WRITES_EVERY: Duration = Duration::from_millis(100);
const READS_EVERY: Duration = Duration::from_secs(1);
/// How often a reader asks for the data without reading: more than the kernels of both sides hold.
const ASKED: usize = 400;
/// How many other connections there may be: those of the visitor, and of who counts them.
const OTHERS: usize = 4;

/// One way of being slow.
struct Kind {
    name: &'static str,
    setting: &'static str,
    /// What is sent at once, and what follows byte by byte.
    first: String,
    then: String,
    every: Duration,
    reads: bool,
}

pub(super) fn run(binary: &Path, folder: &Path, report: &mut Report) -> Result<(), Failure> {
    report.begin(&format!(
        "Slow clients, {CLIENTS} at once; header-time, body-time and write-time are {TIME:?}"
    ));
    let mut patient = Patient::start(binary, folder, "slow", &FLAGS)?;
    let page = client::get(patient.address(), subject::PAGE, "")?;
    let bundle = subject::bundle(page.body())
        .ok_or_else(|| Failure::new("the page does not say where its data are"))?;
    let witness = Witness::start(patient.address());
    for kind in kinds(&bundle) {
        let cut = outlast(&patient, &kind)?;
        report.say(format!(
            "  {:<28} all cut off after {cut:.1?} ({})",
            kind.name, kind.setting
        ));
        if cut > TIME + LATE {
            report.failed(format!("{}: cut off only after {cut:.1?}", kind.name));
        }
    }
    witness.tell(report, "slow clients");
    report.say(format!(
        "  memory           {} at the end",
        patient.resident()?
    ));
    patient.judge(report, "slow clients");
    Ok(())
}

fn kinds(bundle: &str) -> [Kind; 5] {
    let dripping = "a: b\r\n".repeat(1000);
    let post = format!("POST {DECODE} HTTP/1.1\r\nHost: strata\r\nContent-Type: text/plain\r\n");
    let kind = |name, setting, first: String, then: String| Kind {
        name,
        setting,
        first,
        then,
        every: WRITES_EVERY,
        reads: false,
    };
    [
        kind("silent", "header-time", String::new(), String::new()),
        kind(
            "a head byte by byte",
            "header-time",
            "GET / HTTP/1.1\r\n".to_owned(),
            dripping,
        ),
        kind(
            "a body byte by byte",
            "body-time",
            format!("{post}Content-Length: 100000\r\n\r\n"),
            "0".repeat(1000),
        ),
        kind(
            "chunks byte by byte",
            "body-time",
            format!("{post}Transfer-Encoding: chunked\r\n\r\n"),
            "1\r\n0\r\n".repeat(1000),
        ),
        Kind {
            name: "an answer byte by byte",
            setting: "write-time",
            first: format!("GET {bundle} HTTP/1.1\r\nHost: strata\r\n\r\n").repeat(ASKED),
            then: String::new(),
            every: READS_EVERY,
            reads: true,
        },
    ]
}

/// Lets so many be slow at once; how long until the server is rid of them all.
fn outlast(patient: &Patient, kind: &Kind) -> Result<Duration, Failure> {
    let failed = |error: std::io::Error| Failure::new(format!("{}: {error}", kind.name));
    let mut clients = Vec::new();
    for _ in 0..CLIENTS {
        let mut stream = client::connect(patient.address()).map_err(failed)?;
        stream.set_nonblocking(true).map_err(failed)?;
        let _ = attempt(stream.write(kind.first.as_bytes()));
        clients.push(stream);
    }
    let started = Instant::now();
    patient.until(kind.name, |open| open >= CLIENTS)?;
    let mut rest = kind.then.bytes();
    let mut next = started;
    loop {
        if Instant::now() >= next {
            next += kind.every;
            let byte = rest.next();
            clients.retain_mut(|client| drip(client, byte, kind.reads));
        }
        if patient.connections()? <= OTHERS {
            return Ok(started.elapsed());
        }
        if started.elapsed() > (TIME + LATE) * 2 {
            return Err(Failure::new(format!(
                "{}: after {:.1?}, {} connections are open",
                kind.name,
                started.elapsed(),
                patient.connections()?
            )));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A byte there or back. Whether the connection still stands, as far as one sees.
fn drip(client: &mut TcpStream, byte: Option<u8>, reads: bool) -> bool {
    if let Some(byte) = byte
        && !attempt(client.write(&[byte]))
    {
        return false;
    }
    !reads || attempt(client.read(&mut [0]))
}

/// Whether the connection stands after that.
fn attempt(done: std::io::Result<usize>) -> bool {
    match done {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::WouldBlock,
    }
}
