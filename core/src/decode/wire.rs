//! The answer that scripts get, as the contract promises it. Offsets, sizes and bit numbers are integers; addresses and
//! values are `"0x…"`, lower-case and unpadded.

mod convert;

use schemars::JsonSchema;
use serde::Serialize;

pub(super) use self::convert::input;
pub use self::convert::{OneByOne, instances, one_by_one, to_wire};
use super::identify::wire::{WireAdvice, WireElsewhere};

/// The `kind` of an answer about bytes.
pub const KIND: &str = "bytes";

/// What decoding answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Decoded")]
pub struct DecodeAnswer<I = Vec<WireInstance>> {
    /// That what was read is bytes, and not a layout.
    #[schemars(with = "crate::wire::words::KindOfBytes")]
    pub kind: &'static str,
    /// As which structure.
    pub structure: String,
    /// At which version.
    #[schemars(with = "crate::wire::words::Version")]
    pub version: String,
    /// On which architecture.
    #[schemars(with = "crate::wire::words::Arch")]
    pub arch: String,
    /// How large the structure is there.
    pub size: u32,
    /// What was read.
    pub input: WireInput,
    /// What was noticed about the layout, whatever the bytes are: others that have its size and mean something else.
    pub findings: Vec<WireFinding>,
    /// The structures, one behind the other.
    pub instances: I,
    /// That the bytes fit another version clearly better; null where they do not, or where that was not asked for.
    pub advice: Option<WireAdvice>,
    /// That they fit clearly better in another reading of the text, or in another region; missing where they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<WireElsewhere>,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DecodeInput")]
pub struct WireInput {
    /// As which dialect.
    #[schemars(with = "crate::wire::words::Dialect")]
    pub dialect: &'static str,
    /// What shows that it is this dialect.
    pub why: String,
    /// What else the text may be, the likelier first.
    pub also: Vec<WireCandidate>,
    /// What the numbers before the rows are.
    #[schemars(with = "crate::wire::words::Places")]
    pub places: &'static str,
    /// How many bytes, unknown ones included.
    pub bytes: usize,
    /// The address of the first byte of the region that is decoded, or null.
    #[schemars(with = "Option<crate::wire::words::Hex>")]
    pub base: Option<String>,
    /// How many bytes are unknown.
    pub unreadable: usize,
    /// Where the bytes lie, in the order in which they were read.
    pub regions: Vec<WireRegion>,
    /// The lines that say that something was left out, by number.
    pub gaps: Vec<usize>,
    /// What is worth knowing about lines that were read: a declared length that is not kept, an end that is missing.
    pub notes: Vec<WireNote>,
    /// What stands in rows besides their bytes: the first so many.
    pub annotations: Vec<WireAnnotation>,
    /// The lines that were not understood.
    pub skipped_lines: Vec<WireSkip>,
}

/// Another dialect in which the text can be read, to other bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DialectCandidate")]
pub struct WireCandidate {
    /// Which.
    #[schemars(with = "crate::wire::words::Dialect")]
    pub dialect: &'static str,
    /// What speaks for it.
    pub why: String,
}

/// Bytes that lie behind one another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Region")]
pub struct WireRegion {
    /// The address of the first, or null where the text states none.
    #[schemars(with = "Option<crate::wire::words::Hex>")]
    pub base: Option<String>,
    /// What the text states for the first, be it an address, a physical one, or an offset; null where it states nothing.
    #[schemars(with = "Option<crate::wire::words::Hex>")]
    pub start: Option<String>,
    /// How many, unknown ones included.
    pub bytes: usize,
    /// How many are unknown.
    pub unreadable: usize,
}

/// What stands in a row besides its bytes: a symbol, somebody's note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Annotation")]
pub struct WireAnnotation {
    /// The row's line, from 1.
    pub line: usize,
    /// The number of its region, from 0.
    pub region: usize,
    /// Where in the region the row begins.
    pub offset: usize,
    /// What it says, perhaps cut.
    pub text: String,
}

/// What is worth knowing about a line that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "LineNote")]
pub struct WireNote {
    /// Its number, from 1.
    pub line: usize,
    /// What it is.
    pub text: String,
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SkippedLine")]
pub struct WireSkip {
    /// Its number, from 1.
    pub line: usize,
    /// Why.
    pub reason: String,
    /// What it says, perhaps cut.
    pub text: String,
}

/// One structure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Instance")]
pub struct WireInstance {
    /// In which region of the bytes it lies, from 0; more than one where rows of a dump lie far apart.
    pub region: usize,
    /// Where in the region it begins; before it where negative, which only `from` brings about.
    pub offset: i64,
    /// Its address, or null.
    #[schemars(with = "Option<crate::wire::words::Hex>")]
    pub address: Option<String>,
    /// Its members, in offset order.
    pub members: Vec<WireMember>,
    /// What was noticed.
    pub findings: Vec<WireFinding>,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DecodedMember")]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DecodedField")]
pub struct WireField {
    /// Its name.
    pub name: String,
    /// Where it lies and what it holds.
    #[serde(flatten)]
    pub place: WirePlace,
}

/// Where something lies and what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DecodedElement")]
pub struct WirePlace {
    /// From the start of the structure, in nested types too.
    pub offset: u32,
    /// In bytes.
    pub size: u32,
    /// Its bytes: two digits each, `??` for those unknown.
    #[schemars(with = "crate::wire::words::RawBytes")]
    pub raw: String,
    /// `known`, `partial` or `unknown`.
    #[schemars(with = "crate::wire::words::State")]
    pub state: &'static str,
    /// What they mean.
    pub value: WireValue,
}

/// What bytes mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Value")]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the fields are those of `value::Value`")]
pub enum WireValue {
    /// Not every byte is known.
    Unknown,
    /// A number without a sign. Where it is of a set of constants, those that it is or that are set in it, and the bits
    /// for which there is none.
    Unsigned {
        decimal: String,
        #[schemars(with = "crate::wire::words::Hex")]
        hex: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        constants: Option<Vec<WireConstant>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<crate::wire::words::Hex>")]
        unknown_bits: Option<String>,
    },
    /// A number with a sign.
    Signed {
        decimal: String,
        #[schemars(with = "crate::wire::words::Hex")]
        hex: String,
    },
    /// No or yes.
    Boolean {
        value: bool,
        #[schemars(with = "crate::wire::words::Hex")]
        hex: String,
    },
    /// A character; null where it is none that can be printed.
    Char {
        text: Option<char>,
        #[schemars(with = "crate::wire::words::Hex")]
        hex: String,
    },
    /// A unit of UTF-16; null where it is none that can be printed.
    WideChar {
        text: Option<char>,
        #[schemars(with = "crate::wire::words::Hex")]
        hex: String,
    },
    /// An address; `inside` where it leads to a byte that is there, else null.
    Pointer {
        #[schemars(with = "crate::wire::words::PointerClass")]
        class: &'static str,
        #[schemars(with = "crate::wire::words::Hex")]
        hex: String,
        inside: Option<WireTarget>,
    },
    /// A handle: whose table it is in, and its lowest two bits, which the system ignores.
    Handle {
        #[schemars(with = "crate::wire::words::HandleClass")]
        class: &'static str,
        #[schemars(with = "crate::wire::words::Hex")]
        hex: String,
        tag: u8,
    },
    /// 64 bits with a sign. `possible_time` where it can be one: that it is, nobody says.
    LargeInteger {
        decimal: String,
        #[schemars(with = "crate::wire::words::Hex")]
        hex: String,
        possible_time: Option<String>,
    },
    /// In the usual notation, with braces; what it is known as, and who says so.
    Guid {
        text: String,
        name: Option<String>,
        source: Option<String>,
    },
    /// Lengths in bytes; null where unknown. The text where the buffer is there.
    UnicodeString {
        length: Option<u16>,
        maximum_length: Option<u16>,
        #[schemars(with = "Option<crate::wire::words::Hex>")]
        buffer: Option<String>,
        #[schemars(with = "Option<crate::wire::words::PointerClass>")]
        buffer_class: Option<&'static str>,
        buffer_inside: Option<WireTarget>,
        text: Option<WireText>,
    },
    /// Null where unknown. The list where the next entry is there.
    ListEntry {
        #[schemars(with = "Option<crate::wire::words::Hex>")]
        flink: Option<String>,
        #[schemars(with = "Option<crate::wire::words::PointerClass>")]
        flink_class: Option<&'static str>,
        flink_inside: Option<WireTarget>,
        #[schemars(with = "Option<crate::wire::words::Hex>")]
        blink: Option<String>,
        #[schemars(with = "Option<crate::wire::words::PointerClass>")]
        blink_class: Option<&'static str>,
        blink_inside: Option<WireTarget>,
        list: Option<WireList>,
    },
    /// The name is null where the value is none of those known.
    Enum {
        name: Option<String>,
        decimal: String,
        #[schemars(with = "crate::wire::words::Hex")]
        hex: String,
    },
    /// The fields are null where the source only says that there are some.
    Bits {
        #[schemars(with = "Option<crate::wire::words::Hex>")]
        hex: Option<String>,
        fields: Option<Vec<WireBit>>,
        #[schemars(with = "crate::wire::words::Hex")]
        unnamed: String,
    },
    /// Some bits of an integer; null where unknown.
    BitField {
        bit: u8,
        width: u8,
        #[schemars(with = "crate::wire::words::Hex")]
        mask: String,
        #[schemars(with = "Option<crate::wire::words::Hex>")]
        hex: Option<String>,
    },
    /// `shown` of `count` elements.
    Array {
        count: u32,
        shown: usize,
        elements: Vec<WirePlace>,
    },
    /// Members behind one another; some may overlap. What is in it, where it is a bitmap whose buffer is there.
    Struct {
        r#type: String,
        fields: Vec<WireField>,
        #[serde(skip_serializing_if = "Option::is_none")]
        bitmap: Option<WireBitmap>,
    },
    /// Members over one another.
    Union {
        r#type: String,
        fields: Vec<WireField>,
    },
    /// Bytes that have no known meaning.
    Bytes { reason: &'static str },
}

/// A byte that is there, to which an address leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Target")]
pub struct WireTarget {
    /// In which region, from 0.
    pub region: usize,
    /// Where in the region.
    pub offset: usize,
}

/// A constant that a number is, or that is set in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Constant")]
pub struct WireConstant {
    /// Its name.
    pub name: String,
    /// Its value.
    #[schemars(with = "crate::wire::words::Hex")]
    pub value: String,
    /// Who says so: the id of a source.
    pub source: String,
}

/// The text of a string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StringText")]
pub struct WireText {
    /// The text; U+FFFD for what is unknown or no character.
    pub text: String,
    /// How many units of UTF-16 are unknown.
    pub unknown: usize,
    /// Whether there is more.
    pub cut: bool,
}

/// A list, followed forward.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FollowedList")]
pub struct WireList {
    /// How many other entries were reached; at least so many where `end` is `too-long`.
    pub entries: u32,
    /// Why no more: `closes` where it comes back to where it began.
    #[schemars(with = "crate::wire::words::ListEnd")]
    pub end: &'static str,
}

/// What a bitmap holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Bitmap")]
pub struct WireBitmap {
    /// How many bits it has.
    pub bits: u32,
    /// How many of them were looked at, from the first on.
    pub seen: u32,
    /// How many of those are set.
    pub set: u32,
    /// How many of those are unknown.
    pub unknown: u32,
    /// The numbers of the first that are set.
    pub first: Vec<u32>,
}

/// A bit field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DecodedBit")]
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
    #[schemars(with = "crate::wire::words::Hex")]
    pub mask: String,
    /// What they hold; null where unknown.
    #[schemars(with = "Option<crate::wire::words::Hex>")]
    pub value: Option<String>,
}

/// Something that was noticed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "DecodeFinding")]
pub struct WireFinding {
    /// What.
    #[schemars(with = "crate::wire::words::DecodeRule")]
    pub rule: &'static str,
    /// How bad.
    #[schemars(with = "crate::wire::words::Severity")]
    pub severity: &'static str,
    /// Where, from the start of the structure.
    pub offset: u32,
    /// The way to the value, or null where it is about the structure.
    pub path: Option<String>,
    /// What it means.
    pub message: String,
}
