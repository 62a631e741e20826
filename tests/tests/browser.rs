//! Tests of Strata in a real browser.

mod browser {
    mod axe;
    mod choosing;
    mod decode;
    mod elsewhere;
    mod explore;
    mod exporting;
    mod feel;
    mod finding;
    mod harness;
    mod kernel;
    mod shell;
    mod tasks;
    mod told;
}
