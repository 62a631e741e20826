//! Fuzzes the data files: any text is parsed, or each error is reported with its place. Parsed data are audited.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use strata_server::check::check;
use strata_server::data::DataFiles;

/// The files without which no data can be loaded.
static AROUND: LazyLock<DataFiles> = LazyLock::new(|| {
    let built_in = DataFiles::built_in();
    ["sources.toml", "releases.toml", "types/LIST_ENTRY.toml"]
        .into_iter()
        .fold(DataFiles::default(), |files, name| {
            let text = built_in.text(name).unwrap_or_default();
            files.with(name, text.to_owned())
        })
});

fuzz_target!(|data: &[u8]| {
    let Some((kind, text)) = data.split_first() else {
        return;
    };
    let name = match kind % 5 {
        0 => "types/fuzz.toml",
        1 => "constants.toml",
        2 => "sources.toml",
        3 => "releases.toml",
        _ => "structures/fuzz.toml",
    };
    let text = String::from_utf8_lossy(text).into_owned();
    let outcome = check(&AROUND.clone().with(name, text));
    drop(outcome.to_string());
});
