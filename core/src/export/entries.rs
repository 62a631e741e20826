//! A definition for formats that know no overlays: what it consists of, one after the other, each with its place.

use super::model::{BitField, Bits, Definition, Field, Item, Pad};

/// What a definition consists of, for formats that know no overlays: each has its place, some lie over others.
#[derive(Clone, Copy, Debug)]
pub enum Entry<'a> {
    /// A member.
    Field(&'a Field),
    /// A bit field that has a name, the name, and the integer.
    Bit(&'a str, &'a BitField, &'a Bits),
    /// No member.
    Pad(&'a Pad),
}

impl Definition {
    /// Every field, also those of overlays, with its place in [`Definition`].
    #[must_use]
    pub fn fields(&self) -> Vec<&Field> {
        let entries = self.entries().into_iter();
        let fields = entries.filter_map(|entry| match entry {
            Entry::Field(field) => Some(field),
            Entry::Bit(..) | Entry::Pad(_) => None,
        });
        fields.collect()
    }

    /// All that it consists of, in the order of its items, those of overlays one alternative after the other.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry<'_>> {
        let mut entries = Vec::new();
        collect(&self.items, &mut entries);
        entries
    }
}

/// As deep as overlays nest, which has a limit.
fn collect<'a>(items: &'a [Item], entries: &mut Vec<Entry<'a>>) {
    for item in items {
        match item {
            Item::Field(field) => entries.push(Entry::Field(field)),
            Item::Bits(bits) => {
                let named = bits.fields.iter();
                let named = named.filter_map(|field| Some((field.name.as_deref()?, field)));
                entries.extend(named.map(|(name, field)| Entry::Bit(name, field, bits)));
            }
            Item::Pad(pad) => entries.push(Entry::Pad(pad)),
            Item::Overlay(overlay) => {
                for alternative in &overlay.alternatives {
                    collect(alternative, entries);
                }
            }
        }
    }
}
