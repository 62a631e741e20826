//! Fills a structure with valid values, which identification must not refuse.

use strata_core::catalogue::Catalogue;
use strata_core::ctype::CType;
use strata_core::dataset::Structure;
use strata_core::decode::memory::Memory;
use strata_core::decode::value::{Item, Value};
use strata_core::decode::{Options, decode};
use strata_core::mode::Mode;
use strata_core::types::scalar;
use strata_core::{Arch, Layout};

/// A structure and its address.
pub(super) struct Filled {
    pub(super) bytes: Vec<u8>,
    pub(super) base: Option<u64>,
}

pub(super) struct Filling<'a> {
    random: Random,
    mode: Mode,
    layout: &'a Layout,
    types: &'a Catalogue,
    bytes: Vec<u8>,
    base: Option<u64>,
}

/// A deterministic pseudo-random generator.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

impl<'a> Filling<'a> {
    pub(super) fn new(
        seed: u64,
        structure: &'a Structure,
        layout: &'a Layout,
        types: &'a Catalogue,
    ) -> Self {
        let mut random = Random(seed.wrapping_mul(0x1234_5678_9abc_def1));
        random.next();
        let article = structure.article();
        Self {
            random,
            mode: article.map_or(Mode::Kernel, |it| it.mode.expect("the data say the mode")),
            layout,
            types,
            bytes: vec![0; layout.size.get() as usize],
            base: None,
        }
    }

    pub(super) fn fill(mut self) -> Filled {
        if !self.random.once_in(3) {
            self.base = Some(match self.mode {
                Mode::Kernel => self.kernel(),
                Mode::User => self.user(),
            });
        }
        let empty = Memory::new(self.bytes.clone()).expect("few bytes").into();
        let decoded =
            decode(self.layout, self.types, &empty, &Options::default()).expect("there are bytes");
        let items = &decoded.instances[0].members;
        for (member, item) in self.layout.members().zip(items) {
            if is_alone(item, items) {
                self.item(item, Some(&member.ty));
            }
        }
        Filled {
            bytes: self.bytes,
            base: self.base,
        }
    }

    fn wide(&self) -> bool {
        self.layout.arch() != Arch::X86
    }

    /// A kernel address, as from a pool.
    fn kernel(&mut self) -> u64 {
        let random = self.random.next();
        match self.wide() {
            true => 0xffff_8000_0000_0000 | (random & 0x7aff_ffff_ffff) << 4 & 0x7aff_ffff_fff0,
            false => 0x8000_0000 | random & 0x7eff_fff8,
        }
    }

    /// An address of a process.
    fn user(&mut self) -> u64 {
        let random = self.random.next();
        match self.wide() && self.random.once_in(2) {
            true => random & 0x7fff_ffff_fff0 | 0x100_0010_0000,
            false => random & 0x7ffe_fff0 | 0x10_0000,
        }
    }

    fn put(&mut self, offset: u32, value: u64, size: u32) {
        let at = offset as usize;
        for (place, byte) in (0..size as usize).zip(value.to_le_bytes()) {
            self.bytes[at + place] = byte;
        }
    }

