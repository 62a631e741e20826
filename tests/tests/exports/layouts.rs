//! Compares our layout rules for headers with clang's: random structures, unions, bit fields and packing.

use std::fmt::Write as _;

use strata_core::decode::listing::Listing;
use strata_core::stated::read;
use strata_core::{Arch, Release};
use strata_tests::data::dataset;

use crate::all_agree;
use crate::clang::{Target, disagreements};
use crate::expected::{Extent, Place, Record, Records};

/// How many structures are compared on each architecture.
const STRUCTURES: usize = 1500;

/// A deterministic random generator.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    /// An index into a list of that length.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).expect("it is small")
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.index(of.len())]
    }
}

const SCALARS: [&str; 10] = [
    "char",
    "unsigned short",
    "int",
    "unsigned long",
    "long long",
    "void *",
    "double",
    "short int",
    "unsigned __int64",
    "float",
];
const INTEGERS: [(&str, u64); 6] = [
    ("unsigned char", 8),
    ("char", 8),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned long", 32),
    ("unsigned long long", 64),
];

/// Writes random members, with those of nested unnamed unions and structures.
fn members(rng: &mut Rng, number: usize, level: usize, next: &mut usize, text: &mut String) {
    for _ in 0..=rng.below(6) {
        let name = format!("m{}", *next);
        *next += 1;
        match rng.below(12) {
            0..=3 => {
                let ty = rng.pick(&SCALARS);
                let _ = writeln!(text, "  {ty} {name};");
            }
            4 => {
                let (ty, count) = (rng.pick(&SCALARS), rng.below(5) + 1);
                let _ = writeln!(text, "  {ty} {name}[{count}];");
            }
            5..=8 => {
                let at = usize::try_from(rng.below(6)).expect("it is small");
                let (ty, bits) = INTEGERS[at];
                let _ = match rng.below(8) {
                    0 => writeln!(text, "  {ty} : 0;"),
                    1 => writeln!(text, "  {ty} : {};", rng.below(bits) + 1),
                    _ => writeln!(text, "  {ty} {name} : {};", rng.below(bits) + 1),
                };
            }
            9 if number > 0 => {
                let other = rng.below(number as u64);
                let _ = writeln!(text, "  struct _S{other} {name};");
            }
            10 => {
                let (align, ty) = (1 << rng.below(5), rng.pick(&SCALARS));
                let _ = writeln!(text, "  __declspec(align({align})) {ty} {name};");
            }
            _ if level < 3 => {
                let kind = rng.pick(&["struct", "union"]);
                let _ = writeln!(text, "  {kind} {{");
                // At least one member is no bit field: compilers are free in how they lay out a record without one.
                let _ = writeln!(text, "  char {name};");
                members(rng, number, level + 1, next, text);
                text.push_str("  };\n");
            }
            _ => {
                let _ = writeln!(text, "  char {name};");
            }
        }
    }
}

fn structure(rng: &mut Rng, number: usize) -> String {
    let pack = [0, 0, 1, 2, 4, 8][usize::try_from(rng.below(6)).expect("it is small")];
    let mut text = String::new();
    if pack > 0 {
        let _ = writeln!(text, "#pragma pack(push, {pack})");
    }
    let align = match rng.below(8) {
        0 => format!("__declspec(align({})) ", 1 << rng.below(5)),
        _ => String::new(),
    };
    let _ = writeln!(text, "typedef struct {align}_S{number} {{\n  char first;");
    members(rng, number, 0, &mut 0, &mut text);
    let _ = writeln!(text, "}} S{number};");
    if pack > 0 {
        text.push_str("#pragma pack(pop)\n");
    }
    text
}

fn record(listing: &Listing) -> Record {
    let place = |listed: &strata_core::decode::listing::ListingMember| {
        let size = listed.size.expect("it is measured").get();
        let bit = listed.bits.map_or(0, |bits| bits.bit().into());
        Place {
            bit: listed.offset.get() * 8 + bit,
            name: listed.name.to_string(),
            extent: match listed.bits {
                Some(bits) => Extent::Bits(bits.width().into()),
                None => Extent::Bytes(size),
            },
        }
    };
    Record {
        size: listing.size.expect("it is measured").get(),
        members: listing.members.iter().map(place).collect(),
    }
}

/// The differences between clang's layouts for a target and ours for an architecture.
fn differing(folder: &str, arch: Arch, target: Target) -> Vec<String> {
    let mut rng = Rng(0x5eed_5eed);
    let header: String = (0..STRUCTURES)
        .map(|number| structure(&mut rng, number))
        .collect();
    let declared = read(&header).expect("it is a header");
    assert_eq!(declared.findings(&Arch::ALL), []);
    let records: Records = declared
        .definitions
        .iter()
        .map(|definition| {
            let listing = declared.listing(definition, dataset(), (Release::FIRST, arch));
            let listing = listing.expect("it is there");
            (
                listing.name.as_ref().expect("it has a name").to_string(),
                record(&listing),
            )
        })
        .collect();
    assert_eq!(records.len(), STRUCTURES);
    disagreements(folder, target, &[(header.as_str(), records)])
}

#[test]
fn random_structures_on_x86() {
    all_agree(&differing("layouts-x86", Arch::X86, Target::X86));
}

#[test]
fn random_structures_on_x64() {
    all_agree(&differing("layouts-x64", Arch::X64, Target::X64));
}

/// Clang refuses the layout of another architecture.
#[test]
fn a_layout_of_another_architecture_is_found() {
    let wrong = differing("layouts-planted", Arch::X86, Target::X64);
    assert!(
        wrong.join("\n").contains("static_assert failed"),
        "{wrong:?}"
    );
}
