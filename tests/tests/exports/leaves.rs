//! The numbers in a structure, as our own decoder reads them: what another reader must find in the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use strata_core::catalogue::Catalogue;
use strata_core::decode::memory::Memory;
use strata_core::decode::value::{Guid, Item, ItemName, Pointer, Value};
use strata_core::decode::{Instance, Options, decode};
use strata_core::export::Format;
use strata_core::units::BitRange;
use strata_core::{Arch, Layout, TypeName};
use strata_tests::data::dataset;

use crate::expected::{self, called, invented};
use crate::specimen::all;

/// A number: a scalar, a byte of an opaque value, or a bit field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Leaf {
    /// Its path, in exported names.
    pub(crate) path: Path,
    /// In bytes from the start of the structure; for a bit field, the offset of its integer.
    pub(crate) offset: u32,
    /// In bytes; for a bit field, the size of its integer.
    pub(crate) size: u32,
    /// For a bit field: the first bit and the width.
    pub(crate) bits: Option<(u8, u8)>,
    /// Its value, unsigned.
    pub(crate) value: u64,
}

/// The path to a leaf: `Links.Flink`, `HookId[2]`. A bit field is a sibling of its integer, not a child.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Path(pub(crate) Vec<Step>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    Name(String),
    Index(u32),
}

impl Path {
    /// The path extended by a step.
    pub(crate) fn to(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }

    pub(crate) fn member(&self, name: &str) -> Self {
        self.to(Step::Name(name.to_owned()))
    }

    /// The path of a sibling.
    fn beside(&self, name: &str) -> Self {
        let mut steps = self.0.clone();
        steps.pop();
        Self(steps).member(name)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Name(name) if place == 0 => f.write_str(name)?,
                Step::Name(name) => write!(f, ".{name}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            offset,
            size,
            bits,
            value,
        } = self;
        write!(f, "{path} at {offset:#x}, {size} bytes")?;
        if let Some((bit, width)) = bits {
            write!(f, ", {width} bits from {bit}")?;
        }
        write!(f, ": {value:#x}")
    }
}

/// The differences between the expected leaves and a reader's, without invented members.
pub(crate) fn differences(reader: &str, expected: &[Leaf], found: Vec<Leaf>) -> Vec<String> {
    let is_invented = |step: &Step| matches!(step, Step::Name(name) if invented(name));
    let mut found = found;
    found.retain(|leaf| !leaf.path.0.iter().any(is_invented));
    let mut expected = expected.to_vec();
    found.sort();
    expected.sort();
    let mut wrong = Vec::new();
    if found.len() != expected.len() {
        let (found, expected) = (found.len(), expected.len());
        wrong.push(format!(
            "{reader} reads {found} numbers, there are {expected}"
        ));
    }
    let missing = expected
        .iter()
        .filter(|leaf| found.binary_search(leaf).is_err());
    wrong.extend(missing.map(|leaf| format!("{reader} does not read {leaf}")));
    let surplus = found
        .iter()
        .filter(|leaf| expected.binary_search(leaf).is_err());
    wrong.extend(surplus.map(|leaf| format!("{reader} reads {leaf}")));
    wrong
}

pub(crate) fn spelled(leaves: Vec<Leaf>, format: Format) -> Vec<Leaf> {
    let mut leaves = leaves;
    for step in leaves.iter_mut().flat_map(|leaf| &mut leaf.path.0) {
        if let Step::Name(name) = step {
            *name = called(name, format);
        }
    }
    leaves
}

/// The leaves with arrays of arrays flattened to one array.
pub(crate) fn in_one_dimension(leaves: &[Leaf]) -> Vec<Leaf> {
    // By the path of an array: the flat index of each element, in memory order.
    let mut elements: BTreeMap<Path, BTreeMap<Vec<u32>, u32>> = BTreeMap::new();
    let mut counted = |way: &Path, indices: Vec<u32>| {
        let own = elements.entry(way.clone()).or_default();
        let next = u32::try_from(own.len()).expect("it is not that long");
        *own.entry(indices).or_insert(next)
    };
    let flat = leaves.iter().map(|leaf| {
        let mut path = Path::default();
        let mut steps = leaf.path.0.iter().peekable();
        while let Some(step) = steps.next() {
            let Step::Index(index) = step else {
                path = path.to(step.clone());
                continue;
            };
            let mut indices = vec![*index];
            while let Some(Step::Index(further)) = steps.peek() {
                indices.push(*further);
                steps.next();
            }
            let index = counted(&path, indices);
            path = path.to(Step::Index(index));
        }
        Leaf {
            path,
            ..leaf.clone()
        }
    });
    flat.collect()
}

