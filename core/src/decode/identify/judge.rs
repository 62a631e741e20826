//! Judges one class by one instance: a pass over its members and padding gathers the evidence.

use std::collections::HashMap;
use std::sync::Arc;

use super::classes::{Class, Target};
use super::rank::KnownBytes;
use super::{DOUBT, JUDGED_ELEMENTS_LIMIT, MEMBER_FULL};
use crate::arch::Arch;
use crate::decode::finding::Rule;
use crate::decode::memory::{Byte, Memory};
use crate::decode::shape::{Bit, Field, Shape};
use crate::decode::value::{Pointer, PointerClass};
use crate::mode::Mode;
use crate::types::ScalarKind;

/// Number of bytes at either end of an address space that are never mapped.
const UNMAPPED: u64 = 0x1_0000;

/// Handles of a process are seldom above this value.
const HANDLES: u64 = 0x10_0000;

/// The weight of a 32-bit kernel address if the pointer's target type is unknown.
const ANY_KERNEL_ADDRESS: i32 = 5;

/// Enumerations may have values beyond the known ones, but not as large as this.
const ENUM_VALUES: u64 = 0x1000;

/// The times from 1995 to 2050, in units of 100 ns since 1601.
const TIMES: std::ops::Range<u64> = 0x01b9_b90a_9f21_c000..0x01f7_630b_e39d_8000;

/// The most pieces of evidence that are kept for one class; all are counted.
const ITEMS_LIMIT: usize = 1024;

/// The number of bytes that count as a value: they are copied, and searched for one that is not zero.
const BYTES_A_VALUE: usize = 64;

/// What a class is judged for, which decides what is kept and when judging ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The sums.
    #[default]
    Score,
    /// The sums and the pieces of evidence.
    Reasons,
    /// Whether the class can fit: judging ends at evidence of [`DOUBT`] against it, and skips bytes that say nothing.
    Fit,
}

/// One piece of evidence, before it is formatted.
#[derive(Clone, Copy, Debug)]
pub(super) struct EvidenceItem {
    pub(super) rule: Rule,
    pub(super) weight: i32,
    /// The first instance with this evidence.
    pub(super) instance: u32,
    /// The number of instances with this evidence.
    pub(super) instances: u32,
    /// In bytes from the start of the instance.
    pub(super) offset: u32,
    pub(super) value: u64,
    /// The index of the member in the class; `None` for other evidence.
    pub(super) field: Option<usize>,
    /// The part of the value: `.Flink`.
    pub(super) suffix: &'static str,
}

#[derive(Debug)]
pub(super) struct Evidence {
    purpose: Purpose,
    /// Empty unless the purpose is [`Purpose::Reasons`].
    pub(super) items: Vec<EvidenceItem>,
    /// The number of values that were judged.
    pub(super) values: usize,
    /// Evidence of the bytes and their address, in tenths of a bit.
    pub(super) content: i32,
    /// The mean of `content` over the structures of an array; `content` itself if there is one structure.
    pub(super) each: i32,
    /// The number of instances that were judged and have bytes.
    pub(super) judged: u32,
    /// Evidence of the number of bytes, in tenths of a bit.
    pub(super) extent: i32,
    /// Evidence of members and padding against the class, positive, in tenths of a bit.
    pub(super) against: i32,
    pub(super) known_bytes: KnownBytes,
    /// The number of structures in an array: see [`Evidence::array`].
    pub(super) structures: u32,
    /// The number of 32-bit pointers to user mode and to the kernel, if the structure's mode is unknown.
    modes: (i32, i32),
    /// Evidence of the current member for the class.
    pro: i32,
    /// Evidence of the current member against the class, positive.
    contra: i32,
}

impl EvidenceItem {
    /// Creates evidence about the first instance as a whole.
    fn new(rule: Rule, weight: i32, offset: u32, value: u64) -> Self {
        Self {
            rule,
            weight,
            instance: 0,
            instances: 1,
            offset,
            value,
            field: None,
            suffix: "",
        }
    }

