//! Exports of all types of an image: the header compiles with all its assertions, as C and C++, and the PDB file that
//! clang and lld make of it equals the catalogue; the symbol file reads back too, and Volatility accepts it.
//!
//! A fixed sample of images is tested; `cargo xtask verify` proves all of them.

use std::collections::BTreeSet;
use std::fs;

use strata_core::catalogue::{Builder, ImageIndex};
use strata_core::export::{Format, IMAGE_FORMATS, NESTING_LIMIT, Options, Pointers, image};
use strata_core::{Arch, lookup};
use strata_import::Hints;
use strata_tests::data::dataset;
use strata_tests::workspace;
use xtask::round_trip::{Compared, by_isf, by_pdb, header_against, isf_against, stated, text};

use crate::clang::{Target, empty, refusal, refusal_of_cpp};
use crate::layouts::Rng;
use crate::python;
use crate::specimen::Case;

/// How many images are sampled for each architecture of the catalogue.
const DRAWN: usize = 2;

/// Images that are always included: the oldest, the last of x86, the newest, and one with second definitions of names.
const ALWAYS: [&str; 4] = [
    "ntoskrnl-5.1.2600.5512-x86",
    "ntoskrnl-10.0.19041.2965-x86",
    "ntoskrnl-10.0.26100.1742-x64",
    "ntoskrnl-6.1.7601.17514-x64",
];

/// PDB files of other images, among them arm64, which the catalogue lacks. The C header cannot express the names and
/// sized types of the C++ ones.
const FIXTURES: [&str; 7] = [
    "ksi-amd64",
    "ksi-arm64",
    "traps-x64",
    "traps-x86",
    "traps-arm64",
    "resym-test-x64-cpp",
    "crash-x86-cpp",
];

fn at(id: &str) -> ImageIndex {
    lookup::image(dataset(), id).expect("it is in the catalogue")
}

fn sample() -> BTreeSet<ImageIndex> {
    let mut rng = Rng(0x1a6e_5eed);
    let mut sample: BTreeSet<ImageIndex> = ALWAYS.into_iter().map(at).collect();
    for arch in [Arch::X86, Arch::X64] {
        let images = (0..).map(ImageIndex).zip(dataset().catalogue().images());
        let own: Vec<ImageIndex> = images
            .filter(|(_, image)| image.arch == arch)
            .map(|(index, _)| index)
            .collect();
        for _ in 0..DRAWN {
            let drawn = rng.below(own.len() as u64);
            sample.insert(own[usize::try_from(drawn).expect("it is small")]);
        }
    }
    sample
}

#[track_caller]
fn is_equal(compared: Result<Compared, impl std::fmt::Debug>) -> usize {
    let Compared { definitions, wrong } = compared.expect("it is read");
    assert_eq!(wrong, Vec::<String>::new());
    definitions
}

#[test]
fn headers_come_back_from_their_pdb_files() {
    let types = dataset().catalogue();
    let folder = empty("image-pdb");
    let all = sample().into_iter();
    let count: usize = all
        .map(|index| is_equal(by_pdb(types, index, &folder)))
        .sum();
    assert!(count > 10_000, "only {count}");
}

#[test]
fn symbol_files_come_back() {
    let types = dataset().catalogue();
    let all = sample().into_iter();
    let count: usize = all.map(|index| is_equal(by_isf(types, index))).sum();
    assert!(count > 10_000, "only {count}");
}

#[test]
fn real_pdb_files_come_back_from_their_exports() {
    let folder = empty("image-fixtures");
    for name in FIXTURES {
        let path = workspace::root().join(format!("import/fixtures/pdb/{name}.pdb.xz"));
        let bytes = fs::read(&path).expect("it is there");
        let read = strata_import::read(&format!("{name}.pdb.xz"), &bytes, &Hints::default());
        let mut builder = Builder::default();
        assert_eq!(builder.add(read.expect("it is read").file), []);
        let types = builder.finish().expect("it is a catalogue");
        is_equal(by_isf(&types, ImageIndex(0)));
        if !name.ends_with("-cpp") {
            is_equal(by_pdb(&types, ImageIndex(0), &folder));
        }
    }
}

