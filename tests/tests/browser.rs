//! Tests of Strata in a real browser.

mod browser {
    mod accessibility_tree;
    mod axe;
    mod choosing;
    mod decode;
    mod elsewhere;
    mod explore;
    mod exporting;
    mod finding;
    mod harness;
    mod kernel;
    mod shell;
    mod tasks;
    mod usability;
}
