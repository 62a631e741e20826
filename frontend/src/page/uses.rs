//! Who uses a type or a structure, and which types a structure uses: members, how they use it, where they are.

use std::collections::BTreeMap;

use strata_core::dataset::Structure;
use strata_core::xref::{self, Holder, How, Use};
use strata_core::{Dataset, Point, TypeName};

use crate::route::Route;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseLine {
    /// Who has it: a structure or a type.
    pub holder: String,
    pub holder_url: String,
    pub member: String,
    pub ty: String,
    pub how: How,
    /// Where it is and when, each with the page that shows it there.
    pub places: Vec<(String, String)>,
}

/// Members of a structure that are of one type, or hold its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeUses {
    pub name: String,
    pub url: String,
    pub summary: String,
    pub uses: Vec<UseLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructureUses {
    /// The types and structures that its members are of or lead to.
    pub uses: Vec<TypeUses>,
    /// Members elsewhere that contain it or lead to it.
    pub used_by: Vec<UseLine>,
}

pub fn used_by(dataset: &Dataset, name: &str) -> Vec<UseLine> {
    let uses = xref::uses(dataset, name);
    uses.iter().map(|it| UseLine::new(dataset, it)).collect()
}

impl StructureUses {
    pub fn new(dataset: &Dataset, structure: &Structure) -> Self {
        let layouts = structure.layouts();
        let bases = layouts.iter().flat_map(|layout| {
            let bases = layout.members().map(|member| member.ty.base());
            bases.filter_map(|base| dataset.declared(base, layout.scope()))
        });
        let used: BTreeMap<&TypeName, &Structure> = bases.map(|it| (&it.name, it)).collect();
        let uses = used.into_values().map(|ty| {
            let mut uses = Vec::new();
            xref::in_structure(structure, ty.name.as_str(), &mut uses);
            TypeUses {
                name: ty.name.to_string(),
                url: Route::structure(&ty.name).to_string(),
                summary: ty.summary().to_owned(),
                uses: uses.iter().map(|it| UseLine::new(dataset, it)).collect(),
            }
        });
        Self {
            uses: uses.collect(),
            used_by: used_by(dataset, structure.name.as_str()),
        }
    }
}

impl UseLine {
    fn new(dataset: &Dataset, used: &Use) -> Self {
        let (holder, holder_url, places) = match &used.holder {
            Holder::Structure(name, row) => {
                let place = |run: &strata_core::history::Run| {
                    let url = Route::layout(name, run.last);
                    (run.to_string(), format!("{url}#row-{row}"))
                };
                let places = used.runs.iter().map(place).collect();
                let url = Route::structure(name).to_string();
                (name.to_string(), url, places)
            }
            Holder::Type(name) => {
                let place = |(first, last): (Point, Point)| {
                    let text = match first == last {
                        true => first.to_string(),
                        false => format!("{} to {last}", first.version),
                    };
                    (text, Route::layout(name, last).to_string())
                };
                let places = dataset.catalogue().reach(&used.images);
                let url = Route::structure(name).to_string();
                (
                    name.to_string(),
                    url,
                    places.into_iter().map(place).collect(),
                )
            }
        };
        Self {
            holder,
            holder_url,
            member: used.member.clone(),
            ty: used.ty.to_string(),
            how: used.how,
            places,
        }
    }
}
