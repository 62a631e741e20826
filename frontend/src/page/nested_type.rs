//! A type that members have: what it looks like in which releases, and who uses it.

use strata_core::catalogue::{LayoutClass, Type};
use strata_core::types::TypeMember;
use strata_core::{Arch, Dataset, Layout, Release};

use super::ladder::{HistoryLinks, Ladder};
use super::structure::{Bytes, HistoryTable, Steps, tables};
use super::uses::{UseLine, link, used_by};
use super::{Diagram, Label, Run, SourceLine};
use crate::route::ApiUrl;

/// A type that members have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypePage {
    /// Its name.
    pub name: String,
    /// `struct`, `union`, `enum` or `scalar`.
    pub kind: &'static str,
    /// What it is.
    pub summary: String,
    /// Who says so.
    pub source: SourceLine,
    /// What it looks like.
    pub layouts: Vec<TypeTable>,
    /// Where the heads of its history lead: to those.
    pub leads: HistoryLinks,
    /// Where its members lie, for each architecture on which it has some.
    pub tables: Vec<HistoryTable>,
    /// Its layouts as strips of bytes.
    pub bytes: Vec<Bytes>,
    /// What changed from one layout to the next.
    pub steps: Vec<Steps>,
    /// Who uses it.
    pub uses: Vec<UseLine>,
    /// The same for machines.
    pub json: String,
}

/// What it looks like in some releases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeTable {
    /// In which.
    pub versions: String,
    /// On which architecture; on all where `None`.
    pub arch: Option<Arch>,
    /// How many bytes it has.
    pub size: u32,
    /// Of how many bytes its offset is a multiple.
    pub align: u32,
    /// Its members.
    pub members: Vec<TypeRow>,
    /// Those, drawn; `None` where there are none.
    pub diagram: Option<Diagram>,
    /// Its named values.
    pub values: Vec<(String, i64)>,
    /// Who says so, where it is not the type's source.
    pub source: Option<SourceLine>,
    /// What else is to be known.
    pub note: Option<String>,
}

/// A member of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeRow {
    /// By what the diagram knows it; `None` where it lies over what is before it.
    pub key: Option<String>,
    /// From the start of the type.
    pub offset: u32,
    /// How many bytes it has, where that is known.
    pub size: Option<u32>,
    /// Its type.
    pub ty: String,
    /// Where that has a page.
    pub ty_url: Option<String>,
    /// Its name.
    pub name: String,
    /// Its lowest bit and how many, if it is a bit field.
    pub bits: Option<(u8, u8)>,
    /// Whether it begins where the one before does: in a union.
    pub over: bool,
    /// Whether it is no member, but padding or a hole; its name says which.
    pub gap: bool,
}

impl TypePage {
    /// Made from the dataset.
    #[must_use]
    pub fn new(dataset: &Dataset, ty: &Type) -> Self {
        let drawn = dataset.catalogue().layouts(ty);
        let ladder = Ladder::new(dataset, &drawn);
        let tables = tables(&ladder, |_, _| false);
        let bytes = tables.iter().map(|table| Bytes::new(&ladder, table));
        let steps = tables
            .iter()
            .filter_map(|table| Steps::new(&ladder, table.arch));
        let place = |layout: &Layout| ty.place(layout.release, layout.arch());
        let leads = drawn
            .iter()
            .filter_map(|layout| Some((layout.point, layout_id(place(layout)?))));
        // The newest layout stands for all that look alike; where both architectures do, that of the wider one.
        let of = |at: usize| drawn.iter().rev().find(|layout| place(layout) == Some(at));
        let layouts = ty.layouts.iter().enumerate();
        Self {
            name: ty.name.to_string(),
            kind: ty.kind.as_str(),
            summary: ty.summary.clone(),
            source: SourceLine::new(dataset, &ty.source),
            layouts: layouts
                .map(|(at, layout)| table(dataset, layout, of(at)))
                .collect(),
            leads: HistoryLinks::Places(leads.collect()),
            bytes: bytes.collect(),
            steps: steps.collect(),
            tables,
            uses: used_by(dataset, ty.name.as_str()),
            json: ApiUrl::nested_type(&ty.name).to_string(),
        }
    }

    /// For search engines and previews.
    #[must_use]
    pub fn description(&self) -> String {
        format!(
            "{}: {} Its layouts by release, and which members use it.",
            self.name, self.summary
        )
    }
}

impl TypeRow {
    fn of_gap(gap: &Run) -> Self {
        Self {
            key: Some(gap.key.clone()),
            offset: gap.offset,
            size: Some(gap.size),
            ty: String::new(),
            ty_url: None,
            name: gap.text.clone(),
            bits: None,
            over: false,
            gap: true,
        }
    }
}

/// The id of the layout at that place among all of a type.
#[must_use]
pub fn layout_id(at: usize) -> String {
    format!("layout-{at}")
}

fn table(dataset: &Dataset, layout: &LayoutClass, drawn: Option<&Layout>) -> TypeTable {
    let newest = Release::all().next_back().unwrap_or(Release::FIRST);
    let release = layout.versions.releases(newest).next_back();
    let diagram = drawn.map(|drawn| Diagram::new(drawn, dataset.catalogue()));
    let runs = diagram.iter().flat_map(|diagram| &diagram.runs);
    let mut keys: Vec<(u32, &str)> = runs.map(|run| (run.offset, run.key.as_str())).collect();
    let mut key = |offset: u32| {
        let at = keys.iter().position(|(own, _)| *own == offset)?;
        Some(keys.remove(at).1.to_owned())
    };
    let mut before = None;
    let row = |member: &TypeMember| {
        let declaration = &member.declaration;
        let measure = dataset.catalogue().measure(
            &declaration.ty,
            release.unwrap_or(newest),
            layout.arch.unwrap_or(Arch::X64),
        );
        let over = before.replace(member.offset) >= Some(member.offset) && member.bits.is_none();
        TypeRow {
            key: key(member.offset.get()),
            offset: member.offset.get(),
            size: measure.map(|measure| measure.size.get()),
            ty: declaration.ty.to_string(),
            ty_url: link(dataset, declaration.ty.base()).map(|route| route.to_string()),
            name: declaration.name.to_string(),
            bits: member.bits.map(|bits| (bits.bit(), bits.width())),
            over,
            gap: false,
        }
    };
    let mut members: Vec<TypeRow> = layout.members.iter().map(row).collect();
    let gaps = diagram.iter().flat_map(|diagram| &diagram.runs);
    for gap in gaps.filter(|run| run.label == Label::Gap) {
        let before = members.iter().rposition(|row| row.offset < gap.offset);
        members.insert(before.map_or(0, |at| at + 1), TypeRow::of_gap(gap));
    }
    TypeTable {
        versions: layout.versions.to_string(),
        arch: layout.arch,
        size: layout.measure.size.get(),
        align: layout.measure.align.get(),
        members,
        diagram,
        values: layout
            .values
            .iter()
            .map(|value| (value.name.to_string(), value.value))
            .collect(),
        source: layout
            .source
            .as_deref()
            .map(|source| SourceLine::new(dataset, source)),
        note: layout.note.clone(),
    }
}
