//! Exports, each proved by a tool that reads it: what the tool makes of it must be what the layouts say.

#[path = "exports/c.rs"]
mod c;
#[path = "exports/clang.rs"]
mod clang;
#[path = "exports/expected.rs"]
mod expected;
#[path = "exports/golden.rs"]
mod golden;
#[path = "exports/layouts.rs"]
mod layouts;
#[path = "exports/specimen.rs"]
mod specimen;
