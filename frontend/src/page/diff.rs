//! One structure at two points: what changed, in groups, and both layouts drawn with it.

mod entry;
mod gaps;
mod markdown;
mod marks;
mod told;

use strata_core::dataset::Structure;
use strata_core::diff::{Change, Diff, Explanation, Kind};
use strata_core::lookup::Found;
use strata_core::types::TypeKind;
use strata_core::{Dataset, Layout, Point, TypeName, render};

use super::picker::{Picker, Purpose};
use super::strips::Of;
use super::{Diagram, SourceLine, Strips, release_name};

pub use entry::{Entry, Side};
pub use gaps::{GapEntry, GapSide};
pub use markdown::markdown;
pub use told::told;

/// One structure at two points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffPage {
    /// The structure.
    pub structure: TypeName,
    /// The layout that it starts from.
    pub from: End,
    /// The layout that it leads to.
    pub to: End,
    /// One sentence.
    pub summary: String,
    /// The whole comparison as a text: what `strata diff` prints.
    pub text: String,
    /// Whether both are one layout.
    pub same: bool,
    /// Whether there are bytes to be drawn: an enumeration has but values.
    pub drawn: bool,
    /// What is only in the later layout.
    pub added: Vec<Entry>,
    /// What is only in the earlier layout.
    pub removed: Vec<Entry>,
    /// What is in both, and of which something differs that nothing else explains.
    pub changed: Vec<Entry>,
    /// What only moved with what comes before it.
    pub shifts: Vec<Shift>,
    /// What the width of pointers explains.
    pub width: Vec<Entry>,
    /// What is the same in both.
    pub unchanged: Vec<Entry>,
    /// Of an enumeration, the values that are new, no more, or other numbers.
    pub values: Vec<(String, Vec<Option<i64>>)>,
    /// Padding and holes of both.
    pub gaps: Vec<GapEntry>,
    /// Both layouts as strips of bytes, with ribbons from one to the other.
    pub strips: Strips,
}

/// One of the two layouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Its point.
    pub point: Point,
    /// What Microsoft calls the release; of a build, that to which it belongs.
    pub release: String,
    /// How large the structure is.
    pub size: u32,
    /// What else could be picked.
    pub picker: Picker,
    /// The layout, drawn and marked.
    pub diagram: Diagram,
    /// Who says so.
    pub source: SourceLine,
}

/// Members that moved together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// How far: `+0x8`.
    pub by: String,
    /// Whether no member behind them stayed, or moved otherwise.
    pub tail: bool,
    /// Which.
    pub entries: Vec<Entry>,
}

impl DiffPage {
    /// Made from the dataset.
    #[must_use]
    pub fn new(dataset: &Dataset, from: &Found<'_>, to: &Found<'_>) -> Self {
        let structure = from.structure;
        let (from, to): (&Layout, &Layout) = (&from.layout, &to.layout);
        let diff = structure.diff(dataset, from, to);
        let [before, after] = marks::diagrams(dataset, &diff, from, to);
        let purpose = Purpose::DiffFrom { to: to.point };
        let from_end = End::new(dataset, structure, from, purpose, before);
        let purpose = Purpose::DiffTo { from: from.point };
        let to_end = End::new(dataset, structure, to, purpose, after);
        let of = |wanted: fn(&Change) -> bool| -> Vec<Entry> {
            let changes = diff.changes.iter().filter(|change| wanted(change));
            changes.map(Entry::from).collect()
        };
        Self {
            structure: structure.name.clone(),
            from: from_end,
            to: to_end,
            summary: diff.summary(),
            text: render::diff::diff(&diff),
            same: diff.is_empty(),
            drawn: structure.kind() != TypeKind::Enum,
            added: of(|change| change.is(Kind::Added)),
            removed: of(|change| change.is(Kind::Removed)),
            changed: of(|change| {
                let one_sided = change.is(Kind::Added) || change.is(Kind::Removed);
                !one_sided && change.explained_by.is_none()
            }),
            shifts: shifts(&diff),
            width: of(|change| change.explained_by == Some(Explanation::PointerWidth)),
            unchanged: unchanged(&diff, to),
            values: diff
                .values()
                .into_iter()
                .map(|value| (value.name.to_owned(), vec![value.from, value.to]))
                .collect(),
            gaps: gaps::all(from, to),
            strips: Strips::new(
                Of { dataset, structure },
                vec![(from, from.point.to_string()), (to, to.point.to_string())],
            ),
        }
    }

    pub(crate) fn title(&self) -> String {
        let Self {
            structure,
            from,
            to,
            ..
        } = self;
        format!("{structure} {} → {} · Strata", from.point, to.point)
    }

    pub(crate) fn description(&self) -> String {
        let Self {
            structure,
            from,
            to,
            summary,
            ..
        } = self;
        let end = |end: &End| format!("{} ({})", end.release, end.point);
        format!("{structure} from {} to {}: {summary}", end(from), end(to))
    }
}

impl End {
    fn new(
        dataset: &Dataset,
        structure: &Structure,
        layout: &Layout,
        purpose: Purpose,
        diagram: Diagram,
    ) -> Self {
        Self {
            point: layout.point,
            release: release_name(dataset, layout),
            size: layout.size.get(),
            picker: Picker::new(dataset, structure, layout.point, purpose),
            diagram,
            source: SourceLine::new(dataset, &layout.source),
        }
    }
}

fn shifts(diff: &Diff) -> Vec<Shift> {
    let shift = |shift: &strata_core::diff::Shift| Shift {
        by: shift.by.to_string(),
        tail: shift.tail,
        entries: shift
            .changes
            .iter()
            .filter_map(|at| diff.changes.get(*at))
            .map(Entry::from)
            .collect(),
    };
    diff.shifts.iter().map(shift).collect()
}

/// The members of the later layout to which nothing happened.
fn unchanged(diff: &Diff, to: &Layout) -> Vec<Entry> {
    let touched = |row| {
        let changes = diff.changes.iter().filter(|change| change.to_bit.is_none());
        changes
            .filter_map(|change| change.to.as_ref())
            .any(|member| member.row == row)
    };
    to.members()
        .filter(|member| !touched(member.row.clone()))
        .map(Entry::unchanged)
        .collect()
}