/// C++ has types, tags and enumerators in one scope.
#[test]
fn headers_are_headers_of_cpp_too() {
    let types = dataset().catalogue();
    for (id, target) in [(ALWAYS[1], Target::X86), (ALWAYS[2], Target::X64)] {
        let header = text(types, at(id), Format::C).expect("it is written");
        assert_eq!(refusal_of_cpp("image-cpp", target, &header), None);
    }
}

#[test]
fn pointers_may_be_integers_on_another_host() {
    let types = dataset().catalogue();
    let options = Pointers::AsIntegers.into();
    let pieces = image(types, at(ALWAYS[1]), Format::C, options, Vec::new());
    let header: String = pieces.expect("it is written").collect();
    assert_eq!(refusal("image-integers", Target::X64, &header), None);
}

#[test]
fn volatility_takes_the_symbol_file() {
    let types = dataset().catalogue();
    let [name, version, arch] = ["ETW_REALTIME_CONSUMER", "10.0.19041.2965", "x64"];
    let of = lookup::layout(dataset(), name, version, arch).expect("it is stated");
    let image = of.layout.image.expect("it is of an image");
    let mut text = text(types, image, Format::Isf).expect("it is written");
    let wrong = |text: String| {
        let layout = (of.structure, &*of.layout);
        let case = Case {
            text,
            ..Case::new(Format::Isf, layout, types, NESTING_LIMIT)
        };
        // Volatility reads every type; compare those that the structure contains.
        let mut found = python::read("isf_reader.py", std::slice::from_ref(&case)).remove(0);
        if let Some(records) = found[0]["records"].as_object_mut() {
            records.retain(|name, _| case.records().contains_key(name));
        }
        python::mistakes("Volatility", &case, &case.leaves(), &found[0])
    };
    assert_eq!(wrong(text.clone()), Vec::<String>::new());
    let end = text.rfind("\"symbols\"").expect("it has symbols");
    text.insert_str(end, "\"more\": {}, ");
    let refused = wrong(text);
    assert!(refused[0].contains("ValidationError"), "{refused:?}");
}

/// The header itself asserts offsets; only the PDB file shows bits.
#[test]
fn planted_mistakes_are_found() {
    let types = dataset().catalogue();
    let folder = empty("image-planted");
    let expected = stated(types, at(ALWAYS[0])).expect("it is there");
    let changed = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    let header = text(types, at(ALWAYS[0]), Format::C).expect("it is written");
    let moved = changed(&header, "/* 0x0004 */ struct _LIST_ENTRY *Blink;", "");
    let refused = header_against(&expected, &moved, &folder).expect_err("an assertion fails");
    let refused = refused.to_string();
    assert!(refused.contains("no member named 'Blink'"), "{refused}");
    let swapped = changed(&header, " ExecuteDisable : 1;", " Swapped : 1;");
    let swapped = changed(&swapped, " ExecuteEnable : 1;", " ExecuteDisable : 1;");
    let swapped = changed(&swapped, " Swapped : 1;", " ExecuteEnable : 1;");
    let found = header_against(&expected, &swapped, &folder).expect("it compiles");
    assert_eq!(found.wrong.len(), 1, "{:?}", found.wrong);
    assert!(found.wrong[0].contains("KEXECUTE_OPTIONS"));

    let isf = text(types, at(ALWAYS[0]), Format::Isf).expect("it is written");
    let moved = changed(&isf, "\"bit_position\": 3,", "\"bit_position\": 4,");
    let found = isf_against(&expected, &moved);
    assert!(found.is_err() || found.is_ok_and(|found| !found.wrong.is_empty()));
    let other = changed(
        &isf,
        "\"name\": \"unsigned long\"}}",
        "\"name\": \"long\"}}",
    );
    let found = isf_against(&expected, &other).expect("it is read");
    assert!(!found.wrong.is_empty());
}

#[test]
fn other_formats_have_no_images() {
    let types = dataset().catalogue();
    for format in Format::ALL {
        let there = image(types, ImageIndex(0), format, Options::default(), Vec::new()).is_some();
        assert_eq!(there, IMAGE_FORMATS.contains(&format), "{format}");
    }
    let beyond = ImageIndex(u32::MAX);
    assert!(image(types, beyond, Format::C, Options::default(), Vec::new()).is_none());
}
