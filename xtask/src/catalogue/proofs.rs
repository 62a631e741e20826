//! Verifies that every image survives the round trip through the catalogue, and that two sources of one image agree.

use std::collections::BTreeMap;

use anyhow::{Result, bail, ensure};
use strata_core::catalogue::{Catalogue, Definition, Image, SymbolFile};
use strata_import::{CORRECTED_BITS, NoteKind};
use xtask::round_trip::{self, has_same_order, is_same};

use super::{SourceFile, VERGILIUS};
use crate::{debian, workspace};

/// The counts of comparisons, and the errors.
#[derive(Default)]
struct Tally {
    definitions: usize,
    rows: usize,
    /// Definitions in the row order of another file with the same layout.
    reordered: usize,
    declared: usize,
    wrong: Vec<String>,
}

pub(super) fn verify(catalogue: &Catalogue, files: &[SourceFile]) -> Result<()> {
    let mut of_image: BTreeMap<_, Vec<&SourceFile>> = BTreeMap::new();
    for file in files {
        of_image
            .entry(file.imported.file.image.key())
            .or_default()
            .push(file);
    }
    let mut tally = Tally::default();
    let mut witnesses = 0;
    for (key, files) in &of_image {
        let index = catalogue.image_at(key.0, key.1, key.2);
        let Some(out) = index.and_then(|index| catalogue.symbol_file(index)) else {
            let id = files[0].imported.file.image.id();
            bail!("{id} is not in the catalogue");
        };
        for file in files {
            tally.compare(
                &out,
                &file.imported.file,
                file.publisher.source == VERGILIUS.source,
            );
        }
        tally.nothing_more(&out, files);
        if files.len() > 1 {
            witnesses += 1;
            tally.known_corrections(&out.image, files);
        }
    }
    let Tally {
        definitions,
        rows,
        reordered,
        declared,
        wrong,
    } = tally;
    println!(
        "{} files of {} images: {definitions} definitions with {rows} rows and {declared} declarations come out as they went in",
        files.len(),
        of_image.len()
    );
    println!(
        "{reordered} of them come out in the order in which another file states the same layout"
    );
    println!(
        "two witnesses agree about each of {witnesses} images, but for the bits that are listed as corrected"
    );
    all_right(&wrong)
}

/// Exports every image, and reads the export back.
pub(super) fn round_trips(catalogue: &Catalogue) -> Result<()> {
    debian::require(&debian::COMPILE)?;
    let folder = workspace::target().join("verify");
    workspace::make(&folder)?;
    let (mut definitions, mut wrong) = (0, Vec::new());
    for (index, _) in catalogue.numbered_images() {
        let isf = round_trip::by_isf(catalogue, index);
        let pdb = round_trip::by_pdb(catalogue, index, &folder);
        for compared in [isf, pdb] {
            match compared {
                Ok(compared) => {
                    definitions += compared.definitions;
                    wrong.extend(compared.wrong);
                }
                Err(problem) => wrong.push(problem),
            }
        }
    }
    println!(
        "{definitions} definitions of {} images come back from the ISF files and PDB files that they are exported to",
        catalogue.images().len()
    );
    all_right(&wrong)
}

/// Fails with all errors.
pub(super) fn all_right(wrong: &[String]) -> Result<()> {
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

impl Tally {
    /// Checks that the catalogue has each definition of a file. `ordered`: whether the file keeps declaration order.
    fn compare(&mut self, out: &SymbolFile, file: &SymbolFile, ordered: bool) {
        let id = out.image.id();
        let mut by_name: BTreeMap<&str, Vec<&Definition>> = BTreeMap::new();
        for definition in &out.definitions {
            by_name
                .entry(definition.name.as_str())
                .or_default()
                .push(definition);
        }
        for definition in &file.definitions {
            self.definitions += 1;
            self.rows += definition.members.len() + definition.values.len();
            let same_name = by_name.get(definition.name.as_str());
            let found = same_name
                .into_iter()
                .flatten()
                .find(|out| is_same(out, definition));
            match found {
                None => {
                    let name = &definition.name;
                    self.wrong.push(format!("{id}: {name} comes out otherwise"));
                }
                Some(out) if ordered => {
                    self.reordered += usize::from(!has_same_order(out, definition));
                }
                Some(_) => {}
            }
        }
        for name in &file.declared {
            self.declared += 1;
            let is = |other: &strata_core::TypeName| other.as_str() == name.as_str();
            if !out.declared.iter().any(is) && !by_name.contains_key(name.as_str()) {
                let lost = format!("{id}: {name} is declared, and does not come out");
                self.wrong.push(lost);
            }
        }
    }

    /// Checks that each definition in the catalogue is in one of the files.
    fn nothing_more(&mut self, out: &SymbolFile, files: &[&SourceFile]) {
        for definition in &out.definitions {
            let all = files
                .iter()
                .flat_map(|file| &file.imported.file.definitions);
            let mut same_name = all.filter(|it| it.name.as_str() == definition.name.as_str());
            if !same_name.any(|it| is_same(definition, it)) {
                let (id, name) = (out.image.id(), &definition.name);
                self.wrong.push(format!("{id}: {name} is in no file"));
            }
        }
    }

    /// Checks that only the listed bits are corrected.
    fn known_corrections(&mut self, image: &Image, files: &[&SourceFile]) {
        for note in files.iter().flat_map(|file| &file.imported.notes) {
            let about = note.about.as_deref();
            let listed = CORRECTED_BITS.iter().any(|(name, ..)| about == Some(*name));
            if note.kind == NoteKind::Corrected && about.is_some() && !listed {
                self.wrong.push(format!("{}: {note}", image.id()));
            }
        }
    }
}
