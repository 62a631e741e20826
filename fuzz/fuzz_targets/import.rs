//! Any bytes as a symbol file: they are read, or an error says where they are not. What is read is written as a catalogue, which
//! is read back. The name of the file is that of a PDB file, of which it tells the image.
#![no_main]

use libfuzzer_sys::fuzz_target;
use strata_core::catalogue::{Builder, Catalogue};
use strata_import::Hints;

fuzz_target!(|data: &[u8]| {
    let Ok(imported) = strata_import::read("fuzz.pdb", data, &Hints::default()) else {
        return;
    };
    let mut builder = Builder::default();
    builder.add(imported.file);
    let text = builder.finish();
    let catalogue = Catalogue::read(&text).expect("what is written is read");
    assert_eq!(catalogue.check(), []);
});
