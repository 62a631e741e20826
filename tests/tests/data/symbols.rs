//! What is restated from symbol files: every nested type that a layout needs is there, sound, and has a source.

use strata_core::ctype::CType;
use strata_core::types::{TypeKind, scalar};
use strata_core::{Arch, ByteOffset, Release};
use strata_tests::data::dataset;

#[test]
fn every_nested_type_is_sound() {
    let types = dataset().catalogue();
    let newest = Release::all().next_back().unwrap();
    for ty in types.iter() {
        assert!(
            !ty.summary.is_empty() && dataset().source(&ty.source).is_some(),
            "{}",
            ty.name
        );
        for layout in &ty.layouts {
            let archs: Vec<Arch> = layout.arch.map_or(Arch::STATED.to_vec(), |arch| vec![arch]);
            for release in layout.versions.releases(newest) {
                for arch in archs.iter().filter(|arch| release.exists_for(**arch)) {
                    for member in &layout.members {
                        let what = format!(
                            "{}.{} at {release} on {arch}",
                            ty.name, member.declaration.name
                        );
                        let measure = types.measure(&member.declaration.ty, release, *arch);
                        let measure =
                            measure.unwrap_or_else(|| panic!("{what}: its type is not known"));
                        let end = member.offset.saturating_add(measure.size);
                        assert!(
                            end <= ByteOffset::new(layout.measure.size.get()),
                            "{what}: beyond the size"
                        );
                        assert!(
                            member.offset.is_aligned(measure.align),
                            "{what}: misaligned"
                        );
                    }
                }
            }
            assert_eq!(
                ty.kind == TypeKind::Enum,
                !layout.values.is_empty(),
                "{}",
                ty.name
            );
        }
    }
}

/// No two layouts of a type claim the same point.
#[test]
fn no_point_of_a_type_is_stated_twice() {
    for ty in dataset().catalogue().iter() {
        for arch in Arch::STATED {
            for release in Release::all().filter(|release| release.exists_for(arch)) {
                let newest = Release::all().next_back().unwrap();
                let here = ty.layouts.iter().filter(|layout| {
                    layout.arch.is_none_or(|only| only == arch)
                        && layout.versions.covers(release, newest)
                });
                assert!(here.count() <= 1, "{} at {release} on {arch}", ty.name);
            }
        }
    }
}

#[test]
fn every_type_held_by_value_unfolds() {
    for structure in dataset().structures() {
        for layout in &structure.layouts() {
            for member in layout.members() {
                let Some(name) = member.ty.by_value() else {
                    continue;
                };
                let known = scalar(name, layout.arch()).is_some()
                    || dataset()
                        .types()
                        .layout(name, layout.release, layout.arch())
                        .is_some();
                assert!(
                    known,
                    "{} {}: {}",
                    layout.structure,
                    layout.point,
                    CType::Named(name.clone())
                );
            }
        }
    }
}
