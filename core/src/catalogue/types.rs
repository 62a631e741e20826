//! A type of the catalogue, its distinct layouts, and which of them holds where.

use std::sync::{Arc, OnceLock};

use super::read::{Block, Body, CatalogueError};
use super::{Image, ImageIndex, ImageSet, ModuleName};
use crate::arch::Arch;
use crate::name::{SetId, TypeName};
use crate::release::{Build, Release};
use crate::span::Versions;
use crate::types::{EnumValue, MemberConstants, TypeKind, TypeMember};
use crate::units::ByteSize;

/// The context in which a type name is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    pub arch: Arch,
    /// The release, for types stated by hand.
    pub release: Release,
    /// The image whose symbol file answers first, where there is one.
    pub image: Option<ImageIndex>,
}

impl Scope {
    /// The scope of a release without its symbol files.
    pub const fn of_release(release: Release, arch: Arch) -> Self {
        Self {
            arch,
            release,
            image: None,
        }
    }
}

/// A type: a structure, a union, an enumeration, or a scalar under a name of its own.
#[derive(Clone, Debug)]
pub struct Type {
    /// The image file that defines it.
    pub module: ModuleName,
    pub name: TypeName,
    /// 1; 2 for a second definition of the name in the same files.
    pub variant: u8,
    /// What a data file states of it.
    pub by_hand: Option<Box<ByHand>>,
    block: Option<Block>,
    body: OnceLock<Arc<Result<Body, CatalogueError>>>,
}

/// A type stated by a data file: a summary, and layouts at releases without symbol file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByHand {
    /// Source id in `sources.toml`.
    pub source: String,
    /// One sentence.
    pub summary: String,
    /// By release and architecture.
    pub classes: Vec<LayoutClass>,
    /// The members whose values are of a set of constants.
    pub constants: Vec<MemberConstants>,
}

impl ByHand {
    pub(super) fn add(&mut self, mut other: Self) -> Result<(), Self> {
        let points = Release::all().flat_map(|release| Arch::ALL.map(|arch| (release, arch)));
        let speaks = |of: &Self, (release, arch)| {
            let mut classes = of.classes.iter();
            classes.any(|class| class.is_stated_for(release, arch))
        };
        let mut both = points.filter(|point| speaks(self, *point) && speaks(&other, *point));
        if other.classes.is_empty() || both.next().is_some() {
            return Err(other);
        }
        for class in &mut other.classes {
            class.source.get_or_insert_with(|| other.source.clone());
        }
        self.classes.append(&mut other.classes);
        self.constants.append(&mut other.constants);
        Ok(())
    }
}

/// One distinct layout of a type, and where it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutClass {
    pub kind: TypeKind,
    /// In bytes.
    pub size: ByteSize,
    /// The alignment, where a data file states it; otherwise it follows from the members.
    pub align: Option<ByteSize>,
    /// Members, in the order of the declaration. Those of anonymous unions overlap.
    pub members: Vec<TypeMember>,
    /// The values of an enumeration.
    pub values: Vec<EnumValue>,
    /// Whether the source states bit positions; otherwise they are sums of widths.
    pub bits_given: bool,
    pub images: ImageSet,
    /// The releases for which a data file states it, and the architecture where it is stated for one.
    pub releases: Option<(Versions, Option<Arch>)>,
    /// Source id in `sources.toml`, where it is not that of the type or of the images.
    pub source: Option<String>,
    pub note: Option<String>,
    /// The alignments that follow from the members, kept once they were asked for.
    pub aligns: Aligns,
}

/// Cached alignments by architecture. Not compared between layouts.
#[derive(Clone, Debug, Default)]
pub struct Aligns([OnceLock<ByteSize>; Arch::ALL.len()]);

impl Aligns {
    pub(super) fn keep(&self, arch: Arch, align: ByteSize) {
        if let Some(kept) = self.0.get(arch as usize) {
            kept.get_or_init(|| align);
        }
    }
}

impl PartialEq for Aligns {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Aligns {}

impl LayoutClass {
    /// A class without rows or images.
    pub fn new(kind: TypeKind, size: ByteSize) -> Self {
        Self {
            kind,
            size,
            align: None,
            members: Vec::new(),
            values: Vec::new(),
            bits_given: true,
            images: ImageSet::default(),
            releases: None,
            source: None,
            note: None,
            aligns: Aligns::default(),
        }
    }

    /// The alignment as far as it is stated, follows from the kind, or was worked out before.
    pub(super) fn known_align(&self, arch: Arch) -> Option<ByteSize> {
        match (self.align, self.kind) {
            (Some(align), _) => Some(align),
            (None, TypeKind::Enum | TypeKind::Scalar) => Some(self.size.max(ByteSize::new(1))),
            (None, TypeKind::Struct | TypeKind::Union) => {
                self.aligns.0.get(arch as usize)?.get().copied()
            }
        }
    }

