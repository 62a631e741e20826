//! `cargo xtask bench host`: the server's speed beside nginx with the same bytes, its memory, and its robustness
//! against malformed and hostile requests, slow and idle clients, small requests with a high cost, and mixed load for
//! minutes.
//!
//! The figures are printed. It fails if the server crashes, answers 500, grows, starves a visitor or exceeds a bound
//! below.

use std::fmt::Write as _;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::scope;
use std::time::{Duration, Instant};

use crate::median;
use crate::server::{Server, TIMEOUT, exchange, get};

const JSON: &str = "/api/v1/structures/ETW_UM_LOGGER_CONTEXT/layouts/6.3/x64";
const SMALL_JSON: &str = "/api/v1/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64";
const PAGE: &str = "/structures/ETW_UM_LOGGER_CONTEXT/6.3/x64";
const SEARCH: &str = "/api/v1/search?q=LoggerId";
const DECODE: &str = "/api/v1/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64/decode";
const BROTLI: &str = "Accept-Encoding: br";

const SPECIMENS: &str = include_str!("../host/specimens.txt");
const HOSTILE: &str = include_str!("../host/hostile.txt");
const SCRIPTS: [(&str, &str); 3] = [
    ("mix.lua", include_str!("../host/mix.lua")),
    ("decode.lua", include_str!("../host/decode.lua")),
    ("search.lua", include_str!("../host/search.lua")),
];

// The bounds. Memory in megabytes.
/// Timeout of an ordinary request during abuse.
const ORDINARY: Duration = Duration::from_secs(2);
/// How long a connection may outlive its limit: kernels first buffer megabytes of an answer.
const LATE: Duration = Duration::from_secs(5);
const LARGE_DECODES_PEAK: f64 = 256.0;
const LARGE_DECODES_KEPT: f64 = 32.0;
/// For a body of 4 MiB.
const JUNK: Duration = Duration::from_millis(200);
const IDENTIFIED: Duration = Duration::from_secs(1);
const AFTER_RATES: f64 = 256.0;
const AFTER_PAGES: f64 = 128.0;
/// How much more memory the last turn may take than the middle one: what allocators retain.
const GROWTH: f64 = 16.0;
const GROWTH_PART: f64 = 0.1;

/// The failed demands.
#[derive(Default)]
struct Report {
    failed: Vec<String>,
}

impl Report {
    fn demand(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            let what = what();
            println!("  FAILED           {what}");
            self.failed.push(what);
        }
    }
}

/// The configuration, and the results.
struct Bench {
    binary: String,
    /// The output folder.
    folder: PathBuf,
    rounds: usize,
    seconds: u64,
    /// The duration of the mixed load, in seconds.
    mixed: u64,
    report: Report,
}

/// Measures a part.
type Part = fn(&mut Bench) -> Result<(), String>;

/// The parts, in order.
const PARTS: [(&str, Part); 9] = [
    ("rates", Bench::rates),
    ("pages", Bench::pages),
    ("malformed", Bench::malformed),
    ("hostile", Bench::hostile),
    ("slow", Bench::slow),
    ("idle", Bench::idle),
    ("decodes", Bench::large_decodes),
    ("junk", Bench::junk),
    ("mixed", Bench::mixed),
];

pub(crate) fn run(binary: &str, folder: &Path, options: &[&str]) -> Result<(), String> {
    let folder = folder.join("host");
    fs::create_dir_all(folder.join("www")).map_err(|error| error.to_string())?;
    for (name, script) in SCRIPTS {
        fs::write(folder.join(name), script).map_err(|error| error.to_string())?;
    }
    let mut bench = Bench {
        binary: binary.to_owned(),
        folder,
        rounds: 5,
        seconds: 3,
        mixed: 600,
        report: Report::default(),
    };
    let mut only = None;
    let mut options = options.iter();
    while let Some(option) = options.next() {
        match *option {
            "--quick" => (bench.rounds, bench.seconds, bench.mixed) = (3, 1, 30),
            "--minutes" => {
                let minutes = options.next().and_then(|it| it.parse::<u64>().ok());
                bench.mixed = 60 * minutes.ok_or("--minutes takes a number")?;
            }
            "--only" => only = options.next(),
            other => {
                return Err(format!(
                    "unknown option `{other}`: expected --quick, --minutes N or --only PART"
                ));
            }
        }
    }
    for (name, part) in PARTS {
        if only.is_none_or(|only| *only == name) {
            part(&mut bench)?;
        }
    }
    match bench.report.failed.as_slice() {
        [] => Ok(()),
        failed => Err(format!(
            "{} findings:\n  {}",
            failed.len(),
            failed.join("\n  ")
        )),
    }
}

