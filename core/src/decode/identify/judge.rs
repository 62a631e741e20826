//! One class judged by one instance: a pass over its members and its padding that gathers evidence.

mod addresses;
mod numbers;

use super::classes::Class;
use super::rank::Found;
use super::sign::Sign;
use super::{JUDGED_ELEMENTS_LIMIT, MEMBER_FULL};
use crate::decode::memory::{Byte, Memory};
use crate::decode::shape::{Field, Shape};
use crate::types::ScalarKind;

/// The most pieces of evidence that are kept for one class; all are counted.
const MARKS_LIMIT: usize = 1024;

/// One piece of evidence, before it is put in words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) sign: Sign,
    pub(super) weight: i32,
    pub(super) instance: u32,
    /// From the start of the instance.
    pub(super) offset: u32,
    /// What was seen there.
    pub(super) value: u64,
    /// In which member of the class; `None` where it is about none.
    pub(super) field: Option<usize>,
    /// Which part of the value, as `.Flink`.
    pub(super) suffix: &'static str,
}

/// The evidence about one class.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    pub(super) marks: Vec<Mark>,
    /// What the bytes and their address say, in tenths of a bit.
    pub(super) content: i32,
    /// What their number says.
    pub(super) extent: i32,
    /// What members and padding say against the class, as a positive number.
    pub(super) against: i32,
    /// What there is to judge by.
    pub(super) found: Found,
    /// What the member that is being judged says for the class.
    pro: i32,
    /// And against it, as a positive number.
    contra: i32,
}

impl Evidence {
    fn push(&mut self, mark: Mark) {
        if mark.sign.of_size() {
            self.extent = self.extent.saturating_add(mark.weight);
        } else if mark.weight >= 0 {
            self.pro = self.pro.saturating_add(mark.weight);
        } else {
            self.contra = self.contra.saturating_sub(mark.weight);
        }
        if mark.weight != 0 && self.marks.len() < MARKS_LIMIT {
            self.marks.push(mark);
        }
    }

    /// Ends a member: what it says counts in full up to a limit, and an eighth beyond.
    fn close(&mut self) {
        let tempered = |sum: i32| match sum.saturating_sub(MEMBER_FULL) {
            beyond @ 1.. => MEMBER_FULL + beyond / 8,
            _ => sum,
        };
        let (pro, contra) = (tempered(self.pro), tempered(self.contra));
        self.content = self.content.saturating_add(pro - contra);
        self.against = self.against.saturating_add(contra);
        (self.pro, self.contra) = (0, 0);
    }

    /// What the number of bytes says.
    pub(super) fn size(&mut self, class: &Class, bytes: usize, count: u32) {
        let size = class.size as usize;
        let wanted = size.saturating_mul(count as usize);
        let (sign, value) = match bytes {
            bytes if bytes < wanted => (Sign::TooFewBytes, size),
            bytes if bytes == wanted => (Sign::ExactSize, bytes),
            bytes if bytes == wanted.next_multiple_of(16) => (Sign::WholeMultiple, bytes),
            bytes if count == 1 && size > 0 && bytes.is_multiple_of(size) => {
                (Sign::WholeMultiple, bytes)
            }
            bytes if count == 1 && class.goes_on_to(bytes) => (Sign::WholeElements, bytes),
            _ => return,
        };
        self.push(Mark {
            sign,
            weight: sign.weight(class.wide()),
            instance: 0,
            offset: 0,
            value: value as u64,
            field: None,
            suffix: "",
        });
    }
}

/// Judges one instance.
pub(super) struct Judge<'a> {
    pub(super) class: &'a Class,
    /// Its bytes and its address.
    pub(super) bytes: &'a Memory,
    /// The instance's number.
    pub(super) instance: u32,
    pub(super) evidence: &'a mut Evidence,
}

/// A place in the instance, and how it is to be judged.
#[derive(Clone, Copy)]
struct At {
    offset: u32,
    /// The member that it belongs to.
    field: usize,
    /// Whether it is the member itself, or an element of one that is an array: of members of nested types it is not
    /// sure enough that they are used as declared.
    outer: bool,
    /// Whether it is an element of an array.
    element: bool,
}

