//! The specimens of the proofs: every layout of the audited structures, a sample of all other types, and layouts with a
//! planted mistake.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::dataset::Structure;
use strata_core::export::{Format, NESTING_LIMIT, Options, Pointers, Unit};
use strata_core::types::TypeKind;
use strata_core::units::ByteOffset;
use strata_core::{Arch, ByteSize, Layout, lookup};
pub(crate) use strata_tests::data::{Of, one};
use strata_tests::data::{catalogue_with, dataset, layouts};
pub(crate) use strata_tests::specimen::DATA;
use strata_tests::specimen::{Mistake, planted, unit};

use crate::expected::{self, Records};
use crate::layouts::Rng;
use crate::leaves::{self, Leaf};

/// How many types are sampled from the images of each architecture, each with an image of its own.
const DRAWN: [(Arch, usize); 2] = [(Arch::X86, 18), (Arch::X64, 42)];

/// Larger types are not sampled: Python readers take time for each number.
const DRAWN_SIZE: u32 = 0x800;

/// Types that are hard to write or read, with an image that has each.
const HARD: &[(&str, &str)] = &[
    ("_EPROCESS", "ntoskrnl-10.0.19041.2965-x64"),
    ("_KTHREAD", "ntoskrnl-10.0.19041.2965-x64"),
    ("_LIST_ENTRY", "ntoskrnl-10.0.19041.2965-x64"),
    ("_FAST_IO_DISPATCH", "ntoskrnl-10.0.19041.2965-x64"),
    ("_EPROCESS", "ntoskrnl-10.0.19041.2965-x86"),
    ("_KTHREAD", "ntoskrnl-10.0.19041.2965-x86"),
    ("_MMPTE", "ntoskrnl-10.0.19041.2965-x86"),
    ("_KPRCB", "ntoskrnl-10.0.10240.16384-x86"),
    ("_KPRCB", "ntoskrnl-6.1.7601.17514-x64"),
    ("_MMPTE", "ntoskrnl-10.0.26100.1742-x64"),
    ("_IRP", "ntoskrnl-10.0.26100.1742-x64"),
    // Second definitions of a name.
    ("_KPRCB~2", "ntoskrnl-10.0.26100.1742-x64"),
    ("_DRIVER_EXTENSION~2", "ntoskrnl-10.0.26100.1742-x64"),
    // Names that are no identifiers.
    ("_KTRANSACTION_HISTORY", "ntoskrnl-6.1.7601.17514-x64"),
    // Arrays without elements.
    ("_SCATTER_GATHER_LIST", "ntoskrnl-10.0.26100.1742-x64"),
    ("_OBJECT_REF_INFO", "ntoskrnl-10.0.19041.2965-x86"),
    // Arrays of arrays: of numbers, pointers, structures.
    (
        "_KSHARED_READY_QUEUE_HETERO_STATISTICS",
        "ntoskrnl-10.0.26100.1742-x64",
    ),
    ("_MI_FREE_LARGE_PAGES", "ntoskrnl-10.0.19041.2965-x86"),
    ("_MI_REBUILD_LARGE_PAGES", "ntoskrnl-10.0.10240.16384-x64"),
    ("_PROCESS_ENERGY_VALUES", "ntoskrnl-10.0.19041.2965-x86"),
    // Arrays of pointers to functions, pointers to pointers to pointers.
    ("_DRIVER_OBJECT", "ntoskrnl-10.0.19041.2965-x86"),
    ("_EX_PARTITION", "ntoskrnl-10.0.26100.1742-x64"),
    // 64-bit numbers in place of pointers.
    ("_TEB64", "ntoskrnl-10.0.19041.2965-x86"),
    ("_FILE_SEGMENT_ELEMENT", "ntoskrnl-10.0.19041.2965-x86"),
    // Scalars other than plain integers: floating-point numbers, HRESULT.
    ("_PORT_MESSAGE", "ntoskrnl-6.1.7601.17514-x64"),
    ("FEATURE_ERROR", "ntoskrnl-10.0.26100.1742-x64"),
    ("__m128", "ntoskrnl-10.0.26100.1742-x64"),
    // Long arrays.
    ("_MI_HYPER_SPACE", "ntoskrnl-10.0.17763.107-x86"),
];

