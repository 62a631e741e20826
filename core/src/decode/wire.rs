//! Decoded structures as the JSON of the API. Offsets, sizes and bit numbers are integers; addresses and values are
//! `"0x…"`, lower-case and unpadded.

mod convert;

use schemars::JsonSchema;
use serde::Serialize;

pub(super) use self::convert::input;
pub use self::convert::{OneByOne, instances, one_by_one, to_wire};
use super::identify::wire::{WireAdvice, WireElsewhere};
use crate::wire::words::Hex;

/// The `kind` of an answer about bytes.
pub const KIND: &str = "bytes";

/// Decoded structures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Decoded")]
pub struct DecodeAnswer<I = Vec<WireInstance>> {
    /// `bytes`: the input is bytes, not a layout.
    #[schemars(with = "crate::wire::words::KindOfBytes")]
    pub kind: &'static str,
    pub structure: String,
    #[schemars(with = "crate::wire::words::Version")]
    pub version: String,
    #[schemars(with = "crate::wire::words::Arch")]
    pub arch: String,
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

/// The input as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DecodeInput")]
pub struct WireInput {
    /// The dialect that the input was read as.
    #[schemars(with = "crate::wire::words::Dialect")]
    pub dialect: &'static str,
    /// The evidence for this dialect.
    pub why: String,
    /// Other dialects that the text may be, the likelier first.
    pub also: Vec<WireCandidate>,
    #[schemars(with = "crate::wire::words::Places")]
    pub places: &'static str,
    /// The number of bytes, including unknown ones.
    pub bytes: usize,
    /// The address of the first byte of the decoded region; null if unknown.
    pub base: Option<Hex>,
    /// The number of unknown bytes.
    pub unreadable: usize,
    /// The regions, in the order of the input.
    pub regions: Vec<WireRegion>,
    /// The numbers of the lines that say that something was left out.
    pub gaps: Vec<usize>,
    /// Notes about lines that were read: a stated length that does not match, a missing end.
    pub notes: Vec<WireNote>,
    /// The texts beside the bytes of rows, up to a limit.
    pub annotations: Vec<WireAnnotation>,
    /// The lines that were not understood.
    pub skipped_lines: Vec<WireSkip>,
}

/// Another dialect that reads the text as other bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DialectCandidate")]
pub struct WireCandidate {
    #[schemars(with = "crate::wire::words::Dialect")]
    pub dialect: &'static str,
    /// The evidence for this dialect.
    pub why: String,
}

/// Consecutive bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Region")]
pub struct WireRegion {
    /// The address of the first byte; null if the text states none.
    pub base: Option<Hex>,
    /// The position that the text states for the first byte: an address, a physical address or an offset. Null if it
    /// states none.
    pub start: Option<Hex>,
    /// The number of bytes, including unknown ones.
    pub bytes: usize,
    /// The number of unknown bytes.
    pub unreadable: usize,
}

/// The text beside the bytes of a row: a symbol, a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Annotation")]
pub struct WireAnnotation {
    /// The number of the line, from 1.
    pub line: usize,
    /// The index of the region, from 0.
    pub region: usize,
    /// The offset of the row in the region, in bytes.
    pub offset: usize,
    /// The text, possibly shortened.
    pub text: String,
}

/// A note about a line that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "LineNote")]
pub struct WireNote {
    /// The number of the line, from 1.
    pub line: usize,
    pub text: String,
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SkippedLine")]
pub struct WireSkip {
    /// The number of the line, from 1.
    pub line: usize,
    pub reason: String,
    /// The line, possibly shortened.
    pub text: String,
}

/// A decoded structure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Instance")]
pub struct WireInstance {
    /// The index of the region that contains the structure, from 0. There are several regions if rows of a dump are far
    /// apart.
    pub region: usize,
    /// The offset of the structure in the region, in bytes; negative if it begins before the region, which only happens
    /// with `from`.
    pub offset: i64,
    /// The address of the structure; null if unknown.
    pub address: Option<Hex>,
    /// The members, in offset order.
    pub members: Vec<WireMember>,
    pub findings: Vec<WireFinding>,
}

/// A member with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DecodedMember")]
pub struct WireMember {
    /// The id of the member's row.
    pub row: String,
    /// Null if the source knows no name.
    pub name: Option<String>,
    /// The place and the value.
    #[serde(flatten)]
    pub place: WirePlace,
}

/// A member of a nested type with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DecodedField")]
pub struct WireField {
    pub name: String,
    /// The place and the value.
    #[serde(flatten)]
    pub place: WirePlace,
}

/// A place and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DecodedElement")]
pub struct WirePlace {
    /// In bytes from the start of the outermost structure.
    pub offset: u32,
    /// In bytes.
    pub size: u32,
    /// The bytes: two hexadecimal digits each, `??` if unknown.
    #[schemars(with = "crate::wire::words::RawBytes")]
    pub raw: String,
    /// `known`, `partial` or `unknown`.
    #[schemars(with = "crate::wire::words::State")]
    pub state: &'static str,
    /// The decoded value.
    pub value: WireValue,
}

/// A decoded value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
        #[schemars(with = "crate::wire::words::PointerClass")]
        class: &'static str,
        hex: Hex,
        inside: Option<WireTarget>,
    },
    /// A handle: the handle table that it belongs to, and its lowest two bits (`tag`), which the system ignores.
    Handle {
        #[schemars(with = "crate::wire::words::HandleClass")]
        class: &'static str,
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
        #[schemars(with = "Option<crate::wire::words::PointerClass>")]
        buffer_class: Option<&'static str>,
        buffer_inside: Option<WireTarget>,
        text: Option<WireText>,
    },
    /// A `LIST_ENTRY`. Links are null if unknown; `list` is null if the input does not contain the next entry.
    ListEntry {
        flink: Option<Hex>,
        #[schemars(with = "Option<crate::wire::words::PointerClass>")]
        flink_class: Option<&'static str>,
        flink_inside: Option<WireTarget>,
        blink: Option<Hex>,
        #[schemars(with = "Option<crate::wire::words::PointerClass>")]
        blink_class: Option<&'static str>,
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

/// A byte of the input that a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Target")]
pub struct WireTarget {
    /// The index of the region, from 0.
    pub region: usize,
    /// The offset in the region, in bytes.
    pub offset: usize,
}

/// A named constant that an integer equals, or a flag that is set in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Constant")]
pub struct WireConstant {
    pub name: String,
    pub value: Hex,
    /// The id of the source.
    pub source: String,
}

/// The text of a string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StringText")]
pub struct WireText {
    /// The text, with U+FFFD for unknown code units and invalid characters.
    pub text: String,
    /// The number of unknown UTF-16 code units.
    pub unknown: usize,
    /// Whether the text was shortened.
    pub cut: bool,
}

/// A list, followed forward.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FollowedList")]
pub struct WireList {
    /// The number of other entries that were reached; a lower bound if `end` is `too-long`.
    pub entries: u32,
    /// Why the list was followed no further; `closes` if it came back to its start.
    #[schemars(with = "crate::wire::words::ListEnd")]
    pub end: &'static str,
}

/// The content of a bitmap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Bitmap")]
pub struct WireBitmap {
    /// The number of bits.
    pub bits: u32,
    /// The number of bits that were examined, from the first on.
    pub seen: u32,
    /// The number of examined bits that are set.
    pub set: u32,
    /// The number of examined bits that are unknown.
    pub unknown: u32,
    /// The numbers of the first bits that are set.
    pub first: Vec<u32>,
}

/// A bit field with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DecodedBit")]
pub struct WireBit {
    /// The id of the row.
    pub row: String,
    pub name: String,
    /// The lowest bit.
    pub bit: u8,
    /// The number of bits.
    pub width: u8,
    /// The integer with only these bits set.
    pub mask: Hex,
    /// Null if unknown.
    pub value: Option<Hex>,
}

/// A finding about the bytes or the layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DecodeFinding")]
pub struct WireFinding {
    #[schemars(with = "crate::wire::words::DecodeRule")]
    pub rule: &'static str,
    #[schemars(with = "crate::wire::words::Severity")]
    pub severity: &'static str,
    /// In bytes from the start of the structure.
    pub offset: u32,
    /// The path of the value; null if the finding concerns the whole structure.
    pub path: Option<String>,
    /// The finding in words.
    pub message: String,
}
