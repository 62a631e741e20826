//! Verifies that every image survives the round trip through the catalogue, and that two sources of one image agree.

use std::collections::BTreeMap;

use anyhow::{Result, bail, ensure};
use strata_core::catalogue::{Catalogue, Definition};
use strata_core::name::TypeName;
use strata_import::{CORRECTED_BITS, NoteKind};
use xtask::round_trip::{self, has_same_order, is_same};

use super::{SourceFile, VERGILIUS};
use crate::{debian, workspace};

/// Compares the catalogue with the files that it was made of, image by image.
pub(super) fn verify(catalogue: &Catalogue, files: &[SourceFile]) -> Result<()> {
    let mut of_image: BTreeMap<_, Vec<&SourceFile>> = BTreeMap::new();
    for file in files {
        let key = file.imported.file.image.key();
        of_image.entry(key).or_default().push(file);
    }
    let (mut definitions, mut rows, mut declared, mut reordered) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for (key, files) in &of_image {
        let index = catalogue.image_at(key.0, key.1, key.2);
        let id = files[0].imported.file.image.id();
        let Some(out) = index.and_then(|index| catalogue.symbol_file(index)) else {
            bail!("{id} is not in the catalogue");
        };
        let named = by_name(&out.definitions);
        for file in files {
            let own = &file.imported.file;
            for definition in &own.definitions {
                definitions += 1;
                rows += definition.members.len() + definition.values.len();
                match same(&named, definition) {
                    None => wrong.push(format!("{id}: {} comes out otherwise", definition.name)),
                    // Vergilius' files keep the order of declaration.
                    Some(out) if file.publisher.source == VERGILIUS.source => {
                        reordered += usize::from(!has_same_order(out, definition));
                    }
                    Some(_) => {}
                }
            }
            declared += own.declared.len();
            for name in own.declared.iter().map(TypeName::as_str) {
                if !named.contains_key(name) && out.declared.iter().all(|it| it.as_str() != name) {
                    wrong.push(format!("{id}: {name} is declared, and does not come out"));
                }
            }
        }
        let all = files.iter().flat_map(|it| &it.imported.file.definitions);
        let stated = by_name(all);
        let more = out
            .definitions
            .iter()
            .filter(|it| same(&stated, it).is_none());
        wrong.extend(more.map(|it| format!("{id}: {} is in no file", it.name)));
        let notes = files.iter().flat_map(|file| &file.imported.notes);
        let corrected = notes.filter(|it| files.len() > 1 && it.kind == NoteKind::Corrected);
        let strange = corrected.filter(|note| {
            let is_it = |about: &str| CORRECTED_BITS.iter().any(|(name, ..)| about == *name);
            note.about.as_deref().is_some_and(|about| !is_it(about))
        });
        wrong.extend(strange.map(|note| format!("{id}: {note}")));
    }
    let witnesses = of_image.values().filter(|files| files.len() > 1).count();
    println!(
        "{} files of {} images: {definitions} definitions with {rows} rows and {declared} declarations come out as they went in\n\
         {reordered} of them come out in the order in which another file states the same layout\n\
         two witnesses agree about each of {witnesses} images, but for the bits that are listed as corrected",
        files.len(),
        of_image.len()
    );
    all_right(&wrong)
}

type Named<'a> = BTreeMap<&'a str, Vec<&'a Definition>>;

fn by_name<'a>(definitions: impl IntoIterator<Item = &'a Definition>) -> Named<'a> {
    let mut named = Named::new();
    for it in definitions {
        named.entry(it.name.as_str()).or_default().push(it);
    }
    named
}

/// The definition of that name that is the same.
fn same<'a>(named: &Named<'a>, definition: &Definition) -> Option<&'a Definition> {
    let same_name = named.get(definition.name.as_str())?;
    same_name.iter().copied().find(|it| is_same(it, definition))
}

/// Exports every image, and reads the export back.
pub(super) fn round_trips(catalogue: &Catalogue) -> Result<()> {
    debian::require("the proof of exported images", "clang lld-link")?;
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
                Err(problem) => wrong.push(format!("{problem:#}")),
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
