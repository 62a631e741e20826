//! `GET /structures/{name}/members/{row}`: one member at every point, by its row or by a path such as `Links.Blink`.

use strata_core::certainty::Certainty;
use strata_core::dataset::Structure;
use strata_core::history::{History, Place, Row, layouts_around};
use strata_core::layout::Member;
use strata_core::name::PathStep;
use strata_core::resolve::NoLayout;
use strata_core::tree::{NodeKind, Tree};
use strata_core::wire::{BitDto, ErratumDto, MemberDto, SourceDto};
use strata_core::{Layout, MemberPath, Point, RowId};

use super::prelude::*;

answers! {
    /// A member or bit field at every point.
    #[schemars(rename = "MemberEverywhere")]
    struct MemberAnswer(
        dataset: &Dataset,
        structure: &Structure,
        named: [String; 2],
        found: (Vec<String>, Vec<PointAnswer>),
    ) with {
        let ([row, label], (rows, points)) = (named, found);
    } {
        structure: String = structure.name.to_string(),
        /// The requested row; for something inside a member, its path.
        row: String = row,
        /// The name at the last point; the id of the row if the source knows no name; the path for something inside a member.
        label: String = label,
        /// The rows of the member: several if they continue one another.
        rows: Vec<String> = rows,
        source: SourceDto = assemble::source(dataset, structure.source()),
        /// Every release and known build on every architecture that the source covers: by architecture, then in order.
        points: Vec<PointAnswer> = points,
    }

    /// A member at one point.
    #[schemars(rename = "MemberAtPoint")]
    struct PointAnswer(point: Point, place: PlaceAnswer) {
        /// The release or build.
        version: String as "words::Version" = point.version.to_string(),
        arch: String as "words::Arch" = point.arch.to_string(),
        /// The place of the member.
        #[serde(flatten)]
        place: PlaceAnswer = place,
    }
}

/// The place of a member at a point, or what the source says instead.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MemberPlaceAtPoint")]
#[serde(tag = "state")]
enum PlaceAnswer {
    /// The structure has the member.
    #[serde(rename = "stated")]
    Stated {
        /// The member; for a bit field, the integer that contains it.
        member: Box<MemberDto>,
        /// The bits; null if the member is not a bit field.
        bit: Option<BitDto>,
    },
    /// The source says that the member does not exist.
    #[serde(rename = "absent")]
    Absent,
    /// The source does not say.
    #[serde(rename = "not stated")]
    NotStated,
}

impl MemberAnswer {
    /// A member by its row.
    fn of_row(dataset: &Dataset, structure: &Structure, id: &RowId) -> Self {
        let history = History::of(structure);
        let row = history.row(id.as_str());
        let rows = row.map_or_else(|| vec![id], Row::sources);
        let rows = rows.into_iter().map(ToString::to_string).collect();
        let label = row.map_or_else(|| id.to_string(), |row| row.label.clone());
        let places = row.into_iter().flat_map(|row| history.places(row));
        let points = places.map(|(point, place)| {
            PointAnswer::new(point, PlaceAnswer::new(structure, point, place))
        });
        let found = (rows, points.collect());
        Self::new(dataset, structure, [id.to_string(), label], found)
    }

    /// A member by its name, or something inside a member by its path; `None` if no layout has it.
    fn within(dataset: &Dataset, structure: &Structure, path: &MemberPath) -> Option<Self> {
        let (mut rows, mut answers): (Vec<String>, Vec<PointAnswer>) = Default::default();
        for (point, layout) in layouts_around(structure, path) {
            let place = match &layout {
                Ok(layout) => within(dataset, structure, layout, path),
                Err(NoLayout::Absent) => Some(PlaceAnswer::Absent),
                Err(_) => Some(PlaceAnswer::NotStated),
            };
            if let (Ok(layout), Some(PlaceAnswer::Stated { .. })) = (&layout, &place) {
                let outer = outer(dataset, layout, path).map(|member| member.row.to_string());
                rows.extend(outer.filter(|row| !rows.contains(row)));
            }
            let place = place.unwrap_or(PlaceAnswer::Absent);
            answers.push(PointAnswer::new(point, place));
        }
        let named = [path.to_string(), path.to_string()];
        (!rows.is_empty()).then(|| Self::new(dataset, structure, named, (rows, answers)))
    }
}