/// A seeded sample of the structures and unions in symbol files, after the hard cases.
static SAMPLE: LazyLock<Vec<(&'static Structure, Layout)>> = LazyLock::new(|| {
    let hard = HARD.iter().map(|(name, image)| {
        let structure = lookup::structure(dataset(), name).expect("it is in the catalogue");
        let image = lookup::image(dataset(), image).expect("it is in the catalogue");
        let layout = structure.at_image(image);
        let layout = layout.unwrap_or_else(|missing| panic!("{name}: {missing:?}"));
        (structure, layout)
    });
    let mut sample: Vec<_> = hard.collect();
    let mut rng = Rng(0x5a3b_1e5e_ed00);
    let all = dataset().structures();
    for (arch, count) in DRAWN {
        let images = (0..).map(ImageIndex).zip(dataset().catalogue().images());
        let mut images: Vec<ImageIndex> = images
            .filter(|(_, image)| image.arch == arch)
            .map(|(index, _)| index)
            .collect();
        for _ in 0..count {
            let image = images.swap_remove(rng.index(images.len()));
            sample.push(loop {
                let structure = &all[rng.index(all.len())];
                let record = matches!(structure.kind(), TypeKind::Struct | TypeKind::Union);
                let layout = structure.at_image(image).ok();
                let fits = |it: &Layout| it.size.get() <= DRAWN_SIZE && it.members().count() > 0;
                if let Some(layout) = layout.filter(|it| record && fits(it)) {
                    break (structure, layout);
                }
            });
        }
    }
    sample
});

/// Every layout of the audited structures on an architecture, of releases and builds.
pub(crate) fn all(arch: Arch) -> Vec<Of> {
    layouts().filter(|of| of.1.arch() == arch).collect()
}

/// The same, then the hard cases and the sample.
pub(crate) fn with_sample(arch: Arch) -> Vec<Of> {
    let sample = SAMPLE
        .iter()
        .map(|(structure, layout)| (*structure, layout));
    let sample = sample.filter(|(_, layout)| layout.arch() == arch);
    all(arch).into_iter().chain(sample).collect()
}

/// Texts of all of these, with integers in place of pointers.
pub(crate) fn with_integers(format: Format, arch: Arch) -> Vec<Case<'static>> {
    let integers = Pointers::AsIntegers.into();
    let all = with_sample(arch).into_iter();
    all.map(|of| Case::full(format, of).written(integers))
        .collect()
}

/// Cases in batches without two of one point, so that each header defines all that it needs.
pub(crate) fn batches<'c, 't>(cases: &'c [Case<'t>]) -> Vec<Vec<&'c Case<'t>>> {
    let mut batches: Vec<(BTreeSet<String>, Vec<&Case<'_>>)> = Vec::new();
    for case in cases {
        let point = case.of.1.point.to_string();
        match batches
            .iter_mut()
            .find(|(points, _)| !points.contains(&point))
        {
            Some((points, batch)) => {
                points.insert(point);
                batch.push(case);
            }
            None => batches.push((BTreeSet::from([point]), vec![case])),
        }
    }
    batches.into_iter().map(|(_, batch)| batch).collect()
}

/// A text, and what it must say.
#[derive(Clone)]
pub(crate) struct Case<'t> {
    pub(crate) text: String,
    pub(crate) format: Format,
    pub(crate) of: (&'t Structure, &'t Layout),
    /// They may differ from the dataset's.
    pub(crate) types: &'t Catalogue,
    pub(crate) depth: usize,
}

impl<'t> Case<'t> {
    pub(crate) fn new(
        format: Format,
        of: (&'t Structure, &'t Layout),
        types: &'t Catalogue,
        depth: usize,
    ) -> Self {
        let case = Self {
            text: String::new(),
            format,
            of,
            types,
            depth,
        };
        case.written(Options::default())
    }

    /// A layout of the dataset in full depth.
    pub(crate) fn full(format: Format, of: Of) -> Case<'static> {
        Case::new(format, of, dataset().catalogue(), NESTING_LIMIT)
    }

    pub(crate) fn written(self, options: Options) -> Self {
        let text = self.format.write(&self.unit(), options);
        Self { text, ..self }
    }

    /// The same with a part of its text replaced.
    pub(crate) fn changed(&self, from: &str, to: &str) -> Self {
        let text = self.text.replacen(from, to, 1);
        assert_ne!(text, self.text, "{from}");
        let case = self.clone();
        Self { text, ..case }
    }

    /// The unit that a format prints.
    pub(crate) fn unit(&self) -> Unit {
        unit(self.of, self.types, self.format, self.depth)
    }

    /// The expected records, in the spelling of the format.
    pub(crate) fn records(&self) -> Records {
        let records = expected::records(self.of.1, self.types, self.depth);
        expected::spelled(records, self.format)
    }

    pub(crate) fn blob(&self) -> Vec<u8> {
        leaves::blob(self.of.1)
    }

    /// The expected leaves of the blob, in the spelling of the format.
    pub(crate) fn leaves(&self) -> Vec<Leaf> {
        let leaves = leaves::leaves(self.of.1, self.types, &self.blob());
        leaves::spelled(leaves, self.format)
    }

    /// The errors, prefixed with the layout.
    pub(crate) fn about(&self, wrong: Vec<String>) -> Vec<String> {
        let layout = self.of.1;
        let told = |wrong| format!("{} {}: {wrong}", layout.structure, layout.point);
        wrong.into_iter().map(told).collect()
    }
}

