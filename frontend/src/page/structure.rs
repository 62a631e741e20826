//! The history of one structure: offsets of its members by release, its layouts as strips, its sizes.

use strata_core::article::{Article, Status};
use strata_core::dataset::Structure;
use strata_core::diff::{Diff, Mark};
use strata_core::history::{self, Column, History, Place, Row, State, Without};
use strata_core::layout::Member;
use strata_core::lookup::{self, Missing, Reason};
use strata_core::resolve::NoLayout;
use strata_core::types::TypeKind;
use strata_core::{Arch, Dataset, Layout, Point, Release};

use super::Strips;
use super::strips::Piece;
use crate::figures::{self, joined};
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
}

/// The history on one architecture.
#[derive(Debug)]
pub struct Shown {
    pub arch: Arch,
    /// Its columns, and the rows that are shown.
    pub history: History,
    /// The layout of each column, if it has one.
    pub layouts: Vec<Option<Layout>>,
    /// For an enumeration, its names, each with its value (or none) for each column that has a layout.
    pub values: Option<Vec<(String, Vec<Option<i64>>)>>,
    /// How many rows are hidden because they never change.
    pub folded: usize,
    /// Whether the rows show declarations instead of names: those of a single layout from symbol files.
    pub declares: bool,
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
        let all_rows = article.is_some() || fields.get(Fields::ROWS) == ALL;
        let wanted = archs.iter().filter(|it| every || Some(**it) == arch);
        let shown = wanted.filter_map(|arch| Shown::new(dataset, structure, *arch, all_rows));
        Ok(Self {
            shown: shown.collect(),
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
    /// The history on an architecture; `None` without a layout.
    fn new(dataset: &Dataset, structure: &Structure, arch: Arch, all_rows: bool) -> Option<Self> {
        let audited = structure.audited().is_some();
        let (mut layouts, mut without) = (Vec::new(), Vec::new());
        for release in Release::all().filter(|release| release.exists_for(arch)) {
            match structure.layout(Point::new(release, arch)) {
                Ok(layout) => layouts.push(layout.into_owned()),
                Err(no) => without.push(Without {
                    release,
                    arch,
                    absent: no == NoLayout::Absent,
                }),
            }
        }
        layouts.first()?;
        // Of an architecture that the source does not cover, it says nothing.
        without.retain(|_| structure.archs().contains(&arch));
        let mut history = history::history(&layouts, &without);
        let of_column = |column: &Column| {
            let point = column.point()?;
            layouts.iter().find(|layout| layout.point == point).cloned()
        };
        let of_columns: Vec<Option<Layout>> = history.columns.iter().map(of_column).collect();
        // A single column is a layout, not a history.
        let single = of_columns.iter().flatten().count() < 2;
        let all_rows = all_rows || single;
        let values = (structure.kind() == TypeKind::Enum).then(|| values(&of_columns));
        let count = values.as_ref().map_or(history.rows.len(), Vec::len);
        let values = values.map(|mut values| {
            values.retain(|(_, cells)| all_rows || cells.windows(2).any(|it| it[0] != it[1]));
            values
        });
        let stated = of_columns.iter().map(Option::is_some);
        let changes = |row: &Row| {
            let mut cells = stated.clone().zip(&row.cells);
            cells.any(|(stated, cell)| stated && !matches!(cell.mark, Mark::Same | Mark::First))
        };
        history.rows.retain(|row| all_rows || changes(row));
        let pieces = || Strips::new(dataset, structure, pieces(&history, &of_columns));
        Some(Self {
            arch,
            folded: count - values.as_ref().map_or(history.rows.len(), Vec::len),
            declares: single && !audited,
            strips: audited.then(pieces),
            steps: steps(dataset, structure, &layouts),
            history,
            layouts: of_columns,
            values,
        })
    }

    /// The columns, each with its layout, if it has one.
    pub fn columns(&self) -> impl DoubleEndedIterator<Item = (&Column, Option<&Layout>)> {
        let layouts = self.layouts.iter().map(Option::as_ref);
        self.history.columns.iter().zip(layouts)
    }

    /// The member of a row in the newest layout that has it: an earlier one may not know the name yet.
    pub fn member(&self, row: &Row) -> Option<&Member> {
        let mut cells = self.layouts.iter().zip(&row.cells).rev();
        cells.find_map(|(layout, cell)| match &cell.place {
            Place::At { row, .. } => layout.as_ref()?.member(row.as_str()),
            _ => None,
        })
    }

    /// The name of a row; its declaration if it has none, or if the rows show declarations.
    pub fn label<'a>(&'a self, row: &'a Row) -> &'a str {
        let shown = |member: &&Member| self.declares || member.name.is_none();
        let declared = self.member(row).filter(shown);
        declared.map_or(&row.label, |member| &member.declaration)
    }

    /// The first points of its layout classes, in order.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> {
        self.history.columns.iter().filter_map(Column::point)
    }
}

/// The names of an enumeration in the order of their newest values, with a value for each column that has a layout.
fn values(layouts: &[Option<Layout>]) -> Vec<(String, Vec<Option<i64>>)> {
    let layouts: Vec<&Layout> = layouts.iter().flatten().collect();
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

/// The changes from each layout to the next.
fn steps(dataset: &Dataset, structure: &Structure, layouts: &[Layout]) -> Vec<Diff> {
    let step = |pair: &[Layout]| match pair {
        [from, to] if !from.same_as(to) => Some(structure.diff(dataset, from, to)),
        _ => None,
    };
    layouts.windows(2).filter_map(step).collect()
}

/// The layouts on an architecture as strips, oldest first, one for each column of its history; columns without one are
/// gaps.
fn pieces<'a>(history: &History, layouts: &'a [Option<Layout>]) -> Vec<Piece<'a>> {
    let piece = |(column, layout): (&Column, &'a Option<Layout>)| {
        let (first, last) = (column.points.first()?, column.points.last()?);
        let why = match (column.state, layout) {
            (_, Some(layout)) => return Some(Piece::Strip(layout, span(column))),
            (State::Absent, None) => Reason::Absent,
            (_, None) => Reason::NotStated,
        };
        let mut ends = vec![first.version.to_string(), last.version.to_string()];
        ends.dedup();
        Some(Piece::Gap(ends, why))
    };
    history
        .columns
        .iter()
        .zip(layouts)
        .filter_map(piece)
        .collect()
}

