//! Ten thousand connections that say nothing, ordinary requests answered meanwhile, and what is left of them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use super::client;
use super::growth::Growth;
use super::patient::Patient;
use super::report::Report;
use super::witness::Witness;
use crate::failure::Failure;
use crate::server::Resident;

/// How many connections there are.
const CONNECTIONS: usize = 10_000;
/// File descriptors for everything else here.
const OTHERS: usize = 200;
/// How long they stay; the server waits longer for heads than all of this takes.
const STAY: Duration = Duration::from_secs(2);
const FLAGS: [&str; 4] = ["--header-time", "5min", "--connections", "12000"];
/// How often they come.
const TURNS: usize = 8;
/// How many connections there may be when they are gone.
const GONE: usize = 8;
/// What each second one asks before it falls silent.
const ASKED: &str = "GET /healthz HTTP/1.1\r\nHost: strata\r\n\r\n";

pub(super) fn run(binary: &Path, folder: &Path, report: &mut Report) -> Result<(), Failure> {
    let possible = possible(report);
    report.begin(&format!(
        "{possible} idle connections, half of which have asked once, {TURNS} times"
    ));
    let mut patient = Patient::start(binary, folder, "idle", &FLAGS)?;
    client::get(patient.address(), super::subject::PAGE, "")?;
    let witness = Witness::start(patient.address());
    let mut growth = Growth::begin(&patient)?;
    let (before, mut with, mut after) = (patient.resident()?, Resident(0), Resident(0));
    for _ in 0..TURNS {
        let clients = open(&patient, possible)?;
        patient.until("idle connections come", |open| open >= possible)?;
        std::thread::sleep(STAY);
        with = with.max(patient.resident()?);
        // Allocators keep for the next ones what these had; what counts is whether the next ones need more.
        growth.look(&patient)?;
        let open = patient.connections()?;
        if open < possible {
            report.failed(format!("idle: of {possible} connections, {open} are left"));
        }
        drop(clients);
        patient.until("idle connections go", |open| open <= GONE)?;
        after = patient.resident()?;
    }
    let each = (with.0.saturating_sub(before.0)) * 1024 / possible.max(1) as u64;
    report.say(format!(
        "  with them        {with}, {each} bytes a connection; {after} when they are gone"
    ));
    growth.tell(report, "idle");
    witness.tell(report, "idle");
    patient.judge(report, "idle");
    Ok(())
}

/// As many as there shall be, or as the system has file descriptors for.
fn possible(report: &Report) -> usize {
    let needed = (CONNECTIONS + OTHERS) as u64;
    let granted = rlimit::increase_nofile_limit(needed).unwrap_or(0);
    let possible = usize::try_from(granted).unwrap_or(usize::MAX);
    let possible = possible.saturating_sub(OTHERS).min(CONNECTIONS);
    if possible < CONNECTIONS {
        report.say(format!(
            "\nThe system allows {granted} open files, and {CONNECTIONS} connections need {needed}: raise the hard limit \
             (`ulimit -Hn`) for all of them."
        ));
    }
    possible
}

fn open(patient: &Patient, count: usize) -> Result<Vec<TcpStream>, Failure> {
    let failed = |at: usize, error: &std::io::Error| {
        Failure::new(format!("connection {at} of {count} cannot be had: {error}"))
    };
    let mut clients = Vec::with_capacity(count);
    for at in 0..count {
        let mut stream = client::connect(patient.address()).map_err(|error| failed(at, &error))?;
        if at % 2 == 0 {
            stream
                .write_all(ASKED.as_bytes())
                .and_then(|()| stream.read_exact(&mut [0]))
                .map_err(|error| failed(at, &error))?;
        }
        clients.push(stream);
    }
    Ok(clients)
}
