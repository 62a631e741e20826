//! Decodes bytes by a shape, in one pass that creates values and findings.

use std::fmt::Write as _;

use super::finding::{Finding, Findings, Severity};
use super::follow;
use super::limits::ELEMENTS_LIMIT;
use super::memory::{Memory, Number};
use super::rules::{self, ValueContext, ValueFinding};
use super::shape::{Bit, Field, Shape};
use super::value::{BitValue, Guid, Handle, Item, ItemName, Meaning, Pointer, Time, Value};
use super::view::View;
use crate::arch::Arch;
use crate::constants::{ConstantSet, Constants, SetKind};
use crate::release::Release;
use crate::types::ScalarKind;
use crate::units::{ByteOffset, ByteSize};

/// Initial capacity of a path.
const PATH_USUAL: usize = 64;

/// Decodes one instance, whose first byte is the first of `bytes`.
pub(super) struct Walk<'a> {
    pub(super) bytes: &'a Memory,
    view: &'a View<'a>,
    constants: &'a Constants,
    release: Release,
    arch: Arch,
    pub(super) findings: Findings,
    /// The path of the current value.
    path: Vec<ItemName>,
    /// Number of unions around the current value.
    shared: usize,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        bytes: &'a Memory,
        view: &'a View<'a>,
        constants: &'a Constants,
        release: Release,
    ) -> Self {
        Self {
            bytes,
            view,
            constants,
            release,
            arch: view.arch(),
            findings: Findings::default(),
            path: Vec::new(),
            shared: 0,
        }
    }

    /// Sets the meaning of a number from a set of constants.
    fn by_name(&mut self, item: &mut Item, set: Option<&ConstantSet>) {
        if let Some(set) = set
            && let Value::Unsigned(number) = item.value
        {
            let meaning = named(set, number, self.release);
            let notice = rules::constants(&meaning, set, number);
            self.path.push(item.name.clone());
            self.report(item.offset.get(), notice);
            self.path.pop();
            item.meaning = Some(Box::new(meaning));
        }
    }

    fn item(&mut self, name: ItemName, offset: u32, size: u32, shape: &Shape) -> Item {
        self.path.push(name);
        let value = self.value(offset, shape);
        let meaning = self.meaning(offset, &value);
        self.notice(offset, &value, shape);
        Item {
            // Every call pops what it pushed, so the item pushed above is on top.
            name: self.path.pop().unwrap_or(ItemName::Element(0)),
            offset: ByteOffset::new(offset),
            size: ByteSize::new(size),
            state: self.bytes.state(offset as usize, size as usize),
            value,
            meaning: meaning.map(Box::new),
        }
    }

    fn meaning(&self, offset: u32, value: &Value) -> Option<Meaning> {
        match value {
            Value::LargeInteger(number) => Time::plausible(*number).map(Meaning::Time),
            Value::Guid(guid) => self.constants.guid(guid).cloned().map(Meaning::Guid),
            Value::UnicodeString {
                length: Some(length),
                buffer: Some(buffer),
                ..
            } => follow::text(self.view, *buffer, *length).map(Meaning::Text),
            Value::ListEntry {
                flink: Some(flink), ..
            } => {
                let head = self.address(offset)?;
                follow::list(self.view, head, *flink).map(Meaning::List)
            }
            Value::Struct { ty, fields, .. } if ty.as_str() == "RTL_BITMAP" => {
                let field = |name: &str| {
                    let named =
                        |field: &&Item| matches!(&field.name, ItemName::Field(n) if **n == *name);
                    fields.iter().find(named)
                };
                let bits = field("SizeOfBitMap")?.value.number()?;
                let Value::Pointer(buffer) = field("Buffer")?.value else {
                    return None;
                };
                let bits = u32::try_from(bits).ok()?;
                follow::bitmap(self.view, buffer, bits).map(Meaning::Bitmap)
            }
            _ => None,
        }
    }

    fn address(&self, offset: u32) -> Option<u64> {
        self.bytes.base()?.checked_add(u64::from(offset))
    }

    fn value(&mut self, offset: u32, shape: &Shape) -> Value {
        match shape {
            Shape::Scalar { kind, size } => self.scalar(offset, *kind, *size),
            Shape::Pointer { .. } => {
                let pointer = self.pointer(offset);
                pointer.map_or(Value::Unknown, Value::Pointer)
            }
            Shape::Enum { size, values } => {
                let Some(bits) = self.number(offset, *size).whole() else {
                    return Value::Unknown;
                };
                let named = values.iter().find(|(value, _)| *value == bits);
                Value::Enum {
                    number: signed(bits, *size),
                    bits,
                    name: named.map(|(_, name)| name.clone()),
                }
            }
            Shape::Bits { size, fields } => bits(self.number(offset, *size), fields.as_deref()),
            Shape::BitField { size, range } => {
                let number = self.number(offset, *size);
                let known = number.known & range.mask() == range.mask();
                Value::BitField {
                    range: *range,
                    number: known.then(|| range.extract(number.bits)),
                }
            }
            Shape::LargeInteger => match self.number(offset, 8).whole() {
                Some(bits) => Value::LargeInteger(bits.cast_signed()),
                None => Value::Unknown,
            },
            Shape::Guid => {
                let bytes = self.bytes.known(offset as usize, 16);
                let guid = bytes.and_then(|bytes| bytes.try_into().ok());
                guid.map_or(Value::Unknown, |guid| Value::Guid(Guid(guid)))
            }
            Shape::UnicodeString => {
                let pointer = self.arch.pointer().get();
                Value::UnicodeString {
                    length: self.short(offset),
                    maximum_length: self.short(offset.saturating_add(2)),
                    buffer: self.pointer(offset.saturating_add(pointer)),
                }
            }
            Shape::ListEntry => {
                let pointer = self.arch.pointer().get();
                Value::ListEntry {
                    flink: self.pointer(offset),
                    blink: self.pointer(offset.saturating_add(pointer)),
                }
            }
            Shape::Array {
                element,
                stride,
                count,
                ..
            } => self.array(offset, element, *stride, *count),
            Shape::Struct { ty, union, fields } => Value::Struct {
                ty: ty.clone(),
                union: *union,
                fields: fields
                    .iter()
                    .map(|field| self.field(offset, field))
                    .collect(),
            },
            Shape::Opaque(why) => Value::Bytes(*why),
        }
    }

    fn array(&mut self, offset: u32, element: &Shape, stride: u32, count: u32) -> Value {
        let elements = (0..count.min(ELEMENTS_LIMIT)).map(|index| {
            let at = offset.saturating_add(stride.saturating_mul(index));
            self.item(ItemName::Element(index), at, stride, element)
        });
        let elements = elements.collect();
        Value::Array { count, elements }
    }

    /// Decodes a member; `offset` is that of the containing type.
    pub(super) fn field(&mut self, offset: u32, field: &Field) -> Item {
        let at = offset.saturating_add(field.offset);
        self.shared += usize::from(field.shared);
        let mut item = self.item(field.name.clone(), at, field.size, &field.shape);
        self.by_name(&mut item, field.constants.as_deref());
        self.shared -= usize::from(field.shared);
        item
    }

    fn scalar(&self, offset: u32, kind: ScalarKind, size: u32) -> Value {
        let Some(bits) = self.number(offset, size).whole() else {
            return Value::Unknown;
        };
        // A scalar has the size of its kind, so nothing is truncated.
        match kind {
            ScalarKind::Unsigned => Value::Unsigned(bits),
            ScalarKind::Signed => Value::Signed {
                value: signed(bits, size),
                bits,
            },
            ScalarKind::Boolean => Value::Boolean((bits & 0xff) as u8),
            ScalarKind::Char => Value::Char((bits & 0xff) as u8),
            ScalarKind::WideChar => Value::WideChar((bits & 0xffff) as u16),
            ScalarKind::Handle => Value::Handle(Handle::new(bits, self.arch)),
            // Unreachable: pointers are compiled to `Shape::Pointer`, and `VOID` has no values.
            ScalarKind::Pointer | ScalarKind::Void => Value::Unknown,
        }
    }

    fn number(&self, offset: u32, size: u32) -> Number {
        self.bytes.number(offset as usize, size)
    }

    fn short(&self, offset: u32) -> Option<u16> {
        let number = self.number(offset, 2).whole()?;
        u16::try_from(number).ok()
    }

    fn pointer(&self, offset: u32) -> Option<Pointer> {
        let address = self.number(offset, self.arch.pointer().get()).whole()?;
        Some(self.resolve_pointer(address))
    }

    /// Creates a pointer to an address, with its target.
    fn resolve_pointer(&self, address: u64) -> Pointer {
        let target = match address {
            0 => None,
            address => self.view.locate(address),
        };
        Pointer {
            target,
            ..Pointer::new(address, self.arch)
        }
    }

    fn notice(&mut self, offset: u32, value: &Value, shape: &Shape) {
        let align = match shape {
            Shape::Pointer { align } => *align,
            _ => 1,
        };
        let seen = ValueContext {
            view: self.view,
            address: self.address(offset),
            align,
        };
        for notice in seen.value(value) {
            self.report(offset, Some(notice));
        }
    }

    /// Records a finding about the current value.
    fn report(&mut self, offset: u32, notice: Option<ValueFinding>) {
        let Some(notice) = notice else {
            return;
        };
        let (path, shared) = (&self.path, self.shared > 0);
        self.findings.push(|| {
            let part = notice.part;
            let title = match path.split_first() {
                Some((first @ ItemName::Unnamed { .. }, rest)) => {
                    let rest = path_of(rest);
                    let dot = if rest.is_empty() || rest.starts_with('[') {
                        ""
                    } else {
                        "."
                    };
                    Some(first.title() + dot + &rest + part)
                }
                _ => None,
            };
            Finding {
                path: Some(path_of(path) + part),
                title,
                shared,
                severity: match shared {
                    true => Severity::Info,
                    false => notice.detail.rule().severity(),
                },
                ..Finding::about(offset.saturating_add(notice.offset), notice.detail)
            }
        });
    }
}