/// The versions of a column: `20H2`, `20H2 to 22H2`.
pub fn span(column: &Column) -> String {
    let versions: Vec<_> = column.points.iter().map(|point| point.version).collect();
    figures::span_of(&versions)
}

/// The first and the last of consecutive releases that have the same value.
pub type Stretch<T> = (Release, Release, T);

/// What is stated of the sizes on an architecture; `None` where Windows was not made for it.
pub type Sizes = (Arch, Vec<Stretch<Option<Status>>>);

/// The sizes on each architecture that the source covers.
pub fn sizes(structure: &Structure) -> Vec<Sizes> {
    let on = |arch: Arch| {
        let at = |release: Release| {
            let exists = release.exists_for(arch);
            (
                release,
                release,
                exists.then(|| structure.status(release, arch)),
            )
        };
        (arch, merged(Release::all().map(at)))
    };
    structure.archs().into_iter().map(on).collect()
}

/// Merges neighbours that have the same value.
pub fn merged<T: PartialEq>(all: impl Iterator<Item = Stretch<T>>) -> Vec<Stretch<T>> {
    let mut merged: Vec<Stretch<T>> = Vec::new();
    for (first, last, value) in all {
        match merged.last_mut() {
            Some((_, end, before)) if *before == value => *end = last,
            _ => merged.push((first, last, value)),
        }
    }
    merged
}

/// The sizes on one architecture as a sentence: `x64: absent at 5.2; 0x78 from 6.0 to 6.1; not stated at 2004.`
pub fn sizes_sentence((arch, sizes): &Sizes) -> String {
    let run = |(first, last, size): &Stretch<Option<Status>>| {
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
    format!("{arch}: {}.", joined(sizes.iter().filter_map(run), "; "))
}

#[cfg(test)]
mod tests {
    use strata_core::ByteSize;

    use super::*;

    fn run<T>(first: &str, last: &str, value: T) -> Stretch<T> {
        (first.parse().unwrap(), last.parse().unwrap(), value)
    }

    #[test]
    fn sizes_are_told_in_runs_and_what_cannot_be_is_left_out() {
        let stated = |size| Some(Status::Stated(ByteSize::new(size)));
        let [absent, unstated] = [Status::Absent, Status::NotStated].map(Some);
        let sizes = [
            run("5.0", "5.1", None),
            run("5.2", "5.2", absent),
            run("6.0", "6.1", stated(0x78)),
            run("6.2", "6.3", unstated),
        ];
        assert_eq!(
            sizes_sentence(&(Arch::X64, sizes.into())),
            "x64: absent at 5.2; 0x78 from 6.0 to 6.1; not stated from 6.2 to 6.3."
        );
        let again = [
            run("5.0", "5.0", 1),
            run("5.1", "5.1", 1),
            run("5.2", "5.2", 2),
        ];
        let sizes = [run("5.0", "5.1", 1), run("5.2", "5.2", 2)];
        assert_eq!(merged(again.into_iter()), sizes);
    }
}