/// Deterministic pseudo-random bytes for a layout.
pub(crate) fn blob(layout: &Layout) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for byte in format!("{} {}", layout.structure, layout.point).bytes() {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_be_bytes()[0]
    };
    (0..layout.size.get()).map(|_| next()).collect()
}

/// All leaves of a layout in a blob, to any depth, arrays element by element, in member order.
pub(crate) fn leaves(layout: &Layout, types: &Catalogue, blob: &[u8]) -> Vec<Leaf> {
    let memory = Memory::new(blob.to_vec()).expect("it is not that large");
    let decoded = decode(layout, types, &memory.into(), &Options::default());
    let mut decoded = decoded.expect("the built-in layouts can be decoded");
    let instance = decoded.instances.remove(0);
    let name: TypeName = "LARGE_INTEGER".parse().expect("it is a name");
    let large = types.class(&name, layout.scope());
    let mut members = large.iter().flat_map(|class| &class.members);
    let mut collector = Collector {
        instance: &instance,
        has_u: members.any(|member| &*member.declaration.name == "u"),
        leaves: Vec::new(),
    };
    for item in &instance.members {
        collector.item(&Path::default(), item);
    }
    collector.leaves
}

struct Collector<'a> {
    instance: &'a Instance,
    /// Whether the source states `LARGE_INTEGER.u`, which repeats the two halves.
    has_u: bool,
    leaves: Vec<Leaf>,
}