    /// What is equal for the same evidence in several instances.
    fn key(&self) -> (Rule, u32, Option<usize>, &'static str) {
        (self.rule, self.offset, self.field, self.suffix)
    }
}

fn mean(sum: i32, count: u32) -> i32 {
    sum / i32::try_from(count.max(1)).unwrap_or(i32::MAX)
}

impl Default for Evidence {
    fn default() -> Self {
        Self {
            purpose: Purpose::default(),
            items: Vec::new(),
            values: 0,
            content: 0,
            each: 0,
            judged: 1,
            extent: 0,
            against: 0,
            known_bytes: KnownBytes::default(),
            structures: 1,
            modes: (0, 0),
            pro: 0,
            contra: 0,
        }
    }
}

impl Evidence {
    pub(super) fn new(purpose: Purpose) -> Self {
        Self {
            purpose,
            ..Self::default()
        }
    }

    /// Whether further evidence cannot change the result.
    fn is_settled(&self) -> bool {
        self.purpose == Purpose::Fit && self.against >= DOUBT
    }

    fn push(&mut self, mark: EvidenceItem) {
        if mark.rule.of_size() {
            self.extent = self.extent.saturating_add(mark.weight);
        } else if mark.weight >= 0 {
            self.pro = self.pro.saturating_add(mark.weight);
        } else {
            self.contra = self.contra.saturating_sub(mark.weight);
        }
        let is_kept = self.purpose == Purpose::Reasons && self.items.len() < ITEMS_LIMIT;
        if mark.weight != 0 && is_kept {
            self.items.push(mark);
        }
    }

    /// Ends a member: its evidence counts in full up to a limit, and by an eighth beyond.
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

    /// Treats the bytes as an array of structures, if each fits and resembles the first: the bytes after the first then
    /// count for the class, as they do for a longer layout.
    pub(super) fn array(&mut self, structures: u32, later: Vec<Self>) {
        self.values = later
            .iter()
            .fold(self.values, |sum, one| sum.saturating_add(one.values));
        let alike = |one: &Self| one.content > 0 && one.content.saturating_mul(2) >= self.content;
        // The doubts about the structures do not add up: the largest counts.
        let against = later.iter().map(|one| one.against);
        let against = against.fold(self.against, i32::max);
        if later.is_empty() || against >= DOUBT || !later.iter().all(alike) {
            return;
        }
        self.structures = structures;
        self.against = against;
        for one in later {
            self.content = self.content.saturating_add(one.content);
            self.judged = self.judged.saturating_add(1);
            self.merge(one.items);
        }
        self.each = mean(self.content, self.judged);
    }

    /// Combines instances that are the same structure: the mean of their evidence, the largest doubt, and each reason
    /// once. Instances beyond the bytes do not count.
    pub(super) fn of_each(purpose: Purpose, each: impl Iterator<Item = Self>) -> Self {
        let mut each = each.filter(|one| one.known_bytes != KnownBytes::None);
        let Some(mut all) = each.next() else {
            return Self::new(purpose);
        };
        for one in each {
            all.values = all.values.saturating_add(one.values);
            all.content = all.content.saturating_add(one.content);
            all.against = all.against.max(one.against);
            all.known_bytes = all.known_bytes.max(one.known_bytes);
            all.judged = all.judged.saturating_add(1);
            all.merge(one.items);
        }
        all.content = mean(all.content, all.judged);
        all.each = all.content;
        all
    }

    /// Adds the evidence of another instance. Repeated evidence is counted and gets the larger weight.
    fn merge(&mut self, items: Vec<EvidenceItem>) {
        let own = self.items.iter().enumerate().rev();
        let mut places: HashMap<_, usize> = own.map(|(at, own)| (own.key(), at)).collect();
        for mark in items {
            let at = places.get(&mark.key());
            if let Some(own) = at.and_then(|at| self.items.get_mut(*at)) {
                own.instances = own.instances.saturating_add(1);
                if mark.weight.abs() > own.weight.abs() {
                    own.weight = mark.weight;
                }
            } else if self.items.len() < ITEMS_LIMIT {
                places.insert(mark.key(), self.items.len());
                self.items.push(mark);
            }
        }
    }