/// The member of the layout that a path leads into.
fn outer<'a>(dataset: &'a Dataset, layout: &'a Layout, path: &MemberPath) -> Option<&'a Member> {
    let first = match path.steps().first()? {
        PathStep::Member(name) => MemberPath::default().member(name),
        PathStep::Index(_) => return None,
    };
    match Tree::of(layout, dataset.catalogue())
        .find(layout, &first)?
        .kind
    {
        NodeKind::Member(member) | NodeKind::Bit(member, _) => Some(member),
        NodeKind::Nested(_) | NodeKind::Element(_) => None,
    }
}

fn within(
    dataset: &Dataset,
    structure: &Structure,
    layout: &Layout,
    path: &MemberPath,
) -> Option<PlaceAnswer> {
    let tree = Tree::of(layout, dataset.catalogue());
    let node = tree.find(layout, path)?;
    if let Some(row) = node.row() {
        return stated(structure, layout, row);
    }
    let certainty = outer(dataset, layout, path)?.certainty;
    let from_symbols = certainty == Certainty::SymbolFiles;
    Some(PlaceAnswer::Stated {
        member: Box::new(MemberDto {
            row: path.to_string(),
            name: Some(node.label().into_owned()),
            declaration: node.declaration(),
            ty: node.ty.to_string(),
            offset: node.offset.get(),
            size: tree.size(&node).unwrap_or_default().get(),
            certainty,
            published_offset: from_symbols.then(|| node.offset.get()),
            errata: Vec::new(),
            bits: None,
            bits_given: None,
            description: None,
        }),
        bit: node.bits.map(|range| BitDto::new(&node.label(), range)),
    })
}

impl PlaceAnswer {
    fn new(structure: &Structure, point: Point, place: &Place) -> Self {
        let stated = |row: &RowId| {
            let layout = structure.layout(point).ok()?;
            stated(structure, &layout, row)
        };
        match place {
            Place::Absent => Self::Absent,
            Place::NotStated => Self::NotStated,
            Place::At { row, .. } | Place::Bit { row, .. } | Place::Elsewhere(row) => {
                stated(row).unwrap_or(Self::NotStated)
            }
        }
    }
}

fn stated(structure: &Structure, layout: &Layout, row: &RowId) -> Option<PlaceAnswer> {
    let erratum = |id: &str| structure.article()?.erratum(id).map(ErratumDto::new);
    if let Some(member) = layout.member(row.as_str()) {
        return Some(PlaceAnswer::Stated {
            member: Box::new(MemberDto::new(member, layout.bits_given, &erratum)),
            bit: None,
        });
    }
    layout.members().find_map(|holder| {
        let fields = holder.bits.known_bits()?;
        let field = fields.iter().find(|field| field.row == *row)?;
        Some(PlaceAnswer::Stated {
            member: Box::new(MemberDto::new(holder, layout.bits_given, &erratum)),
            bit: Some(BitDto::new(&field.name, field.range)),
        })
    })
}

pub(super) fn resource() -> Resource {
    let row = Parameter::path(
        "row",
        "The stable id of the row, as in layouts and structures; a name; or the path to something inside a member.",
        "process-handle",
    );
    Operation::new(
        "getMember",
        "One member at every point",
        "The place of a member or bit field at every release and known build, or whether the source says that it \
            is absent or says nothing.",
        Message::json::<MemberAnswer>("The member, point by point."),
    )
    .with([Parameter::structure(), row])
    .at("/structures/{name}/members/{row}", member)
}

async fn member(call: Call<(), [String; 2]>) -> ApiResult {
    let (dataset, [name, row]) = (call.app.dataset(), &call.path);
    let structure = lookup::structure(dataset, name)?;
    let row = match lookup::row(structure, row) {
        Ok(row) => row,
        Err(missing) => {
            let path: Option<MemberPath> = row.parse().ok();
            let answer = path.and_then(|path| MemberAnswer::within(dataset, structure, &path));
            let answer = answer.ok_or(missing)?;
            let below = url::segment(&answer.row);
            let url = format!("{}/members/{below}", url::structure(&structure.name));
            return call.uncached_json(&url, &answer);
        }
    };
    call.cached_json(&url::member(&structure.name, &row), || {
        MemberAnswer::of_row(dataset, structure, &row)
    })
}
