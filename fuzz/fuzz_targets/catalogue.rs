//! Fuzzes the catalogue reader: any text, with a matching hash, is read, or an error states the place. A sound
//! catalogue survives the builder unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use strata_core::catalogue::{Builder, Catalogue, headed};

fuzz_target!(|data: &[u8]| {
    let text = headed(&String::from_utf8_lossy(data));
    let catalogue = match Catalogue::read(&text) {
        Ok(catalogue) => catalogue,
        Err(error) => {
            assert!(!error.problem.starts_with("the hash"), "{}", error.problem);
            return;
        }
    };
    if catalogue.check().is_empty() {
        let again = Builder::from_catalogue(&catalogue).finish();
        let again = again.expect("what is written is read");
        assert_eq!(again.check(), []);
    }
});
