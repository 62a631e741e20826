//! Converts decoded values to the JSON of the API.

use std::cell::Cell;

use serde::{Serialize, Serializer};

use super::{
    DecodeAnswer, KIND, WireBit, WireBitmap, WireConstant, WireField, WireFinding, WireInput,
    WireInstance, WireList, WirePlace, WireTarget, WireText, WireValue,
};
use crate::decode::read::Reading;
use crate::decode::value::{Item, Meaning, Pointer, Value};
use crate::decode::{Decoded, Decoding, Instance};
use crate::wire::words::Hex;

/// Converts a decoded input to an answer.
pub fn to_wire(decoded: &Decoded, reading: &Reading) -> DecodeAnswer {
    let instances = decoded.instances.iter();
    DecodeAnswer {
        kind: KIND,
        structure: decoded.structure.to_string(),
        version: decoded.point.version.to_string(),
        arch: decoded.point.arch,
        size: decoded.size.get(),
        input: WireInput::new(decoded.base, reading),
        findings: decoded.findings.iter().map(WireFinding::new).collect(),
        instances: instances
            .map(|one| WireInstance::new(decoded.region, one))
            .collect(),
        advice: None,
        elsewhere: None,
    }
}

/// Converts to an answer whose instances are decoded during serialization.
pub fn one_by_one(answer: DecodeAnswer, decoding: Decoding<'_>) -> DecodeAnswer<OneByOne<'_>> {
    DecodeAnswer {
        kind: answer.kind,
        structure: answer.structure,
        version: answer.version,
        arch: answer.arch,
        size: answer.size,
        input: answer.input,
        findings: answer.findings,
        instances: OneByOne {
            decoding,
            has_error: Cell::new(false),
        },
        advice: answer.advice,
        elsewhere: answer.elsewhere,
    }
}

/// Returns the instances of a decoding, decoded lazily.
pub fn instances<'a>(decoding: &'a Decoding<'_>) -> impl Iterator<Item = WireInstance> + 'a {
    let region = decoding.region();
    let instances = decoding.instances();
    instances.map(move |one| WireInstance::new(region, &one))
}

/// Instances that are decoded during serialization.
#[derive(Debug)]
pub struct OneByOne<'a> {
    decoding: Decoding<'a>,
    has_error: Cell<bool>,
}

impl OneByOne<'_> {
    /// Whether an instance serialized so far has an error among its findings.
    pub fn has_error(&self) -> bool {
        self.has_error.get()
    }
}

impl Serialize for OneByOne<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let told = |one: &WireInstance| self.has_error.set(self.has_error() || one.has_error());
        serializer.collect_seq(instances(&self.decoding).inspect(told))
    }
}

impl WireValue {
    pub(super) fn new(instance: &Instance, item: &Item) -> Self {
        let (value, meaning) = (&item.value, item.meaning.as_deref());
        let hex = || Hex(value.number().unwrap_or_default());
        match value {
            Value::Unknown => Self::Unknown,
            Value::Unsigned(number) => {
                let (constants, unknown_bits) = constants(meaning);
                Self::Unsigned {
                    decimal: number.to_string(),
                    hex: hex(),
                    constants,
                    unknown_bits,
                }
            }
            Value::Signed { value, .. } => Self::Signed {
                decimal: value.to_string(),
                hex: hex(),
            },
            Value::Boolean(byte) => Self::Boolean {
                value: *byte != 0,
                hex: hex(),
            },
            Value::Char(byte) => Self::Char {
                text: byte.is_ascii_graphic().then_some(char::from(*byte)),
                hex: hex(),
            },
            Value::WideChar(unit) => Self::WideChar {
                text: char::from_u32(u32::from(*unit)).filter(|c| !c.is_control()),
                hex: hex(),
            },
            Value::Pointer(pointer) => Self::Pointer {
                class: pointer.class,
                hex: hex(),
                inside: pointer.target.map(WireTarget::new),
            },
            Value::Handle(handle) => Self::Handle {
                class: handle.class,
                hex: hex(),
                tag: handle.tag,
            },
            Value::LargeInteger(value) => Self::LargeInteger {
                decimal: value.to_string(),
                hex: hex(),
                possible_time: match meaning {
                    Some(Meaning::Time(time)) => Some(time.to_string()),
                    _ => None,
                },
            },
            Value::Guid(guid) => {
                let known = match meaning {
                    Some(Meaning::Guid(known)) => Some(known),
                    _ => None,
                };
                Self::Guid {
                    text: guid.to_string(),
                    name: known.map(|known| known.name.to_string()),
                    source: known.map(|known| known.source.to_string()),
                }
            }
            Value::Enum { number, name, .. } => Self::Enum {
                name: name.as_deref().map(str::to_owned),
                decimal: number.to_string(),
                hex: hex(),
            },
            Value::Bytes(why) => Self::Bytes {
                reason: why.as_str(),
            },
            _ => compound(instance, item),
        }
    }
}

