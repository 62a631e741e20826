//! The history of one structure: offsets of its members by release, its layouts as strips, its sizes.

use std::borrow::Cow;
use std::collections::HashMap;

use strata_core::article::{Article, Status};
use strata_core::dataset::Structure;
use strata_core::diff::{Diff, Kind, Mark};
use strata_core::history::{self, Column, History, Place, State, Without};
use strata_core::lookup::{self, Missing, Reason};
use strata_core::types::TypeKind;
use strata_core::{Arch, BitRange, ByteOffset, Dataset, Layout, Point, Release, RowId};

use super::Strips;
use super::strips::Piece;
use crate::components::figures;
use crate::route::{Fields, Route, site_location};

/// The history of a type: that of an article on every architecture, that of symbol files on one.
#[derive(Debug)]
pub struct StructurePage<'a> {
    pub structure: &'a Structure,
    pub article: Option<&'a Article>,
    /// The architectures that have a layout.
    pub archs: Vec<Arch>,
    /// The requested architecture; `None` for all of an article.
    pub arch: Option<Arch>,
    /// Whether rows that never change are shown.
    pub all_rows: bool,
    /// The history of each shown architecture.
    pub shown: Vec<Shown>,
    /// The sizes that an article states.
    pub sizes: Vec<SizeRow>,
}

/// The history on one architecture.
#[derive(Debug)]
pub struct Shown {
    pub table: HistoryTable,
    /// For an enumeration, its names, each with its value (or none) for each column that has a layout.
    pub values: Option<Vec<(String, Vec<Option<i64>>)>>,
    /// How many rows are hidden because they never change.
    pub folded: usize,
    /// Its layouts as strips of bytes, where an article describes it.
    pub strips: Option<Strips>,
    /// The changes from each layout to the next.
    pub steps: Vec<Diff>,
}

/// The query value that asks for all rows.
const ALL: &str = "all";

impl<'a> StructurePage<'a> {
    /// `fields` select the architecture and the rows, where no article describes the structure.
    pub fn new(
        dataset: &Dataset,
        structure: &'a Structure,
        fields: &Fields,
    ) -> Result<Self, Missing> {
        let article = structure.article();
        let archs: Vec<Arch> = structure.newest_points().map(|it| it.arch).collect();
        let arch = match (article, fields.get(Fields::ARCH)) {
            (Some(_), _) => None,
            (None, "") => archs.first().copied(),
            (None, text) => Some(lookup::arch(text)?),
        };
        if let Some(arch) = arch.filter(|arch| !archs.contains(arch)) {
            let newest = Release::all().rfind(|release| release.exists_for(arch));
            let point = Point::new(newest.unwrap_or(Release::FIRST), arch);
            let none = Missing::plain(format!("{} has no layout on {arch}.", structure.name));
            return Err(lookup::at(structure, point).err().unwrap_or(none));
        }
        // A site of static files has one page for all architectures.
        let every = article.is_some() || site_location().files.is_some();
        let wanted = archs.iter().copied();
        let wanted: Vec<Arch> = wanted.filter(|it| every || Some(*it) == arch).collect();
        let layouts = match article {
            Some(_) => structure.layouts(),
            None => wanted
                .iter()
                .flat_map(|arch| layouts(structure, *arch))
                .collect(),
        };
        let all_rows = article.is_some() || fields.get(Fields::ROWS) == ALL;
        let tables = HistoryTable::all(structure, &layouts, &wanted).into_iter();
        let shown = tables.map(|table| Shown::new(dataset, structure, &layouts, table, all_rows));
        Ok(Self {
            shown: shown.collect(),
            sizes: article.map(|_| sizes(structure)).unwrap_or_default(),
            structure,
            article,
            archs,
            arch,
            all_rows,
        })
    }

    /// The route for an architecture, with all rows or with those that change.
    pub fn route(&self, arch: Option<Arch>, all_rows: bool) -> Route {
        let arch = arch.filter(|_| arch != self.archs.first().copied());
        let fields = Fields::default().with(Fields::ARCH, arch.map_or("", Arch::as_str));
        let all_rows = all_rows && self.article.is_none();
        let rows = if all_rows { ALL } else { "" };
        Route::structure(&self.structure.name).with_fields(fields.with(Fields::ROWS, rows))
    }
}

