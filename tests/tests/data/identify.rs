//! Tests of identification: structures filled with valid values are recognised, and the reasons are true.

#[path = "identify/filling.rs"]
mod filling;

use std::borrow::Cow;
use std::fmt::Write as _;

use strata_core::dataset::Structure;
use strata_core::decode::identify::{
    Candidate, CandidateScope, Classes, Identified, KnownBytes, Others, Verdict,
};
use strata_core::decode::memory::Memory;
use strata_core::decode::read::read;
use strata_core::decode::{Options, space::Space};
use strata_core::mode::Mode;
use strata_core::{ByteSize, Layout, Point};
use strata_frontend::pages::decode::example::example;
use strata_tests::data::dataset;
use strata_tests::specimen::filled;

use self::filling::{Filling, Random};

/// How many structures are filled for each layout.
const BLOBS: u64 = 40;

/// The address of a consumer in a dump.
const BASE: u64 = 0xffff_e001_77aa_0010;

fn space(bytes: Vec<u8>, base: Option<u64>) -> Space {
    Memory::new(bytes)
        .expect("few bytes")
        .with_base(base)
        .into()
}

/// The identification of bytes among one structure's classes.
fn identified(name: &str, bytes: Vec<u8>, base: Option<u64>) -> Identified {
    let scope = CandidateScope {
        structure: dataset().structure(name),
        ..CandidateScope::default()
    };
    let classes = Classes::new(dataset(), scope).expect("types have limits");
    classes
        .identify(&space(bytes, base), &Options::default())
        .expect("there are bytes")
}

fn consumer(point: &str) -> Cow<'static, Layout> {
    let structure = dataset()
        .structure("ETW_REALTIME_CONSUMER")
        .expect("it is there");
    structure.layout(self::point(point)).expect("it is stated")
}

/// Bytes valid for both 6.1 and 6.2 of ETW_REALTIME_CONSUMER on x64, in 0x88 bytes.
fn common() -> Vec<u8> {
    let numbers = [
        (0x00, 0xffff_e001_1234_5670),
        (0x08, 0xffff_e001_1234_9ab0),
        (0x10, 0xffff_ffff_8000_0a14),
        (0x18, 0xffff_e001_00aa_b080),
        (0x20, 0x0000_0209_3ab1_0000),
        (0x28, 0x0000_0209_3ab2_1040),
        (0x30, 0xffff_e001_00aa_c100),
        (0x38, 0xffff_e001_00aa_c180),
        (0x40, 0x0000_0209_3ab3_0010),
        (0x48, 0x0000_0209_3ab3_0020),
        (0x58, 5),
        (0x60, 0x40),
        (0x68, 0xffff_e001_00bb_0000),
        (0x70, 0x0000_0209_3ac0_0000),
        (0x78, 0x40_0000),
    ];
    filled(0x88, &numbers)
}

fn point(text: &str) -> Point {
    text.parse().expect("a point")
}

#[test]
fn flags_tell_6_1_from_6_2() {
    for (flags, base, fits, other) in [
        // Disconnected, Notified.
        (&[(0x5a, 0x0c)][..], Some(BASE), "6.2/x64", "6.1/x64"),
        // Disconnected, Wow.
        (&[(0x5e, 1), (0x84, 1)], None, "6.1/x64", "6.2/x64"),
    ] {
        let mut bytes = common();
        for (at, flag) in flags {
            bytes[*at] = *flag;
        }
        let identified = identified("ETW_REALTIME_CONSUMER", bytes, base);
        let [fits, other] = [fits, other].map(point);
        assert_eq!(identified.candidates[0].points[0], fits);
        let refuted = identified.candidate_at(other).unwrap();
        assert_eq!(refuted.verdict, Verdict::DoesNotFit);
        assert_eq!(identified.better(other).unwrap().points[0], fits);
        assert!(identified.better(fits).is_none());
        for at in [fits, other, point("6.1/x86")] {
            assert_ne!(identified.sentence(at), "", "{at}");
        }
        assert_ne!(identified.summary(), "");
    }
    assert_eq!(consumer("6.1/x64").size, consumer("6.2/x64").size);
}

