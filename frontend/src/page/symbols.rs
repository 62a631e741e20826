//! The history of a type of which no article is: on one architecture at a time, a column for each layout, and of the rows those
//! that change. Of an enumeration, its values.

use strata_core::catalogue::LayoutClass;
use strata_core::dataset::Structure;
use strata_core::lookup::{self, Missing};
use strata_core::types::TypeKind;
use strata_core::{Arch, Dataset, Layout, Point, Release, TypeName};

use super::SourceLine;
use super::strips::Of;
use super::structure::images::{images, sources};
use super::structure::{
    Cell, HistoryTable, Mark, Newest, ReleaseImages, Row, State, Steps, tables,
};
use super::uses::{UseLine, used_by};
use crate::route::{ApiUrl, Fields, Route, place};

/// What a field says for all rows of a history.
const ALL: &str = "all";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypePage {
    pub name: TypeName,
    /// `struct`, `union` or `enum`.
    pub kind: &'static str,
    /// The file that defines it, where that is not the kernel.
    pub module: Option<String>,
    /// One sentence; mostly nothing.
    pub summary: String,
    pub notes: Vec<String>,
    /// The architectures on which it has layouts, each with its history.
    pub archs: Vec<(Arch, Route)>,
    pub newest: Vec<Newest>,
    /// What is shown of each architecture: one, or all where there are only files.
    pub shown: Vec<Shown>,
    pub all_rows: bool,
    pub uses: Vec<UseLine>,
    pub sources: Vec<SourceLine>,
    pub json: Option<ApiUrl>,
    default: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Where its members lie; of an enumeration, its values.
    pub rows: Rows,
    /// How many rows are not shown, because they are everywhere the same.
    pub folded: usize,
    /// The same with all rows, or with those that change.
    pub other_rows: Route,
    pub steps: Option<Steps>,
    pub images: Vec<ReleaseImages>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    Members(HistoryTable),
    /// Values: names, and a number or nothing for each column that has a layout.
    Values(HistoryTable, Vec<(String, Vec<Option<i64>>)>),
}

impl Rows {
    /// The architecture and the columns; of members, the rows.
    pub fn table(&self) -> &HistoryTable {
        match self {
            Self::Members(table) | Self::Values(table, _) => table,
        }
    }
}

impl TypePage {
    /// Made from the dataset; `fields` say which architecture and which rows.
    ///
    /// # Errors
    ///
    /// When the type has no layout on that architecture.
    pub fn new(dataset: &Dataset, structure: &Structure, fields: &Fields) -> Result<Self, Missing> {
        let newest = Arch::PREFERRED
            .into_iter()
            .filter_map(|arch| newest(structure, arch));
        let newest: Vec<Newest> = newest.collect();
        let archs: Vec<Arch> = newest.iter().map(|newest| newest.point.arch).collect();
        let first = archs.first().copied();
        let arch = match fields.get(Fields::ARCH) {
            "" => first,
            text => Some(lookup::arch(text)?),
        };
        if let Some(arch) = arch.filter(|arch| !archs.contains(arch)) {
            let newest = Release::all().rfind(|release| release.exists_for(arch));
            let point = Point::new(newest.unwrap_or(Release::FIRST), arch);
            return Err(lookup::at(structure, point).err().unwrap_or(Missing {
                detail: format!("{} has no layout on {arch}.", structure.name),
                reason: None,
                suggestions: Vec::new(),
            }));
        }
        let all_rows = fields.get(Fields::ROWS) == ALL;
        let rows = if all_rows { ALL } else { "" };
        let route = |arch: Arch, rows: &str| {
            let shown = if Some(arch) == first {
                ""
            } else {
                arch.as_str()
            };
            let fields = Fields::default().with(Fields::ARCH, shown);
            Route::structure(&structure.name).with_fields(fields.with(Fields::ROWS, rows))
        };
        let files = place().files.is_some();
        let shown = archs
            .iter()
            .filter(|own| files || Some(**own) == arch)
            .map(|arch| {
                let other = route(*arch, if all_rows { "" } else { ALL });
                Shown::new(Of { dataset, structure }, *arch, all_rows, other)
            });
        let ty = structure.ty();
        let by_hand = ty.and_then(|ty| ty.by_hand.as_ref());
        let notes = by_hand.into_iter();
        let notes = notes.flat_map(|by_hand| &by_hand.classes);
        Ok(Self {
            name: structure.name.clone(),
            kind: structure.kind().as_str(),
            module: ty
                .filter(|ty| !ty.module.is_kernel())
                .map(|ty| ty.module.to_string()),
            summary: structure.summary().to_owned(),
            notes: notes.filter_map(note).collect(),
            newest,
            shown: shown.collect(),
            all_rows,
            default: arch == first,
            archs: archs
                .iter()
                .map(|arch| (*arch, route(*arch, rows)))
                .collect(),
            uses: used_by(dataset, structure.name.as_str()),
            sources: sources(dataset, structure)
                .into_iter()
                .chain(by_hand.map(|by_hand| SourceLine::new(dataset, &by_hand.source)))
                .collect(),
            json: ApiUrl::structure(&structure.name).answered(),
        })
    }

