//! A type of the catalogue, its distinct layouts, and where each of them applies.

use std::sync::{Arc, OnceLock};

use super::read::{Block, Body};
use super::{Definition, Image, ImageIndex, ImageSet, ModuleName};
use crate::arch::Arch;
use crate::name::{SetId, TypeName};
use crate::raw::LineError;
use crate::release::{Build, Release};
use crate::span::Versions;
use crate::types::{EnumValue, MemberConstants, TypeKind, TypeMember};
use crate::units::ByteSize;

/// The context in which a type name is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    pub arch: Arch,
    /// The release, for layouts stated by hand.
    pub release: Release,
    /// The image whose symbol file takes precedence, if any.
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

/// A type: a structure, a union, an enumeration, or a scalar under another name.
#[derive(Clone, Debug)]
pub struct Type {
    /// The image file that defines it.
    pub module: ModuleName,
    pub name: TypeName,
    /// 1; 2 for a second definition of the name in the same files.
    pub variant: u8,
    /// The statements of a data file about the type.
    pub data_file: Option<Box<DataFileType>>,
    block: Option<Block>,
    body: OnceLock<Arc<Result<Body, LineError>>>,
}

/// A type in a data file: a summary, and layouts at releases without a symbol file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFileType {
    /// Source id in `sources.toml`.
    pub source: String,
    /// One sentence.
    pub summary: String,
    /// By release and architecture.
    pub classes: Vec<LayoutClass>,
    /// The members whose values are constants of a set.
    pub constants: Vec<MemberConstants>,
}

impl DataFileType {
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

/// One distinct layout of a type, and where it applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutClass {
    pub kind: TypeKind,
    /// In bytes.
    pub size: ByteSize,
    /// The alignment that a data file states; `None` if it follows from the members.
    pub align: Option<ByteSize>,
    /// Members in declaration order. Those of anonymous unions overlap. Layouts of a type share equal ones.
    pub members: Vec<Arc<TypeMember>>,
    /// The values of an enumeration.
    pub values: Vec<EnumValue>,
    /// Whether the source states bit positions; if not, they are sums of widths.
    pub bits_given: bool,
    pub images: ImageSet,
    /// The releases for which a data file states it, with an architecture if it is for one only.
    pub releases: Option<(Versions, Option<Arch>)>,
    /// Source id in `sources.toml` if it differs from that of the type or images.
    pub source: Option<String>,
    pub note: Option<String>,
    /// Cached alignments that follow from the members.
    pub aligns: Aligns,
}

/// Cached alignments by architecture. Not compared between layouts.
#[derive(Clone, Debug, Default)]
pub struct Aligns([OnceLock<ByteSize>; Arch::ALL.len()]);

