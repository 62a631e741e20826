//! Finds structures with members at each of several offsets, as read from accesses in a disassembly.

use std::sync::Arc;

use super::placed::runs_of;
use super::{Hit, Query, Subject, Why, normal};
use crate::catalogue::{Catalogue, LayoutClass, Scope};
use crate::dataset::{Dataset, Structure};
use crate::history::{Run, Runs};
use crate::layout::{Layout, Member};
use crate::types::TypeMember;
use crate::units::{ByteOffset, ByteSize};

/// An offset at which a member must begin, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// From the start of the structure.
    pub offset: ByteOffset,
    /// Of the member, or of the integer that holds the bit field; `None` for any.
    pub size: Option<ByteSize>,
}

/// The structures with a member at each offset: audited ones first, then the smaller before the larger.
pub(super) fn structures(dataset: &Dataset, query: &Query) -> Vec<Hit> {
    let mut hits = Vec::new();
    for structure in dataset.structures() {
        let name = normal(structure.name.as_str());
        if !query.words.iter().all(|word| name.contains(word.as_str())) {
            continue;
        }
        let found = match structure.audited() {
            Some(_) => in_layouts(structure, query),
            None => in_classes(structure, query),
        };
        let Some((runs, detail)) = found else {
            continue;
        };
        hits.push(Hit {
            subject: Subject::of(structure),
            title: structure.name.to_string(),
            detail,
            why: Why::Offset,
            point: runs.last().map(|run| run.last),
            path: None,
            before: None,
            is_known: true,
            runs,
        });
    }
    hits.sort_by_key(|hit| {
        let audited = matches!(hit.subject, Subject::Structure(_));
        (!audited, hit.runs.last().map(|run| run.size))
    });
    hits
}

/// Returns `LoggerId at 0x58, Flags at 0x5a`: the first member that fits each access; `None` if an access has none.
fn members_at_places<'a>(
    query: &Query,
    named: impl Fn(&Access) -> Option<&'a str>,
) -> Option<String> {
    let text = |place: &Access| Some(format!("{} at {}", named(place)?, place.offset));
    let texts: Option<Vec<String>> = query.accesses.iter().map(text).collect();
    texts.map(|texts| texts.join(", "))
}

fn in_layouts(structure: &Structure, query: &Query) -> Option<(Vec<Run>, String)> {
    let mut runs = Runs::default();
    let mut detail = None;
    let layouts = structure.layouts();
    let of = |arch| layouts.iter().filter(move |it| it.arch() == arch);
    for layout in structure.archs().into_iter().flat_map(of) {
        let run = Run::whole(layout.point, layout.size);
        let asked = query.has_size(layout.size) && query.at(&run);
        let here = asked.then(|| in_layout(layout, query)).flatten();
        runs.push(here.is_some().then_some(run), Some(layout.release));
        detail = here.or(detail);
    }
    Some((runs.done(), detail?))
}

fn in_layout(layout: &Layout, query: &Query) -> Option<String> {
    members_at_places(query, |place| {
        let fits = |size| place.size.is_none_or(|wanted| wanted == size);
        let mut members = layout.members().filter(|it| it.offset == place.offset);
        members.find(|it| fits(it.size)).map(Member::label)
    })
}

/// Like [`in_layouts`], for a type in symbol files.
fn in_classes(structure: &Structure, query: &Query) -> Option<(Vec<Run>, String)> {
    let (ty, catalogue) = (structure.ty()?, structure.catalogue());
    let begins = |class: &LayoutClass| {
        let begins = |place: &Access| class.members.iter().any(|it| it.offset == place.offset);
        query.has_size(class.size) && query.accesses.iter().all(begins)
    };
    if !ty.classes().iter().any(begins) {
        return None;
    }
    let mut detail = None;
    let sought = |class| (class, begins(class));
    let runs = runs_of(catalogue, ty, sought, |(class, begins), scope| {
        let run = Run::whole(catalogue.image(scope.image?)?.point(), class.size);
        let here = (*begins && query.at(&run)).then(|| in_class(catalogue, class, scope, query));
        detail = Some(here.flatten()?);
        Some(run)
    });
    Some((runs, detail?))
}

fn in_class(
    catalogue: &Catalogue,
    class: &LayoutClass,
    scope: Scope,
    query: &Query,
) -> Option<String> {
    members_at_places(query, |place| {
        let fits = |member: &&Arc<TypeMember>| {
            let size = || catalogue.measure(&member.declaration.ty, scope);
            place
                .size
                .is_none_or(|wanted| size().is_some_and(|measured| measured.size == wanted))
        };
        let mut members = class.members.iter().filter(|it| it.offset == place.offset);
        members.find(fits).map(|it| &*it.declaration.name)
    })
}
