//! A type that members have: what it looks like in which releases, and who uses it.

use strata_core::types::{NestedType, TypeLayout, TypeMember};
use strata_core::{Arch, Dataset, Release};

use super::SourceLine;
use super::uses::{UseLine, link, used_by};
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
}

impl TypePage {
    /// Made from the dataset.
    #[must_use]
    pub fn new(dataset: &Dataset, ty: &NestedType) -> Self {
        let layouts = ty.layouts.iter();
        Self {
            name: ty.name.to_string(),
            kind: ty.kind.as_str(),
            summary: ty.summary.clone(),
            source: SourceLine::new(dataset, &ty.source),
            layouts: layouts.map(|layout| table(dataset, layout)).collect(),
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

fn table(dataset: &Dataset, layout: &TypeLayout) -> TypeTable {
    let newest = Release::all().next_back().unwrap_or(Release::FIRST);
    let release = layout.versions.releases(newest).next_back();
    let mut before = None;
    let row = |member: &TypeMember| {
        let declaration = &member.declaration;
        let measure = dataset.types().measure(
            &declaration.ty,
            release.unwrap_or(newest),
            layout.arch.unwrap_or(Arch::X64),
        );
        let over = before.replace(member.offset) >= Some(member.offset) && member.bits.is_none();
        TypeRow {
            offset: member.offset.get(),
            size: measure.map(|measure| measure.size.get()),
            ty: declaration.ty.to_string(),
            ty_url: link(dataset, declaration.ty.base()).map(|route| route.to_string()),
            name: declaration.name.to_string(),
            bits: member.bits.map(|bits| (bits.bit(), bits.width())),
            over,
        }
    };
    TypeTable {
        versions: layout.versions.to_string(),
        arch: layout.arch,
        size: layout.measure.size.get(),
        align: layout.measure.align.get(),
        members: layout.members.iter().map(row).collect(),
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
