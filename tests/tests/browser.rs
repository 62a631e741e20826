//! Strata in a real browser.

mod browser {
    mod decode;
    mod explore;
    mod harness;
    mod shell;
}
