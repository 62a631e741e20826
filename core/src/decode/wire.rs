//! Decoded structures as the JSON of the API. Offsets, sizes and bit numbers are integers; addresses and values are
//! `"0x…"`, lower-case and unpadded.

mod convert;

use schemars::JsonSchema;
use serde::Serialize;

pub use self::convert::{OneByOne, instances, one_by_one, to_wire};
use super::Instance;
use super::finding::{Finding, Severity};
use super::identify::wire::{WireAdvice, WireElsewhere};
use super::limits::ANNOTATIONS_LIMIT;
use super::memory::{Memory, State};
use super::read::{AddressKind, Candidate, Dialect, LineOutcome, Note, Outcome, Reading, Skip};
use super::space::Place;
use super::value::{
    BitValue, Bitmap, HandleClass, Item, ItemName, List, ListEnd, PointerClass, Text,
};
use crate::arch::Arch;
use crate::constants::Constant;
use crate::wire::answers::answers;
use crate::wire::words::Hex;

/// The `kind` of an answer about bytes.
pub const KIND: &str = "bytes";

/// Decoded structures.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Decoded")]
pub struct DecodeAnswer<I = Vec<WireInstance>> {
    /// `bytes`: the input is bytes, not a layout.
    #[schemars(with = "crate::wire::words::KindOfBytes")]
    pub kind: &'static str,
    pub structure: String,
    #[schemars(with = "crate::wire::words::Version")]
    pub version: String,
    pub arch: Arch,
    /// The size of the structure in bytes.
    pub size: u32,
    /// The input as it was read.
    pub input: WireInput,
    /// Findings about the layout itself, whatever the bytes are: other layouts of the same size that mean something else.
    pub findings: Vec<WireFinding>,
    /// The structures, in the order of the input.
    pub instances: I,
    /// A version that the bytes fit clearly better; null if there is none, or without `identify=true`.
    pub advice: Option<WireAdvice>,
    /// A place where the bytes fit clearly better: another reading of the text, another region, or another offset.
    /// Omitted if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<WireElsewhere>,
}

