//! Computes the cells of a history: the place of a member in each column, and its change since the column before.

use std::collections::{BTreeMap, HashMap};

use super::columns::Draft;
use super::order::merge;
use super::{Cell, Mark, Place, Row};
use crate::catalogue::Catalogue;
use crate::diff::{Change, Delta, Diff, DiffContext, Kind, Lineage, diff_in};
use crate::layout::{BitField, Bits, Layout, Member};
use crate::name::RowId;
use crate::units::BitRange;

pub(super) fn rows(drafts: &[Draft<'_>], lineage: &Lineage) -> Vec<Row> {
    let types = Catalogue::default();
    let known = DiffContext {
        lineage,
        types: &types,
    };
    let views: Vec<View<'_>> = (0..drafts.len())
        .map(|at| View::new(drafts, at, known))
        .collect();
    let mut oldest: Vec<&Draft<'_>> = drafts.iter().collect();
    oldest.sort_by_key(|draft| (draft.release(), draft.column.arch));
    let stated = oldest.iter().filter_map(|draft| draft.layout);
    let columns: Vec<Vec<&RowId>> = stated
        .map(|layout| layout.members().map(|member| &member.row).collect())
        .collect();
    let groups = merge(&columns, lineage);
    let lone = lone_bits(drafts, &groups);
    let mut rows = Vec::new();
    for ids in groups {
        let bits: Vec<_> = lone.iter().filter(|it| ids.contains(it.0.0)).collect();
        let of_bits = bits.into_iter().map(|((_, row), range)| (*row, *range));
        let mut of_bits: Vec<(&RowId, BitRange)> = of_bits.collect();
        of_bits.sort_by_key(|bit| bit.1);
        of_bits.dedup_by_key(|bit| bit.0);
        let fields: Vec<Row> = of_bits
            .into_iter()
            .map(|(row, _)| row_of(&views, vec![row.clone()], Some(&ids)))
            .collect();
        rows.push(row_of(&views, ids, None));
        rows.extend(fields);
    }
    rows
}

/// Returns bit fields that continue no row of the table: (row of their holder, own row) and their first range.
fn lone_bits<'a>(
    drafts: &[Draft<'a>],
    groups: &[Vec<RowId>],
) -> BTreeMap<(&'a RowId, &'a RowId), BitRange> {
    let mut found = BTreeMap::new();
    for layout in drafts.iter().filter_map(|draft| draft.layout) {
        for (holder, field) in fields(layout) {
            let listed = |row: &RowId| groups.iter().any(|group| group.contains(row));
            if !field.continues.as_ref().is_some_and(listed) {
                found
                    .entry((&holder.row, &field.row))
                    .or_insert(field.range);
            }
        }
    }
    found
}

fn fields(layout: &Layout) -> impl Iterator<Item = (&Member, &BitField)> {
    layout.members().flat_map(|member| {
        let fields = member.bits.known_bits().into_iter().flatten();
        fields.map(move |field| (member, field))
    })
}

/// `holder`: the rows of the integer, if the row is a bit field.
fn row_of(views: &[View<'_>], ids: Vec<RowId>, holder: Option<&[RowId]>) -> Row {
    let mut cells: Vec<Cell> = Vec::with_capacity(views.len());
    let mut label = None;
    for view in views {
        let place = match holder {
            None => view.place(&ids),
            Some(holder) => view.field(&ids, holder),
        };
        label = view.label(&place).or(label);
        let before = view.before.map(|at| &cells[at].place);
        let cell = view.cell(before, place);
        cells.push(cell);
    }
    Row {
        label: label.unwrap_or_else(|| ids.iter().map(ToString::to_string).collect()),
        holder: holder.and_then(|rows| rows.last().cloned()),
        ids,
        cells,
    }
}

/// A column with the diff from the previous one.
struct View<'a> {
    layout: Option<&'a Layout>,
    /// The members by row, each with its index in the layout.
    members: HashMap<&'a RowId, (usize, &'a Member)>,
    fields: HashMap<&'a RowId, Vec<(&'a Member, &'a BitField)>>,
    absent: bool,
    lineage: &'a Lineage,
    /// The previous column with a layout to compare with.
    before: Option<usize>,
    diff: Option<Diff>,
}

