//! How fast: layout JSON, layout page and decode, beside nginx that serves the same bytes from disk, in turn.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::client;
use super::report::Report;
use super::subject;
use super::wrk::{self, Load, Measured};
use crate::failure::Failure;
use crate::server::{Page, Server};

/// How many connections ask at once.
const CONNECTIONS: [usize; 3] = [1, 64, 1024];
/// What is decoded by a script of wrk.
const POSTS: &str =
    "wrk.method = \"POST\"\nwrk.headers[\"Content-Type\"] = \"application/octet-stream\"\n";

/// How often and how long each side is measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub(super) rounds: usize,
    pub(super) time: Duration,
}

/// One thing that is asked for.
struct Subject {
    what: &'static str,
    /// The path here, and the file's there.
    ours: &'static str,
    theirs: &'static str,
    gzip: bool,
    /// How much of nginx's rate it should come to.
    aim: Option<f64>,
}

const SUBJECTS: [Subject; 5] = [
    Subject {
        what: "layout JSON",
        ours: subject::JSON,
        theirs: "/layout.json",
        gzip: false,
        aim: Some(0.8),
    },
    Subject {
        what: "layout JSON, gzip",
        ours: subject::JSON,
        theirs: "/layout.json",
        gzip: true,
        aim: Some(0.8),
    },
    Subject {
        what: "layout page",
        ours: subject::PAGE,
        theirs: "/layout.html",
        gzip: false,
        aim: Some(0.5),
    },
    Subject {
        what: "layout page, gzip",
        ours: subject::PAGE,
        theirs: "/layout.html",
        gzip: true,
        aim: Some(0.5),
    },
    Subject {
        what: "decode",
        ours: subject::DECODE,
        theirs: "/decoded.json",
        gzip: false,
        aim: None,
    },
];

/// Both sides of one row of the table.
#[derive(Default)]
struct Side {
    rates: Vec<f64>,
    p99s: Vec<f64>,
    costs: Vec<f64>,
}

pub(super) fn run(
    binary: &Path,
    folder: &Path,
    effort: Effort,
    report: &Report,
) -> Result<(), Failure> {
    let flags = ["--requests", "4096", "--bodies", "4096"];
    let strata = Server::strata(binary, &flags, &folder.join("rates.log"))?;
    let nginx = beside(&strata, folder)?;
    let script = folder.join("decode.lua");
    let posts = format!(
        "{POSTS}wrk.body = string.rep(\"\\0\", {})\n",
        subject::DECODED_BYTES
    );
    fs::write(&script, posts).map_err(|error| Failure::file("write", &script, &error))?;
    report.begin(&format!(
        "Rates: requests a second, the longest of 99 in 100, processor time a request; medians of {} rounds of {} s, in turn",
        effort.rounds,
        effort.time.as_secs()
    ));
    report.say(
        "                    connections  strata/s       p99      cpu     nginx/s       p99      cpu    rates    cpu    aim",
    );
    for subject in &SUBJECTS {
        for connections in CONNECTIONS {
            let script = subject
                .ours
                .ends_with("/decode")
                .then_some(script.as_path());
            let load = Load {
                connections,
                time: effort.time,
                header: subject.gzip.then_some("Accept-Encoding: gzip"),
                script: None,
            };
            let (mut ours, mut theirs) = (Side::default(), Side::default());
            for _ in 0..effort.rounds {
                ours.measure(&strata, subject.ours, Load { script, ..load })?;
                theirs.measure(&nginx, subject.theirs, load)?;
            }
            // Of rates, and of what could be answered in the same time of a processor.
            let (rates, costs) = (
                ratio(&ours.rates, &theirs.rates),
                ratio(&theirs.costs, &ours.costs),
            );
            let aim = subject
                .aim
                .map_or("-".to_owned(), |aim| format!("{aim:.1}"));
            report.say(format!(
                "  {:<18}{connections:>11} {ours}   {theirs}   {rates:>6.2} {costs:>6.2} {aim:>6}",
                subject.what
            ));
        }
    }
    Ok(())
}

impl Side {
    fn measure(&mut self, server: &Server, path: &str, load: Load<'_>) -> Result<(), Failure> {
        let before = server.busy()?;
        let url = format!("http://{}{path}", server.address);
        let Measured {
            rate,
            answered,
            p99,
        } = wrk::run(&url, load)?;
        let busy = server.busy()?.saturating_sub(before);
        self.rates.push(rate);
        self.p99s.push(p99.as_secs_f64());
        self.costs.push(busy.as_secs_f64() / answered.max(1) as f64);
        Ok(())
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (rate, p99) = (median(self.rates.clone()), median(self.p99s.clone()));
        let cost = median(self.costs.clone());
        write!(
            f,
            "{rate:>9.0} {:>6.2} ms {:>5.0} µs",
            p99 * 1e3,
            cost * 1e6
        )
    }
}

/// nginx with the bytes that Strata answers, in both codings.
fn beside(strata: &Server, folder: &Path) -> Result<Server, Failure> {
    let get = |path: &str, headers: &str| client::get(&strata.address, path, headers);
    let gzip = "Accept-Encoding: gzip\r\n";
    let bytes = "\0".repeat(subject::DECODED_BYTES);
    let post = format!(
        "POST {} HTTP/1.1\r\nHost: strata\r\nConnection: close\r\nContent-Type: application/octet-stream\r\n\
         Content-Length: {}\r\n\r\n{bytes}",
        subject::DECODE,
        bytes.len()
    );
    let decoded = client::exchange(&strata.address, post.as_bytes())
        .map_err(|error| Failure::new(format!("nothing is decoded: {error}")))?;
    let files = [
        ("layout.json", get(subject::JSON, "")?),
        ("layout.json.gz", get(subject::JSON, gzip)?),
        ("layout.html", get(subject::PAGE, "")?),
        ("layout.html.gz", get(subject::PAGE, gzip)?),
        ("decoded.json", decoded),
    ];
    let pages: Vec<Page<'_>> = files
        .iter()
        .map(|(name, answer)| Page {
            name,
            bytes: answer.body(),
        })
        .collect();
    let nginx = Server::nginx(folder, &pages)?;
    for (path, headers, expected) in [
        ("/layout.json", "", &pages[0]),
        ("/layout.html", gzip, &pages[3]),
    ] {
        if client::exchange(&nginx.address, client::asking(path, headers).as_bytes())
            .is_ok_and(|answer| answer.body() == expected.bytes)
        {
            continue;
        }
        let name = expected.name;
        return Err(Failure::new(format!(
            "nginx does not serve {name} as it was written"
        )));
    }
    Ok(nginx)
}

/// What one is of the other, round by round; the median of that.
fn ratio(of: &[f64], to: &[f64]) -> f64 {
    median(of.iter().zip(to).map(|(of, to)| of / to).collect())
}

/// The middle one; of an even number, the upper of the two in the middle.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}
