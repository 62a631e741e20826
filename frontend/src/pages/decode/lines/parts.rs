//! What is inside values that the decoder takes as one, and what kind of thing a value is.

use strata_core::BitRange;
use strata_core::decode::space::Place;
use strata_core::decode::value::{Pointer, Value};

use crate::page::Kind;

/// The bytes of an integer in which some of its bits lie: where they begin, and how many.
pub(super) fn bytes_of(integer: u32, bits: BitRange) -> (u32, u32) {
    let (first, last) = (bits.bit() / 8, (bits.bit() + bits.width() - 1) / 8);
    (
        integer.saturating_add(first.into()),
        u32::from(last - first) + 1,
    )
}

/// `bit 3`, `bits 4 to 7`.
pub(super) fn place_of(bits: BitRange) -> String {
    let low = bits.bit();
    match bits.width() {
        1 => format!("bit {low}"),
        width => format!("bits {low} to {}", low + width - 1),
    }
}

/// A member of a type that the decoder takes as one value.
pub(super) struct Part {
    pub(super) name: &'static str,
    pub(super) offset: u32,
    pub(super) size: u32,
    pub(super) kind: Kind,
    pub(super) value: Value,
}

/// The members of a `LIST_ENTRY` or a `UNICODE_STRING` of that size.
pub(super) fn parts(value: &Value, size: u32) -> Vec<Part> {
    let half = size / 2;
    let pointer = |name, offset, pointer: Option<Pointer>, kind| Part {
        name,
        offset,
        size: half,
        kind,
        value: pointer.map_or(Value::Unknown, Value::Pointer),
    };
    let short = |name, offset, short: Option<u16>| Part {
        name,
        offset,
        size: 2,
        kind: Kind::Integer,
        value: short.map_or(Value::Unknown, |short| Value::Unsigned(short.into())),
    };
    match *value {
        Value::ListEntry { flink, blink } => vec![
            pointer("Flink", 0, flink, Kind::List),
            pointer("Blink", half, blink, Kind::List),
        ],
        Value::UnicodeString {
            length,
            maximum_length,
            buffer,
        } => vec![
            short("Length", 0, length),
            short("MaximumLength", 2, maximum_length),
            pointer("Buffer", half, buffer, Kind::Pointer),
        ],
        _ => Vec::new(),
    }
}

/// Where in the paste a value points.
pub(super) const fn target_of(value: &Value) -> Option<Place> {
    match value {
        Value::Pointer(pointer) => pointer.target,
        _ => None,
    }
}

/// The kind of a value that is no member of the structure itself, and so has no declared type.
pub(super) fn kind_of(value: &Value) -> Kind {
    match value {
        Value::Unknown | Value::Bytes(_) => Kind::Bytes,
        Value::Unsigned(_) | Value::Signed { .. } | Value::Enum { .. } => Kind::Integer,
        Value::Boolean(_) | Value::Bits { .. } | Value::BitField { .. } => Kind::Bits,
        Value::Char(_) | Value::WideChar(_) | Value::UnicodeString { .. } => Kind::String,
        Value::Pointer(_) | Value::Handle(_) => Kind::Pointer,
        Value::LargeInteger(_) => Kind::Time,
        Value::ListEntry { .. } => Kind::List,
        Value::Array { .. } if is_bytes(value) => Kind::Bytes,
        Value::Array { elements, .. } => elements
            .first()
            .map_or(Kind::Bytes, |element| kind_of(&element.value)),
        Value::Struct { .. } | Value::Guid(_) => Kind::Nested,
    }
}

pub(super) fn is_bytes(value: &Value) -> bool {
    matches!(value, Value::Array { elements, .. } if elements.len() > 1 && elements.iter().all(|element| element.size.get() == 1))
}
