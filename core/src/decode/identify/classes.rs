//! Prepares the layout classes of a scope for judging: points of one architecture that share a layout form one class.

use super::judge::{Evidence, Judge, Purpose};
use super::rank::{KnownBytes, dense, needed, rank};
use super::{
    COUNTED_LIMIT, Cancellation, CandidateScope, DOUBT, Identified, JUDGED_INSTANCES_LIMIT,
    JUDGED_VALUES_LIMIT,
};
use crate::arch::Arch;
use crate::catalogue::{Catalogue, ImageIndex, Type};
use crate::ctype::CType;
use crate::dataset::{Dataset, Structure};
use crate::decode::decoding::alignment;
use crate::decode::error::DecodeError;
use crate::decode::memory::{Byte, Memory};
use crate::decode::shape::{self, Field, Shape};
use crate::decode::value::UndecodedReason;
use crate::decode::view::View;
use crate::decode::{Options, Space, start};
use crate::layout::{Gap, GapKind, Layout};
use crate::mode::Mode;
use crate::point::Point;
use crate::release::Version;
use crate::tree::Tree;
use crate::types::{TypeKind, scalar};

/// Layout classes, prepared for any number of dumps.
#[derive(Clone, Debug)]
pub struct Classes<'a> {
    pub(super) classes: Vec<Class>,
    pub(super) types: &'a Catalogue,
    pub(super) cancellation: Cancellation<'a>,
}

/// One layout and the points that share it.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The layout at one of the points.
    pub(super) layout: Layout,
    pub(super) arch: Arch,
    pub(super) mode: Option<Mode>,
    pub(super) points: Vec<Point>,
    /// Those of `points` at which a nested type is not stated: it is assumed to be the same as at the others.
    pub(super) unstated: Vec<Point>,
    pub(super) size: u32,
    pub(super) align: u32,
    pub(super) fields: Vec<Field>,
    /// For each member, what it points to.
    pub(super) targets: Vec<Target>,
    pub(super) padding: Vec<Gap>,
}

/// What a member, or each element of an array, points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Structure,
    /// Anything. Symbol files show a HANDLE as such a pointer.
    Void,
    /// A scalar, or it is no such pointer.
    Other,
}

impl<'a> Classes<'a> {
    /// Prepares the layouts of a scope. Structures that are too large to decode are left out, unless the scope is one
    /// of them.
    ///
    /// # Errors
    ///
    /// If nested types of the structure of the scope exceed a limit, or the result is not wanted any more.
    pub fn new(dataset: &'a Dataset, scope: CandidateScope<'a>) -> Result<Self, DecodeError> {
        let (types, cancellation) = (dataset.catalogue(), scope.cancellation);
        let mut classes = Vec::new();
        if let Some(structure) = scope.structure {
            classes = of(structure, scope, types)?;
        } else {
            for structure in dataset.audited() {
                cancellation.check()?;
                classes.extend(of(structure, scope, types).unwrap_or_default());
            }
            let others = dataset.structures().iter();
            for structure in others.filter(|structure| structure.audited().is_none()) {
                cancellation.check()?;
                classes.extend(in_symbol_files(structure, scope));
            }
        }
        Ok(Self {
            classes,
            types,
            cancellation,
        })
    }

