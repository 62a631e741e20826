//! The answer that scripts get, as the contract promises it. Offsets, sizes and bit numbers are integers; addresses and
//! values are `"0x…"`, lower-case and unpadded.

mod convert;

use serde::Serialize;

pub use self::convert::to_wire;

/// What decoding answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DecodeAnswer {
    /// As which structure.
    pub structure: String,
    /// At which version.
    pub version: String,
    /// On which architecture.
    pub arch: String,
    /// How large the structure is there.
    pub size: u32,
    /// What was read.
    pub input: WireInput,
    /// The structures, one behind the other.
    pub instances: Vec<WireInstance>,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireInput {
    /// As which dialect.
    pub dialect: &'static str,
    /// What shows that it is this dialect.
    pub why: String,
    /// How many bytes, unknown ones included.
    pub bytes: usize,
    /// The address of the first, or null.
    pub base: Option<String>,
    /// How many bytes are unknown.
    pub unreadable: usize,
    /// The lines that were not understood.
    pub skipped_lines: Vec<WireSkip>,
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireSkip {
    /// Its number, from 1.
    pub line: usize,
    /// Why.
    pub reason: String,
    /// What it says, perhaps cut.
    pub text: String,
}

/// One structure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireInstance {
    /// Where in the bytes it begins.
    pub offset: u64,
    /// Its address, or null.
    pub address: Option<String>,
    /// Its members, in offset order.
    pub members: Vec<WireMember>,
    /// What was noticed.
    pub findings: Vec<WireFinding>,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireMember {
    /// Its row.
    pub row: String,
    /// Its name, or null.
    pub name: Option<String>,
    /// Where it lies and what it holds.
    #[serde(flatten)]
    pub place: WirePlace,
}

/// A member of a nested type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireField {
    /// Its name.
    pub name: String,
    /// Where it lies and what it holds.
    #[serde(flatten)]
    pub place: WirePlace,
}

/// Where something lies and what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WirePlace {
    /// From the start of the structure, in nested types too.
    pub offset: u32,
    /// In bytes.
    pub size: u32,
    /// Its bytes: two digits each, `??` for those unknown.
    pub raw: String,
    /// `known`, `partial` or `unknown`.
    pub state: &'static str,
    /// What they mean.
    pub value: WireValue,
}

/// What bytes mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields are those of `value::Value`")]
pub enum WireValue {
    /// Not every byte is known.
    Unknown,
    /// A number without a sign.
    Unsigned { decimal: String, hex: String },
    /// A number with a sign.
    Signed { decimal: String, hex: String },
    /// No or yes.
    Boolean { value: bool, hex: String },
    /// A character; null where it is none that can be printed.
    Char { text: Option<char>, hex: String },
    /// A unit of UTF-16; null where it is none that can be printed.
    WideChar { text: Option<char>, hex: String },
    /// An address.
    Pointer { class: &'static str, hex: String },
    /// A handle.
    Handle { hex: String },
    /// 64 bits with a sign.
    LargeInteger { decimal: String, hex: String },
    /// In the usual notation, with braces.
    Guid { text: String },
    /// Lengths in bytes; null where unknown.
    UnicodeString {
        length: Option<u16>,
        maximum_length: Option<u16>,
        buffer: Option<String>,
        buffer_class: Option<&'static str>,
    },
    /// Null where unknown.
    ListEntry {
        flink: Option<String>,
        flink_class: Option<&'static str>,
        blink: Option<String>,
        blink_class: Option<&'static str>,
    },
    /// The name is null where the value is none of those known.
    Enum {
        name: Option<String>,
        decimal: String,
        hex: String,
    },
    /// The fields are null where the source only says that there are some.
    Bits {
        hex: Option<String>,
        fields: Option<Vec<WireBit>>,
        unnamed: String,
    },
    /// Some bits of an integer; null where unknown.
    BitField {
        bit: u8,
        width: u8,
        mask: String,
        hex: Option<String>,
    },
    /// `shown` of `count` elements.
    Array {
        count: u32,
        shown: usize,
        elements: Vec<WirePlace>,
    },
    /// Members behind one another; some may overlap.
    Struct {
        r#type: String,
        fields: Vec<WireField>,
    },
    /// Members over one another.
    Union {
        r#type: String,
        fields: Vec<WireField>,
    },
    /// Bytes that have no known meaning.
    Bytes { reason: &'static str },
}

/// A bit field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireBit {
    /// What it is known by.
    pub row: String,
    /// Its name.
    pub name: String,
    /// The lowest bit.
    pub bit: u8,
    /// How many bits.
    pub width: u8,
    /// The bits that it has.
    pub mask: String,
    /// What they hold; null where unknown.
    pub value: Option<String>,
}

/// Something that was noticed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireFinding {
    /// What.
    pub rule: &'static str,
    /// How bad.
    pub severity: &'static str,
    /// Where, from the start of the structure.
    pub offset: u32,
    /// The way to the value, or null where it is about the structure.
    pub path: Option<String>,
    /// What it means.
    pub message: String,
}
