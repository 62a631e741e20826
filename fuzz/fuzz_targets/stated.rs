//! Fuzzes the judge of declarations: any text is judged or refused, and findings refer to existing lines.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use strata_core::Dataset;
use strata_core::stated::judge::{JudgeOptions, judge};
use strata_server::data::DataFiles;
use strata_server::stated::{read, report, text};

static DATA: LazyLock<Dataset> = LazyLock::new(|| {
    let loaded = DataFiles::built_in().load();
    loaded.expect("the built-in data are sound").1
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = text(bytes) else { return };
    let Ok(stated) = read(&text, &DATA) else {
        return;
    };
    let Ok(judged) = judge(&stated, &DATA, JudgeOptions::default()) else {
        return;
    };
    let lines = text.split('\n').count();
    for finding in judged.all_findings() {
        let line = finding.line.unwrap_or(1);
        assert!((1..=lines).contains(&line), "line {line} of {lines}");
    }
    drop(report::text("fuzz", &text, &judged));
});