    pub fn len(&self) -> usize {
        self.classes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Judges every class by the bytes at the place in the options. Classes without the member at which the bytes begin
    /// are skipped.
    ///
    /// # Errors
    ///
    /// If there are no bytes at that place, no class has that member, the classes have more than
    /// [`JUDGED_VALUES_LIMIT`] values, or the result is not wanted any more.
    pub fn identify(&self, space: &Space, options: &Options) -> Result<Identified, DecodeError> {
        self.identify_among(space, options, |_| true)
    }

    /// The same, with only the classes that `wanted` accepts.
    pub(super) fn identify_among(
        &self,
        space: &Space,
        options: &Options,
        wanted: impl Fn(&Class) -> bool,
    ) -> Result<Identified, DecodeError> {
        let view = View::new(space, Arch::X64, options.region, options.base);
        let place = start::place(&view, options);
        let left = place
            .as_ref()
            .map_or(0, |(place, memory)| memory.len() - place.at);
        let values = self.values(left, options, &wanted);
        if values > JUDGED_VALUES_LIMIT {
            return Err(DecodeError::TooManyJudged { values });
        }
        let evidence = |class: &Class, purpose| {
            self.cancellation.check()?;
            class.evidence(self.types, space, options, purpose)
        };
        let mut judged: Vec<(&Class, Evidence)> = Vec::new();
        let (mut bytes, mut base) = (0, None);
        let (mut known_bytes, mut refusal) = (KnownBytes::None, DecodeError::NoBytes);
        for class in self.classes.iter().filter(|class| wanted(class)) {
            match evidence(class, Purpose::Score) {
                Ok((left, region, evidence)) => {
                    bytes = bytes.max(left);
                    base = region;
                    known_bytes = known_bytes.max(evidence.known_bytes);
                    judged.push((class, evidence));
                }
                Err(error @ DecodeError::Cancelled) => return Err(error),
                Err(error) => refusal = error,
            }
        }
        if judged.is_empty() && !self.is_empty() {
            return Err(refusal);
        }
        let (place, memory) = place?;
        let counted = (place.at..memory.len()).take(COUNTED_LIMIT);
        let counted: Vec<Byte> = counted.map(|at| memory.byte(at)).collect();
        let needed = needed(judged.len(), dense(&counted));
        let explain = |class| Some(evidence(class, Purpose::Reasons).ok()?.2);
        Ok(Identified {
            candidates: rank(judged, needed, explain),
            known_bytes,
            needed,
            bytes,
            base,
        })
    }

    /// Returns the number of values that are judged if `left` bytes follow the place in the options.
    pub(super) fn values(
        &self,
        left: usize,
        options: &Options,
        wanted: impl Fn(&Class) -> bool,
    ) -> usize {
        let classes = self.classes.iter().filter(|class| wanted(class));
        let values = classes.map(|class| {
            let instances = class.structures(left, options).unwrap_or(options.count);
            let instances = instances.min(JUDGED_INSTANCES_LIMIT) as usize;
            class.values().saturating_mul(instances)
        });
        values.fold(0, usize::saturating_add)
    }

    /// Whether a class may fit with evidence of `least`, and the number of values that were judged to tell. It ends at
    /// more than `most`.
    pub(super) fn may_fit(
        &self,
        space: &Space,
        options: &Options,
        wanted: impl Fn(&Class) -> bool,
        (least, most): (i32, usize),
    ) -> (bool, usize) {
        let mut values = 0_usize;
        for class in self.classes.iter().filter(|class| wanted(class)) {
            if values > most || self.cancellation.check().is_err() {
                break;
            }
            if let Ok((_, _, evidence)) = class.evidence(self.types, space, options, Purpose::Fit) {
                values = values.saturating_add(evidence.values);
                if evidence.against < DOUBT && evidence.content >= least {
                    return (true, values);
                }
            }
        }
        (false, values)
    }
}

/// Returns the distinct layouts of a structure, nested types included.
fn of(
    structure: &Structure,
    scope: CandidateScope<'_>,
    types: &Catalogue,
) -> Result<Vec<Class>, DecodeError> {
    let mut classes: Vec<Class> = Vec::new();
    for layout in &structure.every_layout() {
        scope.cancellation.check()?;
        if scope.arch.is_some_and(|arch| arch != layout.arch()) {
            continue;
        }
        let mode = structure.article().and_then(|article| article.mode);
        let class = Class::new(layout, mode, types)?;
        let release = Point::new(layout.release, layout.arch());
        let same = |other: &&mut Class| match layout.point.version {
            Version::Release(_) => other.same_as(&class),
            Version::Build(_) | Version::Pdb(_) => {
                other.points.contains(&release) && other.same_places(&class)
            }
        };
        match classes.iter_mut().find(same) {
            Some(other) => other.points.push(layout.point),
            None => classes.push(class),
        }
    }
    Ok(merged(classes))
}

/// Returns the selected layouts of a type, each as in the newest of its images. Those that exceed a limit are skipped.
fn in_symbol_files(structure: &Structure, scope: CandidateScope<'_>) -> Vec<Class> {
    let types = structure.catalogue();
    let stated = structure.ty().map_or(&[][..], Type::classes);
    let wanted = stated.iter().filter(|class| {
        matches!(class.kind, TypeKind::Struct | TypeKind::Union) && scope.others.wants(class.size)
    });
    let archs = || Arch::ALL.into_iter();
    let archs = || archs().filter(|arch| scope.arch.is_none_or(|only| only == *arch));
    let made = wanted.flat_map(|class| archs().map(move |arch| (class, arch)));
    let made = made.filter_map(|(class, arch)| {
        let of_arch = |image: &ImageIndex| types.image(*image).is_some_and(|it| it.arch == arch);
        let images: Vec<ImageIndex> = class.images.iter().filter(of_arch).collect();
        let layout = structure.at_image(*images.last()?).ok()?;
        let mut class = Class::new(&layout, None, types).ok()?;
        class.points = points(types, &images);
        Some(class)
    });
    made.collect()
}

/// Converts images to points: the first image of each release.
fn points(types: &Catalogue, images: &[ImageIndex]) -> Vec<Point> {
    let release = |image: &ImageIndex| types.image_scope(*image).map(|scope| scope.release);
    let runs = images.chunk_by(|a, b| release(a) == release(b));
    let first = runs.filter_map(|run| types.point_of(*run.first()?));
    first.collect()
}

/// Merges classes that differ only in unstated types, with an earlier class if possible.
pub(super) fn merged(classes: Vec<Class>) -> Vec<Class> {
    let mut merged: Vec<Class> = Vec::new();
    for mut class in classes {
        let mut before = merged.iter_mut().rev();
        match before.find(|other| other.differs_only_in_unstated_types(&class)) {
            None => merged.push(class),
            Some(other) => {
                let (known, all) = (other.unknown() <= class.unknown(), class.points.clone());
                if known {
                    other.unstated.extend(&all);
                } else {
                    other.unstated = other.points.clone();
                    std::mem::swap(&mut other.fields, &mut class.fields);
                    std::mem::swap(&mut other.layout, &mut class.layout);
                }
                other.points.extend(all);
                other.points.sort_by_key(|point| match point.version {
                    Version::Release(release) => (0, Some(release)),
                    Version::Build(_) | Version::Pdb(_) => (1, None),
                });
            }
        }
    }
    merged
}

impl Class {
    pub(super) fn new(
        layout: &Layout,
        mode: Option<Mode>,
        types: &Catalogue,
    ) -> Result<Self, DecodeError> {
        let too_large = |_| DecodeError::TypesTooLarge {
            structure: layout.structure.clone(),
            point: layout.point,
        };
        let padding = layout.gaps().filter(|gap| gap.kind == GapKind::Padding);
        let members = layout.members();
        let targets = members.map(|member| Target::of(&member.ty, layout.arch()));
        Ok(Self {
            layout: layout.clone(),
            arch: layout.arch(),
            mode,
            points: vec![layout.point],
            unstated: Vec::new(),
            size: layout.size.get(),
            align: alignment(layout, types),
            fields: shape::compile(layout, types).map_err(too_large)?,
            targets: targets.collect(),
            padding: padding.copied().collect(),
        })
    }