impl Shown {
    fn new(
        dataset: &Dataset,
        structure: &Structure,
        layouts: &[Layout],
        mut table: HistoryTable,
        all_rows: bool,
    ) -> Self {
        let audited = structure.audited().is_some();
        // A single column is a layout, not a history.
        let single = table.points().count() < 2;
        let all_rows = all_rows || single;
        let values = (structure.kind() == TypeKind::Enum).then(|| values(&table, layouts));
        let count = values.as_ref().map_or(table.rows.len(), Vec::len);
        let values = values.map(|mut values| {
            values.retain(|(_, cells)| all_rows || cells.windows(2).any(|it| it[0] != it[1]));
            values
        });
        let quiet = |cell: &Cell| matches!(cell.here.mark, Mark::Same | Mark::First);
        table
            .rows
            .retain(|row| all_rows || !row.cells.iter().all(quiet));
        let newest = layouts.iter().rfind(|it| it.arch() == table.arch);
        if let (true, false, Some(layout)) = (single, audited, newest) {
            table.rows.iter_mut().for_each(|row| declare(row, layout));
        }
        let pieces = || Strips::new(dataset, structure, pieces(layouts, &table));
        Self {
            folded: count - values.as_ref().map_or(table.rows.len(), Vec::len),
            strips: audited.then(pieces),
            steps: steps(dataset, structure, layouts, table.arch),
            table,
            values,
        }
    }
}

fn layouts(structure: &Structure, arch: Arch) -> Vec<Layout> {
    let points = Release::all().map(|release| Point::new(release, arch));
    let layouts = points.filter_map(|point| structure.layout(point).ok());
    layouts.map(Cow::into_owned).collect()
}

/// With a single layout, the rows show the declarations.
fn declare(row: &mut Row, layout: &Layout) {
    if let Some(member) = layout.member(&row.id) {
        row.label.clone_from(&member.declaration);
    }
}

/// The names of an enumeration in the order of their newest values, with a value for each column that has a layout.
fn values(table: &HistoryTable, layouts: &[Layout]) -> Vec<(String, Vec<Option<i64>>)> {
    let at = |point: Point| layouts.iter().find(|layout| layout.point == point);
    let layouts: Vec<&Layout> = table.points().filter_map(at).collect();
    let mut names: Vec<(i64, &str)> = Vec::new();
    for value in layouts.iter().rev().flat_map(|layout| &layout.values) {
        if !names.iter().any(|(_, name)| **name == *value.name) {
            names.push((value.value, &value.name));
        }
    }
    names.sort_by_key(|(value, _)| *value);
    let cell = |layout: &&Layout, name: &str| {
        let own = layout.values.iter().find(|value| *value.name == *name);
        own.map(|value| value.value)
    };
    let row = |(_, name): (i64, &str)| {
        let cells = layouts.iter().map(|layout| cell(layout, name));
        (name.to_owned(), cells.collect())
    };
    names.into_iter().map(row).collect()
}

/// The changes from each layout to the next on an architecture.
fn steps(dataset: &Dataset, structure: &Structure, layouts: &[Layout], arch: Arch) -> Vec<Diff> {
    let layouts = layouts.iter().filter(|layout| layout.arch() == arch);
    let layouts: Vec<&Layout> = layouts.collect();
    let step = |pair: &[&Layout]| match pair {
        [from, to] if !from.same_as(to) => Some(structure.diff(dataset, from, to)),
        _ => None,
    };
    layouts.windows(2).filter_map(step).collect()
}

/// The layouts on an architecture as strips, oldest first, one for each column of its history; columns without one are
/// gaps.
fn pieces<'a>(layouts: &'a [Layout], table: &HistoryTable) -> Vec<Piece<'a>> {
    let piece = |column: &Column| {
        let (first, last) = (column.points.first()?, column.points.last()?);
        let why = match column.state {
            State::Stated(_) => {
                let layout = layouts.iter().find(|layout| layout.point == *first)?;
                return Some(Piece::Strip(layout, span(column)));
            }
            State::Absent => Reason::Absent,
            State::NotStated => Reason::NotStated,
        };
        let mut ends = vec![first.version.to_string(), last.version.to_string()];
        ends.dedup();
        Some(Piece::Gap(ends, why))
    };
    table.columns.iter().filter_map(piece).collect()
}

/// The history on one architecture: core's, without rows that occur nowhere, and with the page's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryTable {
    pub arch: Arch,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The id of its row in the source: bits of one name that moved from one integer to another are two rows.
    pub id: String,
    /// Its name, or the source's words.
    pub label: String,
    /// Whether the source gives no name.
    pub unnamed: bool,
    /// Whether it is a bit field that was never a member of its own.
    pub field: bool,
    /// One for each column that has a layout.
    pub cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub here: history::Cell,
    /// All changes beside the mark, and the distance of a move, in words.
    pub words: String,
    /// The first erratum about it in this column.
    pub erratum: Option<String>,
}

/// The first point of a column's layout, which represents the column; `None` where it has no layout.
pub fn point(column: &Column) -> Option<Point> {
    let stated = matches!(column.state, State::Stated(_));
    column.points.first().copied().filter(|_| stated)
}

/// The versions of a column: `20H2`, `20H2 to 22H2`.
pub fn span(column: &Column) -> String {
    let versions: Vec<_> = column.points.iter().map(|point| point.version).collect();
    figures::span_of(&versions)
}

