//! Strata in a real browser.

mod browser {
    mod harness;
    mod shell;
}
