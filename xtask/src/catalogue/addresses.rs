//! Addresses of symbols, extracted from ISF files.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use serde::Deserialize;
use strata_core::addresses::{self, Table};

use super::SourceFile;

/// The part of an ISF file with the symbols' addresses.
#[derive(Deserialize)]
struct Isf {
    #[serde(default)]
    symbols: BTreeMap<String, Symbol>,
}

#[derive(Deserialize)]
struct Symbol {
    /// Relative to the image base, in bytes.
    address: u64,
}

/// The symbols of one image, by name.
type Symbols = BTreeMap<String, u32>;

/// The symbols of an ISF file, without those whose names are no identifiers: strings, and compiler-generated names.
pub(super) fn read(content: &[u8]) -> serde_json::Result<Symbols> {
    let isf: Isf = serde_json::from_slice(content)?;
    let address = |(name, symbol): (String, Symbol)| {
        let address = u32::try_from(symbol.address).ok()?;
        is_identifier(&name).then_some((name, address))
    };
    Ok(isf.symbols.into_iter().filter_map(address).collect())
}

fn is_identifier(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit())
}

/// The addresses of all images that have any, in the format of [`strata_core::addresses`].
pub(super) fn text(source: &str, files: &[SourceFile]) -> String {
    let images = files.iter().filter_map(|file| {
        let image = &file.imported.file.image;
        let symbols = file.symbols.as_ref().filter(|it| !it.is_empty())?;
        Some(((image.module.clone(), image.arch, image.build()?), symbols))
    });
    let mut images: Vec<_> = images.collect();
    images.sort();
    let (keys, images): (Vec<_>, Vec<&Symbols>) = images.into_iter().unzip();
    // Ordered by address in the newest image that has the symbol: neighbours keep their distances.
    let mut order: BTreeMap<&str, (usize, u32)> = BTreeMap::new();
    for (age, symbols) in images.iter().rev().enumerate() {
        for (name, address) in *symbols {
            order.entry(name).or_insert((age, *address));
        }
    }
    let mut names: Vec<&str> = order.keys().copied().collect();
    names.sort_by_key(|name| (order[name], *name));
    let addresses = |name| images.iter().map(|it| it.get(name).copied()).collect();
    let symbols: Vec<(&str, Vec<Option<u32>>)> = names
        .into_iter()
        .map(|name| (name, addresses(name)))
        .collect();
    addresses::write(source, &keys, &symbols)
}

/// Verifies every address of a text against the files.
pub(super) fn verify(text: &str, files: &[SourceFile]) -> Result<()> {
    let table = Table::read(text)?;
    let mut count = 0;
    for file in files {
        let image = &file.imported.file.image;
        for (name, address) in file.symbols.iter().flatten() {
            let symbol = table.symbol_named(name).filter(|it| it.name == name);
            if symbol.and_then(|it| it.at(image)) != Some(Some(*address)) {
                bail!("{name} is not at {address:#x} in {}", image.id());
            }
            count += 1;
        }
    }
    println!(
        "{count} addresses of {} symbols in {} images come out as they went in",
        table.len(),
        table.images.len()
    );
    Ok(())
}