    /// Adds the evidence of the number of bytes.
    pub(super) fn size(&mut self, class: &Class, bytes: usize, count: u32) {
        let size = class.size as usize;
        let wanted = size.saturating_mul(count as usize);
        let (rule, value) = match bytes {
            bytes if bytes < wanted => (Rule::TooFewBytes, size),
            bytes if bytes == wanted => (Rule::ExactSize, bytes),
            bytes if bytes == wanted.next_multiple_of(16) => (Rule::WholeMultiple, bytes),
            bytes if count == 1 && size > 0 && bytes.is_multiple_of(size) => {
                (Rule::WholeMultiple, bytes)
            }
            bytes if count == 1 && class.extends_to(bytes) => (Rule::WholeElements, bytes),
            _ => return,
        };
        let weight = rule.weight(class.wide());
        self.push(EvidenceItem::new(rule, weight, 0, value as u64));
    }
}

pub(super) struct Judge<'a> {
    pub(super) class: &'a Class,
    pub(super) bytes: &'a Memory,
    pub(super) instance: u32,
    pub(super) evidence: &'a mut Evidence,
}

/// A place in the instance, and how to judge it.
#[derive(Clone, Copy)]
struct ValuePlace {
    offset: u32,
    field: usize,
    /// Whether this is a member itself or an array element of one: members of nested types are not reliably used as
    /// declared.
    outer: bool,
    element: bool,
}

impl ValuePlace {
    /// Returns the place this many bytes later.
    fn further(self, bytes: u32) -> Self {
        let offset = self.offset.saturating_add(bytes);
        Self { offset, ..self }
    }
}