answers! {
    /// The input as it was read.
    #[schemars(rename = "DecodeInput")]
    pub struct WireInput(base: Option<u64>, reading: &Reading) with {
        let regions = reading.space.regions().iter().enumerate();
        let regions = regions.map(|(number, region)| {
            WireRegion::new(region, reading.starts.get(number).copied())
        });
        let gaps = reading.lines.iter().filter(|line| line.outcome == Outcome::Gap);
        let annotations = reading.lines.iter().filter_map(WireAnnotation::new);
        let skipped = reading.skipped().map(|(line, skip)| WireSkip::new(line, skip));
    } {
        /// The dialect that the input was read as.
        pub dialect: Dialect = reading.dialect,
        /// The evidence for this dialect.
        pub why: String = reading.why.clone(),
        /// Other dialects that the text may be, the likelier first.
        pub also: Vec<WireCandidate> = reading.also.iter().map(WireCandidate::new).collect(),
        pub places: AddressKind = reading.address_kind,
        /// The number of bytes, including unknown ones.
        pub bytes: usize = reading.space.len(),
        /// The address of the first byte of the decoded region; null if unknown.
        pub base: Option<Hex> = base.map(Hex),
        /// The number of unknown bytes.
        pub unreadable: usize = reading.space.unreadable(),
        /// The regions, in the order of the input.
        pub regions: Vec<WireRegion> = regions.collect(),
        /// The numbers of the lines that say that something was left out.
        pub gaps: Vec<usize> = gaps.map(|line| line.line).collect(),
        /// Notes about lines that were read: a stated length that does not match, a missing end.
        pub notes: Vec<WireNote> = reading.notes.iter().map(WireNote::new).collect(),
        /// The texts beside the bytes of rows, up to a limit.
        pub annotations: Vec<WireAnnotation> = annotations.take(ANNOTATIONS_LIMIT).collect(),
        /// The lines that were not understood.
        pub skipped_lines: Vec<WireSkip> = skipped.collect(),
    }

    /// Another dialect that reads the text as other bytes.
    #[schemars(rename = "DialectCandidate")]
    pub struct WireCandidate(candidate: &Candidate) {
        pub dialect: Dialect = candidate.dialect,
        /// The evidence for this dialect.
        pub why: String = candidate.why.clone(),
    }

    /// Consecutive bytes.
    #[schemars(rename = "Region")]
    pub struct WireRegion(region: &Memory, start: Option<u64>) {
        /// The address of the first byte; null if the text states none.
        pub base: Option<Hex> = region.base().map(Hex),
        /// The position that the text states for the first byte: an address, a physical address or an offset. Null if it
        /// states none.
        pub start: Option<Hex> = start.map(Hex),
        /// The number of bytes, including unknown ones.
        pub bytes: usize = region.len(),
        /// The number of unknown bytes.
        pub unreadable: usize = region.unreadable(),
    }

    /// The text beside the bytes of a row: a symbol, a note.
    #[schemars(rename = "Annotation")]
    pub struct WireAnnotation(line: &LineOutcome) -> Option with {
        let Outcome::Bytes { region, at, .. } = line.outcome else {
            return None;
        };
    } {
        /// The number of the line, from 1.
        pub line: usize = line.line,
        /// The index of the region, from 0.
        pub region: usize = region,
        /// The offset of the row in the region, in bytes.
        pub offset: usize = at,
        /// The text, possibly shortened.
        pub text: String = line.note.clone()?,
    }

    /// A note about a line that was read.
    #[schemars(rename = "LineNote")]
    pub struct WireNote(note: &Note) {
        /// The number of the line, from 1.
        pub line: usize = note.line,
        pub text: String = note.text.clone(),
    }

    /// A line that was not understood.
    #[schemars(rename = "SkippedLine")]
    pub struct WireSkip(line: usize, skip: &Skip) {
        /// The number of the line, from 1.
        pub line: usize = line,
        pub reason: String = skip.to_string(),
        /// The line, possibly shortened.
        pub text: String = skip.text.clone(),
    }

    /// A decoded structure.
    #[schemars(rename = "Instance")]
    pub struct WireInstance(region: usize, instance: &Instance) with {
        let members = instance.members.iter();
    } {
        /// The index of the region that contains the structure, from 0. There are several regions if rows of a dump are far
        /// apart.
        pub region: usize = region,
        /// The offset of the structure in the region, in bytes; negative if it begins before the region, which only happens
        /// with `from`.
        pub offset: i64 = instance.offset,
        /// The address of the structure; null if unknown.
        pub address: Option<Hex> = instance.address().map(Hex),
        /// The members, in offset order.
        pub members: Vec<WireMember> = members.map(|item| WireMember::new(instance, item)).collect(),
        pub findings: Vec<WireFinding> = instance.findings.iter().map(WireFinding::new).collect(),
    }

    /// A member with its value.
    #[schemars(rename = "DecodedMember")]
    pub struct WireMember(instance: &Instance, item: &Item) with {
        let (row, name) = match &item.name {
            ItemName::Row { row, name } => (row.to_string(), Some(name.to_string())),
            other => (other.to_string(), None),
        };
    } {
        /// The id of the member's row.
        pub row: String = row,
        /// Null if the source knows no name.
        pub name: Option<String> = name,
        /// The place and the value.
        #[serde(flatten)]
        pub place: WirePlace = WirePlace::new(instance, item),
    }

    /// A member of a nested type with its value.
    #[schemars(rename = "DecodedField")]
    pub struct WireField(instance: &Instance, item: &Item) {
        pub name: String = item.name.to_string(),
        /// The place and the value.
        #[serde(flatten)]
        pub place: WirePlace = WirePlace::new(instance, item),
    }

    /// A place and its value.
    #[schemars(rename = "DecodedElement")]
    pub struct WirePlace(instance: &Instance, item: &Item) {
        /// In bytes from the start of the outermost structure.
        pub offset: u32 = item.offset.get(),
        /// In bytes.
        pub size: u32 = item.size.get(),
        /// The bytes: two hexadecimal digits each, `??` if unknown.
        pub raw: String as "crate::wire::words::RawBytes" = instance.raw(item),
        /// `known`, `partial` or `unknown`.
        pub state: State = item.state,
        /// The decoded value.
        pub value: WireValue = WireValue::new(instance, item),
    }

    /// A byte of the input that a pointer points to.
    #[schemars(rename = "Target")]
    pub struct WireTarget(target: Place) {
        /// The index of the region, from 0.
        pub region: usize = target.region,
        /// The offset in the region, in bytes.
        pub offset: usize = target.at,
    }

    /// A named constant that an integer equals, or a flag that is set in it.
    #[schemars(rename = "Constant")]
    pub struct WireConstant(constant: &Constant) {
        pub name: String = constant.name.to_string(),
        pub value: Hex = Hex(constant.value),
        /// The id of the source.
        pub source: String = constant.source.to_string(),
    }

    /// The text of a string.
    #[schemars(rename = "StringText")]
    pub struct WireText(text: &Text) {
        /// The text, with U+FFFD for unknown code units and invalid characters.
        pub text: String = text.text.clone(),
        /// The number of unknown UTF-16 code units.
        pub unknown: usize = text.unknown,
        /// Whether the text was shortened.
        pub cut: bool = text.cut,
    }

    /// A list, followed forward.
    #[schemars(rename = "FollowedList")]
    pub struct WireList(list: List) {
        /// The number of other entries that were reached; a lower bound if `end` is `too-long`.
        pub entries: u32 = list.entries,
        /// Why the list was followed no further; `closes` if it came back to its start.
        pub end: ListEnd = list.end,
    }

    /// The content of a bitmap.
    #[schemars(rename = "Bitmap")]
    pub struct WireBitmap(bitmap: &Bitmap) {
        /// The number of bits.
        pub bits: u32 = bitmap.bits,
        /// The number of bits that were examined, from the first on.
        pub seen: u32 = bitmap.seen,
        /// The number of examined bits that are set.
        pub set: u32 = bitmap.set,
        /// The number of examined bits that are unknown.
        pub unknown: u32 = bitmap.unknown,
        /// The numbers of the first bits that are set.
        pub first: Vec<u32> = bitmap.first.clone(),
    }

    /// A bit field with its value.
    #[schemars(rename = "DecodedBit")]
    pub struct WireBit(bit: &BitValue) {
        /// The id of the row.
        pub row: String = bit.row.to_string(),
        pub name: String = bit.name.to_string(),
        /// The lowest bit.
        pub bit: u8 = bit.range.bit(),
        /// The number of bits.
        pub width: u8 = bit.range.width(),
        /// The integer with only these bits set.
        pub mask: Hex = Hex(bit.range.mask()),
        /// Null if unknown.
        pub value: Option<Hex> = bit.number.map(Hex),
    }

    /// A finding about the bytes or the layout.
    #[schemars(rename = "DecodeFinding")]
    pub struct WireFinding(finding: &Finding) {
        pub rule: &'static str as "crate::wire::words::DecodeRule" = finding.rule.as_str(),
        pub severity: Severity = finding.severity,
        /// In bytes from the start of the structure.
        pub offset: u32 = finding.offset.get(),
        /// The path of the value; null if the finding concerns the whole structure.
        pub path: Option<String> = finding.path.clone(),
        /// The finding in words.
        pub message: String = finding.message(),
    }
}