impl Aligns {
    pub(super) fn cache(&self, arch: Arch, align: ByteSize) {
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

    /// The alignment if it is stated, follows from the kind, or is cached.
    pub(super) fn known_align(&self, arch: Arch) -> Option<ByteSize> {
        match (self.align, self.kind) {
            (Some(align), _) => Some(align),
            (None, TypeKind::Enum | TypeKind::Scalar) => Some(self.size.max(ByteSize::new(1))),
            (None, TypeKind::Struct | TypeKind::Union) => {
                self.aligns.0.get(arch as usize)?.get().copied()
            }
        }
    }

    /// Returns whether a data file states it for this release and architecture.
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
            data_file: None,
            block: Some(block),
            body: OnceLock::new(),
        }
    }

    /// A type that only a data file states.
    pub fn from_data_file(name: TypeName, data_file: DataFileType) -> Self {
        Self {
            module: ModuleName::kernel(),
            name,
            variant: 1,
            data_file: Some(Box::new(data_file)),
            block: None,
            body: OnceLock::new(),
        }
    }

    fn body(&self) -> &Result<Body, LineError> {
        self.body.get_or_init(|| {
            let block = self.block.as_ref();
            Arc::new(block.map_or_else(|| Ok(Body::default()), |block| block.body(&self.module)))
        })
    }

    /// Parses the lines of the type.
    ///
    /// # Errors
    ///
    /// The first mistake. A type with a mistake has no classes.
    pub fn check(&self) -> Result<(), LineError> {
        self.body().as_ref().map(|_| ()).map_err(Clone::clone)
    }

    /// Returns its lines in the file, without the line of its name.
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

    /// Returns the distinct layouts in symbol files, in file order.
    pub fn classes(&self) -> &[LayoutClass] {
        self.body().as_ref().map_or(&[], |body| &body.classes)
    }

    /// Returns every layout; those in symbol files first.
    pub fn all_classes(&self) -> impl Iterator<Item = &LayoutClass> {
        let data_file = self.data_file.iter();
        self.classes()
            .iter()
            .chain(data_file.flat_map(|it| &it.classes))
    }

    /// Returns a layout as a symbol file defines it.
    pub(super) fn definition(&self, class: &LayoutClass) -> Definition {
        let members = class.members.iter();
        Definition {
            name: self.name.clone(),
            variant: self.variant,
            kind: class.kind,
            size: class.size,
            members: members.map(|it| TypeMember::clone(it)).collect(),
            values: class.values.clone(),
            bits_given: class.bits_given,
        }
    }

    /// Returns the names of members and values in all layouts, with repetitions, without parsing the lines.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        let by_hand = self.data_file.iter().flat_map(|it| &it.classes);
        let rows = self.rows().map(|(_, name)| name);
        rows.chain(by_hand.flat_map(|class| {
            let members = class.members.iter().map(|it| &*it.declaration.name);
            members.chain(class.values.iter().map(|it| &*it.name))
        }))
    }

    /// Returns the types that members in all layouts are, point to or have as elements, in the same way.
    pub fn member_types(&self) -> impl Iterator<Item = &str> {
        let by_hand = self.data_file.iter().flat_map(|it| &it.classes);
        let by_hand = by_hand.flat_map(|class| &class.members);
        let rows = self
            .rows()
            .filter_map(|(ty, _)| ty?.rsplit(['*', ']']).next());
        rows.chain(by_hand.map(|member| member.declaration.ty.base().as_str()))
    }

    /// The type and name of each member in the file, and the name of each value.
    fn rows(&self) -> impl Iterator<Item = (Option<&str>, &str)> {
        self.text().lines().filter_map(|line| {
            let (_, rest) = line.strip_prefix(' ')?.split_once(' ')?;
            let member = rest.split_once(' ').map(|(ty, name)| (Some(ty), name));
            Some(member.unwrap_or((None, rest)))
        })
    }

    /// Returns the images that declare the type without defining it.
    pub fn declared(&self) -> Option<&ImageSet> {
        self.body().as_ref().ok().map(|body| &body.declared)
    }

    /// Returns whether it is a scalar under another name, which only data files state.
    pub fn is_scalar(&self) -> bool {
        self.block.is_none() && self.kind() == TypeKind::Scalar
    }

    /// Returns the kind in the newest known layout.
    pub fn kind(&self) -> TypeKind {
        let newest = |class: &&LayoutClass| class.images.runs().last().map(|run| run.1);
        let newest = self.classes().iter().max_by_key(newest);
        let newest = newest.or_else(|| self.all_classes().next());
        newest.map_or(TypeKind::Struct, |class| class.kind)
    }

    /// Returns the layout in the scope's image, or the one stated by hand for its release.
    pub fn class_in(&self, scope: Scope) -> Option<&LayoutClass> {
        let image = scope.image.and_then(|image| self.class_of(image));
        let data_file = || self.data_file_layout(scope.release, scope.arch);
        image.or_else(data_file)
    }

    pub fn class_of(&self, image: ImageIndex) -> Option<&LayoutClass> {
        self.classes()
            .iter()
            .find(|class| class.images.contains(image))
    }

    /// Returns the layout that a data file states for a release.
    pub fn data_file_layout(&self, release: Release, arch: Arch) -> Option<&LayoutClass> {
        let data_file = self.data_file.as_ref()?;
        data_file
            .classes
            .iter()
            .find(|class| class.is_stated_for(release, arch))
    }

    /// Returns the set of constants for the values of a member.
    pub fn constants_of(&self, member: &str) -> Option<&SetId> {
        let mut constants = self.data_file.as_ref()?.constants.iter();
        constants.find(|it| *it.member == *member).map(|it| &it.set)
    }
}

/// The layout of a type in the symbol file of one image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolLayout<'a> {
    pub image: &'a Image,
    pub build: Build,
    pub arch: Arch,
    pub release: Release,
    /// The scope in which the types of members are looked up.
    pub scope: Scope,
    pub class: &'a LayoutClass,
}
