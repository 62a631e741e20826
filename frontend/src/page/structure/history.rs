//! The table of a structure's history on one architecture: only what the page shows.

use std::collections::HashMap;

use strata_core::article::Status;
use strata_core::dataset::Structure;
pub use strata_core::diff::Mark;
use strata_core::history::{self, History, Without};
use strata_core::{Arch, Layout, Point, Release, Version};

use crate::components::figures::span_of;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryTable {
    pub arch: Arch,
    /// Layout classes, and runs of releases without a layout.
    pub columns: Vec<Column>,
    /// Members and bit fields that are there in any column.
    pub rows: Vec<Row>,
}

/// Releases that share a layout, or the lack of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub releases: Vec<Release>,
    pub state: State,
}

impl Column {
    /// The first point at which its layout holds, which stands for all of them; `None` where it has none.
    pub fn point(&self, arch: Arch) -> Option<Point> {
        let stated = matches!(self.state, State::Stated(_));
        let first = self.releases.first().filter(|_| stated)?;
        Some(Point::new(*first, arch))
    }

    /// `20H2`, `20H2 to 22H2`.
    pub fn span(&self) -> String {
        span_of(&self.releases)
    }
}

impl HistoryTable {
    /// The first points of its layout classes, in order.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> {
        let columns = self.columns.iter();
        columns.filter_map(|column| column.point(self.arch))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Stated(u32),
    Absent,
    NotStated,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The source's row that stands for it.
    pub id: String,
    /// Its name, or what the source says of it.
    pub label: String,
    /// Whether the source knows no name.
    pub unnamed: bool,
    /// Whether it is a bit field that never was a member of its own.
    pub field: bool,
    pub cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub place: Place,
    /// By which row the layout knows it; of a bit field, that of the integer.
    pub row: Option<String>,
    pub mark: Mark,
    /// What else became of it.
    pub also: Vec<Mark>,
    /// All aspects of that beside the mark, and how far it moved, in words.
    pub words: String,
    /// The first erratum that bears on it here.
    pub erratum: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    At(u32),
    /// These bits (the lowest, how many) of the integer at this offset.
    Bit(u32, u8, u8),
    /// Under this row of the table, which it continues or which continues it.
    Elsewhere(String),
    Absent,
    NotStated,
}

/// The tables of the layouts of a structure at releases, one for each of the architectures that has one.
pub(in crate::page) fn tables(
    structure: &Structure,
    layouts: &[Layout],
    archs: &[Arch],
) -> Vec<HistoryTable> {
    let stated = |point: Point| layouts.iter().any(|layout| layout.point == point);
    let without = |(release, arch): (Release, Arch)| {
        let silent = release.exists_for(arch) && !stated(Point::new(release, arch));
        silent.then(|| Without {
            release,
            arch,
            absent: structure.status(release, arch) == Status::Absent,
        })
    };
    let spoken_of = structure.archs();
    let stated_archs = archs.iter().filter(|arch| spoken_of.contains(arch));
    let points =
        Release::all().flat_map(|release| stated_archs.clone().map(move |arch| (release, *arch)));
    let without: Vec<Without> = points.filter_map(without).collect();
    let history = history::history(layouts, &without);
    let has = |arch: &Arch| layouts.iter().any(|it| it.arch() == *arch);
    archs
        .iter()
        .filter(|arch| has(arch))
        .map(|arch| table(layouts, &history, *arch))
        .collect()
}

fn table(layouts: &[Layout], history: &History, arch: Arch) -> HistoryTable {
    let at = |point: &Point| layouts.iter().find(|layout| layout.point == *point);
    let own = || {
        let columns = history.columns.iter().enumerate();
        columns.filter(|(_, column)| column.arch == arch)
    };
    let stated: Vec<(usize, &Layout)> = own()
        .filter_map(|(number, column)| Some((number, at(column.points.first()?)?)))
        .collect();
    let rows = history.rows.iter().filter(|row| {
        let is_there = |cell: &history::Cell| {
            matches!(
                cell.place,
                history::Place::At { .. } | history::Place::Bit { .. }
            )
        };
        stated.iter().any(|(at, _)| is_there(&row.cells[*at]))
    });
    HistoryTable {
        arch,
        columns: own().map(|(_, column)| Column::from(column)).collect(),
        rows: distinct(rows.map(|row| Row::new(row, &stated)).collect()),
    }
}

/// Gives every row an id of its own: bits of one name that moved from one integer to another are two rows.
fn distinct(mut rows: Vec<Row>) -> Vec<Row> {
    let mut seen: HashMap<String, u32> = HashMap::new();
    for row in &mut rows {
        let count = seen.entry(row.id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            row.id = format!("{}~{count}", row.id);
        }
    }
    rows
}

