//! The history of a type that no article describes: per architecture a column for each layout, and the rows that
//! change. For an enumeration, its values.

use strata_core::dataset::Structure;
use strata_core::diff::Mark;
use strata_core::lookup::{self, Missing};
use strata_core::types::TypeKind;
use strata_core::{Arch, Dataset, Layout, Point, Release, TypeName};

use super::structure::{Cell, HistoryTable, Row, Step};
use crate::route::{Fields, Route, site_location};

/// The query value that asks for all rows, or for all architectures.
const ALL: &str = "all";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypePage {
    pub name: TypeName,
    pub archs: Vec<Arch>,
    /// The requested architecture.
    pub arch: Option<Arch>,
    /// The history of each shown architecture: one, or all on a site of static files.
    pub shown: Vec<Shown>,
    /// Whether rows that never change are shown.
    pub all_rows: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub rows: Rows,
    /// How many rows are hidden because they never change.
    pub folded: usize,
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    Members(HistoryTable),
    /// Names, each with its value (or none) for each column that has a layout.
    Values(HistoryTable, Vec<(String, Vec<Option<i64>>)>),
}

impl Rows {
    /// The architecture and the columns; for a structure, also the rows.
    pub fn table(&self) -> &HistoryTable {
        match self {
            Self::Members(table) | Self::Values(table, _) => table,
        }
    }
}

impl TypePage {
    /// `fields` select the architecture and the rows.
    pub fn new(dataset: &Dataset, structure: &Structure, fields: &Fields) -> Result<Self, Missing> {
        let archs = Arch::PREFERRED.into_iter();
        let archs: Vec<Arch> = archs
            .filter(|arch| structure.newest(*arch).is_some())
            .collect();
        let arch = match fields.get(Fields::ARCH) {
            "" => archs.first().copied(),
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
        let files = site_location().files.is_some();
        let shown = archs.iter().filter(|own| files || Some(**own) == arch);
        let shown = shown.map(|arch| Shown::new(dataset, structure, *arch, all_rows));
        Ok(Self {
            name: structure.name.clone(),
            shown: shown.collect(),
            archs,
            arch,
            all_rows,
        })
    }

    /// The route for an architecture, with all rows or with those that change.
    pub fn route(&self, arch: Option<Arch>, all_rows: bool) -> Route {
        let arch = arch.filter(|_| arch != self.archs.first().copied());
        let fields = Fields::default().with(Fields::ARCH, arch.map_or("", Arch::as_str));
        let rows = if all_rows { ALL } else { "" };
        Route::structure(&self.name).with_fields(fields.with(Fields::ROWS, rows))
    }
}

fn layouts(structure: &Structure, arch: Arch) -> Vec<Layout> {
    let points = Release::all().map(|release| Point::new(release, arch));
    let layouts = points.filter_map(|point| structure.layout(point).ok());
    layouts.map(std::borrow::Cow::into_owned).collect()
}

impl Shown {
    fn new(dataset: &Dataset, structure: &Structure, arch: Arch, all_rows: bool) -> Self {
        let layouts = layouts(structure, arch);
        let table = HistoryTable::all(structure, &layouts, &[arch])
            .into_iter()
            .next();
        let mut table = table.unwrap_or(HistoryTable {
            arch,
            columns: Vec::new(),
            rows: Vec::new(),
        });
        // A single column is a layout, not a history.
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
            steps: Step::all(dataset, structure, &layouts, arch),
        }
    }
}

/// With a single layout, the rows show the declarations.
fn declare(row: &mut Row, layout: &Layout) {
    if let Some(member) = layout.member(&row.id) {
        row.label.clone_from(&member.declaration);
    }
}

fn changes(row: &Row) -> bool {
    let quiet = |cell: &Cell| matches!(cell.here.mark, Mark::Same | Mark::First);
    !row.cells.iter().all(quiet)
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
