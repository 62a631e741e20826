//! Resolves tables to layouts: the place of each row at a point, and the gaps between.

mod symbols;

pub use symbols::of_class;
pub(crate) use symbols::room;

use std::sync::Arc;

use thiserror::Error;

use crate::arch::Arch;
use crate::article::{Article, CorrectedField, Interpretation, Row, Status, Subject, Table};
use crate::catalogue::{Catalogue, Scope};
use crate::certainty::Certainty;
use crate::layout::{BitField, Bits, Gap, GapKind, Layout, Member, Slot};
use crate::point::Point;
use crate::release::Release;
use crate::types::{SizeAndAlign, TypeKind, TypeMember};
use crate::units::{ByteOffset, ByteSize};

/// A row at a point with offset, definition and size.
#[derive(Clone, Debug)]
pub struct Placement<'a> {
    pub row: &'a Row,
    pub reading: &'a Interpretation,
    pub offset: ByteOffset,
    /// Size and alignment; `None` if its type is unknown there.
    pub measure: Option<SizeAndAlign>,
}

impl Placement<'_> {
    /// Returns the end; the offset if the size is unknown.
    pub fn end(&self) -> ByteOffset {
        self.offset
            .saturating_add(self.measure.map_or(ByteSize::ZERO, |measure| measure.size))
    }

    /// Returns the alignment; 1 if unknown.
    pub fn align(&self) -> ByteSize {
        self.measure
            .map_or(ByteSize::new(1), |measure| measure.align)
    }
}

/// Returns the rows that a table places at a point, in offset order.
pub fn placements<'a>(table: &'a Table, types: &Catalogue, scope: Scope) -> Vec<Placement<'a>> {
    let Scope { release, arch, .. } = scope;
    let place = |row: &'a Row| {
        let offset = table.offset(row, release, arch)?;
        let reading = row.interpretation(release, table.last_release)?;
        Some(Placement {
            row,
            reading,
            offset,
            measure: types.measure(reading.ty(arch), scope),
        })
    };
    let mut placed: Vec<_> = table.rows.iter().filter_map(place).collect();
    placed.sort_by_key(|placement| placement.offset);
    placed
}

/// Returns the alignment of a structure: the largest of its members.
pub fn structure_align(placed: &[Placement<'_>]) -> ByteSize {
    placed
        .iter()
        .map(Placement::align)
        .max()
        .unwrap_or(ByteSize::new(1))
}

/// Why there is no layout at a point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoLayout {
    /// The structure does not exist there.
    #[error("absent")]
    Absent,
    /// The source does not cover the point.
    #[error("not stated")]
    NotStated,
    /// A symbol file declares it without defining it.
    #[error("declared, but not defined")]
    Declared,
    /// The tables contradict themselves.
    #[error("the tables contradict themselves at {row}")]
    Unsound {
        /// The first row with a contradiction.
        row: String,
    },
}

/// Returns the layout of a structure at a release and architecture, from its article.
pub fn resolve(
    article: &Article,
    table: &Table,
    types: &Catalogue,
    release: Release,
    arch: Arch,
) -> Result<Layout, NoLayout> {
    let scope = types.scope(release, arch);
    let class = scope
        .image
        .and_then(|image| types.symbol_layout(&article.name, image));
    let symbols = class.map(|symbols| &*symbols.class.members);
    let size = match table.status(release, arch) {
        Status::Stated(size) => size,
        Status::Absent => return Err(NoLayout::Absent),
        Status::NotStated => return Err(NoLayout::NotStated),
    };
    let placed = placements(table, types, scope);
    let slots = tile(&placed, size, |placement, measure| {
        let seen = PointContext {
            article,
            table,
            symbols,
            release,
            arch,
        };
        seen.member(placement, measure.size)
    })?;
    let (structure, source) = (article.name.clone(), article.source.clone());
    Ok(Layout {
        structure,
        point: Point::new(release, arch),
        release,
        image: scope.image,
        between: None,
        kind: TypeKind::Struct,
        size,
        source,
        slots,
        values: Vec::new(),
        bits_given: true,
    })
}

