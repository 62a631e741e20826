//! Fuzzes the importer: any bytes as a symbol file are read, or an error states the place. The result is written as a
//! catalogue and read back. The file has the name of a PDB file, which identifies the image.
#![no_main]

use libfuzzer_sys::fuzz_target;
use strata_core::catalogue::Builder;
use strata_import::Hints;

fuzz_target!(|data: &[u8]| {
    let Ok(imported) = strata_import::read("fuzz.pdb", data, &Hints::default()) else {
        return;
    };
    let mut builder = Builder::default();
    builder.add(imported.file);
    let catalogue = builder.finish().expect("what is written is read");
    assert_eq!(catalogue.check(), []);
});
