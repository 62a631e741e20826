//! Every layout as a golden text, and what must hold of any two.

use strata_core::diff::diff;
use strata_core::release::Version;
use strata_core::render::{dt, plain};
use strata_core::{Arch, Layout, Release};
use strata_tests::data::dataset;
use strata_tests::golden::Golden;

#[test]
fn every_layout_is_as_its_golden_text() {
    let mut golden = Golden::new("layouts");
    for structure in dataset().structures() {
        for layout in structure.layouts().iter().chain(&structure.builds) {
            let kind = match layout.point.version {
                Version::Release(_) => "release",
                Version::Build(_) => "build",
            };
            let file = format!(
                "{}-{kind}-{}-{}.txt",
                layout.structure,
                layout.point.version,
                layout.arch()
            );
            golden.add(file, plain::layout(layout));
        }
    }
    golden.check();
}

#[test]
fn dt_text_unfolds_nested_types() {
    let mut golden = Golden::new("dt");
    for (name, version, arch) in [
        ("ETW_REALTIME_CONSUMER", "6.2", "x64"),
        ("ETW_UM_LOGGER_CONTEXT", "6.3", "x86"),
        ("ETW_DATA_SOURCE", "6.0", "x64"),
        ("ETW_PMC_SUPPORT", "1703", "x64"),
        ("ETW_SILODRIVERSTATE", "2004", "x64"),
    ] {
        let found = strata_core::lookup::layout(dataset(), name, version, arch).unwrap();
        golden.add(
            format!("{name}-{version}-{arch}.txt"),
            dt::layout(found.layout, dataset().catalogue(), 2),
        );
    }
    golden.check();
}

#[test]
fn a_diff_leads_from_any_layout_to_any_other() {
    for structure in dataset().structures() {
        let all: Vec<_> = structure
            .layouts()
            .iter()
            .chain(&structure.builds)
            .collect();
        for a in &all {
            assert!(diff(a, a).is_empty(), "{} {}", a.structure, a.point);
            for b in &all {
                for changes in [diff(a, b), structure.diff(dataset(), a, b)] {
                    let applied = changes.apply(a);
                    let what = format!("{} from {} to {}", a.structure, a.point, b.point);
                    assert!(applied.same_as(b), "{what}");
                    // How sure a source is of it is no part of a layout; how it declares it is.
                    let declared = |layout: &Layout| -> Vec<String> {
                        layout
                            .members()
                            .map(|member| member.declaration.clone())
                            .collect()
                    };
                    if a.source == b.source {
                        assert_eq!(declared(&applied), declared(b), "{what}");
                    }
                }
            }
        }
    }
}

/// A layout at a release and the one that the symbol file of its first build gives differ in nothing but spelling.
#[test]
fn builds_agree_with_their_releases() {
    let mut compared = 0;
    for structure in dataset().structures() {
        for build in &structure.builds {
            let release = structure
                .layouts
                .iter()
                .find(|layout| layout.release == build.release && layout.arch() == build.arch());
            let release = release.expect("every build at hand belongs to a stated release");
            let changes = structure.diff(dataset(), release, build);
            assert!(
                changes.changes.is_empty(),
                "{} {}: {}",
                build.structure,
                build.point,
                changes.summary()
            );
            compared += 1;
        }
    }
    assert!(compared > 50, "only {compared} builds were compared");
}

/// What lies over one another in a nested type is one slot; nothing of the type is lost, at no point.
#[test]
fn layouts_of_nested_types_tile_them() {
    let types = dataset().catalogue();
    for ty in types.iter() {
        let layouts = types.layouts(ty);
        for layout in &layouts {
            let mut end = 0;
            for slot in &layout.slots {
                assert_eq!(slot.offset().get(), end, "{} {}", ty.name, layout.point);
                end = slot.end().get();
            }
            assert_eq!(end, layout.size.get(), "{} {}", ty.name, layout.point);
        }
        let known = Release::all().flat_map(|release| Arch::STATED.map(|arch| (release, arch)));
        let known = known.filter(|(release, arch)| {
            let layout = types.layout(&ty.name, *release, *arch);
            release.exists_for(*arch) && layout.is_some_and(|layout| !layout.members.is_empty())
        });
        assert_eq!(layouts.len(), known.count(), "{}", ty.name);
    }
}