impl WireInstance {
    /// Whether one of its findings is an error.
    pub fn has_error(&self) -> bool {
        self.findings
            .iter()
            .any(|it| it.severity == Severity::Error)
    }
}

/// A decoded value.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Value")]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields are those of `value::Value`")]
pub enum WireValue {
    /// A value with an unknown byte.
    Unknown,
    /// An unsigned integer. If its values are named: `constants` is the constant that it equals, or the flags that are
    /// set; `unknown_bits` has the set bits that are no known flag.
    Unsigned {
        decimal: String,
        hex: Hex,
        #[serde(skip_serializing_if = "Option::is_none")]
        constants: Option<Vec<WireConstant>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        unknown_bits: Option<Hex>,
    },
    /// A signed integer.
    Signed { decimal: String, hex: Hex },
    /// A boolean.
    Boolean { value: bool, hex: Hex },
    /// A character; `text` is null if it cannot be printed.
    Char { text: Option<char>, hex: Hex },
    /// A UTF-16 code unit; `text` is null if it cannot be printed.
    WideChar { text: Option<char>, hex: Hex },
    /// An address; `inside` is the byte that it points to, null if the input does not contain it.
    Pointer {
        class: PointerClass,
        hex: Hex,
        inside: Option<WireTarget>,
    },
    /// A handle: the handle table that it belongs to, and its lowest two bits (`tag`), which the system ignores.
    Handle {
        class: HandleClass,
        hex: Hex,
        tag: u8,
    },
    /// A signed 64-bit integer. `possible_time` is the value read as a time, if plausible; no source states that it is
    /// one.
    LargeInteger {
        decimal: String,
        hex: Hex,
        possible_time: Option<String>,
    },
    /// A GUID in the usual notation, with braces; its well-known name, and the id of the source of the name.
    Guid {
        text: String,
        name: Option<String>,
        source: Option<String>,
    },
    /// A `UNICODE_STRING`. Lengths are in bytes, null if unknown; `text` is null if the input does not contain the
    /// buffer.
    UnicodeString {
        length: Option<u16>,
        maximum_length: Option<u16>,
        buffer: Option<Hex>,
        buffer_class: Option<PointerClass>,
        buffer_inside: Option<WireTarget>,
        text: Option<WireText>,
    },
    /// A `LIST_ENTRY`. Links are null if unknown; `list` is null if the input does not contain the next entry.
    ListEntry {
        flink: Option<Hex>,
        flink_class: Option<PointerClass>,
        flink_inside: Option<WireTarget>,
        blink: Option<Hex>,
        blink_class: Option<PointerClass>,
        blink_inside: Option<WireTarget>,
        list: Option<WireList>,
    },
    /// A value of an enumeration; `name` is null if the value has no known name.
    Enum {
        name: Option<String>,
        decimal: String,
        hex: Hex,
    },
    /// An integer with bit fields. `fields` is null if the source only says that there are some; `unnamed` has the set
    /// bits without a known bit field.
    Bits {
        hex: Option<Hex>,
        fields: Option<Vec<WireBit>>,
        unnamed: Hex,
    },
    /// A bit field of a nested type; `hex` is null if unknown.
    BitField {
        bit: u8,
        width: u8,
        mask: Hex,
        hex: Option<Hex>,
    },
    /// The first `shown` of `count` elements.
    Array {
        count: u32,
        shown: usize,
        elements: Vec<WirePlace>,
    },
    /// A structure; members may overlap. `bitmap` is its content if it is a bitmap whose buffer is in the input.
    Struct {
        r#type: String,
        fields: Vec<WireField>,
        #[serde(skip_serializing_if = "Option::is_none")]
        bitmap: Option<WireBitmap>,
    },
    /// A union: its members share bytes.
    Union {
        r#type: String,
        fields: Vec<WireField>,
    },
    /// Bytes without a known meaning.
    Bytes { reason: &'static str },
}
