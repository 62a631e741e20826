//! Any text as a catalogue, under the hash that fits it: it is read, or an error says where not. What is sound comes out of the
//! builder as it went in.
#![no_main]

use libfuzzer_sys::fuzz_target;
use strata_core::catalogue::{Builder, Catalogue, FORMAT};

/// FNV-1a, as the first line of a catalogue has it.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fuzz_target!(|data: &[u8]| {
    let rest = String::from_utf8_lossy(data);
    let text = format!("strata-catalogue {FORMAT} {:016x}\n{rest}", hash(&rest));
    let catalogue = match Catalogue::read(&text) {
        Ok(catalogue) => catalogue,
        Err(error) => {
            assert!(!error.problem.starts_with("the hash"), "{}", error.problem);
            return;
        }
    };
    if catalogue.check().is_empty() {
        let again = Builder::from_catalogue(&catalogue).finish();
        let again = Catalogue::read(&again).expect("what is written is read");
        assert_eq!(again.check(), []);
    }
});
