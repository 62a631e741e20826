//! Converts inputs and decoded values to the JSON of the API.

use std::cell::Cell;

use serde::{Serialize, Serializer};

use super::{
    DecodeAnswer, KIND, WireAnnotation, WireBit, WireBitmap, WireCandidate, WireConstant,
    WireField, WireFinding, WireInput, WireInstance, WireList, WireMember, WireNote, WirePlace,
    WireRegion, WireSkip, WireTarget, WireText, WireValue,
};
use crate::constants::Constant;
use crate::decode::finding::{Finding, Severity};
use crate::decode::limits::ANNOTATIONS_LIMIT;
use crate::decode::read::{Candidate, LineOutcome, Note, Outcome, Reading};
use crate::decode::value::{BitValue, Item, ItemName, Meaning, Pointer, Value};
use crate::decode::{Decoded, Decoding, Instance};
use crate::wire::words::Hex;

/// Converts a decoded input to an answer.
pub fn to_wire(decoded: &Decoded, reading: &Reading) -> DecodeAnswer {
    let instances = decoded.instances.iter();
    DecodeAnswer {
        kind: KIND,
        structure: decoded.structure.to_string(),
        version: decoded.point.version.to_string(),
        arch: decoded.point.arch.to_string(),
        size: decoded.size.get(),
        input: input(decoded.base, reading),
        findings: decoded.findings.iter().map(finding).collect(),
        instances: instances.map(|one| instance(decoded.region, one)).collect(),
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
    instances.map(move |one| instance(region, &one))
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

impl WireInstance {
    /// Whether one of its findings is an error.
    pub fn has_error(&self) -> bool {
        let error = Severity::Error.as_str();
        self.findings.iter().any(|it| it.severity == error)
    }
}

/// Converts the input; `base` is the address of the decoded region's first byte.
pub(in crate::decode) fn input(base: Option<u64>, reading: &Reading) -> WireInput {
    let also = |also: &Candidate| WireCandidate {
        dialect: also.dialect.as_str(),
        why: also.why.clone(),
    };
    let regions = reading.space.regions().iter().enumerate();
    let regions = regions.map(|(number, region)| WireRegion {
        base: region.base().map(Hex),
        start: reading.starts.get(number).copied().map(Hex),
        bytes: region.len(),
        unreadable: region.unreadable(),
    });
    let gaps = reading
        .lines
        .iter()
        .filter(|line| line.outcome == Outcome::Gap);
    let skipped = reading.skipped().map(|(line, skip)| WireSkip {
        line,
        reason: skip.to_string(),
        text: skip.text.clone(),
    });
    let annotations = reading.lines.iter().filter_map(annotation);
    WireInput {
        dialect: reading.dialect.as_str(),
        why: reading.why.clone(),
        also: reading.also.iter().map(also).collect(),
        places: reading.address_kind.as_str(),
        bytes: reading.space.len(),
        base: base.map(Hex),
        unreadable: reading.space.unreadable(),
        regions: regions.collect(),
        gaps: gaps.map(|line| line.line).collect(),
        notes: reading.notes.iter().map(note).collect(),
        annotations: annotations.take(ANNOTATIONS_LIMIT).collect(),
        skipped_lines: skipped.collect(),
    }
}

fn note(note: &Note) -> WireNote {
    WireNote {
        line: note.line,
        text: note.text.clone(),
    }
}

fn annotation(line: &LineOutcome) -> Option<WireAnnotation> {
    let Outcome::Bytes { region, at, .. } = line.outcome else {
        return None;
    };
    Some(WireAnnotation {
        line: line.line,
        region,
        offset: at,
        text: line.note.clone()?,
    })
}

fn instance(region: usize, instance: &Instance) -> WireInstance {
    let member = |item: &Item| {
        let (row, name) = match &item.name {
            ItemName::Row { row, name } => (row.to_string(), Some(name.to_string())),
            other => (other.to_string(), None),
        };
        let place = place(instance, item);
        WireMember { row, name, place }
    };
    WireInstance {
        region,
        offset: instance.offset,
        address: instance.address().map(Hex),
        members: instance.members.iter().map(member).collect(),
        findings: instance.findings.iter().map(finding).collect(),
    }
}

fn finding(finding: &Finding) -> WireFinding {
    WireFinding {
        rule: finding.rule.as_str(),
        severity: finding.severity.as_str(),
        offset: finding.offset.get(),
        path: finding.path.clone(),
        message: finding.message(),
    }
}

fn place(instance: &Instance, item: &Item) -> WirePlace {
    WirePlace {
        offset: item.offset.get(),
        size: item.size.get(),
        raw: instance.raw(item),
        state: item.state.as_str(),
        value: value(instance, item),
    }
}

fn value(instance: &Instance, item: &Item) -> WireValue {
    let (value, meaning) = (&item.value, item.meaning.as_deref());
    let hex = || Hex(value.number().unwrap_or_default());
    match value {
        Value::Unknown => WireValue::Unknown,
        Value::Unsigned(number) => {
            let (constants, unknown_bits) = constants(meaning);
            WireValue::Unsigned {
                decimal: number.to_string(),
                hex: hex(),
                constants,
                unknown_bits,
            }
        }
        Value::Signed { value, .. } => WireValue::Signed {
            decimal: value.to_string(),
            hex: hex(),
        },
        Value::Boolean(byte) => WireValue::Boolean {
            value: *byte != 0,
            hex: hex(),
        },
        Value::Char(byte) => WireValue::Char {
            text: byte.is_ascii_graphic().then_some(char::from(*byte)),
            hex: hex(),
        },
        Value::WideChar(unit) => WireValue::WideChar {
            text: char::from_u32(u32::from(*unit)).filter(|c| !c.is_control()),
            hex: hex(),
        },
        Value::Pointer(pointer) => WireValue::Pointer {
            class: pointer.class.as_str(),
            hex: hex(),
            inside: target(pointer),
        },
        Value::Handle(handle) => WireValue::Handle {
            class: handle.class.as_str(),
            hex: hex(),
            tag: handle.tag,
        },
        Value::LargeInteger(value) => WireValue::LargeInteger {
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
            WireValue::Guid {
                text: guid.to_string(),
                name: known.map(|known| known.name.to_string()),
                source: known.map(|known| known.source.to_string()),
            }
        }
        Value::Enum { number, name, .. } => WireValue::Enum {
            name: name.as_deref().map(str::to_owned),
            decimal: number.to_string(),
            hex: hex(),
        },
        Value::Bytes(why) => WireValue::Bytes {
            reason: why.as_str(),
        },
        _ => compound(instance, item),
    }
}

/// Returns the named constants of a number, and the set bits without a name.
fn constants(meaning: Option<&Meaning>) -> (Option<Vec<WireConstant>>, Option<Hex>) {
    let wire = |constant: &Constant| WireConstant {
        name: constant.name.to_string(),
        value: Hex(constant.value),
        source: constant.source.to_string(),
    };
    match meaning {
        Some(Meaning::Flags { set, unknown }) => {
            (Some(set.iter().map(wire).collect()), Some(Hex(*unknown)))
        }
        Some(Meaning::Constant(constant)) => (Some(constant.iter().map(wire).collect()), None),
        _ => (None, None),
    }
}

fn target(pointer: &Pointer) -> Option<WireTarget> {
    let target = pointer.target?;
    Some(WireTarget {
        region: target.region,
        offset: target.at,
    })
}

fn compound(instance: &Instance, item: &Item) -> WireValue {
    let meaning = item.meaning.as_deref();
    let address = |pointer: &Option<Pointer>| pointer.map(|pointer| Hex(pointer.address));
    let class = |pointer: &Option<Pointer>| pointer.map(|pointer| pointer.class.as_str());
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
            buffer_inside: buffer.as_ref().and_then(target),
            text: match meaning {
                Some(Meaning::Text(text)) => Some(WireText {
                    text: text.text.clone(),
                    unknown: text.unknown,
                    cut: text.cut,
                }),
                _ => None,
            },
        },
        Value::ListEntry { flink, blink } => WireValue::ListEntry {
            flink: address(flink),
            flink_class: class(flink),
            flink_inside: flink.as_ref().and_then(target),
            blink: address(blink),
            blink_class: class(blink),
            blink_inside: blink.as_ref().and_then(target),
            list: match meaning {
                Some(Meaning::List(list)) => Some(WireList {
                    entries: list.entries,
                    end: list.end.as_str(),
                }),
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
                .map(|fields| fields.iter().map(bit).collect()),
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
            elements: elements.iter().map(|item| place(instance, item)).collect(),
        },
        Value::Struct { ty, union, fields } => {
            let field = |item: &Item| WireField {
                name: item.name.to_string(),
                place: place(instance, item),
            };
            let fields = fields.iter().map(field).collect();
            let r#type = ty.to_string();
            let bitmap = match meaning {
                Some(Meaning::Bitmap(bitmap)) => Some(WireBitmap {
                    bits: bitmap.bits,
                    seen: bitmap.seen,
                    set: bitmap.set,
                    unknown: bitmap.unknown,
                    first: bitmap.first.clone(),
                }),
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

fn bit(bit: &BitValue) -> WireBit {
    WireBit {
        row: bit.row.to_string(),
        name: bit.name.to_string(),
        bit: bit.range.bit(),
        width: bit.range.width(),
        mask: Hex(bit.range.mask()),
        value: bit.number.map(Hex),
    }
}