impl HistoryTable {
    /// The tables of a structure's layouts at releases, one for each architecture that has a layout.
    pub fn all(structure: &Structure, layouts: &[Layout], archs: &[Arch]) -> Vec<Self> {
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
        let points = Release::all()
            .flat_map(|release| stated_archs.clone().map(move |arch| (release, *arch)));
        let without: Vec<Without> = points.filter_map(without).collect();
        let history = history::history(layouts, &without);
        let has = |arch: &&Arch| layouts.iter().any(|it| it.arch() == **arch);
        let archs = archs.iter().filter(has);
        archs
            .map(|arch| Self::new(layouts, &history, *arch))
            .collect()
    }

    fn new(layouts: &[Layout], history: &History, arch: Arch) -> Self {
        let at = |point: &Point| layouts.iter().find(|layout| layout.point == *point);
        let columns = history.columns.iter().enumerate();
        let own = columns.filter(|(_, column)| column.arch == arch);
        let stated = own.clone();
        let stated: Vec<(usize, &Layout)> = stated
            .filter_map(|(number, column)| Some((number, at(column.points.first()?)?)))
            .collect();
        let rows = history.rows.iter().filter(|row| {
            let mut places = stated.iter().map(|(at, _)| &row.cells[*at].place);
            places.any(|place| offset_and_bits(place).is_some())
        });
        let mut seen: HashMap<String, u32> = HashMap::new();
        let row = |row: &history::Row| {
            let mut row = Row::new(row, &stated);
            let count = seen.entry(row.id.clone()).or_default();
            *count += 1;
            if *count > 1 {
                row.id = format!("{}~{count}", row.id);
            }
            row
        };
        Self {
            arch,
            rows: rows.map(row).collect(),
            columns: own.map(|(_, column)| column.clone()).collect(),
        }
    }

    /// The first points of its layout classes, in order.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> {
        self.columns.iter().filter_map(point)
    }
}

/// The offset of a place; for a bit field, that of its integer, with the bits.
pub fn offset_and_bits(place: &Place) -> Option<(ByteOffset, Option<BitRange>)> {
    match place {
        Place::At { offset, .. } => Some((*offset, None)),
        Place::Bit { offset, range, .. } => Some((*offset, Some(*range))),
        Place::Elsewhere(_) | Place::Absent | Place::NotStated => None,
    }
}

/// The row of a place in its layout; for a bit field, that of its integer.
pub fn row_at(place: &Place) -> Option<&RowId> {
    match place {
        Place::At { row, .. } | Place::Bit { holder: row, .. } => Some(row),
        Place::Elsewhere(_) | Place::Absent | Place::NotStated => None,
    }
}

impl Row {
    fn new(row: &history::Row, stated: &[(usize, &Layout)]) -> Self {
        let id = row.ids.last().map(ToString::to_string).unwrap_or_default();
        // The label comes from the last layout that has the member: an earlier one may not know the name yet.
        let last = stated
            .iter()
            .rev()
            .find_map(|(at, layout)| match &row.cells[*at].place {
                Place::At { row, .. } => layout.member(row.as_str()),
                _ => None,
            });
        let unnamed = last.filter(|member| member.name.is_none());
        let unnamed = unnamed.map(|member| member.declaration.clone());
        let cells = stated.iter();
        let cells = cells.map(|(at, layout)| Cell::new(&row.cells[*at], layout));
        Self {
            cells: cells.collect(),
            unnamed: unnamed.is_some(),
            label: unnamed.unwrap_or_else(|| row.label.clone()),
            field: row.holder.is_some(),
            id,
        }
    }
}

impl Cell {
    fn new(cell: &history::Cell, layout: &Layout) -> Self {
        let erratum = || match &cell.place {
            Place::Bit { holder, row, .. } => {
                let mut fields = layout.member(holder.as_str())?.bits.known_bits()?.iter();
                fields.find(|field| field.row == *row)?.errata.first()
            }
            place => layout.member(row_at(place)?.as_str())?.errata.first(),
        };
        Self {
            words: words(cell, layout),
            erratum: erratum().map(ToString::to_string),
            here: cell.clone(),
        }
    }

    /// Whether it continues the cell before: both say the same, and neither has a change (a change is marked in its own
    /// column alone).
    pub fn continues(&self, before: &Self) -> bool {
        let (place, was) = (&self.here.place, &before.here.place);
        let stays = place == was
            || offset_and_bits(place).is_some() && offset_and_bits(place) == offset_and_bits(was);
        self.is_quiet() && before.is_quiet() && self.erratum == before.erratum && stays
    }

    pub fn is_quiet(&self) -> bool {
        matches!(self.here.mark, Mark::Same | Mark::First | Mark::Blank)
    }

