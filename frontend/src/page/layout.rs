//! One structure at one point.

mod step;

use std::collections::{BTreeMap, BTreeSet};

use strata_core::diff::Lineage;
use strata_core::lookup::Found;
use strata_core::wire::{LayoutAnswer, assemble};
use strata_core::{Dataset, Point};

use super::nested::Inside;
use super::picker::{Picker, Purpose, Step};
use super::{Diagram, SourceLine, release_name};

use crate::route::Route;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutPage {
    pub layout: LayoutAnswer,
    pub point: Point,
    /// What Microsoft calls the release; of a build, that to which it belongs.
    pub release: String,
    pub diagram: Diagram,
    /// What is inside members, by their rows.
    pub inside: BTreeMap<String, Inside>,
    /// Where the types of members have pages, by the members' rows.
    pub type_links: BTreeMap<String, String>,
    pub picker: Picker,
    /// What this can be compared with: the release before, or after where it is the first.
    pub compare: Option<Compare>,
    /// What a debugger calls the structure, where symbol files have it: `nt!_EPROCESS`.
    pub symbol: Option<String>,
    /// Whether an article describes the structure, whose rows have pages of provenance.
    pub audited: bool,
    /// The rows that have a place on the page of provenance.
    pub with_provenance: BTreeSet<String>,
    /// Who says so, the source of the layout first.
    pub sources: Vec<SourceLine>,
}

/// Another point with which a layout can be compared, and where that leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compare {
    Before(Point),
    After(Point),
}

impl LayoutPage {
    pub fn new(dataset: &Dataset, found: &Found<'_>) -> Self {
        let Found {
            structure, layout, ..
        } = found;
        let types = dataset.catalogue();
        // Rows of symbol files continue no other.
        let articles = structure.audited().map_or(&[][..], |it| it.layouts());
        let picker = Picker::new(dataset, structure, layout.point, Purpose::Layout);
        let before = picker
            .step(layout.point, Step::Earlier)
            .map(Compare::Before);
        let after = picker.step(layout.point, Step::Later).map(Compare::After);
        let inside = layout.members().filter_map(|member| {
            let inside = Inside::new(member, layout, types)?;
            Some((member.row.to_string(), inside))
        });
        let type_links = layout.members().filter_map(|member| {
            let ty = dataset.declared(member.ty.base(), layout.scope())?;
            Some((
                member.row.to_string(),
                Route::structure(&ty.name).to_string(),
            ))
        });
        let answer = assemble::layout(dataset, structure, layout);
        let in_symbols = structure.ty().filter(|ty| !ty.classes().is_empty());
        let symbol = in_symbols.map(|ty| match &*answer.module {
            "ntoskrnl" => format!("nt!{}", ty.name),
            module => format!("{module}!{}", ty.name),
        });
        let sources = answer.sources.iter();
        let sources = sources.map(|source| SourceLine::new(dataset, &source.id));
        Self {
            sources: sources.collect(),
            layout: answer,
            point: layout.point,
            release: release_name(dataset, layout),
            diagram: Diagram::new(layout, types).rooted(layout, &Lineage::of(articles)),
            inside: inside.collect(),
            type_links: type_links.collect(),
            compare: before.or(after),
            picker,
            symbol,
            audited: structure.audited().is_some(),
            with_provenance: structure.table().map_or_else(BTreeSet::new, |table| {
                table.rows.iter().map(|row| row.id.to_string()).collect()
            }),
        }
    }
}