impl<'a> View<'a> {
    fn new(drafts: &[Draft<'a>], at: usize, known: DiffContext<'a>) -> Self {
        let draft = &drafts[at];
        let is_before = |it: &Draft<'_>| it.layout.is_some() && it.column.arch == draft.column.arch;
        let before = drafts[..at].iter().rposition(is_before);
        let before = before.filter(|_| draft.layout.is_some());
        let pair = before
            .and_then(|before| drafts[before].layout)
            .zip(draft.layout);
        let mut members = HashMap::new();
        let mut of_rows: HashMap<_, Vec<_>> = HashMap::new();
        if let Some(layout) = draft.layout {
            for (number, member) in layout.members().enumerate() {
                members.entry(&member.row).or_insert((number, member));
            }
            for (member, field) in fields(layout) {
                of_rows.entry(&field.row).or_default().push((member, field));
            }
        }
        Self {
            layout: draft.layout,
            members,
            fields: of_rows,
            absent: draft.column.state == super::State::Absent,
            lineage: known.lineage,
            before,
            diff: pair.map(|(from, to)| diff_in(known, from, to)),
        }
    }

    fn nothing(&self) -> Place {
        if self.layout.is_some() || self.absent {
            Place::Absent
        } else {
            Place::NotStated
        }
    }

    fn place(&self, ids: &[RowId]) -> Place {
        let Some(layout) = self.layout else {
            return self.nothing();
        };
        let own = ids.iter().filter_map(|id| self.members.get(id));
        if let Some((_, member)) = own.min_by_key(|own| own.0) {
            return Place::At {
                row: member.row.clone(),
                offset: member.offset,
                size: member.size,
            };
        }
        let continues = |field: &&BitField| {
            field
                .continues
                .as_ref()
                .is_some_and(|row| ids.contains(row))
        };
        if let Some(found) = fields(layout).find(|it| continues(&it.1)) {
            return bit(found);
        }
        if self.lineage.is_empty() {
            return Place::Absent;
        }
        let kin = |row: &RowId| ids.iter().any(|id| self.lineage.same(id, row));
        let member = layout.members().map(|member| &member.row);
        let bits = fields(layout).filter_map(|(_, field)| field.continues.as_ref());
        let elsewhere = member.chain(bits).find(|row| kin(row));
        elsewhere.map_or(Place::Absent, |row| Place::Elsewhere(row.clone()))
    }

    fn field(&self, ids: &[RowId], holder: &[RowId]) -> Place {
        let Some(layout) = self.layout else {
            return self.nothing();
        };
        let holders = || layout.members().filter(|it| holder.contains(&it.row));
        let own = ids.iter().filter_map(|id| self.fields.get(id)).flatten();
        let mut found = own.filter(|(member, _)| holder.contains(&member.row));
        match found.next() {
            Some(found) => bit(*found),
            None if holders().any(|it| it.bits == Bits::NotStated) => Place::NotStated,
            None => Place::Absent,
        }
    }

    fn label(&self, place: &Place) -> Option<String> {
        match place {
            Place::At { row, .. } => Some(self.members.get(row)?.1.label().to_owned()),
            Place::Bit { holder, row, .. } => {
                let mut found = self.fields.get(row)?.iter();
                let field = found.find(|it| it.0.row == *holder)?;
                Some(field.1.name.to_string())
            }
            Place::Elsewhere(_) | Place::Absent | Place::NotStated => None,
        }
    }

    fn cell(&self, before: Option<&Place>, place: Place) -> Cell {
        let change = self.change(&place);
        let (mark, kinds) = match (before, &place) {
            (None, Place::At { .. } | Place::Bit { .. }) => (Mark::First, Vec::new()),
            (Some(_), Place::At { .. }) => change.map_or((Mark::Same, Vec::new()), |change| {
                (change.mark(), change.kinds.clone())
            }),
            (Some(before), Place::Bit { .. }) => of_bits(before, &place),
            (Some(Place::At { .. } | Place::Bit { .. }), Place::Absent | Place::NotStated) => {
                (Mark::Gone, Vec::new())
            }
            _ => (Mark::Blank, Vec::new()),
        };
        let moved = change.and_then(Change::delta);
        Cell {
            by: moved.filter(|by: &Delta| !by.is_zero()),
            place,
            mark,
            kinds,
        }
    }

    /// The change of the member at a place.
    fn change(&self, place: &Place) -> Option<&Change> {
        let Place::At { row, .. } = place else {
            return None;
        };
        let changes = &self.diff.as_ref()?.changes;
        changes.iter().find(|change| {
            let to = change.to.as_ref().filter(|_| change.to_bit.is_none());
            to.is_some_and(|to| to.row == *row)
        })
    }
}

fn bit((holder, field): (&Member, &BitField)) -> Place {
    Place::Bit {
        holder: holder.row.clone(),
        row: field.row.clone(),
        offset: holder.offset,
        range: field.range,
    }
}

/// The change of a bit field.
fn of_bits(before: &Place, now: &Place) -> (Mark, Vec<Kind>) {
    match (before, now) {
        (Place::At { .. } | Place::Elsewhere(_), _) => (Mark::ToBits, vec![Kind::ToBits]),
        (Place::Bit { range: was, .. }, Place::Bit { range: is, .. }) if was == is => {
            (Mark::Same, Vec::new())
        }
        (Place::Bit { .. }, _) => (Mark::MovedAlone, vec![Kind::Moved]),
        (Place::Absent | Place::NotStated, _) => (Mark::New, vec![Kind::Added]),
    }
}
