//! What the texts are called as files.

use crate::name::TypeName;
use crate::point::Point;

use super::Format;

/// The file that a layout is exported to: `ETW_PMC_SUPPORT-2004-x64.h`.
#[must_use]
pub fn file_name(structure: &TypeName, point: Point, format: Format) -> String {
    let Point { version, arch } = point;
    format!("{structure}-{version}-{arch}.{}", format.extension())
}

/// Where it stands among the files of many layouts in several formats: `c/ETW_PMC_SUPPORT/ETW_PMC_SUPPORT-2004-x64.h`.
#[must_use]
pub fn path_in_archive(structure: &TypeName, point: Point, format: Format) -> String {
    let name = file_name(structure, point, format);
    format!("{format}/{structure}/{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_by_structure_point_and_format() {
        let name: TypeName = "ETW_PMC_SUPPORT".parse().unwrap();
        let point = "10.0.19041.264/x64".parse().unwrap();
        assert_eq!(
            path_in_archive(&name, point, Format::C),
            "c/ETW_PMC_SUPPORT/ETW_PMC_SUPPORT-10.0.19041.264-x64.h"
        );
    }
}
