//! Strata in a real browser.

mod browser {
    mod decode;
    mod explore;
    mod finding;
    mod harness;
    mod shell;
}