impl Judge<'_> {
    /// Gathers all evidence.
    pub(super) fn judge(mut self) {
        let class = self.class;
        self.address();
        // What members of an anonymous union hold depends on which of them is meant.
        let fields = class.fields.iter().enumerate();
        for (number, field) in fields.filter(|(_, field)| !field.shared) {
            let at = At {
                offset: field.offset,
                field: number,
                outer: true,
                element: false,
            };
            self.shape(at, &field.shape);
            self.evidence.close();
        }
        for gap in &class.padding {
            let start = gap.offset.get();
            let end = start.saturating_add(gap.size.get());
            if let Some(first) = (start..end).find(|at| self.not_zero(*at)) {
                self.mark(Sign::PaddingNotZero, start, u64::from(first));
            }
            self.evidence.close();
        }
    }

    fn not_zero(&self, offset: u32) -> bool {
        matches!(self.bytes.byte(offset as usize), Byte::Known(1..))
    }

    /// The number at a place, where every byte is known and it is not 0.
    fn number(&self, offset: u32, size: u32) -> Option<u64> {
        let number = self.whole(offset, size)?;
        (number != 0).then_some(number)
    }

    /// The number at a place, where every byte is known.
    fn whole(&self, offset: u32, size: u32) -> Option<u64> {
        self.bytes.number(offset as usize, size).whole()
    }

    /// Evidence about the structure.
    fn mark(&mut self, sign: Sign, offset: u32, value: u64) {
        let weight = sign.weight(self.class.wide());
        self.evidence.push(Mark {
            sign,
            weight,
            instance: self.instance,
            offset,
            value,
            field: None,
            suffix: "",
        });
    }

    /// Evidence about a value.
    fn sign(&mut self, at: At, sign: Sign, value: u64) {
        self.part_of(at, sign, value, "");
    }

    /// Evidence about a part of a value.
    fn part_of(&mut self, at: At, sign: Sign, value: u64, suffix: &'static str) {
        let weight = sign.weight(self.class.wide());
        self.weigh(at, sign, weight, value, suffix);
    }

    fn weigh(&mut self, at: At, sign: Sign, weight: i32, value: u64, suffix: &'static str) {
        self.evidence.push(Mark {
            sign,
            weight,
            instance: self.instance,
            offset: at.offset,
            value,
            field: Some(at.field),
            suffix,
        });
    }

    /// Nested types and arrays end: `compile` limits how deep they are.
    fn shape(&mut self, at: At, shape: &Shape) {
        match shape {
            Shape::Scalar { kind, size } => self.scalar(at, *kind, *size),
            Shape::Pointer { .. } => self.pointer(at),
            Shape::Enum { size, values } => self.enumeration(at, *size, values),
            Shape::Bits {
                size,
                fields: Some(fields),
            } => self.bits(at, *size, fields),
            Shape::LargeInteger => self.time(at),
            Shape::Guid => self.guid(at),
            Shape::UnicodeString => self.text(at),
            Shape::ListEntry => self.list(at),
            Shape::Array {
                element,
                stride,
                count,
                ..
            } => self.array(at, element, *stride, *count),
            Shape::Struct { union, fields, .. } => {
                // What members of a union hold depends on which of them is meant.
                let plain = fields.iter().filter(|field| !*union && !field.shared);
                plain.for_each(|field| self.field(at, field));
            }
            _ => {}
        }
    }

    fn field(&mut self, at: At, field: &Field) {
        let at = At {
            offset: at.offset.saturating_add(field.offset),
            outer: false,
            ..at
        };
        self.shape(at, &field.shape);
    }

    fn array(&mut self, at: At, element: &Shape, stride: u32, count: u32) {
        // Bytes in an array can be anything, and often stand for what is not known.
        if stride < 2 {
            return;
        }
        for index in 0..count.min(JUDGED_ELEMENTS_LIMIT) {
            let offset = at.offset.saturating_add(stride.saturating_mul(index));
            let at = At {
                offset,
                element: true,
                ..at
            };
            self.shape(at, element);
        }
    }

    fn scalar(&mut self, at: At, kind: ScalarKind, size: u32) {
        match kind {
            ScalarKind::Pointer => self.pointer(at),
            ScalarKind::Handle => self.handle(at),
            ScalarKind::Boolean => {
                self.looks_like_pointer(at, size);
                match self.number(at.offset, 1) {
                    Some(1) => self.sign(at, Sign::BooleanTrue, 1),
                    Some(byte) => self.sign(at, Sign::BooleanAboveOne, byte),
                    None => {}
                }
            }
            ScalarKind::Unsigned | ScalarKind::Signed => {
                self.looks_like_pointer(at, size);
                let field = self.class.fields.get(at.field);
                // Flags have any bits.
                if field.is_some_and(|field| field.constants.is_none()) {
                    self.looks_like_two(at, size);
                }
            }
            ScalarKind::Char | ScalarKind::WideChar | ScalarKind::Void => {}
        }
    }
}
