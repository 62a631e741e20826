//! The layout page's value: one structure at one point.

use std::collections::BTreeMap;

use strata_core::article::Erratum;
use strata_core::catalogue::Catalogue;
use strata_core::ctype::CType;
use strata_core::diff::Lineage;
use strata_core::layout::{Bits, Layout, Member};
use strata_core::lookup::{self, Found, Missing};
use strata_core::raw::RawSource;
use strata_core::tree::{Limits, NodeKind, Tree, Unfolded};
use strata_core::wire::assemble;
use strata_core::{BitRange, ByteOffset, ByteSize, Dataset, Point};

use super::picker::{Picker, Purpose};
use super::{Arrow, Diagram, release_name};
use crate::page::Run;
use crate::page::sources::source_of;
use crate::route::{PointSegments, Route, Segment};
use crate::step::{ChangeKind, Changed, FocusTarget, InPlace};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutPage {
    pub layout: Layout,
    /// Notes on the layout as a whole.
    pub notes: Vec<String>,
    /// Microsoft's name for the release; for a build, of its release.
    pub release: String,
    pub diagram: Diagram,
    /// What else is shown of the member of each run of the diagram; `None` for a gap.
    pub members: Vec<Option<ShownMember>>,
    pub picker: Picker,
    /// The earlier and the later end of a comparison: with the previous release, or the next where this is the first.
    pub compare: Option<[Point; 2]>,
    /// The debugger's name for the structure, where symbol files have it: `nt!_EPROCESS`.
    pub symbol: Option<String>,
    /// Whether an article describes the structure; then its rows have pages of provenance.
    pub audited: bool,
    /// The sources, that of the layout first.
    pub sources: Vec<RawSource>,
}

/// What is inside a member, where it leads, and its errata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownMember {
    pub inside: Option<Inside>,
    pub type_url: Option<String>,
    pub url: Option<String>,
    /// The URL of its row in the provenance of the structure.
    pub provenance: Option<String>,
    /// Those of its bit fields, too.
    pub errata: Vec<Erratum>,
}

impl LayoutPage {
    pub fn new(dataset: &Dataset, found: &Found<'_>) -> Self {
        let (structure, layout) = (found.structure, &found.layout);
        let types = dataset.catalogue();
        // Rows from symbol files have no lineage.
        let articles = structure.audited().map_or(&[][..], |it| it.layouts());
        let picker = Picker::new(dataset, structure, layout.point, Purpose::Layout);
        let before = picker.step(layout.point, Arrow::Left);
        let before = before.map(|before| [before, layout.point]);
        let after = || Some([layout.point, picker.step(layout.point, Arrow::Right)?]);
        let stated = assemble::layout_sources(dataset, structure, layout);
        let in_symbols = structure.ty().filter(|ty| !ty.classes().is_empty());
        let symbol = in_symbols.map(|ty| match &*stated.module {
            "ntoskrnl" => format!("nt!{}", ty.name),
            module => format!("{module}!{}", ty.name),
        });
        let sources = stated.sources.iter();
        let sources = sources.map(|source| source_of(dataset, &source.id));
        let erratum = |id: &str| structure.article()?.erratum(id).cloned();
        let name = &structure.name;
        let provenance = Route::provenance(name);
        let shown = |member: &Member| {
            let ty = dataset.declared(member.ty.base(), layout.scope());
            let page = member.name.as_deref();
            let page = page.and_then(|member| Route::member_named(name, member));
            let row = structure.table().and_then(|it| it.row(member.row.as_str()));
            let errata = member.all_errata().into_iter().filter_map(erratum);
            ShownMember {
                inside: Inside::new(member, layout, types),
                type_url: ty.map(|ty| Route::structure(&ty.name).to_string()),
                url: page.map(|page| page.to_string()),
                provenance: row.map(|row| format!("{provenance}#row-{}", row.id)),
                errata: errata.collect(),
            }
        };
        let members = layout.slots.iter().map(|slot| slot.member().map(shown));
        Self {
            sources: sources.collect(),
            members: members.collect(),
            layout: Layout::clone(layout),
            notes: structure.notes(layout),
            release: release_name(dataset, layout),
            diagram: Diagram::new(layout, types).rooted(&Lineage::of(articles)),
            compare: before.or_else(after),
            picker,
            symbol,
            audited: structure.audited().is_some(),
        }
    }
}