impl Judge<'_> {
    pub(super) fn judge(mut self) {
        let class = self.class;
        self.evidence.values += 1 + self.bytes.len() / BYTES_A_VALUE;
        let is_for_fit = self.evidence.purpose == Purpose::Fit;
        if is_for_fit && self.evidence.known_bytes != KnownBytes::Values {
            return;
        }
        self.address();
        // The active member of an anonymous union is unknown.
        let fields = class.fields.iter().enumerate();
        for (number, field) in fields.filter(|(_, field)| !field.shared) {
            let at = ValuePlace {
                offset: field.offset,
                field: number,
                outer: true,
                element: false,
            };
            self.shape(at, &field.shape);
            self.evidence.close();
            if self.evidence.is_settled() {
                return;
            }
        }
        for gap in &class.padding {
            let start = gap.offset.get();
            let end = start.saturating_add(gap.size.get());
            if let Some(first) = (start..end).find(|at| self.not_zero(*at)) {
                self.mark(Rule::PaddingNotZero, start, u64::from(first));
            }
            self.evidence.close();
        }
        self.modes();
        self.evidence.each = self.evidence.content;
    }

    fn not_zero(&self, offset: u32) -> bool {
        matches!(self.bytes.byte(offset as usize), Byte::Known(1..))
    }

    /// Returns the number at a place, if every byte is known and it is not 0.
    fn number(&self, offset: u32, size: u32) -> Option<u64> {
        let number = self.whole(offset, size)?;
        (number != 0).then_some(number)
    }

    /// Returns the number at a place, if every byte is known.
    fn whole(&self, offset: u32, size: u32) -> Option<u64> {
        self.bytes.number(offset as usize, size).whole()
    }

    fn mark(&mut self, rule: Rule, offset: u32, value: u64) {
        let weight = rule.weight(self.class.wide());
        self.weighed(rule, weight, offset, value);
    }

    /// Adds evidence about the structure.
    fn weighed(&mut self, rule: Rule, weight: i32, offset: u32, value: u64) {
        self.evidence.push(EvidenceItem {
            instance: self.instance,
            ..EvidenceItem::new(rule, weight, offset, value)
        });
    }

    fn rule(&mut self, at: ValuePlace, rule: Rule, value: u64) {
        self.part_of(at, rule, value, "");
    }

    fn part_of(&mut self, at: ValuePlace, rule: Rule, value: u64, suffix: &'static str) {
        let weight = rule.weight(self.class.wide());
        self.weigh(at, rule, weight, value, suffix);
    }

    fn weigh(&mut self, at: ValuePlace, rule: Rule, weight: i32, value: u64, suffix: &'static str) {
        self.evidence.push(EvidenceItem {
            instance: self.instance,
            field: Some(at.field),
            suffix,
            ..EvidenceItem::new(rule, weight, at.offset, value)
        });
    }

    /// Judges a value. The recursion is bounded: `compile` limits the depth.
    fn shape(&mut self, at: ValuePlace, shape: &Shape) {
        self.evidence.values += 1;
        match shape {
            Shape::Scalar { kind, size } => self.scalar(at, *kind, *size),
            Shape::Pointer { align } => self.pointer(at, *align),
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
                // The active member of a union is unknown.
                let plain = fields.iter().filter(|field| !*union && !field.shared);
                plain.for_each(|field| self.field(at, field));
            }
            _ => {}
        }
    }

    fn field(&mut self, at: ValuePlace, field: &Field) {
        let at = ValuePlace {
            outer: false,
            ..at.further(field.offset)
        };
        self.shape(at, &field.shape);
    }

    fn array(&mut self, at: ValuePlace, element: &Shape, stride: u32, count: u32) {
        // Byte arrays can hold anything, and often are placeholders for unknown members.
        if stride < 2 {
            return;
        }
        for index in 0..count.min(JUDGED_ELEMENTS_LIMIT) {
            let at = ValuePlace {
                element: true,
                ..at.further(stride.saturating_mul(index))
            };
            self.shape(at, element);
        }
    }

    fn scalar(&mut self, at: ValuePlace, kind: ScalarKind, size: u32) {
        match kind {
            ScalarKind::Pointer => self.pointer(at, 1),
            ScalarKind::Handle => self.handle(at),
            ScalarKind::Boolean => {
                self.looks_like_pointer(at, size);
                match self.number(at.offset, 1) {
                    Some(1) => self.rule(at, Rule::BooleanTrue, 1),
                    Some(byte) => self.rule(at, Rule::BooleanAboveOne, byte),
                    None => {}
                }
            }
            ScalarKind::Unsigned | ScalarKind::Signed => {
                self.looks_like_pointer(at, size);
                let field = self.class.fields.get(at.field);
                // Flags may have any bits.
                if field.is_some_and(|field| field.constants.is_none()) {
                    self.looks_like_two(at, size);
                }
            }
            ScalarKind::Char | ScalarKind::WideChar | ScalarKind::Void => {}
        }
    }
}

impl Class {
    /// The number of values that are judged in one instance; the instance itself counts as one.
    pub(super) fn values(&self) -> usize {
        let bytes = 1 + self.size as usize / BYTES_A_VALUE;
        bytes.saturating_add(values_of(&self.fields))
    }
}

/// The number of values in a shape that [`Judge::shape`] judges, itself included.
fn values(shape: &Shape) -> usize {
    let inside = match shape {
        Shape::Array {
            element,
            stride: 2..,
            count,
            ..
        } => values(element).saturating_mul((*count).min(JUDGED_ELEMENTS_LIMIT) as usize),
        Shape::Struct {
            union: false,
            fields,
            ..
        } => values_of(fields),
        _ => 0,
    };
    inside.saturating_add(1)
}

fn values_of(fields: &[Field]) -> usize {
    let own = fields.iter().filter(|field| !field.shared);
    own.fold(0, |sum, field| sum.saturating_add(values(&field.shape)))
}

