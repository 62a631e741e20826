//! Arranges pieces as items: consecutive pieces with the gaps between, overlapping ones as an [`Overlay`].
//!
//! Symbol files list members of anonymous unions side by side, in declaration order. So a member at the start of the
//! union begins a new alternative, to which the following members at higher offsets belong. If that yields a single
//! alternative, each member goes to the first alternative with room.

use crate::layout::{Gap, GapKind};
use crate::resolve::gap;
use crate::types::SizeAndAlign;
use crate::units::{BitRange, ByteOffset, ByteSize};

use super::model::{BitField, Item, MemberProvenance, Overlay, Pad, PadKind};
use super::names::{self, Names};

/// Maximum nesting of unions; deeper members lie side by side in the innermost.
pub const OVERLAY_LIMIT: usize = 8;

/// A member or an integer of bit fields before placement, with its wanted name. Its bit fields are in ascending order,
/// without overlap, within the integer.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) item: Item,
    pub(super) align: ByteSize,
}

impl Piece {
    fn offset(&self) -> ByteOffset {
        self.item.offset()
    }

    fn end(&self) -> ByteOffset {
        self.item.end()
    }
}

/// Places pieces at their offsets and names them.
pub(super) struct Tiler {
    pub(super) names: Names,
}

impl Tiler {
    pub(super) fn structure(&mut self, pieces: Vec<Piece>, whole: SizeAndAlign) -> Vec<Item> {
        let mut items = self.tile(pieces, ByteOffset::ZERO, 0);
        let reached = items.last().map_or(ByteOffset::ZERO, Item::end);
        let gap = gap(reached, ByteOffset::new(whole.size.get()), whole.align);
        items.extend(gap.map(|gap| Item::Pad(self.pad(gap, false))));
        items
    }

    /// Returns the items of a union: one overlay, with opaque bytes if no member is as large.
    pub(super) fn union(
        &mut self,
        pieces: Vec<Piece>,
        SizeAndAlign { size, align }: SizeAndAlign,
    ) -> Vec<Item> {
        let mut overlay = self.overlay(pieces, ByteOffset::ZERO, 0);
        let reached = ByteOffset::new(overlay.size.get());
        if let Some(gap) = gap(reached, ByteOffset::new(size.get()), align) {
            let whole = Gap {
                offset: ByteOffset::ZERO,
                size,
                ..gap
            };
            let pad = self.pad(whole, false);
            overlay.alternatives.push(vec![Item::Pad(pad)]);
            overlay.size = size;
        }
        vec![Item::Overlay(overlay)]
    }

    /// Arranges pieces from `start` to their end. Each level has fewer pieces than the enclosing one, up to
    /// [`OVERLAY_LIMIT`], beyond which nothing overlaps.
    fn tile(&mut self, pieces: Vec<Piece>, start: ByteOffset, level: usize) -> Vec<Item> {
        let mut items = Vec::new();
        let mut end = start;
        for group in groups(pieces) {
            let (Some(first), Some(align)) = (
                group.iter().map(Piece::offset).min(),
                group.iter().map(|piece| piece.align).max(),
            ) else {
                continue;
            };
            let gap = gap(end, first, align);
            items.extend(gap.map(|gap| Item::Pad(self.pad(gap, level > 0))));
            end = group.iter().map(Piece::end).max().unwrap_or(end);
            let item = match <[Piece; 1]>::try_from(group) {
                Ok([piece]) => self.item(piece.item),
                Err(group) => Item::Overlay(self.overlay(group, first, level)),
            };
            items.push(item);
        }
        items
    }

    fn overlay(&mut self, pieces: Vec<Piece>, offset: ByteOffset, level: usize) -> Overlay {
        let end = pieces.iter().map(Piece::end).max().unwrap_or(offset);
        let name = self.names.take(&names::at("Union", offset), offset);
        let split = if level < OVERLAY_LIMIT {
            alternatives(pieces, offset)
        } else {
            pack_alternatives(pieces)
        };
        let tiled = split
            .into_iter()
            .map(|pieces| self.tile(pieces, offset, level + 1));
        Overlay {
            name,
            offset,
            size: end.distance_from(offset).unwrap_or_default(),
            alternatives: tiled.collect(),
        }
    }

