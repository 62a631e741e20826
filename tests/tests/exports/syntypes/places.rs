//! Where SyntheticTypes places members, and how large it says that types are.

use std::collections::BTreeSet;

use super::{Field, Of, Reader};
use crate::expected::{Extent, INVENTED, Place};

impl Reader {
    /// Of an array of structures, the size of one.
    fn field_size(&self, field: &Field) -> u32 {
        match &field.of {
            Of::BuiltIn(size) => size * field.count.unwrap_or(1),
            Of::Synthetic(tag) => self.size(tag),
        }
    }

    fn field_align(&self, field: &Field) -> u32 {
        match &field.of {
            Of::BuiltIn(size) => self.pointer.min(*size),
            Of::Synthetic(tag) => self.align(tag),
        }
    }

    fn align(&self, tag: &str) -> u32 {
        let fields = self.types[tag].fields.iter();
        let aligns = fields.map(|field| self.field_align(field));
        aligns.max().unwrap_or(1).min(self.pointer)
    }

    /// What it says the size is: that of the fields, without padding between them.
    pub(super) fn size(&self, tag: &str) -> u32 {
        let of = &self.types[tag];
        let (mut size, mut bits) = (0, 0);
        for field in &of.fields {
            let own = self.field_size(field);
            let counted = if bits > 0 && field.bits.is_some() {
                0
            } else {
                own
            };
            bits = field.bits.map_or(0, |width| bits + width);
            if bits >= own * 8 {
                bits = 0;
            }
            size = if of.is_union {
                size.max(counted)
            } else {
                size + counted
            };
        }
        size.next_multiple_of(self.align(tag))
    }

    /// The members of an instance that begins `at` a byte.
    pub(super) fn instance(&self, tag: &str, at: u32, members: &mut BTreeSet<Place>) {
        let of = &self.types[tag];
        let (mut at, mut bits) = (at, 0);
        for field in &of.fields {
            if !of.is_union {
                at = at.next_multiple_of(self.field_align(field));
            }
            let own = self.field_size(field);
            let (bit, extent) = match (field.bits, &field.of) {
                (Some(width), _) => (at * 8 + bits, Extent::Bits(width)),
                (None, Of::Synthetic(tag)) => {
                    let count = field.count.unwrap_or(1);
                    (at * 8, Extent::Bytes(self.size(tag) * count))
                }
                (None, Of::BuiltIn(_)) => (at * 8, Extent::Bytes(own)),
            };
            match (&field.name, &field.of) {
                (None, Of::Synthetic(tag)) => self.instance(tag, at, members),
                (Some(name), _) if !invented(name) => {
                    let name = name.clone();
                    members.insert(Place { bit, name, extent });
                }
                _ => {}
            }
            let Some(width) = field.bits else {
                at += if of.is_union { 0 } else { own };
                continue;
            };
            bits += width;
            if bits >= own * 8 {
                bits = 0;
                at += if of.is_union { 0 } else { own };
            }
        }
    }
}

fn invented(name: &str) -> bool {
    name.starts_with("__UNNAMED_FIELD_") || INVENTED.iter().any(|start| name.starts_with(start))
}