    fn item(&mut self, item: &Item, ty: Option<&CType>) {
        let (offset, size) = (item.offset.get(), item.size.get());
        match &item.value {
            Value::Unsigned(_) | Value::Signed { .. } => {
                let number = self.number(size);
                self.put(offset, number, size);
            }
            Value::Boolean(_) => {
                let yes = self.random.below(2);
                self.put(offset, yes, 1);
            }
            Value::Char(_) | Value::WideChar(_) => {
                let letter = b'A' + self.random.below(26) as u8;
                self.put(offset, u64::from(letter), size);
            }
            Value::Pointer(_) => {
                let address = self.pointer(ty);
                self.put(offset, address, size);
            }
            Value::Handle(_) => {
                let handle = self.handle();
                self.put(offset, handle, size);
            }
            Value::LargeInteger(_) => {
                let number = match self.random.below(3) {
                    0 => 0x01d0_0000_0000_0000 + self.random.below(1 << 52),
                    1 => self.random.below(1 << 40).wrapping_neg(),
                    _ => self.random.below(1 << 44),
                };
                self.put(offset, number, 8);
            }
            Value::Guid(_) => {
                let (first, second) = (self.random.next(), self.random.next());
                self.put(offset, first & 0x0fff_ffff_ffff_ffff | 4 << 60, 8);
                self.put(offset + 8, second & !0xc0 | 0x80, 8);
            }
            Value::UnicodeString { .. } => self.text(offset),
            Value::ListEntry { .. } => self.list(offset),
            Value::Enum { .. } => {
                let known = self.random.below(24);
                self.put(offset, known, size);
            }
            Value::Bits { fields, .. } => {
                let random = self.random.next();
                let fields = fields.as_deref();
                let mask = fields.map_or(u64::MAX, |fields| {
                    fields
                        .iter()
                        .fold(0, |mask, field| mask | field.range.mask())
                });
                self.put(offset, random & mask, size);
            }
            Value::Array { elements, .. } => {
                let ty = match ty {
                    Some(CType::Array(element, _) | CType::AnySizeArray(element)) => {
                        Some(&**element)
                    }
                    _ => None,
                };
                elements.iter().for_each(|element| self.item(element, ty));
            }
            Value::Struct { union, fields, .. } => {
                for field in fields {
                    if !union && is_alone(field, fields) {
                        self.item(field, None);
                    }
                }
            }
            Value::Bytes(_) => {
                for at in offset..offset + size {
                    let byte = self.random.next();
                    self.put(at, byte, 1);
                }
            }
            Value::BitField { .. } | Value::Unknown => {}
        }
    }

    /// A number of any magnitude, but not one that looks like two adjacent numbers.
    fn number(&mut self, size: u32) -> u64 {
        let bits = 8 * size;
        let number =
            self.random.next() >> (64 - u64::from(bits)) >> self.random.below(u64::from(bits));
        match (number >> 16, number & 0xffff) {
            (1..0x100, 1..0x100) => number | 0x100,
            _ => number,
        }
    }

    fn pointer(&mut self, ty: Option<&CType>) -> u64 {
        let to_structure = |ty: &CType| match ty {
            CType::Pointer(target) => {
                matches!(&**target, CType::Named(name) if scalar(name, self.layout.arch()).is_none())
            }
            _ => false,
        };
        let to_structure = ty.is_none_or(to_structure);
        match self.mode {
            _ if self.random.once_in(4) => 0,
            Mode::User => self.user(),
            Mode::Kernel if to_structure || self.random.once_in(2) => self.kernel(),
            Mode::Kernel => self.user(),
        }
    }

    fn handle(&mut self) -> u64 {
        let number = 4 * self.random.below(0x4000);
        match (self.mode, self.wide()) {
            (Mode::Kernel, true) if self.random.once_in(2) => 0xffff_ffff_8000_0000 | number,
            (Mode::Kernel, false) if self.random.once_in(2) => 0x8000_0000 | number,
            _ => number,
        }
    }

    fn text(&mut self, offset: u32) {
        if self.random.once_in(3) {
            return;
        }
        let pointer = self.layout.arch().pointer().get();
        let length = 2 * self.random.below(200);
        self.put(offset, length, 2);
        let room = length + 2 * self.random.below(8);
        self.put(offset + 2, room, 2);
        let buffer = match self.mode {
            Mode::Kernel => self.kernel(),
            Mode::User => self.user(),
        };
        self.put(offset + pointer, buffer, pointer);
    }

    fn list(&mut self, offset: u32) {
        let pointer = self.layout.arch().pointer().get();
        let here = self.base.map(|base| base + u64::from(offset));
        let (flink, blink) = match (self.random.below(4), here, self.mode) {
            (0, ..) => (0, 0),
            (1, Some(here), _) => (here, here),
            (_, _, Mode::Kernel) => (self.kernel(), self.kernel()),
            (_, _, Mode::User) => (self.user(), self.user()),
        };
        self.put(offset, flink, pointer);
        self.put(offset + pointer, blink, pointer);
    }
}

/// Whether no other item overlaps it.
fn is_alone(item: &Item, items: &[Item]) -> bool {
    let end = |item: &Item| item.offset.get() + item.size.get();
    let over = |other: &&Item| item.offset.get() < end(other) && other.offset.get() < end(item);
    items.iter().filter(over).count() == 1
}