impl Bench {
    fn server(&self, flags: &[&str]) -> Result<Server, String> {
        Server::strata(&self.binary, flags, &self.folder.join("server.log"))
    }

    /// Runs a load while a visitor sends ordinary requests, and then checks both.
    fn with_visitor<T>(
        &mut self,
        what: &str,
        server: &mut Server,
        work: impl FnOnce(&Server, &mut Report) -> Result<T, String>,
    ) -> Result<T, String> {
        let done = AtomicBool::new(false);
        let (address, report) = (server.address().to_owned(), &mut self.report);
        let (worked, seen) = scope(|scope| {
            let visitor = scope.spawn(|| visit(&address, &done));
            let worked = work(server, report);
            done.store(true, Ordering::Relaxed);
            (worked, visitor.join())
        });
        let mut took = seen
            .map_err(|_| "the visitor broke".to_owned())?
            .map_err(|error| format!("{what}: an ordinary request failed: {error}"))?;
        took.sort_unstable();
        let at =
            |part: usize| took.get((took.len() * part / 100).min(took.len().saturating_sub(1)));
        let [half, p99, slowest] = [50, 99, 100].map(|part| at(part).copied().unwrap_or(TIMEOUT));
        println!(
            "  meanwhile        {} ordinary requests: median {half:.1?}, p99 {p99:.1?}, slowest {slowest:.1?}",
            took.len()
        );
        self.report.demand(slowest < ORDINARY, || {
            format!("{what}: an ordinary request took {slowest:.1?}")
        });
        let ended = server.ended();
        self.report.demand(ended.is_none(), || {
            format!("{what}: the server ended: {ended:?}")
        });
        let metrics = server.get("/metrics", "")?;
        let metrics = String::from_utf8_lossy(&metrics.body).into_owned();
        let log = fs::read_to_string(self.folder.join("server.log")).unwrap_or_default();
        let mistakes = metrics
            .lines()
            .filter(|line| line.contains("status=\"5xx\""));
        let said = log
            .lines()
            .filter(|line| line.contains("panic") || line.contains("ERROR"));
        for line in mistakes.chain(said) {
            self.report.demand(false, || format!("{what}: {line}"));
        }
        worked
    }

