//! Golden tests of every layout, and invariants of any two.

use std::collections::BTreeSet;

use strata_core::catalogue::ImageIndex;
use strata_core::diff::diff;
use strata_core::export::dt;
use strata_core::history::layouts_around;
use strata_core::layout::Slot;
use strata_core::release::Version;
use strata_core::render::plain;
use strata_core::resolve::of_class;
use strata_core::tree::Tree;
use strata_core::{ByteOffset, Layout, Point};
use strata_tests::data::{audited, builds_of, dataset, layouts_of};
use strata_tests::golden::Golden;

#[test]
fn every_layout_is_as_its_golden_text() {
    let mut golden = Golden::new("layouts");
    for structure in dataset().audited() {
        for layout in layouts_of(structure) {
            let kind = match layout.point.version {
                Version::Release(_) => "release",
                Version::Build(_) | Version::Pdb(_) => "build",
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
            dt(&found.layout, dataset().catalogue(), 2),
        );
    }
    golden.check();
}

#[test]
fn a_diff_leads_from_any_layout_to_any_other() {
    for structure in dataset().audited() {
        let all = layouts_of(structure);
        for a in all {
            assert!(diff(a, a).is_empty(), "{} {}", a.structure, a.point);
            for b in all {
                for changes in [diff(a, b), structure.diff(dataset(), a, b)] {
                    let applied = changes.apply(a);
                    let what = format!("{} from {} to {}", a.structure, a.point, b.point);
                    assert!(applied.same_as(b), "{what}");
                    // A source's certainty is no part of a layout; its declarations are.
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

/// The layout at a release and the one in the symbol file of its first kernel differ only in spelling.
#[test]
fn builds_agree_with_their_releases() {
    let mut compared = 0;
    for structure in dataset().audited() {
        for build in builds_of(structure) {
            let first = dataset().catalogue().image_of(build.release, build.arch());
            let layouts = audited(structure).layouts().iter();
            let mut release = layouts
                .filter(|layout| layout.release == build.release && layout.arch() == build.arch());
            let Some(release) = release.next().filter(|_| build.image == first) else {
                continue;
            };
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

/// Members of anonymous unions overlap; no part of a type is lost, and every slot has an id of its own.
#[test]
fn layouts_of_all_types_cover_them() {
    let catalogue = dataset().catalogue();
    let mut drawn = 0;
    for ty in catalogue.types() {
        for class in ty.classes() {
            let image = class.images.iter().next().expect("a class has an image");
            let scope = catalogue.image_scope(image).expect("the image is there");
            let at = (Point::new(scope.release, scope.arch), scope);
            let what = || format!("{} at {image:?}", ty.full_name());
            let layout = of_class(&ty.name, class, catalogue, at, "", None)
                .unwrap_or_else(|error| panic!("{}: {error}", what()));
            assert_eq!((layout.kind, layout.size), (class.kind, class.size));
            let mut ids = BTreeSet::new();
            let (mut begin, mut end) = (ByteOffset::ZERO, ByteOffset::ZERO);
            for slot in &layout.slots {
                assert!(
                    slot.offset() >= begin,
                    "{}: {slot:?} is out of order",
                    what()
                );
                assert!(slot.offset() <= end, "{}: bytes before {slot:?}", what());
                if let Slot::Gap(_) = slot {
                    assert_eq!(slot.offset(), end, "{}: a gap over a member", what());
                }
                (begin, end) = (slot.offset(), end.max(slot.end()));
                let Slot::Member(member) = slot else { continue };
                let bits = member.bits.known_bits().unwrap_or_default();
                for id in bits.iter().map(|bit| &bit.row).chain([&member.row]) {
                    assert!(ids.insert(id.clone()), "{}: two rows {id}", what());
                }
            }
            if !layout.slots.is_empty() {
                assert_eq!(end.get(), layout.size.get(), "{}", what());
            }
            drawn += 1;
        }
    }
    assert!(drawn > 7000, "only {drawn} layouts were drawn");
}

/// Servicing can move what is inside a member whose structure keeps its layout.
#[test]
fn what_is_inside_a_member_has_points_of_its_own() {
    for (name, path) in [
        ("_ETHREAD", "Tcb.ResourceIndex"),
        ("_KPCR", "Prcb.BpbState"),
    ] {
        let structure = dataset().structure(name).unwrap();
        let path = path.parse().unwrap();
        let around = layouts_around(structure, &path);
        let images = around.iter().filter_map(|(_, it)| it.as_ref().ok()?.image);
        let known: BTreeSet<ImageIndex> = images.collect();
        let place = |image| {
            let layout = structure.at_image(image).unwrap();
            let node = Tree::of(&layout, dataset().catalogue()).find(&layout, &path)?;
            Some((node.offset, node.bits, node.ty.clone()))
        };
        let images: Vec<_> = structure.images().collect();
        let mut own = 0;
        for pair in images.windows(2) {
            let arch = |at: usize| dataset().catalogue().image(pair[at]).unwrap().arch;
            if arch(0) == arch(1) && place(pair[0]) != place(pair[1]) {
                assert!(known.contains(&pair[1]), "{name} at {:?}", pair[1]);
                own += 1;
            }
        }
        assert!(own > 0, "{name}");
        let points: Vec<Point> = around.iter().map(|(point, _)| *point).collect();
        let distinct: BTreeSet<String> = points.iter().map(ToString::to_string).collect();
        assert_eq!(distinct.len(), points.len(), "{name}");
    }
}
