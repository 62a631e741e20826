//! Words that cannot be names in a header for SyntheticTypes.

use super::super::{c, names};

/// Macros that its reader defines, and what it puts on each instance.
const OWN: &[&str] = &[
    "ANYSIZE_ARRAY",
    "DUMMYSTRUCTNAME",
    "DUMMYUNIONNAME",
    "IN",
    "MAX_PATH",
    "OUT",
    "targetLocation",
    "targetSize",
];

/// These, and what is none in C.
pub(in super::super) const RESERVED: &[&str] =
    &names::joined::<{ c::RESERVED.len() + OWN.len() }>(c::RESERVED, OWN);
