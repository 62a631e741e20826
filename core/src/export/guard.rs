//! Macros by which headers and nested types are read once: one for each at each point.

use super::model::Unit;
use crate::catalogue::Image;
use crate::release::Version;

/// `STRATA_ETW_REALTIME_CONSUMER_6_2_X64_H`
pub(super) fn of_header(unit: &Unit) -> String {
    format!("{}_H", at_point(unit, &unit.provenance.structure.in_c()))
}

/// `STRATA_LIST_ENTRY_6_2_X64`
pub(super) fn of_type(unit: &Unit, name: &str) -> String {
    at_point(unit, name)
}

/// `STRATA_NTOSKRNL_10_0_19041_264_X64_H`
pub(super) fn of_image(image: &Image) -> String {
    format!("STRATA_{}_H", plain(&image.id().to_ascii_uppercase()))
}

fn plain(text: &str) -> String {
    text.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}

fn at_point(unit: &Unit, name: &str) -> String {
    let point = unit.provenance.point;
    let kind = match point.version {
        Version::Release(_) => "",
        Version::Build(_) => "BUILD_",
        Version::Pdb(_) => "PDB_",
    };
    let (version, arch) = (point.version.to_string(), point.arch.as_str());
    let behind = plain(&format!("{kind}{version}_{arch}").to_ascii_uppercase());
    // Types differ where only the case of their names does.
    format!("STRATA_{name}_{behind}")
}
