//! Strata in a real browser.

mod browser {
    mod decode;
    mod harness;
    mod shell;
}