    fn item(&mut self, mut item: Item) -> Item {
        match &mut item {
            Item::Field(field) => field.name = self.names.take(&field.name, field.offset),
            Item::Bits(bits) => {
                bits.name = self.names.take(&bits.name, bits.offset);
                let fields = std::mem::take(&mut bits.fields);
                bits.fields = self.bits(fields, bits.storage.size, bits.offset);
            }
            Item::Pad(_) | Item::Overlay(_) => {}
        }
        item
    }

    fn bits(&mut self, named: Vec<BitField>, size: ByteSize, offset: ByteOffset) -> Vec<BitField> {
        let unnamed = |from: u32, to: u32| {
            let bit = u8::try_from(from).ok()?;
            let width = u8::try_from(to.checked_sub(from)?).ok()?;
            Some(BitField {
                name: None,
                range: BitRange::new(bit, width)?,
                comment: String::new(),
                provenance: MemberProvenance::default(),
            })
        };
        let mut fields = Vec::new();
        let mut next = 0;
        for mut field in named {
            fields.extend(unnamed(next, field.range.bit().into()));
            next = bit_end(field.range);
            field.name = field.name.map(|name| self.names.take(&name, offset));
            fields.push(field);
        }
        fields.extend(unnamed(next, size.get().saturating_mul(8)));
        fields
    }

    fn pad(&mut self, gap: Gap, in_overlay: bool) -> Pad {
        let kind = match gap.kind {
            GapKind::Padding => PadKind::Padding,
            GapKind::Hole if in_overlay => PadKind::Skipped,
            GapKind::Hole => PadKind::Hole,
        };
        let name = names::at(kind.title(), gap.offset);
        Pad {
            name: self.names.take(&name, gap.offset),
            kind,
            offset: gap.offset,
            size: gap.size,
        }
    }
}

pub(super) fn bit_end(range: BitRange) -> u32 {
    u32::from(range.bit()) + u32::from(range.width())
}

/// Groups overlapping pieces, in offset order; within each group, in declaration order.
fn groups(pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    let mut placed: Vec<(usize, Piece)> = pieces.into_iter().enumerate().collect();
    placed.sort_by_key(|(_, piece)| piece.offset());
    let mut groups: Vec<Vec<(usize, Piece)>> = Vec::new();
    let mut end = ByteOffset::ZERO;
    for (order, piece) in placed {
        let piece_end = piece.end();
        match groups.last_mut() {
            Some(group) if piece.offset() < end => group.push((order, piece)),
            _ => groups.push(vec![(order, piece)]),
        }
        end = end.max(piece_end);
    }
    let declared = |mut group: Vec<(usize, Piece)>| {
        group.sort_by_key(|(order, _)| *order);
        group.into_iter().map(|(_, piece)| piece).collect()
    };
    groups.into_iter().map(declared).collect()
}

/// Splits pieces into alternatives: each piece at `start` begins a new one.
fn alternatives(pieces: Vec<Piece>, start: ByteOffset) -> Vec<Vec<Piece>> {
    let starts = pieces
        .iter()
        .filter(|piece| piece.offset() == start)
        .count();
    let leads = pieces.first().is_some_and(|piece| piece.offset() == start);
    if starts < 2 || !leads {
        return pack_alternatives(pieces);
    }
    let mut split: Vec<Vec<Piece>> = Vec::new();
    for piece in pieces {
        match split.last_mut() {
            Some(last) if piece.offset() != start => last.push(piece),
            _ => split.push(vec![piece]),
        }
    }
    split
}

/// Puts each piece into the first alternative that ends before it.
fn pack_alternatives(pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    let mut split: Vec<(ByteOffset, Vec<Piece>)> = Vec::new();
    for piece in pieces {
        let end = piece.end();
        let room = split.iter_mut().find(|(end, _)| *end <= piece.offset());
        match room {
            Some(alternative) => {
                alternative.0 = end;
                alternative.1.push(piece);
            }
            None => split.push((end, vec![piece])),
        }
    }
    split.into_iter().map(|(_, pieces)| pieces).collect()
}