/// Looks up a number in a set of constants.
fn named(set: &ConstantSet, number: u64, release: Release) -> Meaning {
    match set.kind {
        SetKind::Flags => {
            let (set, unknown) = set.flags(number, release);
            Meaning::Flags { set, unknown }
        }
        SetKind::Values => Meaning::Constant(set.named(number, release).cloned()),
    }
}

/// Formats a path: `EtwpGuidHashTable[3].ListHead[0]`.
fn path_of(names: &[ItemName]) -> String {
    let mut path = String::with_capacity(PATH_USUAL);
    for name in names {
        if !path.is_empty() && !matches!(name, ItemName::Element(_)) {
            path.push('.');
        }
        match name {
            ItemName::Unnamed { row, .. } => path.push_str(row.as_str()),
            ItemName::Row { name, .. } | ItemName::Field(name) => path.push_str(name),
            // Writing to a string cannot fail.
            ItemName::Element(_) => drop(write!(path, "{name}")),
        }
    }
    path
}

fn bits(number: Number, fields: Option<&[Bit]>) -> Value {
    let named = fields.unwrap_or_default().iter();
    let mask = named.fold(0, |mask, bit| mask | bit.range.mask());
    let value = |bit: &Bit| BitValue {
        row: bit.row.clone(),
        name: bit.name.clone(),
        range: bit.range,
        number: (number.known & bit.range.mask() == bit.range.mask())
            .then(|| bit.range.extract(number.bits)),
    };
    Value::Bits {
        number: number.whole(),
        fields: fields.map(|fields| fields.iter().map(value).collect()),
        unnamed: match fields {
            Some(_) => number.bits & !mask,
            None => 0,
        },
    }
}

/// Returns the number, sign-extended from `bytes` bytes.
fn signed(bits: u64, bytes: u32) -> i64 {
    let unused = 64 - 8 * bytes.clamp(1, 8);
    (bits << unused).cast_signed() >> unused
}
