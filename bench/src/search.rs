//! The search over a hundred thousand members that nobody ever had: how long the slowest queries take.

use std::path::Path;
use std::time::Instant;

use serde_json::Value;
use strata_bench_decoder::Searcher;
use strata_core::raw::{RawFile, RawRow, RawSize, RawStructure};
use strata_server::data::DataFiles;

/// How many structures.
const STRUCTURES: usize = 1000;
/// How many members each has.
const MEMBERS: usize = 100;
/// How often each query is asked.
const ROUNDS: usize = 20;
/// What names are made of.
const WORDS: [&str; 16] = [
    "Buffer", "Logger", "Event", "Queue", "Thread", "Process", "Handle", "Context", "Count",
    "Lost", "Clock", "Stack", "Silo", "Guid", "Flags", "Lock",
];
/// What people type, letter by letter where it is a name; some of it finds nearly everything, some nothing.
const QUERIES: [&str; 16] = [
    "b",
    "bu",
    "buf",
    "buffer",
    "BufferLogger17",
    "logger context",
    "SYN_EVENT_QUEUE_512",
    "0x58 x64",
    "+0x10",
    "SYN_EVENT_QUEUE_512+0x18",
    "size 0x190",
    "ULONG",
    "Bufferr Logegr",
    "LoggreEvnt",
    "qqqqqqqq",
    "6.1",
];

/// The searches, natively, and what the page needs for the same in `folder`.
pub(crate) fn run(folder: &Path) -> Result<(), String> {
    let bundle = synthetic()?;
    let searcher = Searcher::new(&bundle)?;
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        for query in QUERIES {
            let start = Instant::now();
            std::hint::black_box(searcher.search(query));
            times.push(start.elapsed().as_secs_f64());
        }
    }
    print("natively", searcher.size(), times);
    let queries = Value::from(QUERIES.to_vec()).to_string();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    write("search-bundle", &bundle)?;
    write("queries.json", queries.as_bytes())
}

/// The middle one and that which 99 of 100 do not pass, in milliseconds.
pub(crate) fn print(where_: &str, size: usize, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = (times.len() as f64 * share) as usize;
        times
            .get(place.min(times.len().saturating_sub(1)))
            .copied()
            .unwrap_or(f64::NAN)
            * 1e3
    };
    println!(
        "search: {size} things, {where_}: median {:.1} ms, 99th percentile {:.1} ms",
        at(0.5),
        at(0.99)
    );
}

/// The built-in data and the structures that nobody ever had.
fn synthetic() -> Result<Vec<u8>, String> {
    let loaded = DataFiles::built_in().load();
    let (mut raw, _) = loaded.map_err(|mistakes| format!("{mistakes:?}"))?;
    let like = raw
        .structures
        .first()
        .ok_or("there are no built-in structures")?
        .content
        .clone();
    for number in 0..STRUCTURES {
        let content = structure(&like, number);
        raw.structures.push(RawFile {
            file: format!("structures/{number}.toml"),
            content,
        });
    }
    borsh::to_vec(&raw).map_err(|error| error.to_string())
}

fn word(number: usize) -> &'static str {
    WORDS.get(number % WORDS.len()).copied().unwrap_or_default()
}

fn structure(like: &RawStructure, number: usize) -> RawStructure {
    let (one, other) = (word(number), word(number / WORDS.len()));
    let row = |member: usize| {
        let offset = Some(format!("{:#04x}", 4 * member));
        let (first, second) = (word(member + number), word(member / 4 + 3 * number));
        RawRow {
            id: format!("member-{member}"),
            declaration: format!("ULONG {first}{second}{member};"),
            x86: offset.clone(),
            x64: offset,
            versions: format!("{} and higher", like.first),
            ..RawRow::default()
        }
    };
    let size = Some(format!("{:#x}", 4 * MEMBERS));
    RawStructure {
        name: format!(
            "SYN_{}_{}_{number}",
            one.to_uppercase(),
            other.to_uppercase()
        ),
        source: like.source.clone(),
        summary: "Made for the bench.".to_owned(),
        certainty: like.certainty.clone(),
        first: like.first.clone(),
        reach: like.reach.clone(),
        size: vec![RawSize {
            versions: format!("{} and higher", like.first),
            x86: size.clone(),
            x64: size,
        }],
        row: (0..MEMBERS).map(row).collect(),
        ..RawStructure::default()
    }
}
