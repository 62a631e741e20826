//! Search over all built-in data: the times of the slowest queries.

use std::path::Path;
use std::time::Instant;

use serde_json::Value;
use strata_bench_decoder::Searcher;
use strata_server::data::DataFiles;

/// How often each query is run.
const ROUNDS: usize = 20;
/// Queries as people type them, letter by letter for names; some match nearly everything, some nothing.
pub(crate) const QUERIES: [&str; 18] = [
    "p",
    "pr",
    "prot",
    "protection",
    "_EPROCESS",
    "eprocess token",
    "EtwSiloState",
    "0x58 x64",
    "+0x10",
    "_EPROCESS+0x87a",
    "size 0x88",
    "ULONG",
    "Protecton",
    "Procss Lokc",
    "ActiveProcesLinsk",
    "qqqqqqqq",
    "6.1",
    "10.0.19045.2965",
];

/// Runs the searches natively, and writes the page's input for the same to `folder`.
pub(crate) fn run(folder: &Path) -> Result<(), String> {
    let loaded = DataFiles::built_in().load();
    let (raw, _) = loaded.map_err(|mistakes| format!("{mistakes:?}"))?;
    let bundle = borsh::to_vec(&raw).map_err(|error| error.to_string())?;
    let searcher = Searcher::new(&bundle)?;
    let mut times = Vec::new();
    for round in 0..=ROUNDS {
        for query in QUERIES {
            let start = Instant::now();
            std::hint::black_box(searcher.search(query));
            // The first round initializes the types.
            if round > 0 {
                times.push(start.elapsed().as_secs_f64());
            }
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

/// Prints the median and the 99th percentile, in milliseconds.
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
