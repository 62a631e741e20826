//! Tests that every notation in the data round-trips.

use strata_core::cell::OffsetCell;
use strata_core::ctype::{CType, Declaration};
use strata_core::{Arch, Point, Versions};
use strata_tests::data::{dataset, layouts_of, raw};

#[test]
fn cells_versions_and_declarations_round_trip() {
    let mut seen = 0;
    for file in &raw().structures {
        for row in &file.content.row {
            for cell in [&row.x86, &row.x64].into_iter().flatten() {
                let parsed: OffsetCell = cell.parse().unwrap();
                assert_eq!(parsed.to_string().parse(), Ok(parsed), "{cell}");
                seen += 1;
            }
            let versions: Versions = row.versions.parse().unwrap();
            assert_eq!(versions.to_string(), row.versions);
            if let Ok(declaration) = row.declaration.parse::<Declaration>() {
                assert_eq!(
                    declaration.to_string().parse(),
                    Ok(declaration.clone()),
                    "{}",
                    row.declaration
                );
                assert_eq!(
                    declaration.ty.to_string().parse::<CType>(),
                    Ok(declaration.ty),
                    "{}",
                    row.declaration
                );
            }
        }
    }
    assert!(seen > 250, "only {seen} cells were read");
}

#[test]
fn points_and_structure_names_round_trip() {
    for structure in dataset().audited() {
        let name = &structure.name;
        assert_eq!(
            &name.to_string().parse::<strata_core::TypeName>().unwrap(),
            name
        );
        for layout in layouts_of(structure) {
            assert_eq!(layout.point.to_string().parse::<Point>(), Ok(layout.point));
        }
    }
    for arch in Arch::ALL {
        assert_eq!(arch.to_string().parse::<Arch>(), Ok(arch));
    }
}