    /// Returns the number of bytes from the start of the class, the address of their region, and the evidence.
    pub(super) fn evidence(
        &self,
        types: &Catalogue,
        space: &Space,
        options: &Options,
        purpose: Purpose,
    ) -> Result<(usize, Option<u64>, Evidence), DecodeError> {
        let view = View::new(space, self.arch, options.region, options.base);
        let (place, memory) = start::place(&view, options)?;
        let before = match &options.from {
            None => 0,
            Some(path) => {
                let member = Tree::of(&self.layout, types).find(&self.layout, path);
                // Every class has a point.
                let missing = self.points.first().map(|point| DecodeError::NoSuchMember {
                    structure: self.layout.structure.clone(),
                    point: *point,
                    path: path.clone(),
                });
                let member = member.ok_or(missing.unwrap_or(DecodeError::NoBytes))?;
                member.offset.get().min(self.size)
            }
        };
        // Neither exceeds the limit on bytes.
        let at = place.at as i64 - i64::from(before);
        let left = usize::try_from(memory.len() as i64 - at).unwrap_or(0);
        let address = view.base(place.region);
        let judge = |instance: u32| {
            let mut evidence = Evidence::new(purpose);
            let distance = i64::from(self.size).saturating_mul(i64::from(instance));
            let at = at.saturating_add(distance);
            let bytes = memory
                .window(at, self.size as usize)
                .with_base(address.and_then(|base| base.checked_add_signed(at)));
            evidence.known_bytes = known_bytes(&bytes);
            Judge {
                class: self,
                bytes: &bytes,
                instance,
                evidence: &mut evidence,
            }
            .judge();
            evidence
        };
        let all = 0..options.count.min(JUDGED_INSTANCES_LIMIT);
        let mut evidence = Evidence::of_each(purpose, all.map(judge));
        if let Some(structures) = self.structures(left, options) {
            let later = 1..structures.min(JUDGED_INSTANCES_LIMIT);
            evidence.array(structures, later.map(judge).collect());
        }
        evidence.size(self, left, options.count);
        Ok((left, address, evidence))
    }

    /// Returns the number of structures in the bytes, padded to rows of 16, if one was requested and several fit.
    fn structures(&self, bytes: usize, options: &Options) -> Option<u32> {
        let size = self.size as usize;
        let structures = bytes.checked_div(size).filter(|it| *it > 1)?;
        let whole = size.checked_mul(structures)?;
        let is_whole = whole == bytes || whole.next_multiple_of(16) == bytes;
        let is_asked = options.count == 1 && options.from.is_none();
        (is_whole && is_asked).then(|| u32::try_from(structures).ok())?
    }

    fn same_as(&self, other: &Self) -> bool {
        self.same_fields(other, alike)
    }