/// Returns the named constants of a number, and the set bits without a name.
fn constants(meaning: Option<&Meaning>) -> (Option<Vec<WireConstant>>, Option<Hex>) {
    match meaning {
        Some(Meaning::Flags { set, unknown }) => (
            Some(set.iter().map(WireConstant::new).collect()),
            Some(Hex(*unknown)),
        ),
        Some(Meaning::Constant(constant)) => {
            (Some(constant.iter().map(WireConstant::new).collect()), None)
        }
        _ => (None, None),
    }
}

fn compound(instance: &Instance, item: &Item) -> WireValue {
    let meaning = item.meaning.as_deref();
    let address = |pointer: &Option<Pointer>| pointer.map(|pointer| Hex(pointer.address));
    let inside = |pointer: &Option<Pointer>| pointer.and_then(|it| it.target).map(WireTarget::new);
    let class = |pointer: &Option<Pointer>| pointer.map(|pointer| pointer.class);
    match &item.value {
        Value::UnicodeString {
            length,
            maximum_length,
            buffer,
        } => WireValue::UnicodeString {
            length: *length,
            maximum_length: *maximum_length,
            buffer: address(buffer),
            buffer_class: class(buffer),
            buffer_inside: inside(buffer),
            text: match meaning {
                Some(Meaning::Text(text)) => Some(WireText::new(text)),
                _ => None,
            },
        },
        Value::ListEntry { flink, blink } => WireValue::ListEntry {
            flink: address(flink),
            flink_class: class(flink),
            flink_inside: inside(flink),
            blink: address(blink),
            blink_class: class(blink),
            blink_inside: inside(blink),
            list: match meaning {
                Some(Meaning::List(list)) => Some(WireList::new(*list)),
                _ => None,
            },
        },
        Value::Bits {
            number,
            fields,
            unnamed,
        } => WireValue::Bits {
            hex: number.map(Hex),
            fields: fields
                .as_ref()
                .map(|fields| fields.iter().map(WireBit::new).collect()),
            unnamed: Hex(*unnamed),
        },
        Value::BitField { range, number } => WireValue::BitField {
            bit: range.bit(),
            width: range.width(),
            mask: Hex(range.mask()),
            hex: number.map(Hex),
        },
        Value::Array { count, elements } => WireValue::Array {
            count: *count,
            shown: elements.len(),
            elements: elements
                .iter()
                .map(|item| WirePlace::new(instance, item))
                .collect(),
        },
        Value::Struct { ty, union, fields } => {
            let fields = fields
                .iter()
                .map(|item| WireField::new(instance, item))
                .collect();
            let r#type = ty.to_string();
            let bitmap = match meaning {
                Some(Meaning::Bitmap(bitmap)) => Some(WireBitmap::new(bitmap)),
                _ => None,
            };
            match union {
                true => WireValue::Union { r#type, fields },
                false => WireValue::Struct {
                    r#type,
                    fields,
                    bitmap,
                },
            }
        }
        _ => WireValue::Unknown,
    }
}