/// Evidence of addresses: of the structure, pointers, list links, string buffers.
impl Judge<'_> {
    /// Judges the structure's address. A file dump begins at 0, which is not an address.
    fn address(&mut self) {
        let class = self.class;
        let Some(address) = self.bytes.base().filter(|base| *base >= UNMAPPED) else {
            return;
        };
        if class.arch == Arch::X86 && address > u64::from(u32::MAX) {
            self.mark(Rule::AddressTooWide, 0, address);
        } else {
            if !address.is_multiple_of(u64::from(class.align.max(1))) {
                self.mark(Rule::AddressMisaligned, 0, address);
            }
            let other = match class.mode {
                Some(Mode::Kernel) => PointerClass::User,
                Some(Mode::User) => PointerClass::Kernel,
                None => PointerClass::NonCanonical,
            };
            if Pointer::new(address, class.arch).class == other {
                self.mark(Rule::AddressOfOtherMode, 0, address);
            }
        }
        self.evidence.close();
    }

    fn width(&self) -> u32 {
        self.class.arch.pointer().get()
    }

    /// Returns the rule that a value violates as an address.
    fn no_address(&self, value: u64) -> Option<Rule> {
        let top = match self.class.wide() {
            true => u64::MAX,
            false => u64::from(u32::MAX),
        };
        let class = Pointer::new(value, self.class.arch).class;
        let (high, low) = (value >> 32, value & u64::from(u32::MAX));
        match value {
            _ if class == PointerClass::NonCanonical => Some(Rule::NonCanonicalPointer),
            ..UNMAPPED => Some(Rule::PointerTooLow),
            _ if value > top - UNMAPPED => Some(Rule::PointerTooHigh),
            _ if (1..UNMAPPED).contains(&high) && low < UNMAPPED => Some(Rule::PointerHoldsTwo),
            _ => None,
        }
    }

    fn pointer(&mut self, at: ValuePlace, align: u32) {
        let Some(value) = self.number(at.offset, self.width()) else {
            return;
        };
        let target = self.class.targets.get(at.field).filter(|_| at.outer);
        let aims = target == Some(&Target::Structure);
        let aligned = value.is_multiple_of(u64::from(align.min(self.width()).max(1)));
        let rule = match self.no_address(value) {
            // Symbol files show handles and the ids of processes and threads, which are multiples of 4, as pointers.
            Some(Rule::PointerTooLow)
                if target == Some(&Target::Void) && value.is_multiple_of(4) =>
            {
                None
            }
            Some(rule) if at.outer || rule == Rule::NonCanonicalPointer => Some(rule),
            // Nested types keep -1 and thread ids, which are multiples of 4, in pointers.
            Some(rule @ Rule::PointerTooLow) if !aligned && !value.is_multiple_of(4) => {
                let weight = rule.weight(self.class.wide()) / 2;
                self.weigh(at, rule, weight, value, "");
                None
            }
            Some(_) => None,
            None => {
                if !aligned && at.outer {
                    self.rule(at, Rule::PointerMisaligned, value);
                }
                match aligned || self.class.wide() {
                    true => self.address_evidence(at, value, aims),
                    false => None,
                }
            }
        };
        match rule {
            // A pointer without a target type is in either mode.
            Some(Rule::KernelAddress) if !aims && !self.class.wide() => {
                self.weigh(at, Rule::KernelAddress, ANY_KERNEL_ADDRESS, value, "");
            }
            Some(rule) => self.rule(at, rule, value),
            None => {}
        }
    }

    /// Returns the evidence of a valid address, by its mode and that of the structure.
    fn address_evidence(&mut self, at: ValuePlace, value: u64, aims: bool) -> Option<Rule> {
        let kernel = Pointer::new(value, self.class.arch).class == PointerClass::Kernel;
        match (kernel, self.class.mode) {
            (kernel, None) if !self.class.wide() => {
                let (user_pointers, kernel_pointers) = &mut self.evidence.modes;
                // A pointer without a target type leads to either mode.
                match kernel {
                    _ if at.outer && !aims => {}
                    true => *kernel_pointers += 1,
                    false => *user_pointers += 1,
                }
                None
            }
            (true, Some(Mode::User)) => Some(Rule::KernelAddressInUserMode),
            (true, _) => Some(Rule::KernelAddress),
            (false, Some(Mode::User)) => Some(Rule::UserAddress),
            (false, Some(Mode::Kernel)) if aims => Some(Rule::StructureInUserMode),
            (false, _) => None,
        }
    }

    /// Adds the joint evidence of the pointers' modes. The first one defines the mode and does not count.
    fn modes(&mut self) {
        let (user, kernel) = std::mem::take(&mut self.evidence.modes);
        let (agree, differ) = (user.max(kernel), user.min(kernel));
        let each = Rule::PointersOfOneMode.weight(self.class.wide());
        let weight = each.saturating_mul((agree - 1 - differ.saturating_mul(2)).max(0));
        let count = agree.unsigned_abs().into();
        self.weighed(Rule::PointersOfOneMode, weight, 0, count);
        self.evidence.close();
    }

    fn list(&mut self, at: ValuePlace) {
        let width = self.width();
        let behind = at.further(width);
        let whole = |at: ValuePlace| self.whole(at.offset, width);
        let (flink, blink) = (whole(at), whole(behind));
        let bad = self.link(at, flink, ".Flink") | self.link(behind, blink, ".Blink");
        let (Some(flink), Some(blink)) = (flink, blink) else {
            return;
        };
        if bad || (flink, blink) == (0, 0) {
            return;
        }
        let own = self.bytes.base();
        let own = own.and_then(|own| own.checked_add(u64::from(at.offset)));
        let class = |value| Pointer::new(value, self.class.arch).class;
        let rule = match own.map(|own| (own == flink, own == blink)) {
            Some((true, true)) => Rule::ListEmpty,
            Some((true, false) | (false, true)) => Rule::ListLinksDisagree,
            _ if flink == 0 || blink == 0 => Rule::ListLinksDisagree,
            _ if class(flink) == class(blink) => Rule::ListLinks,
            _ => return,
        };
        self.rule(at, rule, flink);
    }

    /// Adds evidence against a link; returns whether there was any.
    fn link(&mut self, at: ValuePlace, value: Option<u64>, suffix: &'static str) -> bool {
        let Some(value) = value.filter(|value| *value != 0) else {
            return false;
        };
        let kernel = Pointer::new(value, self.class.arch).class == PointerClass::Kernel;
        let rule = match (self.no_address(value), self.class.mode) {
            (Some(rule), _) => rule,
            (None, _) if !value.is_multiple_of(u64::from(self.width())) => Rule::ListLinkMisaligned,
            (None, Some(Mode::Kernel)) if !kernel => Rule::ListLinkInUserMode,
            (None, Some(Mode::User)) if kernel => Rule::KernelAddressInUserMode,
            _ => return false,
        };
        self.part_of(at, rule, value, suffix);
        true
    }

    fn text(&mut self, at: ValuePlace) {
        let width = self.width();
        let length = self.whole(at.offset, 2);
        let maximum = self.whole(at.further(2).offset, 2);
        let place = at.further(width);
        let buffer = self.whole(place.offset, width);
        let wrong = buffer.filter(|buffer| *buffer != 0);
        let wrong = wrong.and_then(|buffer| self.no_address(buffer));
        if let (Some(rule), Some(buffer)) = (wrong, buffer) {
            self.part_of(place, rule, buffer, ".Buffer");
        }
        let Some(length) = length.filter(|length| *length > 0) else {
            return;
        };
        let rule = if maximum.is_some_and(|maximum| length > maximum) {
            Rule::LengthAboveMaximum
        } else if length % 2 == 1 {
            Rule::LengthOdd
        } else if buffer == Some(0) {
            Rule::TextWithoutBuffer
        } else if maximum.is_some() && buffer.is_some() && wrong.is_none() {
            Rule::TextSane
        } else {
            return;
        };
        self.rule(at, rule, length);
    }
}