/// Bytes of the next structure are also members of a longer layout.
#[test]
fn structures_end_to_end_fit_their_own_version() {
    let mut one = common();
    one[0x5a] = 0x0c;
    let base = Some(BASE);
    let judged = identified("ETW_REALTIME_CONSUMER", one.repeat(4), base);
    let own = judged.candidate_at(point("6.2/x64")).unwrap();
    assert_eq!((own.verdict, own.structures), (Verdict::Fits, 4));
    assert_eq!(judged.candidates[0].points[0], point("6.2/x64"));
    assert!(judged.better(point("6.2/x64")).is_none());
    let said = judged.sentence(point("6.2/x64"));
    assert!(
        said.ends_with(" The bytes are 4 structures, each of which fits."),
        "{said}"
    );
    let said = judged.sentence(point("2004/x64"));
    assert!(
        said.contains("6.2 fits better: the bytes are 4 of its structures"),
        "{said}"
    );

    // Other bytes after the first structure are no evidence for several.
    let mut other = one.clone();
    other.extend([0xa5; 0x88]);
    let judged = identified("ETW_REALTIME_CONSUMER", other, base);
    assert_eq!(judged.candidate_at(point("6.2/x64")).unwrap().structures, 1);
    one.extend([0; 0x88]);
    let judged = identified("ETW_REALTIME_CONSUMER", one, base);
    assert_eq!(judged.candidate_at(point("6.2/x64")).unwrap().structures, 1);
}

/// A flag that no version knows turns neither the verdict around nor the ranking.
#[test]
fn an_unknown_flag_is_no_evidence() {
    let with = |flags| {
        let mut bytes = common();
        bytes[0x5a] = flags;
        space(bytes, Some(BASE))
    };
    for structure in [dataset().structure("ETW_REALTIME_CONSUMER"), None] {
        let classes = classes(structure, Others::OfSize(ByteSize::new(0x88)));
        for flags in [0x18, 0x98] {
            let identified = classes
                .identify(&with(flags), &Options::default())
                .expect("there are bytes");
            let first = &identified.candidates[0];
            assert_eq!(first.structure.as_str(), "ETW_REALTIME_CONSUMER");
            assert_eq!(first.points[0], point("6.2/x64"), "{flags:#x}");
            assert_eq!(first.verdict, Verdict::Fits);
            let ranked = identified.candidates.iter();
            let ranked = ranked.map(|it| (it.verdict == Verdict::DoesNotFit, -it.score));
            assert!(ranked.is_sorted());
        }
    }
}

/// What is said of the structures in the bytes is true when they are decoded as that many.
#[test]
fn an_array_that_fits_does_when_it_is_decoded() {
    let mut one = common();
    one[0x5a] = 0x0c;
    let space = space(one.repeat(50), None);
    let structure = dataset().structure("ETW_REALTIME_CONSUMER");
    let own = classes(structure, Others::None);
    let judged = |count| {
        let options = Options {
            count,
            ..Options::default()
        };
        own.identify(&space, &options).expect("there are bytes")
    };
    let offered = judged(1).sentence(point("6.2/x64"));
    assert!(
        offered
            .ends_with("The bytes are 50 structures; the first 8 were judged, each of which fits."),
        "{offered}"
    );
    let decoded = judged(50);
    assert_eq!(
        decoded.candidate_at(point("6.2/x64")).unwrap().verdict,
        Verdict::Fits
    );
    let said = decoded.sentence(point("6.2/x64"));
    assert!(said.starts_with("Fits 6.2"), "{said}");
}

/// A length is only told where it tells versions apart, and then of all that have it.
#[test]
fn a_length_is_that_of_all_versions_that_have_it() {
    let layout = consumer("2004/x64");
    let text = example(&layout, dataset().catalogue(), Some(Mode::Kernel)).expect("a dump");
    let space = read(&text).expect("a dump").space;
    let own = classes(dataset().structure("ETW_REALTIME_CONSUMER"), Others::None);
    let identified = own.identify(&space, &Options::default()).expect("bytes");
    let said = identified.sentence(point("2004/x64"));
    for candidate in &identified.candidates {
        let is_alike =
            candidate.content == identified.candidate_at(point("2004/x64")).unwrap().content;
        if is_alike && candidate.size == layout.size && said.contains("the length") {
            assert!(said.contains(&candidate.points_in_words()), "{said}");
        }
    }
}

/// A byte that rules nothing out is no evidence.
#[test]
fn a_single_byte_fits_no_version() {
    let identified = identified("ETW_REALTIME_CONSUMER", vec![0xff], None);
    assert_eq!(
        identified.sentence(point("6.2/x64")),
        "No evidence for any version. 6.0 to 11-24H2 is merely not ruled out."
    );
}

#[test]
fn nothing_tells_zeros_apart() {
    for bytes in [vec![0; 0x88], vec![0; 3], vec![0; 0x2000]] {
        let identified = identified("ETW_REALTIME_CONSUMER", bytes, None);
        assert_eq!(identified.known_bytes, KnownBytes::OnlyZeros);
        assert!(!identified.distinguishes());
        for candidate in &identified.candidates {
            assert_eq!(
                (candidate.verdict, candidate.content),
                (Verdict::NotRuledOut, 0)
            );
        }
        let said = identified.sentence(point("6.1/x64"));
        assert!(
            said.contains("nothing distinguishes the versions"),
            "{said}"
        );
    }
}