    pub fn route(&self) -> Route {
        let arch = self.shown.first().map(|shown| shown.rows.table().arch);
        let arch = arch.filter(|_| !self.default).map_or("", Arch::as_str);
        let fields = Fields::default().with(Fields::ARCH, arch);
        let rows = if self.all_rows { ALL } else { "" };
        Route::structure(&self.name).with_fields(fields.with(Fields::ROWS, rows))
    }
}

fn newest(structure: &Structure, arch: Arch) -> Option<Newest> {
    let point = structure.newest(arch)?;
    let size = structure.layout(point).ok()?.size.get();
    Some(Newest { point, size })
}

fn layouts(structure: &Structure, arch: Arch) -> Vec<Layout> {
    let points = Release::all().map(|release| Point::new(release, arch));
    let layouts = points.filter_map(|point| structure.layout(point).ok());
    layouts.map(std::borrow::Cow::into_owned).collect()
}

impl Shown {
    fn new(of: Of<'_>, arch: Arch, all_rows: bool, other_rows: Route) -> Self {
        let structure = of.structure;
        let layouts = layouts(structure, arch);
        let table = tables(structure, &layouts, &[arch]).into_iter().next();
        let mut table = table.unwrap_or(HistoryTable {
            arch,
            columns: Vec::new(),
            rows: Vec::new(),
        });
        let steps = Steps::new(of, &layouts, arch);
        let images = images(of.dataset, structure, &[arch]);
        // A single column is the layout, and not a history.
        let single = table.points().count() < 2;
        let all_rows = all_rows || single;
        let (rows, folded) = if structure.kind() == TypeKind::Enum {
            let mut values = values(&table, &layouts);
            let count = values.len();
            values.retain(|(_, cells)| all_rows || cells.windows(2).any(|pair| pair[0] != pair[1]));
            let folded = count - values.len();
            (Rows::Values(table, values), folded)
        } else {
            let count = table.rows.len();
            table.rows.retain(|row| all_rows || changes(row));
            if let (true, Some(layout)) = (single, layouts.last()) {
                table.rows.iter_mut().for_each(|row| declare(row, layout));
            }
            let folded = count - table.rows.len();
            (Rows::Members(table), folded)
        };
        Self {
            rows,
            folded,
            other_rows,
            steps: steps.filter(|steps| !steps.steps.is_empty()),
            images,
        }
    }
}

/// Where there is but one layout, its rows say what the members are.
fn declare(row: &mut Row, layout: &Layout) {
    if let Some(member) = layout.member(&row.id) {
        row.label.clone_from(&member.declaration);
    }
}

/// Whether anything ever became of a row.
fn changes(row: &Row) -> bool {
    let quiet = |cell: &Cell| matches!(cell.mark, Mark::Same | Mark::First);
    !row.cells.iter().all(quiet)
}

/// The names of an enumeration in the order of their newest values, with a number for each column that has a layout.
fn values(table: &HistoryTable, layouts: &[Layout]) -> Vec<(String, Vec<Option<i64>>)> {
    let stated = table
        .columns
        .iter()
        .filter(|column| matches!(column.state, State::Stated(_)));
    let layouts: Vec<&Layout> = stated
        .filter_map(|column| {
            let point = column.point(table.arch)?;
            layouts.iter().find(|layout| layout.point == point)
        })
        .collect();
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

/// What a data file says besides of a layout, and where that holds: `5.0 x86: No symbol file.`
fn note(class: &LayoutClass) -> Option<String> {
    let note = class.note.as_ref()?;
    let Some((versions, arch)) = &class.releases else {
        return Some(note.clone());
    };
    let arch = arch.map(|arch| format!(" {arch}")).unwrap_or_default();
    Some(format!("{versions}{arch}: {note}"))
}
