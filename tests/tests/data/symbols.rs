//! Tests of the symbol files' types: every type is sound, and everything that a layout needs exists and has a source.

use std::collections::BTreeSet;

use strata_core::ctype::CType;
use strata_core::types::{TypeKind, scalar};
use strata_core::{Arch, ByteOffset, Release, TypeName};
use strata_tests::data::dataset;

#[test]
fn every_line_of_the_catalogue_is_understood() {
    let mistakes = dataset().catalogue().check();
    assert!(mistakes.is_empty(), "{mistakes:?}");
}

/// What the search and the lists of names read from the text without parsing it is what the layouts have.
#[test]
fn names_in_the_text_are_those_of_the_layouts() {
    for ty in dataset().catalogue().types() {
        let mut labels = BTreeSet::new();
        let mut types = BTreeSet::new();
        for class in ty.all_classes() {
            labels.extend(class.members.iter().map(|it| &*it.declaration.name));
            labels.extend(class.values.iter().map(|it| &*it.name));
            let members = class.members.iter();
            types.extend(members.map(|it| it.declaration.ty.base().clone()));
        }
        assert_eq!(ty.labels().collect::<BTreeSet<_>>(), labels, "{}", ty.name);
        let named = ty.member_types().map(TypeName::parse_symbol);
        assert_eq!(named.collect::<Result<_, _>>(), Ok(types), "{}", ty.name);
    }
}

/// The members of a type lie within it, their types are known in its image, and no image has two layouts of a type.
#[test]
fn every_type_is_sound() {
    let catalogue = dataset().catalogue();
    let mut members = 0;
    for ty in catalogue.types() {
        let name = ty.full_name();
        let mut images = BTreeSet::new();
        for class in ty.classes() {
            assert!(!class.images.is_empty(), "{name}");
            let is_enum = class.kind == TypeKind::Enum;
            assert_eq!(
                is_enum,
                class.members.is_empty() && !class.values.is_empty(),
                "{name}"
            );
            for image in class.images.iter() {
                assert!(images.insert(image), "{name}: two layouts in {image:?}");
                assert_eq!(
                    catalogue.image(image).map(|it| &it.module),
                    Some(&ty.module),
                    "{name}"
                );
            }
            let image = class.images.iter().next().expect("it is not empty");
            let scope = catalogue.image_scope(image).expect("it is in the list");
            for member in &class.members {
                let what = format!("{name}.{}", member.declaration.name);
                let measure = catalogue.measure(&member.declaration.ty, scope);
                let measure = measure.unwrap_or_else(|| panic!("{what}: its type is not known"));
                let end = member.offset.saturating_add(measure.size);
                assert!(
                    end <= ByteOffset::new(class.size.get()),
                    "{what}: beyond the size"
                );
                assert_eq!(
                    member.declaration.width,
                    member.bits.map(strata_core::BitRange::width),
                    "{what}"
                );
                members += 1;
            }
        }
        for image in ty
            .declared()
            .into_iter()
            .flat_map(strata_core::catalogue::ImageSet::iter)
        {
            assert!(
                images.insert(image),
                "{name}: defined and declared in {image:?}"
            );
        }
    }
    assert!(members > 100_000, "only {members} members");
}

/// Hand-written types are stated once, where no symbol file has them, and are aligned as stated.
#[test]
fn what_is_stated_by_hand_is_sound() {
    let catalogue = dataset().catalogue();
    let newest = Release::all().next_back().expect("there are releases");
    let by_hand = catalogue
        .types()
        .iter()
        .filter_map(|ty| Some((ty, ty.data_file.as_ref()?)));
    for (ty, by_hand) in by_hand {
        let name = ty.full_name();
        assert!(!by_hand.summary.is_empty(), "{name}");
        assert!(dataset().source(&by_hand.source).is_some(), "{name}");
        let mut stated = BTreeSet::new();
        for class in &by_hand.classes {
            let (versions, only) = class.releases.as_ref().expect("it names releases");
            for release in versions.releases(newest) {
                let archs = Arch::IN_ARTICLES.into_iter().filter(|arch| {
                    release.exists_for(*arch) && only.is_none_or(|only| only == *arch)
                });
                for arch in archs {
                    let what = format!("{name} at {release} on {arch}");
                    assert!(stated.insert((release, arch)), "{what}: stated twice");
                    let scope = catalogue.scope(release, arch);
                    let theirs = scope.image.and_then(|image| ty.class_of(image));
                    assert_eq!(theirs, None, "{what}: a symbol file states it");
                    for member in &class.members {
                        let measure = catalogue
                            .measure(&member.declaration.ty, scope)
                            .unwrap_or_else(|| panic!("{what}: {member:?}"));
                        let end = member.offset.saturating_add(measure.size);
                        assert!(
                            end <= ByteOffset::new(class.size.get()),
                            "{what}: {member:?}"
                        );
                        assert!(
                            member.offset.is_aligned(measure.align),
                            "{what}: {member:?}"
                        );
                    }
                }
            }
        }
    }
}