    /// Requests per second beside nginx, the 99th percentile of latency, and processor time per request.
    fn rates(&mut self) -> Result<(), String> {
        let strata = self.server(&["--requests", "4096", "--bodies", "4096"])?;
        let answer = |path: &str, headers: &str| strata.get(path, headers);
        let coded = format!("{BROTLI}\r\n");
        let (page, coded) = (answer(PAGE, "")?, answer(PAGE, &coded)?);
        let (json, small) = (answer(JSON, "")?, answer(SMALL_JSON, "")?);
        let search = answer(SEARCH, "")?;
        let files = [
            ("page.html", &page),
            ("page.br", &coded),
            ("large.json", &json),
            ("small.json", &small),
            ("search.json", &search),
        ];
        for (name, answer) in files {
            let path = self.folder.join("www").join(name);
            fs::write(&path, &answer.body)
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let nginx = Server::nginx(&self.folder)?;
        let held = |server: &Server, path: &str, headers: &str| -> Result<String, String> {
            let answer = server.get(path, headers)?;
            let tag = answer
                .header("etag")
                .ok_or_else(|| format!("{path} has no ETag"))?;
            Ok(format!("If-None-Match: {tag}"))
        };
        let (json_here, json_there) = (held(&strata, JSON, "")?, held(&nginx, "/large.json", "")?);
        let (page_here, page_there) = (
            held(&strata, PAGE, &format!("{BROTLI}\r\n"))?,
            held(&nginx, "/page.br", "")?,
        );
        // Name; path, headers and script for Strata; the same for nginx, with the target ratio of the rates.
        type Row<'a> = (
            &'a str,
            (&'a str, Vec<&'a str>, &'a str),
            Option<(&'a str, Vec<&'a str>, f64)>,
        );
        let rows: Vec<Row<'_>> = vec![
            (
                "JSON, small",
                (SMALL_JSON, vec![], ""),
                Some(("/small.json", vec![], 0.9)),
            ),
            (
                "JSON, large",
                (JSON, vec![], ""),
                Some(("/large.json", vec![], 0.9)),
            ),
            (
                "page",
                (PAGE, vec![], ""),
                Some(("/page.html", vec![], 0.9)),
            ),
            (
                "page, br",
                (PAGE, vec![BROTLI], ""),
                Some(("/page.br", vec![], 0.9)),
            ),
            (
                "search, the same",
                (SEARCH, vec![], ""),
                Some(("/search.json", vec![], 0.9)),
            ),
            (
                "304 of JSON",
                (JSON, vec![&json_here], ""),
                Some(("/large.json", vec![&json_there], 0.8)),
            ),
            (
                "304 of page, br",
                (PAGE, vec![BROTLI, &page_here], ""),
                Some(("/page.br", vec![&page_there], 0.8)),
            ),
            ("decode", (DECODE, vec![], "decode.lua"), None),
            ("search, ever new", (SEARCH, vec![], "search.lua"), None),
        ];
        println!(
            "Rates: medians of {} rounds of {} s, in turn\n  \
             what             connections  strata/s       p99      cpu   nginx/s       p99      cpu   rates   aim",
            self.rounds, self.seconds
        );
        let rest = strata.memory()?;
        for (what, (path, headers, script), beside) in &rows {
            for connections in [1, 64, 512] {
                let load = |path, headers, script| Load {
                    path,
                    headers,
                    script,
                    connections,
                    seconds: self.seconds,
                };
                let (mut ours, mut theirs) = (Vec::new(), Vec::new());
                for _ in 0..self.rounds {
                    ours.push(wrk(&self.folder, &strata, &load(path, headers, script))?);
                    if let Some((path, headers, _)) = beside {
                        theirs.push(wrk(&self.folder, &nginx, &load(path, headers, ""))?);
                    }
                }
                let ratios = ours
                    .iter()
                    .zip(&theirs)
                    .map(|(ours, theirs)| ours.rate / theirs.rate);
                let compared = match beside {
                    Some((_, _, aim)) => format!(
                        "{} {:>7.2} {aim:>5}",
                        row(&theirs),
                        median(ratios.collect())
                    ),
                    None => String::new(),
                };
                println!("  {what:<17}{connections:>11} {} {compared}", row(&ours));
            }
        }
        let after = strata.memory()?;
        println!("  memory           {rest:.0} MB before, {after:.0} after");
        self.report.demand(after <= AFTER_RATES, || {
            format!("{after:.0} MB after the rates")
        });
        Ok(())
    }