impl Collector<'_> {
    fn item(&mut self, parent: &Path, item: &Item) {
        let path = parent.to(match &item.name {
            ItemName::Unnamed { .. } => Step::Name(format!("Unknown_0x{:02X}", item.offset.get())),
            ItemName::Row { name, .. } | ItemName::Field(name) => Step::Name(name.to_string()),
            ItemName::Element(index) => Step::Index(*index),
        });
        let (offset, size) = (item.offset.get(), item.size.get());
        match &item.value {
            Value::Array { elements, count } => {
                self.items(&path, elements);
                let shown = u32::try_from(elements.len()).expect("it is not that long");
                // The decoder so far truncates only arrays of one-byte numbers.
                if shown < *count {
                    assert_eq!(item.size.get(), *count, "{path} is cut short");
                    self.bytes(&path, item, shown);
                }
            }
            Value::Struct { fields, .. } => self.items(&path, fields),
            Value::Bits { number, fields, .. } => {
                let nameless = matches!(item.name, ItemName::Unnamed { .. });
                // Symbol files state no integer around bit fields.
                if !nameless || fields.iter().flatten().next().is_none() {
                    self.push(path.clone(), offset, size, None, known(*number));
                }
                for field in fields.iter().flatten() {
                    let path = path.beside(&field.name);
                    let value = known(field.number);
                    self.push(path, offset, size, Some(field.range), value);
                }
            }
            Value::BitField { range, number } => {
                self.push(path, offset, size, Some(*range), known(*number));
            }
            Value::Bytes(_) => self.bytes(&path, item, 0),
            value => self.well_known(&path, offset, size, value),
        }
    }

    fn items(&mut self, path: &Path, items: &[Item]) {
        for item in items {
            self.item(path, item);
        }
    }

    /// The members of types that our decoder treats as one value.
    fn well_known(&mut self, path: &Path, offset: u32, size: u32, value: &Value) {
        let pointer =
            |pointer: &Option<Pointer>| known(pointer.as_ref().map(|pointer| pointer.address));
        let mut member = |name: &str, at: u32, size: u32, value: u64| {
            self.push(path.member(name), offset + at, size, None, value);
        };
        match value {
            Value::LargeInteger(number) => {
                let number = number.cast_unsigned();
                member("LowPart", 0, 4, number & 0xffff_ffff);
                member("HighPart", 4, 4, number >> 32);
                member("QuadPart", 0, 8, number);
                if self.has_u {
                    let path = path.member("u");
                    let (low, high) = (path.member("LowPart"), path.member("HighPart"));
                    self.push(low, offset, 4, None, number & 0xffff_ffff);
                    self.push(high, offset + 4, 4, None, number >> 32);
                }
            }
            Value::Guid(Guid(bytes)) => {
                let number = |bytes: &[u8]| {
                    let bytes = bytes.iter().rev();
                    bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
                };
                member("Data1", 0, 4, number(&bytes[0..4]));
                member("Data2", 4, 2, number(&bytes[4..6]));
                member("Data3", 6, 2, number(&bytes[6..8]));
                let data4 = path.member("Data4");
                for (index, byte) in (0..).zip(&bytes[8..]) {
                    let path = data4.to(Step::Index(index));
                    self.push(path, offset + 8 + index, 1, None, u64::from(*byte));
                }
            }
            Value::UnicodeString {
                length,
                maximum_length,
                buffer,
            } => {
                member("Length", 0, 2, known(length.map(u64::from)));
                member("MaximumLength", 2, 2, known(maximum_length.map(u64::from)));
                member("Buffer", size / 2, size / 2, pointer(buffer));
            }
            Value::ListEntry { flink, blink } => {
                member("Flink", 0, size / 2, pointer(flink));
                member("Blink", size / 2, size / 2, pointer(blink));
            }
            scalar => self.push(path.clone(), offset, size, None, known(scalar.number())),
        }
    }

    /// The bytes of an item, one by one, from index `first` on.
    fn bytes(&mut self, path: &Path, item: &Item, first: u32) {
        let raw = self.instance.raw(item).replace(' ', "");
        let digits = raw.as_bytes().chunks(2);
        let byte = |digits: &[u8]| {
            let digits = std::str::from_utf8(digits).ok()?;
            u64::from_str_radix(digits, 16).ok()
        };
        for (index, byte) in (0..).zip(digits.map(byte)).skip(first as usize) {
            let (path, offset) = (path.to(Step::Index(index)), item.offset.get() + index);
            self.push(path, offset, 1, None, known(byte));
        }
    }

    fn push(&mut self, path: Path, offset: u32, size: u32, bits: Option<BitRange>, value: u64) {
        self.leaves.push(Leaf {
            path,
            offset,
            size,
            bits: bits.map(|range| (range.bit(), range.width())),
            value,
        });
    }
}

/// Every byte of a blob is known.
fn known<T>(value: Option<T>) -> T {
    value.expect("every byte is known")
}

/// Every member and bit field of a layout begins with a leaf, and there are no other leaves.
#[test]
fn leaves_are_those_of_the_layouts() {
    for (structure, layout) in Arch::IN_ARTICLES.into_iter().flat_map(all) {
        let types = dataset().catalogue();
        let begin = |leaf: &Leaf| {
            let Some(Step::Name(name)) = leaf.path.0.first() else {
                panic!("{leaf} is no member");
            };
            let alone = leaf.path.0.len() == 1;
            let bit = leaf.bits.filter(|_| alone).map_or(0, |(bit, _)| bit);
            (name.clone(), leaf.offset * 8 + u32::from(bit))
        };
        let leaves = leaves(layout, types, &blob(layout));
        let mut found: Vec<(String, u32)> = leaves.iter().map(begin).collect();
        // A member with several leaves begins with the first.
        found.sort();
        found.dedup_by(|later, earlier| later.0 == earlier.0);
        let records = expected::records(layout, types, 0);
        let own = records[structure.name.as_str()].members.iter();
        let stated: BTreeSet<(String, u32)> =
            own.map(|place| (place.name.clone(), place.bit)).collect();
        let found: BTreeSet<(String, u32)> = found.into_iter().collect();
        assert_eq!(found, stated, "{} {}", layout.structure, layout.point);
    }
}
