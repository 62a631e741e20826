//! Macros by which headers and nested types are read once: one for each at each point.

use super::model::Unit;
use crate::release::Version;

/// `STRATA_ETW_REALTIME_CONSUMER_6_2_X64_H`
pub(super) fn of_header(unit: &Unit) -> String {
    format!("{}_H", at_point(unit, &unit.provenance.structure.in_c()))
}

/// `STRATA_LIST_ENTRY_6_2_X64`
pub(super) fn of_type(unit: &Unit, name: &str) -> String {
    at_point(unit, name)
}

fn at_point(unit: &Unit, name: &str) -> String {
    let point = unit.provenance.point;
    let kind = match point.version {
        Version::Release(_) => "",
        Version::Build(_) => "BUILD_",
        Version::Pdb(_) => "PDB_",
    };
    let (version, arch) = (point.version.to_string(), point.arch.as_str());
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let behind = format!("{kind}{version}_{arch}").to_ascii_uppercase();
    let behind: String = behind.chars().map(plain).collect();
    // Types differ where only the case of their names does.
    format!("STRATA_{name}_{behind}")
}