/// Limits for unfolding: levels of nested structures, and elements of an array.
const LIMITS: Limits = Limits {
    depth: 4,
    elements: 2,
};

/// The content of a member's type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inside {
    /// The type: `LIST_ENTRY`.
    pub ty: String,
    /// A sentence that describes it; empty where the dataset has none.
    pub summary: String,
    pub members: Vec<Nested>,
    pub folded: u32,
}

/// A member of a nested type, or an element of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nested {
    /// Its offset from the start of the outermost structure.
    pub offset: ByteOffset,
    pub size: ByteSize,
    pub declaration: String,
    pub bits: Option<BitRange>,
    pub members: Vec<Nested>,
    pub folded: u32,
}

impl Inside {
    /// The content of a member; `None` where it has none, or only bit fields.
    pub fn new(member: &Member, layout: &Layout, types: &Catalogue) -> Option<Self> {
        if member.bits != Bits::None {
            return None;
        }
        let tree = Tree::of(layout, types);
        let unfolded = tree.unfold(member, LIMITS);
        // The elements of an array of scalars repeat the declaration.
        let tells = unfolded.inside.iter().any(|it| !it.inside.is_empty());
        let of_members = member.ty.by_value() == Some(member.ty.base())
            && !matches!(member.ty, CType::Array(..))
            && !unfolded.inside.is_empty();
        (tells || of_members).then(|| Self {
            ty: member.ty.to_string(),
            summary: types
                .get(member.ty.base(), layout.scope())
                .and_then(|ty| Some(ty.data_file.as_ref()?.summary.clone()))
                .unwrap_or_default(),
            folded: unfolded.folded,
            members: nested(tree, &unfolded),
        })
    }
}

/// The nested members; the depth has a limit from unfolding.
fn nested(tree: Tree<'_>, unfolded: &Unfolded<'_>) -> Vec<Nested> {
    let one = |unfolded: &Unfolded<'_>| {
        let node = &unfolded.node;
        Nested {
            offset: node.offset,
            size: tree.size(node).unwrap_or_default(),
            declaration: match node.kind {
                NodeKind::Element(index) => format!("{} [{index}]", node.ty),
                _ => node.declaration(),
            },
            bits: node.bits,
            members: nested(tree, unfolded),
            folded: unfolded.folded,
        }
    };
    unfolded.inside.iter().map(one).collect()
}

impl InPlace for LayoutPage {
    fn make(route: &Route, dataset: &Dataset) -> Option<Self> {
        let Route::Layout { name, point } = route else {
            return None;
        };
        Some(Self::new(dataset, &layout_at(dataset, name, point).ok()?))
    }

    fn route(&self) -> Route {
        Route::layout(&self.picker.structure, self.layout.point)
    }

    fn title(&self) -> String {
        let Point { version, arch } = self.layout.point;
        format!("{} {version} {arch}", self.layout.structure)
    }

    fn description(&self) -> String {
        let (it, Point { version, arch }) = (&self.layout, self.layout.point);
        let place = format!("{} ({version}) on {arch}", self.release);
        let (name, size) = (&it.structure, it.size.get());
        format!("{name} in {place}: {size:#x} bytes, member by member.")
    }

    fn changes(&self, after: &Self) -> Changed {
        of_runs(&self.diagram.runs, &after.diagram.runs)
    }

    fn follow(&self, after: &Self, key: &str, meant: Option<&str>) -> Option<FocusTarget> {
        focus_after_step(&self.diagram.runs, &after.diagram.runs, key, meant)
    }
}