/// Types that only symbol files describe: large and small, with unions and overlapping bit fields.
const IN_SYMBOLS: [&str; 8] = [
    "_EPROCESS",
    "_ETHREAD",
    "_FILE_OBJECT",
    "_DRIVER_OBJECT",
    "_HANDLE_TABLE",
    "_KAPC_STATE",
    "_MMVAD",
    "_POOL_HEADER",
];

/// Every layout class of audited structures and of others, filled with valid values: the true one is never refuted, and
/// ranks before every other with less evidence, among its own classes and among all that are considered without a
/// structure. Prints how often it ranks first.
#[test]
fn what_is_true_is_not_refuted() {
    let mut report = String::new();
    let others = IN_SYMBOLS.map(|name| dataset().structure(name).expect("a type"));
    for structure in dataset().audited().chain(others) {
        let mut tally = Tally::default();
        let own = classes(Some(structure), Others::None);
        for layout in structure.layouts().iter() {
            let size = Others::OfSize(layout.size);
            let everything = classes(None, size);
            let blobs = if structure.audited().is_some() {
                BLOBS
            } else {
                BLOBS / 8
            };
            for seed in 0..blobs {
                let filled = Filling::new(seed, structure, layout, dataset().catalogue()).fill();
                let space = space(filled.bytes, filled.base);
                tally.tried += 1;
                tally.first += usize::from(tally.judge(&own, layout, &space));
                tally.first_of_all += usize::from(tally.judge(&everything, layout, &space));
            }
        }
        writeln!(report, "{}: {tally:?}", structure.name).unwrap();
    }
    println!("{report}");
}