/// Places the members in order, with the gaps between them.
fn tile(
    placed: &[Placement<'_>],
    size: ByteSize,
    mut member: impl FnMut(&Placement<'_>, SizeAndAlign) -> Member,
) -> Result<Vec<Slot>, NoLayout> {
    let mut slots = Vec::with_capacity(placed.len() * 2);
    let mut end = ByteOffset::ZERO;
    let structure_end = ByteOffset::new(size.get());
    for placement in placed {
        let unsound = || NoLayout::Unsound {
            row: placement.row.id.to_string(),
        };
        let measure = placement.measure.ok_or_else(unsound)?;
        if placement.offset < end || placement.end() > structure_end {
            return Err(unsound());
        }
        slots.extend(gap(end, placement.offset, measure.align).map(Slot::Gap));
        slots.push(Slot::Member(member(placement, measure)));
        end = placement.end();
    }
    slots.extend(gap(end, structure_end, structure_align(placed)).map(Slot::Gap));
    Ok(slots)
}

/// The bytes from `end` to `next` as a gap: padding if `next` is `end` aligned to `align`, otherwise a hole.
pub(crate) fn gap(end: ByteOffset, next: ByteOffset, align: ByteSize) -> Option<Gap> {
    let size = next
        .distance_from(end)
        .filter(|size| *size > ByteSize::ZERO)?;
    let kind = if end.align_up(align) == next {
        GapKind::Padding
    } else {
        GapKind::Hole
    };
    Some(Gap {
        offset: end,
        size,
        kind,
    })
}

/// The context in which the members at a point are built.
struct PointContext<'a> {
    article: &'a Article,
    table: &'a Table,
    symbols: Option<&'a [Arc<TypeMember>]>,
    release: Release,
    arch: Arch,
}

impl PointContext<'_> {
    fn member(&self, placement: &Placement<'_>, size: ByteSize) -> Member {
        let row = placement.row;
        let published_row = self.article.published.row(row.id.as_str());
        let declaration = match placement.reading {
            Interpretation::Declared(declaration) | Interpretation::BitUnion(declaration) => {
                declaration.to_string()
            }
            Interpretation::Described(_) => row.definition.clone(),
        };
        Member {
            row: row.id.clone(),
            continues: row.continues.clone(),
            name: placement.reading.name().map(Into::into),
            description: row.about.clone(),
            declaration,
            ty: placement.reading.ty(self.arch).clone(),
            offset: placement.offset,
            size,
            certainty: self.certainty(placement),
            published: published_row
                .and_then(|row| self.article.published.offset(row, self.release, self.arch)),
            errata: self.errata(&Subject::Row(row.id.clone())),
            bits: self.bits(placement),
            meaning: row.meaning.clone().map(Box::new),
        }
    }

    fn certainty(&self, placement: &Placement<'_>) -> Certainty {
        let in_symbols = |name: &str| {
            self.symbols?.iter().find(|member| {
                &*member.declaration.name == name && member.offset == placement.offset
            })
        };
        if placement.reading.name().and_then(in_symbols).is_some() {
            return Certainty::Confirmed;
        }
        let subject = Subject::Row(placement.row.id.clone());
        let place_is_corrected = |erratum: &&crate::article::Erratum| {
            matches!(
                erratum.field,
                CorrectedField::Offset | CorrectedField::Versions | CorrectedField::Declaration
            ) && !matches!(erratum.rule, crate::rule::Rule::CellSyntax)
        };
        let bearing = self
            .article
            .errata
            .iter()
            .filter(|e| e.subject == subject && e.is_for(self.arch) && self.bears(e));
        match bearing
            .filter(place_is_corrected)
            .map(|erratum| erratum.is_only_fix)
            .min()
        {
            Some(true) => Certainty::Corrected,
            Some(false) => Certainty::Chosen,
            None => placement.row.certainty.unwrap_or(self.article.certainty),
        }
    }

    /// Whether an erratum has an effect at this release and architecture; one about wording has it everywhere.
    fn bears(&self, erratum: &crate::article::Erratum) -> bool {
        let (Some(row), Subject::Row(_)) = (erratum.row(), &erratum.subject) else {
            return true;
        };
        let row = row.as_str();
        let (published, corrected) = (&self.article.published, self.table);
        let (Some(was), Some(is)) = (published.row(row), corrected.row(row)) else {
            return false;
        };
        let (release, arch) = (self.release, self.arch);
        match erratum.field {
            CorrectedField::Offset => {
                published.offset(was, release, arch) != corrected.offset(is, release, arch)
                    || erratum.rule == crate::rule::Rule::CellSyntax
            }
            CorrectedField::Versions => {
                was.versions.covers(release, published.last_release)
                    != is.versions.covers(release, corrected.last_release)
            }
            CorrectedField::Declaration => {
                was.interpretation(release, published.last_release)
                    != is.interpretation(release, corrected.last_release)
            }
            CorrectedField::Name
            | CorrectedField::Remark
            | CorrectedField::Size
            | CorrectedField::Bits => true,
        }
    }

    fn errata(&self, subject: &Subject) -> Vec<Box<str>> {
        let about = self
            .article
            .errata
            .iter()
            .filter(|erratum| erratum.subject == *subject);
        about
            .filter(|e| e.is_for(self.arch) && self.bears(e))
            .map(|erratum| erratum.id.clone())
            .collect()
    }

    fn bits(&self, placement: &Placement<'_>) -> Bits {
        if !matches!(placement.reading, Interpretation::BitUnion(_)) {
            return Bits::None;
        }
        let rows = self
            .table
            .bits_of(&placement.row.id, self.release, self.arch);
        if rows.is_empty() {
            return Bits::NotStated;
        }
        let field = |(bit, range): (&crate::article::BitRow, _)| BitField {
            row: bit.id.clone(),
            name: bit.declaration.name.clone(),
            range,
            continues: bit.continues.clone(),
            errata: self.errata(&Subject::Bit(bit.id.clone())),
        };
        Bits::Known(rows.into_iter().map(field).collect())
    }
}
