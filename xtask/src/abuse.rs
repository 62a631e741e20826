//! `cargo xtask abuse`: loads and abuses the server that users run, on loopback and within bounded time, and prints what it
//! took. It fails when something crashed, answered 500, grew or starved.

mod client;
mod dice;
mod growth;
mod hostile;
mod idle;
mod malformed;
mod options;
mod patient;
mod rates;
mod report;
mod slow;
mod soak;
mod subject;
mod tally;
mod witness;
mod wrk;

use patient::Patient;
use report::Report;

use crate::failure::Failure;
use crate::{debian, release, workspace};

/// All parts in turn, each against a server of its own.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let options = options::read(args)?;
    debian::require(&debian::LOAD)?;
    let binary = match options.binary {
        Some(binary) => binary,
        None => release::build(None)?,
    };
    let folder = workspace::target().join("abuse");
    std::fs::create_dir_all(&folder).map_err(|error| Failure::file("make", &folder, &error))?;
    let mut report = Report::default();
    rates::run(&binary, &folder, options.effort, &report)?;
    let mut patient = Patient::start(&binary, &folder, "abused", &[])?;
    malformed::run(&mut patient, &mut report)?;
    hostile::run(&mut patient, &mut report)?;
    drop(patient);
    slow::run(&binary, &folder, &mut report)?;
    idle::run(&binary, &folder, &mut report)?;
    soak::run(&binary, &folder, options.soak, &mut report)?;
    report.verdict()
}