/// The members that are new or changed, by key.
fn of_runs(before: &[Run], after: &[Run]) -> Changed {
    let before: BTreeMap<&str, &Run> = before.iter().map(|run| (run.root.as_str(), run)).collect();
    let class = |run: &Run| match before.get(run.root.as_str()) {
        None => Some(ChangeKind::New),
        Some(was) if (was.text(), was.slot.size()) != (run.text(), run.slot.size()) => {
            Some(ChangeKind::Changed)
        }
        Some(was) if was.slot.offset() != run.slot.offset() => Some(ChangeKind::Moved),
        Some(_) => None,
    };
    let told = after
        .iter()
        .filter_map(|run| Some((run.key.clone(), class(run)?)));
    told.collect()
}

/// The focus after a step for a visitor at `key`: the same member, under whatever row the layout has it; else the
/// integer of which it became a bit; else the nearest remaining member before it. `meant` is the member that an earlier
/// step took away: when this step brings it back, the focus returns to it.
fn focus_after_step(
    before: &[Run],
    after: &[Run],
    key: &str,
    meant: Option<&str>,
) -> Option<FocusTarget> {
    let at = before.iter().position(|run| run.key == key)?;
    let here = |root: &str| after.iter().find(|run| run.root == root);
    let holds = |run: &Run, root: &str| run.inside.iter().any(|it| it == root);
    let holder = |root: &str| after.iter().find(|run| holds(run, root));
    let own = before.get(at)?.root.as_str();
    let root = meant.unwrap_or(own);
    let above = || {
        let mut above = before.get(..at)?.iter().rev();
        above.find_map(|run| here(&run.root))
    };
    let run = here(root)
        .or_else(|| holder(root))
        .or_else(|| here(own))
        .or_else(above)
        .or(after.first())?;
    Some(FocusTarget {
        key: run.key.clone(),
        meant: root.to_owned(),
        is_it: run.root == root,
    })
}

/// The layout of a structure at a point of a route.
pub(crate) fn layout_at<'a>(
    dataset: &'a Dataset,
    name: &Segment,
    PointSegments { version, arch }: &PointSegments,
) -> Result<Found<'a>, Missing> {
    lookup::layout(dataset, name.as_str(), version.as_str(), arch.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn runs(size: u32, rows: &str) -> Vec<Run> {
        Diagram::new(&sample::layout(size, rows), &Catalogue::default()).runs
    }

    #[test]
    fn what_stays_is_not_told_and_the_rest_is_told_apart() {
        let before = runs(16, "0 ULONG a 4 ULONG b 8 ULONG c 12 ULONG d");
        let after = runs(20, "0 ULONG a 4 ULONG n 8 ULONG b 12 ULONGLONG c");
        let told = of_runs(&before, &after);
        let told: Vec<_> = told.iter().map(|(key, class)| (&**key, *class)).collect();
        assert_eq!(
            told,
            [
                ("b", ChangeKind::Moved),
                ("c", ChangeKind::Changed),
                ("n", ChangeKind::New)
            ]
        );
    }

    #[track_caller]
    fn check(key: &str, meant: Option<&str>, expected: Option<(&str, &str, bool)>) {
        let before = runs(16, "0 ULONG first 4 ULONG id 8 ULONG wow 12 ULONG gone");
        let mut after = runs(
            16,
            "0 ULONG first 4 ULONG id_6_2 8 ULONG flags 12 ULONG back",
        );
        after[1].root = "id".to_owned();
        after[2].inside = vec!["wow".to_owned()];
        let goal = focus_after_step(&before, &after, key, meant);
        let goal = goal.as_ref().map(|it| (&*it.key, &*it.meant, it.is_it));
        assert_eq!(goal, expected);
    }

    #[test]
    fn one_goes_on_where_the_member_is() {
        check("first", None, Some(("first", "first", true)));
        check("id", None, Some(("id_6_2", "id", true)));
        check("wow", None, Some(("flags", "wow", false)));
        check("gone", None, Some(("id_6_2", "gone", false)));
        check("nothing", None, None);
    }

    #[test]
    fn one_returns_to_what_a_step_took_away() {
        check("first", Some("back"), Some(("back", "back", true)));
        check(
            "first",
            Some("elsewhere"),
            Some(("first", "elsewhere", false)),
        );
    }
}
