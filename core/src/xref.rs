//! Finds the uses of a type: members of structures and nested types that contain it or point to it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::arch::Arch;
use crate::catalogue::{Catalogue, ImageIndex, ImageSet, LayoutClass, ModuleName, Type, Usage};
use crate::ctype::CType;
use crate::dataset::{Dataset, Structure};
use crate::history::Run;
use crate::layout::Member;
use crate::name::{RowId, TypeName};
use crate::types::NESTING_LIMIT;
use crate::words::words;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    Structure(TypeName, RowId),
    Type(TypeName),
}

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum UsageKind {
        /// A member is of this type, or an array of it.
        Contains = "contains",
        /// A member is a pointer to it, or a pointer to such a pointer.
        PointsTo = "points-to",
    }
}

/// A use of a type: a member of the type, or a pointer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    pub holder: Holder,
    /// The member's name, or the source's wording.
    pub member: String,
    pub ty: CType,
    pub how: UsageKind,
    /// The runs in a structure: by architecture, then by release. Empty for nested types.
    pub runs: Vec<Run>,
    /// The images in which a nested type has the member; empty for structures.
    pub images: ImageSet,
}

/// Returns the uses of a type by name (`_EPROCESS`, `ksi!_KPH_HEADER`), ignoring case and a leading underscore: by
/// structure, then by nested type, each in member order.
pub fn uses(dataset: &Dataset, name: &str) -> Vec<Use> {
    let mut uses = Vec::new();
    for structure in dataset.audited() {
        in_structure(structure, name, &mut uses);
    }
    let audited = |name: &TypeName| dataset.audited().any(|it| it.name == *name);
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    for used in in_types(dataset.catalogue(), name) {
        let Holder::Type(holder) = &used.holder else {
            continue;
        };
        if audited(holder) {
            continue;
        }
        match seen.entry((holder.to_string(), used.member.clone())) {
            Entry::Vacant(entry) => {
                entry.insert(uses.len());
                uses.push(used);
            }
            // The same member, with another array length elsewhere.
            Entry::Occupied(entry) => {
                if let Some(known) = uses.get_mut(*entry.get()) {
                    let runs = used.images.runs().iter();
                    runs.for_each(|(first, last)| known.images.insert_run(*first, *last));
                }
            }
        }
    }
    uses
}

/// Returns the uses of a type in one image, including those in audited types, which come first: by type, then in member order.
pub fn in_image(dataset: &Dataset, name: &str, image: ImageIndex) -> Vec<Use> {
    let mut uses = in_types(dataset.catalogue(), name);
    uses.retain(|used| used.images.contains(image));
    uses.sort_by_cached_key(|used| {
        let (Holder::Structure(holder, _) | Holder::Type(holder)) = &used.holder;
        let structure = dataset.structure_by_name(holder);
        structure.is_none_or(|it| it.audited().is_none())
    });
    for used in &mut uses {
        if let Holder::Type(holder) = &mut used.holder
            && let Some(structure) = dataset.structure_by_name(holder)
        {
            holder.clone_from(&structure.name);
        }
    }
    uses
}

