//! The layout classes of a scope, made ready for judging: points of one architecture that share a layout are one class.

use super::judge::{Evidence, Judge};
use super::rank::{Found, rank};
use super::{Identified, JUDGED_INSTANCES_LIMIT, Scope};
use crate::arch::Arch;
use crate::ctype::CType;
use crate::dataset::{Dataset, Structure};
use crate::decode::error::DecodeError;
use crate::decode::job::alignment;
use crate::decode::memory::{Byte, Memory};
use crate::decode::shape::{self, Part};
use crate::decode::{Options, Space};
use crate::layout::{Gap, GapKind, Layout};
use crate::mode::Mode;
use crate::name::StructureName;
use crate::point::Point;
use crate::release::Version;
use crate::types::{Types, scalar};

/// Layout classes, ready for any number of dumps.
#[derive(Clone, Debug)]
pub struct Classes(pub(super) Vec<Class>);

/// One layout and the points that share it.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) structure: StructureName,
    pub(super) arch: Arch,
    pub(super) mode: Option<Mode>,
    pub(super) points: Vec<Point>,
    pub(super) size: u32,
    pub(super) align: u32,
    pub(super) parts: Vec<Part>,
    /// For each part, whether it points to a structure.
    pub(super) aims: Vec<bool>,
    pub(super) padding: Vec<Gap>,
}

impl Classes {
    /// Makes the layouts of a scope ready.
    ///
    /// # Errors
    ///
    /// Where nested types pass a limit.
    pub fn new(dataset: &Dataset, scope: Scope<'_>) -> Result<Self, DecodeError> {
        let mut classes = Vec::new();
        for structure in dataset.structures() {
            let name = &structure.article.name;
            if scope.structure.is_some_and(|one| one.article.name != *name) {
                continue;
            }
            classes.extend(of(structure, scope.arch, dataset.types())?);
        }
        Ok(Self(classes))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Judges every class by the bytes at the place that the options name.
    ///
    /// # Errors
    ///
    /// Where there is nothing at that place.
    pub fn identify(&self, space: &Space, options: &Options) -> Result<Identified, DecodeError> {
        let memory = space.region(options.region);
        let memory = memory.ok_or(DecodeError::NoSuchRegion {
            region: options.region,
            regions: space.regions().len(),
        })?;
        if memory.is_empty() {
            return Err(DecodeError::NoBytes);
        }
        let at = usize::try_from(options.at).ok();
        let at = at.filter(|at| *at < memory.len());
        let at = at.ok_or(DecodeError::AtBeyondEnd {
            at: options.at,
            bytes: memory.len(),
        })?;
        if options.count == 0 {
            return Err(DecodeError::CountZero);
        }
        let base = options.base.or(memory.base());
        let evidence = self.0.iter().map(|class| {
            let mut evidence = Evidence::default();
            evidence.size(class, memory.len() - at, options.count);
            for index in 0..options.count.min(JUDGED_INSTANCES_LIMIT) {
                let behind = (class.size as usize).saturating_mul(index as usize);
                Judge {
                    class,
                    memory,
                    at: at.saturating_add(behind),
                    base,
                    instance: index,
                    evidence: &mut evidence,
                }
                .judge();
            }
            evidence
        });
        let evidence: Vec<Evidence> = evidence.collect();
        let largest = self.0.iter().map(|class| class.size).max().unwrap_or(0) as usize;
        let judged = largest.saturating_mul(options.count.min(JUDGED_INSTANCES_LIMIT) as usize);
        Ok(Identified {
            candidates: rank(&self.0, evidence),
            found: found(memory, at, judged),
            bytes: memory.len() - at,
        })
    }
}

/// What there is to judge by in those of the `size` bytes from `at` on that are there.
fn found(memory: &Memory, at: usize, size: usize) -> Found {
    let mut found = Found::NothingKnown;
    for at in at..at.saturating_add(size).min(memory.len()) {
        match memory.byte(at) {
            Byte::Known(0) => found = Found::OnlyZeros,
            Byte::Known(_) => return Found::Values,
            Byte::Unreadable | Byte::Beyond => {}
        }
    }
    found
}

/// The layouts of a structure that differ, in themselves or in what nested types hold there.
fn of(structure: &Structure, arch: Option<Arch>, types: &Types) -> Result<Vec<Class>, DecodeError> {
    let mut classes: Vec<Class> = Vec::new();
    for layout in structure.layouts.iter().chain(&structure.builds) {
        if arch.is_some_and(|arch| arch != layout.arch()) {
            continue;
        }
        let class = Class::new(layout, structure.article.mode, types)?;
        let release = Point::new(layout.release, layout.arch());
        let same = |other: &&mut Class| match layout.point.version {
            Version::Release(_) => other.same_as(&class),
            Version::Build(_) => other.points.contains(&release) && other.same_places(&class),
        };
        match classes.iter_mut().find(same) {
            Some(other) => other.points.push(layout.point),
            None => classes.push(class),
        }
    }
    Ok(classes)
}

impl Class {
    fn new(layout: &Layout, mode: Option<Mode>, types: &Types) -> Result<Self, DecodeError> {
        let too_large = |_| DecodeError::TypesTooLarge {
            structure: layout.structure.clone(),
            point: layout.point,
        };
        let padding = layout.gaps().filter(|gap| gap.kind == GapKind::Padding);
        let aims = layout
            .members()
            .map(|member| to_structure(&member.ty, layout.arch()));
        Ok(Self {
            structure: layout.structure.clone(),
            arch: layout.arch(),
            mode,
            points: vec![layout.point],
            size: layout.size.get(),
            align: alignment(layout, types),
            parts: shape::compile(layout, types).map_err(too_large)?,
            aims: aims.collect(),
            padding: padding.copied().collect(),
        })
    }

    fn same_as(&self, other: &Self) -> bool {
        (self.arch, self.size, &self.parts, &self.padding)
            == (other.arch, other.size, &other.parts, &other.padding)
    }

    /// Whether members have the same places. Symbol files spell types in another way than the articles (`VOID *` for
    /// `HANDLE`), which makes no other layout of it.
    fn same_places(&self, other: &Self) -> bool {
        let place = |part: &Part| (part.row.clone(), part.offset, part.size);
        let (own, others) = (self.parts.iter(), other.parts.iter());
        self.size == other.size && own.map(place).eq(others.map(place))
    }

    /// Whether addresses have 64 bits.
    pub(super) fn wide(&self) -> bool {
        self.arch != Arch::X86
    }
}

/// Whether a type is a pointer to a structure, or an array of such.
fn to_structure(ty: &CType, arch: Arch) -> bool {
    match ty {
        CType::Array(element, _) | CType::AnySizeArray(element) => to_structure_once(element, arch),
        ty => to_structure_once(ty, arch),
    }
}

fn to_structure_once(ty: &CType, arch: Arch) -> bool {
    let CType::Pointer(target) = ty else {
        return false;
    };
    matches!(&**target, CType::Named(name) if scalar(name, arch).is_none())
}