    /// The marks of the change: a move and a new size beside the weightiest mark, which comes last.
    pub fn marks(&self) -> Vec<Mark> {
        let history::Cell { mark, kinds, .. } = &self.here;
        let beside = [
            (Kind::Moved, Mark::MovedWithRest),
            (Kind::Resized, Mark::Resized),
        ];
        let moved = [Mark::MovedWithRest, Mark::MovedAlone].contains(mark);
        // Bits that were a member lie elsewhere anyway.
        let became = [Mark::ToBits, Mark::FromBits].contains(mark);
        let beside = beside.into_iter().filter(|(kind, own)| {
            let told = own == mark || became || (moved && *kind == Kind::Moved);
            kinds.contains(kind) && !told
        });
        beside.map(|(_, own)| own).chain([*mark]).collect()
    }
}

/// The distance of a move and a new declaration, in words.
fn words(cell: &history::Cell, layout: &Layout) -> String {
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
    if let Place::At { row, size, .. } = &cell.place
        && cell.kinds.iter().any(|kind| anew.contains(kind))
        && let Some(member) = layout.member(row.as_str())
    {
        words.push(format!("now {}, {size} bytes", member.declaration));
    }
    words.join("; ")
}

/// What is stated of a size; `None` where Windows was not made for the architecture.
pub type Size = Option<Status>;

/// The first and the last of consecutive releases that have the same value.
pub type Stretch<T> = (Release, Release, T);

/// The sizes on each architecture that the source covers.
pub type SizeRow = Stretch<Vec<(Arch, Size)>>;

pub fn sizes(structure: &Structure) -> Vec<SizeRow> {
    let archs = structure.archs();
    let row = |release: Release| {
        let size = |arch: &Arch| {
            let exists = release.exists_for(*arch);
            (*arch, exists.then(|| structure.status(release, *arch)))
        };
        (release, release, archs.iter().map(size).collect())
    };
    joined(Release::all().map(row))
}

/// Joins neighbours that have the same value.
pub fn joined<T: PartialEq>(all: impl Iterator<Item = Stretch<T>>) -> Vec<Stretch<T>> {
    let mut joined: Vec<Stretch<T>> = Vec::new();
    for (first, last, value) in all {
        match joined.last_mut() {
            Some((_, end, before)) if *before == value => *end = last,
            _ => joined.push((first, last, value)),
        }
    }
    joined
}

pub fn sizes_on(rows: &[SizeRow], arch: Arch) -> Vec<Stretch<Size>> {
    let own = |(first, last, cells): &SizeRow| {
        let own = cells.iter().find(|(of, _)| *of == arch);
        let size = own.map_or(Some(Status::NotStated), |(_, size)| *size);
        (*first, *last, size)
    };
    joined(rows.iter().map(own))
}

/// The sizes on one architecture as a sentence: `x64: absent at 5.2; 0x78 from 6.0 to 6.1; not stated at 2004.`
pub fn sizes_sentence(rows: &[SizeRow], arch: Arch) -> String {
    let run = |(first, last, size): &Stretch<Size>| {
        let what = match (*size)? {
            Status::Stated(size) => format!("{:#x}", size.get()),
            Status::Absent => "absent".to_owned(),
            Status::NotStated => "not stated".to_owned(),
        };
        Some(match first == last {
            true => format!("{what} at {first}"),
            false => format!("{what} from {first} to {last}"),
        })
    };
    let runs: Vec<String> = sizes_on(rows, arch).iter().filter_map(run).collect();
    format!("{arch}: {}.", runs.join("; "))
}

#[cfg(test)]
mod tests {
    use strata_core::ByteSize;

    use super::*;

    #[test]
    fn sizes_are_told_in_runs_and_what_cannot_be_is_left_out() {
        let row = |first: &str, last: &str, x86, x64| {
            let cells = vec![(Arch::X86, x86), (Arch::X64, x64)];
            (first.parse().unwrap(), last.parse().unwrap(), cells)
        };
        let stated = |size| Some(Status::Stated(ByteSize::new(size)));
        let [absent, unstated] = [Status::Absent, Status::NotStated].map(Some);
        let rows = [
            row("5.0", "5.1", absent, None),
            row("5.2", "5.2", stated(0x58), absent),
            row("6.0", "6.1", stated(0x58), stated(0x78)),
            row("6.2", "6.3", stated(0x60), unstated),
        ];
        assert_eq!(
            [
                sizes_sentence(&rows, Arch::X86),
                sizes_sentence(&rows, Arch::X64)
            ],
            [
                "x86: absent from 5.0 to 5.1; 0x58 from 5.2 to 6.1; 0x60 from 6.2 to 6.3.",
                "x64: absent at 5.2; 0x78 from 6.0 to 6.1; not stated from 6.2 to 6.3.",
            ]
        );
    }
}
