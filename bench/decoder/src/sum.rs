//! The checksum of every leaf of the decoder's output. JavaScript must compute the same, so it has 32 bits, and an
//! 8-byte leaf counts as its lower half and its upper half, rotated by 16 bits.

use strata_core::decode::value::{Item, Value};
use strata_core::decode::{Decoded, Instance};

#[inline]
#[must_use]
pub const fn add(sum: u32, leaf: u64) -> u32 {
    let (low, high) = (leaf as u32, (leaf >> 32) as u32);
    sum.rotate_left(5)
        .wrapping_add(low)
        .wrapping_add(high.rotate_left(16))
}

/// Adds every leaf of every instance; `None` where one is unknown.
pub(crate) fn decoded(sum: u32, decoded: &Decoded) -> Option<u32> {
    let mut instances = decoded.instances.iter();
    instances.try_fold(sum, |sum, instance| items(sum, &instance.members, instance))
}

fn items(sum: u32, items: &[Item], instance: &Instance) -> Option<u32> {
    let mut items = items.iter();
    items.try_fold(sum, |sum, one| item(sum, one, instance))
}

fn item(sum: u32, item: &Item, instance: &Instance) -> Option<u32> {
    match &item.value {
        Value::Array {
            elements: inside, ..
        }
        | Value::Struct { fields: inside, .. } => items(sum, inside, instance),
        Value::ListEntry { flink, blink } => {
            let sum = add(sum, flink.as_ref()?.address);
            Some(add(sum, blink.as_ref()?.address))
        }
        Value::UnicodeString {
            length,
            maximum_length,
            buffer,
        } => {
            let sum = add(sum, u64::from((*length)?));
            let sum = add(sum, u64::from((*maximum_length)?));
            Some(add(sum, buffer.as_ref()?.address))
        }
        Value::Guid(guid) => {
            let [a, b, c, d, e, f, g, h, rest @ ..] = guid.0;
            let sum = add(sum, u32::from_le_bytes([a, b, c, d]).into());
            let sum = add(sum, u64::from(u16::from_le_bytes([e, f])));
            let sum = add(sum, u64::from(u16::from_le_bytes([g, h])));
            Some(bytes(sum, &rest))
        }
        Value::Bytes(_) => {
            let known = instance.bytes.known(item.offset.index(), item.size.index());
            known.map(|known| bytes(sum, known))
        }
        Value::Bits { number, fields, .. } => {
            let sum = add(sum, (*number)?);
            let mut fields = fields.iter().flatten();
            fields.try_fold(sum, |sum, bit| Some(add(sum, bit.number?)))
        }
        scalar => Some(add(sum, scalar.number()?)),
    }
}

fn bytes(sum: u32, bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(sum, |sum, byte| add(sum, u64::from(*byte)))
}
