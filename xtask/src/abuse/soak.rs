//! Mixed load for minutes: pages, JSON, files, searches, what is decoded, what is hostile. Does the memory stay flat?

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::client;
use super::hostile;
use super::patient::Patient;
use super::report::Report;
use super::subject;
use super::tally::Tally;
use super::witness::Witness;
use super::wrk::{self, Load};
use crate::failure::Failure;
use crate::server::Resident;

/// How many connections ask.
const CONNECTIONS: usize = 64;
/// How often the memory is looked at.
const EVERY: Duration = Duration::from_millis(500);
/// How much more the server may hold in the last third of the time than in the second, in KiB and in parts of a hundred.
const SLACK: u64 = 8 * 1024;
const SLACK_PARTS: u64 = 5;
/// How long a hostile visitor pauses between two requests.
const PAUSE: Duration = Duration::from_millis(20);
/// The versions whose layouts, pages and comparisons are asked for.
const VERSIONS: [&str; 6] = ["6.0", "6.1", "6.2", "6.3", "1511", "1903"];
/// What is asked for besides.
const PATHS: [&str; 10] = [
    "/",
    "/structures/ETW_UM_LOGGER_CONTEXT",
    "/structures/ETW_REALTIME_CONSUMER/provenance",
    "/releases",
    "/structures",
    "/audit",
    "/search?q=LoggerId",
    "/api/v1/structures",
    "/api/v1/search?q=0x58%20x64",
    "/api/v1/dataset?format=csv",
];
const STRUCTURES: [&str; 2] = ["ETW_REALTIME_CONSUMER", "ETW_UM_LOGGER_CONTEXT"];

pub(super) fn run(
    binary: &Path,
    folder: &Path,
    time: Duration,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut patient = Patient::start(
        binary,
        folder,
        "soak",
        &["--requests", "4096", "--bodies", "4096"],
    )?;
    let paths = paths(&patient)?;
    report.begin(&format!(
        "Mixed load for {} s: {} addresses and decode on {CONNECTIONS} connections, hostile requests beside them",
        time.as_secs(),
        paths.len()
    ));
    let script = folder.join("mix.lua");
    fs::write(&script, mix(&paths)).map_err(|error| Failure::file("write", &script, &error))?;
    let load = Load {
        connections: CONNECTIONS,
        time,
        header: Some("Accept-Encoding: gzip"),
        script: Some(&script),
    };
    let start = patient.resident()?;
    let witness = Witness::start(patient.address());
    let done = AtomicBool::new(false);
    let url = format!("http://{}/", patient.address());
    let (measured, samples, tally) = std::thread::scope(|scope| {
        let hostile = scope.spawn(|| harass(&patient, &done));
        let sampling = scope.spawn(|| sample(&patient, &done));
        let measured = wrk::run(&url, load);
        done.store(true, Ordering::Relaxed);
        (measured, sampling.join(), hostile.join())
    });
    let broke = |_| Failure::new("a thread of the load broke");
    let (measured, samples, tally) = (measured?, samples.map_err(broke)?, tally.map_err(broke)?);
    report.say(format!(
        "  answered         {} requests, {:.0} a second, p99 {:.1?}; hostile: {tally}",
        measured.answered, measured.rate, measured.p99
    ));
    if tally.mistakes() > 0 {
        report.failed("mixed load: a hostile request is answered with 500 or more");
    }
    judge(start, &samples, report);
    witness.tell(report, "mixed load");
    patient.judge(report, "mixed load");
    Ok(())
}

/// What is asked for, each once already: what can be kept is kept from now on.
fn paths(patient: &Patient) -> Result<Vec<String>, Failure> {
    let page = client::get(patient.address(), subject::PAGE, "")?;
    let mut paths: Vec<String> = PATHS.map(str::to_owned).to_vec();
    paths.extend(subject::bundle(page.body()));
    for name in STRUCTURES {
        for version in VERSIONS {
            let point = format!("{version}/x64");
            paths.push(format!("/structures/{name}/{point}"));
            paths.push(format!("/structures/{name}/{point}/decode"));
            paths.push(format!("/api/v1/structures/{name}/layouts/{point}"));
            paths.push(format!("/structures/{name}/diff/6.1/x64/{point}"));
            paths.push(format!(
                "/api/v1/structures/{name}/diff?from=6.1/x64&to={point}"
            ));
        }
    }
    let gzip = "Accept-Encoding: gzip\r\n";
    let is_there = |path: &String| {
        let asked = client::asking(path, gzip);
        let answer = client::exchange(patient.address(), asked.as_bytes());
        answer.is_ok_and(|answer| answer.status() == Some(200))
    };
    paths.retain(is_there);
    if paths.len() < PATHS.len() + VERSIONS.len() {
        return Err(Failure::new(
            "most of what the mixed load asks for is not there",
        ));
    }
    Ok(paths)
}

/// All of them in turn, and a decoding after every few.
fn mix(paths: &[String]) -> String {
    let mut script = "local asked, decode, at = {}, nil, 0\n\ninit = function()\n".to_owned();
    for path in paths {
        // Writing to a text does not fail.
        let _ = writeln!(
            script,
            "  asked[#asked + 1] = wrk.format(\"GET\", \"{path}\")"
        );
    }
    let bytes = subject::DECODED_BYTES;
    let _ = write!(
        script,
        "  local headers = {{ [\"Content-Type\"] = \"application/octet-stream\" }}\n  \
         decode = wrk.format(\"POST\", \"{}\", headers, string.rep(\"\\0\", {bytes}))\nend\n\n\
         request = function()\n  at = at + 1\n  if at % 8 == 0 then return decode end\n  \
         return asked[at % #asked + 1]\nend\n",
        subject::DECODE
    );
    script
}

fn harass(patient: &Patient, done: &AtomicBool) -> Tally {
    let mut tally = Tally::default();
    for seed in 0.. {
        if done.load(Ordering::Relaxed) {
            break;
        }
        if let Ok(answer) = client::exchange(patient.address(), &hostile::request(seed)) {
            tally.count(answer.status());
        }
        std::thread::sleep(PAUSE);
    }
    tally
}

fn sample(patient: &Patient, done: &AtomicBool) -> Vec<Resident> {
    let mut samples = Vec::new();
    let started = Instant::now();
    while !done.load(Ordering::Relaxed) {
        // One that has ended is told of in the end.
        samples.extend(patient.resident());
        let next = started + EVERY * u32::try_from(samples.len()).unwrap_or(u32::MAX);
        std::thread::sleep(next.saturating_duration_since(Instant::now()).min(EVERY));
    }
    samples
}

fn judge(start: Resident, samples: &[Resident], report: &mut Report) {
    let third = samples.len() / 3;
    let second = median(samples.get(third..2 * third).unwrap_or_default());
    let last = median(samples.get(2 * third..).unwrap_or_default());
    let peak = samples.iter().max().copied().unwrap_or_default();
    let allowed = Resident(second.0 + SLACK.max(second.0 * SLACK_PARTS / 100));
    let is_flat = last <= allowed && third > 0;
    let verdict = if is_flat { "flat" } else { "not flat" };
    report.say(format!(
        "  memory           {start} at the start; median of the second third {second}, of the last {last}; peak {peak}: \
         {verdict}"
    ));
    if !is_flat {
        report.failed(format!(
            "mixed load: the memory is not flat: {second}, then {last}"
        ));
    }
}

fn median(samples: &[Resident]) -> Resident {
    let mut samples = samples.to_vec();
    samples.sort_unstable();
    samples.get(samples.len() / 2).copied().unwrap_or_default()
}
