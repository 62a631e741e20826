//! A structure as runs of bytes, for the offset diagram: the value, and how it falls into pieces.

mod pieces;

use strata_core::catalogue::Catalogue;
use strata_core::ctype::CType;
use strata_core::diff::{Lineage, Mark};
use strata_core::layout::{Layout, Member, Slot};

use super::Kind;
use super::tiles::{Tile, tiles};

pub use pieces::{Part, Piece, pieces};

/// One structure at one point, as runs of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// What is drawn, in words: `ETW_REALTIME_CONSUMER 6.1/x64`.
    pub title: String,
    pub size: u32,
    /// The members and gaps, in offset order. Members of unions overlap.
    pub runs: Vec<Run>,
    /// What is drawn of them: each tile begins where the one before it ends.
    pub tiles: Vec<Tile>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What it is known by on the page: the row's id, or `gap-5f`.
    pub key: String,
    /// By what the member is known through all releases: the row with which it began.
    pub root: String,
    pub inside: Vec<String>,
    pub offset: u32,
    pub size: u32,
    pub kind: Kind,
    pub label: Label,
    /// Its declaration; of a gap, what it is.
    pub text: String,
    /// How many elements of which type, if it is an array.
    pub array: Option<String>,
    /// What became of it, where two layouts are compared.
    pub mark: Option<Mark>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    Name(String),
    /// The member has none; what is known of it.
    Unnamed(String),
    Gap,
}

/// What a gap is known by on the page.
pub fn gap_key(offset: u32) -> String {
    format!("gap-{offset:x}")
}

impl Diagram {
    pub fn new(layout: &Layout, types: &Catalogue) -> Self {
        let run = |slot: &Slot| Run::new(slot, layout, types);
        Self {
            title: format!("{} {}", layout.structure, layout.point),
            size: layout.size.get(),
            runs: layout.slots.iter().map(run).collect(),
            tiles: tiles(layout),
        }
    }

    /// The run that is drawn where another one lies, by their numbers.
    pub fn drawn(&self, run: usize) -> Option<usize> {
        let own = self.tiles.iter().find(|tile| tile.slot == run);
        let over = || self.tiles.iter().find(|tile| tile.over.contains(&run));
        own.or_else(over).map(|tile| tile.slot)
    }

    /// The same, each run known by the row with which its member began. `lineage` says which that is.
    #[must_use]
    pub fn rooted(mut self, layout: &Layout, lineage: &Lineage) -> Self {
        for (run, slot) in self.runs.iter_mut().zip(&layout.slots) {
            let Slot::Member(member) = slot else { continue };
            run.root = lineage.root(&member.row).to_string();
            let fields = member.bits.known().unwrap_or_default();
            let began = fields
                .iter()
                .map(|field| lineage.root(field.continues.as_ref().unwrap_or(&field.row)));
            run.inside = began.map(ToString::to_string).collect();
        }
        self
    }
}

impl Run {
    pub(super) fn new(slot: &Slot, layout: &Layout, types: &Catalogue) -> Self {
        match slot {
            Slot::Member(member) => Self {
                key: member.row.to_string(),
                root: member.row.to_string(),
                inside: Vec::new(),
                offset: member.offset.get(),
                size: member.size.get(),
                kind: Kind::of_member(member, layout, types),
                label: Label::of(member),
                text: member.declaration.clone(),
                array: array(&member.ty),
                mark: None,
            },
            Slot::Gap(gap) => Self {
                key: gap_key(gap.offset.get()),
                root: gap_key(gap.offset.get()),
                inside: Vec::new(),
                offset: gap.offset.get(),
                size: gap.size.get(),
                kind: gap.kind.into(),
                label: Label::Gap,
                text: gap.kind.as_str().to_owned(),
                array: None,
                mark: None,
            },
        }
    }

    /// Its name or, where the source knows none, what it says of it; `None` for a gap.
    pub fn title(&self) -> Option<&str> {
        match &self.label {
            Label::Name(text) | Label::Unnamed(text) => Some(text),
            Label::Gap => None,
        }
    }
}

impl Label {
    fn of(member: &Member) -> Self {
        match &member.name {
            Some(name) => Self::Name(name.to_string()),
            None => Self::Unnamed(member.declaration.clone()),
        }
    }
}

/// `64 × ETW_HASH_BUCKET`.
fn array(ty: &CType) -> Option<String> {
    match ty {
        CType::Array(element, count) => Some(format!("{count} × {element}")),
        _ => None,
    }
}
