//! Fuzzes the decoder: any bytes as any structure of the built-in data, with values, findings, text, JSON and
//! identification. Nothing panics, and no item lies outside its parent.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use strata_core::Dataset;
use strata_core::decode::identify::{CandidateScope, Others, identify};
use strata_core::decode::memory::Memory;
use strata_core::decode::read::{Reading, raw};
use strata_core::decode::space::Space;
use strata_core::decode::wire::to_wire;
use strata_core::decode::{Options, decode};
use strata_server::data::DataFiles;

static DATASET: LazyLock<Dataset> = LazyLock::new(|| match DataFiles::built_in().load() {
    Ok((_, dataset)) => dataset,
    Err(mistakes) => panic!("the built-in data are not sound: {mistakes:?}"),
});

#[derive(Arbitrary, Debug)]
struct Case {
    structure: u16,
    layout: u16,
    region: u8,
    at: u16,
    address: Option<u64>,
    base: Option<u64>,
    count: u8,
    from: Option<String>,
    regions: Vec<(Option<u64>, Vec<u8>)>,
}

fuzz_target!(|case: Case| {
    let structures = DATASET.structures();
    let structure = &structures[usize::from(case.structure) % structures.len()];
    let layouts = structure.every_layout();
    // A type that images only declare has no layout.
    let Some(last) = layouts.len().checked_sub(1) else {
        return;
    };
    let layout = &layouts[usize::from(case.layout).min(last)];
    let regions = case
        .regions
        .into_iter()
        .take(4)
        .filter_map(|(base, bytes)| {
            let memory = Memory::new(bytes).ok()?;
            Some(memory.with_base(base))
        });
    let space = Space::new(regions.collect());
    let options = Options {
        region: usize::from(case.region % 4),
        at: u64::from(case.at),
        address: case.address,
        from: case.from.and_then(|path| path.parse().ok()),
        base: case.base,
        count: u32::from(case.count),
    };
    let scope = CandidateScope {
        structure: Some(structure),
        others: Others::by_bytes(&space, &options, true),
        ..CandidateScope::default()
    };
    drop(identify(&DATASET, scope, &space, &options));
    let Ok(decoded) = decode(layout, DATASET.catalogue(), &space, &options) else {
        return;
    };
    for instance in &decoded.instances {
        for member in &instance.members {
            for inner in member.value.children() {
                assert!(inner.offset >= member.offset, "{inner:?} in {member:?}");
            }
        }
    }
    let Ok(empty) = raw(Vec::new()) else { return };
    let reading = Reading { space, ..empty };
    drop(to_wire(&decoded, &reading));
    drop(decoded.to_string());
});