/// Returns the uses of a type in symbol files, including those in audited types: by type, then in member order. A
/// member of an unnamed type has a path: `u.Flags`.
pub fn in_types(catalogue: &Catalogue, name: &str) -> Vec<Use> {
    let (module, bare) = name.split_once('!').unwrap_or((ModuleName::KERNEL, name));
    let Ok(name) = TypeName::parse_symbol(bare) else {
        return Vec::new();
    };
    let mut uses = Vec::new();
    // A member's type is that of its own module, otherwise the kernel's.
    let all = catalogue.all_named(&name);
    let means_it = |usage: &&Usage| {
        let holder = catalogue.types().get(usage.holder);
        let own = holder.filter(|holder| all.iter().any(|ty| ty.module == holder.module));
        own.map_or(ModuleName::KERNEL, |own| own.module.as_str()) == module
    };
    for usage in catalogue.used_by(&name).iter().filter(means_it) {
        let images = having(catalogue, usage, &name);
        let mut open = vec![(usage, usage.member.to_string(), images, 0)];
        while let Some((at, path, images, depth)) = open.pop() {
            let Some(holder) = catalogue.types().get(at.holder) else {
                continue;
            };
            if !holder.name.is_unnamed() {
                let full = TypeName::parse_qualified(&holder.full_name());
                uses.extend(full.map(|full| Use {
                    holder: Holder::Type(full),
                    member: path,
                    ty: usage.ty.clone(),
                    how: match usage.ty.by_value() {
                        Some(_) => UsageKind::Contains,
                        None => UsageKind::PointsTo,
                    },
                    runs: Vec::new(),
                    images,
                }));
                continue;
            }
            let around = catalogue.used_by(&holder.name).iter().rev();
            let is_own = |it: &&Usage| {
                let outer = catalogue.types().get(it.holder);
                outer.is_some_and(|outer| outer.module == holder.module)
            };
            let around = around.filter(|it| depth < NESTING_LIMIT && is_own(it));
            open.extend(around.map(|it| {
                let mut within = having(catalogue, it, &holder.name);
                within.intersect(&images);
                (it, format!("{}.{path}", it.member), within, depth + 1)
            }));
        }
    }
    uses
}

/// The images in which the holder has this member of the type `name`.
fn having(catalogue: &Catalogue, usage: &Usage, name: &TypeName) -> ImageSet {
    let has = |class: &&LayoutClass| {
        let mut members = class.members.iter().map(|member| &member.declaration);
        members.any(|it| it.name == usage.member && it.ty.base() == name)
    };
    let classes = catalogue.types().get(usage.holder).map(Type::classes);
    let classes = classes.unwrap_or_default().iter().filter(has);
    let mut images = ImageSet::default();
    for (first, last) in classes.flat_map(|class| class.images.runs()) {
        images.insert_run(*first, *last);
    }
    images
}

/// Returns how `ty` uses the type `name`; `None` if it does not.
fn usage_kind(ty: &CType, name: &str) -> Option<UsageKind> {
    if !ty.base().matches(name) {
        return None;
    }
    Some(match ty.by_value() {
        Some(_) => UsageKind::Contains,
        None => UsageKind::PointsTo,
    })
}

/// Adds the uses of a type in one structure: by architecture, then in member order.
pub fn in_structure(structure: &Structure, name: &str, uses: &mut Vec<Use>) {
    let first = uses.len();
    for arch in Arch::ALL {
        let layouts = structure.layouts();
        let here = layouts.iter().filter(|it| it.arch() == arch);
        for layout in here {
            for member in layout.members() {
                let Some(how) = usage_kind(&member.ty, name) else {
                    continue;
                };
                let run = Run {
                    first: layout.point,
                    last: layout.point,
                    offset: member.offset,
                    size: member.size,
                    bits: None,
                };
                let ours = uses.get_mut(first..).unwrap_or_default();
                let same = |used: &&mut Use| is(used, member) && used.how == how;
                match ours.iter_mut().find(same) {
                    Some(used) => lengthen(&mut used.runs, run),
                    None => uses.push(Use {
                        holder: Holder::Structure(structure.name.clone(), member.row.clone()),
                        member: member.title().to_owned(),
                        ty: member.ty.clone(),
                        how,
                        runs: vec![run],
                        images: ImageSet::default(),
                    }),
                }
            }
        }
    }
}

fn is(used: &Use, member: &Member) -> bool {
    matches!(&used.holder, Holder::Structure(_, row) if *row == member.row)
}

/// Adds a point: extends the last run if the place is the same.
fn lengthen(runs: &mut Vec<Run>, run: Run) {
    match runs.last_mut().filter(|last| last.same_place(&run)) {
        Some(last) => last.last = run.last,
        None => runs.push(run),
    }
}
