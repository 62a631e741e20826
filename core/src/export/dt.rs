//! `dt`: the text that WinDbg's `dt` writes, with what `dt` does not know behind `//`. Nested structures are unfolded as far as
//! they are defined, which is not at all where nothing is asked, as without `-r`; arrays stay folded.

use super::format::Form;
use super::model::{Bits, Definition, Field, Item, Pad, PadKind, Type, Unit};
use super::text::{self, Text};
use crate::layout::GapKind;
use crate::render::dt::{INDENT, gap, head, position, row, type_name};

/// As `dt` without `-r`.
const USUAL_DEPTH: usize = 0;

pub(super) const FORM: Form = Form {
    word: "dt",
    title: "WinDbg dt",
    readers: "people who know dt, and scripts that read it",
    media_type: "text/plain; charset=utf-8",
    extension: "dt.txt",
    reserved: &[],
    usual_depth: USUAL_DEPTH,
    chooses_pointers: false,
    write: |unit, _| write(unit),
};

/// The text of a unit.
fn write(unit: &Unit) -> String {
    let mut printer = Printer {
        unit,
        text: Text::new(INDENT),
    };
    for line in unit.provenance.lines() {
        printer.text.line(0, &format!("// {line}"));
    }
    if let Some(own) = unit.definitions.last() {
        let (size, point) = (own.measure.size.get(), unit.provenance.point);
        // As symbols have it, which need not be an identifier: `_KPRCB~2`.
        let name = (own.kind.as_str(), unit.provenance.structure.as_str());
        let head = head(name, elements(&own.items), size, point);
        printer.text.line(0, &head);
        printer.items(&own.items, 1);
    }
    printer.text.finish()
}

/// Members and bit fields, those of overlays, too. As deep as overlays nest, which has a limit.
fn elements(items: &[Item]) -> usize {
    let count = |item: &Item| match item {
        Item::Field(_) => 1,
        Item::Bits(bits) => bits.fields.iter().filter(|it| it.name.is_some()).count(),
        Item::Pad(_) => 0,
        Item::Overlay(overlay) => overlay.alternatives.iter().map(|it| elements(it)).sum(),
    };
    items.iter().map(count).sum()
}

struct Printer<'u> {
    unit: &'u Unit,
    text: Text,
}

impl<'u> Printer<'u> {
    /// As deep as definitions hold one another, and as overlays nest: both have limits.
    fn items(&mut self, items: &[Item], level: usize) {
        for item in items {
            match item {
                Item::Field(field) => self.field(field, level),
                Item::Bits(bits) => self.bits(bits, level),
                Item::Pad(pad) => self.pad(pad, level),
                Item::Overlay(overlay) => {
                    for alternative in &overlay.alternatives {
                        self.items(alternative, level);
                    }
                }
            }
        }
    }

    fn field(&mut self, field: &Field, level: usize) {
        let declared = field.declared.as_ref();
        let ty = declared.map(|ty| type_name(ty, self.unit.arch));
        let ty = ty.unwrap_or_else(|| format!("[{}] UChar", field.size.get()));
        let remark = text::remark(field, None);
        let row = row(field.offset.get(), &field.name, &ty, &remark);
        self.text.line(level, &row);
        if let Some(inside) = self.inside(&field.ty) {
            self.items(&inside.items, level + 1);
        }
    }

    fn bits(&mut self, bits: &Bits, level: usize) {
        for field in &bits.fields {
            if let Some(name) = &field.name {
                let ty = position(field.range);
                let row = row(bits.offset.get(), name, &ty, &field.comment);
                self.text.line(level, &row);
            }
        }
    }

    fn pad(&mut self, pad: &Pad, level: usize) {
        let kind = match pad.kind {
            PadKind::Padding => GapKind::Padding,
            PadKind::Hole => GapKind::Hole,
            // Another alternative has these bytes.
            PadKind::Skipped => return,
        };
        let gap = gap(pad.offset.get(), kind, pad.size.get());
        self.text.line(level, &gap);
    }

    /// What is in a member that is unfolded.
    fn inside(&self, ty: &Type) -> Option<&'u Definition> {
        let Type::Definition { name, .. } = ty else {
            return None;
        };
        self.unit.definitions.iter().find(|it| it.name == *name)
    }
}