    fn same_fields(&self, other: &Self, same_type: impl Fn(&Field, &Field) -> bool) -> bool {
        let same = |(a, b): (&Field, &Field)| same_place(a, b) && same_type(a, b);
        (self.arch, self.size, &self.padding) == (other.arch, other.size, &other.padding)
            && self.fields.len() == other.fields.len()
            && self.fields.iter().zip(&other.fields).all(same)
    }

    /// Whether the classes differ only in types that are not stated in one of them.
    fn differs_only_in_unstated_types(&self, other: &Self) -> bool {
        let same = |a: &Field, b: &Field| is_unknown(a) || is_unknown(b) || alike(a, b);
        let less = |one: &Self, other: &Self| {
            let mut fields = one.fields.iter().zip(&other.fields);
            fields.all(|(one, other)| is_unknown(one) || !is_unknown(other))
        };
        self.same_fields(other, same)
            && self.unknown() != other.unknown()
            && (less(self, other) || less(other, self))
    }

    /// Counts the members whose type is not stated.
    fn unknown(&self) -> usize {
        self.fields.iter().filter(|it| is_unknown(it)).count()
    }

    /// Whether members have the same offsets and sizes. Symbol files spell types differently from the articles (`VOID
    /// *` for `HANDLE`), which does not make another layout.
    fn same_places(&self, other: &Self) -> bool {
        let place = |field: &Field| (field.name.row().cloned(), field.offset, field.size);
        let (own, others) = (self.fields.iter(), other.fields.iter());
        self.size == other.size && own.map(place).eq(others.map(place))
    }

    /// Whether the array of any size at the end can extend to `bytes`.
    pub(super) fn extends_to(&self, bytes: usize) -> bool {
        let Some(Field {
            offset,
            shape: Shape::Array {
                stride, open: true, ..
            },
            ..
        }) = self.fields.last()
        else {
            return false;
        };
        let behind = bytes.saturating_sub(*offset as usize);
        bytes > self.size as usize && behind.is_multiple_of((*stride).max(1) as usize)
    }

    /// Whether addresses have 64 bits.
    pub(super) fn wide(&self) -> bool {
        self.arch != Arch::X86
    }
}

/// Whether a member's type, or its element type, is not stated.
fn is_unknown(field: &Field) -> bool {
    match &field.shape {
        Shape::Array { element, .. } => {
            matches!(**element, Shape::Opaque(UndecodedReason::TypeNotKnown))
        }
        shape => *shape == Shape::Opaque(UndecodedReason::TypeNotKnown),
    }
}

fn same_place(a: &Field, b: &Field) -> bool {
    (&a.name, a.offset, a.size, a.shared) == (&b.name, b.offset, b.size, b.shared)
}

/// Whether both decode the same; pointer targets do not count. The recursion is bounded: `compile` limits the depth.
fn alike(a: &Field, b: &Field) -> bool {
    alike_shapes(&a.shape, &b.shape)
}

fn alike_shapes(a: &Shape, b: &Shape) -> bool {
    match (a, b) {
        (Shape::Pointer { .. }, Shape::Pointer { .. }) => true,
        (
            Shape::Array {
                element: a,
                stride,
                count,
                ..
            },
            Shape::Array {
                element: b,
                stride: other_stride,
                count: other_count,
                ..
            },
        ) => (stride, count) == (other_stride, other_count) && alike_shapes(a, b),
        (Shape::Struct { fields: a, .. }, Shape::Struct { fields: b, .. }) => {
            let same = |(a, b): (&Field, &Field)| same_place(a, b) && alike(a, b);
            a.len() == b.len() && a.iter().zip(b).all(same)
        }
        _ => a == b,
    }
}

pub(super) fn known_bytes(bytes: &Memory) -> KnownBytes {
    if let Some(known @ [_, ..]) = bytes.known(0, bytes.len()) {
        return match known.iter().any(|byte| *byte != 0) {
            true => KnownBytes::Values,
            false => KnownBytes::OnlyZeros,
        };
    }
    let mut known_bytes = KnownBytes::None;
    for at in 0..bytes.len() {
        match bytes.byte(at) {
            Byte::Known(0) => known_bytes = KnownBytes::OnlyZeros,
            Byte::Known(_) => return KnownBytes::Values,
            Byte::Unreadable | Byte::Beyond => {}
        }
    }
    known_bytes
}

impl Target {
    fn of(ty: &CType, arch: Arch) -> Self {
        let element = match ty {
            CType::Array(element, _) | CType::AnySizeArray(element) => element,
            ty => ty,
        };
        match element {
            CType::Pointer(target) => match &**target {
                CType::Named(name) if name.as_str() == "VOID" => Self::Void,
                CType::Named(name) if scalar(name, arch).is_none() => Self::Structure,
                _ => Self::Other,
            },
            _ => Self::Other,
        }
    }
}