/// Evidence of numbers: handles, enumerations, bit fields, times, GUIDs, and numbers that look like something else.
impl Judge<'_> {
    fn handle(&mut self, at: ValuePlace) {
        let wide = self.class.wide();
        let Some(value) = self.number(at.offset, self.class.arch.pointer().get()) else {
            return;
        };
        let kernel = match wide {
            true => 0xffff_ffff_8000_0000,
            false => 0x8000_0000,
        };
        let multiple = value.is_multiple_of(4);
        let rule = match value {
            ..HANDLES if multiple => Rule::HandleSmall,
            _ if (kernel..kernel + HANDLES).contains(&value) && multiple => Rule::HandleOfKernel,
            _ if wide && !matches!(value >> 32, 0 | 0xffff_ffff) => Rule::HandleHoldsPointer,
            _ => return,
        };
        self.rule(at, rule, value);
    }

    fn enumeration(&mut self, at: ValuePlace, size: u32, values: &[(u64, Arc<str>)]) {
        self.looks_like_pointer(at, size);
        let Some(value) = self.number(at.offset, size) else {
            return;
        };
        if values.iter().any(|(known, _)| *known == value) {
            self.rule(at, Rule::EnumValueKnown, value);
        } else if value >= ENUM_VALUES {
            self.rule(at, Rule::EnumValueUnknown, value);
        }
    }

    fn bits(&mut self, at: ValuePlace, size: u32, fields: &[Bit]) {
        self.looks_like_pointer(at, size);
        let Some(value) = self.number(at.offset, size) else {
            return;
        };
        let named = fields.iter().fold(0, |named, bit| named | bit.range.mask());
        let unnamed = value & !named;
        // Releases add flags: a bit without a name says nothing.
        if unnamed != 0 {
            return;
        }
        let without = (8 * size.min(8)).saturating_sub(named.count_ones()).min(6);
        let each = Rule::BitsAllNamed.weight(self.class.wide());
        let weight = each.saturating_mul(without.cast_signed());
        self.weigh(at, Rule::BitsAllNamed, weight, value, "");
    }

    fn time(&mut self, at: ValuePlace) {
        self.looks_like_pointer(at, 8);
        if let Some(value) = self.number(at.offset, 8)
            && TIMES.contains(&value)
        {
            self.rule(at, Rule::TimePlausible, value);
        }
    }

    fn guid(&mut self, at: ValuePlace) {
        let both = [at, at.further(8)].map(|at| self.whole(at.offset, 8));
        let [Some(first), Some(second)] = both else {
            return;
        };
        let (version, variant) = (first >> 60, second >> 6 & 3);
        if matches!(version, 1..=5) && variant == 2 {
            self.rule(at, Rule::GuidVersion, version);
        }
    }

    /// Adds evidence if a number and the bytes after it look like a kernel address.
    fn looks_like_pointer(&mut self, at: ValuePlace, size: u32) {
        let width = self.class.arch.pointer().get();
        // Masks may have any bits; with 32 bits, half of all values look like addresses.
        if !at.offset.is_multiple_of(width) || at.element && !self.class.wide() {
            return;
        }
        let Some(value) = self.number(at.offset, width) else {
            return;
        };
        let high = value >> 32;
        let looks = match self.class.wide() {
            // Negative times and counts begin with ones, too.
            true if size >= 8 => (0xffff_8000..0xffff_ff00).contains(&high),
            true => (0xffff_8000..0xffff_fff0).contains(&high),
            false => (0x8000_0000..0xfffe_0000).contains(&value) && value.is_multiple_of(4),
        };
        if looks {
            let weight = Rule::NumberHoldsPointer.weight(self.class.wide());
            let weight = if size >= 8 { weight / 2 } else { weight };
            self.weigh(at, Rule::NumberHoldsPointer, weight, value, "");
        }
    }

    /// Adds evidence if a 32-bit number looks like two of 16 bits. Array elements are often masks.
    fn looks_like_two(&mut self, at: ValuePlace, size: u32) {
        if size != 4 || !at.outer || at.element {
            return;
        }
        let Some(value) = self.number(at.offset, 4) else {
            return;
        };
        if matches!((value >> 16, value & 0xffff), (1..0x100, 1..0x100)) {
            self.rule(at, Rule::NumberHoldsTwo, value);
        }
    }
}