    /// Memory after 14,000 pages.
    fn pages(&mut self) -> Result<(), String> {
        let server = self.server(&[])?;
        let rest = server.memory()?;
        let (mut listed, mut cursor) = (Vec::new(), String::new());
        loop {
            let list = server.get(&format!("/api/v1/structures?limit=200{cursor}"), "")?;
            let list: serde_json::Value =
                serde_json::from_slice(&list.body).map_err(|error| error.to_string())?;
            let items = list["items"].as_array().into_iter().flatten();
            listed.extend(items.filter_map(|item| Some(item["name"].as_str()?.to_owned())));
            match list["next"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        let points = [
            "",
            "/6.1/x64",
            "/1607/x64",
            "/1809/x64",
            "/1903/x86",
            "/22H2/x64",
            "/11-22H2/x64",
        ];
        let mut count = 0;
        for point in points {
            for name in &listed {
                if count < 14_000 {
                    let request = format!(
                        "GET /structures/{name}{point} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                    );
                    let answer = exchange(server.address(), request.as_bytes(), false)?;
                    count += usize::from(answer.status() == Some(200));
                }
            }
        }
        let after = server.memory()?;
        println!("\nMemory: {rest:.0} MB at rest, {after:.0} MB after {count} pages");
        self.report.demand(after <= AFTER_PAGES, || {
            format!("{after:.0} MB after {count} pages")
        });
        Ok(())
    }

    fn malformed(&mut self) -> Result<(), String> {
        let mut server = self.server(&[])?;
        let specimens: Vec<(&str, &str, Vec<u8>)> = SPECIMENS
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .filter_map(|line| {
                let mut parts = line.splitn(3, '|');
                let (due, name, text) = (parts.next()?, parts.next()?, parts.next()?);
                let text = text.strip_prefix(' ').unwrap_or(text);
                let text = text
                    .replace(
                        "{get}",
                        "GET / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n",
                    )
                    .replace("{post}", "POST {decode} HTTP/1.1\\r\\nHost: a\\r\\n")
                    .replace("{decode}", DECODE);
                Some((due.trim(), name.trim(), bytes(&text)))
            })
            .collect();
        println!(
            "\n{} malformed requests and oversized bodies",
            specimens.len()
        );
        self.with_visitor("malformed", &mut server, |server, report| {
            for (due, name, bytes) in &specimens {
                let started = Instant::now();
                let wanted: Option<u16> = due.parse().ok();
                let answer = exchange(server.address(), bytes, wanted.is_none())?;
                let status = answer.status();
                let is_due = match *due {
                    "any" => status.is_none_or(|status| status < 500),
                    "refused" => status.is_none_or(|status| (400..500).contains(&status)),
                    _ => status == wanted,
                };
                report.demand(is_due, || {
                    format!("{name}: {due} is due, and it answered {status:?}")
                });
                report.demand(answer.ended && started.elapsed() < TIMEOUT, || {
                    format!("{name}: the connection stayed open")
                });
            }
            Ok(())
        })
    }

    fn hostile(&mut self) -> Result<(), String> {
        let mut server = self.server(&[])?;
        let requests = hostile();
        println!("\n{} hostile requests, three times", requests.len());
        self.with_visitor("hostile", &mut server, |server, report| {
            let mut turns = Vec::new();
            for _ in 0..3 {
                for request in &requests {
                    let answer = exchange(server.address(), request, false)?;
                    let status = answer.status();
                    report.demand(answer.ended && status < Some(500), || {
                        let request = String::from_utf8_lossy(&request[..request.len().min(200)]);
                        format!("hostile: {status:?} to {request:?}")
                    });
                }
                turns.push(server.memory()?);
            }
            tell_growth("hostile", &turns, report);
            Ok(())
        })
    }

    /// A hundred slow clients of each kind are cut off after the configured times.
    fn slow(&mut self) -> Result<(), String> {
        const LIMIT: Duration = Duration::from_secs(3);
        let flags = [
            "--header-time",
            "3s",
            "--body-time",
            "3s",
            "--write-time",
            "3s",
            "--bodies",
            "100",
        ];
        let mut server = self.server(&flags)?;
        let large = "/api/v1/dataset?format=strata";
        let post = format!("POST {DECODE} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n");
        // The bytes sent at once, and those that follow one by one.
        let kinds = [
            ("silent", String::new(), ""),
            (
                "a head byte by byte",
                "GET / HTTP/1.1\r\n".to_owned(),
                "a: b\r\n",
            ),
            (
                "a body byte by byte",
                format!("{post}Content-Length: 100000\r\n\r\n"),
                "0",
            ),
            (
                "chunks byte by byte",
                format!("{post}Transfer-Encoding: chunked\r\n\r\n"),
                "1\r\n0\r\n",
            ),
            (
                "reads nothing",
                format!("GET {large} HTTP/1.1\r\nHost: a\r\n\r\n").repeat(50),
                "",
            ),
        ];
        println!("\nSlow clients, 100 at once, limits of {LIMIT:?}");
        self.with_visitor("slow clients", &mut server, |server, report| {
            for (name, first, then) in &kinds {
                let mut clients = Vec::new();
                for _ in 0..100 {
                    let mut client = server.connect()?;
                    let _ = client.write_all(first.as_bytes());
                    client
                        .set_nonblocking(true)
                        .map_err(|error| error.to_string())?;
                    clients.push(client);
                }
                let (started, mut drip) = (Instant::now(), then.bytes().cycle());
                while server.connections()? > 4 && started.elapsed() < LIMIT + LATE {
                    let byte = drip.next();
                    clients
                        .retain_mut(|client| byte.is_none_or(|byte| stands(client.write(&[byte]))));
                    std::thread::sleep(Duration::from_millis(50));
                }
                let (cut, left) = (started.elapsed(), server.connections()?);
                println!("  {name:<24} cut off after {cut:.1?}");
                report.demand(left <= 4, || {
                    format!("{name}: {left} connections stand after {cut:.1?}")
                });
            }
            Ok(())
        })
    }

    /// Ten thousand silent connections, half of which have sent one request.
    fn idle(&mut self) -> Result<(), String> {
        const ASKED: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
        let mut server = self.server(&["--header-time", "5min", "--connections", "12000"])?;
        let limit = fs::read_to_string("/proc/self/limits").unwrap_or_default();
        let limit = limit
            .lines()
            .find_map(|line| line.strip_prefix("Max open files"));
        let limit = limit.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
        let count = limit.unwrap_or(1024).saturating_sub(200).min(10_000);
        println!("\n{count} idle connections, four times (`ulimit -n` says how many)");
        self.with_visitor("idle", &mut server, |server, report| {
            let (rest, mut turns) = (server.memory()?, Vec::new());
            for _ in 0..4 {
                let mut clients: Vec<TcpStream> = Vec::new();
                for at in 0..count {
                    let mut client = server.connect()?;
                    if at % 2 == 0 {
                        let asked = client
                            .write_all(ASKED)
                            .and_then(|()| client.read_exact(&mut [0]));
                        asked.map_err(|error| format!("connection {at}: {error}"))?;
                    }
                    clients.push(client);
                }
                turns.push(server.memory()?);
                let open = server.connections()?;
                report.demand(open >= count, || {
                    format!("idle: of {count} connections, {open} stand")
                });
                drop(clients);
                let started = Instant::now();
                while server.connections()? > 8 && started.elapsed() < TIMEOUT {
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
            println!(
                "  memory           {rest:.0} MB before; {:.0} MB when they are gone",
                server.memory()?
            );
            tell_growth("idle", &turns, report);
            Ok(())
        })
    }

    /// Sixteen concurrent decodes that answer with 104 MB each.
    fn large_decodes(&mut self) -> Result<(), String> {
        let mut server = self.server(&[])?;
        // Excludes what the first requests initialize for all.
        let warm = [JSON, PAGE, SEARCH].map(|path| server.get(path, "").map(drop));
        warm.into_iter().collect::<Result<(), String>>()?;
        let rest = server.memory()?;
        let body: Vec<u8> = (0..4_194_304_u32)
            .map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8)
            .collect();
        let path = "/api/v1/structures/ETW_PMC_SUPPORT/layouts/2004/x86/decode?count=65536";
        let request = post(path, "application/octet-stream", &body);
        println!("\nSixteen decodes of 4 MiB at once");
        self.with_visitor("large decodes", &mut server, |server, report| {
            let mut peak = rest;
            scope(|scope| -> Result<(), String> {
                let all: Vec<_> = (0..16).map(|_| scope.spawn(|| discard_answer(server, &request))).collect();
                while !all.iter().all(std::thread::ScopedJoinHandle::is_finished) {
                    peak = peak.max(server.memory()?);
                    std::thread::sleep(Duration::from_millis(20));
                }
                all.into_iter().try_for_each(|it| it.join().map_err(|_| "a client broke".to_owned())?)
            })?;
            let started = Instant::now();
            let mut kept = server.memory()? - rest;
            while kept > LARGE_DECODES_KEPT && started.elapsed() < TIMEOUT {
                std::thread::sleep(Duration::from_millis(200));
                kept = server.memory()? - rest;
            }
            println!("  memory           {rest:.0} MB before, {peak:.0} at the most, {kept:.0} more than before in the end");
            report.demand(peak < LARGE_DECODES_PEAK, || format!("large decodes take {peak:.0} MB"));
            report.demand(kept < LARGE_DECODES_KEPT, || format!("of large decodes, {kept:.0} MB are kept"));
            Ok(())
        })
    }

    /// Four megabytes of junk: the cost, also when the client does not wait.
    fn junk(&mut self) -> Result<(), String> {
        let server = self.server(&[])?;
        let (letters, words) = ("a\n".repeat(2_097_152), "zz 00\n".repeat(699_050));
        let zeros = "00".repeat(2_097_152);
        let (validity, identify) = ("/api/v1/validity", "/api/v1/identify?arch=x64");
        let kinds = [
            ("a table of letters", validity, letters, JUNK),
            ("no bytes, decoded", DECODE, words.clone(), JUNK),
            ("no bytes, identified", identify, words, JUNK),
            ("zeros, identified", identify, zeros, IDENTIFIED),
        ];
        println!(
            "\n4 MiB of junk: processor time to the end, and with a client that goes after 0.1 s"
        );
        for (name, path, text, bound) in &kinds {
            let request = post(path, "text/plain", text.as_bytes());
            let before = server.busy()?;
            for _ in 0..4 {
                let status = exchange(server.address(), &request, false)?.status();
                let report = &mut self.report;
                report.demand(status.is_some_and(|it| it < 500), || {
                    format!("{name}: {status:?}")
                });
            }
            let waited = (server.busy()? - before) / 4;
            let before = server.busy()?;
            for _ in 0..4 {
                let mut client = server.connect()?;
                let _ = client.write_all(&request);
                std::thread::sleep(Duration::from_millis(100));
            }
            std::thread::sleep(Duration::from_secs(1));
            let left = (server.busy()? - before) / 4;
            println!("  {name:<24} {waited:.2?}; {left:.2?}");
            let most = waited.max(left);
            self.report
                .demand(most <= *bound, || format!("{name} costs {most:.2?}"));
        }
        Ok(())
    }

    /// Pages, JSON, searches, decoding and hostile requests for minutes: memory must stay flat.
    fn mixed(&mut self) -> Result<(), String> {
        let mut server = self.server(&["--requests", "4096", "--bodies", "4096"])?;
        let mut addresses = String::new();
        for name in ["ETW_REALTIME_CONSUMER", "ETW_UM_LOGGER_CONTEXT"] {
            for version in ["6.0", "6.1", "6.2", "6.3", "1511", "1903"] {
                let point = format!("{version}/x64");
                for path in [
                    format!("/structures/{name}/{point}"),
                    format!("/structures/{name}/{point}/decode"),
                    format!("/api/v1/structures/{name}/layouts/{point}"),
                    format!("/structures/{name}/diff/6.2/x64/{point}"),
                ] {
                    if server.get(&path, "").is_ok() {
                        let _ = writeln!(addresses, "{path}");
                    }
                }
            }
        }
        addresses +=
            "/\n/releases\n/structures\n/audit\n/search?q=LoggerId\n/api/v1/dataset?format=csv\n";
        fs::write(self.folder.join("addresses"), addresses).map_err(|error| error.to_string())?;
        println!(
            "\nMixed load for {} s on 64 connections, hostile requests beside it",
            self.mixed
        );
        let (requests, folder, seconds) = (hostile(), self.folder.clone(), self.mixed);
        self.with_visitor("mixed load", &mut server, |server, report| {
            let done = AtomicBool::new(false);
            let (turns, measured) = scope(|scope| {
                let harassing = scope.spawn(|| {
                    let stops = || done.load(Ordering::Relaxed);
                    for request in requests.iter().cycle().take_while(|_| !stops()) {
                        let _ = exchange(server.address(), request, false);
                        std::thread::sleep(Duration::from_millis(20));
                    }
                });
                let load = Load {
                    path: "/",
                    headers: &["Accept-Encoding: gzip"],
                    script: "mix.lua",
                    connections: 64,
                    seconds: (seconds / 6).max(1),
                };
                let turn = || -> Result<(f64, Measured), String> {
                    let measured = wrk(&folder, server, &load)?;
                    Ok((server.memory()?, measured))
                };
                let all: Result<Vec<_>, String> = (0..6).map(|_| turn()).collect();
                done.store(true, Ordering::Relaxed);
                let _ = harassing.join();
                all.map(|all| all.into_iter().unzip::<_, _, Vec<f64>, Vec<Measured>>())
            })?;
            println!("  answered        {}", row(&measured));
            tell_growth("mixed load", &turns, report);
            Ok(())
        })
    }
}

/// Requests a layout, as a page and as JSON, each on a new connection, until `done`.
fn visit(address: &str, done: &AtomicBool) -> Result<Vec<Duration>, String> {
    let mut took = Vec::new();
    for path in [JSON, PAGE].into_iter().cycle() {
        let started = Instant::now();
        get(address, path, "")?;
        took.push(started.elapsed());
        if done.load(Ordering::Relaxed) {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(took)
}

/// The load that wrk generates.
struct Load<'a> {
    path: &'a str,
    headers: &'a [&'a str],
    script: &'a str,
    connections: usize,
    seconds: u64,
}

/// Sends requests as fast as they are answered.
fn wrk(folder: &Path, server: &Server, load: &Load<'_>) -> Result<Measured, String> {
    let before = server.busy()?;
    let mut command = Command::new("wrk");
    command
        .args(["-t1", "--latency", "--timeout", "10s"])
        .arg(format!("-c{}", load.connections))
        .arg(format!("-d{}s", load.seconds));
    for header in load.headers {
        command.args(["-H", header]);
    }
    if !load.script.is_empty() {
        command.arg("-s").arg(folder.join(load.script));
    }
    command
        .env("STRATA_ADDRESSES", folder.join("addresses"))
        .env("STRATA_DECODE", DECODE)
        .arg(format!("http://{}{}", server.address(), load.path));
    let output = command.output().map_err(|error| format!("wrk: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() || text.contains("Non-2xx") || text.contains("Socket errors") {
        return Err(format!("{} did not answer well:\n{text}", load.path));
    }
    let busy = server.busy()?.saturating_sub(before);
    measured(&text, busy).ok_or_else(|| format!("wrk printed no figures:\n{text}"))
}

/// Requests per second, the 99th percentile of latency, and processor time per request, in seconds.
struct Measured {
    rate: f64,
    p99: f64,
    cost: f64,
}

/// Parses wrk's output.
fn measured(text: &str, busy: Duration) -> Option<Measured> {
    let after = |name: &str| {
        let mut lines = text.lines().map(str::trim);
        lines
            .find_map(|line| line.strip_prefix(name))
            .map(str::trim)
    };
    let answered = text
        .lines()
        .find_map(|line| line.split_once(" requests in "));
    let answered: f64 = answered?.0.trim().parse().ok()?;
    let p99 = after("99%")?;
    let (number, unit) = p99.split_at(p99.find(|letter: char| letter.is_ascii_alphabetic())?);
    let unit = [("us", 1e-6), ("ms", 1e-3), ("s", 1.0), ("m", 60.0)]
        .iter()
        .find(|(name, _)| *name == unit)?;
    Some(Measured {
        rate: after("Requests/sec:")?.parse().ok()?,
        p99: number.parse::<f64>().ok()? * unit.1,
        cost: busy.as_secs_f64() / answered.max(1.0),
    })
}

fn row(all: &[Measured]) -> String {
    let middle = |figure: fn(&Measured) -> f64| median(all.iter().map(figure).collect());
    format!(
        "{:>9.0} {:>6.2} ms {:>5.0} µs",
        middle(|it| it.rate),
        middle(|it| it.p99) * 1e3,
        middle(|it| it.cost) * 1e6
    )
}

/// Reports memory growth. The first half of the turns fills caches and the allocator; the second half must not add to
/// that.
fn tell_growth(amid: &str, turns: &[f64], report: &mut Report) {
    let each: Vec<String> = turns.iter().map(|turn| format!("{turn:.0}")).collect();
    println!("  memory           {} MB, turn by turn", each.join(", "));
    if let (Some(half), Some(last)) = (turns.get(turns.len() / 2), turns.last()) {
        report.demand(last - half <= GROWTH.max(half * GROWTH_PART), || {
            format!("{amid}: the server grew from {half:.0} to {last:.0} MB")
        });
    }
}

/// Whether a connection is still open after that read.
fn stands(done: std::io::Result<usize>) -> bool {
    match done {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::WouldBlock,
    }
}

fn post(path: &str, media_type: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// Sends a request and discards the answer, which must be successful.
fn discard_answer(server: &Server, request: &[u8]) -> Result<(), String> {
    let mut client = server.connect()?;
    client
        .set_read_timeout(Some(TIMEOUT * 10))
        .map_err(|error| error.to_string())?;
    client
        .write_all(request)
        .map_err(|error| error.to_string())?;
    let (mut part, mut begin) = (vec![0; 1 << 16], Vec::new());
    loop {
        match client.read(&mut part).map_err(|error| error.to_string())? {
            0 => break,
            length if begin.len() < 12 => begin.extend(&part[..length]),
            _ => {}
        }
    }
    match begin.starts_with(b"HTTP/1.1 200") {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&begin)
            .lines()
            .next()
            .unwrap_or("no answer")
            .to_owned()),
    }
}

/// The requests of `hostile.txt`.
fn hostile() -> Vec<Vec<u8>> {
    let section = |name: &str| -> Vec<Vec<u8>> {
        let of = |line: &&str| !line.is_empty();
        let lines = HOSTILE
            .lines()
            .skip_while(|line| *line != format!("[{name}]"))
            .skip(1);
        lines
            .take_while(|line| !(line.starts_with('[') && line.ends_with(']')))
            .filter(of)
            .map(bytes)
            .collect()
    };
    let spoilt = |text: &[u8], junk: &[u8]| {
        let (first, second) = text.split_at(text.len() / 2);
        [[text, junk].concat(), [first, junk, second].concat()]
    };
    let asking = |path: &[u8], header: &[u8]| {
        [
            b"GET ",
            path,
            b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n",
            header,
            b"\r\n",
        ]
        .concat()
    };
    let junk = section("junk");
    let mut requests = Vec::new();
    for path in section("path") {
        requests.push(asking(&path, b""));
        for path in junk.iter().flat_map(|junk| spoilt(&path, junk)) {
            requests.push(asking(&path, b""));
        }
    }
    for header in section("header") {
        for value in section("value") {
            requests.push(asking(
                PAGE.as_bytes(),
                &[&header, &b": "[..], &value, b"\r\n"].concat(),
            ));
        }
    }
    for body in section("body") {
        let bodies = junk
            .iter()
            .flat_map(|junk| spoilt(&body, junk))
            .chain([body.clone()]);
        for body in bodies {
            for path in [
                DECODE,
                "/api/v1/structures/_MI_HYPER_SPACE/layouts/1809/x64/decode",
                "/api/v1/validity?arch=x64",
                "/api/v1/identify?arch=x64",
            ] {
                requests.push(post(path, "text/plain", &body));
            }
        }
    }
    requests
}

/// The bytes of a line of a table.
fn bytes(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once('⟦') {
        out.extend(unescaped(before));
        let (inside, behind) = inside.split_once('⟧').unwrap_or((inside, ""));
        let (piece, count) = inside.rsplit_once('×').unwrap_or((inside, "1"));
        out.extend(unescaped(piece).repeat(count.parse().unwrap_or(1)));
        rest = behind;
    }
    out.extend(unescaped(rest));
    out
}

/// Replaces `\r`, `\n`, `\t`, `\0`, `\\` and `\xNN`; any other backslash is literal.
fn unescaped(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let hex = rest
            .get(2..4)
            .and_then(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok());
        let (byte, length) = match (first, behind.first(), hex) {
            (b'\\', Some(b'x'), Some(byte)) => (byte, 4),
            (b'\\', Some(b'r'), _) => (b'\r', 2),
            (b'\\', Some(b'n'), _) => (b'\n', 2),
            (b'\\', Some(b't'), _) => (b'\t', 2),
            (b'\\', Some(b'0'), _) => (0, 2),
            (b'\\', Some(b'\\'), _) => (b'\\', 2),
            (byte, ..) => (*byte, 1),
        };
        out.push(byte);
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stands_for_its_bytes() {
        assert_eq!(bytes(r"GET /⟦a×3⟧\x41\r\n\0\q"), b"GET /aaaA\r\n\0\\q");
        assert!(hostile().len() > 1000);
    }

    #[test]
    fn what_wrk_prints_is_read() {
        let text = "  Latency Distribution\n     50%   92.00us\n     99%    1.50ms\n  20000 requests in 1.10s, 2.90GB read\n\
                    Requests/sec:  18851.18\n";
        let read = measured(text, Duration::from_secs(1)).unwrap();
        assert_eq!(
            (read.rate, read.p99, read.cost),
            (18851.18, 0.0015, 0.00005)
        );
        assert!(measured("nothing", Duration::ZERO).is_none());
    }
}
