//! The checksum over every leaf of what the decoder gives. JavaScript has to make the same, so it has 32 bits, and a leaf of
//! 8 bytes counts as two halves, the lower first.

use strata_core::decode::value::{Item, Value};
use strata_core::decode::{Decoded, Instance};

/// One step.
#[inline]
#[must_use]
pub fn step(sum: u32, half: u32) -> u32 {
    sum.rotate_left(5).wrapping_add(half)
}

/// Adds a number of so many bytes.
#[inline]
#[must_use]
pub fn add(sum: u32, number: u64, bytes: u32) -> u32 {
    let sum = step(sum, number as u32);
    match bytes {
        ..=4 => sum,
        _ => step(sum, (number >> 32) as u32),
    }
}

/// Adds every leaf of every instance; `None` where one is not known.
pub(crate) fn decoded(sum: u32, decoded: &Decoded) -> Option<u32> {
    let pointer = decoded.point.arch.pointer().get();
    let mut instances = decoded.instances.iter();
    instances.try_fold(sum, |sum, instance| {
        items(sum, &instance.members, instance, pointer)
    })
}

fn items(sum: u32, items: &[Item], instance: &Instance, pointer: u32) -> Option<u32> {
    let mut items = items.iter();
    items.try_fold(sum, |sum, one| item(sum, one, instance, pointer))
}

fn item(sum: u32, item: &Item, instance: &Instance, pointer: u32) -> Option<u32> {
    let size = item.size.get();
    match &item.value {
        Value::Array {
            elements: inside, ..
        }
        | Value::Struct { fields: inside, .. } => items(sum, inside, instance, pointer),
        Value::ListEntry { flink, blink } => {
            let sum = add(sum, flink.as_ref()?.address, pointer);
            Some(add(sum, blink.as_ref()?.address, pointer))
        }
        Value::UnicodeString {
            length,
            maximum_length,
            buffer,
        } => {
            let sum = step(sum, u32::from((*length)?));
            let sum = step(sum, u32::from((*maximum_length)?));
            Some(add(sum, buffer.as_ref()?.address, pointer))
        }
        Value::Guid(guid) => {
            let [a, b, c, d, e, f, g, h, rest @ ..] = guid.0;
            let sum = step(sum, u32::from_le_bytes([a, b, c, d]));
            let sum = step(sum, u32::from(u16::from_le_bytes([e, f])));
            let sum = step(sum, u32::from(u16::from_le_bytes([g, h])));
            Some(bytes(sum, &rest))
        }
        Value::Bytes(_) => {
            let known = instance.bytes.known(item.offset.index(), item.size.index());
            known.map(|known| bytes(sum, known))
        }
        Value::Bits { number, fields, .. } => {
            let sum = add(sum, (*number)?, size);
            let mut fields = fields.iter().flatten();
            fields.try_fold(sum, |sum, bit| Some(add(sum, bit.number?, size)))
        }
        scalar => Some(add(sum, scalar.number()?, size)),
    }
}

fn bytes(sum: u32, bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(sum, |sum, byte| step(sum, u32::from(*byte)))
}