    /// Whether a data file states it for that release and architecture.
    pub fn is_stated_for(&self, release: Release, arch: Arch) -> bool {
        let newest = Release::all().next_back().unwrap_or(Release::FIRST);
        self.releases.as_ref().is_some_and(|(versions, only)| {
            only.is_none_or(|only| only == arch) && versions.covers(release, newest)
        })
    }
}

impl Type {
    pub(super) fn in_file(module: ModuleName, name: TypeName, variant: u8, block: Block) -> Self {
        Self {
            module,
            name,
            variant,
            by_hand: None,
            block: Some(block),
            body: OnceLock::new(),
        }
    }

    /// A type that only a data file states.
    pub fn stated_by_hand(name: TypeName, by_hand: ByHand) -> Self {
        Self {
            module: ModuleName::kernel(),
            name,
            variant: 1,
            by_hand: Some(Box::new(by_hand)),
            block: None,
            body: OnceLock::new(),
        }
    }

    fn body(&self) -> &Result<Body, CatalogueError> {
        self.body.get_or_init(|| {
            let block = self.block.as_ref();
            Arc::new(block.map_or_else(|| Ok(Body::default()), |block| block.body(&self.module)))
        })
    }

    /// What is wrong in the lines of the type.
    ///
    /// # Errors
    ///
    /// The first mistake. A type with a mistake has no classes.
    pub fn check(&self) -> Result<(), CatalogueError> {
        self.body().as_ref().map(|_| ()).map_err(Clone::clone)
    }

    /// Its lines in the file, its name aside.
    pub fn text(&self) -> &str {
        let block = self.block.as_ref();
        block
            .and_then(|block| block.source.text.get(block.bytes.clone()))
            .unwrap_or("")
    }

    /// The name as users type it: `_LIST_ENTRY`, `ntdll!_PEB`, `_KPRCB~2`.
    pub fn full_name(&self) -> String {
        let mut text = String::new();
        if !self.module.is_kernel() {
            text = format!("{}!", self.module);
        }
        text.push_str(self.name.as_str());
        if self.variant > 1 {
            text.push_str(&format!("~{}", self.variant));
        }
        text
    }

    /// Its distinct layouts that symbol files state, in the order of the file.
    pub fn classes(&self) -> &[LayoutClass] {
        self.body().as_ref().map_or(&[], |body| &body.classes)
    }

    /// Every layout, those of symbol files first.
    pub fn all_classes(&self) -> impl Iterator<Item = &LayoutClass> {
        let by_hand = self.by_hand.iter();
        self.classes()
            .iter()
            .chain(by_hand.flat_map(|it| &it.classes))
    }

    /// The images that name it and do not define it.
    pub fn declared(&self) -> Option<&ImageSet> {
        self.body().as_ref().ok().map(|body| &body.declared)
    }

    /// Whether it is a scalar under a name of its own, which only data files state.
    pub fn is_scalar(&self) -> bool {
        self.block.is_none() && self.kind() == TypeKind::Scalar
    }

    /// Its kind in the newest layout that is known.
    pub fn kind(&self) -> TypeKind {
        let newest = |class: &&LayoutClass| class.images.runs().last().map(|run| run.1);
        let newest = self.classes().iter().max_by_key(newest);
        let newest = newest.or_else(|| self.all_classes().next());
        newest.map_or(TypeKind::Struct, |class| class.kind)
    }

    /// The layout of the image, or the one stated by hand for the release.
    pub fn class_in(&self, scope: Scope) -> Option<&LayoutClass> {
        let image = scope.image.and_then(|image| self.class_of(image));
        let by_hand = || self.by_hand_at(scope.release, scope.arch);
        image.or_else(by_hand)
    }

    pub fn class_of(&self, image: ImageIndex) -> Option<&LayoutClass> {
        self.classes()
            .iter()
            .find(|class| class.images.contains(image))
    }

    /// The layout that a data file states for a release.
    pub fn by_hand_at(&self, release: Release, arch: Arch) -> Option<&LayoutClass> {
        let by_hand = self.by_hand.as_ref()?;
        by_hand
            .classes
            .iter()
            .find(|class| class.is_stated_for(release, arch))
    }

    /// The set of constants that values of the member of that name are of.
    pub fn constants_of(&self, member: &str) -> Option<&SetId> {
        let mut constants = self.by_hand.as_ref()?.constants.iter();
        constants.find(|it| *it.member == *member).map(|it| &it.set)
    }
}

/// A type in the symbol file of one image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolLayout<'a> {
    pub image: &'a Image,
    pub build: Build,
    pub arch: Arch,
    pub release: Release,
    /// Where the types of members are looked up.
    pub scope: Scope,
    pub class: &'a LayoutClass,
}
