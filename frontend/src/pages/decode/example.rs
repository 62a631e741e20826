//! Constructs an example dump from the layout itself, so that a visitor without a dump sees what the page does. It is
//! labelled as constructed wherever it is shown: no machine ever held these bytes.

use std::fmt::Write as _;

use strata_core::catalogue::Catalogue;
use strata_core::decode::memory::{Byte, Memory};
use strata_core::decode::value::{Item, Value};
use strata_core::decode::{DecodeError, Options, decode};
use strata_core::mode::Mode;
use strata_core::{Arch, Layout};

use super::bytes::debugger_address;

/// The largest structure for which an example is made, in bytes.
pub const SIZE_LIMIT: u32 = 1 << 20;
/// Bytes in a row of `db`.
const ROW: usize = 16;
/// A time in 2019, in units of 100 ns since 1601, as Windows counts.
const TIME: u64 = 0x01d5_0000_0000_0000;

/// A dump of one structure in that mode, as `db` prints it, every member filled with a value that fits its type.
pub fn example(
    layout: &Layout,
    types: &Catalogue,
    mode: Option<Mode>,
) -> Result<String, DecodeError> {
    let base: u64 = match (layout.arch(), mode) {
        (Arch::X86, Some(Mode::User)) => 0x0a2b_3c40,
        (Arch::X86, _) => 0x8a2b_3c40,
        (_, Some(Mode::User)) => 0x020c_1a2b_3c40,
        (..) => 0xffff_a80c_1a2b_3c40,
    };
    let options = Options {
        base: Some(base),
        ..Options::default()
    };
    let size = layout.size.index();
    let empty = Memory::new(vec![0; size]).unwrap_or_default().into();
    let decoded = decode(layout, types, &empty, &options)?;
    let mut filler = Filler {
        bytes: vec![0; size],
        pointer: layout.arch().pointer().index(),
        base,
        count: 0,
        lists: 0,
    };
    for instance in &decoded.instances {
        instance.members.iter().for_each(|item| filler.fill(item));
    }
    Ok(print(&filler.bytes, base))
}

struct Filler {
    bytes: Vec<u8>,
    pointer: usize,
    base: u64,
    /// Number of values written; makes each pointer unique.
    count: u64,
    lists: u64,
}

impl Filler {
    fn fill(&mut self, item: &Item) {
        let (at, size) = (item.offset.index(), item.size.index());
        self.count += 1;
        match &item.value {
            Value::Unsigned(_) | Value::Signed { .. } => {
                // Byte arrays need not differ from their neighbours.
                self.write(at, size, self.count % 0x30);
            }
            Value::Boolean(_) => self.write(at, 1, self.count % 2),
            Value::Char(_) | Value::WideChar(_) => self.write(at, size, u64::from(b'S')),
            Value::Pointer(_) => self.write(at, size, self.address()),
            Value::Handle(_) => self.write(at, size, 4 * (0x20 + self.count)),
            Value::LargeInteger(_) => self.write(at, size, TIME + (self.count << 24)),
            Value::Guid(_) => {
                for place in 0..size {
                    self.write(at + place, 1, 0x9e ^ (self.count + 0x1d * place as u64));
                }
            }
            Value::UnicodeString { .. } => {
                self.write(at, 2, 0x18);
                self.write(at + 2, 2, 0x1a);
                self.write(at + self.pointer, self.pointer, self.address());
            }
            Value::ListEntry { .. } => {
                // One list is empty, as many are; more would be noise.
                self.lists += 1;
                let other = match self.lists {
                    2 => self.base + at as u64,
                    _ => self.address(),
                };
                self.write(at, self.pointer, other);
                self.write(at + self.pointer, self.pointer, other);
            }
            Value::Enum { .. } => self.write(at, size, 2),
            Value::Bits { fields, .. } => {
                let first = fields.iter().flatten().next();
                self.write(at, size, first.map_or(0, |bit| 1 << bit.range.bit()));
            }
            Value::Struct {
                union: true,
                fields,
                ..
            } => fields.iter().take(1).for_each(|field| self.fill(field)),
            Value::Struct { fields, .. } => self.fields(fields),
            Value::Array { elements, .. } => elements.iter().for_each(|item| self.fill(item)),
            Value::Unknown | Value::BitField { .. } | Value::Bytes(_) => {}
        }
    }

    /// Fills the fields; overlapping ones once.
    fn fields(&mut self, fields: &[Item]) {
        let mut end = 0;
        for field in fields {
            if field.offset.get() >= end {
                self.fill(field);
                end = field.offset.saturating_add(field.size).get();
            }
        }
    }

    /// A kernel address outside of the structure.
    fn address(&self) -> u64 {
        (self.base & !0xf_ffff) + 0x10_0000 + self.count * 0x140
    }

    fn write(&mut self, at: usize, size: usize, number: u64) {
        let places = self.bytes.get_mut(at..(at + size).min(at + 8));
        for (place, byte) in places.into_iter().flatten().zip(number.to_le_bytes()) {
            *place = byte;
        }
    }
}

/// The bytes as WinDbg's `db` prints them, after its prompt.
fn print(bytes: &[u8], base: u64) -> String {
    // Writing to a string cannot fail.
    let mut text = format!("0: kd> db {} L{:x}\n", debugger_address(base), bytes.len());
    for (number, row) in bytes.chunks(ROW).enumerate() {
        let address = debugger_address(base + (number * ROW) as u64);
        let row = row.iter().map(|byte| Byte::Known(*byte));
        let bytes: Vec<String> = row.clone().map(|byte| byte.to_string()).collect();
        let (left, right) = bytes.split_at(bytes.len().min(ROW / 2));
        let joint = if right.is_empty() { " " } else { "-" };
        let bytes = [left.join(" "), right.join(" ")].join(joint);
        let _ = write!(text, "{address}  {bytes:<47}  ");
        text.extend(row.map(Byte::character));
        text.push('\n');
    }
    text
}