/// A layout with a mistake that every reader must find.
pub(crate) struct Planted {
    pub(crate) what: &'static str,
    /// The name of the wrong member.
    pub(crate) name: &'static str,
    /// The layout without the mistake.
    pub(crate) right: Of,
    layout: Layout,
    types: Option<Catalogue>,
}

impl Planted {
    /// The mistaken text, with the expectation of the right one.
    pub(crate) fn case(&self, format: Format) -> Case<'static> {
        let types = self.types.as_ref().unwrap_or(dataset().catalogue());
        let unit = unit((self.right.0, &self.layout), types, format, NESTING_LIMIT);
        Case {
            text: format.write(&unit, Options::default()),
            ..Case::full(format, self.right)
        }
    }
}

/// An offset, a size, a bit, an offset in a nested type.
pub(crate) fn planted_mistakes() -> [Planted; 4] {
    let consumer = one("ETW_REALTIME_CONSUMER", "6.1", "x64");
    let with_bits = one("ETW_REALTIME_CONSUMER", "6.2", "x64");
    let silo = one("ETW_SILODRIVERSTATE", "2004", "x64");
    let mistake = |what, name, right: Of, layout| Planted {
        what,
        name,
        right,
        layout,
        types: None,
    };
    let further = planted(consumer.1, "Disconnected", Mistake::Offset);
    let smaller = planted(consumer.1, "LoggerId", Mistake::Size);
    let other_bit = planted(with_bits.1, "Flags", Mistake::Bit);
    [
        mistake("a wrong offset", "Disconnected", consumer, further),
        mistake("a wrong size", "LoggerId", consumer, smaller),
        mistake("a wrong bit", "Wow", with_bits, other_bit),
        Planted {
            types: Some(with_moved_member(silo.1, "KMUTANT", 1)),
            ..mistake(
                "a wrong offset in a nested type",
                "ApcDisable",
                silo,
                silo.1.clone(),
            )
        },
    ]
}

/// The types of the dataset, with the last member of one type moved.
fn with_moved_member(of: &Layout, name: &str, by: u32) -> Catalogue {
    catalogue_with(of.scope(), |own, class| {
        if own.without_tag_underscore() == name {
            let last = class.members.last_mut().expect("it has members");
            let last = Arc::make_mut(last);
            last.offset = ByteOffset::new(last.offset.get() + by);
            class.size = ByteSize::new(class.size.get() + by);
        }
    })
}

/// Members that no built-in type has, in 16 bytes: unions within unions, bits before and after bits, unaligned members,
/// an unaligned size.
const ODD: [&[&str]; 6] = [
    &[
        "0x00:2 UCHAR A : 1;",
        "0x01 CHAR B;",
        "0x02:0 UCHAR C : 1;",
        "0x04:8 ULONG D : 3;",
    ],
    &[
        "0x00 UCHAR A;",
        "0x01 UCHAR B;",
        "0x01:4 UCHAR C : 2;",
        "0x02 USHORT D;",
        "0x02 UCHAR E;",
        "0x00 LONG F;",
    ],
    &[
        "0x00 LARGE_INTEGER A;",
        "0x00 LIST_ENTRY B;",
        "0x08:12 USHORT C : 4;",
        "0x0c UCHAR D;",
    ],
    &["0x01 ULONG A;", "0x05 LARGE_INTEGER B;", "0x0d USHORT C;"],
    &[
        "0x00 ULONG A;",
        "0x02 ULONG B;",
        "0x06 CHAR C;",
        "0x04 ULONG D;",
    ],
    &["0x08 ULONG A;", "0x0c CHAR B;", "0x0d:3 UCHAR C : 2;"],
];

/// The types of the dataset, with the members of one nested type replaced.
pub(crate) fn odd() -> (Of, Vec<Catalogue>) {
    let of = one("ETW_REALTIME_CONSUMER", "6.2", "x64");
    let types = ODD.map(|members| {
        catalogue_with(of.1.scope(), |name, class| {
            if name.without_tag_underscore() == "RTL_BITMAP" {
                let members = members.iter().map(|member| member.parse().map(Arc::new));
                let members: Result<_, _> = members.collect();
                class.members = members.expect("they are members");
            }
        })
    });
    (of, types.into())
}
