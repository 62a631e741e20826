//! Compares the second transcription, made from the articles alone, with the published values of the data files.

use std::collections::BTreeMap;
use std::path::Path;

use strata_core::article::Table;
use strata_core::{Arch, Release};
use strata_tests::data::{audited, dataset};

fn lines(file: &str, header: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("transcription")
        .join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(header), "{file}");
    lines
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

type Offsets = BTreeMap<(String, Arch, Release), u32>;

fn published(table: &Table) -> Offsets {
    let mut offsets = Offsets::new();
    for row in &table.rows {
        for arch in Arch::IN_ARTICLES {
            for release in Release::all() {
                if let Some(offset) = table.offset(row, release, arch) {
                    offsets.insert((row.id.to_string(), arch, release), offset.get());
                }
            }
        }
    }
    offsets
}

#[test]
fn every_published_offset_was_read_twice_and_alike() {
    let mut total = 0;
    for structure in dataset().audited() {
        let name = &structure.name;
        let mut second = Offsets::new();
        for line in lines(&format!("{name}.tsv"), "row\tarch\trelease\toffset") {
            let [row, arch, release, offset] = &line[..] else {
                panic!("{name}: {line:?}")
            };
            let offset = offset.parse::<strata_core::ByteOffset>().unwrap().get();
            let key = (row.clone(), arch.parse().unwrap(), release.parse().unwrap());
            assert_eq!(
                second.insert(key, offset),
                None,
                "{name}: {line:?} stands twice"
            );
        }
        let first = published(&audited(structure).article.published);
        let differ: Vec<_> = first
            .iter()
            .filter(|(key, offset)| second.get(key) != Some(offset))
            .collect();
        assert!(
            differ.is_empty(),
            "{name}: the first transcription has {differ:?}"
        );
        let lacking: Vec<_> = second
            .keys()
            .filter(|key| !first.contains_key(key))
            .collect();
        assert!(
            lacking.is_empty(),
            "{name}: the second transcription alone has {lacking:?}"
        );
        total += second.len();
    }
    assert!(total > 1500, "only {total} offsets were compared");
}

#[test]
fn every_published_size_was_read_twice_and_alike() {
    let mut second = BTreeMap::new();
    for line in lines("sizes.tsv", "structure\tarch\trelease\tsize") {
        let [structure, arch, release, size] = &line[..] else {
            panic!("{line:?}")
        };
        let size: strata_core::ByteSize = size.parse().unwrap();
        second.insert(
            (
                structure.clone(),
                arch.parse().unwrap(),
                release.parse().unwrap(),
            ),
            size,
        );
    }
    let mut first = BTreeMap::new();
    for structure in dataset().audited() {
        for (release, arch, size) in audited(structure).article.published.stated_sizes() {
            first.insert((structure.name.to_string(), arch, release), size);
        }
    }
    assert_eq!(first, second);
}

#[test]
fn every_remark_was_read_twice_and_alike() {
    let mut second = lines("remarks.tsv", "structure\trow\tremark");
    second.sort();
    let mut first: Vec<Vec<String>> = Vec::new();
    for structure in dataset().audited() {
        for row in audited(structure)
            .article
            .published
            .rows
            .iter()
            .filter(|row| !row.remark.is_empty())
        {
            first.push(vec![
                structure.name.to_string(),
                row.id.to_string(),
                row.remark.clone(),
            ]);
        }
    }
    first.sort();
    assert_eq!(first, second);
}

#[test]
fn every_bit_was_read_twice_and_alike() {
    let second = lines("bits.tsv", "row\tdeclaration\tarch\tmask\tversions\tremark");
    let mut first: Vec<Vec<String>> = Vec::new();
    for structure in dataset().audited() {
        for bit in &audited(structure).article.published.bits {
            for arch in Arch::IN_ARTICLES {
                let Some(mask) = bit.masks.get(arch).copied().flatten() else {
                    continue;
                };
                let (row, versions) = (bit.id.to_string(), bit.versions.to_string());
                let mask = format!("{:#x}", mask.mask());
                first.push(vec![
                    row,
                    bit.definition.clone(),
                    arch.to_string(),
                    mask,
                    versions,
                    bit.remark.clone(),
                ]);
            }
        }
    }
    assert_eq!(first, second);
}
