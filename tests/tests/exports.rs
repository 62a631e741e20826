//! Exports, each proved by a tool that reads it: what the tool makes of it must be what the layouts say.

#[path = "exports/bt.rs"]
mod bt;
#[path = "exports/c.rs"]
mod c;
#[path = "exports/clang.rs"]
mod clang;
#[path = "exports/cstruct.rs"]
mod cstruct;
#[path = "exports/csv.rs"]
mod csv;
#[path = "exports/dt.rs"]
mod dt;
#[path = "exports/enumerations.rs"]
mod enumerations;
#[path = "exports/expected.rs"]
mod expected;
#[path = "exports/golden.rs"]
mod golden;
#[path = "exports/hexpat.rs"]
mod hexpat;
#[path = "exports/images.rs"]
mod images;
#[path = "exports/imhex.rs"]
mod imhex;
#[path = "exports/isf.rs"]
mod isf;
#[path = "exports/ksy.rs"]
mod ksy;
#[path = "exports/layouts.rs"]
mod layouts;
#[path = "exports/leaves.rs"]
mod leaves;
#[path = "exports/md.rs"]
mod md;
#[path = "exports/members.rs"]
mod members;
#[path = "exports/pahole.rs"]
mod pahole;
#[path = "exports/planted.rs"]
mod planted;
#[path = "exports/python.rs"]
mod python;
#[path = "exports/rust.rs"]
mod rust;
#[path = "exports/rustc.rs"]
mod rustc;
#[path = "exports/specimen.rs"]
mod specimen;
#[path = "exports/synthetic.rs"]
mod synthetic;
#[path = "exports/syntypes.rs"]
mod syntypes;
#[path = "exports/values.rs"]
mod values;
