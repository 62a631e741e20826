//! The way through a definition for printers whose overlays are anonymous unions in braces, as in C.

use super::model::{Bits, Definition, Field, Item, Overlay, Pad};
use super::text::Text;

/// Who prints what is in braces.
pub(super) trait Braces {
    fn text(&mut self) -> &mut Text;

    fn field(&mut self, level: usize, field: &Field);

    fn bits(&mut self, level: usize, bits: &Bits);

    fn pad(&mut self, level: usize, pad: &Pad);

    /// What stands between the braces of a definition.
    fn within(&mut self, definition: &Definition) {
        match definition.alternatives() {
            Some(alternatives) => self.alternatives(1, alternatives),
            None => self.items(1, &definition.items),
        }
    }

    /// As deep as overlays nest, which has a limit; so are the two that call it.
    fn items(&mut self, level: usize, items: &[Item]) {
        for item in items {
            match item {
                Item::Field(field) => self.field(level, field),
                Item::Bits(bits) => self.bits(level, bits),
                Item::Pad(pad) => self.pad(level, pad),
                Item::Overlay(overlay) => self.overlay(level, overlay),
            }
        }
    }

    fn overlay(&mut self, level: usize, overlay: &Overlay) {
        self.text().line(level, "union {");
        self.alternatives(level + 1, &overlay.alternatives);
        self.text().line(level, "};");
    }

    /// Bit fields need a structure of their own, too: in a union each would begin at bit 0.
    fn alternatives(&mut self, level: usize, alternatives: &[Vec<Item>]) {
        for items in alternatives {
            match items.as_slice() {
                [Item::Field(_) | Item::Pad(_) | Item::Overlay(_)] => self.items(level, items),
                _ => {
                    self.text().line(level, "struct {");
                    self.items(level + 1, items);
                    self.text().line(level, "};");
                }
            }
        }
    }
}