/// A compiler aligns members; packed types are rare.
#[test]
fn almost_every_member_is_aligned() {
    let catalogue = dataset().catalogue();
    let (mut all, mut packed) = (0, BTreeSet::new());
    for ty in catalogue.named_types() {
        for class in ty.classes() {
            let image = class.images.iter().next().expect("a class has an image");
            let scope = catalogue.image_scope(image).expect("it is in the list");
            let align = catalogue.align(class, scope);
            assert!(class.size.get() % align.get() == 0, "{}", ty.full_name());
            for member in &class.members {
                let measure = catalogue
                    .measure(&member.declaration.ty, scope)
                    .expect("known");
                all += 1;
                if !member.offset.is_aligned(measure.align) {
                    packed.insert(ty.full_name());
                }
            }
        }
    }
    assert!(all > 100_000, "only {all} members");
    let packed: Vec<String> = packed.into_iter().collect();
    expect_test::expect![[r#"
        _ACPI_SRAT_ENTRY
        _AMD64_DBGKD_CONTROL_SET
        _CM_KEY_NODE
        _CM_PARTIAL_RESOURCE_DESCRIPTOR
        _DBGKD_MANIPULATE_STATE32
        _FADT
        _GEN_ADDR
        _GIC_REDISTRIBUTOR
        _HBASE_BLOCK
        _HBIN
        _IA64_DBGKD_CONTROL_SET
        _IOP_IRP_EXTENSION
        _IO_STACK_LOCATION
        _KSPECIAL_REGISTERS
        _KTSS64
        _LOCAL_NMISOURCE
        _PROCLOCALGIC
        _TlgProviderMetadata_t
        _UNEXPECTED_INTERRUPT
        _WHEAP_ERROR_RECORD_WRAPPER
        _WHEAP_ERROR_SOURCE
        _WHEA_DEVICE_DRIVER_DESCRIPTOR
        _WHEA_ERROR_RECORD_HEADER
        _WHEA_RECOVERY_CONTEXT
        _WHEA_XPF_MCA_SECTION
        _WHEA_XPF_MC_BANK_DESCRIPTOR
        _XSDT
        _tlgProviderMetadata_t"#]]
    .assert_eq(&packed.join("\n"));
}

#[test]
fn every_type_held_by_value_unfolds() {
    for structure in dataset().audited() {
        for layout in structure.layouts().iter() {
            for member in layout.members() {
                let Some(name) = member.ty.by_value() else {
                    continue;
                };
                let known = scalar(name, layout.arch()).is_some()
                    || dataset().catalogue().class(name, layout.scope()).is_some();
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

/// An excerpt of everything equals the file.
#[test]
fn the_whole_catalogue_reads_back() {
    let catalogue = dataset().catalogue();
    let all: Vec<_> = catalogue.types().iter().map(|ty| ty.name.clone()).collect();
    let again =
        strata_core::catalogue::Catalogue::read(&catalogue.excerpt(&all)).expect("it is read");
    assert_eq!(again.check(), []);
    for (ty, again) in catalogue.types().iter().zip(again.types()) {
        assert_eq!(ty.full_name(), again.full_name());
        assert_eq!(
            ty.text().trim_end(),
            again.text().trim_end(),
            "{}",
            ty.full_name()
        );
    }
    assert_eq!(again.types().len(), catalogue.types().len());
}

/// Each release's kernel and each image's release refer to each other.
#[test]
fn releases_and_their_first_kernels_agree() {
    let catalogue = dataset().catalogue();
    let mut kernels = 0;
    for release in Release::all() {
        for arch in Arch::ALL {
            let Some(index) = catalogue.image_of(release, arch) else {
                continue;
            };
            let image = catalogue.image(index).expect("it is in the list");
            let build = image.build().expect("kernels have versions");
            assert_eq!(catalogue.release_of(build), Some(release), "{}", image.id());
            assert_eq!(catalogue.kernel(build, arch), Some(index));
            assert_eq!((image.arch, image.module.is_kernel()), (arch, true));
            kernels += 1;
        }
    }
    assert!(kernels > 30, "only {kernels} kernels");
    let system = "10.0.19045.2965".parse().expect("a build");
    let kernel = catalogue
        .kernel(system, Arch::X64)
        .and_then(|index| catalogue.image(index));
    assert_eq!(
        kernel.map(strata_core::catalogue::Image::id).as_deref(),
        Some("ntoskrnl-10.0.19041.2965-x64")
    );
}