/// The decode page's example fits where it was made.
#[test]
fn every_example_comes_first_on_its_own_page() {
    let mut wrong = String::new();
    for structure in dataset().audited() {
        let own = classes(Some(structure), Others::None);
        for layout in structure.layouts().iter() {
            let mode = structure.article().and_then(|article| article.mode);
            let text = example(layout, dataset().catalogue(), mode).expect("it can be decoded");
            let space = read(&text).expect("a dump").space;
            let everything = classes(None, Others::OfSize(layout.size));
            for (classes, alone) in [(&own, true), (&everything, false)] {
                let identified = classes
                    .identify(&space, &Options::default())
                    .expect("there are bytes");
                let mut candidates = identified.candidates.iter();
                let is_it = |it: &&Candidate| {
                    it.structure == layout.structure && it.points.contains(&layout.point)
                };
                let truth = candidates.find(is_it).expect("it is considered");
                // Small structures look like other types.
                let is_first = truth.rank == 1 || !alone && layout.size.get() <= 0x20;
                if !is_first || !truth.verdict.is_possible() {
                    writeln!(
                        wrong,
                        "{} {}: rank {}, {}; {}",
                        layout.structure,
                        layout.point,
                        truth.rank,
                        truth.verdict.as_str(),
                        identified.sentence(layout.point)
                    )
                    .unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A dump that begins a row early, or lacks its first row, has the size of other types, some of which fit by accident.
#[test]
fn what_begins_early_or_late_is_found_among_all_structures() {
    let layout = consumer("2004/x64");
    let text = example(&layout, dataset().catalogue(), Some(Mode::Kernel)).expect("a dump");
    let (prompt, rows) = text.split_once('\n').expect("rows");
    let zeros = "00 00 00 00 00 00 00 00-00 00 00 00 00 00 00 00";
    let early = format!("{prompt}\nffffa80c`1a2b3c30  {zeros}  ................\n{rows}");
    let late = rows.split_once('\n').expect("a second row").1.to_owned();
    for (text, place) in [
        (early, "if it begins at +0x10"),
        (late, "if the bytes begin with `ProcessHandle`"),
    ] {
        let reading = read(&text).expect("a dump");
        let options = Options::default();
        let everything = classes(None, Others::by_bytes(&reading.space, &options, false));
        let here = everything
            .identify(&reading.space, &options)
            .expect("there are bytes");
        let elsewhere = everything.elsewhere(&here, &reading, &[], &options);
        let said = elsewhere.map_or_else(|| here.summary(), |it| it.summary());
        let expected = format!("Best fit: ETW_REALTIME_CONSUMER 1607 to 2004 on x64, {place}");
        assert!(said.starts_with(&expected), "{said}");
    }
}

/// Lengths that structures have and that dumps are cut to.
const LENGTHS: [u32; 10] = [0x20, 0x28, 0x30, 0x38, 0x54, 0x60, 0x88, 0xa0, 0x100, 0x4e0];

/// How many random blobs are judged for each length.
const NOISE: u64 = 40;

/// Random bytes of known length are named a fit at most once in 100 times.
#[test]
fn noise_fits_nothing() {
    let (mut tried, mut named) = (0, Vec::new());
    for length in LENGTHS {
        let everything = classes(None, Others::OfSize(ByteSize::new(length)));
        for seed in 0..NOISE {
            let mut random = Random(seed << 32 | u64::from(length));
            let bytes = (0..length).map(|_| random.next() as u8).collect();
            let identified = everything
                .identify(&space(bytes, None), &Options::default())
                .expect("there are bytes");
            let summary = identified.summary();
            let mut candidates = identified.candidates.iter();
            let fits = candidates.any(|it| it.verdict == Verdict::Fits);
            tried += 1;
            if fits || summary.starts_with("Best fit") {
                named.push(format!("0x{length:x}: {summary}"));
            }
        }
    }
    assert!(
        100 * named.len() <= tried,
        "{} of {tried}\n{}",
        named.len(),
        named.join("\n")
    );
}

/// The bytes 0, 1, 2 … fit nothing either, although each four look like a 32-bit address.
#[test]
fn bytes_that_count_fit_nothing() {
    let everything = classes(None, Others::OfSize(ByteSize::new(0x88)));
    let identified = everything
        .identify(&space((0..0x88).collect(), None), &Options::default())
        .expect("there are bytes");
    let said = identified.summary();
    assert!(!said.starts_with("Best fit"), "{said}");
}

fn classes(structure: Option<&'static Structure>, others: Others) -> Classes<'static> {
    let scope = CandidateScope {
        structure,
        others,
        ..CandidateScope::default()
    };
    Classes::new(dataset(), scope).expect("types have limits")
}

#[derive(Debug, Default)]
struct Tally {
    tried: usize,
    first: usize,
    first_of_all: usize,
    badly: usize,
}

impl Tally {
    /// Whether the true layout ranks first; it must not be refuted.
    fn judge(&mut self, classes: &Classes<'_>, layout: &Layout, space: &Space) -> bool {
        let identified = classes
            .identify(space, &Options::default())
            .expect("there are bytes");
        let at = identified.candidates.iter().position(|candidate| {
            candidate.structure == layout.structure && candidate.points.contains(&layout.point)
        });
        let at = at.expect("it is considered");
        let truth = &identified.candidates[at];
        assert_ne!(
            truth.verdict,
            Verdict::DoesNotFit,
            "{} {}: {truth:#?}\n{:#?}",
            layout.structure,
            layout.point,
            identified.candidates[0]
        );
        for before in &identified.candidates[..at] {
            assert!(before.score >= truth.score && before.rank <= truth.rank);
        }
        self.badly += usize::from(truth.verdict == Verdict::FitsBadly);
        truth.rank == 1
    }
}

/// A structure of the same size whose event block would point to 0x7.
#[test]
fn a_structure_with_a_small_odd_pointer_inside_comes_later() {
    let text = r"0: kd> db ffffe001`12345010 L88
ffffe001`12345010  10 50 34 12 01 e0 ff ff-10 50 34 12 01 e0 ff ff  .P4......P4.....
ffffe001`12345020  4c 0a 00 80 00 00 00 00-80 c0 e3 0f 01 e0 ff ff  L...............
ffffe001`12345030  00 00 00 00 00 00 00 00-00 00 00 00 00 00 00 00  ................
ffffe001`12345040  30 12 00 12 01 e0 ff ff-c0 12 00 12 01 e0 ff ff  0...............
ffffe001`12345050  a8 f7 ef f2 d2 00 00 00-b0 f7 ef f2 d2 00 00 00  ................
ffffe001`12345060  00 00 00 00 0c 00 00 00-07 00 00 00 00 00 00 00  ................
ffffe001`12345070  40 00 00 00 00 00 00 00-00 60 34 12 01 e0 ff ff  @........`4.....
ffffe001`12345080  00 00 00 a0 f2 01 00 00-00 00 04 00 0c 00 00 00  ................
ffffe001`12345090  03 00 00 00 00 00 00 00                          ........";
    let space = read(text).expect("a dump").space;
    let options = Options::default();
    let everything = classes(None, Others::by_bytes(&space, &options, false));
    let identified = everything.identify(&space, &options).expect("bytes");
    let first = identified.headline().expect("something fits");
    assert_eq!(first.structure.as_str(), "ETW_REALTIME_CONSUMER");
    let mut candidates = identified.candidates.iter();
    let other = candidates.find(|it| it.structure.as_str() == "_PNP_DEVICE_EVENT_ENTRY");
    let other = other.expect("it has that size");
    assert_eq!(other.verdict, Verdict::FitsBadly);
    let against = other.reasons.iter().find(|reason| reason.weight < 0);
    assert_eq!(
        against.and_then(|it| it.path.as_deref()),
        Some("Data.Result")
    );
}