impl From<&history::Column> for Column {
    fn from(column: &history::Column) -> Self {
        let releases = column
            .points
            .iter()
            .filter_map(|point| match point.version {
                Version::Release(release) => Some(release),
                Version::Build(_) | Version::Pdb(_) => None,
            });
        Self {
            releases: releases.collect(),
            state: match column.state {
                history::State::Stated(size) => State::Stated(size.get()),
                history::State::Absent => State::Absent,
                history::State::NotStated => State::NotStated,
            },
        }
    }
}

impl Row {
    fn new(row: &history::Row, stated: &[(usize, &Layout)]) -> Self {
        let id = row.ids.last().map(ToString::to_string).unwrap_or_default();
        // As of the last layout that has it as a member: an earlier one may not know the name yet.
        let last = stated.iter().rev().find_map(|(at, layout)| {
            let history::Place::At { row, .. } = &row.cells[*at].place else {
                return None;
            };
            layout.member(row.as_str())
        });
        let unnamed = last
            .filter(|member| member.name.is_none())
            .map(|member| member.declaration.clone());
        let cells = stated.iter();
        Self {
            cells: cells
                .map(|(at, layout)| Cell::new(&row.cells[*at], layout))
                .collect(),
            unnamed: unnamed.is_some(),
            label: unnamed.unwrap_or_else(|| row.label.clone()),
            field: row.holder.is_some(),
            id,
        }
    }
}

impl Cell {
    /// Whether it says nothing but that the member is where the cell before has it.
    pub fn goes_on(&self, before: &Self) -> bool {
        let quiet = matches!(self.mark, Mark::Same | Mark::Blank);
        quiet && self.erratum == before.erratum && self.place == before.place
    }

    fn new(cell: &history::Cell, layout: &Layout) -> Self {
        let place = match &cell.place {
            history::Place::At { offset, .. } => Place::At(offset.get()),
            history::Place::Bit { offset, range, .. } => {
                Place::Bit(offset.get(), range.bit(), range.width())
            }
            history::Place::Elsewhere(row) => Place::Elsewhere(row.to_string()),
            history::Place::Absent => Place::Absent,
            history::Place::NotStated => Place::NotStated,
        };
        let row = match &cell.place {
            history::Place::At { row, .. } | history::Place::Bit { holder: row, .. } => Some(row),
            _ => None,
        };
        Self {
            place,
            row: row.map(ToString::to_string),
            mark: cell.mark,
            also: also(cell),
            words: words(cell, layout),
            erratum: erratum(cell, layout),
        }
    }
}

/// What became of a member beside the weightiest aspect: that it moved, and that it has another size.
fn also(cell: &history::Cell) -> Vec<Mark> {
    use strata_core::diff::Kind;
    let kinds = [
        (Kind::Moved, Mark::MovedWithRest),
        (Kind::Resized, Mark::Resized),
    ];
    let weightiest = cell.mark;
    let moved = [Mark::MovedWithRest, Mark::MovedAlone].contains(&weightiest);
    let also = kinds.into_iter().filter(|(kind, mark)| {
        let told = *mark == weightiest || (moved && *kind == Kind::Moved);
        cell.kinds.contains(kind) && !told
    });
    // Bits that were a member lie elsewhere anyway.
    let became = [Mark::ToBits, Mark::FromBits].contains(&weightiest);
    also.map(|(_, mark)| mark).filter(|_| !became).collect()
}

/// How far it moved and, where it is declared anew, how.
fn words(cell: &history::Cell, layout: &Layout) -> String {
    use strata_core::diff::Kind;
    let mut words = Vec::new();
    if let Some(by) = cell.by {
        words.push(format!("by {by}"));
    }
    let anew = [
        Kind::Retyped,
        Kind::Resized,
        Kind::Renamed,
        Kind::FromBits,
        Kind::Added,
    ];
    if let history::Place::At { row, size, .. } = &cell.place
        && cell.kinds.iter().any(|kind| anew.contains(kind))
        && let Some(member) = layout.member(row.as_str())
    {
        words.push(format!("now {}, {size} bytes", member.declaration));
    }
    words.join("; ")
}

fn erratum(cell: &history::Cell, layout: &Layout) -> Option<String> {
    match &cell.place {
        history::Place::At { row, .. } => {
            let member = layout.member(row.as_str())?;
            member.errata.first().map(ToString::to_string)
        }
        history::Place::Bit { holder, row, .. } => {
            let mut fields = layout.member(holder.as_str())?.bits.known()?.iter();
            let field = fields.find(|field| field.row == *row)?;
            field.errata.first().map(ToString::to_string)
        }
        _ => None,
    }
}
